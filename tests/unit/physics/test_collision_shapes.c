/* Contacts of pairs of shapes beside distances found another way, symmetry, frames, and cases by hand. */
#include "support/check.h"

#include "hl/real.h"
#include "shape_rig.h"

enum { PAIRS = 40 }; /* of each two kinds */

static coll_point points[COLL_POINTS];

static double deepest(const coll_point *list, int count)
{
    double depth = -(double)INFINITY;
    for (int i = 0; i < count; i++) depth = fmax(depth, list[i].depth);
    return depth;
}

/* Move b away from a along the line of their centres until they are about `gap` apart. */
static void set_apart(const coll_shape *a, const mb_pose *pose_a, const coll_shape *b, mb_pose *pose_b,
                      double gap)
{
    const hl_vec3 way = hl_normalized(hl_sub(pose_b->position, pose_a->position));
    pose_b->position = hl_add_scaled(pose_b->position, 3.0, way);
    for (int turn = 0; turn < 60; turn++) {
        const double distance = rig_shape_distance(a, pose_a, b, pose_b);
        if (fabs(distance - gap) < 1e-4) break;
        pose_b->position = hl_add_scaled(pose_b->position, gap - distance, way);
    }
}

/* Every contact joins two places of the shapes, so none is nearer than they are; the nearest is found within
 * the margin, to a tenth of a millimetre. */
static void check_apart(coll_kind kind_a, coll_kind kind_b, uint64_t *seed, int *missed)
{
    hl_arena arena = {0};
    const coll_shape a = rig_shape(kind_a, seed, &arena), b = rig_shape(kind_b, seed, &arena);
    const mb_pose pose_a = rig_shape_pose(seed, 1.0);
    mb_pose pose_b = rig_shape_pose(seed, 1.0);
    set_apart(&a, &pose_a, &b, &pose_b, 0.01);
    const double distance = rig_shape_distance(&a, &pose_a, &b, &pose_b);
    const int count = coll_shapes(&a, &pose_a, &b, &pose_b, 0.02, points);
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(hl_norm(points[i].normal), 1.0, 1e-12);
        const hl_vec3 on_b = hl_add_scaled(points[i].point, points[i].depth, points[i].normal);
        CHECK_NEAR(rig_shape_outside(&a, &pose_a, points[i].point), 0.0, 1e-7);
        CHECK_NEAR(rig_shape_outside(&b, &pose_b, on_b), 0.0, 1e-7);
        assert_true(points[i].depth < 0.0);
    }
    *missed += !(deepest(points, count) > -distance - 1e-4);
    hl_arena_free(&arena);
}

static void distances_of_pairs(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int a = COLL_SPHERE; a <= COLL_HULL; a++)
        for (int b = COLL_SPHERE; b <= COLL_HULL; b++) {
            int missed = 0;
            for (int i = 0; i < PAIRS; i++) check_apart((coll_kind)a, (coll_kind)b, &seed, &missed);
            if (missed > 0) fail_msg("%d of %d distances missed, kinds %d and %d", missed, PAIRS, a, b);
        }
}

/* Pairs that overlap by about half a millimetre: contacts are found, none is much deeper, and a shape moved
 * out along the normal of its deepest contact is free, but for one pair of crossing rims of these 1000. */
static int separate(coll_kind kind_a, coll_kind kind_b, uint64_t *seed)
{
    hl_arena arena = {0};
    const coll_shape a = rig_shape(kind_a, seed, &arena), b = rig_shape(kind_b, seed, &arena);
    mb_pose pose_a = rig_shape_pose(seed, 1.0), pose_b = rig_shape_pose(seed, 1.0);
    set_apart(&a, &pose_a, &b, &pose_b, 0.0005);
    const hl_vec3 way = hl_normalized(hl_sub(pose_b.position, pose_a.position));
    pose_b.position = hl_add_scaled(pose_b.position, -0.001, way);
    const int count = coll_shapes(&a, &pose_a, &b, &pose_b, 0.002, points);
    if (count == 0) fail_msg("no contact, kinds %d and %d", (int)kind_a, (int)kind_b);
    int most = 0;
    for (int k = 1; k < count; k++)
        if (points[k].depth > points[most].depth) most = k;
    if (points[most].depth >= 0.01)
        fail_msg("kinds %d and %d: depth %g of feature %llx of %d", (int)kind_a, (int)kind_b,
                 points[most].depth, (unsigned long long)points[most].feature, count);
    pose_a.position = hl_add_scaled(pose_a.position, points[most].depth + 2e-4, points[most].normal);
    const bool apart = rig_shape_distance(&a, &pose_a, &b, &pose_b) > 0.0;
    hl_arena_free(&arena);
    return apart ? 0 : 1;
}

static void overlapping_pairs_separate(void **state)
{
    (void)state;
    uint64_t seed = 22;
    int still = 0;
    for (int a = COLL_SPHERE; a <= COLL_HULL; a++)
        for (int b = COLL_SPHERE; b <= COLL_HULL; b++)
            for (int i = 0; i < PAIRS; i++) still += separate((coll_kind)a, (coll_kind)b, &seed);
    assert_true(still <= 1);
}

/* ---- symmetry and frames ---- */

/* Each contact of one list has its partner in the other. Where the closest points of a rim are sought, the
 * distance is known to 1e-14 of itself, so their places are known to a micrometre. */
static void check_same(const coll_point *list, int count, const coll_point *other, int other_count,
                       double sign, double tolerance)
{
    assert_int_equal(count, other_count);
    for (int i = 0; i < count; i++) {
        double nearest = (double)INFINITY;
        for (int k = 0; k < count; k++) {
            const hl_vec3 at =
                sign > 0.0 ? other[k].point : hl_add_scaled(other[k].point, other[k].depth, other[k].normal);
            nearest =
                fmin(nearest, hl_norm(hl_sub(at, list[i].point)) + fabs(other[k].depth - list[i].depth) +
                                  hl_norm(hl_add_scaled(other[k].normal, -sign, list[i].normal)));
        }
        CHECK_NEAR(nearest, 0.0, tolerance);
    }
}

static mb_pose moved(const mb_pose *pose, const rig_pose *by)
{
    return (mb_pose){rig_place(by, pose->position), hl_mat3_mul(&by->axes, &pose->rotation)};
}

static void check_exchange_and_frame(coll_kind kind_a, coll_kind kind_b, uint64_t *seed)
{
    hl_arena arena = {0};
    coll_point others[COLL_POINTS];
    const coll_shape a = rig_shape(kind_a, seed, &arena), b = rig_shape(kind_b, seed, &arena);
    const mb_pose pose_a = rig_shape_pose(seed, 1.0);
    mb_pose pose_b = rig_shape_pose(seed, 1.0);
    set_apart(&a, &pose_a, &b, &pose_b, 0.001);
    const hl_vec3 way = hl_normalized(hl_sub(pose_b.position, pose_a.position));
    pose_b.position = hl_add_scaled(pose_b.position, -0.0015 * (1.0 + check_random(seed)), way);
    const int count = coll_shapes(&a, &pose_a, &b, &pose_b, 0.002, points);
    int other = coll_shapes(&b, &pose_b, &a, &pose_a, 0.002, others);
    const double tolerance = kind_a == COLL_CYLINDER || kind_b == COLL_CYLINDER ? 1e-6 : 1e-8;
    check_same(points, count, others, other, -1.0, tolerance);
    const rig_pose by = rig_random_pose(seed, 10.0);
    const mb_pose moved_a = moved(&pose_a, &by), moved_b = moved(&pose_b, &by);
    other = coll_shapes(&a, &moved_a, &b, &moved_b, 0.002, others);
    for (int k = 0; k < other; k++) {
        others[k].point = hl_mul_transposed(&by.axes, hl_sub(others[k].point, by.at));
        others[k].normal = hl_mul_transposed(&by.axes, others[k].normal);
    }
    check_same(points, count, others, other, 1.0, tolerance);
    hl_arena_free(&arena);
}

static void symmetry_and_frames(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int a = COLL_SPHERE; a <= COLL_HULL; a++)
        for (int b = COLL_SPHERE; b <= COLL_HULL; b++)
            for (int i = 0; i < PAIRS; i++) check_exchange_and_frame((coll_kind)a, (coll_kind)b, &seed);
}

/* ---- by hand ---- */

static const mb_pose ORIGIN = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

static mb_pose at(double x, double y, double z, hl_vec3 turn)
{
    return (mb_pose){hl_v3(x, y, z), hl_quat_matrix(hl_quat_exp(turn))};
}

static void check_all(int count, int expected, double depth, hl_vec3 normal)
{
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(points[i].depth, depth, 1e-12);
        CHECK_NEAR(hl_norm(hl_sub(points[i].normal, normal)), 0.0, 1e-12);
        for (int k = 0; k < i; k++) assert_true(points[i].feature != points[k].feature);
    }
}

/* Pipes side by side touch at both ends, crossed ones once; equal barrels stacked upright touch around the
 * rim; a stack of boxes in four corners. */
static void pipes_barrels_and_boxes(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const hl_vec3 up = {0, 0, 1}, none = {0, 0, 0}, lying = {0.5 * HL_PI, 0, 0};
    const coll_shape pipe = {.kind = COLL_CAPSULE, .radius = 0.15, .half_length = 1.0};
    const coll_shape barrel = {.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.45};
    const coll_shape box = coll_box(hl_v3(0.2, 0.25, 0.4), &arena);
    const mb_pose below = at(0, 0, 0, lying), above = at(0, 0, 0.299, lying);
    check_all(coll_shapes(&pipe, &above, &pipe, &below, 0.002, points), 2, 0.001, up);
    const mb_pose crossed = at(0, 0, 0.299, hl_v3(0, 0.5 * HL_PI, 0));
    check_all(coll_shapes(&pipe, &crossed, &pipe, &below, 0.002, points), 1, 0.001, up);
    const mb_pose high = at(0, 0, 0.8999, none), beside = at(0.3, 0, 0.8999, none),
                  lower = at(0, 0, -0.8999, none);
    const int around = coll_shapes(&barrel, &high, &barrel, &ORIGIN, 0.002, points);
    assert_true(around >= 4);
    check_all(around, around, 1e-4, up);
    const int shifted = coll_shapes(&barrel, &beside, &barrel, &ORIGIN, 0.002, points);
    assert_true(shifted >= 4);
    check_all(shifted, shifted, 1e-4, up);
    const int under = coll_shapes(&barrel, &lower, &barrel, &ORIGIN, 0.002, points);
    check_all(under, around, 1e-4, hl_neg(up));
    const mb_pose rolled = at(0, 0, 0.599, lying);
    check_all(coll_shapes(&barrel, &rolled, &barrel, &below, 0.002, points), 2, 0.001, up);
    const mb_pose stacked = at(0, 0, 0.7999, none), on_end = at(0, 0, 0.8499, none);
    check_all(coll_shapes(&box, &stacked, &box, &ORIGIN, 0.002, points), 4, 1e-4, up);
    check_all(coll_shapes(&pipe, &rolled, &box, &ORIGIN, 0.002, points), 0, 0.0, up);
    const mb_pose on_box = at(0, 0, 0.549, lying);
    check_all(coll_shapes(&pipe, &on_box, &box, &ORIGIN, 0.002, points), 2, 0.001,
              up); /* over two of its edges */
    check_all(coll_shapes(&barrel, &on_end, &box, &ORIGIN, 0.002, points), 8, 1e-4,
              up); /* wider than the box */
    hl_arena_free(&arena);
}

/* On a plane: a box four corners, a lying cylinder two points of its rims that stay exact while it rolls, an
 * upright one four, a capsule two, a sphere one. */
static void on_a_plane(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const hl_vec3 up = hl_normalized(hl_v3(0.1, -0.2, 1.0)), base = {0.3, 0.2, 0.1};
    const hl_mat3 slope =
        hl_quat_matrix(hl_quat_exp(hl_v3(0.2 * acos(up.z) / sqrt(0.05), 0.1 * acos(up.z) / sqrt(0.05), 0)));
    CHECK_NEAR(hl_norm(hl_sub(hl_mat3_column(&slope, 2), up)), 0.0, 1e-12);
    const coll_shape barrel = {.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.45},
                     pipe = {.kind = COLL_CAPSULE, .radius = 0.3, .half_length = 0.45},
                     ball = {.kind = COLL_SPHERE, .radius = 0.3},
                     box = coll_box(hl_v3(0.3, 0.3, 0.3), &arena);
    for (double angle = 0.0; angle < 7.0; angle += 0.01) {
        const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_v3(0, 0, angle))),
                      lie = hl_quat_matrix(hl_quat_exp(hl_v3(0.5 * HL_PI, 0, 0))),
                      rolled = hl_mat3_mul(&lie, &turn);
        mb_pose pose = {hl_add_scaled(base, 0.299, up), hl_mat3_mul(&slope, &rolled)};
        check_all(coll_shape_plane(&barrel, &pose, base, up, 0.002, points), 2, 0.001, up);
        check_all(coll_shape_plane(&pipe, &pose, base, up, 0.002, points), 2, 0.001, up);
        check_all(coll_shape_plane(&ball, &pose, base, up, 0.002, points), 1, 0.001, up);
        pose = (mb_pose){hl_add_scaled(base, 0.299, up), hl_mat3_mul(&slope, &turn)};
        check_all(coll_shape_plane(&box, &pose, base, up, 0.002, points), 4, 0.001, up);
        pose.position = hl_add_scaled(base, 0.449, up);
        check_all(coll_shape_plane(&barrel, &pose, base, up, 0.002, points), 4, 0.001, up);
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_of_pairs), cmocka_unit_test(overlapping_pairs_separate),
        cmocka_unit_test(symmetry_and_frames), cmocka_unit_test(pipes_barrels_and_boxes),
        cmocka_unit_test(on_a_plane)};
    return cmocka_run_group_tests_name("collision_shapes", tests, NULL, NULL);
}
