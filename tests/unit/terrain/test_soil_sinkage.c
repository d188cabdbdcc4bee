/* Bekker's law and its inverse, the work of a rut by quadrature, limits of slip sinkage. */
#include "press_check.h"
#include "support/check.h"

#include <float.h>

static void sinkage_inverts_pressure(void **state)
{
    (void)state;
    const terr_soil soil = press_sand();
    for (double z = 1e-4; z < 1.0; z *= 1.7) {
        const double p = terr_bekker_pressure(&soil, 0.3, z);
        /* two powers, each right to a few eps of its result; the exponents do not magnify that */
        CHECK_RELATIVE(terr_bekker_sinkage(&soil, 0.3, p), z, 16.0 * DBL_EPSILON);
    }
    CHECK_RELATIVE(terr_bekker_pressure(&soil, 0.3, 0.1), (0.99e3 / 0.3 + 1528.43e3) * pow(0.1, 1.1),
                   8.0 * DBL_EPSILON);
}

static void nothing_pushes_upwards(void **state)
{
    (void)state;
    const terr_soil soil = press_sand();
    for (double z = 0.0; z > -2.0; z -= 0.5) {
        CHECK_SAME(terr_bekker_pressure(&soil, 0.3, z), 0.0);
        CHECK_SAME(terr_bekker_sinkage(&soil, 0.3, 1e5 * z), 0.0);
        CHECK_SAME(terr_bekker_wheel_load(&soil, 0.3, 0.6, z), 0.0);
        CHECK_SAME(terr_compaction_resistance(&soil, 0.3, z), 0.0);
    }
}

/* For n = 1 the wheel's load is an elementary integral: a parabola of depth z and half-length L = sqrt(2 r z)
 * holds the area 2/3 z L, W = b k 2/3 z L: Bekker's (3 - n)/3. */
static void wheel_load_of_a_linear_soil(void **state)
{
    (void)state;
    terr_soil soil = press_sand();
    soil.bekker_exponent = 1.0;
    const double b = 0.4, r = 0.7, z = 0.06, k = 0.99e3 / b + 1528.43e3;
    CHECK_RELATIVE(terr_bekker_wheel_load(&soil, b, r, z), b * k * z * 2.0 / 3.0 * sqrt(2.0 * r * z),
                   8.0 * DBL_EPSILON);
}

/* R_c is the work of b p(z) dz per length. */
static double work(double z, const void *soil)
{
    return terr_compaction_resistance(soil, 0.4, z);
}

static void compaction_is_work(void **state)
{
    (void)state;
    const terr_soil soil = press_sand();
    for (double z = 0.01; z < 0.5; z *= 2.0)
        CHECK_DERIVATIVE(work, &soil, z, 0.4 * terr_bekker_pressure(&soil, 0.4, z), 1e-3 * z, 1e-15);
}

static void slip_digs(void **state)
{
    (void)state;
    CHECK_SAME(terr_slip_sinkage(0.0), 1.0);
    CHECK_SAME(terr_slip_sinkage(-0.3), 1.0);
    CHECK_SAME(terr_slip_sinkage(1.0), 4.0);
    CHECK_SAME(terr_slip_sinkage(7.0), 4.0);
    CHECK_RELATIVE(terr_slip_sinkage(0.2), 1.2 / 0.9, 2.0 * DBL_EPSILON);
}

/* F(f) is the height of a column that weighs f, times eta. */
static void pressing_height_weighs_the_load(void **state)
{
    (void)state;
    const terr_soil soil = press_sand();
    const double cell = 0.05, weight = 9.80665 * soil.loose_density * cell * cell; /* of a metre [N] */
    CHECK_RELATIVE(terr_pressing_height(&soil, cell, 3.0 * weight), 3.0 * soil.pressing, 4.0 * DBL_EPSILON);
    CHECK_SAME(terr_pressing_height(&soil, cell, 0.0), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sinkage_inverts_pressure),
                                       cmocka_unit_test(nothing_pushes_upwards),
                                       cmocka_unit_test(wheel_load_of_a_linear_soil),
                                       cmocka_unit_test(compaction_is_work),
                                       cmocka_unit_test(slip_digs),
                                       cmocka_unit_test(pressing_height_weighs_the_load)};
    return cmocka_run_group_tests_name("soil sinkage", tests, NULL, NULL);
}
