/* The friction coupling: bounds, sliding, holding, and its derivatives. */
#include "support/check.h"

#include "drive/drive_internal.h"

#include <float.h>
#include <math.h>

static const drive_coupling COUPLING = {.slip = 0.05, .damping = 0.02};
static const double CAPACITY = 1200.0; /* [N m] */

/* half a dozen rounded operations */
static const double ROUNDING = 8.0 * DBL_EPSILON;

/* Fully bent and slipping, the torque is the capacity and the bristle rests. */
static void slides_at_its_capacity(void **state)
{
    (void)state;
    for (double s = 1e-3; s < 300.0; s *= 2.5) {
        const drive_grip ahead = drive_grip_at(&COUPLING, CAPACITY, s, 1.0);
        const drive_grip back = drive_grip_at(&COUPLING, CAPACITY, -s, -1.0);
        CHECK_SAME(ahead.torque, CAPACITY);
        CHECK_SAME(back.torque, -CAPACITY);
        CHECK_SAME(ahead.u_dot, 0.0);
        CHECK_SAME(back.u_dot, 0.0);
    }
}

/* Held, it carries any torque below its capacity at rest. */
static void holds_without_slip(void **state)
{
    (void)state;
    for (double u = -0.9; u < 1.0; u += 0.3) {
        const drive_grip grip = drive_grip_at(&COUPLING, CAPACITY, 0.0, u);
        CHECK_RELATIVE(grip.torque, CAPACITY * u, ROUNDING);
        CHECK_SAME(grip.u_dot, 0.0);
    }
}

/* |T| <= C for any slip and bristle, the bristle does not leave [-1, 1], and what goes in beyond the
 * bristle's energy C s_0 u^2/2, that is T s - C s_0 u u_dot, is never negative. */
static void is_bounded_and_passive(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        const double s = 300.0 * pow(check_random(&seed), 5.0), u = check_random(&seed);
        const drive_grip grip = drive_grip_at(&COUPLING, CAPACITY, s, u);
        assert_true(fabs(grip.torque) <= CAPACITY * (1.0 + ROUNDING));
        assert_true(drive_grip_at(&COUPLING, CAPACITY, s, 1.0).u_dot <= 0.0);
        assert_true(drive_grip_at(&COUPLING, CAPACITY, s, -1.0).u_dot >= 0.0);
        const double lost = grip.torque * s - CAPACITY * COUPLING.slip * u * grip.u_dot;
        assert_true(lost >= -ROUNDING * CAPACITY * fabs(s));
    }
}

/* Open it carries nothing and is slow, whatever slips. */
static void open_costs_nothing(void **state)
{
    (void)state;
    const drive_grip grip = drive_grip_at(&COUPLING, 0.0, 250.0, 0.7);
    CHECK_SAME(grip.torque, 0.0);
    CHECK_SAME(grip.torque_s, 0.0);
    CHECK_SAME(grip.torque_u, 0.0);
    CHECK_SAME(grip.u_dot_s, 0.0);
    assert_true(grip.u_dot < 0.0 && grip.u_dot_u >= -50.0 && grip.u_dot_u < 0.0);
}

static double torque_of_slip(double s, const void *u)
{
    return drive_grip_at(&COUPLING, CAPACITY, s, *(const double *)u).torque;
}

static double torque_of_bristle(double u, const void *s)
{
    return drive_grip_at(&COUPLING, CAPACITY, *(const double *)s, u).torque;
}

static double rate_of_slip(double s, const void *u)
{
    return drive_grip_at(&COUPLING, CAPACITY, s, *(const double *)u).u_dot;
}

static double rate_of_bristle(double u, const void *s)
{
    return drive_grip_at(&COUPLING, CAPACITY, *(const double *)s, u).u_dot;
}

/* The law bends over slips of 1/d = 50 rad/s and has its corner at 0. */
static void derivatives_hold(void **state)
{
    (void)state;
    const double slips[] = {-200.0, -3.0, -0.2, 0.2, 7.0, 90.0};
    for (int i = 0; i < 6; i++)
        for (double u = -0.95; u < 1.0; u += 0.475) {
            const double s = slips[i];
            const drive_grip grip = drive_grip_at(&COUPLING, CAPACITY, s, u);
            CHECK_DERIVATIVE(torque_of_slip, &u, s, grip.torque_s, 1e-2, ROUNDING);
            CHECK_DERIVATIVE(torque_of_bristle, &s, u, grip.torque_u, 1e-3, ROUNDING);
            CHECK_DERIVATIVE(rate_of_slip, &u, s, grip.u_dot_s, 1e-2, ROUNDING);
            CHECK_DERIVATIVE(rate_of_bristle, &s, u, grip.u_dot_u, 1e-3, ROUNDING);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides_at_its_capacity), cmocka_unit_test(holds_without_slip),
        cmocka_unit_test(is_bounded_and_passive), cmocka_unit_test(open_costs_nothing),
        cmocka_unit_test(derivatives_hold)};
    return cmocka_run_group_tests_name("drive coupling", tests, NULL, NULL);
}
