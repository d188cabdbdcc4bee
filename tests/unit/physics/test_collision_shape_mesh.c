/* Capsules, cylinders, boxes and hulls against meshes: flat irregular ground, ridges, kerbs, continuity. */
#include "support/check.h"

#include "hl/real.h"
#include "shape_rig.h"

static rig_mesh rig;
static coll_point points[COLL_POINTS];
static const mb_pose ORIGIN = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
static const double MARGIN = 2e-3, BEHIND = 0.05;

static mb_pose turned(hl_vec3 at, hl_vec3 turn)
{
    return (mb_pose){at, hl_quat_matrix(hl_quat_exp(turn))};
}

static double deepest(int count)
{
    double depth = -(double)INFINITY;
    for (int i = 0; i < count; i++) depth = fmax(depth, points[i].depth);
    return depth;
}

static void check_all(int count, int expected, double depth, hl_vec3 normal)
{
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(points[i].depth, depth, 1e-12);
        CHECK_NEAR(hl_norm(hl_sub(points[i].normal, normal)), 0.0, 1e-12);
    }
}

/* What a plane gives, wherever the edges of the triangles are. */
static void flat_ground_is_a_plane(void **state)
{
    (void)state;
    uint64_t seed = 31;
    hl_arena arena = {0};
    const hl_vec3 up = {0, 0, 1};
    rig_sheet(&rig, 12, 8, 6.0, 4.0, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    const coll_shape barrel = {.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.45},
                     pipe = {.kind = COLL_CAPSULE, .radius = 0.3, .half_length = 0.45},
                     box = coll_box(hl_v3(0.3, 0.4, 0.3), &arena);
    for (int i = 0; i < 2000; i++) {
        const hl_vec3 at = hl_v3(2.0 * check_random(&seed), 1.2 * check_random(&seed), 0.299);
        const double heading = 3.0 * check_random(&seed), roll = 3.0 * check_random(&seed);
        const mb_pose stands = turned(at, hl_v3(0, 0, heading)),
                      tipped = turned(at, hl_v3(0, 0.5 * HL_PI, 0)),
                      rolled = turned(hl_v3(0, 0, 0), hl_v3(0, 0, roll));
        mb_pose lies = {at, hl_mat3_mul(&stands.rotation, &tipped.rotation)};
        lies.rotation = hl_mat3_mul(&lies.rotation, &rolled.rotation);
        check_all(coll_shape_mesh(&barrel, &lies, mesh, &ORIGIN, MARGIN, BEHIND, points), 2, 0.001, up);
        check_all(coll_shape_mesh(&pipe, &lies, mesh, &ORIGIN, MARGIN, BEHIND, points), 2, 0.001, up);
        check_all(coll_shape_mesh(&box, &stands, mesh, &ORIGIN, MARGIN, BEHIND, points), 4, 0.001, up);
        const mb_pose upright = {hl_v3(at.x, at.y, 0.449), stands.rotation};
        check_all(coll_shape_mesh(&barrel, &upright, mesh, &ORIGIN, MARGIN, BEHIND, points), 4, 0.001, up);
    }
    hl_arena_free(&arena);
}

/* A block of 1 m x 1 m x 0.2 m whose top is at z = 0: narrower than what lies across it. */
static const coll_mesh *block(hl_arena *arena)
{
    rig = (rig_mesh){.vertex_count = 0};
    rig_add_box(&rig, hl_v3(0, 0, -0.1), hl_v3(0.5, 0.5, 0.1));
    return rig_build(&rig, arena);
}

static void across_a_block(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const hl_vec3 up = {0, 0, 1}, along_x = {0, 0.5 * HL_PI, 0};
    const coll_mesh *mesh = block(&arena);
    const coll_shape barrel = {.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.9},
                     pipe = {.kind = COLL_CAPSULE, .radius = 0.3, .half_length = 0.9},
                     beam = coll_box(hl_v3(0.9, 0.2, 0.3), &arena),
                     plate = coll_box(hl_v3(0.9, 0.8, 0.3), &arena),
                     drum = {.kind = COLL_CYLINDER, .radius = 0.6, .half_length = 0.3};
    const mb_pose lies = turned(hl_v3(0.1, 0.1, 0.299), along_x),
                  stands = turned(hl_v3(0.1, 0.1, 0.299), hl_v3(0, 0, 0)),
                  centred = turned(hl_v3(0, 0, 0.299), hl_v3(0, 0, 0.3));
    check_all(coll_shape_mesh(&barrel, &lies, mesh, &ORIGIN, MARGIN, BEHIND, points), 2, 0.001, up);
    check_all(coll_shape_mesh(&pipe, &lies, mesh, &ORIGIN, MARGIN, BEHIND, points), 2, 0.001, up);
    check_all(coll_shape_mesh(&beam, &stands, mesh, &ORIGIN, MARGIN, BEHIND, points), 4, 0.001, up);
    check_all(coll_shape_mesh(&plate, &stands, mesh, &ORIGIN, MARGIN, BEHIND, points), 4, 0.001,
              up); /* its corners */
    check_all(coll_shape_mesh(&drum, &centred, mesh, &ORIGIN, MARGIN, BEHIND, points), 8, 0.001,
              up); /* two an edge */
    hl_arena_free(&arena);
}

/* Against the face and the upper edge of a kerb: a barrel that lies along it touches in two places, by the
 * direction from the edge to its axis. */
static void along_a_kerb(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const coll_mesh *mesh = block(&arena);
    const coll_shape barrel = {.kind = COLL_CYLINDER, .radius = 0.3, .half_length = 0.4};
    for (double angle = 0.1; angle < 1.5; angle += 0.1) { /* of the axis over the edge at x = 0.5, z = 0 */
        const hl_vec3 out = hl_v3(sin(angle), 0, cos(angle));
        const mb_pose pose =
            turned(hl_add_scaled(hl_v3(0.5, 0.05, 0), 0.299, out), hl_v3(-0.5 * HL_PI, 0, 0));
        check_all(coll_shape_mesh(&barrel, &pose, mesh, &ORIGIN, MARGIN, BEHIND, points), 2, 0.001, out);
    }
    hl_arena_free(&arena);
}

/* Over hills, each shape turned at random, the deepest contact changes by no more than the shape moves, but
 * for 3 of 6000 steps of cylinders, whose rims pass edges askew. */
static void no_contact_is_lost_on_hills(void **state)
{
    (void)state;
    uint64_t seed = 33;
    hl_arena arena = {0};
    rig_sheet(&rig, 40, 40, 20.0, 20.0, &seed);
    for (int v = 0; v < rig.vertex_count; v++)
        rig.vertices[v].z = 0.3 * sin(rig.vertices[v].x) * cos(1.3 * rig.vertices[v].y);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    int jumps[COLL_HULL + 1] = {0};
    for (int way = 0; way < 50; way++) {
        const coll_kind kind = (coll_kind)(way % 5);
        const coll_shape shape = rig_shape(kind, &seed, &arena);
        mb_pose pose = rig_shape_pose(&seed, 5.0);
        pose.position.z = 2.0;
        const double length = 1e-4;
        const hl_vec3 step =
            hl_scale(length, hl_normalized(hl_v3(check_random(&seed), check_random(&seed), 0)));
        for (int turn = 0, count = 0; turn < 200 && !(count > 0 && deepest(count) > -1e-3); turn++) {
            pose.position.z -= 0.01;
            count = coll_shape_mesh(&shape, &pose, mesh, &ORIGIN, 0.02, BEHIND, points);
        }
        for (int i = 0; i < 600; i++) {
            int count = coll_shape_mesh(&shape, &pose, mesh, &ORIGIN, 0.02, BEHIND, points);
            assert_true(count > 0);
            pose.position.z += deepest(count) - 2e-4; /* 0.2 mm deep */
            count = coll_shape_mesh(&shape, &pose, mesh, &ORIGIN, 0.02, BEHIND, points);
            assert_true(count > 0);
            const double before = deepest(count);
            pose.position = hl_add(pose.position, step);
            count = coll_shape_mesh(&shape, &pose, mesh, &ORIGIN, 0.02, BEHIND, points);
            assert_true(count > 0);
            jumps[kind] += fabs(deepest(count) - before) > length + 1e-9;
        }
    }
    for (int kind = COLL_SPHERE; kind <= COLL_HULL; kind++)
        if (jumps[kind] > (kind == COLL_CYLINDER ? 3 : 0))
            fail_msg("kind %d: %d jumps of 6000", kind, jumps[kind]);
    hl_arena_free(&arena);
}

/* A mesh with a pose of its own. */
static void the_frame_does_not_matter(void **state)
{
    (void)state;
    uint64_t seed = 34;
    hl_arena arena = {0};
    const coll_mesh *mesh = block(&arena);
    for (int i = 0; i < 500; i++) {
        const coll_shape shape = rig_shape((coll_kind)(i % 5), &seed, &arena);
        const mb_pose pose = rig_shape_pose(&seed, 0.6);
        const rig_pose by = rig_random_pose(&seed, 10.0);
        const mb_pose moved = {rig_place(&by, pose.position), hl_mat3_mul(&by.axes, &pose.rotation)},
                      mesh_pose = {by.at, by.axes};
        coll_point others[COLL_POINTS];
        const int count = coll_shape_mesh(&shape, &pose, mesh, &ORIGIN, 0.01, 0.1, points);
        assert_int_equal(coll_shape_mesh(&shape, &moved, mesh, &mesh_pose, 0.01, 0.1, others), count);
        for (int k = 0; k < count; k++) {
            CHECK_NEAR(others[k].depth, points[k].depth, 1e-9);
            CHECK_NEAR(hl_norm(hl_sub(others[k].point, rig_place(&by, points[k].point))), 0.0, 1e-9);
        }
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flat_ground_is_a_plane),
                                       cmocka_unit_test(across_a_block), cmocka_unit_test(along_a_kerb),
                                       cmocka_unit_test(no_contact_is_lost_on_hills),
                                       cmocka_unit_test(the_frame_does_not_matter)};
    return cmocka_run_group_tests_name("collision_shape_mesh", tests, NULL, NULL);
}
