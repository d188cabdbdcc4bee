/* Janosi: strength and stiffness as limits, the mobilised share as a mean by quadrature. */
#include "press_check.h"
#include "support/check.h"

#include <float.h>

static void strength_and_stiffness(void **state)
{
    (void)state;
    terr_soil soil = press_sand();
    soil.cohesion = 2e3;
    const double p = 8e4, strength = 2e3 + p * tan(soil.friction_angle), K = soil.janosi_displacement;
    /* tan of the C library against sine over cosine: some eps */
    CHECK_RELATIVE(terr_janosi_shear(&soil, p, 1e3), strength, 8.0 * DBL_EPSILON);
    CHECK_RELATIVE(terr_janosi_shear(&soil, p, K), strength * (1.0 - exp(-1.0)), 8.0 * DBL_EPSILON);
    /* tau = strength (x - x^2/2 ...), x = j/K */
    CHECK_RELATIVE(terr_janosi_shear(&soil, p, 1e-6 * K), 1e-6 * strength, 0.5e-6);
    CHECK_SAME(terr_janosi_shear(&soil, p, -0.01), -terr_janosi_shear(&soil, p, 0.01));
    CHECK_SAME(terr_janosi_shear(&soil, p, 0.0), 0.0);
}

/* Gauss-Legendre of 5 points on 64 pieces: exact to rounding for so smooth a curve. */
static double mean_share(double u)
{
    static const double x[5] = {-0.906179845938663993, -0.538469310105683091, 0.0, 0.538469310105683091,
                                0.906179845938663993},
                        w[5] = {0.236926885056189088, 0.478628670499366468, 0.568888888888888889,
                                0.478628670499366468, 0.236926885056189088};
    double sum = 0.0;
    for (int piece = 0; piece < 64; piece++)
        for (int k = 0; k < 5; k++) sum += 0.5 * w[k] * -expm1(-u * (piece + 0.5 * (1.0 + x[k])) / 64.0);
    return sum / 64.0;
}

static void mobilised_is_the_mean(void **state)
{
    (void)state;
    const terr_soil soil = press_sand();
    const double l = 0.5, K = soil.janosi_displacement;
    for (double u = 1e-6; u < 100.0; u *= 1.9) {
        /* the cancellation that soil.c states, 4e-14, and rounding of 320 summands */
        CHECK_RELATIVE(terr_janosi_mobilised(&soil, u * K / l, l), mean_share(u), 1e-13);
        CHECK_SAME(terr_janosi_mobilised(&soil, -u * K / l, l), -terr_janosi_mobilised(&soil, u * K / l, l));
    }
    CHECK_SAME(terr_janosi_mobilised(&soil, 0.0, l), 0.0);
    CHECK_NEAR(terr_janosi_mobilised(&soil, 1e9, l), 1.0, 1e-9); /* 1 - 1/u */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(strength_and_stiffness),
                                       cmocka_unit_test(mobilised_is_the_mean)};
    return cmocka_run_group_tests_name("soil shear", tests, NULL, NULL);
}
