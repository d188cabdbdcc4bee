/* Our sine and cosine against the C library's in extended precision. */
#include "support/check.h"

#include "hl/real.h"

#include <float.h>
#include <math.h>

enum { SAMPLES = 200000 };

/* |value - exact| in units of the last place of `exact` */
static double ulps(double value, long double exact)
{
    const double near = fabs((double)exact);
    const double unit = near < DBL_MIN ? DBL_TRUE_MIN : nextafter(near, HUGE_VAL) - near;
    return (double)(fabsl((long double)value - exact) / (long double)unit);
}

static void check_within_an_ulp(double x)
{
    double s, c;
    hl_sincos(x, &s, &c);
    if (ulps(s, sinl((long double)x)) > 1.0 || ulps(c, cosl((long double)x)) > 1.0)
        fail_msg("x = %.17g: sine %.17g, cosine %.17g", x, s, c);
}

/* The header's promise: at most 1 unit in the last place for |x| <= 1e5, at every scale. */
static void within_an_ulp(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < SAMPLES; i++) {
        const double magnitude = pow(10.0, -8.0 + 6.5 * (1.0 + check_random(&seed))); /* 1e-8 to 1e5 */
        check_within_an_ulp(check_random(&seed) < 0.0 ? -magnitude : magnitude);
        check_within_an_ulp(8.0 * check_random(&seed));
    }
}

/* Next to multiples of pi/2 one of the two is tiny and reveals every lost bit of the reduction; next to odd
 * multiples of pi/4 the polynomials change. */
static void within_an_ulp_at_the_seams(void **state)
{
    (void)state;
    const double quarter = 0.785398163397448309616;
    for (int k = -60000; k <= 60000; k++) {
        const double x = k * quarter;
        check_within_an_ulp(x);
        check_within_an_ulp(nextafter(x, -HUGE_VAL));
        check_within_an_ulp(nextafter(x, HUGE_VAL));
    }
}

static void exact_values_and_symmetry(void **state)
{
    (void)state;
    double s, c, s_back, c_back;
    hl_sincos(0.0, &s, &c);
    CHECK_SAME(s, 0.0);
    CHECK_SAME(c, 1.0);
    hl_sincos(-0.0, &s, &c);
    CHECK_SAME(s, 0.0);
    CHECK_SAME(c, 1.0);
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        const double x = 1e3 * check_random(&seed);
        hl_sincos(x, &s, &c);
        hl_sincos(-x, &s_back, &c_back);
        CHECK_SAME(s_back, -s);
        CHECK_SAME(c_back, c);
    }
}

/* Beyond 1e6 the argument is first taken modulo the double nearest to 2 pi, which is off by 2.5e-16: x/(2 pi)
 * turns bring x * 3.9e-17. To that add the reduction's and the result's own rounding, 2^-52 each. */
static void large_arguments_lose_digits_gracefully(void **state)
{
    (void)state;
    uint64_t seed = 3;
    double s, c;
    for (int i = 0; i < 10000; i++) {
        const double x = pow(10.0, 7.5 + 1.5 * check_random(&seed)) * 1.1; /* 1.1e6 to 1.1e9 */
        const double tolerance = x * 3.9e-17 + 2.0 * DBL_EPSILON;
        hl_sincos(x, &s, &c);
        CHECK_NEAR(s, (double)sinl((long double)x), tolerance);
        CHECK_NEAR(c, (double)cosl((long double)x), tolerance);
    }
}

/* Whatever the argument, a finite one gives a point on the unit circle: both rounded, so 2 ulp in the sum of
 * squares. */
static void huge_arguments_stay_on_the_circle(void **state)
{
    (void)state;
    const double list[] = {1e15, 1e22, 1e100, DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        double s, c;
        hl_sincos(list[i], &s, &c);
        CHECK_NEAR(s * s + c * c, 1.0, 4.0 * DBL_EPSILON);
    }
}

static void tiny_arguments(void **state)
{
    (void)state;
    const double list[] = {DBL_TRUE_MIN, DBL_MIN, 1e-300, 1e-20, 1e-9};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        double s, c;
        hl_sincos(list[i], &s, &c);
        CHECK_SAME(s, list[i]);
        CHECK_SAME(c, 1.0);
    }
}

static void not_finite_gives_nan(void **state)
{
    (void)state;
    const double list[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        double s = 0.0, c = 0.0;
        hl_sincos(list[i], &s, &c);
        assert_true(isnan(s) && isnan(c));
    }
}

static void lanes_are_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        const double x[HL_LANES] = {-0.017 * i, 0.03 * i, 997.3 * i, -1e6 + 1.1 * i};
        double sines[HL_LANES], cosines[HL_LANES];
        hl_sincos_lanes(x, sines, cosines);
        for (int k = 0; k < HL_LANES; k++) {
            double s, c;
            hl_sincos(x[k], &s, &c);
            CHECK_SAME(sines[k], s);
            CHECK_SAME(cosines[k], c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(within_an_ulp),
                                       cmocka_unit_test(within_an_ulp_at_the_seams),
                                       cmocka_unit_test(exact_values_and_symmetry),
                                       cmocka_unit_test(large_arguments_lose_digits_gracefully),
                                       cmocka_unit_test(huge_arguments_stay_on_the_circle),
                                       cmocka_unit_test(tiny_arguments),
                                       cmocka_unit_test(not_finite_gives_nan),
                                       cmocka_unit_test(lanes_are_the_same)};
    return cmocka_run_group_tests_name("trig", tests, NULL, NULL);
}
