/* The fundamental equation of earthmoving against a table of its factors and forces, and against itself: the
 * wedge's angle is the one of least weight, forces grow as the equation says. */
#include "support/check.h"
#include "terr/soil.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double DEGREE = 3.14159265358979323846 / 180.0;

/* Computed from Reece's equation as E. McKyes (Soil Cutting and Tillage, 1985) prints it, at a rake of 45
 * degrees, without surcharge, g = 9.81 m/s^2. Angles in degrees, cohesion and adhesion in kPa, forces in kN
 * at widths and depths w 1.2 m d 0.1, 0.2, 0.3 m and w 2.0 m d 0.2 m. */
typedef struct table_row {
    const char *name;
    double phi, delta, density, cohesion, adhesion;
    double rho, N_g, N_c, N_ca, force[4];
} table_row;

static const table_row TABLE[] = {
    {"dry sand", 32, 21, 1550, 0, 0, 32.8, 1.53, 2.07, 0.63, {0.28, 1.11, 2.50, 1.86}},
    {"loose gravel", 38, 25, 1700, 0, 0, 29.3, 1.89, 2.37, 0.79, {0.38, 1.51, 3.41, 2.52}},
    {"sandy loam", 30, 20, 1600, 8, 4, 33.8, 1.44, 2.00, 0.58, {2.47, 5.48, 9.03, 9.13}},
    {"clay", 15, 11, 1800, 25, 12, 41.1, 0.96, 1.59, 0.29, {5.38, 11.18, 17.38, 18.63}}};
enum { ROWS = sizeof TABLE / sizeof TABLE[0] };
static const double WIDTH[4] = {1.2, 1.2, 1.2, 2.0}, DEPTH[4] = {0.1, 0.2, 0.3, 0.2};

/* Half a digit of print. */
static const double HALF_TENTH = 0.05, HALF_HUNDREDTH = 0.005;

static terr_wedge wedge_of(const table_row *row)
{
    return terr_wedge_of(row->phi * DEGREE, row->delta * DEGREE, 45.0 * DEGREE);
}

static void factors_of_the_table(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const terr_wedge wedge = wedge_of(&TABLE[i]);
        CHECK_NEAR(wedge.angle / DEGREE, TABLE[i].rho, HALF_TENTH);
        CHECK_NEAR(wedge.N_g, TABLE[i].N_g, HALF_HUNDREDTH);
        CHECK_NEAR(wedge.N_c, TABLE[i].N_c, HALF_HUNDREDTH);
        CHECK_NEAR(wedge.N_ca, TABLE[i].N_ca, HALF_HUNDREDTH);
        CHECK_SAME(wedge.N_q, 2.0 * wedge.N_g);
        CHECK_SAME(wedge.rake, 45.0 * DEGREE);
    }
}

/* Half a digit of print, and what standard gravity, 9.80665 m/s^2, takes off the weight's part, less than
 * 4e-4 of the force. */
static void forces_of_the_table(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const table_row *row = &TABLE[i];
        const terr_wedge wedge = wedge_of(row);
        for (int k = 0; k < 4; k++) {
            const double force = terr_cutting_force(&wedge, row->density, 1e3 * row->cohesion,
                                                    1e3 * row->adhesion, WIDTH[k], DEPTH[k], 0.0);
            CHECK_NEAR(1e-3 * force, row->force[k], HALF_HUNDREDTH + 4e-4 * row->force[k]);
        }
    }
}

/* N_g of a wedge with another angle. */
static double weight_factor(double phi, double delta, double beta, double rho)
{
    const double D = cos(beta + delta) + sin(beta + delta) / tan(rho + phi);
    return (1.0 / tan(beta) + 1.0 / tan(rho)) / (2.0 * D);
}

/* Over all angles at which a wedge can be pushed up: none is lighter. Two evaluations of some ten roundings
 * each differ by less than 1e-13 relative, near the ends of the range divided by the sine of 1 degree. */
static void no_wedge_is_lighter(void **state)
{
    (void)state;
    for (double phi = 5.0; phi <= 45.0; phi += 10.0)
        for (double rake = 20.0; rake <= 90.0; rake += 10.0) {
            const double delta = phi / 1.5;
            const terr_wedge wedge = terr_wedge_of(phi * DEGREE, delta * DEGREE, rake * DEGREE);
            const double most = 180.0 - rake - delta - phi;
            assert_true(wedge.angle > 0.0 && wedge.angle < most * DEGREE);
            for (double rho = 0.01 * most; rho < 0.995 * most; rho += 0.01 * most) {
                const double other = weight_factor(phi * DEGREE, delta * DEGREE, rake * DEGREE, rho * DEGREE);
                assert_true(other >= wedge.N_g * (1.0 - 1e-12));
            }
        }
}

/* Rankine's passive pressure: on a smooth upright wall rho = 45 - phi/2 degrees, and
 * F = w gamma g d^2 K_p/2 + 2 w c d sqrt(K_p) with K_p = tan^2(45 + phi/2). The angle of a minimum is found
 * to the last digits: a zero of a derivative whose slope, of the order of sin phi, is above 0.1 from 5
 * degrees on and whose roundings are 1e-15. */
static void rankine_on_a_smooth_wall(void **state)
{
    (void)state;
    for (double phi = 5.0; phi <= 45.0; phi += 5.0) {
        const terr_wedge wedge = terr_wedge_of(phi * DEGREE, 0.0, 0.5 * PI);
        const double root = tan((45.0 + 0.5 * phi) * DEGREE);
        CHECK_NEAR(wedge.angle, (45.0 - 0.5 * phi) * DEGREE, 1e-14);
        CHECK_RELATIVE(wedge.N_g, 0.5 * root * root, 1e-13);
        CHECK_RELATIVE(wedge.N_c, 2.0 * root, 1e-13);
    }
}

/* Every term by itself: weight with d^2, cohesion, adhesion and surcharge with d, all with the width. */
static void terms_grow_as_the_equation_says(void **state)
{
    (void)state;
    const terr_wedge wedge = wedge_of(&TABLE[0]);
    const double w = 1.7, d = 0.23, g = 9.80665;
    CHECK_RELATIVE(terr_cutting_force(&wedge, 1500, 0, 0, w, d, 0), w * d * d * 1500 * g * wedge.N_g, 1e-15);
    CHECK_RELATIVE(terr_cutting_force(&wedge, 0, 900, 0, w, d, 0), w * d * 900 * wedge.N_c, 1e-15);
    CHECK_RELATIVE(terr_cutting_force(&wedge, 0, 0, 900, w, d, 0), w * d * 900 * wedge.N_ca, 1e-15);
    CHECK_RELATIVE(terr_cutting_force(&wedge, 0, 0, 0, w, d, 900), w * d * 900 * wedge.N_q, 1e-15);
    CHECK_SAME(terr_cutting_force(&wedge, 1500, 900, 900, w, 0.0, 900), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_of_the_table), cmocka_unit_test(forces_of_the_table),
        cmocka_unit_test(no_wedge_is_lighter), cmocka_unit_test(rankine_on_a_smooth_wall),
        cmocka_unit_test(terms_grow_as_the_equation_says)};
    return cmocka_run_group_tests_name("earthmoving", tests, NULL, NULL);
}
