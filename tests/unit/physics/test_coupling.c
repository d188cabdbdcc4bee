/* Couplings of two bodies: partial derivatives, attaching without an impulse, momentum and energy while the
 * offset fades, stops, nothing at all while open. */
#include "support/check.h"

#include "mb/coupling.h"
#include "mb/step.h"

#include <float.h>
#include <math.h>

enum { PORTS = MB_COUPLING_PORTS, STATES = MB_COUPLING_STATES };

static const double STEP = 1e-3;
static const double ROUNDING = 50.0 * DBL_EPSILON;

/* ---- one evaluation ---- */

typedef struct bench {
    double s[PORTS], s_dot[PORTS], force[PORTS], x_dot[STATES];
    double force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS], x_dot_s[STATES * PORTS],
        x_dot_s_dot[STATES * PORTS];
    double elapsed;
} bench;

static void evaluate(const mb_coupling *coupling, bench *b, bool jacobian)
{
    const mb_effort_def effort = mb_coupling_effort("c", 0, hl_v3(0, 0, 0), hl_mat3_identity(), 1,
                                                    hl_v3(0, 0, 0), hl_mat3_identity(), coupling);
    mb_effort_io io = {.time = 5.0 + b->elapsed,
                       .step_start = 5.0,
                       .s = b->s,
                       .s_dot = b->s_dot,
                       .jacobian = jacobian,
                       .force = b->force,
                       .x_dot = b->x_dot};
    if (jacobian) {
        io.force_s = b->force_s;
        io.force_s_dot = b->force_s_dot;
        io.x_dot_s = b->x_dot_s;
        io.x_dot_s_dot = b->x_dot_s_dot;
    }
    effort.evaluate(effort.parameters, &io);
}

typedef struct probe {
    const mb_coupling *coupling;
    const bench *at;
    bool rate;
    int index, row; /* row: of the force, then of the states */
} probe;

static double probed(double value, const void *context)
{
    const probe *p = context;
    bench b = *p->at;
    (p->rate ? b.s_dot : b.s)[p->index] = value;
    evaluate(p->coupling, &b, false);
    return p->row < PORTS ? b.force[p->row] : b.x_dot[p->row - PORTS];
}

static void check_partials(const mb_coupling *coupling, const bench *at)
{
    bench b = *at;
    evaluate(coupling, &b, true);
    for (int row = 0; row < PORTS + STATES; row++)
        for (int j = 0; j < PORTS; j++) {
            const int state = row - PORTS;
            const probe by_place = {coupling, at, false, j, row}, by_rate = {coupling, at, true, j, row};
            const double of_place = row < PORTS ? b.force_s[row * PORTS + j] : b.x_dot_s[state * PORTS + j],
                         of_rate =
                             row < PORTS ? b.force_s_dot[row * PORTS + j] : b.x_dot_s_dot[state * PORTS + j];
            CHECK_DERIVATIVE(probed, &by_place, at->s[j], of_place, 1e-5, ROUNDING);
            CHECK_DERIVATIVE(probed, &by_rate, at->s_dot[j], of_rate, 1e-4, ROUNDING);
        }
}

static mb_coupling coupling_of(void)
{
    return (mb_coupling){.bushing = mb_coupling_bushing_of(200.0, 0.5, STEP),
                         .fade = 0.4,
                         .acts = true,
                         .low = {-0.3, -2.0, -2.0},
                         .high = {0.3, 2.0, 2.0},
                         .cone = 0.5};
}

static void partial_derivatives(void **state)
{
    (void)state;
    mb_coupling c = coupling_of();
    for (int i = 0; i < MB_COUPLING_HELD; i++)
        c.hold[i] = (mb_coupling_hold){i != 3, 0.01 * (i + 1), 0.1 * (i - 2), 0.1};
    /* roll beyond its stop, in the ramp of the damping; the x axes beyond the cone */
    const bench in = {.s = {0.02, -0.01, 0.03, 0.304, 0.05, -0.02, 0.45},
                      .s_dot = {0.3, -0.2, 0.1, 0.05, -0.4, 0.2, -0.1},
                      .elapsed = 5e-4};
    check_partials(&c, &in);
    const bench out = {.s = {0.02, -0.01, 0.03, -0.33, 0.05, -0.02, 0.495},
                       .s_dot = {0.3, -0.2, 0.1, 60.0, -0.4, 0.2, 40.0}}; /* faster than the stops follow */
    check_partials(&c, &out);
}

/* ---- attaching ---- */

static void force_begins_at_zero(void **state)
{
    (void)state;
    mb_coupling c = coupling_of();
    bench b = {.s = {0.05, -0.03, 0.02, 0.1, 0.0, 0.0, 1.0}, .s_dot = {0.2, 0.1, -0.3, 0.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) c.hold[i] = (mb_coupling_hold){true, b.s[i], b.s_dot[i], 0.0};
    evaluate(&c, &b, false);
    for (int i = 0; i < PORTS; i++) CHECK_NEAR(b.force[i], 0.0, 1e-9 * c.bushing.stiffness * 0.05);
    for (int i = 0; i < 3; i++) c.hold[i].since = c.fade;
    evaluate(&c, &b, false);
    for (int i = 0; i < 3; i++)
        CHECK_RELATIVE(b.force[i], -c.bushing.stiffness * b.s[i] - c.bushing.damping * b.s_dot[i], ROUNDING);
    c.acts = false;
    mb_coupling_pose pose = {.s = {1.0}};
    double force[PORTS];
    CHECK_SAME(mb_coupling_forces(&c, &pose, force), 0.0);
    for (int i = 0; i < PORTS; i++) CHECK_SAME(force[i], 0.0);
}

/* ---- two free bodies ---- */

typedef struct rig {
    hl_arena arena;
    mb_model *model;
    mb_state *state;
    mb_work *work;
    mb_coupling coupling;
    hl_vec3 point_a, point_b;
    hl_mat3 axes_a, axes_b;
} rig;

/* @param without  the coupling is not part of the model */
static void build(rig *r, bool without, double gravity)
{
    mb_body_def bodies[2] = {{.name = "a", .mass = 800.0, .inertia = {90.0, 120.0, 150.0, 4.0, -3.0, 2.0}},
                             {.name = "b", .mass = 200.0, .inertia = {20.0, 30.0, 25.0, 1.0, 0.5, -1.0}}};
    for (int i = 0; i < 2; i++)
        bodies[i].joint = (mb_joint_def){
            .type = MB_FREE, .parent = MB_GROUND, .orientation = {1, 0, 0, 0}, .axis = {0, 0, 1}};
    r->point_a = hl_v3(0.4, 0.1, -0.2);
    r->point_b = hl_v3(-0.5, 0.2, 0.1);
    r->axes_a = hl_quat_matrix(hl_quat_exp(hl_v3(0.2, -0.1, 0.3)));
    r->axes_b = hl_quat_matrix(hl_quat_exp(hl_v3(-0.3, 0.2, 0.1)));
    const mb_effort_def effort =
        mb_coupling_effort("coupling", 0, r->point_a, r->axes_a, 1, r->point_b, r->axes_b, &r->coupling);
    const mb_def def = {.gravity = hl_v3(0, 0, -gravity),
                        .body_count = 2,
                        .bodies = bodies,
                        .effort_count = without ? 0 : 1,
                        .efforts = &effort};
    mb_def_error error;
    mb_step_options options = mb_step_options_default();
    options.step = STEP;
    assert_int_equal(mb_model_build(&def, &r->arena, &r->model, &error), HL_OK);
    r->state = mb_state_new(r->model, &r->arena);
    r->work = mb_work_new(r->model, &options, &r->arena);
    assert_true(r->state != NULL && r->work != NULL);
}

static mb_frame_motion frame(const rig *r, int body)
{
    const hl_mat3 turn = mb_rotation(r->model, r->work, body), *own = body == 0 ? &r->axes_a : &r->axes_b;
    const mb_point_motion p = mb_point(r->model, r->work, body, body == 0 ? r->point_a : r->point_b);
    return (mb_frame_motion){p.position, p.velocity, mb_angular_velocity(r->model, r->work, body),
                             hl_mat3_mul(&turn, own)};
}

static mb_coupling_pose pose(const rig *r)
{
    const mb_frame_motion a = frame(r, 0), b = frame(r, 1);
    return mb_coupling_pose_of(&a, &b);
}

static void put(rig *r, int body, hl_vec3 at, hl_vec3 turn, hl_vec3 velocity, hl_vec3 spin)
{
    double *q = r->state->q + mb_model_q_index(r->model, body),
           *v = r->state->v + mb_model_column(r->model, body);
    const hl_quat rotation = hl_quat_exp(turn);
    q[0] = at.x, q[1] = at.y, q[2] = at.z;
    q[3] = rotation.w, q[4] = rotation.x, q[5] = rotation.y, q[6] = rotation.z;
    v[0] = velocity.x, v[1] = velocity.y, v[2] = velocity.z;
    v[3] = spin.x, v[4] = spin.y, v[5] = spin.z;
}

/* The frames some centimetres and degrees apart, with a relative motion. */
static void start(rig *r)
{
    mb_assembly_report report;
    put(r, 0, hl_v3(1.0, 2.0, 3.0), hl_v3(0.1, 0.2, -0.1), hl_v3(1.0, 0.2, 0.1), hl_v3(0.02, -0.03, 0.05));
    put(r, 1, hl_v3(1.9, 1.9, 2.75), hl_v3(0.55, -0.15, 0.1), hl_v3(0.8, 0.1, 0.0), hl_v3(-0.05, 0.02, 0.01));
    assert_int_equal(mb_assemble(r->model, r->state, r->work, &report), HL_OK);
}

static void run(rig *r, double seconds)
{
    mb_step_report report;
    for (int i = 0; i < (int)(seconds / STEP + 0.5); i++) {
        assert_int_equal(mb_step(r->model, r->state, r->work, &report), HL_OK);
        for (int k = 0; k < MB_COUPLING_HELD; k++) r->coupling.hold[k].since += STEP;
    }
    mb_evaluate_state(r->model, r->state, r->work);
}

static void hold_all(rig *r)
{
    const mb_coupling_pose now = pose(r);
    for (int k = 0; k < MB_COUPLING_HELD; k++)
        r->coupling.hold[k] = (mb_coupling_hold){true, now.s[k], now.s_dot[k], 0.0};
    r->coupling.acts = true;
}

static void pose_is_that_of_the_ports(void **state)
{
    (void)state;
    rig r = {.coupling = coupling_of()};
    build(&r, false, 0.0);
    start(&r);
    mb_evaluate_state(r.model, r.state, r.work);
    const mb_coupling_pose now = pose(&r);
    for (int k = 0; k < PORTS; k++) {
        const mb_port_value port = mb_effort_port(r.model, r.work, 0, k);
        CHECK_NEAR(now.s[k], port.s, 1e-12);
        CHECK_NEAR(now.s_dot[k], port.s_dot, 1e-12);
    }
    hl_arena_free(&r.arena);
}

/* kinetic + stored + loss - work of the rest values */
static double balance(const rig *r)
{
    const mb_energy e = mb_energies(r->model, r->work);
    return e.kinetic + e.stored + r->state->x[MB_COUPLING_LOSS] - r->state->x[MB_COUPLING_WORK];
}

static void momentum_and_energy_are_kept(void **state)
{
    (void)state;
    rig r = {.coupling = coupling_of()};
    build(&r, false, 0.0);
    start(&r);
    hold_all(&r);
    mb_evaluate_state(r.model, r.state, r.work);
    const mb_energy before = mb_energies(r.model, r.work);
    const double energy = balance(&r);
    double largest = 0.0, force[PORTS];
    for (int i = 0; i < 60; i++) {
        run(&r, 0.01);
        const mb_coupling_pose now = pose(&r);
        (void)mb_coupling_forces(&r.coupling, &now, force);
        largest = fmax(largest, hl_norm(hl_v3(force[0], force[1], force[2])));
        CHECK_NEAR(balance(&r), energy, 2e-4 * energy);
    }
    const mb_energy after = mb_energies(r.model, r.work);
    CHECK_NEAR(hl_norm(hl_sub(after.momentum, before.momentum)), 0.0, 1e-6 * hl_norm(before.momentum));
    CHECK_NEAR(hl_norm(hl_sub(after.angular_momentum, before.angular_momentum)), 0.0,
               1e-5 * hl_norm(before.angular_momentum));
    const mb_coupling_pose now = pose(&r);
    for (int k = 0; k < MB_COUPLING_HELD; k++) {
        CHECK_NEAR(now.s[k], 0.0, 2e-5);
        CHECK_NEAR(now.s_dot[k], 0.0, 1e-3);
    }
    /* a blow would take the relative speed of 0.2 m/s away in a step: 160 kg 0.2 m/s/1 ms */
    assert_in_range((int)largest, 100, 3000);
    hl_arena_free(&r.arena);
}

/* b hangs on a, which is far heavier: its x axis ends at the cone, at rest. */
static void cone_ends_the_rotation(void **state)
{
    (void)state;
    rig r = {.coupling = coupling_of()};
    build(&r, false, 9.81);
    start(&r);
    for (int k = 0; k < 3; k++)
        r.coupling.hold[k] = (mb_coupling_hold){true, pose(&r).s[k], pose(&r).s_dot[k], 0.0};
    r.coupling.acts = true;
    r.coupling.cone = pose(&r).s[MB_COUPLING_CONE] - 0.05;
    put(&r, 1, hl_v3(1.9, 1.9, 2.75), hl_v3(0.55, -0.15, 0.1), hl_v3(0.8, 0.1, 0.0), hl_v3(0.0, 1.0, 0.6));
    double least = 1.0;
    for (int i = 0; i < 100; i++) {
        run(&r, 0.01);
        least = fmin(least, pose(&r).s[MB_COUPLING_CONE]);
    }
    /* it has met the stop, and gone little beyond */
    assert_true(least < r.coupling.cone && least > r.coupling.cone - 0.005);
    hl_arena_free(&r.arena);
}

static void open_coupling_leaves_all_bits(void **state)
{
    (void)state;
    rig with = {.coupling = coupling_of()}, without = {.coupling = coupling_of()};
    build(&with, false, 9.81);
    build(&without, true, 9.81);
    with.coupling.acts = false;
    start(&with);
    start(&without);
    run(&with, 0.5);
    run(&without, 0.5);
    for (int i = 0; i < 14; i++) CHECK_SAME(with.state->q[i], without.state->q[i]);
    for (int i = 0; i < 12; i++) CHECK_SAME(with.state->v[i], without.state->v[i]);
    hl_arena_free(&with.arena);
    hl_arena_free(&without.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_derivatives),       cmocka_unit_test(force_begins_at_zero),
        cmocka_unit_test(pose_is_that_of_the_ports), cmocka_unit_test(momentum_and_energy_are_kept),
        cmocka_unit_test(cone_ends_the_rotation),    cmocka_unit_test(open_coupling_leaves_all_bits)};
    return cmocka_run_group_tests_name("coupling", tests, NULL, NULL);
}
