/* The laboratory's measuring: angles, spreads and differences of shapes that are known exactly, refusals, and
 * that an experiment made twice gives the same bits. */
#include "support/check.h"

#include "hl/real.h"
#include "terr/lab.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEGREE = 0.017453292519943295, PI = 3.14159265358979323846;

/* A cone of this height whose flanks fall by different slopes along x and y, its axis at (1, 2). */
typedef struct cone {
    double top, slope_x, slope_y;
} cone;

static terr_sample cone_at(const void *self, double x, double y)
{
    const cone *c = self;
    const double fall = hypot(c->slope_x * (x - 1.0), c->slope_y * (y - 2.0));
    return (terr_sample){.height = fmax(c->top - fall, 0.0), .normal = hl_v3(0, 0, 1)};
}

static terr_ground ground_of(const cone *c)
{
    return (terr_ground){.self = c, .sample = cone_at};
}

static terr_soil sand(void)
{
    return (terr_soil){.name = "dry sand",
                       .loose_density = 1420.0,
                       .bank_density = 1600.0,
                       .repose = 34.0 * DEGREE,
                       .friction_angle = 32.0 * DEGREE,
                       .steel_friction = 21.0 * DEGREE,
                       .bekker_cohesive = 990.0,
                       .bekker_frictional = 1528430.0,
                       .bekker_exponent = 1.1,
                       .janosi_displacement = 0.025,
                       .pressing = 4.0,
                       .solid_share = 0.6,
                       .restitution = 0.2,
                       .sliding_friction = 0.6,
                       .rolling_friction = 0.2};
}

/* ---- measuring ---- */

static void flank_of_a_cone(void **state)
{
    (void)state;
    const cone round = {.top = 0.8, .slope_x = 0.7, .slope_y = 0.7};
    const terr_ground ground = ground_of(&round);
    for (int k = 0; k < 24; k++) {
        const double angle = terr_lab_flank(&ground, 1.0, 2.0, 2.0 * PI * k / 24.0, 0.8, 3.0);
        /* a straight line through points on it: some hundred roundings of differences of squares */
        CHECK_NEAR(angle, atan(0.7), 1e3 * DBL_EPSILON);
    }
}

/* Going out at an angle a the slope is that of the ellipse: hypot(s_x cos a, s_y sin a). */
static void flank_tells_directions_apart(void **state)
{
    (void)state;
    const cone oval = {.top = 0.5, .slope_x = 0.6, .slope_y = 0.3};
    const terr_ground ground = ground_of(&oval);
    for (int k = 0; k < 16; k++) {
        double sine, cosine;
        const double direction = 2.0 * PI * k / 16.0;
        hl_sincos(direction, &sine, &cosine);
        CHECK_NEAR(terr_lab_flank(&ground, 1.0, 2.0, direction, 0.5, 3.0),
                   atan(hypot(0.6 * cosine, 0.3 * sine)), 1e3 * DBL_EPSILON);
    }
}

static void no_flank_within_reach(void **state)
{
    (void)state;
    const cone high = {.top = 10.0, .slope_x = 0.5, .slope_y = 0.5};
    const terr_ground ground = ground_of(&high);
    assert_true(terr_lab_flank(&ground, 1.0, 2.0, 0.0, 10.0, 1.0) == 0.0);
}

/* A cone of radius R holds 3 u^2 - 2 u^3 of its volume within u R: 0.95 at u = 0.8647. */
static void spread_of_a_cone(void **state)
{
    (void)state;
    const double R = 1.0;
    terr_lab_heap heap = {.spacing = 0.05};
    for (int k = 0; k < TERR_LAB_PROFILE; k++)
        heap.across[k] = fmax(R - heap.spacing * abs(k - TERR_LAB_PROFILE / 2), 0.0);
    /* rings of the profile's spacing: second order, (0.05)^2 */
    CHECK_NEAR(terr_lab_spread(&heap), 0.8647, 0.0025);
    memset(heap.across, 0, sizeof heap.across);
    assert_true(terr_lab_spread(&heap) == 0.0);
}

static void compares_reliefs(void **state)
{
    (void)state;
    static terr_lab_relief a, b;
    double largest, mean;
    terr_lab_compare(&a, &b, &largest, &mean);
    assert_true(largest == 0.0 && mean == 0.0);
    for (int i = 10; i < 20; i++)
        for (int j = 0; j < 10; j++) a.height[i][j] = 0.5, b.height[i][j] = 0.5 + 0.125 * (i % 2);
    terr_lab_compare(&a, &b, &largest, &mean);
    assert_true(largest == 0.125);
    CHECK_NEAR(mean, 0.125 * sqrt(0.5), 1e-15);
}

/* ---- experiments ---- */

static void expects_the_equation(void **state)
{
    (void)state;
    const terr_soil soil = sand();
    const terr_lab_cut cut = {.rake = 45.0 * DEGREE, .width = 1.2, .depth = 0.2};
    const terr_wedge wedge = terr_wedge_of(soil.friction_angle, soil.steel_friction, cut.rake);
    const double F = 1.2 * 1600.0 * 9.80665 * 0.04 * wedge.N_g;
    CHECK_RELATIVE(terr_lab_cut_expected(&soil, &cut), F * sin(66.0 * DEGREE), 1e-14);
}

static void plate_sinks_as_bekker_says(void **state)
{
    (void)state;
    const terr_soil soil = sand();
    const terr_lab lab = terr_lab_default_setup(&soil);
    hl_arena arena = {0};
    char why[HL_MESSAGE_LENGTH];
    double z;
    assert_int_equal(terr_lab_plate(&lab, 0.4, 8e3, &arena, &z, why), HL_OK);
    CHECK_NEAR(z, terr_bekker_sinkage(&soil, 0.4, 50e3), 2e-5); /* to where surfaces count as at rest */
    hl_arena_free(&arena);
}

static void pour(const terr_soil *soil, terr_lab_pouring how, double mass, terr_lab_heap *heap)
{
    const terr_lab lab = terr_lab_default_setup(soil);
    hl_arena arena = {0};
    char why[HL_MESSAGE_LENGTH];
    *heap = (terr_lab_heap){0};
    assert_int_equal(terr_lab_pour(&lab, how, mass, &arena, heap, why), HL_OK);
    hl_arena_free(&arena);
}

static void pours_the_same_twice(void **state)
{
    (void)state;
    const terr_soil soil = sand();
    static const terr_lab_pouring how[] = {TERR_LAB_STEADILY, TERR_LAB_GRAINS};
    for (int i = 0; i < 2; i++) {
        terr_lab_heap first, second;
        pour(&soil, how[i], i == 0 ? 400.0 : 50.0, &first);
        pour(&soil, how[i], i == 0 ? 400.0 : 50.0, &second);
        assert_true(first.rested);
        assert_int_equal(first.missing, 0);
        assert_true(first.poured > 0);
        assert_memory_equal(first.across, second.across, sizeof first.across);
        assert_memory_equal(first.slope, second.slope, sizeof first.slope);
        assert_true(first.seconds == second.seconds);
    }
}

static void refuses_impossible_soils(void **state)
{
    (void)state;
    terr_soil soil = sand();
    soil.loose_density = 0.0;
    const terr_lab lab = terr_lab_default_setup(&soil);
    hl_arena arena = {0};
    char why[HL_MESSAGE_LENGTH] = "";
    terr_lab_heap heap;
    assert_int_equal(terr_lab_pour(&lab, TERR_LAB_STEADILY, 100.0, &arena, &heap, why), HL_BAD_INPUT);
    assert_non_null(strstr(why, "densit"));
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flank_of_a_cone),
                                       cmocka_unit_test(flank_tells_directions_apart),
                                       cmocka_unit_test(no_flank_within_reach),
                                       cmocka_unit_test(spread_of_a_cone),
                                       cmocka_unit_test(compares_reliefs),
                                       cmocka_unit_test(expects_the_equation),
                                       cmocka_unit_test(plate_sinks_as_bekker_says),
                                       cmocka_unit_test(pours_the_same_twice),
                                       cmocka_unit_test(refuses_impossible_soils)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
