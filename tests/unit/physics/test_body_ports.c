/* Efforts on bodies through mb_body_ports: a constant one is mb_wrench, the analytic tangent of one that
 * depends on everything is that of differences, and all formulations move alike under it. */
#include "support/check.h"

#include "mb/equilibrium.h"
#include "multibody/model_internal.h"
#include "wrench_rig.h"

#include <math.h>
#include <string.h>

enum { MOST = 64, PORTS = 6 };

typedef struct subject {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
} subject;

static void open_subject(subject *s, const mb_def *def, const mb_step_options *options)
{
    mb_def_error error;
    mb_assembly_report assembly;
    memset(s, 0, sizeof *s);
    if (mb_model_build(def, &s->arena, &s->model, &error) != HL_OK) fail_msg("%s", error.text);
    s->state = mb_state_new(s->model, &s->arena);
    s->work = mb_work_new(s->model, options, &s->arena);
    assert_true(s->state != NULL && s->work != NULL);
    assert_int_equal(mb_assemble(s->model, s->state, s->work, &assembly), HL_OK);
}

static void close_subject(subject *s)
{
    hl_arena_free(&s->arena);
}

static mb_def rig_def(const mb_body_def *bodies, const mb_effort_def *efforts, int count)
{
    return (mb_def){.gravity = {0.3, 0.2, -9.81},
                    .body_count = RIG_BODIES,
                    .bodies = bodies,
                    .effort_count = count,
                    .efforts = efforts};
}

static double entry(const hl_ldu *W, int i, int j)
{
    if (i == j) return W->diagonal[i];
    return i > j ? W->lower[(size_t)i * (size_t)W->stride + (size_t)j]
                 : W->upper[(size_t)j * (size_t)W->stride + (size_t)i];
}

/* ---- a constant wrench ---- */

static const hl_vec3 FORCE = {3.0, -4.0, 5.0}, MOMENT = {0.5, 0.6, -0.7};

static void constant_wrench(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    const double six[PORTS] = {FORCE.x, FORCE.y, FORCE.z, MOMENT.x, MOMENT.y, MOMENT.z};
    memcpy(io->force, six, sizeof six);
}

/* The same numbers by another way: rounding of sums of some ten terms of the size of the largest. */
static void constant_effort_is_a_wrench(void **state)
{
    (void)state;
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    mb_effort_def effort = {.name = "wrench", .ports = PORTS, .evaluate = constant_wrench};
    mb_body_ports(effort.measure, RIG_SLIDE, rig_point());
    const mb_wrench_def wrench = {
        .name = "wrench", .body = RIG_SLIDE, .point = rig_point(), .force = FORCE, .moment = MOMENT};
    const mb_step_options options = mb_step_options_default();
    mb_def def = rig_def(bodies, &effort, 1);
    subject by_effort, by_wrench;
    open_subject(&by_effort, &def, &options);
    def.effort_count = 0;
    def.wrench_count = 1;
    def.wrenches = &wrench;
    open_subject(&by_wrench, &def, &options);
    subject *const both[2] = {&by_effort, &by_wrench};
    const int n = mb_model_counts(by_effort.model).columns;
    for (int k = 0; k < 2; k++) {
        mb_evaluate_state(both[k]->model, both[k]->state, both[k]->work);
        assert_int_equal(mb_effort_tangents(both[k]->model, 0.0, both[k]->state->x, 0.0, both[k]->work),
                         HL_OK);
        mb_tangent(both[k]->model, 0.0, 0.0, 1.0, both[k]->work);
    }
    double most = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) most = fmax(most, fabs(entry(by_wrench.work->tangent, i, j)));
    for (int i = 0; i < n; i++) {
        CHECK_NEAR(by_effort.work->tau[i], by_wrench.work->tau[i], 1e-14 * most);
        for (int j = 0; j < n; j++)
            CHECK_NEAR(entry(by_effort.work->tangent, i, j), entry(by_wrench.work->tangent, i, j),
                       1e-14 * most);
    }
    mb_step_report report;
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < 2; k++)
            assert_int_equal(mb_step(both[k]->model, both[k]->state, both[k]->work, &report), HL_OK);
    /* every step may stop within the tolerance of an increment, 1e-9, of which Newton's last leaves the
     * square; rounding of coordinates of 300 m is 6e-14 a step */
    for (int c = 0; c < mb_model_counts(by_effort.model).coordinates; c++)
        CHECK_NEAR(by_effort.state->q[c], by_wrench.state->q[c], 1e-9);
    close_subject(&by_effort);
    close_subject(&by_wrench);
}

/* ---- tangent ---- */

/* Central differences with step e: truncation e^2/6 f''' (derivatives up to 1e2 here) and rounding of tau ~
 * 1e2 and of positions ~ 300 m times stiffness 1, 4e-14 / e: both below 1e-8 for e = 1e-5. 1e-6 leaves room
 * for the largest entries. */
static const double STEP = 1e-5, TOLERANCE = 1e-6;

typedef enum varied { POSITION, VELOCITY } varied;

static void tau_displaced(subject *z, varied what, int c, double amount, double *tau)
{
    const mb_counts counts = mb_model_counts(z->model);
    double q[MOST], v[MOST], dz[MOST] = {0};
    memcpy(q, z->state->q, sizeof(double) * (size_t)counts.coordinates);
    memcpy(v, z->state->v, sizeof(double) * (size_t)counts.columns);
    dz[c] = amount;
    if (what == POSITION) mb_coordinates_move(z->model, q, dz);
    if (what == VELOCITY) v[c] += amount;
    mb_evaluate(z->model, 0.0, q, v, z->state->a, z->state->x, z->work);
    memcpy(tau, z->work->tau, sizeof(double) * (size_t)counts.columns);
}

static void compare(subject *z, varied what)
{
    const int n = mb_model_counts(z->model).columns;
    double analytic[MOST][MOST], plus[MOST], minus[MOST];
    mb_evaluate_state(z->model, z->state, z->work);
    assert_int_equal(mb_effort_tangents(z->model, 0.0, z->state->x, 0.0, z->work), HL_OK);
    mb_tangent(z->model, 0.0, what == VELOCITY, what == POSITION, z->work);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) analytic[i][j] = entry(z->work->tangent, i, j);
    for (int j = 0; j < n; j++) {
        tau_displaced(z, what, j, STEP, plus);
        tau_displaced(z, what, j, -STEP, minus);
        for (int i = 0; i < n; i++) {
            const double numeric = (plus[i] - minus[i]) / (2.0 * STEP);
            if (!(fabs(analytic[i][j] - numeric) <= TOLERANCE * (1.0 + fabs(numeric))))
                fail_msg("%s (%d,%d): analytic %.12g, numeric %.12g", what == POSITION ? "K" : "C", i, j,
                         analytic[i][j], numeric);
        }
    }
}

static void check_tangent(const mb_effort_def *efforts, int count)
{
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    const mb_def def = rig_def(bodies, efforts, count);
    const mb_step_options options = mb_step_options_default();
    subject z;
    open_subject(&z, &def, &options);
    compare(&z, POSITION);
    compare(&z, VELOCITY);
    close_subject(&z);
}

static const wrench_law ALONE = {1, false}, PAIR = {2, false}, SHUFFLED = {2, true};

static void tangent_on_one_body(void **state)
{
    (void)state;
    for (int body = 0; body < RIG_BODIES; body++) {
        const mb_effort_def effort = rig_effort(&ALONE, body, 0);
        check_tangent(&effort, 1);
    }
}

static void tangent_between_bodies(void **state)
{
    (void)state;
    const mb_effort_def efforts[] = {rig_effort(&PAIR, RIG_SLIDE, RIG_TIP),
                                     rig_effort(&PAIR, RIG_ARM, RIG_SLIDE)};
    check_tangent(efforts, 2);
}

/* A moment about an axis of a moving body between that and another one, and its reaction. */
static void turning_brake(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    assert_true(io->s[0] == 0.0);
    io->force[0] = 2.0 - io->s_dot[0] * io->s_dot[0];
    if (io->jacobian) io->force_s_dot[0] = -2.0 * io->s_dot[0];
}

static void tangent_of_a_turn(void **state)
{
    (void)state;
    mb_effort_def efforts[2] = {{.name = "brake", .ports = 1, .evaluate = turning_brake}};
    efforts[0].measure[0] = (mb_measure_def){
        .kind = MB_MEASURE_TURN, .body_a = RIG_ARM, .body_b = RIG_SLIDE, .axis_a = {0.6, 0.0, 0.8}};
    efforts[1] = efforts[0];
    efforts[1].measure[0].body_b = RIG_TIP; /* of another tree */
    check_tangent(efforts, 2);
}

/* The ports in another order: the same forces and the same tangent, by the way of single measures. */
static void order_of_ports_does_not_matter(void **state)
{
    (void)state;
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    const mb_step_options options = mb_step_options_default();
    const wrench_law *const laws[2] = {&PAIR, &SHUFFLED};
    subject z[2];
    for (int k = 0; k < 2; k++) {
        const mb_effort_def effort = rig_effort(laws[k], RIG_SLIDE, RIG_TIP);
        const mb_def def = rig_def(bodies, &effort, 1);
        open_subject(&z[k], &def, &options);
        mb_evaluate_state(z[k].model, z[k].state, z[k].work);
        /* condensed states included: a step of 0.2 s */
        assert_int_equal(mb_effort_tangents(z[k].model, 0.0, z[k].state->x, 0.1, z[k].work), HL_OK);
        mb_tangent(z[k].model, 1.0, 0.1, 0.01, z[k].work);
    }
    const int n = mb_model_counts(z[0].model).columns;
    for (int i = 0; i < n; i++) {
        /* rounding: sums of some ten terms below 1e3 */
        CHECK_NEAR(z[0].work->tau[i], z[1].work->tau[i], 1e-11);
        for (int j = 0; j < n; j++)
            CHECK_NEAR(entry(z[0].work->tangent, i, j), entry(z[1].work->tangent, i, j), 1e-11);
    }
    for (int k = 0; k < 2; k++) close_subject(&z[k]);
}

/* Poses are given to the effort where the ports stand. */
static void see_pose(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    for (int b = 0; b < 2; b++) {
        const hl_vec3 p = hl_add(io->pose[b].position, hl_mul(&io->pose[b].rotation, rig_point()));
        io->force[PORTS * b] =
            hl_norm(hl_sub(p, hl_v3(io->s[PORTS * b], io->s[PORTS * b + 1], io->s[PORTS * b + 2])));
    }
}

static void poses_and_ports_agree(void **state)
{
    (void)state;
    static const mb_formulation formulations[] = {MB_ALI3P, MB_DOUBLE_STEP, MB_PENALTY, MB_GLOBAL};
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    mb_effort_def effort = {.name = "look",
                            .ports = 2 * PORTS,
                            .pose_count = 2,
                            .pose_body = {RIG_SLIDE, RIG_TIP},
                            .evaluate = see_pose};
    mb_body_ports(effort.measure, RIG_SLIDE, rig_point());
    mb_body_ports(effort.measure + PORTS, RIG_TIP, rig_point());
    const mb_def def = rig_def(bodies, &effort, 1);
    for (size_t f = 0; f < 4; f++) {
        mb_step_options options = mb_step_options_default();
        options.formulation = formulations[f];
        subject z;
        mb_step_report report;
        open_subject(&z, &def, &options);
        for (int i = 0; i < 10; i++) {
            assert_int_equal(mb_step(z.model, z.state, z.work, &report), HL_OK);
            for (int b = 0; b < 2; b++) /* rounding of coordinates of 300 m, a few times */
                CHECK_NEAR(z.work->force[z.model->efforts[0].first_measure + PORTS * b], 0.0, 1e-12);
        }
        close_subject(&z);
    }
}

/* ---- motion ---- */

/* Free ends of a run: all numbers of q and v. */
typedef struct run_end {
    double number[2 * MOST];
    int count;
} run_end;

static run_end run(const mb_def *def, mb_formulation formulation, double step, double duration)
{
    mb_step_options options = mb_step_options_default();
    options.formulation = formulation;
    options.step = step;
    options.tolerance = 1e-12;
    options.state_tolerance = 1e-12;
    options.max_iterations = 30;
    subject z;
    mb_step_report report;
    open_subject(&z, def, &options);
    for (long i = 0; i < lround(duration / step); i++)
        assert_int_equal(mb_step(z.model, z.state, z.work, &report), HL_OK);
    const mb_counts counts = mb_model_counts(z.model);
    run_end end = {.count = counts.coordinates + counts.columns};
    memcpy(end.number, z.state->q, (size_t)counts.coordinates * sizeof(double));
    memcpy(end.number + counts.coordinates, z.state->v, (size_t)counts.columns * sizeof(double));
    close_subject(&z);
    return end;
}

static double distance(const run_end *a, const run_end *b)
{
    double most = 0.0;
    for (int i = 0; i < a->count; i++)
        if (!(fabs(a->number[i] - b->number[i]) <= most)) most = fabs(a->number[i] - b->number[i]);
    return most;
}

/* The rig near the origin, where 1e-12 can be resolved. */
static mb_def near_rig(mb_body_def *bodies, const mb_effort_def *efforts, int count)
{
    rig_bodies(bodies);
    for (int k = 0; k < 3; k++) bodies[RIG_FREE].joint.q0[k] *= 0.01;
    return rig_def(bodies, efforts, count);
}

/* The trapezoidal formulations: a quarter of the error with half the step, against RK4 with a step whose own
 * error is below 1e-8; a factor 1.3 is left for what is of higher order. */
static void second_order(void **state)
{
    (void)state;
    static const mb_formulation implicit[] = {MB_ALI3P, MB_DOUBLE_STEP};
    mb_body_def bodies[RIG_BODIES];
    const mb_effort_def effort = rig_effort(&PAIR, RIG_SLIDE, RIG_TIP);
    const mb_def def = near_rig(bodies, &effort, 1);
    const run_end exact = run(&def, MB_PENALTY, 5e-4, 0.2);
    for (int f = 0; f < 2; f++) {
        const run_end coarse = run(&def, implicit[f], 4e-3, 0.2), fine = run(&def, implicit[f], 2e-3, 0.2);
        const double error = distance(&coarse, &exact), halved = distance(&fine, &exact);
        assert_true(error > 1e-6 && error < 1e-2);
        assert_true(halved < 1.3 * error / 4.0);
    }
}

/* RK4 in joint and in absolute coordinates, each good for 2/15 of what halving its step changes (the rule of
 * test_global.c); twice that is allowed. */
static void global_moves_alike(void **state)
{
    (void)state;
    mb_body_def bodies[RIG_BODIES];
    const mb_effort_def effort = rig_effort(&PAIR, RIG_SLIDE, RIG_TIP);
    const mb_def def = near_rig(bodies, &effort, 1);
    const run_end global = run(&def, MB_GLOBAL, 1e-2, 0.2), global_fine = run(&def, MB_GLOBAL, 5e-3, 0.2);
    const run_end joint = run(&def, MB_PENALTY, 1e-2, 0.2), joint_fine = run(&def, MB_PENALTY, 5e-3, 0.2);
    const double allowed = 2.0 * (distance(&global, &global_fine) + distance(&joint, &joint_fine));
    assert_true(allowed < 1e-3);
    CHECK_NEAR(distance(&global_fine, &joint_fine), 0.0, allowed + 1e-12);
}

/* Newton with forward differences ends where Newton with the analytic tangent does. */
static void numeric_tangent_agrees(void **state)
{
    (void)state;
    mb_body_def bodies[RIG_BODIES];
    const mb_effort_def effort = rig_effort(&PAIR, RIG_SLIDE, RIG_TIP);
    const mb_def def = near_rig(bodies, &effort, 1);
    mb_step_options options = mb_step_options_default();
    subject z[2];
    mb_step_report report;
    for (int k = 0; k < 2; k++) {
        options.numeric_tangent = k == 1;
        open_subject(&z[k], &def, &options);
        for (int i = 0; i < 50; i++)
            assert_int_equal(mb_step(z[k].model, z[k].state, z[k].work, &report), HL_OK);
    }
    /* 50 steps that end below the tolerance of 1e-9 */
    for (int c = 0; c < mb_model_counts(z[0].model).coordinates; c++)
        CHECK_NEAR(z[0].state->q[c], z[1].state->q[c], 50e-9);
    for (int k = 0; k < 2; k++) close_subject(&z[k]);
}

/* ---- energy ---- */

static const double STIFFNESS = 400.0; /* [N/m] */
static const hl_vec3 EYE = {0.3, 0.1, -0.2}, ANCHOR = {0.2, -0.5, 1.0};

/* A spring from the body's point EYE to the world's ANCHOR, said as a wrench on the body's origin. */
static void spring_to_the_world(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    const hl_vec3 arm = hl_mul(&io->pose[0].rotation, EYE);
    const hl_vec3 pull = hl_scale(-STIFFNESS, hl_sub(hl_add(io->pose[0].position, arm), ANCHOR));
    const hl_vec3 moment = hl_cross(arm, pull);
    const double six[PORTS] = {pull.x, pull.y, pull.z, moment.x, moment.y, moment.z};
    memcpy(io->force, six, sizeof six);
    io->potential = 0.5 * hl_dot(pull, pull) / STIFFNESS;
    if (!io->jacobian) return;
    /* d pull = -k (dp + t x arm) = -k dp + k [arm]x t;  d moment = (t x arm) x pull + arm x d pull */
    const hl_mat3 skew = hl_skew(arm), square = hl_mat3_mul(&skew, &skew), back = hl_skew(pull);
    const hl_mat3 turned = hl_mat3_mul(&back, &skew);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            io->force_s[r * PORTS + c] = r == c ? -STIFFNESS : 0.0;
            io->force_s[r * PORTS + 3 + c] = STIFFNESS * skew.m[r][c];
            io->force_s[(3 + r) * PORTS + c] = -STIFFNESS * skew.m[r][c];
            io->force_s[(3 + r) * PORTS + 3 + c] = turned.m[r][c] + STIFFNESS * square.m[r][c];
        }
}

static double energy_drift(double step)
{
    mb_body_def body = {.name = "body",
                        .mass = 3.0,
                        .com = {0.05, 0.1, 0.0},
                        .inertia = {0.2, 0.3, 0.4, 0.01, 0, 0},
                        .joint = {.type = MB_FREE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}}};
    body.joint.v0[0] = 1.0;
    body.joint.v0[4] = 3.0;
    mb_effort_def effort = {
        .name = "spring", .ports = PORTS, .pose_count = 1, .evaluate = spring_to_the_world};
    mb_body_ports(effort.measure, 0, hl_v3(0, 0, 0));
    const mb_def def = {
        .gravity = {0, 0, -9.81}, .body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.step = step;
    subject z;
    mb_step_report report;
    open_subject(&z, &def, &options);
    mb_evaluate_state(z.model, z.state, z.work);
    const mb_energy start = mb_energies(z.model, z.work);
    double drift = 0.0;
    for (long i = 0; i < lround(2.0 / step); i++) {
        assert_int_equal(mb_step(z.model, z.state, z.work, &report), HL_OK);
        assert_in_range(report.iterations, 1, 4);
        mb_evaluate_state(z.model, z.state, z.work);
        const mb_energy now = mb_energies(z.model, z.work);
        drift = fmax(drift, fabs(now.kinetic + now.gravity + now.stored - start.kinetic - start.gravity -
                                 start.stored));
    }
    close_subject(&z);
    return drift;
}

/* The trapezoidal rule keeps the energy but for its own error of second order: a quarter with half the step,
 * a factor 1.3 left; of 300 J in all. */
static void energy_is_kept(void **state)
{
    (void)state;
    const double coarse = energy_drift(2e-3), fine = energy_drift(1e-3);
    assert_true(coarse < 1.0);
    assert_true(fine < 1.3 * coarse / 4.0);
}

/* A rod under a constant force F on its end, a distance l from its joint: it comes to rest along the force
 * and swings about there with omega^2 = F l / J, which is all geometry of the force. */
static void steady_pull(const void *parameters, mb_effort_io *io)
{
    (void)parameters;
    for (int p = 0; p < PORTS; p++) io->force[p] = 0.0;
    io->force[0] = 30.0;
}

static void swings_about_its_rest(void **state)
{
    (void)state;
    mb_body_def body = {.name = "rod",
                        .mass = 1.0,
                        .inertia = {0.5, 0.4, 0.3, 0, 0, 0},
                        .joint = {.type = MB_REVOLUTE,
                                  .parent = MB_GROUND,
                                  .parent_point = {5, 6, 7},
                                  .orientation = {1, 0, 0, 0},
                                  .axis = {0, 1, 0},
                                  .q0 = {0.7}}};
    mb_effort_def effort = {.name = "pull", .ports = PORTS, .evaluate = steady_pull};
    mb_body_ports(effort.measure, 0, hl_v3(0.5, 0, 0));
    const mb_def def = {.body_count = 1, .bodies = &body, .effort_count = 1, .efforts = &effort};
    const mb_step_options options = mb_step_options_default();
    const mb_equilibrium_options search = mb_equilibrium_options_default();
    mb_equilibrium_report report;
    mb_mode *modes;
    int count;
    subject z;
    open_subject(&z, &def, &options);
    assert_int_equal(mb_equilibrium(z.model, z.state, &search, &z.arena, &report), HL_OK);
    CHECK_NEAR(z.state->q[0], 0.0, 1e-9); /* 1e-10 of the load over a stiffness F l: of the order of 1e-10 */
    assert_int_equal(mb_modes(z.model, z.state, &z.arena, &modes, &count), HL_OK);
    assert_int_equal(count, 1);
    CHECK_RELATIVE(modes[0].frequency, sqrt(30.0 * 0.5 / 0.4), 1e-12);
    close_subject(&z);
}

/* ---- what is refused ---- */

static void check_refused(mb_def def, const char *expected)
{
    hl_arena arena = {0};
    mb_model *model;
    mb_def_error error;
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    def.bodies = bodies;
    def.body_count = RIG_BODIES;
    assert_int_equal(mb_model_build(&def, &arena, &model, &error), HL_BAD_INPUT);
    assert_non_null(strstr(error.text, expected));
    hl_arena_free(&arena);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    mb_driver_def driver = {.name = "turner"};
    driver.measure = (mb_measure_def){
        .kind = MB_MEASURE_TURN, .body_a = MB_GROUND, .body_b = RIG_TIP, .axis_a = {0, 0, 1}};
    check_refused((mb_def){.driver_count = 1, .drivers = &driver}, "turner: a turn has a rate");
    mb_effort_def effort = rig_effort(&ALONE, RIG_TIP, 0);
    effort.pose_body[0] = RIG_BODIES;
    check_refused((mb_def){.effort_count = 1, .efforts = &effort}, "the pose of a body that does not exist");
    effort.pose_body[0] = MB_GROUND;
    check_refused((mb_def){.effort_count = 1, .efforts = &effort}, "the pose of a body that does not exist");
    effort.pose_count = MB_MAX_EFFORT_POSES + 1;
    check_refused((mb_def){.effort_count = 1, .efforts = &effort}, "poses of up to two bodies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constant_effort_is_a_wrench),
                                       cmocka_unit_test(tangent_on_one_body),
                                       cmocka_unit_test(tangent_between_bodies),
                                       cmocka_unit_test(tangent_of_a_turn),
                                       cmocka_unit_test(order_of_ports_does_not_matter),
                                       cmocka_unit_test(poses_and_ports_agree),
                                       cmocka_unit_test(second_order),
                                       cmocka_unit_test(global_moves_alike),
                                       cmocka_unit_test(numeric_tangent_agrees),
                                       cmocka_unit_test(energy_is_kept),
                                       cmocka_unit_test(swings_about_its_rest),
                                       cmocka_unit_test(bad_input_is_refused)};
    return cmocka_run_group_tests_name("body ports", tests, NULL, NULL);
}
