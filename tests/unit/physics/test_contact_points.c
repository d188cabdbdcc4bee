/* Points of contact: cases by hand, and what must hold for every pair. */
#include "support/check.h"

#include "contact_rig.h"

static const double PI = 3.14159265358979323846;
static const double ROUNDING = 1e-14; /* sums of some ten terms of a few metres */
static const hl_vec3 NO_TURN = {0, 0, 0}, CUBE = {0.5, 0.5, 0.5};

static contact_box floor_box(void)
{
    return rig_box(hl_v3(0, 0, -0.5), NO_TURN, hl_v3(3, 3, 0.5)); /* its top is z = 0 */
}

/* One of the points lies at `place`, on a, `depth` deep. */
static void check_has(const contact_point *points, int count, hl_vec3 place, double depth)
{
    for (int i = 0; i < count; i++)
        if (hl_norm(hl_sub(points[i].point, place)) < 10.0 * ROUNDING) {
            CHECK_NEAR(points[i].depth, depth, 10.0 * ROUNDING);
            return;
        }
    fail_msg("no point at %g %g %g", place.x, place.y, place.z);
}

static void a_cube_on_the_floor_has_four(void **state)
{
    (void)state;
    const contact_box a = rig_box(hl_v3(0.2, -0.3, 0.49), NO_TURN, CUBE), b = floor_box();
    contact_point points[CONTACT_BOX_POINTS];
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(hl_norm(hl_sub(points[i].normal, hl_v3(0, 0, 1))), 0.0, ROUNDING);
        check_has(points, 4, contact_box_corner(&a, i), 0.01);
    }
    /* the floor seen as the body: its points lie on its top, and the normal looks down */
    assert_int_equal(contact_boxes_points(&b, &a, 0.0, points), 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(hl_norm(hl_sub(points[i].normal, hl_v3(0, 0, -1))), 0.0, ROUNDING);
        const hl_vec3 corner = contact_box_corner(&a, i);
        check_has(points, 4, hl_v3(corner.x, corner.y, 0.0), 0.01);
    }
}

/* Over the floor's edge, x = 3: what reaches beyond is clipped off. */
static void overhang_is_clipped(void **state)
{
    (void)state;
    const contact_box a = rig_box(hl_v3(2.8, 0.0, 0.49), NO_TURN, CUBE), b = floor_box();
    contact_point points[CONTACT_BOX_POINTS];
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 4);
    check_has(points, 4, hl_v3(2.3, 0.5, -0.01), 0.01);
    check_has(points, 4, hl_v3(3.0, 0.5, -0.01), 0.01);
    check_has(points, 4, hl_v3(3.0, -0.5, -0.01), 0.01);
}

/* Two equal cubes: one on the other four corners, turned by 45 degrees the eight of an octagon whose sides
 * are crossed half an edge from the middle. Corners on the clipping lines but for rounding count once. */
static void cube_on_cube(void **state)
{
    (void)state;
    const contact_box b = rig_box(hl_v3(0, 0, -0.5), NO_TURN, CUBE);
    contact_point points[CONTACT_BOX_POINTS];
    for (double turn = -1e-9; turn < 2e-9; turn += 1e-9) {
        const contact_box a = rig_box(hl_v3(0, 0, 0.499), hl_v3(0, 0, turn), CUBE);
        assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 4);
    }
    const contact_box a = rig_box(hl_v3(0, 0, 0.499), hl_v3(0, 0, 0.25 * PI), CUBE);
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 8);
    const double side = 0.5 * tan(PI / 8.0);
    for (int i = 0; i < 4; i++) {
        const double x = i & 1 ? side : -side, y = i & 2 ? 0.5 : -0.5;
        check_has(points, 8, hl_v3(x, y, -0.001), 0.001);
        check_has(points, 8, hl_v3(y, x, -0.001), 0.001);
    }
}

/* Tilted by t about y, the corners sink by 0.5 cos t +- 0.5 sin t; without a margin only the lower edge
 * counts, with one also what is apart by less. */
static void a_tilted_cube_has_its_edge(void **state)
{
    (void)state;
    const double tilt = 0.01, height = 0.5;
    const contact_box a = rig_box(hl_v3(0, 0, height), hl_v3(0, tilt, 0), CUBE), b = floor_box();
    contact_point points[CONTACT_BOX_POINTS];
    const double low = 0.5 * cos(tilt) + 0.5 * sin(tilt) - height,
                 high = 0.5 * cos(tilt) - 0.5 * sin(tilt) - height;
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 2);
    check_has(points, 2, contact_box_corner(&a, 1), low);
    check_has(points, 2, contact_box_corner(&a, 3), low);
    assert_int_equal(contact_boxes_points(&a, &b, 0.006, points), 4);
    check_has(points, 4, contact_box_corner(&a, 0), high);
    check_has(points, 4, contact_box_corner(&a, 1), low);
}

static void a_cube_on_its_corner_has_one(void **state)
{
    (void)state;
    const hl_vec3 turn = hl_scale(acos(sqrt(1.0 / 3.0)) / sqrt(2.0), hl_v3(1, -1, 0));
    const contact_box a = rig_box(hl_v3(0.2, 0.1, 0.86), turn, CUBE), b = floor_box();
    contact_point points[CONTACT_BOX_POINTS];
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 1);
    check_has(points, 1, hl_v3(0.2, 0.1, 0.86 - 0.5 * sqrt(3.0)), 0.5 * sqrt(3.0) - 0.86);
}

/* Edges along x and y that pass each other: the point is where they cross, on a's edge. */
static void crossed_edges_have_one(void **state)
{
    (void)state;
    const contact_box b = rig_box(hl_v3(0, 0, -sqrt(0.5)), hl_v3(0.25 * PI, 0, 0), CUBE);
    contact_box a = rig_box(hl_v3(0.1, 0.05, sqrt(0.5) - 0.02), hl_v3(0, 0.25 * PI, 0), CUBE);
    contact_point points[CONTACT_BOX_POINTS];
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 1);
    check_has(points, 1, hl_v3(0.1, 0.0, -0.02), 0.02);
    a.centre.z += 0.03;
    assert_int_equal(contact_boxes_points(&a, &b, 0.0, points), 0);
    assert_int_equal(contact_boxes_points(&a, &b, 0.011, points), 1);
    check_has(points, 1, hl_v3(0.1, 0.0, 0.01), -0.01);
    a.centre.x += 5.0; /* the edges' lines still pass as closely, the edges do not */
    assert_int_equal(contact_boxes_points(&a, &b, 0.011, points), 0);
}

/* A cube that lies 1 mm deep and wobbles by up to 0.5 mrad: four points throughout, and a normal that stays
 * within the wobble of the floor's. */
static void a_wobble_does_not_turn_the_normal(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const contact_box b = floor_box();
    for (int i = 0; i < 2000; i++) {
        const double size = 5e-4;
        const contact_box a = rig_box(hl_v3(0.3, -0.2, 0.499), rig_vector(&seed, size), CUBE);
        contact_point points[CONTACT_BOX_POINTS];
        assert_int_equal(contact_boxes_points(&a, &b, 1e-3, points), 4);
        assert_true(hl_norm(hl_sub(points[0].normal, hl_v3(0, 0, 1))) < 2.0 * size);
    }
}

/* Every pair that overlaps has points; every point lies on a, goes to b by its depth along the normal, and is
 * no deeper than the pair; pairs further apart than the margin have none. */
static void random_pairs(void **state)
{
    (void)state;
    uint64_t seed = 21;
    const double margin = 0.02;
    int most = 0, near = 0;
    for (int i = 0; i < 20000; i++) {
        const contact_box a = rig_random_box(&seed, 0.9), b = rig_random_box(&seed, 0.9);
        contact_point points[CONTACT_BOX_POINTS];
        double depth = -1.0;
        hl_vec3 normal;
        const bool overlap = contact_boxes_overlap(&a, &b, &depth, &normal);
        const int touching = contact_boxes_points(&a, &b, 0.0, points);
        assert_int_equal(touching > 0, overlap && depth > 1e-9);
        const int count = contact_boxes_points(&a, &b, margin, points);
        assert_true(count >= touching);
        near += count > 0 && !overlap;
        most = count > most ? count : most;
        for (int k = 0; k < count; k++) {
            const contact_point *p = &points[k];
            CHECK_NEAR(rig_outside(&a, p->point), 0.0, 20.0 * ROUNDING);
            CHECK_NEAR(rig_outside(&b, hl_add_scaled(p->point, p->depth, p->normal)), 0.0, 20.0 * ROUNDING);
            assert_true(p->depth >= -margin);
            assert_true(p->depth <= rig_overlap_along(&a, &b, p->normal) + ROUNDING);
            CHECK_NEAR(hl_norm(p->normal), 1.0, ROUNDING);
        }
    }
    assert_true(most <= CONTACT_BOX_POINTS && most >= 6);
    assert_true(near > 100); /* the margin was tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cube_on_the_floor_has_four),
                                       cmocka_unit_test(overhang_is_clipped),
                                       cmocka_unit_test(cube_on_cube),
                                       cmocka_unit_test(a_tilted_cube_has_its_edge),
                                       cmocka_unit_test(a_cube_on_its_corner_has_one),
                                       cmocka_unit_test(crossed_edges_have_one),
                                       cmocka_unit_test(a_wobble_does_not_turn_the_normal),
                                       cmocka_unit_test(random_pairs)};
    return cmocka_run_group_tests_name("contact_points", tests, NULL, NULL);
}
