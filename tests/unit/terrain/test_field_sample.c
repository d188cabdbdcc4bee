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
    /* the slope of 0.3 m runs out within 2 * 0.3 m/tan(repose) */
    const double away = 3.5 + 2.0 * 0.3 / tan(soil.repose);
    const terr_sample far = terr_field_sample(field, away, 1.74),
                      shape = terr_ground_at(def.shape, away, 1.74);
    CHECK_SAME(far.height, shape.height);
    hl_arena_free(&arena);
}

/* ---- the rim ---- */

/* Outside an untouched border the ground is the initial one, bit for bit, whatever happens further in. */
static void check_untouched(const terr_field *field, const terr_ground *shape)
{
    for (double t = -3.0; t < 6.0; t += 0.07)
        for (int side = 0; side < 4; side++) {
            const double out = side % 2 == 0 ? -0.1001 : 3.6001, x = side < 2 ? out : t,
                         y = side < 2 ? t : out;
            CHECK_SAME(terr_field_sample(field, x, y).height, terr_ground_at(shape, x, y).height);
        }
}

/* Heights and normals along a line in small steps. */
static void check_continuous(const terr_field *field, double x, double y, double dx, double dy,
                             double steepest)
{
    enum { STEPS = 60000 };
    const double step = hypot(dx, dy) / STEPS;
    terr_sample last = terr_field_sample(field, x, y);
    for (int i = 1; i <= STEPS; i++) {
        const double at_x = x + dx * i / STEPS, at_y = y + dy * i / STEPS, e = 1e-6;
        const terr_sample here = terr_field_sample(field, at_x, at_y);
        if (fabs(here.height - last.height) > steepest * step)
            fail_msg("at (%g, %g): %g to %g", at_x, at_y, last.height, here.height);
        last = here;
        if (i % 97 != 0) continue;
        const double rise =
            terr_field_sample(field, at_x + e, at_y).height - terr_field_sample(field, at_x - e, at_y).height;
        CHECK_NEAR(-here.normal.x / here.normal.z, rise / (2.0 * e), 2e-3 * steepest);
    }
}

/* Height above the initial ground. */
static double rise_at(const terr_field *field, const terr_ground *shape, double x, double y)
{
    return terr_field_sample(field, x, y).height - terr_ground_at(shape, x, y).height;
}

/* A heap of 0.4 m at one side, a pit in a corner. */
static void change_border(terr_field *field, const terr_soil *soil)
{
    double x, y;
    for (int row = 20; row < 50; row++)
        for (int column = 60; column < 70; column++) {
            terr_field_centre(field, column, row, &x, &y);
            assert_true(terr_field_put(field, x, y, 0.0, terr_quanta(0.4 * 0.0025 * soil->loose_density), 0));
        }
    for (int row = 0; row < 12; row++)
        for (int column = 0; column < 12; column++)
            assert_true(terr_field_take(field, column, row, terr_quanta(0.25 * 0.0025 * soil->bank_density)) >
                        0);
}

/* The ground around the field joins heap and pit, no steeper than loose soil lies, and runs out into the
 * initial ground. */
static void the_ground_around_joins_the_border(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    terr_field_def def = field_square(&soil, 0.05, 70, &arena);
    def.shape = terr_ground_waves(&HILLS, &arena);
    terr_field *field = field_made(&def, &arena);
    double x, y;
    for (int i = 20; i < 50; i++) {
        terr_field_centre(field, i, i, &x, &y);
        assert_true(terr_field_put(field, x, y, 0.0, terr_quanta(0.2 * 0.0025 * soil.loose_density), 0));
    }
    check_untouched(field, def.shape);
    change_border(field, &soil);
    const double steepest = 0.42 + 0.45 / 0.05; /* HILLS, and steps from cell to cell in the field */
    check_continuous(field, 3.0, 1.7, 3.0, 0.0, steepest);
    check_continuous(field, 3.52, -1.0, 0.0, 6.0, steepest);
    check_continuous(field, 3.8, -1.0, 0.0, 6.0, steepest);
    check_continuous(field, 0.3, 0.3, -1.5, -1.2, steepest);
    check_continuous(field, -0.3, -1.0, 0.0, 3.0, steepest);
    check_continuous(field, -1.0, -0.2, 3.0, 0.0, steepest);
    /* beyond the band the slope is that of the initial ground and of loose soil */
    for (double out = 3.61; out < 4.8; out += 0.01) {
        const double rise = rise_at(field, def.shape, out, 1.75),
                     next = rise_at(field, def.shape, out + 0.01, 1.75);
        assert_true(rise >= next && rise - next <= 0.01 * tan(soil.repose) * (1.0 + 1e-9));
        assert_true((rise > 0.0) == terr_field_reaches(field, out, 1.75));
    }
    const double heap = rise_at(field, def.shape, 3.6, 1.75), pit = rise_at(field, def.shape, -0.1, 0.3);
    assert_true(heap > 0.25 && heap < 0.45);
    assert_true(pit < -0.1 && pit > -0.3);
    /* cells outside are the same ground */
    terr_field_centre(field, 74, 35, &x, &y);
    CHECK_NEAR(terr_field_height(field, 74, 35), terr_field_sample(field, x, y).height, 1e-12);
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
        cmocka_unit_test(continuous_across_the_border), cmocka_unit_test(the_ground_around_joins_the_border),
        cmocka_unit_test(places_without_number_are_outside)};
    return cmocka_run_group_tests_name("field_sample", tests, NULL, NULL);
}
