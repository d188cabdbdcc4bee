/* What a medium does to a body at given motions: the limits, the ellipsoid between them, power, the known
 * wrench with its stiffness and damping, and every partial derivative against central differences. */
#include "support/check.h"

#include "contact/resistance.h"
#include "mb/step.h"
#include "wrench_rig.h"

#include <math.h>

enum { PORTS = 6 };

/* Some ten operations on numbers of the size of the largest; places some metres from the origin are told
 * apart by 1e-15 m, which K turns into 1e-9 N of some 1e4. */
static const double ROUNDING = 1e-12;

/* One body in a medium, how it moves, and what the effort answers. */
typedef struct bench {
    contact_medium medium;
    mb_pose pose;
    double time, s_dot[PORTS], z[RESISTANCE_STATES];
    double force[PORTS], z_dot[RESISTANCE_STATES], potential;
    double force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS], force_z[PORTS * RESISTANCE_STATES];
    double z_dot_s[RESISTANCE_STATES * PORTS], z_dot_s_dot[RESISTANCE_STATES * PORTS],
        z_dot_z[RESISTANCE_STATES * RESISTANCE_STATES];
    bool idle;
} bench;

static void evaluate(bench *b, bool jacobian)
{
    const mb_effort_def effort = contact_resistance("bucket", 0, &b->medium);
    const hl_vec3 p = b->pose.position;
    const double s[PORTS] = {p.x, p.y, p.z, 0.0, 0.0, 0.0};
    mb_effort_io io = {.time = b->time,
                       .s = s,
                       .s_dot = b->s_dot,
                       .x = b->z,
                       .pose = &b->pose,
                       .jacobian = jacobian,
                       .force = b->force,
                       .x_dot = b->z_dot};
    for (int i = 0; i < PORTS; i++) b->force[i] = (double)NAN; /* nothing may depend on what was there */
    if (jacobian) {                                            /* left NULL otherwise; they come zeroed */
        io.force_s = b->force_s;
        io.force_s_dot = b->force_s_dot;
        io.force_x = b->force_z;
        io.x_dot_s = b->z_dot_s;
        io.x_dot_s_dot = b->z_dot_s_dot;
        io.x_dot_x = b->z_dot_z;
    }
    effort.evaluate(effort.parameters, &io);
    b->potential = io.potential;
    b->idle = io.idle;
}

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed);
    return hl_v3(size * x, size * y, size * check_random(seed));
}

/* Axes turned at random, limits of 1 to 60 kN, a bristle with or without damping. */
static contact_medium random_medium(uint64_t *seed)
{
    const hl_mat3 R = hl_quat_matrix(hl_quat_exp(random_vector(seed, 3.0)));
    contact_medium medium = {.resists = true, .bend = 3e-3, .point = random_vector(seed, 1.0)};
    for (int i = 0; i < 3; i++) {
        medium.axis[i] = hl_mat3_column(&R, i);
        medium.limit[i] = 1e3 * pow(60.0, 0.5 + 0.5 * check_random(seed));
    }
    medium.lead = check_random(seed) > 0.0 ? 5e-3 : 0.0;
    return medium;
}

static bench random_bench(uint64_t *seed)
{
    bench b = {.medium = random_medium(seed), .pose = {.position = random_vector(seed, 3.0)}};
    b.pose.rotation = hl_quat_matrix(hl_quat_exp(random_vector(seed, 3.0)));
    return b;
}

/* The body moves, without turning, at v. */
static void move(bench *b, hl_vec3 v)
{
    b->s_dot[0] = v.x, b->s_dot[1] = v.y, b->s_dot[2] = v.z;
}

static void bend(bench *b, hl_vec3 z)
{
    b->z[0] = z.x, b->z[1] = z.y, b->z[2] = z.z;
}

static hl_vec3 force_of(const bench *b)
{
    return hl_v3(b->force[0], b->force[1], b->force[2]);
}

/* sqrt(sum (F_i/g_i)^2) */
static double in_limits(const contact_medium *medium, hl_vec3 force)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double share = hl_dot(medium->axis[i], force) / medium->limit[i];
        sum += share * share;
    }
    return sqrt(sum);
}

/* z at which a motion at v leaves it as it is: z* v/|v| */
static hl_vec3 steady_bend(const contact_medium *medium, hl_vec3 v)
{
    return hl_scale(medium->bend / hl_norm(v), v);
}

/* G a */
static hl_vec3 of_limits(const contact_medium *medium, hl_vec3 a)
{
    hl_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        sum = hl_add_scaled(sum, medium->limit[i] * hl_dot(medium->axis[i], a), medium->axis[i]);
    return sum;
}

static double largest_limit(const contact_medium *medium)
{
    return fmax(medium->limit[0], fmax(medium->limit[1], medium->limit[2]));
}

/* ---- bristle ---- */

/* Along an axis the limit, at any speed, either way, with its moment about the body's origin. */
static void steady_motion_meets_the_limit(void **state)
{
    (void)state;
    uint64_t seed = 61;
    for (int n = 0; n < 200; n++) {
        bench b = random_bench(&seed);
        const int axis = n % 3;
        const double speed = (n % 2 == 0 ? 1.0 : -1.0) * pow(10.0, 2.0 * check_random(&seed));
        const hl_vec3 v = hl_scale(speed, b.medium.axis[axis]);
        move(&b, v);
        bend(&b, steady_bend(&b.medium, v));
        evaluate(&b, false);
        const double g = b.medium.limit[axis];
        const hl_vec3 expected = hl_scale(speed > 0.0 ? -g : g, b.medium.axis[axis]);
        CHECK_NEAR(hl_norm(hl_sub(force_of(&b), expected)), 0.0, g * ROUNDING);
        const hl_vec3 moment = hl_cross(hl_mul(&b.pose.rotation, b.medium.point), expected);
        CHECK_NEAR(hl_norm(hl_sub(hl_v3(b.force[3], b.force[4], b.force[5]), moment)), 0.0, g * ROUNDING);
        for (int i = 0; i < 3; i++) CHECK_NEAR(b.z_dot[i], 0.0, fabs(speed) * ROUNDING);
    }
}

/* A blade that is pushed ahead and lifted a little, as out of a heap: its resistance ahead goes with the
 * cosine, however little resists lifting. */
static void rising_slightly_frees_no_blade(void **state)
{
    (void)state;
    static const double degree = 3.14159265358979324 / 180.0;
    const contact_medium medium = {.resists = true,
                                   .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                   .limit = {65122, 16162, 1470},
                                   .bend = 0.01,
                                   .lead = 0.01};
    for (int rise = 0; rise <= 90; rise += 10) {
        bench b = {.medium = medium, .pose = {.rotation = hl_mat3_identity()}};
        const hl_vec3 v = {0.2 * cos(rise * degree), 0.0, 0.2 * sin(rise * degree)};
        move(&b, v);
        bend(&b, steady_bend(&b.medium, v));
        evaluate(&b, false);
        CHECK_NEAR(b.force[0], -65122.0 * cos(rise * degree), 65122.0 * ROUNDING);
        CHECK_NEAR(b.force[2], -1470.0 * sin(rise * degree), 65122.0 * ROUNDING);
    }
}

/* In any direction steady motion ends on the ellipsoid of the limits; from within no motion leads out. */
static void stays_on_the_ellipsoid(void **state)
{
    (void)state;
    uint64_t seed = 62;
    for (int n = 0; n < 1000; n++) {
        bench b = random_bench(&seed);
        const hl_vec3 v = hl_scale(pow(10.0, 2.0 * check_random(&seed)), random_vector(&seed, 1.0));
        move(&b, v);
        bend(&b, steady_bend(&b.medium, v));
        evaluate(&b, false);
        CHECK_NEAR(in_limits(&b.medium, force_of(&b)), 1.0, ROUNDING);
        for (int i = 0; i < 3; i++) CHECK_NEAR(b.z_dot[i], 0.0, hl_norm(v) * ROUNDING);

        const bool at_the_rim = n % 2 == 0;
        const hl_vec3 within = random_vector(&seed, 1.0);
        const double size = b.medium.bend * (at_the_rim ? 1.0 : fabs(check_random(&seed)));
        bend(&b, hl_scale(size / hl_norm(within), within));
        evaluate(&b, false);
        assert_true(in_limits(&b.medium, force_of(&b)) <= 1.0 + ROUNDING);
        const hl_vec3 z = hl_v3(b.z[0], b.z[1], b.z[2]), rate = hl_v3(b.z_dot[0], b.z_dot[1], b.z_dot[2]);
        if (at_the_rim) assert_true(hl_dot(z, rate) <= b.medium.bend * hl_norm(v) * ROUNDING);
    }
}

/* At rest: a spring, and the bend stays. */
static void holds_at_rest(void **state)
{
    (void)state;
    uint64_t seed = 63;
    bench b = random_bench(&seed);
    const hl_vec3 z = hl_v3(1e-4, -2e-4, 3e-5);
    const hl_vec3 held = hl_scale(-1.0 / b.medium.bend, of_limits(&b.medium, z));
    bend(&b, z);
    evaluate(&b, false);
    const double rounding = hl_norm(held) * ROUNDING;
    CHECK_NEAR(hl_norm(hl_sub(force_of(&b), held)), 0.0, rounding);
    CHECK_NEAR(hl_norm(hl_sub(contact_medium_force(&b.medium, b.z), held)), 0.0, rounding);
    CHECK_RELATIVE(b.potential, -0.5 * hl_dot(held, z), ROUNDING);
    for (int i = 0; i < 3; i++) CHECK_SAME(b.z_dot[i], 0.0);
}

/* However bent and moved, also beyond the limits: what the body loses is at least what the bristle gains. */
static void takes_more_than_it_stores(void **state)
{
    (void)state;
    uint64_t seed = 64;
    for (int n = 0; n < 2000; n++) {
        bench b = random_bench(&seed);
        const hl_vec3 v = hl_scale(pow(10.0, 2.0 * check_random(&seed)), random_vector(&seed, 1.0)),
                      z = random_vector(&seed, 0.01);
        move(&b, v);
        bend(&b, z);
        evaluate(&b, false);
        const hl_vec3 held = hl_scale(1.0 / b.medium.bend, of_limits(&b.medium, z));
        const double taken = -hl_dot(force_of(&b), v),
                     stored = hl_dot(held, hl_v3(b.z_dot[0], b.z_dot[1], b.z_dot[2]));
        const double k = largest_limit(&b.medium) / b.medium.bend, bent = hl_norm(z) / b.medium.bend;
        const double size = fabs(taken) + k * hl_norm(z) * hl_norm(v) * (1.0 + bent);
        assert_true(taken >= stored - size * ROUNDING);
    }
}

/* Round and round an ellipse: every turn after the first costs what friction along it does at least on its
 * smallest limit and at most on its largest, once the bend follows. Midpoint rule. */
static void cycles_cost_work(void **state)
{
    (void)state;
    enum { STEPS = 20000 };
    uint64_t seed = 65;
    bench b = random_bench(&seed);
    const double *g = b.medium.limit, dt = 1.0 / STEPS; /* a turn a second */
    const double least = fmin(g[0], fmin(g[1], g[2])), most = fmax(g[0], fmax(g[1], g[2]));
    for (int turn = 0; turn < 3; turn++) {
        evaluate(&b, false);
        const double before = b.potential;
        double work = 0.0, way = 0.0;
        for (int i = 0; i < STEPS; i++) {
            const double phase = 2.0 * 3.14159265358979324 * (i + 0.5) * dt;
            const hl_vec3 v = hl_v3(-cos(phase), 0.5 * sin(phase), 0.3 * cos(phase + 0.4));
            const double z[3] = {b.z[0], b.z[1], b.z[2]};
            move(&b, v);
            evaluate(&b, false);
            for (int k = 0; k < 3; k++) b.z[k] = z[k] + 0.5 * dt * b.z_dot[k];
            evaluate(&b, false);
            for (int k = 0; k < 3; k++) b.z[k] = z[k] + dt * b.z_dot[k];
            work -= dt * hl_dot(force_of(&b), v);
            way += dt * hl_norm(v);
        }
        evaluate(&b, false);
        const double after = b.potential;
        assert_true(work >= after - before);
        /* the bend lags by 2 z* or 6 mm of some metres: of the size of a hundredth */
        if (turn > 0) assert_true(work > 0.98 * least * way && work < most * way);
    }
}

/* ---- between steps ---- */

static void lets_go_where_nothing_resists(void **state)
{
    (void)state;
    uint64_t seed = 66;
    const contact_medium some = random_medium(&seed), nothing = {.resists = false};
    double z[3] = {1e-3, 0, -1e-3}, z_dot[3] = {1, 2, 3};
    contact_medium_release(&some, z, z_dot);
    CHECK_SAME(z[0], 1e-3);
    CHECK_SAME(z_dot[2], 3.0);
    contact_medium_release(&nothing, z, z_dot);
    for (int i = 0; i < 3; i++) {
        CHECK_SAME(z[i], 0.0);
        CHECK_SAME(z_dot[i], 0.0);
    }
    CHECK_SAME(hl_norm(contact_medium_force(&nothing, (const double[3]){1e-3, 0, 0})), 0.0);
}

/* ---- the known wrench ---- */

static void idle_without_a_medium(void **state)
{
    (void)state;
    bench b = {.pose = {.rotation = hl_mat3_identity()}, .s_dot = {1, 2, 3, 4, 5, 6}, .z = {1e-3, 0, 0}};
    evaluate(&b, true);
    assert_true(b.idle);
    for (int i = 0; i < PORTS; i++) CHECK_SAME(b.force[i], 0.0);
    for (int i = 0; i < 3; i++) CHECK_SAME(b.z_dot[i], 0.0);
}

/* A body that goes on as it did when the step began feels the known wrench alone; x_0, v_0 are those of
 * load_point. Deviations are felt there, with their lever. */
static void known_wrench(void **state)
{
    (void)state;
    bench b = {.medium = {.loaded = true,
                          .load_point = {0, 0, 2},
                          .force = {10, 20, 30},
                          .moment = {1, 2, 3},
                          .K = {4e3, 1e3, 1e3, 0, 0, 0},
                          .C = {100, 100, 100, 0, 0, 0},
                          .start = {5, 0, 2},
                          .velocity = {1, 0, 0},
                          .time = 3.0},
               .pose = {hl_v3(5.5, 0, 0), hl_mat3_identity()},
               .time = 3.5,
               .s_dot = {1, 0, 0, 0, 0, 0},
               .z = {1e-3, 0, 0}};
    evaluate(&b, false);
    assert_false(b.idle);
    const double known[PORTS] = {10, 20, 30, 1, 2, 3};
    for (int i = 0; i < PORTS; i++) CHECK_NEAR(b.force[i], known[i], 1e4 * ROUNDING);
    for (int i = 0; i < 3; i++) CHECK_SAME(b.z_dot[i], 0.0); /* nothing bends the bristle */
    b.pose.position.x += 0.01;                               /* K: -40 N in x at the height 2 m */
    b.s_dot[3] = 0.25; /* about x: the point moves at -0.5 m/s in y; C: +50 N */
    evaluate(&b, false);
    const double now[PORTS] = {10 - 40, 20 + 50, 30, 1 - 2 * 50, 2 - 2 * 40, 3};
    for (int i = 0; i < PORTS; i++) CHECK_NEAR(b.force[i], now[i], 1e4 * ROUNDING);
}

/* ---- partial derivatives ---- */

enum { VARY_POSE, VARY_RATE, VARY_BRISTLE };

/* Vary one number, read force or z_dot number `row`, raised by `size`, which differences do not see, so that
 * rounding is relative to it. */
typedef struct probe {
    const bench *at;
    int vary, index, row;
    bool rate;
    double size;
} probe;

static double probed(double value, const void *context)
{
    const probe *p = context;
    bench b = *p->at;
    if (p->vary == VARY_POSE && p->index < 3) {
        double *const place[3] = {&b.pose.position.x, &b.pose.position.y, &b.pose.position.z};
        *place[p->index] += value;
    } else if (p->vary == VARY_POSE) {
        const double turn[3] = {p->index == 3 ? value : 0, p->index == 4 ? value : 0,
                                p->index == 5 ? value : 0};
        const hl_mat3 R = hl_quat_matrix(hl_quat_exp(hl_v3(turn[0], turn[1], turn[2])));
        b.pose.rotation = hl_mat3_mul(&R, &b.pose.rotation);
    } else if (p->vary == VARY_RATE) {
        b.s_dot[p->index] += value;
    } else {
        b.z[p->index] += value;
    }
    evaluate(&b, false);
    return p->size + (p->rate ? b.z_dot[p->row] : b.force[p->row]);
}

/* Steps: small against lengths of a metre, against the speeds, against g/k. */
static void check_partials(const bench *at)
{
    static const double STEP[3] = {1e-5, 1e-4, 1e-6};
    static const int COLUMNS[3] = {PORTS, PORTS, RESISTANCE_STATES};
    bench b = *at;
    evaluate(&b, true);
    const double *const force[3] = {b.force_s, b.force_s_dot, b.force_z}, *const rate[3] = {b.z_dot_s,
                                                                                            b.z_dot_s_dot,
                                                                                            b.z_dot_z};
    double size[2] = {0.0, 0.0};
    for (int i = 0; i < PORTS; i++) size[0] += fabs(b.force[i]);
    for (int i = 0; i < 3; i++) size[1] += fabs(b.s_dot[i]) + fabs(b.s_dot[3 + i]) + fabs(b.z_dot[i]);
    for (int vary = 0; vary < 3; vary++)
        for (int j = 0; j < COLUMNS[vary]; j++)
            for (int i = 0; i < PORTS + RESISTANCE_STATES; i++) {
                const bool of_rate = i >= PORTS;
                const int row = of_rate ? i - PORTS : i;
                const probe p = {at, vary, j, row, of_rate, size[of_rate]};
                const double analytic = (of_rate ? rate : force)[vary][row * COLUMNS[vary] + j];
                CHECK_DERIVATIVE(probed, &p, 0.0, analytic, STEP[vary], ROUNDING);
            }
}

static hl_sym3 random_stiffness(uint64_t *seed, double size)
{
    const hl_mat3 R = hl_quat_matrix(hl_quat_exp(random_vector(seed, 3.0)));
    const hl_sym3 principal = {size, 0.3 * size, 2.0 * size, 0, 0, 0};
    return hl_sym_rotated(&R, &principal);
}

/* Resisted, loaded, and both; at speeds far above the steps. */
static void partial_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 67;
    for (int n = 0; n < 60; n++) {
        bench b = random_bench(&seed);
        b.medium.resists = n % 3 != 0;
        b.medium.loaded = n % 3 != 1;
        b.medium.load_point = random_vector(&seed, 1.0);
        b.medium.force = random_vector(&seed, 1e4);
        b.medium.moment = random_vector(&seed, 1e4);
        b.medium.K = random_stiffness(&seed, 1e5);
        b.medium.C = random_stiffness(&seed, 1e3);
        b.medium.start = hl_add(b.pose.position, random_vector(&seed, 1.0));
        b.medium.velocity = random_vector(&seed, 1.0);
        b.medium.time = 7.0;
        b.time = 7.001;
        for (int k = 0; k < PORTS; k++) b.s_dot[k] = 0.5 + check_random(&seed);
        for (int k = 0; k < 3; k++) b.z[k] = 1e-3 * check_random(&seed);
        check_partials(&b);
    }
}

/* ---- in a chain ---- */

/* Largest number of iterations within a hundred steps of a chain with every kind of joint in it, a body of
 * which moves through a medium; q <- where it ends. */
static int run_chain(bool numeric, int body, double *q, int count)
{
    uint64_t seed = 68;
    hl_arena arena = {0};
    mb_body_def bodies[RIG_BODIES];
    rig_bodies(bodies);
    contact_medium medium = random_medium(&seed); /* limits of its weight and a few times that */
    for (int i = 0; i < 3; i++) medium.limit[i] *= 1e-3;
    medium.bend = 2e-3;
    medium.lead = 5e-3;
    medium.loaded = true;
    medium.load_point = rig_point();
    medium.force = hl_v3(3, 2, 1);
    medium.C = random_stiffness(&seed, 5.0);
    const mb_effort_def effort = contact_resistance("soil", body, &medium);
    const mb_def def = {.gravity = {0, 0, -9.81},
                        .body_count = RIG_BODIES,
                        .bodies = bodies,
                        .effort_count = 1,
                        .efforts = &effort};
    mb_step_options options = mb_step_options_default();
    options.numeric_tangent = numeric;
    mb_model *model;
    mb_def_error error;
    mb_assembly_report assembly;
    assert_int_equal(mb_model_build(&def, &arena, &model, &error), HL_OK);
    mb_state *state = mb_state_new(model, &arena);
    mb_work *work = mb_work_new(model, &options, &arena);
    assert_true(state != NULL && work != NULL);
    assert_int_equal(mb_assemble(model, state, work, &assembly), HL_OK);
    assert_true(count >= mb_model_counts(model).coordinates);
    int most = 0;
    for (int i = 0; i < 100; i++) {
        mb_step_report report;
        assert_int_equal(mb_step(model, state, work, &report), HL_OK);
        if (report.iterations > most) most = report.iterations;
    }
    for (int i = 0; i < mb_model_counts(model).coordinates; i++) q[i] = state->q[i];
    hl_arena_free(&arena);
    return most;
}

/* The analytic tangent converges as fast as one by differences, to the same place: increments below 1e-9 end
 * an iteration, a hundred steps leave at most a hundred times that. */
static void newton_knows_it(void **state)
{
    (void)state;
    enum { MOST = 7 * RIG_BODIES };
    static const int bodies[] = {RIG_FREE, RIG_BALL, RIG_SLIDE, RIG_TIP};
    for (int i = 0; i < 4; i++) {
        double analytic[MOST] = {0}, numeric[MOST] = {0};
        const int most = run_chain(false, bodies[i], analytic, MOST);
        assert_true(most <= run_chain(true, bodies[i], numeric, MOST));
        for (int k = 0; k < MOST; k++) CHECK_NEAR(analytic[k], numeric[k], 100.0 * 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steady_motion_meets_the_limit),
                                       cmocka_unit_test(rising_slightly_frees_no_blade),
                                       cmocka_unit_test(stays_on_the_ellipsoid),
                                       cmocka_unit_test(holds_at_rest),
                                       cmocka_unit_test(takes_more_than_it_stores),
                                       cmocka_unit_test(cycles_cost_work),
                                       cmocka_unit_test(lets_go_where_nothing_resists),
                                       cmocka_unit_test(idle_without_a_medium),
                                       cmocka_unit_test(known_wrench),
                                       cmocka_unit_test(partial_derivatives),
                                       cmocka_unit_test(newton_knows_it)};
    return cmocka_run_group_tests_name("contact_resistance", tests, NULL, NULL);
}
