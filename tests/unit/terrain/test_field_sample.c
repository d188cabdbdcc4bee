/* The field as a ground: exact on planes, continuous with its slope across cells, tiles and the border, the
 * initial ground outside. */
#include "support/check.h"

#include "field_check.h"
#include "ground_check.h"

#include <float.h>

static const terr_waves HILLS = {
    .amplitude = 0.4, .wavelength = 6.0, .octaves = 1, .flat_radius = 0.0, .seed = 3};

/* A spline through samples of a plane is the plane; heights are floats. */
static void a_plane_stays_a_plane(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_plane incline = {.slope = 0.1, .direction = 0.7, .surface = 3};
    terr_field_def def = field_square(&soil, 0.05, 70, &arena);
    def.shape = terr_ground_plane(&incline, &arena);
    def.surface = 5;
    terr_field *field = field_made(&def, &arena);
    uint64_t seed = 1;
    for (int i = 0; i < 500; i++) {
        const double x = 1.75 + 2.0 * check_random(&seed), y = 1.75 + 2.0 * check_random(&seed);
        const terr_sample here = terr_field_sample(field, x, y), plane = terr_ground_at(def.shape, x, y);
        const double rounding = (double)FLT_EPSILON; /* of heights below 1 m, twice */
        CHECK_NEAR(here.height, plane.height, rounding);
        /* slopes: differences of two floats over a cell */
        CHECK_NEAR(hl_norm(hl_sub(here.normal, plane.normal)), 0.0, 2.0 * rounding / 0.05);
        assert_int_equal(here.surface, terr_field_reaches(field, x, y) ? 5 : 3);
    }
    hl_arena_free(&arena);
}

/* Everywhere, across the lines between cells too where the second derivative jumps, hence the short step:
 * heights are floats but constant, rounding is the spline's own. */
static void normals_belong_to_heights(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field_def def = field_square(&soil, 0.05, 70, &arena);
    def.shape = terr_ground_waves(&HILLS, &arena);
    terr_field *field = field_made(&def, &arena);
    const terr_ground ground = terr_field_ground(field);
    uint64_t seed = 2;
    for (int i = 0; i < 400; i++) {
        const double x = 1.75 + 2.2 * check_random(&seed), y = 1.75 + 2.2 * check_random(&seed);
        check_normal(&ground, x, y, 1e-5, 1.0);
    }
    hl_arena_free(&arena);
}

/* Along a line through the field and out of it, e apart, with a step of 0.3 m between the sand at the border
 * and the ground outside: slopes stay below 0.4 2 pi/6 of the waves + 0.3 m over one cell (the spline rises
 * within 1.5 cells, no steeper than the step over a cell); their change below what the spline's second
 * derivative allows, 2 x 0.3/d^2. */
static void continuous_across_the_border(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field_def def = field_square(&soil, 0.05, 70, &arena);
    def.shape = terr_ground_waves(&HILLS, &arena);
    terr_field *field = field_made(&def, &arena);
    for (int row = 30; row < 40; row++) {
        double x, y;
        terr_field_centre(field, 69, row, &x, &y);
        assert_true(terr_field_put(field, x, y, 0.0, terr_quanta(0.3 * 0.0025 * soil.loose_density), 0));
    }
    const double e = 1e-4, slope = 0.42 + 0.3 / 0.05, bend = 0.44 + 2.0 * 0.3 / 0.0025;
    terr_sample last = terr_field_sample(field, 3.3, 1.74);
    for (double x = 3.3 + e; x < 3.8; x += e) {
        const terr_sample here = terr_field_sample(field, x, 1.74);
        assert_true(fabs(here.height - last.height) <= slope * e);
        assert_true(hl_norm(hl_sub(here.normal, last.normal)) <= bend * e);
        last = here;
    }
    const terr_sample far = terr_field_sample(field, 4.0, 1.74), shape = terr_ground_at(def.shape, 4.0, 1.74);
    CHECK_SAME(far.height, shape.height);
    hl_arena_free(&arena);
}

static void places_without_number_are_outside(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, 0.05, 70, &arena);
    terr_field *field = field_made(&def, &arena);
    int column, row;
    assert_false(terr_field_cell(field, (double)NAN, 1.0, &column, &row));
    assert_false(terr_field_cell(field, 1.0, 3.5, &column, &row));
    assert_true(terr_field_cell(field, 0.0, 3.4999, &column, &row));
    assert_int_equal(column, 0);
    assert_int_equal(row, 69);
    CHECK_SAME(terr_field_sample(field, 1e300, 0.0).height, 0.0);
    CHECK_SAME(terr_field_sample(field, 0.0, (double)INFINITY).normal.z, 1.0);
    (void)terr_field_sample(field, (double)NAN, 0.0); /* no cell is looked for */
    const terr_cell outside = terr_field_look(field, -1, 3);
    assert_true(outside.mass == 0 && !outside.wall);
    CHECK_SAME(outside.height, 0.0);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plane_stays_a_plane), cmocka_unit_test(normals_belong_to_heights),
        cmocka_unit_test(continuous_across_the_border), cmocka_unit_test(places_without_number_are_outside)};
    return cmocka_run_group_tests_name("field_sample", tests, NULL, NULL);
}
