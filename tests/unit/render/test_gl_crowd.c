/* Neighbours of grains: who lies in a heap, and which way is out of it? */
#include "support/check.h"

#include "gl_crowd.h"

#include <math.h>
#include <stddef.h>

enum { SIDE = 13, COUNT = SIDE * SIDE * SIDE };
static const float R = 0.03F; /* [m] */

static float grains[COUNT + 1][4];
static gl_crowding crowding[COUNT + 1];

static size_t number(int i, int j, int k)
{
    return (size_t)((k * SIDE + j) * SIDE + i);
}

/* A cube of grains that touch, from a corner on: 0.52 of it is solid. */
static void fill(float x, float y, float z)
{
    for (int k = 0; k < SIDE; k++)
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                float *g = grains[number(i, j, k)];
                g[0] = x + 2.0F * R * (float)i;
                g[1] = y + 2.0F * R * (float)j;
                g[2] = z + 2.0F * R * (float)k;
                g[3] = R;
            }
}

static void find(int count)
{
    gl_crowd crowd = {0};
    assert_true(gl_crowd_find(&crowd, grains[0], count, crowding));
    gl_crowd_free(&crowd);
}

static double length(const float *v)
{
    return sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] + (double)v[2] * (double)v[2]);
}

static void out_of_a_heap_is_away_from_it(void **unused)
{
    (void)unused;
    fill(-0.4F, 3.0F, 1.0F);
    find(COUNT);
    const int middle = SIDE / 2;
    const gl_crowding *top = &crowding[number(middle, middle, SIDE - 1)];
    const gl_crowding *side = &crowding[number(0, middle, middle)];
    const gl_crowding *inside = &crowding[number(middle, middle, middle)];
    /* symmetric but for the surface; single precision of sums of some 30 offsets of 0.1 m at 3 m */
    CHECK_NEAR((double)top->out[0], 0.0, 1e-4);
    CHECK_NEAR((double)top->out[1], 0.0, 1e-4);
    CHECK_NEAR((double)side->out[1], 0.0, 1e-4);
    CHECK_NEAR((double)side->out[2], 0.0, 1e-4);
    /* 1 where neighbours fill the half space evenly; those of the lattice that lie in the surface's own
     * plane, 9 of 21, pull towards it */
    assert_true((double)top->out[2] > 0.6 && length(top->out) <= 1.0 + 1e-6);
    assert_true((double)side->out[0] < -0.6 && length(side->out) <= 1.0 + 1e-6);
    CHECK_NEAR(length(inside->out), 0.0, 1e-4);
    CHECK_NEAR((double)top->share, 1.0, 1e-6);
    CHECK_NEAR((double)inside->share, 1.0, 1e-6);
}

static void one_that_flies_is_alone(void **unused)
{
    (void)unused;
    fill(0.0F, 0.0F, 0.0F);
    /* 10 radii above the heap: neighbours are felt over four */
    const float flying[4] = {0.36F, 0.36F, 2.0F * R * (SIDE - 1) + 10.0F * R, R};
    for (int k = 0; k < 4; k++) grains[COUNT][k] = flying[k];
    find(COUNT + 1);
    CHECK_NEAR((double)crowding[COUNT].share, 0.0, 0.0);
    CHECK_NEAR(length(crowding[COUNT].out), 0.0, 0.0);
    find(1); /* nobody else at all */
    CHECK_NEAR((double)crowding[0].share, 0.0, 0.0);
}

/* The grid of cells begins anew every 32 cells of 0.12 m: neither where heaps lie in it nor what lies a
 * period away matters. */
static void places_in_the_grid_do_not_matter(void **unused)
{
    (void)unused;
    static gl_crowding first[COUNT];
    fill(0.05F, 0.05F, 0.05F);
    find(COUNT);
    for (int i = 0; i < COUNT; i++) first[i] = crowding[i];
    fill(0.05F - 61.44F, 0.05F + 1.92F, 0.05F - 0.48F);
    /* in the same cell as the heap's first, 3.84 m = 32 * 0.12 m away */
    const float far[4] = {grains[0][0] + 3.84F, grains[0][1], grains[0][2], R};
    for (int k = 0; k < 4; k++) grains[COUNT][k] = far[k];
    find(COUNT + 1);
    for (int i = 0; i < COUNT; i++) {
        /* places at 61 m are rounded to 4e-6 m, 1e-4 of the distance to the nearest neighbours; one that lies
         * at the end of the reach adds next to nothing */
        for (int k = 0; k < 3; k++) CHECK_NEAR((double)crowding[i].out[k], (double)first[i].out[k], 1e-3);
        CHECK_NEAR((double)crowding[i].share, (double)first[i].share, 1e-3);
    }
    CHECK_NEAR((double)crowding[COUNT].share, 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_a_heap_is_away_from_it),
        cmocka_unit_test(one_that_flies_is_alone),
        cmocka_unit_test(places_in_the_grid_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
