/* What is done at load and per step around contacts: hulls, mass properties, pairs of bounds. */
#include "support/check.h"

#include "hl/real.h"
#include "shape_rig.h"

#include <string.h>

static hl_report report;

/* ---- hulls ---- */

static void a_cube_of_many_points(void **state)
{
    (void)state;
    uint64_t seed = 41;
    hl_arena arena = {0};
    hl_vec3 cloud[COLL_HULL_POINTS];
    for (int i = 0; i < 200; i++) { /* 125 of a grid, the rest within */
        const int x = i % 5, y = i / 5 % 5, z = i / 25;
        cloud[i] = hl_v3(0.25 * x, 0.25 * y, 0.25 * z);
        if (i >= 125) cloud[i] = hl_add(hl_v3(0.5, 0.5, 0.5), rig_random_vector(&seed, 0.5));
    }
    hl_report_begin(&report, "hull");
    const coll_hull *hull = coll_hull_new(cloud, 200, &report, &arena);
    assert_non_null(hull);
    assert_int_equal(coll_hull_corners(hull), 8);
    const coll_mesh_info info = coll_mesh_describe(coll_hull_mesh(hull));
    assert_int_equal(info.triangles, 12);
    assert_int_equal(info.border_edges, 0);
    hl_arena_free(&arena);
}

static void hulls_contain_their_points(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int turn = 0; turn < 100; turn++) {
        hl_arena arena = {0};
        hl_vec3 cloud[60];
        const int count = 4 + turn % 57;
        for (int i = 0; i < count; i++) cloud[i] = rig_random_vector(&seed, 1.0);
        hl_report_begin(&report, "hull");
        const coll_hull *hull = coll_hull_new(cloud, count, &report, &arena);
        assert_non_null(hull);
        const coll_mesh *mesh = coll_hull_mesh(hull);
        const coll_mesh_info info = coll_mesh_describe(mesh);
        assert_int_equal(info.border_edges, 0);
        assert_int_equal(info.vertices - info.edges + info.triangles, 2);
        for (int t = 0; t < info.triangles; t++) {
            hl_vec3 corners[3];
            coll_mesh_corners(mesh, t, corners);
            for (int i = 0; i < count; i++)
                assert_true(hl_dot(coll_mesh_normal(mesh, t), hl_sub(cloud[i], corners[0])) < 1e-8);
        }
        hl_arena_free(&arena);
    }
}

static void check_hull_refused(const hl_vec3 *cloud, int count, const char *text)
{
    hl_arena arena = {0};
    hl_report_begin(&report, "hull");
    assert_null(coll_hull_new(cloud, count, &report, &arena));
    assert_int_equal(report.count, 1);
    if (strstr(report.list[0].text, text) == NULL) fail_msg("'%s' lacks '%s'", report.list[0].text, text);
    hl_arena_free(&arena);
}

static void refuses_bad_hulls(void **state)
{
    (void)state;
    uint64_t seed = 43;
    hl_vec3 cloud[COLL_HULL_POINTS];
    for (int i = 0; i < COLL_HULL_POINTS; i++) cloud[i] = hl_normalized(rig_random_vector(&seed, 1.0));
    check_hull_refused(cloud, 3, "needs 4 to 256 points, not 3");
    check_hull_refused(cloud, 257, "not 257");
    check_hull_refused(cloud, 100, "more than 64 corners");
    for (int i = 0; i < 50; i++) cloud[i].z = 0.3 * cloud[i].x;
    check_hull_refused(cloud, 50, "lie in one plane or line");
    for (int i = 0; i < 50; i++) cloud[i] = hl_v3(1, 2, 3);
    check_hull_refused(cloud, 50, "lie in one plane or line: 0 m");
    cloud[7].x = (double)NAN;
    check_hull_refused(cloud, 50, "point 7: its coordinates must be finite");
}

/* ---- mass ---- */

static void check_mass(const coll_mass *actual, const coll_mass *expected, double tolerance)
{
    const double size = expected->mass;
    CHECK_RELATIVE(actual->volume, expected->volume, tolerance);
    CHECK_RELATIVE(actual->mass, expected->mass, tolerance);
    CHECK_NEAR(hl_norm(hl_sub(actual->centre, expected->centre)), 0.0, tolerance);
    const hl_sym3 a = actual->inertia, b = expected->inertia;
    CHECK_NEAR(a.xx, b.xx, tolerance * size);
    CHECK_NEAR(a.yy, b.yy, tolerance * size);
    CHECK_NEAR(a.zz, b.zz, tolerance * size);
    CHECK_NEAR(a.xy, b.xy, tolerance * size);
    CHECK_NEAR(a.xz, b.xz, tolerance * size);
    CHECK_NEAR(a.yz, b.yz, tolerance * size);
}

/* By throwing points into the cube of 1.2 m about the origin. */
static coll_mass thrown(const coll_shape *shape, double density, uint64_t *seed)
{
    enum { THROWS = 200000 };
    const mb_pose origin = {.rotation = hl_mat3_identity()};
    double n = 0, x[3] = {0}, s[6] = {0};
    for (int i = 0; i < THROWS; i++) {
        const hl_vec3 p = rig_random_vector(seed, 1.2);
        if (rig_shape_outside(shape, &origin, p) > 0.0) continue;
        n++;
        x[0] += p.x, x[1] += p.y, x[2] += p.z;
        s[0] += p.x * p.x, s[1] += p.y * p.y, s[2] += p.z * p.z;
        s[3] += p.x * p.y, s[4] += p.x * p.z, s[5] += p.y * p.z;
    }
    const double volume = 2.4 * 2.4 * 2.4 * n / THROWS, mass = density * volume;
    const hl_vec3 c = hl_v3(x[0] / n, x[1] / n, x[2] / n);
    for (int k = 0; k < 6; k++) s[k] /= n;
    return (coll_mass){volume,
                       mass,
                       c,
                       {.xx = mass * (s[1] + s[2] - c.y * c.y - c.z * c.z),
                        .yy = mass * (s[0] + s[2] - c.x * c.x - c.z * c.z),
                        .zz = mass * (s[0] + s[1] - c.x * c.x - c.y * c.y),
                        .xy = -mass * (s[3] - c.x * c.y),
                        .xz = -mass * (s[4] - c.x * c.z),
                        .yz = -mass * (s[5] - c.y * c.z)}};
}

static void masses_of_shapes(void **state)
{
    (void)state;
    uint64_t seed = 44;
    hl_arena arena = {0};
    for (int kind = COLL_SPHERE; kind <= COLL_HULL; kind++) {
        const coll_shape shape = rig_shape((coll_kind)kind, &seed, &arena);
        const coll_mass mass = coll_shape_mass(&shape, 1200.0), expected = thrown(&shape, 1200.0, &seed);
        check_mass(&mass, &expected, 0.05); /* some thousand points hit */
    }
    hl_arena_free(&arena);
}

static void masses_by_formula(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const coll_shape ball = {.kind = COLL_SPHERE, .radius = 0.5},
                     barrel = {.kind = COLL_CYLINDER, .radius = 0.5, .half_length = 1.0},
                     pill = {.kind = COLL_CAPSULE, .radius = 0.5, .half_length = 0.0};
    CHECK_RELATIVE(coll_shape_mass(&ball, 2.0).inertia.xx, 0.4 * 2.0 * HL_PI / 6.0 * 0.25, 1e-14);
    CHECK_RELATIVE(coll_shape_mass(&barrel, 2.0).mass, HL_PI, 1e-14);
    CHECK_RELATIVE(coll_shape_mass(&barrel, 2.0).inertia.yy, HL_PI * (3.0 * 0.25 + 4.0) / 12.0, 1e-14);
    const coll_mass round = coll_shape_mass(&pill, 2.0), same = coll_shape_mass(&ball, 2.0);
    check_mass(&round, &same, 1e-14);
    coll_shape box = coll_box(hl_v3(0.1, 0.2, 0.3), &arena);
    const coll_mass exact = coll_shape_mass(&box, 700.0),
                    surface = coll_mesh_mass(coll_hull_mesh(box.hull), 700.0);
    CHECK_RELATIVE(exact.inertia.xx, exact.mass * (0.16 + 0.36) / 12.0, 1e-14);
    check_mass(&surface, &exact, 1e-14);
    hl_arena_free(&arena);
}

/* Two half boxes make a box, wherever they are and however they are turned. */
static void compounds(void **state)
{
    (void)state;
    uint64_t seed = 45;
    hl_arena arena = {0};
    const coll_shape half = coll_box(hl_v3(0.1, 0.2, 0.15), &arena),
                     whole = coll_box(hl_v3(0.1, 0.2, 0.3), &arena);
    const coll_mass of_half = coll_shape_mass(&half, 700.0), of_whole = coll_shape_mass(&whole, 700.0);
    for (int i = 0; i < 100; i++) {
        const mb_pose pose = rig_shape_pose(&seed, 2.0);
        const hl_vec3 arm = hl_scale(0.15, hl_mat3_column(&pose.rotation, 2));
        const mb_pose low = {hl_sub(pose.position, arm), pose.rotation},
                      high = {hl_add(pose.position, arm), pose.rotation};
        const coll_mass a = coll_mass_moved(&of_half, &low), b = coll_mass_moved(&of_half, &high),
                        both = coll_mass_add(&a, &b), expected = coll_mass_moved(&of_whole, &pose);
        check_mass(&both, &expected, 1e-13);
    }
    hl_arena_free(&arena);
}

/* ---- bounds and pairs ---- */

static void bounds_contain_shapes(void **state)
{
    (void)state;
    uint64_t seed = 46;
    hl_arena arena = {0};
    for (int i = 0; i < 200; i++) {
        const coll_shape shape = rig_shape((coll_kind)(i % 5), &seed, &arena);
        const mb_pose pose = rig_shape_pose(&seed, 1.0);
        const coll_bounds bounds = coll_shape_bounds(&shape, &pose, 0.0);
        const double low[3] = {bounds.low.x, bounds.low.y, bounds.low.z},
                     high[3] = {bounds.high.x, bounds.high.y, bounds.high.z};
        for (int k = 0; k < 3;
             k++) { /* the farthest place along an axis is the nearest to a place far away on it */
            const hl_vec3 axis = hl_v3(k == 0, k == 1, k == 2);
            const hl_vec3 top = rig_shape_nearest(&shape, &pose, hl_add_scaled(pose.position, 1e7, axis)),
                          bottom = rig_shape_nearest(&shape, &pose, hl_add_scaled(pose.position, -1e7, axis));
            CHECK_NEAR(hl_dot(top, axis), high[k], 1e-6);
            CHECK_NEAR(hl_dot(bottom, axis), low[k], 1e-6);
        }
    }
    hl_arena_free(&arena);
}

enum { BODIES = 300, PAIRS = 4000 };

static bool meet(const coll_bounds *a, const coll_bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* All pairs in order, whatever happened before; with less room the first of them. */
static void pairs_of_moving_bounds(void **state)
{
    (void)state;
    uint64_t seed = 47;
    hl_arena arena = {0};
    static coll_bounds bounds[BODIES];
    static int pairs[PAIRS][2], few[PAIRS][2];
    coll_sweep *sweep = coll_sweep_new(BODIES, &arena), *fresh = coll_sweep_new(BODIES, &arena);
    for (int turn = 0; turn < 60; turn++) {
        const int count = turn % 7 == 6 ? 100 : BODIES;
        for (int i = 0; i < BODIES; i++) {
            const hl_vec3 move = rig_random_vector(&seed, turn % 10 == 0 ? 5.0 : 0.05);
            if (turn % 10 == 0) bounds[i].low = hl_v3(0, 0, 0);
            bounds[i].low = hl_add(bounds[i].low, move);
            bounds[i].high = hl_add(bounds[i].low, hl_v3(0.9, 0.8, 0.7));
        }
        const int found = coll_sweep_pairs(sweep, bounds, count, pairs, PAIRS);
        int next = 0;
        for (int i = 0; i < count; i++)
            for (int k = i + 1; k < count; k++)
                if (meet(&bounds[i], &bounds[k])) {
                    assert_true(next < found);
                    assert_int_equal(pairs[next][0], i);
                    assert_int_equal(pairs[next++][1], k);
                }
        assert_int_equal(next, found);
        for (int room = 0; room < found; room += 1 + found / 9) {
            few[room][0] = -7;
            assert_int_equal(coll_sweep_pairs(fresh, bounds, count, few, room), found);
            assert_memory_equal(few, pairs, (size_t)room * sizeof *few);
            assert_int_equal(few[room][0], -7);
        }
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_of_many_points), cmocka_unit_test(hulls_contain_their_points),
        cmocka_unit_test(refuses_bad_hulls),     cmocka_unit_test(masses_of_shapes),
        cmocka_unit_test(masses_by_formula),     cmocka_unit_test(compounds),
        cmocka_unit_test(bounds_contain_shapes), cmocka_unit_test(pairs_of_moving_bounds)};
    return cmocka_run_group_tests_name("collision_bodies", tests, NULL, NULL);
}
