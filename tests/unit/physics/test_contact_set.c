/* The list of points of contact: it keeps what it has room for, then the deepest. */
#include "support/check.h"

#include "contact/contact.h"

static int add(contact_set *set, double depth)
{
    return contact_set_add(set, hl_v3(depth, 0, 0), hl_v3(0, depth, 0), hl_v3(0, 0, 1), depth);
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
    assert_int_equal(contact_set_add(&set, hl_v3(9, 9, 9), hl_v3(9, 9, 9), hl_v3(1, 0, 0), 1.0), -1);
    for (int i = 0; i < CONTACT_MAX_POINTS; i++) CHECK_SAME(set.point[i].x, 1.0);
    assert_int_equal(set.overflow, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_all_in_order),
                                       cmocka_unit_test(keeps_the_deepest),
                                       cmocka_unit_test(equally_deep_points_stay)};
    return cmocka_run_group_tests_name("contact_set", tests, NULL, NULL);
}
