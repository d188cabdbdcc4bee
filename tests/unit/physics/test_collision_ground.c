/* A mesh as a ground: heights against all triangles one by one, beyond borders, on steps; planes under a disc
 * of a wheel against known profiles and against rays; forces without jumps on kerbs, ditches and rubble. */
#include "support/check.h"

#include "collision/ground.h"
#include "mesh_rig.h"

#include <math.h>

static rig_mesh rig;

/* ---- meshes ---- */

static int vertex(double x, double y, double z)
{
    rig.vertices[rig.vertex_count] = hl_v3(x, y, z);
    return rig.vertex_count++;
}

static void triangle(int a, int b, int c)
{
    int *corner = rig.triangles[rig.triangle_count++];
    corner[0] = a, corner[1] = b, corner[2] = c;
}

/* A profile [x, z] along y, from -3 m to 3 m in strips of 1 m. */
static void extrude(const double (*profile)[2], int count)
{
    enum { STRIPS = 6 };
    rig = (rig_mesh){.vertex_count = 0};
    for (int j = 0; j <= STRIPS; j++)
        for (int i = 0; i < count; i++) vertex(profile[i][0], j - 3.0, profile[i][1]);
    for (int j = 0; j < STRIPS; j++)
        for (int i = 0; i + 1 < count; i++) {
            const int a = j * count + i, b = a + 1, c = b + count, d = a + count;
            triangle(a, b, c);
            triangle(a, c, d);
        }
}

#define EXTRUDE(profile) extrude(profile, (int)(sizeof(profile) / sizeof *(profile)))

/* Road, kerb of 0.1 m at x = 0, pavement. */
static const double KERB[][2] = {{-4, 0}, {0, 0}, {0, 0.1}, {4, 0.1}};
/* A ditch of 0.4 m width and 1 m depth. */
static const double DITCH[][2] = {{-4, 0}, {-0.2, 0}, {-0.2, -1}, {0.2, -1}, {0.2, 0}, {4, 0}};

static double hills(double x, double y)
{
    return 0.4 * sin(1.3 * x) * cos(0.9 * y) + 0.1 * x;
}

static void make_hills(int cells, uint64_t *seed)
{
    rig_sheet(&rig, cells, cells, 8.0, 8.0, seed);
    for (int v = 0; v < rig.vertex_count; v++)
        rig.vertices[v].z = hills(rig.vertices[v].x, rig.vertices[v].y);
}

/* ---- heights ---- */

/* Highest plane of all triangles that contain the place; NaN if there is none. */
static double height_by_all(double x, double y)
{
    double highest = (double)NAN;
    for (int t = 0; t < rig.triangle_count; t++) {
        const hl_vec3 a = rig.vertices[rig.triangles[t][0]], b = rig.vertices[rig.triangles[t][1]],
                      c = rig.vertices[rig.triangles[t][2]];
        const double full = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        const double s = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / full,
                     r = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / full;
        if (!(full > 0.0) || s < 0.0 || r < 0.0 || s + r > 1.0) continue;
        highest = fmax(highest, a.z + s * (b.z - a.z) + r * (c.z - a.z));
    }
    return highest;
}

static void heights_are_those_of_the_triangles(void **state)
{
    (void)state;
    uint64_t seed = 1;
    hl_arena arena = {0};
    make_hills(24, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    assert_int_equal(coll_faces_up(mesh), rig.triangle_count);
    for (int trial = 0; trial < 5000; trial++) {
        const double x = 4.0 * check_random(&seed), y = 4.0 * check_random(&seed), e = 1e-5;
        const coll_top top = coll_top_at(mesh, x, y);
        assert_true(top.inside);
        CHECK_NEAR(top.height, height_by_all(x, y), 1e-12);
        const coll_top beside = coll_top_at(mesh, x + e, y);
        if (hl_norm(hl_sub(beside.normal, top.normal)) > 0.0) continue; /* another triangle */
        CHECK_NEAR((beside.height - top.height) / e, -top.normal.x / top.normal.z, 1e-9);
    }
    /* at vertices and along edges too */
    for (int t = 0; t < rig.triangle_count; t++) {
        const hl_vec3 a = rig.vertices[rig.triangles[t][0]], b = rig.vertices[rig.triangles[t][1]];
        CHECK_NEAR(coll_top_at(mesh, a.x, a.y).height, a.z, 1e-12);
        CHECK_NEAR(coll_top_at(mesh, 0.3 * a.x + 0.7 * b.x, 0.3 * a.y + 0.7 * b.y).height,
                   0.3 * a.z + 0.7 * b.z, 1e-12);
    }
    hl_arena_free(&arena);
}

/* Beyond the border the height of the nearest place, without a jump; its slope is that along the border. */
static void continues_flat_beyond_the_border(void **state)
{
    (void)state;
    uint64_t seed = 2;
    hl_arena arena = {0};
    make_hills(16, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    for (int trial = 0; trial < 500; trial++) {
        const double y = 3.9 * check_random(&seed), far = trial % 2 == 0 ? 1e-9 : 300.0;
        const coll_top edge = coll_top_at(mesh, 4.0, y), out = coll_top_at(mesh, 4.0 + far, y);
        CHECK_NEAR(out.height, edge.height, 1e-9);
        if (far < 1.0) continue;
        assert_false(out.inside);
        CHECK_NEAR(out.normal.x, 0.0, 1e-12);
        const double e = 1e-5, ahead = coll_top_at(mesh, 4.0, y + e).height;
        if (fabs(coll_top_at(mesh, 304.0, y + 2.0 * e).normal.y - out.normal.y) > 0.0)
            continue; /* a corner */
        CHECK_NEAR(-out.normal.y / out.normal.z, (ahead - edge.height) / e, 1e-5);
    }
    const coll_top corner = coll_top_at(mesh, 50.0, -60.0);
    CHECK_SAME(corner.height, hills(4.0, -4.0));
    CHECK_SAME(corner.normal.z, 1.0);
    assert_true(isfinite(coll_top_at(mesh, (double)NAN, (double)INFINITY).height));
    hl_arena_free(&arena);
}

/* On the line of a vertical face the upper edge counts; of two storeys the upper one; below faces nothing. */
static void the_highest_face_counts(void **state)
{
    (void)state;
    hl_arena arena = {0};
    EXTRUDE(KERB);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    CHECK_SAME(coll_top_at(mesh, -1e-9, 0.3).height, 0.0);
    CHECK_SAME(coll_top_at(mesh, 0.0, 0.3).height, 0.1);
    CHECK_SAME(coll_top_at(mesh, 9.0, 0.3).height, 0.1);
    assert_int_equal(coll_faces_up(mesh), rig.triangle_count - 12);
    rig_add_box(&rig, hl_v3(2.0, 0.0, 3.0), hl_v3(0.5, 0.5, 0.2));
    mesh = rig_build(&rig, &arena);
    CHECK_NEAR(coll_top_at(mesh, 2.2, 0.1).height, 3.2, 1e-12);
    CHECK_SAME(coll_top_at(mesh, 2.6, 0.1).height, 0.1);
    hl_arena_free(&arena);
}

/* ---- discs ---- */

static const double RADIUS = 0.8;

static coll_disc disc_at(double x, double z)
{
    return (coll_disc){.centre = hl_v3(x, 0.3, z), .axle = hl_v3(0, 1, 0), .radius = RADIUS};
}

/* Depth of a disc below a plane, along the plane's slope in the disc: as tire.c has it. */
static double depth_below(const coll_disc *disc, const coll_plane *plane)
{
    const double c = hl_dot(plane->normal, disc->axle), q = sqrt(1.0 - c * c);
    return disc->radius - hl_dot(plane->normal, hl_sub(disc->centre, plane->point)) / q;
}

/* Over a sheet of irregular triangles in one plane a disc of any lean meets this plane alone. */
static void a_flat_mesh_is_one_plane(void **state)
{
    (void)state;
    uint64_t seed = 3;
    hl_arena arena = {0};
    const hl_vec3 normal = hl_normalized(hl_v3(-0.1, 0.2, 1.0));
    rig_sheet(&rig, 20, 20, 8.0, 8.0, &seed);
    for (int v = 0; v < rig.vertex_count; v++)
        rig.vertices[v].z = 0.1 * rig.vertices[v].x - 0.2 * rig.vertices[v].y;
    const coll_mesh *mesh = rig_build(&rig, &arena);
    for (int trial = 0; trial < 2000; trial++) {
        const hl_vec3 axle = hl_normalized(hl_add(hl_v3(0, 1, 0), rig_random_vector(&seed, 0.3)));
        const double c = hl_dot(axle, normal), q = sqrt(1.0 - c * c), depth = 0.05 * check_random(&seed);
        const double x = 2.5 * check_random(&seed), y = 2.5 * check_random(&seed);
        const hl_vec3 on = hl_v3(x, y, 0.1 * x - 0.2 * y);
        const coll_disc disc = {hl_add_scaled(on, (RADIUS - depth) * q, normal), axle, RADIUS};
        coll_plane planes[COLL_DISC_PLANES];
        const int count = coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes);
        assert_int_equal(count, depth > -0.01);
        if (count == 0) continue;
        CHECK_NEAR(planes[0].depth, depth, 1e-12);
        CHECK_NEAR(depth_below(&disc, &planes[0]), depth, 1e-12);
        CHECK_NEAR(hl_norm(hl_sub(planes[0].normal, normal)), 0.0, 1e-6); /* exact but on edges */
    }
    hl_arena_free(&arena);
}

/* Before a kerb: the road below, and the kerb's edge as a plane at right angles to the direction to it. */
static void a_kerb_ahead_is_a_second_plane(void **state)
{
    (void)state;
    hl_arena arena = {0};
    EXTRUDE(KERB);
    coll_mesh *mesh = rig_build(&rig, &arena);
    coll_plane planes[COLL_DISC_PLANES];
    coll_disc disc = disc_at(-0.36, 0.77); /* 3 cm in the road */
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes), 2);
    CHECK_NEAR(planes[0].depth, 0.03, 1e-12);
    CHECK_SAME(planes[0].normal.z, 1.0);
    const double distance = sqrt(0.36 * 0.36 + 0.67 * 0.67);
    CHECK_NEAR(planes[1].depth, RADIUS - distance, 1e-12);
    CHECK_NEAR(planes[1].normal.x, -0.36 / distance, 1e-12);
    CHECK_NEAR(planes[1].normal.z, 0.67 / distance, 1e-12);
    coll_plane nearest;
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, 1, &nearest), 1);
    CHECK_SAME(nearest.depth, planes[1].depth);
    disc = disc_at(-0.1, 0.88); /* in one patch with the road the edge has its full depth too */
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, 1, &nearest), 1);
    CHECK_NEAR(nearest.depth, RADIUS - sqrt(0.1 * 0.1 + 0.78 * 0.78), 1e-12);
    disc = disc_at(-1.2, 0.77); /* out of reach */
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes), 1);
    disc = disc_at(0.5, 0.85); /* on top, past the edge */
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes), 1);
    CHECK_NEAR(planes[0].depth, 0.05, 1e-12);
    static const double wall[][2] = {{-4, 0}, {0, 0}, {0, 2}, {4, 2}};
    EXTRUDE(wall); /* its plane leans a bit */
    mesh = rig_build(&rig, &arena);
    disc = disc_at(-0.78, 0.79);
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes), 2);
    CHECK_NEAR(planes[0].depth, 0.01, 1e-12);
    CHECK_NEAR(planes[1].normal.z, 0.1, 1e-12);
    CHECK_NEAR(planes[1].depth, 0.02, 1e-12);
    CHECK_NEAR(depth_below(&disc, &planes[1]), 0.02, 1e-12);
    hl_arena_free(&arena);
}

/* Astride of a ditch narrower than its chord the disc rests on both edges and does not reach the bottom. */
static void a_ditch_holds_the_disc_at_both_edges(void **state)
{
    (void)state;
    hl_arena arena = {0};
    EXTRUDE(DITCH);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    coll_plane planes[COLL_DISC_PLANES];
    const coll_disc disc = disc_at(0.0, 0.76);
    const double distance = sqrt(0.2 * 0.2 + 0.76 * 0.76);
    assert_int_equal(coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes), 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(planes[i].depth, RADIUS - distance, 1e-12);
        CHECK_NEAR(planes[i].normal.x, (i == 0 ? 0.2 : -0.2) / distance, 1e-12);
    }
    hl_arena_free(&arena);
}

static int count_planes(const coll_mesh *mesh, hl_vec3 centre, hl_vec3 axle)
{
    coll_plane planes[COLL_DISC_PLANES];
    const coll_disc disc = {centre, axle, RADIUS};
    return coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes);
}

static void nothing_to_stand_on(void **state)
{
    (void)state;
    hl_arena arena = {0};
    EXTRUDE(KERB);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    assert_int_equal(count_planes(mesh, hl_v3(-1, 0, 2.0), hl_v3(0, 1, 0)), 0);  /* in the air */
    assert_int_equal(count_planes(mesh, hl_v3(-1, 0, -0.2), hl_v3(0, 1, 0)), 0); /* below */
    assert_int_equal(count_planes(mesh, hl_v3(-1, 0, 0.2), hl_v3(0, 0, 1)), 0);  /* lies flat */
    assert_int_equal(count_planes(mesh, hl_v3(-40, 0, 0.2), hl_v3(0, 1, 0)), 0); /* far outside */
    /* half over the border the flat continuation carries it */
    assert_int_equal(count_planes(mesh, hl_v3(-4.3, 0, 0.75), hl_v3(0, 1, 0)), 1);
    hl_arena_free(&arena);
}

/* ---- forces without jumps ---- */

/* Sum of depth times normal, in the disc's plane. */
static hl_vec3 push(const coll_mesh *mesh, const coll_disc *disc, int *most)
{
    coll_plane planes[COLL_DISC_PLANES];
    const int count = coll_disc_planes(mesh, disc, 0.01, COLL_DISC_PLANES, planes);
    hl_vec3 sum = {0, 0, 0};
    if (count > *most) *most = count;
    for (int i = 0; i < count; i++)
        if (planes[i].depth > 0.0) sum = hl_add_scaled(sum, planes[i].depth, planes[i].normal);
    return sum;
}

/* Largest change from step to step on a way at a constant height. */
static double largest_jump(const coll_mesh *mesh, double from, double to, double z, int steps, int *most)
{
    double largest = 0.0;
    hl_vec3 last = {0, 0, 0};
    for (int i = 0; i <= steps; i++) {
        const coll_disc disc = disc_at(from + (to - from) * i / steps, z);
        const hl_vec3 now = push(mesh, &disc, most);
        if (i > 0) largest = fmax(largest, hl_norm(hl_sub(now, last)));
        last = now;
    }
    return largest;
}

/* With steps a sixteenth as long the largest change is less than a third: no jump is left. Where a minimum
 * merges with a pass, forces change with the square root of the way: a quarter would be exact. */
static void check_no_jumps(const coll_mesh *mesh, double from, double to, double z, int planes)
{
    int most = 0;
    const double coarse = largest_jump(mesh, from, to, z, 4001, &most);
    const double fine = largest_jump(mesh, from, to, z, 16 * 4001, &most);
    if (fine > coarse / 3.0) fail_msg("at z = %g: %g and %g in a sixteenth of the step", z, coarse, fine);
    assert_true(coarse < 0.01);
    assert_true(most >= planes);
}

static void kerbs_and_ditches_without_jumps(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const double low_kerb[][2] = {{-4, 0}, {0, 0}, {0, 0.02}, {4, 0.02}};
    static const double grooves[][2] = {{-4, 0},      {-0.3, 0},    {-0.3, -0.1}, {-0.2, -0.1}, {-0.2, 0.01},
                                        {0.05, 0.01}, {0.1, -0.05}, {0.15, 0.02}, {0.3, 0.02},  {0.3, -0.2},
                                        {0.4, -0.2},  {0.4, 0.03},  {4, 0.03}};
    EXTRUDE(KERB);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    for (double z = 0.68; z < 0.92; z += 0.03) check_no_jumps(mesh, -1.0, 1.0, z, 1);
    EXTRUDE(low_kerb);
    mesh = rig_build(&rig, &arena);
    for (double z = 0.7; z < 0.83; z += 0.02) check_no_jumps(mesh, -1.0, 1.0, z, 1);
    EXTRUDE(DITCH);
    mesh = rig_build(&rig, &arena);
    for (double z = 0.7; z < 0.8; z += 0.02) check_no_jumps(mesh, -1.0, 1.0, z, 2);
    EXTRUDE(grooves);
    mesh = rig_build(&rig, &arena);
    for (double z = 0.72; z < 0.82; z += 0.02) check_no_jumps(mesh, -1.0, 1.0, z, 2);
    hl_arena_free(&arena);
}

/* The depths of all planes of a patch: no less than the deepest ray from the centre, and no more than what
 * all three planes could add. */
static void depths_are_those_of_the_profile(void **state)
{
    (void)state;
    uint64_t seed = 5;
    hl_arena arena = {0};
    make_hills(40, &seed);
    for (int v = 0; v < rig.vertex_count; v++) rig.vertices[v].z += 0.03 * check_random(&seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    int several = 0;
    for (int trial = 0; trial < 2000; trial++) {
        coll_disc disc = disc_at(2.5 * check_random(&seed), 0.0);
        disc.centre.z = coll_top_at(mesh, disc.centre.x, disc.centre.y).height + 0.72;
        double nearest = (double)INFINITY;
        for (int i = -2000; i <= 2000; i++) {
            const double x = disc.centre.x + 4e-4 * i,
                         z = coll_top_at(mesh, x, disc.centre.y).height - disc.centre.z;
            nearest = fmin(nearest, hypot(x - disc.centre.x, z));
        }
        coll_plane planes[COLL_DISC_PLANES];
        const int count = coll_disc_planes(mesh, &disc, 0.01, COLL_DISC_PLANES, planes);
        assert_true(count >= 1);
        double deepest = 0.0, sum = 0.0;
        for (int i = 0; i < count; i++) {
            deepest = fmax(deepest, planes[i].depth);
            sum += fmax(planes[i].depth, 0.0);
            CHECK_NEAR(depth_below(&disc, &planes[i]), planes[i].depth, 1e-9);
        }
        assert_true(deepest <= RADIUS - nearest + 1e-3);
        /* of more than three minima the small ones are left out */
        assert_true(sum >= (count < COLL_DISC_PLANES ? 1.0 : 0.6) * (RADIUS - nearest) - 1e-3);
        several += count > 1;
    }
    assert_true(several > 200);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_those_of_the_triangles),
        cmocka_unit_test(continues_flat_beyond_the_border),
        cmocka_unit_test(the_highest_face_counts),
        cmocka_unit_test(a_flat_mesh_is_one_plane),
        cmocka_unit_test(a_kerb_ahead_is_a_second_plane),
        cmocka_unit_test(a_ditch_holds_the_disc_at_both_edges),
        cmocka_unit_test(nothing_to_stand_on),
        cmocka_unit_test(kerbs_and_ditches_without_jumps),
        cmocka_unit_test(depths_are_those_of_the_profile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
