/* Spheres and points against meshes: distances by brute force, one contact on flat ground, valleys, ridges,
 * corners, thin plates, continuity. */
#include "support/check.h"

#include "mesh_rig.h"

enum { MOST = 16 };

static rig_mesh rig;
static coll_mesh_contact found[MOST];

static double least_distance(int count)
{
    double least = (double)INFINITY;
    for (int i = 0; i < count; i++) least = fmin(least, found[i].distance);
    return least;
}

/* From outside, the nearest contact is as far as the nearest triangle. */
static void nearest_distance_by_brute_force(void **state)
{
    (void)state;
    uint64_t seed = 3;
    hl_arena arena = {0};
    rig_ball(&rig, 3, 1.0, 0.3, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    int tried = 0;
    for (int i = 0; i < 4000; i++) {
        const hl_vec3 centre = rig_random_vector(&seed, 2.0);
        if (hl_norm(centre) < 1.3) continue;
        const int count = coll_mesh_near(mesh, centre, 3.0, 0.0, MOST, found);
        assert_true(count > 0);
        CHECK_NEAR(least_distance(count), rig_distance(&rig, centre), 1e-14);
        for (int k = 0; k < count; k++) {
            CHECK_NEAR(hl_norm(found[k].normal), 1.0, 1e-14);
            const hl_vec3 back = hl_add_scaled(found[k].point, found[k].distance, found[k].normal);
            CHECK_NEAR(hl_norm(hl_sub(back, centre)), 0.0, 1e-14);
            CHECK_NEAR(rig_distance(&rig, found[k].point), 0.0, 1e-14);
        }
        tried++;
    }
    assert_true(tried > 2000);
    hl_arena_free(&arena);
}

/* Moving any contact's point a little along the surface never shortens the distance, and every place of the
 * surface from which no neighbour is nearer is found: both by sampling the triangles densely. */
static void contacts_are_local_minima(void **state)
{
    (void)state;
    uint64_t seed = 4;
    hl_arena arena = {0};
    rig_ball(&rig, 2, 1.0, 0.3, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    int more_than_one = 0;
    for (int i = 0; i < 1000; i++) {
        const hl_vec3 centre = hl_scale(1.6, hl_normalized(rig_random_vector(&seed, 1.0)));
        const int count = coll_mesh_near(mesh, centre, 1.0, 0.0, MOST, found);
        more_than_one += count > 1;
        for (int t = 0; t < rig.triangle_count; t++) {
            hl_vec3 corners[3];
            coll_mesh_corners(mesh, t, corners);
            for (int k = 0; k < count; k++) {
                const hl_vec3 near = rig_closest(corners, found[k].point);
                if (hl_norm(hl_sub(near, found[k].point)) > 1e-9) continue; /* not on this triangle */
                for (int way = 0; way < 3; way++) {
                    const hl_vec3 step =
                        hl_add_scaled(found[k].point, 1e-3, hl_sub(corners[way], found[k].point));
                    assert_true(hl_norm(hl_sub(step, centre)) > found[k].distance - 1e-12);
                }
            }
        }
    }
    assert_true(more_than_one > 50);
    hl_arena_free(&arena);
}

/* 192 irregular coplanar triangles, tilted: one contact everywhere, on the plane; also above corners and
 * edges. */
static void flat_ground_is_one_contact(void **state)
{
    (void)state;
    uint64_t seed = 5;
    hl_arena arena = {0};
    for (int turn = 0; turn < 10; turn++) {
        rig_sheet(&rig, 12, 8, 6.0, 4.0, &seed);
        rig_pose pose = rig_random_pose(&seed, 5.0);
        if (turn == 0) pose = (rig_pose){{0, 0, 0}, hl_mat3_identity()};
        static rig_mesh flat;
        flat = rig;
        rig_move(&rig, &pose);
        const coll_mesh *mesh = rig_build(&rig, &arena);
        const hl_vec3 up = hl_mat3_column(&pose.axes, 2);
        for (int i = 0; i < 3000; i++) {
            hl_vec3 at = hl_v3(2.5 * check_random(&seed), 1.5 * check_random(&seed), 0.0);
            const int *corner = flat.triangles[i % 192];
            const hl_vec3 a = flat.vertices[corner[0]], b = flat.vertices[corner[1]];
            if (i % 3 == 1 && fabs(a.x) < 2.7 && fabs(a.y) < 1.7) at = a;
            if (i % 3 == 2 && fabs(a.x + b.x) < 5.4 && fabs(a.y + b.y) < 3.4)
                at = hl_add_scaled(a, 0.5 + 0.5 * check_random(&seed), hl_sub(b, a));
            at.z = 0.25 - 1e-3;
            const hl_vec3 centre = rig_place(&pose, at);
            assert_int_equal(coll_mesh_near(mesh, centre, 0.25, 0.25, MOST, found), 1);
            CHECK_NEAR(found[0].distance, at.z, 1e-12);
            CHECK_NEAR(hl_norm(hl_sub(found[0].normal, up)), 0.0, 1e-12);
            CHECK_NEAR(hl_dot(hl_sub(found[0].point, pose.at), up), 0.0, 1e-12);
            at.z = -1e-3; /* behind: one as well */
            assert_int_equal(coll_mesh_near(mesh, rig_place(&pose, at), 0.25, 0.25, MOST, found), 1);
            CHECK_NEAR(found[0].distance, at.z, 1e-12);
        }
    }
    hl_arena_free(&arena);
}

/* Two strips that meet at the y axis and rise (or fall) on both sides by the slope. */
static const coll_mesh *two_strips(double slope, hl_arena *arena)
{
    uint64_t seed = 6;
    rig_sheet(&rig, 2, 6, 4.0, 6.0, &seed);
    for (int v = 0; v < rig.vertex_count; v++) {
        if (fabs(rig.vertices[v].x) < 1.0) rig.vertices[v].x = 0.0;
        rig.vertices[v].z = slope * fabs(rig.vertices[v].x);
    }
    return rig_build(&rig, arena);
}

static void valley_two_ridge_one(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const double slope = tan(0.5), cosine = cos(0.5);
    const coll_mesh *valley = two_strips(slope, &arena), *ridge = two_strips(-slope, &arena);
    for (double y = -2.0; y < 2.0; y += 0.01) {
        const double height = 0.3 / cosine;
        assert_int_equal(coll_mesh_near(valley, hl_v3(0, y, height), 0.301, 0.3, MOST, found), 2);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(found[k].feature, COLL_FACE);
            CHECK_NEAR(found[k].distance, 0.3, 1e-14);
        }
        CHECK_NEAR(found[0].normal.x + found[1].normal.x, 0.0, 1e-14);
        assert_int_equal(coll_mesh_near(ridge, hl_v3(0.01, y, 0.29), 0.3, 0.3, MOST, found), 1);
        assert_true(found[0].feature != COLL_FACE);
        CHECK_NEAR(found[0].distance, hl_norm(hl_v3(0.01, 0, 0.29)), 1e-14);
        /* a point that sank into the bottom of the valley is behind both sides of it */
        assert_int_equal(coll_mesh_near(valley, hl_v3(1e-4, y, -1e-3), 0.002, 0.01, MOST, found), 2);
        for (int k = 0; k < 2; k++)
            CHECK_NEAR(found[k].distance, cosine * (-1e-3 - slope * 1e-4 * (found[k].normal.x < 0 ? 1 : -1)),
                       1e-14);
    }
    hl_arena_free(&arena);
}

static void box_and_thin_plate(void **state)
{
    (void)state;
    hl_arena arena = {0};
    rig = (rig_mesh){.vertex_count = 0};
    rig_add_box(&rig, hl_v3(0, 0, 0), hl_v3(1, 1, 0.005));
    const coll_mesh *plate = rig_build(&rig, &arena);
    const hl_vec3 beyond = hl_v3(1.1, 1.05, 0.105); /* of a corner */
    assert_int_equal(coll_mesh_near(plate, beyond, 0.2, 0.2, MOST, found), 1);
    assert_true(found[0].feature >= COLL_CORNER);
    CHECK_NEAR(found[0].distance, 0.15, 1e-14);
    /* the centre is 4 mm behind the top, 6 mm behind the bottom: out by the top */
    assert_int_equal(coll_mesh_near(plate, hl_v3(0.3, 0.2, 0.001), 0.05, 0.05, MOST, found), 1);
    CHECK_NEAR(found[0].distance, -0.004, 1e-15);
    CHECK_NEAR(found[0].normal.z, 1.0, 1e-15);
    /* in front of the top: the bottom, 15 mm behind which it is, does not count */
    assert_int_equal(coll_mesh_near(plate, hl_v3(0.3, 0.2, 0.01), 0.05, 0.05, MOST, found), 1);
    CHECK_NEAR(found[0].distance, 0.005, 1e-15);
    /* deeper than `behind`: lost */
    assert_int_equal(coll_mesh_near(plate, hl_v3(0.3, 0.2, 0.001), 0.05, 0.003, MOST, found), 0);
    hl_arena_free(&arena);
}

/* Beside the border of an open sheet its edge holds a sphere as long as the centre is not below it. */
static void borders(void **state)
{
    (void)state;
    uint64_t seed = 7;
    hl_arena arena = {0};
    rig_sheet(&rig, 4, 4, 4.0, 4.0, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    assert_int_equal(coll_mesh_near(mesh, hl_v3(2.1, 0.3, 0.1), 0.2, 0.2, MOST, found), 1);
    assert_true(found[0].feature >= COLL_EDGE && found[0].feature < COLL_CORNER);
    CHECK_NEAR(found[0].distance, 0.1 * sqrt(2.0), 1e-14);
    assert_int_equal(coll_mesh_near(mesh, hl_v3(2.1, 0.3, 0.0), 0.2, 0.2, MOST, found), 1);
    assert_int_equal(coll_mesh_near(mesh, hl_v3(2.1, 0.3, -0.01), 0.2, 0.2, MOST, found), 0);
    assert_int_equal(coll_mesh_near(mesh, hl_v3(1.9, 0.3, -0.01), 0.2, 0.2, MOST, found), 1);
    hl_arena_free(&arena);
}

/* Seen from another frame: the same contacts. */
static void the_frame_does_not_matter(void **state)
{
    (void)state;
    uint64_t seed = 8;
    static rig_mesh moved;
    rig_ball(&rig, 3, 1.0, 0.3, &seed);
    for (int turn = 0; turn < 10; turn++) {
        hl_arena arena = {0};
        const rig_pose pose = rig_random_pose(&seed, 50.0);
        moved = rig;
        rig_move(&moved, &pose);
        const coll_mesh *mesh = rig_build(&rig, &arena), *other = rig_build(&moved, &arena);
        for (int i = 0; i < 300; i++) {
            coll_mesh_contact again[MOST];
            const hl_vec3 centre = hl_scale(1.5, hl_normalized(rig_random_vector(&seed, 1.0)));
            const int count = coll_mesh_near(mesh, centre, 0.9, 0.1, MOST, found);
            assert_int_equal(coll_mesh_near(other, rig_place(&pose, centre), 0.9, 0.1, MOST, again), count);
            for (int k = 0; k < count; k++) {
                assert_int_equal(coll_mesh_feature(&found[k]), coll_mesh_feature(&again[k]));
                CHECK_NEAR(again[k].distance, found[k].distance, 1e-12);
                CHECK_NEAR(hl_norm(hl_sub(again[k].point, rig_place(&pose, found[k].point))), 0.0, 1e-12);
            }
        }
        hl_arena_free(&arena);
    }
}

/* Along a path over hills, in front and slightly behind the surface, the nearest distance changes by no more
 * than the centre moves: no contact is lost. */
static void no_contact_is_lost_along_a_path(void **state)
{
    (void)state;
    uint64_t seed = 9;
    hl_arena arena = {0};
    rig_sheet(&rig, 40, 40, 20.0, 20.0, &seed);
    for (int v = 0; v < rig.vertex_count; v++)
        rig.vertices[v].z = 0.3 * sin(rig.vertices[v].x) * cos(1.3 * rig.vertices[v].y);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    for (int way = 0; way < 40; way++) {
        hl_vec3 at = hl_v3(8.0 * check_random(&seed), 8.0 * check_random(&seed), 0.3);
        const double target = way % 2 == 0 ? 0.2 : -0.0005; /* a ball, a corner that has sunk in */
        const hl_vec3 step =
            hl_scale(1e-3, hl_normalized(hl_v3(check_random(&seed), check_random(&seed), 0)));
        double last = (double)NAN;
        for (int i = 0; i < 2000 && fabs(at.x) < 9.0 && fabs(at.y) < 9.0; i++) {
            int count = coll_mesh_near(mesh, at, 0.7, 0.7, MOST, found);
            assert_true(count > 0);
            const double distance = least_distance(count);
            if (isfinite(last)) assert_true(fabs(distance - last) <= hl_norm(step) + 1e-12);
            at.z += target - distance; /* follow the surface */
            count = coll_mesh_near(mesh, at, 0.7, 0.7, MOST, found);
            assert_true(count > 0);
            last = least_distance(count);
            at = hl_add(at, step);
        }
    }
    hl_arena_free(&arena);
}

/* Of many contacts the nearest are kept, whatever there is room for. */
static void the_nearest_are_kept(void **state)
{
    (void)state;
    hl_arena arena = {0};
    rig = (rig_mesh){.vertex_count = 0};
    for (int i = 0; i < 12; i++) /* posts around the centre, each a little farther */
        rig_add_box(&rig, hl_scale(1.0 + 0.01 * ((5 * i) % 12), hl_v3(cos(0.5 * i), sin(0.5 * i), 0)),
                    hl_v3(0.05, 0.05, 0.05));
    const coll_mesh *mesh = rig_build(&rig, &arena);
    const hl_vec3 centre = hl_v3(0, 0, 0.3);
    assert_int_equal(coll_mesh_near(mesh, centre, 2.0, 0.0, MOST, found), 12);
    double sorted[MOST];
    for (int i = 0; i < 12; i++) {
        int place = i;
        for (; place > 0 && sorted[place - 1] > found[i].distance; place--) sorted[place] = sorted[place - 1];
        sorted[place] = found[i].distance;
    }
    for (int most = 1; most < 12; most++) {
        assert_int_equal(coll_mesh_near(mesh, centre, 2.0, 0.0, most, found), most);
        for (int i = 0; i < most; i++) assert_true(found[i].distance <= sorted[most - 1]);
        for (int i = 1; i < most; i++)
            assert_true(coll_mesh_feature(&found[i - 1]) < coll_mesh_feature(&found[i]));
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nearest_distance_by_brute_force),
                                       cmocka_unit_test(contacts_are_local_minima),
                                       cmocka_unit_test(flat_ground_is_one_contact),
                                       cmocka_unit_test(valley_two_ridge_one),
                                       cmocka_unit_test(box_and_thin_plate),
                                       cmocka_unit_test(borders),
                                       cmocka_unit_test(the_frame_does_not_matter),
                                       cmocka_unit_test(no_contact_is_lost_along_a_path),
                                       cmocka_unit_test(the_nearest_are_kept)};
    return cmocka_run_group_tests_name("collision_sphere", tests, NULL, NULL);
}
