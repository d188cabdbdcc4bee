/* Planes: heights by hand, the normal, places far away. */
#include "support/check.h"

#include "ground_check.h"

#include <float.h>

static const double PI = 3.14159265358979323846;
static const double ROUNDING = 8.0 * DBL_EPSILON; /* a sine, a cosine, their quotient, two products, a sum */

static void flat(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_ground *ground = terr_ground_plane(&(terr_plane){.surface = 3}, &arena);
    const double places[] = {0.0, 1.0, -17.3, 1e7, -1e12};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            const terr_sample sample = terr_ground_at(ground, places[i], places[j]);
            CHECK_SAME(sample.height, 0.0);
            CHECK_SAME(sample.normal.x, 0.0);
            CHECK_SAME(sample.normal.y, 0.0);
            CHECK_SAME(sample.normal.z, 1.0);
            assert_int_equal(sample.surface, 3);
        }
    hl_arena_free(&arena);
}

/* 45 degrees towards y: one metre up a metre, none along x. */
static void rises_towards_its_direction(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_ground *ground =
        terr_ground_plane(&(terr_plane){.slope = 0.25 * PI, .direction = 0.5 * PI}, &arena);
    CHECK_NEAR(terr_ground_at(ground, 0.0, 2.0).height, 2.0, 2.0 * ROUNDING);
    CHECK_NEAR(terr_ground_at(ground, 5.0, -3.0).height, -3.0, 8.0 * ROUNDING);
    CHECK_NEAR(terr_ground_at(ground, 0.0, 1e6).height, 1e6, 1e6 * ROUNDING);
    const hl_vec3 n = terr_ground_at(ground, 5.0, 5.0).normal;
    CHECK_NEAR(n.x, 0.0, ROUNDING);
    CHECK_NEAR(n.y, -sqrt(0.5), ROUNDING);
    CHECK_NEAR(n.z, sqrt(0.5), ROUNDING);
    hl_arena_free(&arena);
}

static void normals_belong_to_heights(void **state)
{
    (void)state;
    hl_arena arena = {0};
    uint64_t seed = 1;
    for (int i = 0; i < 100; i++) {
        const terr_plane plane = {.slope = 1.2 * check_random(&seed), .direction = 4.0 * check_random(&seed)};
        const double x = 100.0 * check_random(&seed), y = 100.0 * check_random(&seed);
        check_normal(terr_ground_plane(&plane, &arena), x, y, 1.0, 300.0 /* tan 1.2 times 100 */);
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flat), cmocka_unit_test(rises_towards_its_direction),
                                       cmocka_unit_test(normals_belong_to_heights)};
    return cmocka_run_group_tests_name("plane", tests, NULL, NULL);
}
