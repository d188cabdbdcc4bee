/* The limits of one axis: they hold whatever is asked for, and what can be followed is followed. */
#include "support/check.h"

#include "filter.h"

#include <math.h>

enum { RANDOM_STEPS = 1000000 };

static const double X = 0.25, V = 0.5, A = 5.886, T = 1e-3; /* [m], [m/s], [m/s^2], [s] */

/* D(v) of the header, from its definition: speeds of full braking, step by step. */
static double braking_way(double v, double acceleration)
{
    double way = 0.0;
    while (v > 0.0) {
        const double slower = fmax(v - acceleration * T, 0.0);
        way += 0.5 * (v + slower) * T;
        v = slower;
    }
    return way;
}

static void approach_inverts_the_way(void **state)
{
    (void)state;
    for (double way = 1e-9; way < 1.0; way *= 1.37) {
        const double v = limiter_approach(way, A, T);
        CHECK_RELATIVE(braking_way(v, A) + 0.5 * v * T, way, 1e-11); /* up to 600 sums */
        CHECK_NEAR(v, sqrt(2.0 * A * way), A * T);                   /* within a step of the continuous law */
    }
    CHECK_SAME(limiter_approach(0.0, A, T), 0.0);
}

/* Within the limits at the ticks, and between them: the turning point of a step that changes its direction.
 */
static void check_limits(const limiter *axis, double x, double v)
{
    assert_true(fabs(axis->x) <= X);
    assert_true(fabs(axis->v) <= V);
    assert_true(fabs(axis->a) <= A);
    if (v * axis->v < 0.0) assert_true(fabs(x - 0.5 * v * v / axis->a) <= X);
    CHECK_NEAR((axis->v - v) / T, axis->a, 1e-9);
    CHECK_NEAR(axis->x - x, 0.5 * (v + axis->v) * T, 1e-15);
}

static void holds_against_random_targets(void **state)
{
    (void)state;
    static const double sizes[] = {1e-6, 0.1, 1.0, 10.0, 1e9, 1e300};
    uint64_t seed = 7;
    limiter axis = limiter_of(X, V, A, T);
    double position = 0.0, speed = 0.0;
    for (int n = 0; n < RANDOM_STEPS; n++) {
        const double x = axis.x, v = axis.v;
        const double dice = check_random(&seed);
        if (dice > 0.99) { /* a new target now and then, so that it gets somewhere */
            const double size = sizes[(int)(3.0 * (1.0 + check_random(&seed)))];
            position = check_random(&seed) * size * X, speed = check_random(&seed) * size * V;
        }
        if (dice < -0.999)
            limiter_brake(&axis);
        else
            limiter_follow(&axis, position, speed);
        check_limits(&axis, x, v);
    }
}

/* Full speed at the wall: it stands at the limit, and has braked with all it has. */
static void stops_at_the_wall(void **state)
{
    (void)state;
    limiter axis = limiter_of(X, V, A, T);
    for (int n = 0; n < 2000; n++) {
        const double x = axis.x, v = axis.v;
        limiter_follow(&axis, 0.999 * X, V); /* on its way out, and never there */
        check_limits(&axis, x, v);
    }
    CHECK_NEAR(axis.x, X, 2e-6 * X); /* less the margin of 1e-6 */
    CHECK_NEAR(axis.v, 0.0, 1e-9);
}

/* Acceleration A, then braking with A/2 without reaching V: d = v^2/(2 A) + v^2/A, t = v/A + 2 v/A, v =
 * sqrt(2 A d/3). Three steps for what starts and ends within one. */
static void arrives_without_overshoot(void **state)
{
    (void)state;
    const double d = 0.05, peak = sqrt(2.0 * A * d / 3.0), time = 3.0 * peak / A;
    limiter axis = limiter_of(X, V, A, T);
    int turns = 0, arrived = 0;
    for (int n = 1; n < 1000; n++) {
        const double a = axis.a;
        limiter_follow(&axis, d, 0.0);
        assert_true(axis.x <= d + 1e-15);
        turns += !arrived && a * axis.a < 0.0; /* later on only rounding is left */
        if (arrived == 0 && d - axis.x < 1e-12) arrived = n;
        if (arrived) CHECK_NEAR(axis.a, 0.0, arrived == n ? A : 1e-7 * A); /* 1e-17 m rounding over T^2 */
    }
    assert_int_equal(turns, 1);
    CHECK_NEAR(arrived * T, time, 3.0 * T + 1e-6 * time);
}

/* A target made with the trapezoidal rule, within the limits: caught, then followed to rounding. */
static void follows_what_it_can(void **state)
{
    (void)state;
    const double w = 3.0, size = 0.1; /* speed 0.3, acceleration 0.9 */
    limiter axis = limiter_of(X, V, A, T);
    double r = 0.0, v_r = size * w; /* starts at full speed */
    for (int n = 1; n < 10000; n++) {
        const double next = size * w * cos(w * n * T);
        r += 0.5 * (v_r + next) * T;
        v_r = next;
        limiter_follow(&axis, r, v_r);
        if (n * T < 1.0) continue; /* caught up: 0.3 m/s lie 0.05 s of A apart */
        CHECK_NEAR(axis.x, r, 1e-14);
        CHECK_NEAR(axis.v, v_r, 1e-11); /* rounding of r by T */
    }
}

static void brakes_to_a_stand(void **state)
{
    (void)state;
    limiter axis = limiter_of(X, V, A, T);
    for (int n = 0; n < 150; n++) limiter_follow(&axis, 0.0, V);
    const double v = axis.v, x = axis.x;
    assert_true(v > 0.1);
    int steps = 0;
    for (; axis.v > 0.0; steps++) limiter_brake(&axis);
    CHECK_NEAR(steps * T, v / A, 1.001 * T);
    CHECK_NEAR(axis.x - x, braking_way(v, A), 1e-5 * v); /* the margin's 1e-6, over 100 steps */
    limiter_brake(&axis);
    CHECK_SAME(axis.v, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(approach_inverts_the_way), cmocka_unit_test(holds_against_random_targets),
        cmocka_unit_test(stops_at_the_wall),        cmocka_unit_test(arrives_without_overshoot),
        cmocka_unit_test(follows_what_it_can),      cmocka_unit_test(brakes_to_a_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
