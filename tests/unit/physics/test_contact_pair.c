/* Contact of two bodies at given motions: values by hand, equal and opposite forces, limits, and every
 * partial derivative with respect to both bodies against central differences. */
#include "support/check.h"

#include "contact/pair.h"
#include "mb/step.h"

#include <math.h>
#include <string.h>

enum { MOST = 12 };

static const double STEP = 1e-3; /* [s] */
static const contact_surface SURFACE = {.dissipation = 0.4, .damping = 30.0, .kinetic = 0.3, .stiction = 0.5};

/* A pair of bodies, or a body on the ground, and what their effort returns. */
typedef struct bench {
    contact_pair pair;
    contact_pair_data data;
    bool two, belt;
    mb_pose pose[2];
    double s_dot[MOST];
    double force[MOST], x_dot, potential;
    double force_s[MOST * MOST], force_s_dot[MOST * MOST], x_dot_s[MOST], x_dot_s_dot[MOST];
    bool idle;
} bench;

static int ports_of(const bench *b)
{
    return b->two ? 12 : b->belt ? 7 : 6;
}

static void evaluate(bench *b, bool jacobian)
{
    b->data = (contact_pair_data){
        .material = {.stiffness = 2e6, .hertz_depth = 0.01}, .stick = {4e6, 3e3, 0.05}, .pair = &b->pair};
    const mb_effort_def effort = b->belt ? contact_belt_effort("belt", 0, (mb_measure_def){0}, &b->data)
                                         : contact_pair_effort("pair", 0, b->two ? 1 : MB_GROUND, &b->data);
    const double s[MOST] = {0.0}, x[CONTACT_PAIR_STATES] = {0.0};
    double force_x[MOST] = {0.0}, x_dot_x[1] = {0.0};
    memset(b->force_s, 0, sizeof b->force_s);
    memset(b->force_s_dot, 0, sizeof b->force_s_dot);
    memset(b->x_dot_s, 0, sizeof b->x_dot_s);
    memset(b->x_dot_s_dot, 0, sizeof b->x_dot_s_dot);
    mb_effort_io io = {.time = STEP,
                       .s = s,
                       .s_dot = b->s_dot,
                       .x = x,
                       .pose = b->pose,
                       .jacobian = jacobian,
                       .force = b->force,
                       .x_dot = &b->x_dot,
                       .force_s = b->force_s,
                       .force_s_dot = b->force_s_dot,
                       .force_x = force_x,
                       .x_dot_s = b->x_dot_s,
                       .x_dot_s_dot = b->x_dot_s_dot,
                       .x_dot_x = x_dot_x};
    assert_int_equal(effort.ports, ports_of(b));
    effort.evaluate(effort.parameters, &io);
    b->potential = io.potential;
    b->idle = io.idle;
}

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_v3(size * x, size * y, size * z);
}

/* A point of both bodies at `depth`, on any side of b. */
static void touch(bench *b, uint64_t *seed, double depth, double bend)
{
    const mb_pose ground = {hl_v3(0, 0, 0), hl_mat3_identity()};
    const mb_pose *other = b->two ? &b->pose[1] : &ground;
    contact_spot spot = {.centre = random_vector(seed, 0.4),
                         .radius = 0.1 + 0.1 * check_random(seed),
                         .moving = random_vector(seed, 0.1),
                         .depth = depth,
                         .surface = &SURFACE};
    const hl_vec3 normal = hl_normalized(random_vector(seed, 1.0)),
                  centre = hl_add(b->pose[0].position, hl_mul(&b->pose[0].rotation, spot.centre));
    const hl_vec3 plane = hl_add_scaled(centre, depth - spot.radius, normal);
    spot.normal = hl_mul_transposed(&other->rotation, normal);
    spot.plane = hl_mul_transposed(&other->rotation, hl_sub(plane, other->position));
    const int at = contact_pair_add(&b->pair, &spot);
    b->pair.spot[at].approach = 0.3;
    b->pair.spot[at].bristle = random_vector(seed, bend);
}

/* Bodies that move so slowly that points stick, or so fast that they slip, as `bend` and `speed` have it. */
static bench random_bench(uint64_t *seed, bool two, double bend, double speed)
{
    bench b = {.two = two};
    for (int k = 0; k < 2; k++)
        b.pose[k] =
            (mb_pose){random_vector(seed, 1.0), hl_quat_matrix(hl_quat_exp(random_vector(seed, 2.0)))};
    for (int i = 0; i < MOST; i++) b.s_dot[i] = speed * check_random(seed);
    for (int k = 0; k < 3; k++) touch(&b, seed, 0.004 + 0.002 * check_random(seed), bend);
    return b;
}

/* ---- derivatives ---- */

/* Input `input` moved: 12 displacements and turns, then 12 rates. */
static bench moved(const bench *b, int input, double amount)
{
    bench m = *b;
    const int ports = ports_of(b), body = input % ports / 6, port = input % ports % 6;
    if (input >= ports) {
        m.s_dot[input - ports] += amount;
        return m;
    }
    if (b->belt && body == 1) return m; /* the place of the belt has no effect */
    double d[6] = {0.0};
    d[port] = amount;
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_v3(d[3], d[4], d[5])));
    m.pose[body].position = hl_add(m.pose[body].position, hl_v3(d[0], d[1], d[2]));
    m.pose[body].rotation = hl_mat3_mul(&turn, &m.pose[body].rotation);
    return m;
}

typedef struct question {
    const bench *bench;
    int input, output; /* output = ports: the loss */
} question;

static double answer(double amount, const void *context)
{
    const question *q = context;
    bench m = moved(q->bench, q->input, amount);
    m.data.pair = &m.pair;
    evaluate(&m, false);
    return q->output < ports_of(&m) ? m.force[q->output] : m.x_dot;
}

static double analytic(const bench *b, int input, int output)
{
    const int ports = ports_of(b);
    const bool place = input < ports;
    const int column = place ? input : input - ports;
    if (output == ports) return (place ? b->x_dot_s : b->x_dot_s_dot)[column];
    return (place ? b->force_s : b->force_s_dot)[output * ports + column];
}

/* Rounding: places of a metre, known to 2e-16, make depths of millimetres, so that forces are known to 1e-13
 * of their size. The differences' step is small against the depth. */
static void check_derivatives(bench *b)
{
    const int ports = ports_of(b);
    evaluate(b, true);
    for (int input = 0; input < 2 * ports; input++)
        for (int output = 0; output <= ports; output++) {
            const question q = {b, input, output};
            CHECK_DERIVATIVE(answer, &q, 0.0, analytic(b, input, output), 1e-6, 1e-12);
        }
}

static void derivatives_with_respect_to_both_bodies(void **state)
{
    (void)state;
    static const double BEND[3] = {1e-5, 1e-3, 1e-2}, SPEED[3] = {1e-4, 0.3, 2.0};
    uint64_t seed = 20;
    for (int two = 0; two < 2; two++)
        for (int k = 0; k < 3; k++)
            for (int repeat = 0; repeat < 4; repeat++) {
                bench b = random_bench(&seed, two == 1, BEND[k], SPEED[k]);
                b.pair.spot[2].is_corner = repeat % 2 == 0;
                check_derivatives(&b);
            }
}

static void derivatives_with_respect_to_a_belt(void **state)
{
    (void)state;
    static const double BEND[3] = {1e-5, 1e-3, 1e-2}, SPEED[3] = {1e-4, 0.3, 2.0};
    uint64_t seed = 31;
    for (int k = 0; k < 3; k++)
        for (int repeat = 0; repeat < 4; repeat++) {
            bench b = random_bench(&seed, false, BEND[k], SPEED[k]);
            b.belt = true;
            for (int p = 0; p < b.pair.count; p++) {
                b.pair.spot[p].belt = random_vector(&seed, 0.4);
                b.pair.spot[p].carried = random_vector(&seed, 0.1);
            }
            check_derivatives(&b);
        }
}

/* ---- values ---- */

/* What the belt does to the ground, its joint does to the belt: no power comes from nowhere. At a body at
 * rest the joint's torque is the traction times the radius, and all its power is lost in slip. */
static void a_belt_loads_its_joint(void **state)
{
    (void)state;
    bench b = {.belt = true, .pose = {{hl_v3(0, 0, 0.196), hl_mat3_identity()}}, .s_dot = {[6] = 5.0}};
    const contact_spot spot = {
        .radius = 0.2, .normal = {0, 0, 1}, .depth = 0.004, .belt = {-0.36, 0, 0}, .surface = &SURFACE};
    contact_pair_add(&b.pair, &spot);
    b.pair.spot[0].approach = 0.3;
    evaluate(&b, false);
    const double N = 2e6 * 0.004 * sqrt(0.4);
    CHECK_RELATIVE(b.force[0], 0.3 * N, 1e-9);
    CHECK_RELATIVE(b.force[6], -0.36 * 0.3 * N, 1e-9);
    CHECK_RELATIVE(b.x_dot, 5.0 * 0.36 * 0.3 * N, 1e-9);
}

/* A ball of radius 0.2 m, 4 mm deep in the ground: K d sqrt(d/d_h) up; k (z + h v) + c v against its slip. */
static bench ball(double speed, double bend)
{
    bench b = {.pose = {{hl_v3(0, 0, 0.196), hl_mat3_identity()}}, .s_dot = {speed}};
    const contact_spot spot = {.radius = 0.2, .normal = {0, 0, 1}, .depth = 0.004, .surface = &SURFACE};
    contact_pair_add(&b.pair, &spot);
    b.pair.spot[0].approach = 0.3;
    b.pair.spot[0].bristle = hl_v3(bend, 0, 0);
    evaluate(&b, true);
    return b;
}

static void one_point_sticks_and_slips(void **state)
{
    (void)state;
    const double N = 2e6 * 0.004 * sqrt(0.4), lever = 0.196;
    const bench still = ball(1e-3, 1e-5), fast = ball(2.0, 0.0), slow = ball(0.02, 1.0);
    const double f = 4e6 * (1e-5 + 1e-6) + 3.0;
    CHECK_RELATIVE(still.force[2], N, 1e-12);
    CHECK_RELATIVE(still.force[0], -f, 1e-12);
    CHECK_RELATIVE(still.force[4], lever * f, 1e-12);
    CHECK_RELATIVE(still.potential, 0.4 * N * 0.004, 1e-12);
    CHECK_RELATIVE(still.x_dot, f * 1e-3, 1e-12);
    CHECK_RELATIVE(fast.force[0], -0.3 * N, 1e-12);
    CHECK_RELATIVE(slow.force[0], -(0.3 + 0.2 * exp(-0.16)) * N, 1e-12);
}

/* No force above the surface, and none that pulls or rubs where a point leaves faster than its spring. */
static void nothing_acts_without_load(void **state)
{
    (void)state;
    bench b = ball(0.0, 1e-3);
    b.pose[0].position.z = 0.2001;
    evaluate(&b, true);
    for (int i = 0; i < 6; i++) CHECK_SAME(b.force[i], 0.0);
    b.pose[0].position.z = 0.19999;
    b.s_dot[2] = 2.0;
    evaluate(&b, true);
    for (int i = 0; i < 6; i++) CHECK_SAME(b.force[i], 0.0);
    for (int i = 0; i < 36; i++) CHECK_SAME(b.force_s[i], 0.0);
    b.pair.count = 0;
    evaluate(&b, false);
    assert_true(b.idle);
}

/* Forces are opposite and act along one line: neither momentum nor angular momentum changes. The sums of
 * three points of some kilonewton round to 1e-12 of them. */
static void forces_are_equal_and_opposite(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 50; k++) {
        bench b = random_bench(&seed, true, k % 2 ? 1e-2 : 0.0, k % 3 ? 1.0 : 1e-3);
        evaluate(&b, false);
        const double *f = b.force;
        const hl_vec3 F[2] = {hl_v3(f[0], f[1], f[2]), hl_v3(f[6], f[7], f[8])},
                      M[2] = {hl_v3(f[3], f[4], f[5]), hl_v3(f[9], f[10], f[11])};
        const hl_vec3 sum = hl_add(F[0], F[1]);
        const hl_vec3 moment = hl_add(hl_add(M[0], M[1]), hl_add(hl_cross(b.pose[0].position, F[0]),
                                                                 hl_cross(b.pose[1].position, F[1])));
        const double size = hl_norm(F[0]) + hl_norm(M[0]) + hl_norm(M[1]);
        CHECK_SAME(hl_norm(sum), 0.0);
        CHECK_NEAR(hl_norm(moment), 0.0, 1e-12 * size);
        assert_true(k % 2 || b.x_dot >= 0.0); /* slip and dissipation take energy; a bent bristle gives */
    }
}

/* The parameters stop a mass at g mu T within about T, critically damped. */
static void parameters_of_a_load(void **state)
{
    (void)state;
    const contact_stick s = contact_stick_of(981.0, 9.81, 0.05, 1.0, 0.02);
    CHECK_RELATIVE(s.stiffness, 100.0 / 0.0025, 1e-14);
    CHECK_RELATIVE(s.damping, 2.0 * sqrt(s.stiffness * 100.0), 1e-14);
    CHECK_RELATIVE(s.velocity, 0.02 * 9.81 * 0.05, 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_with_respect_to_both_bodies),
                                       cmocka_unit_test(derivatives_with_respect_to_a_belt),
                                       cmocka_unit_test(a_belt_loads_its_joint),
                                       cmocka_unit_test(one_point_sticks_and_slips),
                                       cmocka_unit_test(nothing_acts_without_load),
                                       cmocka_unit_test(forces_are_equal_and_opposite),
                                       cmocka_unit_test(parameters_of_a_load)};
    return cmocka_run_group_tests_name("contact_pair", tests, NULL, NULL);
}
