/* Broad phase: what trying all boxes finds, in index order, at a cost that scenery far away does not raise.
 */
#include "support/check.h"

#include "contact/contact_internal.h"
#include "contact_rig.h"

enum { MANY = 400 };

static const hl_vec3 WORLD_AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Do the bounds come within `margin`? Decided from the corners. */
static bool bounds_near(const contact_box *a, const contact_box *b, double margin)
{
    for (int k = 0; k < 3; k++) {
        const hl_vec3 u = WORLD_AXES[k];
        if (rig_overlap_along(a, b, u) < -margin || rig_overlap_along(b, a, u) < -margin) return false;
    }
    return true;
}

static void finds_what_trying_all_finds(void **state)
{
    (void)state;
    uint64_t seed = 31;
    static contact_box boxes[MANY];
    for (int count = 1; count <= MANY; count = 2 * count + 1) {
        hl_arena arena = {0};
        for (int i = 0; i < count; i++) boxes[i] = rig_random_box(&seed, 6.0);
        const contact_tree *tree = contact_tree_new(boxes, count, &arena);
        for (int q = 0; q < 300; q++) {
            const contact_box box = rig_random_box(&seed, 7.0);
            const double margin = q % 2 == 0 ? 0.0 : 0.3;
            int found[MANY], expected = 0;
            const int n = contact_tree_near(tree, &box, margin, MANY, found);
            for (int i = 0; i < count; i++)
                if (bounds_near(&box, &boxes[i], margin)) {
                    assert_true(expected < n);
                    assert_int_equal(found[expected++], i);
                }
            assert_int_equal(n, expected);
        }
        hl_arena_free(&arena);
    }
}

/* With room for fewer, the lowest indices come, and how many there are is still told. */
static void room_for_fewer(void **state)
{
    (void)state;
    uint64_t seed = 32;
    hl_arena arena = {0};
    contact_box boxes[MANY];
    for (int i = 0; i < MANY; i++) boxes[i] = rig_random_box(&seed, 2.0);
    const contact_tree *tree = contact_tree_new(boxes, MANY, &arena);
    const contact_box box = rig_random_box(&seed, 1.0);
    int all[MANY], few[MANY];
    const int n = contact_tree_near(tree, &box, 0.0, MANY, all);
    assert_true(n > 20);
    for (int most = 0; most <= 20; most++) {
        few[most] = -1;
        assert_int_equal(contact_tree_near(tree, &box, 0.0, most, few), n);
        for (int i = 0; i < most; i++) assert_int_equal(few[i], all[i]);
        assert_int_equal(few[most], -1); /* nothing beyond the room */
    }
    hl_arena_free(&arena);
}

static void no_boxes_and_equal_boxes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    contact_box boxes[9];
    for (int i = 0; i < 9; i++) boxes[i] = rig_box(hl_v3(1, 2, 3), hl_v3(0, 0, 0), hl_v3(1, 1, 1));
    int found[9];
    assert_int_equal(contact_tree_near(contact_tree_new(boxes, 0, &arena), &boxes[0], 0.0, 9, found), 0);
    assert_int_equal(contact_tree_near(contact_tree_new(boxes, 9, &arena), &boxes[0], 0.0, 9, found), 9);
    for (int i = 0; i < 9; i++) assert_int_equal(found[i], i);
    hl_arena_free(&arena);
}

/* A yard of 20 x 20 posts, 3 m apart, one machine part among them. */
static int nodes_visited(int far_posts, int *found_count)
{
    const int count = 400 + far_posts;
    uint64_t seed = 33;
    hl_arena arena = {0};
    contact_box *boxes = HL_NEW(&arena, contact_box, count);
    for (int i = 0; i < 400; i++) {
        const int row = i / 20, column = i % 20;
        boxes[i] = rig_box(hl_v3(3.0 * column, 3.0 * row, 1.0), hl_v3(0, 0, 0), hl_v3(0.2, 0.2, 1.0));
    }
    for (int i = 400; i < count; i++) {
        hl_vec3 centre = rig_vector(&seed, 5000.0);
        centre.x += centre.x < 0.0 ? -200.0 : 200.0; /* none within 200 m of the yard */
        centre.z = 1.0;
        boxes[i] = rig_box(centre, hl_v3(0, 0, 0), hl_v3(0.2, 0.2, 1.0));
    }
    const contact_tree *tree = contact_tree_new(boxes, count, &arena);
    const contact_box part = rig_box(hl_v3(30.2, 30.1, 1.2), hl_v3(0.1, 0.2, 0.3), hl_v3(1.0, 1.2, 0.5));
    int found[8], visited;
    *found_count = contact_tree_search(tree, &part, 0.0, 8, found, &visited);
    hl_arena_free(&arena);
    return visited;
}

/* Up to 256 times as many boxes far away: the way to the post that is found and the neighbours along it, two
 * nodes a level. Halves of a median split may overlap by a post's width, which lets a second way begin: twice
 * that is allowed, and every doubling adds a level. */
static void far_scenery_costs_nothing(void **state)
{
    (void)state;
    int levels = 9; /* 400 boxes */
    for (int far_posts = 0; far_posts <= 400 * 256; far_posts = far_posts == 0 ? 400 : 2 * far_posts) {
        int found;
        assert_true(nodes_visited(far_posts, &found) <= 1 + 2 * 2 * levels);
        assert_int_equal(found, 1);
        levels++;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_trying_all_finds), cmocka_unit_test(room_for_fewer),
        cmocka_unit_test(no_boxes_and_equal_boxes), cmocka_unit_test(far_scenery_costs_nothing)};
    return cmocka_run_group_tests_name("contact_tree", tests, NULL, NULL);
}
