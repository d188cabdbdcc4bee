/* Sand on its way to a picture: every tile comes, the near ones first; what changes comes again, with the
 * neighbours that share its knots; what finds the ring full comes later, as it is then. */
#include "support/check.h"

#include "fake_sand.h"
#include "session/session_output.h"

#include <string.h>

static hl_arena arena;
static terr_sand sand;
static xch_tile tile;

static rt_terrain_out *begin_at(double x, double y)
{
    sand = fake_sand();
    rt_terrain_out *out = rt_terrain_out_new(&sand, x, y, &arena);
    assert_non_null(out);
    return out;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static bool next(const rt_terrain_out *out)
{
    return xch_ring_pop(out->to.tiles, &tile);
}

/* Take everything out of the ring. The tiles that came, a bit each. */
static unsigned take(const rt_terrain_out *out)
{
    unsigned came = 0;
    while (next(out)) came |= 1U << (tile.row * FAKE_SAND_COLUMNS + tile.column);
    return came;
}

static double distance_of(double x, double y)
{
    const double size = TERR_TILE * sand.def.cell;
    return hypot(sand.def.origin[0] + (tile.column + 0.5) * size - x,
                 sand.def.origin[1] + (tile.row + 0.5) * size - y);
}

static void all_tiles_nearest_first(void **unused)
{
    (void)unused;
    const double x = 3.0, y = 7.5;
    rt_terrain_out *out = begin_at(x, y);
    assert_int_equal(rt_terrain_out_tiles(out, 100), FAKE_SAND_TILES);
    double farthest = 0.0;
    for (int i = 0; i < FAKE_SAND_TILES; i++) {
        assert_true(next(out));
        assert_true(distance_of(x, y) >= farthest);
        farthest = distance_of(x, y);
    }
    assert_false(next(out));
    assert_int_equal(rt_terrain_out_tiles(out, 100), 0);
}

static void note(void *context, const xch_tile *taken)
{
    *(unsigned *)context |= 1U << (taken->row * FAKE_SAND_COLUMNS + taken->column);
}

/* Past the ring, which holds none of them afterwards; what changes then comes through it. */
static void the_whole_field_at_once(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    unsigned came = 0;
    rt_terrain_out_all(out, note, &came);
    assert_int_equal(came, (1U << FAKE_SAND_TILES) - 1U);
    assert_int_equal(rt_terrain_out_tiles(out, 100), 0);
    sand.versions[0] = 3;
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
    assert_int_equal(rt_terrain_out_tiles(out, 100), 1);
    assert_int_equal(take(out), 1);
}

/* Heights and shades are those of the cells; the last knots are the neighbour's first, and beyond the field
 * the ground. */
static void tiles_hold_the_field(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    sand.versions[1] = 7;
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
    (void)rt_terrain_out_tiles(out, 100);
    int seen = 0;
    while (next(out)) {
        const int column = XCH_TILE * tile.column, row = XCH_TILE * tile.row;
        seen++;
        CHECK_NEAR(tile.origin[0], -5.0 + 0.1 * (column + 0.5), 1e-12); /* a rounding or two of 10 m */
        CHECK_NEAR(tile.origin[1], 2.0 + 0.1 * (row + 0.5), 1e-12);
        CHECK_SAME(tile.cell, 0.1);
        assert_int_equal(tile.version, tile.column == 1 && tile.row == 0 ? 7 : 0);
        for (int j = 0; j < XCH_KNOTS; j++)
            for (int i = 0; i < XCH_KNOTS; i++)
                assert_true(tile.heights[j][i] == (float)fake_sand_height(&sand, column + i, row + j));
        for (int j = 0; j < XCH_TILE; j++)
            for (int i = 0; i < XCH_TILE; i++) {
                const int steps = (row + j) % 40 < 31 ? (row + j) % 40 : 31;
                assert_int_equal(xch_shade_soil(tile.shades[j][i]), (column + i) % 8);
                /* a step may be lost to the rounding of 0.005 times a whole number */
                CHECK_NEAR(xch_shade_pressed(tile.shades[j][i]), 0.005 * steps, 0.005 + 1e-12);
            }
    }
    assert_int_equal(seen, FAKE_SAND_TILES);
}

static void changed_tile_with_those_that_share_its_knots(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    (void)rt_terrain_out_tiles(out, 100);
    (void)take(out);
    sand.versions[5] = 1; /* column 1, row 1 */
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES); /* the same change is no news */
    assert_int_equal(rt_terrain_out_tiles(out, 100), 4);
    assert_int_equal(take(out), 1U << 5 | 1U << 4 | 1U << 1 | 1U << 0);
    sand.versions[4] = 1; /* on the left border: nothing to its left */
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
    assert_int_equal(rt_terrain_out_tiles(out, 100), 2);
    assert_int_equal(take(out), 1U << 4 | 1U << 0);
    sand.versions[4] = 0; /* a state from before has been restored */
    rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
    assert_int_equal(rt_terrain_out_tiles(out, 100), 2);
}

/* A look of a few tiles comes round. */
static void looks_go_round(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    (void)rt_terrain_out_tiles(out, 100);
    (void)take(out);
    sand.versions[FAKE_SAND_TILES - 1] = 1;
    int looks = 0;
    for (; out->count == 0; looks++) rt_terrain_out_queue_changes(out, 5);
    assert_in_range(looks, 1, 3); /* 12 tiles by fives */
}

/* The ring is full while tiles change: none is lost, and each comes as it was when it was sent. */
static void full_ring_loses_nothing(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    int sent = 0;
    for (uint32_t version = 0; version < 20; version++) {
        for (int i = 0; i < FAKE_SAND_TILES; i++) sand.versions[i] = version;
        rt_terrain_out_queue_changes(out, FAKE_SAND_TILES);
        sent += rt_terrain_out_tiles(out, 100);
    }
    assert_int_equal(sent, RT_TILES_WAITING);
    assert_int_equal(rt_terrain_out_tiles(out, 100), 0);
    assert_int_equal(out->count, FAKE_SAND_TILES);
    (void)take(out);
    assert_int_equal(rt_terrain_out_tiles(out, 5), 5);
    assert_int_equal(rt_terrain_out_tiles(out, 100), FAKE_SAND_TILES - 5);
    unsigned came = 0;
    while (next(out)) {
        came |= 1U << (tile.row * FAKE_SAND_COLUMNS + tile.column);
        assert_int_equal(tile.version, 19);
    }
    assert_int_equal(came, (1U << FAKE_SAND_TILES) - 1);
}

static void grains_of_the_moment(void **unused)
{
    (void)unused;
    rt_terrain_out *out = begin_at(0.0, 0.0);
    assert_null(xch_latest_read(out->to.grains, NULL));
    sand.grains = 3;
    rt_terrain_out_grains(out, 16);
    sand.grains = XCH_GRAINS + 5;
    rt_terrain_out_grains(out, 32);
    const xch_grains *grains = xch_latest_read(out->to.grains, NULL);
    assert_int_equal(grains->tick, 32);
    assert_int_equal(grains->count, XCH_GRAINS);
    assert_int_equal(grains->left, 5);
    CHECK_SAME((double)grains->xyzr[4 * 100], 100.0);
    CHECK_SAME((double)grains->xyzr[4 * 100 + 3], (double)0.025F);
}

static void shades_saturate(void **unused)
{
    (void)unused;
    assert_int_equal(xch_shade(3, 0.0), 3);
    assert_int_equal(xch_shade_soil(xch_shade(7, 1.0)), 7);
    CHECK_NEAR(xch_shade_pressed(xch_shade(7, 1.0)), 0.155, 1e-12);
    CHECK_NEAR(xch_shade_pressed(xch_shade(0, 0.0262)), 0.025, 1e-12);
}

/* All of them, when one has changed. */
static void heaps_come_when_they_change(void **unused)
{
    (void)unused;
    bool fresh;
    rt_terrain_out *without = begin_at(0.0, 0.0);
    assert_null(without->to.heaps);
    rt_terrain_out_heaps(without, 1);
    sand.containers = 2;
    rt_terrain_out *out = rt_terrain_out_new(&sand, 0.0, 0.0, &arena);
    assert_non_null(out);
    rt_terrain_out_heaps(out, 8);
    rt_terrain_out_heaps(out, 24);
    const xch_heaps *heaps = xch_latest_read(out->to.heaps, &fresh);
    assert_true(fresh && heaps->tick == 8 && heaps->count == 2);
    assert_int_equal(heaps->heaps[1].version, 1);
    assert_int_equal(heaps->heaps[0].columns, 2);
    assert_int_equal(heaps->heaps[0].soils[0], XCH_NO_SOIL);
    assert_int_equal(heaps->heaps[0].soils[1], 1);
    CHECK_NEAR((double)heaps->heaps[0].heights[1], 0.5, 1e-6);
    sand.heap_version = 5;
    rt_terrain_out_heaps(out, 40);
    heaps = xch_latest_read(out->to.heaps, &fresh);
    assert_true(fresh && heaps->tick == 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(all_tiles_nearest_first, end),
        cmocka_unit_test_teardown(the_whole_field_at_once, end),
        cmocka_unit_test_teardown(tiles_hold_the_field, end),
        cmocka_unit_test_teardown(changed_tile_with_those_that_share_its_knots, end),
        cmocka_unit_test_teardown(looks_go_round, end),
        cmocka_unit_test_teardown(full_ring_loses_nothing, end),
        cmocka_unit_test_teardown(grains_of_the_moment, end),
        cmocka_unit_test_teardown(heaps_come_when_they_change, end),
        cmocka_unit_test(shades_saturate),
    };
    return cmocka_run_group_tests_name("terrain out", tests, NULL, NULL);
}
