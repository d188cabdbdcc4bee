/* Grids: exact at the knots and for bilinear grounds, continuous across cells, level beyond the edge. */
#include "support/check.h"

#include "ground_check.h"

#include <float.h>

enum { COLUMNS = 5, ROWS = 4 };
static const double ORIGIN[2] = {-3.0, 2.0}, SPACING = 0.5;

typedef struct fixture {
    hl_arena arena;
    double heights[ROWS * COLUMNS];
    const terr_ground *ground;
} fixture;

static void open_grid(fixture *f)
{
    const terr_grid grid = {.origin = {ORIGIN[0], ORIGIN[1]},
                            .spacing = SPACING,
                            .columns = COLUMNS,
                            .rows = ROWS,
                            .heights = f->heights,
                            .surface = 5};
    f->arena = (hl_arena){0};
    f->ground = terr_ground_grid(&grid, &f->arena);
}

static void open_rough_grid(fixture *f)
{
    uint64_t seed = 3;
    for (int i = 0; i < ROWS * COLUMNS; i++) f->heights[i] = check_random(&seed);
    open_grid(f);
}

static double x_of(double column)
{
    return ORIGIN[0] + SPACING * column;
}

static double y_of(double row)
{
    return ORIGIN[1] + SPACING * row;
}

static void knots_are_met(void **state)
{
    (void)state;
    fixture f;
    open_rough_grid(&f);
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++) {
            const terr_sample sample = terr_ground_at(f.ground, x_of(i), y_of(j));
            CHECK_NEAR(sample.height, f.heights[j * COLUMNS + i], 4.0 * DBL_EPSILON);
            assert_int_equal(sample.surface, 5);
        }
    hl_arena_free(&f.arena);
}

/* a + b x + c y + d x y is met everywhere inside, and so is its slope. */
static void bilinear_grounds_are_exact(void **state)
{
    (void)state;
    fixture f;
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            f.heights[j * COLUMNS + i] = 0.5 + 0.3 * x_of(i) - 0.2 * y_of(j) + 0.1 * x_of(i) * y_of(j);
    open_grid(&f);
    uint64_t seed = 4;
    for (int n = 0; n < 200; n++) {
        const double x = x_of(2.0 + 2.0 * check_random(&seed)), y = y_of(1.5 + 1.5 * check_random(&seed));
        const terr_sample sample = terr_ground_at(f.ground, x, y);
        const double rounding = 40.0 * DBL_EPSILON; /* differences of heights near 2 over half a metre */
        CHECK_NEAR(sample.height, 0.5 + 0.3 * x - 0.2 * y + 0.1 * x * y, rounding);
        CHECK_NEAR(-sample.normal.x / sample.normal.z, 0.3 + 0.1 * y, rounding);
        CHECK_NEAR(-sample.normal.y / sample.normal.z, -0.2 + 0.1 * x, rounding);
    }
    hl_arena_free(&f.arena);
}

static void normals_belong_to_heights(void **state)
{
    (void)state;
    fixture f;
    open_rough_grid(&f);
    for (double column = -0.9; column < COLUMNS; column += 0.4)
        for (double row = -0.9; row < ROWS; row += 0.4)
            check_normal(f.ground, x_of(column), y_of(row), 0.04 * SPACING, 15.0 /* slope 4, 4 m away */);
    hl_arena_free(&f.arena);
}

/* On both sides of every line of the grid, and of its edge, e apart: no more than e times the steepest slope,
 * a height difference of 2 over one cell. */
static void continuous_across_lines(void **state)
{
    (void)state;
    fixture f;
    open_rough_grid(&f);
    const double e = 1e-9, most = 2.0 * e * 2.0 / SPACING + 8.0 * DBL_EPSILON;
    for (int line = 0; line < COLUMNS; line++)
        for (double along = -1.0; along < 6.0; along += 0.3) {
            const double x = x_of(line), y = y_of(line), across_x = x_of(along), across_y = y_of(along);
            CHECK_NEAR(terr_ground_at(f.ground, x - e, across_y).height,
                       terr_ground_at(f.ground, x + e, across_y).height, most);
            CHECK_NEAR(terr_ground_at(f.ground, across_x, y - e).height,
                       terr_ground_at(f.ground, across_x, y + e).height, most);
        }
    hl_arena_free(&f.arena);
}

/* Beyond the edge its height goes on, however far, with no slope outwards. */
static void the_edge_goes_on(void **state)
{
    (void)state;
    fixture f;
    open_rough_grid(&f);
    const double far[] = {1e-3, 1.0, 1e5, 1e300, (double)INFINITY};
    for (int i = 0; i < 5; i++) {
        const double row = y_of(1.3), edge = terr_ground_at(f.ground, x_of(COLUMNS - 1), row).height;
        const terr_sample right = terr_ground_at(f.ground, x_of(COLUMNS - 1) + far[i], row);
        CHECK_SAME(right.height, edge);
        CHECK_SAME(right.normal.x, 0.0);
        const terr_sample left = terr_ground_at(f.ground, x_of(0) - far[i], row);
        CHECK_SAME(left.height, terr_ground_at(f.ground, x_of(0), row).height);
        const terr_sample corner = terr_ground_at(f.ground, x_of(0) - far[i], y_of(ROWS - 1) + far[i]);
        CHECK_SAME(corner.height, f.heights[(ROWS - 1) * COLUMNS]);
        CHECK_SAME(corner.normal.z, 1.0);
    }
    assert_true(isfinite(terr_ground_at(f.ground, (double)NAN, (double)NAN).height)); /* no wild reads */
    hl_arena_free(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knots_are_met), cmocka_unit_test(bilinear_grounds_are_exact),
        cmocka_unit_test(normals_belong_to_heights), cmocka_unit_test(continuous_across_lines),
        cmocka_unit_test(the_edge_goes_on)};
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
