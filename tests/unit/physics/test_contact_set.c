/* The list of points of contact: it keeps what it has room for, then the deepest. */
#include "support/check.h"

#include "contact/contact.h"

#include <math.h>

static const contact_surface ANY = {.dissipation = 1.0, .kinetic = 0.3, .stiction = 0.4};

static int add(contact_set *set, double depth)
{
    return contact_set_add(set, hl_v3(depth, 0, 0), hl_v3(0, depth, 0), hl_v3(0, 0, 1), depth, 7, &ANY);
}

static void keeps_all_in_order(void **state)
{
    (void)state;
    contact_set set = {0};
    for (int i = 0; i < CONTACT_MAX_POINTS; i++) assert_int_equal(add(&set, i % 5), i);
    assert_int_equal(set.count, CONTACT_MAX_POINTS);
    assert_int_equal(set.overflow, 0);
    for (int i = 0; i < CONTACT_MAX_POINTS; i++) {
        CHECK_SAME(set.point[i].x, i % 5);
        CHECK_SAME(set.plane[i].y, i % 5);
        CHECK_SAME(set.normal[i].z, 1.0);
        CHECK_SAME(set.depth[i], i % 5);
        assert_int_equal(set.patch[i], 7);
        assert_ptr_equal(set.surface[i], &ANY);
        assert_true(set.approach[i] == HUGE_VAL);
    }
}

/* In whatever order they come, the deepest stay, and every one too many is counted. */
static void keeps_the_deepest(void **state)
{
    (void)state;
    enum { MORE = 3 * CONTACT_MAX_POINTS };
    uint64_t seed = 2;
    for (int round = 0; round < 50; round++) {
        contact_set set = {0};
        double depths[MORE];
        for (int i = 0; i < MORE; i++) {
            depths[i] = check_random(&seed);
            const int at = add(&set, depths[i]);
            if (at >= 0) CHECK_SAME(set.depth[at], depths[i]);
            for (int k = 0; at < 0 && k < set.count; k++) assert_true(set.depth[k] >= depths[i]);
        }
        assert_int_equal(set.count, CONTACT_MAX_POINTS);
        assert_int_equal(set.overflow, MORE - CONTACT_MAX_POINTS);
        for (int k = 0; k < set.count; k++) {
            int deeper = 0;
            for (int i = 0; i < MORE; i++) deeper += depths[i] > set.depth[k];
            assert_true(deeper < CONTACT_MAX_POINTS);
            CHECK_SAME(set.point[k].x, set.depth[k]);
        }
    }
}

/* A new point as deep as the shallowest does not push it out. */
static void equally_deep_points_stay(void **state)
{
    (void)state;
    contact_set set = {0};
    for (int i = 0; i < CONTACT_MAX_POINTS; i++) add(&set, 1.0);
    assert_int_equal(contact_set_add(&set, hl_v3(9, 9, 9), hl_v3(9, 9, 9), hl_v3(1, 0, 0), 1.0, 7, &ANY), -1);
    for (int i = 0; i < CONTACT_MAX_POINTS; i++) CHECK_SAME(set.point[i].x, 1.0);
    assert_int_equal(set.overflow, 1);
}

/* ---- approach speeds ---- */

/* A body that falls at `speed` over z = 0 with points of given depths, of patch 1 but for the last. */
static void fall(contact_set *set, contact_memory *memory, const double depth[3], double speed)
{
    const mb_pose pose = {hl_v3(0, 0, 0), hl_mat3_identity()};
    set->count = 0;
    for (int i = 0; i < 3; i++)
        contact_set_add(set, hl_v3(i, 0, 0), hl_v3(i, 0, 0), hl_v3(0, 0, 1), depth[i], i < 2 ? 1 : 2, &ANY);
    contact_set_approach(set, memory, 0.01, 1e-3, &pose, hl_v3(0, 0, -speed), hl_v3(0, 0, 0));
}

/* Before a patch presses its v0 is the present speed; from then on it stays, until nothing of it presses. */
static void a_patch_keeps_its_approach(void **state)
{
    (void)state;
    contact_set set = {0};
    contact_memory memory = {0};
    fall(&set, &memory, (double[3]){-0.01, -0.02, -0.01}, 2.0);
    for (int i = 0; i < 3; i++) CHECK_SAME(set.approach[i], 2.0);
    fall(&set, &memory, (double[3]){0.001, -0.02, -0.01}, 1.5);
    CHECK_SAME(set.approach[0], 2.0);
    CHECK_SAME(set.approach[1], 2.0); /* 20 mm away at 1.5 m/s: not within the step */
    CHECK_SAME(set.approach[2], 1.5); /* another patch */
    fall(&set, &memory, (double[3]){0.001, -0.005, -0.01}, 3.0);
    CHECK_SAME(set.approach[0], 3.0); /* raised by a point that comes faster */
    fall(&set, &memory, (double[3]){0.001, 0.001, -0.01}, -1.0);
    CHECK_SAME(set.approach[0], 3.0);
    CHECK_SAME(set.approach[2], 0.01); /* leaving: the slowest */
    fall(&set, &memory, (double[3]){-0.001, -0.001, -0.01}, 0.5);
    CHECK_SAME(set.approach[0], 0.5);
}

/* A body found deep at once, as after a start, has the speed that it is found with. */
static void a_point_found_deep_has_its_speed(void **state)
{
    (void)state;
    contact_set set = {0};
    contact_memory memory = {0};
    fall(&set, &memory, (double[3]){0.01, 0.01, 0.01}, 0.7);
    for (int i = 0; i < 3; i++) CHECK_SAME(set.approach[i], 0.7);
    assert_int_equal(memory.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_all_in_order), cmocka_unit_test(keeps_the_deepest),
        cmocka_unit_test(equally_deep_points_stay), cmocka_unit_test(a_patch_keeps_its_approach),
        cmocka_unit_test(a_point_found_deep_has_its_speed)};
    return cmocka_run_group_tests_name("contact_set", tests, NULL, NULL);
}
