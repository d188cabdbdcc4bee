/* Our elementary functions against MPFR: each result is at most one unit in the last place from the exact
 * value. Usage: test_real [ARGUMENTS], the number of arguments for each function; 100 000 where none is
 * given. */
#include "support/check.h"

#include "hl/real.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 96 }; /* bits of the reference: its own error is 2^-43 units in the last place */
static int arguments = 100000;

typedef double (*function)(double x, double y);
typedef int (*reference)(mpfr_t result, const mpfr_t x, const mpfr_t y);

/* What differs between functions. `low` to `high`: arguments that simulations meet; others are drawn from all
 * bits. */
typedef struct row {
    const char *name;
    function ours;
    reference exact;
    double low, high, y_low, y_high;
} row;

#define ONE_ARGUMENT(name)                                                                                   \
    static double ours_##name(double x, double y)                                                            \
    {                                                                                                        \
        (void)y;                                                                                             \
        return hl_##name(x);                                                                                 \
    }                                                                                                        \
    static int exact_##name(mpfr_t result, const mpfr_t x, const mpfr_t y)                                   \
    {                                                                                                        \
        (void)y;                                                                                             \
        return mpfr_##name(result, x, MPFR_RNDN);                                                            \
    }
ONE_ARGUMENT(exp)
ONE_ARGUMENT(expm1)
ONE_ARGUMENT(log)
ONE_ARGUMENT(log1p)
ONE_ARGUMENT(cbrt)
ONE_ARGUMENT(tanh)
ONE_ARGUMENT(tan)
ONE_ARGUMENT(asin)
ONE_ARGUMENT(atan)

static int exact_pow(mpfr_t result, const mpfr_t x, const mpfr_t y)
{
    return mpfr_pow(result, x, y, MPFR_RNDN);
}
static int exact_hypot(mpfr_t result, const mpfr_t x, const mpfr_t y)
{
    return mpfr_hypot(result, x, y, MPFR_RNDN);
}
static int exact_atan2(mpfr_t result, const mpfr_t x, const mpfr_t y)
{
    return mpfr_atan2(result, x, y, MPFR_RNDN);
}

static const row ROWS[] = {
    {"exp", ours_exp, exact_exp, -745.2, 709.8, 0, 0},
    {"expm1", ours_expm1, exact_expm1, -3.0, 3.0, 0, 0},
    {"log", ours_log, exact_log, 0.0, 3.0, 0, 0},
    {"log1p", ours_log1p, exact_log1p, -1.0, 2.0, 0, 0},
    {"pow", hl_pow, exact_pow, 0.0, 3.0, -30.0, 30.0},
    {"cbrt", ours_cbrt, exact_cbrt, -8.0, 8.0, 0, 0},
    {"hypot", hl_hypot, exact_hypot, -3.0, 3.0, -3.0, 3.0},
    {"tanh", ours_tanh, exact_tanh, -3.0, 3.0, 0, 0},
    {"tan", ours_tan, exact_tan, -8.0, 8.0, 0, 0},
    {"asin", ours_asin, exact_asin, -1.0, 1.0, 0, 0},
    {"atan", ours_atan, exact_atan, -3.0, 3.0, 0, 0},
    {"atan2", hl_atan2, exact_atan2, -3.0, 3.0, -3.0, 3.0},
};

/* |value - exact| in units of the last place of `exact`; both are finite */
static double ulps(double value, mpfr_t exact)
{
    const double near = fabs(mpfr_get_d(exact, MPFR_RNDZ));
    const double unit = near < DBL_MIN ? DBL_TRUE_MIN : ldexp(1.0, ilogb(near) - 52);
    mpfr_sub_d(exact, exact, value, MPFR_RNDN);
    mpfr_div_d(exact, exact, unit, MPFR_RNDN);
    return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

/* How far ours is from the exact value; 0 where both are NaN */
static double error_of(const row *r, double x, double y)
{
    mpfr_t X, Y, exact;
    mpfr_inits2(53, X, Y, (mpfr_ptr)0);
    mpfr_init2(exact, PRECISION);
    mpfr_set_d(X, x, MPFR_RNDN);
    mpfr_set_d(Y, y, MPFR_RNDN);
    r->exact(exact, X, Y);
    const double value = r->ours(x, y);
    double error;
    if (mpfr_nan_p(exact) || isnan(value))
        error = mpfr_nan_p(exact) && isnan(value) ? 0.0 : HUGE_VAL;
    else if (mpfr_inf_p(exact) || isinf(value))
        error = value == mpfr_get_d(exact, MPFR_RNDN) ? 0.0 : HUGE_VAL;
    else
        error = ulps(value, exact);
    mpfr_clears(X, Y, exact, (mpfr_ptr)0);
    return error;
}

/* one of four: evenly in the range; evenly in its magnitude, small ones too; next to where it began; any bits
 * at all */
static double draw(uint64_t *seed, int way, double low, double high)
{
    const double u = check_random(seed), middle = 0.5 * (low + high) + 0.5 * (high - low) * u;
    if (way == 0 || way == 2) return middle;
    if (way == 1) return middle * pow(10.0, 10.0 * (check_random(seed) - 1.0));
    uint64_t bits = (uint64_t)((check_random(seed) + 1.0) * 0x1p31) << 32 |
                    (uint64_t)((check_random(seed) + 1.0) * 0x1p31);
    double x;
    memcpy(&x, &bits, sizeof x);
    return isfinite(x) ? x : middle;
}

static void check_row(const row *r, bool *all_good)
{
    uint64_t seed = 1;
    double worst = 0.0, worst_x = 0.0, worst_y = 0.0;
    const int is_tan = strcmp(r->name, "tan") == 0, is_pow = strcmp(r->name, "pow") == 0;
    for (int i = 0; i < arguments; i++) {
        double x = draw(&seed, i & 3, r->low, r->high), y = draw(&seed, i & 3, r->y_low, r->y_high);
        if (is_tan && fabs(x) > 1e5) x = fmod(x, 1e5);
        if (is_pow) x = fabs(x);
        if (is_pow && (i & 3) == 2) x = 1.0 + 0x1p-20 * (x - 1.0), y *= 1e6;
        const double error = error_of(r, x, y);
        if (error > worst) worst = error, worst_x = x, worst_y = y;
    }
    print_message("%-6s %.4f ulp at (%.17g, %.17g)\n", r->name, worst, worst_x, worst_y);
    *all_good = *all_good && worst <= 1.0;
}

static void within_an_ulp(void **state)
{
    (void)state;
    bool all_good = true;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) check_row(&ROWS[i], &all_good);
    assert_true(all_good);
}

/* Also at the ends, where a single value takes another way. */
static void four_exponentials_equal_single_ones(void **state)
{
    (void)state;
    static const double ENDS[] = {0.0, -0.0, 708.0, -708.0, 710.0, -740.0, -800.0, 1e300, (double)INFINITY};
    enum { COUNT = sizeof ENDS / sizeof ENDS[0] };
    uint64_t seed = 7;
    for (int i = 0; i < arguments / 4; i++) {
        double x[4], y[4];
        for (int k = 0; k < 4; k++) x[k] = draw(&seed, k, -20.0, 20.0);
        x[i % 4] = ENDS[i / 4 % COUNT];
        hl_exp_four(x, y);
        for (int k = 0; k < 4; k++) {
            const double one = hl_exp(x[k]);
            assert_memory_equal(&y[k], &one, sizeof one);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) arguments = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(within_an_ulp),
                                       cmocka_unit_test(four_exponentials_equal_single_ones)};
    return cmocka_run_group_tests_name("real", tests, NULL, NULL);
}
