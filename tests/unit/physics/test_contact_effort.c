/* Contact response at given motions: values by hand, no adhesion, bounded and passive friction, and every
 * partial derivative against central differences. */
#include "support/check.h"

#include "contact_rig.h"

#include <float.h>

enum { PORTS = 6 };

static const contact_material STEEL = {
    .stiffness = 1e6, .bristle_stiffness = 5e3, .bristle_damping = 20.0, .stribeck_velocity = 0.1};
/* Linear damping; and Hunt and Crossley's, with other friction. */
static const contact_surface DAMPED = {.damping = 2e4, .kinetic = 0.4, .stiction = 0.6},
                             DISSIPATES = {.dissipation = 1.4, .kinetic = 0.2, .stiction = 0.25};

/* Penetrations of millimetres are differences of places some metres from the origin, so that forces are known
 * to 1e-15/1e-3 of their size; a few operations more. */
static const double ROUNDING = 1e-11;

/* One body, what touches it, how it moves, and what the effort answers. */
typedef struct bench {
    contact_set set;
    contact_effort_data data;
    mb_pose pose;
    double s_dot[PORTS], z[CONTACT_STATES];
    double hertz_depth;
    double force[PORTS], z_dot[CONTACT_STATES], potential;
    double force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS], force_z[PORTS * CONTACT_STATES];
    double z_dot_s[CONTACT_STATES * PORTS], z_dot_s_dot[CONTACT_STATES * PORTS],
        z_dot_z[CONTACT_STATES * CONTACT_STATES];
    bool idle;
} bench;

static void evaluate(bench *b, bool jacobian)
{
    b->data = (contact_effort_data){.material = STEEL, .set = &b->set};
    b->data.material.hertz_depth = b->hertz_depth;
    const mb_effort_def effort = contact_effort("bucket", 0, &b->data);
    const hl_vec3 p = b->pose.position;
    const double s[PORTS] = {p.x, p.y, p.z, 0.0, 0.0, 0.0};
    mb_effort_io io = {
        .s = s, .s_dot = b->s_dot, .x = b->z, .pose = &b->pose, .jacobian = jacobian, .force = b->force};
    io.x_dot = b->z_dot;
    for (int i = 0; i < PORTS; i++) b->force[i] = (double)NAN; /* nothing may depend on what was there */
    if (jacobian) {                                            /* left NULL otherwise */
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

static bench still_bench(void)
{
    return (bench){.pose = {hl_v3(0, 0, 0), hl_mat3_identity()}};
}

/* A point of the body that is `depth` inside a plane. */
static void touch_on(bench *b, const contact_surface *surface, hl_vec3 point, hl_vec3 normal, double depth)
{
    const hl_vec3 place = hl_add(b->pose.position, hl_mul(&b->pose.rotation, point));
    const int at =
        contact_set_add(&b->set, point, hl_add_scaled(place, depth, normal), normal, depth, 0, surface);
    b->set.approach[at] = 0.5;
}

static void touch(bench *b, hl_vec3 point, hl_vec3 normal, double depth)
{
    touch_on(b, &DAMPED, point, normal, depth);
}

static hl_vec3 force_of(const bench *b)
{
    return hl_v3(b->force[0], b->force[1], b->force[2]);
}

/* ---- normal forces ---- */

/* Beyond the ramp F = K d + C d_dot, at its point. */
static void one_point_presses(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(2, 0, 0), hl_v3(0, 0, 1), 0.005);
    b.s_dot[2] = -0.1;
    evaluate(&b, false);
    assert_false(b.idle);
    CHECK_RELATIVE(b.force[2], 5000.0 + 2000.0, ROUNDING);
    CHECK_RELATIVE(b.force[4], -2.0 * 7000.0, ROUNDING);
    CHECK_NEAR(b.force[0], 0.0, 7000.0 * ROUNDING);
    CHECK_NEAR(b.force[1], 0.0, 7000.0 * ROUNDING);
    CHECK_RELATIVE(b.potential, 0.5 * 1e6 * 0.005 * 0.005, ROUNDING);
    b.s_dot[2] = 0.0;
    b.s_dot[4] = 0.05; /* turns the point down at 0.1 m/s */
    evaluate(&b, false);
    CHECK_RELATIVE(b.force[2], 7000.0, ROUNDING);
}

/* However fast it leaves, whatever the penetration: never adhesive, and from zero on continuous. */
static void never_adhesive(void **state)
{
    (void)state;
    for (double depth = -0.01; depth < 0.02; depth += 0.00037)
        for (double speed = -3.0; speed < 3.0; speed += 0.17) {
            bench b = still_bench();
            touch(&b, hl_v3(0.3, 0.2, 0), hl_v3(0, 0, 1), depth);
            b.s_dot[2] = speed;
            evaluate(&b, false);
            assert_true(b.force[2] >= 0.0);
            if (depth <= 0.0) CHECK_SAME(b.force[2], 0.0);
        }
    for (double depth = 1e-12; depth < 1e-3; depth *= 10.0) {
        bench b = still_bench();
        touch(&b, hl_v3(0, 0, 0), hl_v3(0, 0, 1), depth);
        b.s_dot[2] = -3.0;
        evaluate(&b, false);
        const double u = depth / 1e-3; /* of the ramp; S(u) <= 3 u^2 */
        assert_true(b.force[2] <= 1e6 * depth + 2e4 * 3.0 * 3.0 * u * u + 1e-9);
    }
}

/* F = K d (1 + D d_dot/v0), and with a Hertzian depth K d sqrt(d/d_h) in place of K d. */
static void hunt_and_crossley(void **state)
{
    (void)state;
    for (int hertz = 0; hertz < 2; hertz++) {
        bench b = still_bench();
        b.hertz_depth = hertz ? 0.0025 : 0.0;
        touch_on(&b, &DISSIPATES, hl_v3(0, 0, 0), hl_v3(0, 0, 1), 0.01);
        b.s_dot[2] = -0.25;
        evaluate(&b, false);
        const double elastic = hertz ? 20000.0 : 10000.0;
        CHECK_RELATIVE(b.force[2], elastic * (1.0 + 1.4 * 0.5), ROUNDING);
        CHECK_RELATIVE(b.potential, elastic * 0.01 * (hertz ? 0.4 : 0.5), ROUNDING);
        CHECK_RELATIVE(b.z_dot[CONTACT_LOSS], elastic * 1.4 * 0.5 * 0.25, ROUNDING);
        b.s_dot[2] = 0.5; /* it leaves faster than the spring: 1 - 1.4 < 0 */
        evaluate(&b, false);
        CHECK_SAME(b.force[2], 0.0);
        CHECK_RELATIVE(b.z_dot[CONTACT_LOSS], elastic * 0.5, ROUNDING); /* what the spring held */
    }
}

/* Friction of points on different materials is their mean, weighed by what they carry: 5 kN and 10 kN. */
static void friction_of_two_materials(void **state)
{
    (void)state;
    bench b = still_bench();
    touch_on(&b, &DAMPED, hl_v3(0, 0, 0), hl_v3(0, 0, 1), 0.005);
    touch_on(&b, &DISSIPATES, hl_v3(0, 1, 0), hl_v3(0, 0, 1), 0.01);
    const double speed = 0.4, held = exp(-2.0);
    const double g = ((0.4 + 0.2 * held) * 5000.0 + (0.2 + 0.05 * held) * 10000.0) / 15000.0;
    b.s_dot[0] = speed;
    b.z[0] = g / 5e3;
    evaluate(&b, false);
    CHECK_RELATIVE(b.force[0], -g * 15000.0, ROUNDING);
    CHECK_RELATIVE(b.z_dot[CONTACT_LOSS], g * 15000.0 * speed, ROUNDING);
}

static double energy_at_height(double z, const void *context)
{
    bench b = *(const bench *)context;
    b.pose.position.z = z;
    evaluate(&b, false);
    return b.potential;
}

static void force_is_the_slope_of_the_potential(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(1, 0, 0), hl_v3(0, 0, 1), 0.004);
    touch(&b, hl_v3(-1, 0, 0), hl_normalized(hl_v3(0.2, 0, 1)), 0.002);
    evaluate(&b, false);
    CHECK_DERIVATIVE(energy_at_height, &b, 0.0, -b.force[2], 1e-5, ROUNDING);
}

/* ---- friction ---- */

/* Slides with a bristle that has come to rest against the ground, z = v g/(sigma_0 |v|): friction is g F
 * against the motion, in whatever direction. */
static void steady_sliding(void **state)
{
    (void)state;
    for (double speed = 1e-4; speed < 20.0; speed *= 3.0)
        for (double heading = 0.0; heading < 6.0; heading += 0.7) {
            const hl_vec3 ahead = hl_v3(cos(heading), sin(heading), 0.0);
            const double g = 0.4 + 0.2 * exp(-sqrt(speed / 0.1)), bend = g / 5e3;
            bench b = still_bench();
            touch(&b, hl_v3(0.5, 0.1, 0), hl_v3(0, 0, 1), 0.005);
            b.s_dot[0] = speed * ahead.x;
            b.s_dot[1] = speed * ahead.y;
            b.z[0] = bend * ahead.x;
            b.z[1] = bend * ahead.y;
            evaluate(&b, false);
            CHECK_NEAR(b.force[0], -g * 5000.0 * ahead.x, 5000.0 * ROUNDING);
            CHECK_NEAR(b.force[1], -g * 5000.0 * ahead.y, 5000.0 * ROUNDING);
            for (int i = 0; i < 3; i++) CHECK_NEAR(b.z_dot[i], 0.0, speed * ROUNDING);
            /* at its point: the moment about the origin's z axis */
            CHECK_NEAR(b.force[5], 0.5 * b.force[1] - 0.1 * b.force[0], 5000.0 * ROUNDING);
        }
}

/* At rest a bent bristle pulls with sigma_0 z F, so that a load is carried without any motion. */
static void a_bent_bristle_holds(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(0, 0, 0), hl_v3(0, 0, 1), 0.005);
    b.z[0] = 1e-4;
    evaluate(&b, false);
    CHECK_RELATIVE(b.force[0], -5e3 * 1e-4 * 5000.0, ROUNDING);
    for (int i = 0; i < 3; i++) CHECK_SAME(b.z_dot[i], 0.0);
}

/* While |z| <= mu_s/sigma_0 friction stays within mu_s F at any slip, and takes at least as much power as the
 * bristle stores: -f . v >= F sigma_0 z . z_dot. */
static void friction_is_bounded_and_passive(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < 2000; i++) {
        bench b = still_bench();
        touch(&b, rig_vector(&seed, 1.0), hl_v3(0, 0, 1), 0.005);
        const hl_vec3 v = hl_scale(pow(10.0, 2.0 * check_random(&seed)), rig_vector(&seed, 1.0));
        hl_vec3 z = rig_vector(&seed, 0.6 / 5e3 / sqrt(2.0));
        z.z = 0.0;
        b.s_dot[0] = v.x;
        b.s_dot[1] = v.y;
        b.z[0] = z.x;
        b.z[1] = z.y;
        evaluate(&b, false);
        const double F = 5000.0, size = F * (1.0 + hl_norm(v));
        const double friction = sqrt(b.force[0] * b.force[0] + b.force[1] * b.force[1]);
        assert_true(friction <= 0.6 * F * (1.0 + ROUNDING));
        const double taken = -(b.force[0] * v.x + b.force[1] * v.y);
        const double stored = F * 5e3 * (z.x * b.z_dot[0] + z.y * b.z_dot[1]);
        assert_true(taken >= stored - ROUNDING * size);
    }
}

/* Between two walls, x = +-1, the body slides along both and is not held across. */
static void two_walls(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(1, 0, 0), hl_v3(-1, 0, 0), 0.005);
    touch(&b, hl_v3(-1, 0, 0), hl_v3(1, 0, 0), 0.005);
    b.z[0] = b.z[1] = b.z[2] = 1e-4;
    evaluate(&b, false);
    CHECK_NEAR(b.force[0], 0.0, 10000.0 * ROUNDING);
    CHECK_RELATIVE(b.force[1], -5e3 * 1e-4 * 10000.0, ROUNDING);
    CHECK_RELATIVE(b.force[2], -5e3 * 1e-4 * 10000.0, ROUNDING);
    assert_true(b.z_dot[0] < 0.0); /* what points into the walls dies out */
    CHECK_NEAR(b.z_dot[1], 0.0, 1e-2 * ROUNDING);
}

/* ---- nothing touches ---- */

static void idle_without_points(void **state)
{
    (void)state;
    bench b = still_bench();
    b.s_dot[0] = 1.0;
    b.z[0] = 1e-4;
    evaluate(&b, true);
    assert_true(b.idle);
    for (int i = 0; i < PORTS; i++) CHECK_SAME(b.force[i], 0.0);
    for (int i = 0; i < 3; i++) CHECK_SAME(b.z_dot[i], 0.0);
    CHECK_SAME(b.potential, 0.0);
}

/* Points that do not press: no force, and the bristle dies out. */
static void apart(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(0, 0, 0), hl_v3(0, 0, 1), -0.001);
    b.s_dot[0] = 1.0;
    b.z[0] = 1e-4;
    b.z[2] = -2e-4;
    evaluate(&b, true);
    assert_false(b.idle);
    for (int i = 0; i < PORTS; i++) CHECK_SAME(b.force[i], 0.0);
    assert_true(b.z_dot[0] < 0.0);
    CHECK_RELATIVE(b.z_dot[2], -2.0 * b.z_dot[0], ROUNDING);
    for (int i = 0; i < 3; i++)
        CHECK_RELATIVE(b.z_dot_z[(CONTACT_STATES + 1) * i], b.z_dot[0] / 1e-4, ROUNDING);
}

static void look_tells_what_the_effort_does(void **state)
{
    (void)state;
    bench b = still_bench();
    touch(&b, hl_v3(1, 0, 0), hl_v3(0, 0, 1), 0.005);
    touch(&b, hl_v3(-1, 0, 0), hl_v3(0, 0, 1), 0.003);
    touch(&b, hl_v3(0, 1, 0), hl_v3(0, 0, 1), -0.001);
    b.s_dot[0] = 0.3;
    b.s_dot[1] = -0.4;
    b.z[0] = 1e-5;
    evaluate(&b, false);
    const contact_result r = contact_look(&b.data, &b.pose, hl_v3(0.3, -0.4, 0), hl_v3(0, 0, 0), b.z);
    assert_int_equal(r.touching, 2);
    CHECK_RELATIVE(r.normal_force, 8000.0, ROUNDING);
    CHECK_RELATIVE(r.slip_speed, 0.5, ROUNDING);
    CHECK_SAME(hl_norm(hl_sub(r.force, force_of(&b))), 0.0);
    CHECK_SAME(r.moment.x, b.force[3]);
    CHECK_SAME(r.moment.y, b.force[4]);
    CHECK_SAME(r.moment.z, b.force[5]);
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += contact_point_force(&b.data, k, &b.pose, hl_v3(0.3, -0.4, 0), hl_v3(0, 0, 0));
    CHECK_RELATIVE(sum, r.normal_force, ROUNDING);
    CHECK_SAME(contact_point_force(&b.data, 2, &b.pose, hl_v3(0.3, -0.4, 0), hl_v3(0, 0, 0)), 0.0);
    b.set.count = 0;
    const contact_result none = contact_look(&b.data, &b.pose, hl_v3(0.3, -0.4, 0), hl_v3(0, 0, 0), b.z);
    assert_int_equal(none.touching, 0);
    CHECK_SAME(hl_norm(none.force), 0.0);
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

/* Steps: a thousandth of a penetration, of a speed, of a bristle's bend. */
static void check_partials(const bench *at)
{
    static const double STEP[3] = {1e-6, 1e-5, 1e-8};
    static const int COLUMNS[3] = {PORTS, PORTS, CONTACT_STATES},
                     VARIED[3] = {PORTS, PORTS, CONTACT_BRISTLES};
    bench b = *at;
    evaluate(&b, true);
    const double *const force[3] = {b.force_s, b.force_s_dot, b.force_z}, *const rate[3] = {b.z_dot_s,
                                                                                            b.z_dot_s_dot,
                                                                                            b.z_dot_z};
    double size[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < PORTS; i++) size[0] += fabs(b.force[i]);
    for (int i = 0; i < 3; i++) size[1] += fabs(b.s_dot[i]) + fabs(b.s_dot[3 + i]) + fabs(b.z_dot[i]);
    size[2] = size[0] * size[1]; /* of powers */
    for (int vary = 0; vary < 3; vary++)
        for (int j = 0; j < VARIED[vary]; j++)
            for (int i = 0; i < PORTS + CONTACT_STATES; i++) {
                const bool of_rate = i >= PORTS;
                const int row = of_rate ? i - PORTS : i;
                const probe p = {at, vary, j, row, of_rate, size[i == PORTS + CONTACT_LOSS ? 2 : of_rate]};
                const double analytic = (of_rate ? rate : force)[vary][row * COLUMNS[vary] + j];
                CHECK_DERIVATIVE(probed, &p, 0.0, analytic, STEP[vary], ROUNDING);
            }
}

/* Up to eight points on one plane or on several; some within the damping's ramp, some apart, some leaving too
 * fast to press. Away from where a point begins or ceases to press there is no corner within a step. */
static void partial_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < 60; i++) {
        bench b = still_bench();
        b.pose.position = rig_vector(&seed, 3.0);
        b.pose.rotation = hl_quat_matrix(hl_quat_exp(rig_vector(&seed, 3.0)));
        const int points = 1 + i % 8;
        const hl_vec3 common = hl_normalized(rig_vector(&seed, 1.0));
        for (int k = 0; k < points; k++) {
            const hl_vec3 own = hl_normalized(rig_vector(&seed, 1.0));
            const double depths[4] = {0.003, 0.0005, -0.001, 0.006};
            touch_on(&b, (k + i) % 3 == 0 ? &DAMPED : &DISSIPATES, rig_vector(&seed, 1.0),
                     i % 3 == 0 ? own : common, depths[(k + i) % 4]);
        }
        for (int k = 0; k < PORTS; k++) b.s_dot[k] = 0.15 * check_random(&seed);
        for (int k = 0; k < 3; k++) b.z[k] = 1e-4 * check_random(&seed);
        b.hertz_depth = i % 2 == 0 ? 0.0 : 0.004;
        check_partials(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_point_presses),
                                       cmocka_unit_test(never_adhesive),
                                       cmocka_unit_test(hunt_and_crossley),
                                       cmocka_unit_test(friction_of_two_materials),
                                       cmocka_unit_test(force_is_the_slope_of_the_potential),
                                       cmocka_unit_test(steady_sliding),
                                       cmocka_unit_test(a_bent_bristle_holds),
                                       cmocka_unit_test(friction_is_bounded_and_passive),
                                       cmocka_unit_test(two_walls),
                                       cmocka_unit_test(idle_without_points),
                                       cmocka_unit_test(apart),
                                       cmocka_unit_test(look_tells_what_the_effort_does),
                                       cmocka_unit_test(partial_derivatives)};
    return cmocka_run_group_tests_name("contact_effort", tests, NULL, NULL);
}
