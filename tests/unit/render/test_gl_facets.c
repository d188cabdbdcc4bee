/* Facets: slopes, open sky and pressing at each knot, and their means for the distance. */
#include "support/check.h"

#include "gl_facets.h"
#include "xch/terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 4 * XCH_TILE }; /* cells */

static float heights[SIZE + 1][SIZE + 1];
static uint8_t shades[SIZE + 1][SIZE + 1];
static const rnd_field field = {
    .columns = SIZE + 1, .rows = SIZE + 1, .cell = 0.05F, .heights = heights[0], .shades = shades[0]};
static const gl_rectangle whole = {0, 0, SIZE + 1, SIZE + 1};
static gl_facets facets;
static gl_rectangle changed[GL_FACET_LEVELS];

static int begin(void **unused)
{
    (void)unused;
    memset(heights, 0, sizeof heights);
    memset(shades, 0, sizeof shades);
    return gl_facets_make(&facets, SIZE, SIZE) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    gl_facets_free(&facets);
    return 0;
}

static const gl_facet *at(int level, int column, int row)
{
    return &facets.levels[level][row * (SIZE >> level) + column];
}

static void a_plane_has_one_slope_on_all_levels(void **unused)
{
    (void)unused;
    for (int j = 0; j <= SIZE; j++)
        for (int i = 0; i <= SIZE; i++) heights[j][i] = 0.05F * (0.2F * (float)i - 0.6F * (float)j);
    gl_facets_update(&facets, &field, whole, changed);
    for (int level = 0; level < GL_FACET_LEVELS; level++) {
        const int middle = (SIZE >> level) / 2;
        /* a step of 1/32767, and of heights in single precision: 4e-7/(2 * 0.05) */
        CHECK_NEAR(at(level, middle, middle)->x / 32767.0 * 4.0, 0.2, 2e-4);
        CHECK_NEAR(at(level, middle, middle)->y / 32767.0 * 4.0, -0.6, 2e-4);
    }
}

static void level_sand_sees_the_whole_sky_and_a_trench_less(void **unused)
{
    (void)unused;
    /* a trench of 5 cells, as deep as it is wide, along y */
    for (int j = 0; j <= SIZE; j++)
        for (int i = 60; i < 65; i++) heights[j][i] = -0.25F;
    gl_facets_update(&facets, &field, whole, changed);
    assert_int_equal(at(0, 20, 64)->open, 32767);
    /* From the middle: walls of 0.25 m at 5 cells across (45 deg), at 3.5 (4) cells times sqrt 2 askew, sky
     * along it: between a quarter and three quarters stay open. */
    const double open = at(0, 62, 64)->open / 32767.0;
    assert_true(open > 0.25 && open < 0.8);
    assert_true(at(0, 60, 64)->open < at(0, 62, 64)->open); /* at the foot of a wall less */
}

static void pressing_is_told_and_smoothed(void **unused)
{
    (void)unused;
    for (int j = 0; j <= SIZE; j++)
        for (int i = 40; i < 50; i++) shades[j][i] = xch_shade(3, 0.06);
    gl_facets_update(&facets, &field, whole, changed);
    CHECK_NEAR(at(0, 45, 30)->pressed / 32767.0 * 0.155, 0.06, 1e-5);
    CHECK_NEAR(at(0, 39, 30)->pressed / 32767.0 * 0.155, 0.02, 1e-5); /* a third of its nine cells */
    assert_int_equal(at(0, 30, 30)->pressed, 0);
}

/* A part found anew is as the whole found anew. */
static void an_update_of_a_part_is_enough(void **unused)
{
    (void)unused;
    uint64_t seed = 3;
    gl_facets_update(&facets, &field, whole, changed);
    for (int j = 32; j <= 64; j++)
        for (int i = 64; i <= 96; i++) {
            heights[j][i] = (float)(0.2 * check_random(&seed));
            shades[j][i] = xch_shade(0, 0.1 + 0.05 * check_random(&seed));
        }
    gl_facets_update(&facets, &field, (gl_rectangle){64, 32, XCH_KNOTS, XCH_KNOTS}, changed);
    gl_facets all;
    gl_rectangle everything[GL_FACET_LEVELS];
    assert_true(gl_facets_make(&all, SIZE, SIZE));
    gl_facets_update(&all, &field, whole, everything);
    for (int level = 0; level < GL_FACET_LEVELS; level++) {
        const size_t bytes = (size_t)(SIZE >> level) * (size_t)(SIZE >> level) * sizeof(gl_facet);
        assert_memory_equal(facets.levels[level], all.levels[level], bytes);
        /* what is said to have changed is within the level, and holds the tile */
        const gl_rectangle *c = &changed[level];
        assert_true(c->column >= 0 && c->row >= 0 && c->column + c->columns <= SIZE >> level &&
                    c->row + c->rows <= SIZE >> level);
        assert_true(c->column <= 64 >> level && c->column + c->columns >= 96 >> level);
        assert_int_equal(everything[level].columns, SIZE >> level);
    }
    gl_facets_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_plane_has_one_slope_on_all_levels, begin, end),
        cmocka_unit_test_setup_teardown(level_sand_sees_the_whole_sky_and_a_trench_less, begin, end),
        cmocka_unit_test_setup_teardown(pressing_is_told_and_smoothed, begin, end),
        cmocka_unit_test_setup_teardown(an_update_of_a_part_is_enough, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
