/* Sand as lines: tiles thinned where they are, finer near who looks, never more than there is room for. */
#include "support/check.h"

#include "rnd/sand.h"

#include <math.h>

static hl_arena arena;
static const double cell = 0.05, origin[2] = {-30.0, 10.0};

/* A plane: z = 0.1 x + 0.2 y. */
static double height(double x, double y)
{
    return 0.1 * x + 0.2 * y;
}

static void give(rnd_sand *sand, int column, int row)
{
    static xch_tile tile;
    tile.column = column;
    tile.row = row;
    tile.cell = cell;
    tile.origin[0] = origin[0] + XCH_TILE * cell * column;
    tile.origin[1] = origin[1] + XCH_TILE * cell * row;
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++)
            tile.heights[j][i] = (float)height(tile.origin[0] + cell * i, tile.origin[1] + cell * j);
    rnd_sand_take(sand, &tile);
}

static rnd_sand *field_of(int columns, int rows)
{
    rnd_sand *sand = rnd_sand_new(columns, rows, &arena);
    assert_non_null(sand);
    return sand;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static void nothing_has_come(void **unused)
{
    (void)unused;
    rnd_sand *sand = field_of(3, 3);
    rnd_sand_look(sand, 0.0, 0.0);
    assert_int_equal(sand->strip_count, 0);
    assert_false(rnd_sand_shows(sand, 0.0, 0.0));
    give(sand, -1, 0); /* tiles of another field */
    give(sand, 0, 3);
    rnd_sand_look(sand, 0.0, 0.0);
    assert_int_equal(sand->strip_count, 0);
}

/* All points lie on the plane: floats of 30 m are exact to 2 um, heights to as much. */
static void points_lie_on_the_field(void **unused)
{
    (void)unused;
    rnd_sand *sand = field_of(4, 4);
    for (int i = 0; i < 16; i++) give(sand, i % 4, i / 4);
    rnd_sand_look(sand, origin[0] + 3.2, origin[1] + 3.2);
    assert_int_equal(sand->strip_count, 16 * 16); /* all are near: 8 rows and 8 columns each */
    for (int s = 0; s < sand->strip_count; s++) {
        const rnd_strip *strip = &sand->strips[s];
        assert_int_equal(strip->count, RND_KNOTS);
        for (int k = 0; k < strip->count; k++) {
            const float *p = strip->points + 3 * k;
            CHECK_NEAR((double)p[2], height((double)p[0], (double)p[1]), 5e-6);
        }
        const float *last = strip->points + 3 * (RND_KNOTS - 1);
        const double length =
            hypot((double)(last[0] - strip->points[0]), (double)(last[1] - strip->points[1]));
        CHECK_NEAR(length, XCH_TILE * cell, 1e-5);
    }
}

/* Coarser with distance; what is too far is left to others. */
static void far_tiles_are_coarse(void **unused)
{
    (void)unused;
    rnd_sand *sand = field_of(40, 1); /* 64 m along x */
    const int columns[] = {0, 5, 12, 39};
    const int strips[] = {16, 4, 2, 0}, points[] = {9, 3, 2, 0};
    for (int i = 0; i < 4; i++) {
        rnd_sand *one = field_of(40, 1);
        give(one, columns[i], 0);
        rnd_sand_look(one, origin[0], origin[1]);
        assert_int_equal(one->strip_count, strips[i]);
        if (strips[i] > 0) assert_int_equal(one->strips[0].count, points[i]);
    }
    for (int i = 0; i < 40; i++)
        if (i != 2) give(sand, i, 0);
    rnd_sand_look(sand, origin[0], origin[1]);
    assert_true(rnd_sand_shows(sand, origin[0] + 1.0, origin[1] + 1.0));
    assert_false(rnd_sand_shows(sand, origin[0] + 4.0, origin[1] + 1.0)); /* tile 2 has not come */
    assert_true(rnd_sand_shows(sand, origin[0] + 10.0, origin[1] + 1.0));
    assert_false(rnd_sand_shows(sand, origin[0] + 30.0, origin[1] + 1.0));
}

/* A field of many small tiles: there is an end to it, and near ones come first. */
static void there_is_a_limit(void **unused)
{
    (void)unused;
    enum { SIDE = 80 };
    static xch_tile tile = {.cell = 0.02};
    rnd_sand *sand = field_of(SIDE, SIDE);
    const double size = XCH_TILE * tile.cell;
    for (int i = 0; i < SIDE * SIDE; i++) {
        tile.column = i % SIDE;
        tile.row = i / SIDE;
        tile.origin[0] = size * tile.column;
        tile.origin[1] = size * tile.row;
        rnd_sand_take(sand, &tile);
    }
    rnd_sand_look(sand, 0.5 * SIDE * size, 0.5 * SIDE * size);
    assert_in_range(sand->strip_count, RND_STRIPS - 16, RND_STRIPS);
    assert_true(sand->reach > 3.0 && sand->reach < 25.0);
    assert_true(rnd_sand_shows(sand, 0.5 * SIDE * size + 0.99 * sand->reach, 0.5 * SIDE * size));
    assert_false(rnd_sand_shows(sand, 0.5 * SIDE * size + 1.01 * sand->reach, 0.5 * SIDE * size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(nothing_has_come, end),
                                       cmocka_unit_test_teardown(points_lie_on_the_field, end),
                                       cmocka_unit_test_teardown(far_tiles_are_coarse, end),
                                       cmocka_unit_test_teardown(there_is_a_limit, end)};
    return cmocka_run_group_tests_name("sand lines", tests, NULL, NULL);
}
