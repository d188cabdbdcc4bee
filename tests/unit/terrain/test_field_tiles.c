/* Tiles: touching one changes nothing that can be seen; waking reaches over tiles and ends at the border;
 * kinds are drawn with their shares. */
#include "support/check.h"

#include "field_check.h"

enum { CELLS = 80 };
static const double CELL = 0.05; /* [m] */

/* All kinds of cells: hills, a pile of a second soil, a patch, a wall, and cells of the last tiles outside.
 * Heights of touched tiles follow from whole quanta: half a quantum of each of two layers, 1.5e-7 m together,
 * and a float of less than 2 m. */
static void touching_changes_nothing(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soils[2] = {field_sand(), field_sand()};
    const terr_waves hills = {
        .amplitude = 0.3, .wavelength = 5.0, .octaves = 3, .flat_radius = 0.5, .seed = 4};
    const terr_pile pile = {.at = {1.0, 1.0}, .height = 0.6, .soil = 1};
    const terr_patch patch = {.low = {2.0, 1.0}, .high = {3.0, 2.5}, .soil = 1};
    const terr_wall wall = {.centre = {3.0, 3.0}, .half = {0.4, 0.1}, .heading = 0.4, .top = 1.0};
    terr_field_def def = field_square(soils, CELL, CELLS, &arena);
    def.shape = terr_ground_waves(&hills, &arena);
    def.soil_count = 2;
    def.piles = &pile;
    def.patches = &patch;
    def.walls = &wall;
    def.pile_count = def.patch_count = def.wall_count = 1;
    terr_field *field = field_made(&def, &arena), *untouched = field_made(&def, &arena);
    for (int t = 0; t < field->tile_columns * field->tile_rows; t++)
        assert_int_equal(field_touch(field, t), t);
    for (int row = -1; row <= CELLS; row++)
        for (int column = -1; column <= CELLS; column++) {
            const terr_cell here = terr_field_look(field, column, row),
                            before = terr_field_look(untouched, column, row);
            assert_true(here.mass == before.mass && here.loose == before.loose && here.soil == before.soil &&
                        here.wall == before.wall);
            CHECK_SAME(here.height, before.height);
            CHECK_NEAR(terr_field_height(field, column, row), terr_field_height(untouched, column, row),
                       3e-7);
        }
    field_consistent(field);
    hl_arena_free(&arena);
}

static int64_t woken(int column, int row)
{
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    terr_field_wake(field, column, row);
    const int64_t active = terr_field_count(field).active;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++) {
            if (!field_inside(field, c, r)) continue;
            const int32_t touched = field->index[field_tile_of(field, c, r)];
            assert_true(touched != FIELD_UNTOUCHED);
            assert_true((field->tile[touched].active[r % TERR_TILE] >> (c % TERR_TILE) & 1u) != 0);
        }
    field_consistent(field);
    hl_arena_free(&arena);
    return active;
}

static void waking_reaches_all_neighbours(void **state)
{
    (void)state;
    assert_int_equal(woken(10, 10), 9);
    assert_int_equal(woken(32, 10), 9);
    assert_int_equal(woken(31, 31), 9); /* four tiles */
    assert_int_equal(woken(0, 0), 4);
    assert_int_equal(woken(79, 40), 6);
    assert_int_equal(woken(-1, 5), 3);
    assert_int_equal(woken(200, 200), 0);
}

/* Of many draws the share of the newcomer is the share of its mass, within four standard deviations. */
static void kinds_are_drawn_with_their_shares(void **state)
{
    (void)state;
    enum { DRAWS = 10000 };
    int second = 0;
    for (int i = 0; i < DRAWS; i++) second += field_mixed(0, 3000, 1, 1000, field_mix((uint64_t)i));
    CHECK_NEAR((double)second / DRAWS, 0.25, 4.0 * sqrt(0.25 * 0.75 / DRAWS));
    assert_int_equal(field_mixed(0, 0, 1, 1, 12345), 1);
    assert_int_equal(field_mixed(0, 5, 1, 0, 12345), 0);
    assert_int_equal(field_mixed(2, 5, 2, 7, 12345), 2);
}

static void nothing_waits_in_a_new_field(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = field_sand();
    const terr_field_def def = field_square(&soil, CELL, CELLS, &arena);
    terr_field *field = field_made(&def, &arena);
    const uint64_t hash = terr_field_hash(field);
    for (int i = 0; i < 3; i++) terr_field_relax(field, 0);
    assert_true(terr_field_hash(field) == hash);
    assert_int_equal(terr_field_count(field).looked, 0);
    assert_int_equal(terr_field_count(field).tiles, 0);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_changes_nothing), cmocka_unit_test(waking_reaches_all_neighbours),
        cmocka_unit_test(kinds_are_drawn_with_their_shares), cmocka_unit_test(nothing_waits_in_a_new_field)};
    return cmocka_run_group_tests_name("field_tiles", tests, NULL, NULL);
}
