/* Filters against the continuous ones: sines, steps, and the saturation's cubic. */
#include "support/check.h"

#include "filter.h"
#include "fit.h"

#include <math.h>

static const double STEP = 1e-3; /* [s] */
static const double OMEGA = 2.5; /* [rad/s] */

static const double frequencies[] = {0.1, 1.0, 2.5, 10.0, 100.0}; /* [rad/s] */
enum { FREQUENCIES = sizeof frequencies / sizeof *frequencies };

/* Seconds behind which e^(-omega t) is below 1e-13, and of which the fit needs a period at least. */
static double settled(double omega)
{
    return 30.0 / omega;
}

/* The transient of the first order is gone to 1e-13; sums of 1e5 terms round to some 1e-12. */
static const double FITTED = 1e-11;

static void first_order_answers_sines(void **state)
{
    (void)state;
    for (int i = 0; i < FREQUENCIES; i++) {
        const double w = frequencies[i], end = settled(OMEGA) + 6.3 / w;
        filter_first f = filter_first_of(OMEGA, STEP);
        fit low = {.w = w}, rate = {.w = w};
        for (int n = 0; n * STEP < end; n++) {
            filter_first_step(&f, cos(w * n * STEP));
            if (n * STEP < settled(OMEGA)) continue;
            fit_add(&low, n * STEP, f.y);
            fit_add(&rate, n * STEP, f.y1);
        }
        const double complex s = fit_warped(w, OMEGA, STEP), H = OMEGA / (s + OMEGA);
        CHECK_NEAR(cabs(fit_result(&low) - H), 0.0, FITTED);
        CHECK_NEAR(cabs(fit_result(&rate) - s * H), 0.0, FITTED * OMEGA);
    }
}

/* Behind 30 time constants a double pole's transient is t e^(-omega t): 30 times as much. */
static void second_order_answers_sines(void **state)
{
    (void)state;
    static const double dampings[] = {0.7, 1.0};
    for (int i = 0; i < 2 * FREQUENCIES; i++) {
        const double w = frequencies[i / 2], zeta = dampings[i % 2], begin = settled(zeta * OMEGA);
        filter_second f = filter_second_of(OMEGA, zeta, STEP);
        fit low = {.w = w}, high = {.w = w};
        for (int n = 0; n * STEP < begin + 6.3 / w; n++) {
            filter_second_step(&f, cos(w * n * STEP));
            if (n * STEP < begin) continue;
            fit_add(&low, n * STEP, f.y);
            fit_add(&high, n * STEP, f.y2 / (OMEGA * OMEGA));
        }
        const double complex s = fit_warped(w, OMEGA, STEP),
                             N = s * s + 2.0 * zeta * OMEGA * s + OMEGA * OMEGA;
        CHECK_NEAR(cabs(fit_result(&low) - OMEGA * OMEGA / N), 0.0, 30.0 * FITTED);
        CHECK_NEAR(cabs(fit_result(&high) - s * s / N), 0.0, 30.0 * FITTED);
    }
}

/* w' = w (1 + O((w T)^2/12)): the bound for frequencies that a body feels, and exactly omega at omega. */
static void warps_little(void **state)
{
    (void)state;
    for (int i = 0; i < FREQUENCIES; i++) {
        const double w = frequencies[i], farther = fmax(w, OMEGA) * STEP;
        CHECK_RELATIVE(cimag(fit_warped(w, OMEGA, STEP)), w, farther * farther / 11.0);
    }
    CHECK_NEAR(2.0 * filter_first_of(OMEGA, STEP).h / STEP, 1.0, OMEGA * STEP * OMEGA * STEP);
    CHECK_SAME(filter_first_of(0.0, STEP).h, 0.5 * STEP);
}

/* The rule sees a step as a ramp over one T, that is as a step at T/2. With z = omega T: the first value
 * differs by z^2/8 from the exponential, and the decay by omega t z^2/12 e^(-omega t) <= z^2/32: together
 * below z^2/4. */
static void first_order_answers_a_step(void **state)
{
    (void)state;
    const double z = OMEGA * STEP;
    filter_first f = filter_first_of(OMEGA, STEP);
    for (int n = 1; n < 4000; n++) {
        filter_first_step(&f, 1.0);
        CHECK_NEAR(f.y, 1.0 - exp(-OMEGA * (n - 0.5) * STEP), 0.25 * z * z);
    }
}

/* With zeta = 1 two of the first order in a row: twice the error. */
static void second_order_answers_a_step(void **state)
{
    (void)state;
    const double z = OMEGA * STEP;
    filter_second f = filter_second_of(OMEGA, 1.0, STEP);
    for (int n = 1; n < 4000; n++) {
        filter_second_step(&f, 1.0);
        const double x = OMEGA * (n - 0.5) * STEP;
        CHECK_NEAR(f.y, 1.0 - (1.0 + x) * exp(-x), 0.5 * z * z);
    }
}

static void no_break_lets_nothing_low_pass(void **state)
{
    (void)state;
    filter_first f = filter_first_of(0.0, STEP);
    for (int n = 0; n < 10; n++) filter_first_step(&f, 3.0);
    CHECK_SAME(f.y, 0.0);
    CHECK_SAME(f.y1, 0.0);
}

static void compresses(void **state)
{
    (void)state;
    const double most = 2.0, tiny = 1e-6;
    CHECK_RELATIVE(filter_compress(tiny, most), tiny, 1e-12);
    CHECK_SAME(filter_compress(3.0, most), most);
    CHECK_SAME(filter_compress(1e300, most), most);
    CHECK_SAME(filter_compress(-1e300, most), -most);
    CHECK_RELATIVE(filter_compress(0.58 * most, most), 0.58 * most * 0.95, 2e-3); /* 5 %, as documented */
    double before = -most;
    for (int i = -300; i <= 300; i++) { /* monotonic, odd, and within */
        const double y = filter_compress(0.01 * i, most);
        assert_true(y >= before && fabs(y) <= most);
        CHECK_SAME(filter_compress(-0.01 * i, most), -y);
        before = y;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_order_answers_sines),
        cmocka_unit_test(second_order_answers_sines),
        cmocka_unit_test(warps_little),
        cmocka_unit_test(first_order_answers_a_step),
        cmocka_unit_test(second_order_answers_a_step),
        cmocka_unit_test(no_break_lets_nothing_low_pass),
        cmocka_unit_test(compresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
