/* The field as it is built: wrong definitions are refused with reasons, the initial ground is what the
 * definition says, its mass that of the volumes. */
#include "support/check.h"

#include "field_check.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

static void refused(const terr_field_def *def, const char *expected)
{
    hl_arena arena = {0};
    terr_field *field = NULL;
    char why[HL_MESSAGE_LENGTH] = "";
    assert_int_equal(terr_field_new(def, &arena, &field, why), HL_BAD_INPUT);
    if (strstr(why, expected) == NULL) fail_msg("'%s' does not say '%s'", why, expected);
    hl_arena_free(&arena);
}

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_soil soil = field_sand();
    const terr_field_def good = field_square(&soil, 0.05, 40, &arena);
    terr_field_def def = good;
    def.cell = 0.01;
    refused(&def, "0.02 m to 0.25 m");
    def.cell = (double)NAN;
    refused(&def, "0.02 m to 0.25 m");
    def = good;
    def.columns = def.rows = 8193;
    refused(&def, "too large");
    def.columns = 0;
    refused(&def, "column");
    def = good;
    def.origin[1] = (double)INFINITY;
    refused(&def, "origin");
    def = good;
    def.depth = 0.0;
    refused(&def, "depth above 0");
    def = good;
    def.loose_depth = 0.6;
    refused(&def, "loose depth");
    def = good;
    def.depth = 1000.0; /* 4000 kg on 0.05 m x 0.05 m */
    refused(&def, "weighs");
    def = good;
    def.soil_count = 9;
    refused(&def, "soils");
    def = good;
    const terr_pile pile = {.height = (double)NAN}, other = {.height = 1.0, .soil = 1};
    def.pile_count = 1;
    def.piles = &pile;
    refused(&def, "pile");
    def.piles = &other;
    refused(&def, "soil is not in the list");
    def = good;
    soil.repose = 0.0;
    refused(&def, "repose");
    soil = field_sand();
    soil.bank_density = -1.0;
    refused(&def, "densities");
    hl_arena_free(&arena);
}

static void heights_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const double heights[4] = {0.0, 0.0, 0.0, (double)NAN};
    const terr_grid grid = {.spacing = 10.0, .columns = 2, .rows = 2, .heights = heights};
    terr_field_def def = field_square(&soil, 0.05, 40, &arena);
    def.shape = terr_ground_grid(&grid, &arena);
    refused(&def, "weighs");
    hl_arena_free(&arena);
}

/* Mass = area (0.4 m 1600 + 0.1 m 1420 kg/m^3), each of the two layers of a cell rounded to half a quantum;
 * surfaces and bottoms are floats of less than 1 m, eps/4 each. */
static void a_flat_field_weighs_its_volume(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, 0.05, 40, &arena);
    terr_field *field = field_made(&def, &arena);
    const double cell = 0.0025, floats = cell * 1600.0 * (double)FLT_EPSILON;
    CHECK_NEAR(terr_kilograms(terr_field_count(field).initial), 1600.0 * cell * (640.0 + 142.0),
               1600.0 * (TERR_QUANTUM + floats));
    const terr_cell here = terr_field_look(field, 39, 0);
    CHECK_NEAR(here.height, 0.0, (double)FLT_EPSILON);
    CHECK_NEAR(here.bottom, -0.5, (double)FLT_EPSILON);
    CHECK_NEAR(terr_kilograms(here.loose), 0.1 * cell * 1420.0, TERR_QUANTUM + floats);
    assert_int_equal(here.soil, 0);
    field_consistent(field);
    assert_int_equal(terr_field_count(field).tiles, 0);
    assert_true(terr_field_bytes(&def) < (double)arena.total + 4096.0);
    assert_true(terr_field_bytes(&def) > 0.9 * (double)arena.total);
    hl_arena_free(&arena);
}

/* Piles, patches and walls where they are said to be. */
static void things_lie_where_they_should(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_soil soils[2] = {field_sand(), field_sand()};
    soils[1].bank_density = 1900.0;
    soils[1].repose = 40.0 * DEGREE;
    const terr_pile pile = {.at = {1.0, 1.0}, .height = 0.4, .soil = 1};
    const terr_patch patch = {.low = {2.0, 0.0}, .high = {3.0, 0.5}, .soil = 1};
    const terr_wall wall = {.centre = {2.5, 2.5}, .half = {0.2, 0.2}, .top = 0.7};
    terr_field_def def = field_square(soils, 0.05, 64, &arena);
    def.soil_count = 2;
    def.piles = &pile;
    def.patches = &patch;
    def.walls = &wall;
    def.pile_count = def.patch_count = def.wall_count = 1;
    terr_field *field = field_made(&def, &arena);
    double x, y;
    terr_field_centre(field, 22, 19, &x, &y);
    const double r = hypot(x - 1.0, y - 1.0);
    CHECK_NEAR(terr_field_height(field, 22, 19), 0.4 - r * tan(40.0 * DEGREE), (double)FLT_EPSILON);
    assert_int_equal(terr_field_look(field, 22, 19).soil, 1);
    assert_int_equal(terr_field_look(field, 45, 45).soil, 0);
    assert_int_equal(terr_field_look(field, 45, 5).soil, 1);
    const terr_cell under = terr_field_look(field, 50, 50);
    assert_true(under.wall && under.mass == 0);
    CHECK_NEAR(under.height, 0.7, (double)FLT_EPSILON);
    CHECK_NEAR(terr_field_sample(field, 2.5, 2.5).height, 0.0, (double)FLT_EPSILON);
    field_consistent(field);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_definitions_are_refused),
                                       cmocka_unit_test(heights_that_are_not_finite_are_refused),
                                       cmocka_unit_test(a_flat_field_weighs_its_volume),
                                       cmocka_unit_test(things_lie_where_they_should)};
    return cmocka_run_group_tests_name("field", tests, NULL, NULL);
}
