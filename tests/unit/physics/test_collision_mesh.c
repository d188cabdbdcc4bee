/* Triangle meshes: what is refused, what is counted, neighbours, the tree. */
#include "support/check.h"

#include "collision/mesh_internal.h"
#include "mesh_rig.h"

#include <string.h>

static rig_mesh rig;
static hl_report report;

static coll_mesh *try(const rig_mesh *mesh, hl_arena *arena)
{
    hl_report_begin(&report, "mesh");
    const coll_mesh_def def = {.vertex_count = mesh->vertex_count,
                               .triangle_count = mesh->triangle_count,
                               .vertices = mesh->vertices,
                               .triangles = mesh->triangles};
    return coll_mesh_new(&def, &report, arena);
}

/* The mesh is refused, and the first complaint contains the text. */
static void check_refused(const rig_mesh *mesh, const char *text)
{
    hl_arena arena = {0};
    assert_null(try(mesh, &arena));
    assert_true(report.count > 0);
    if (strstr(report.list[0].text, text) == NULL) fail_msg("'%s' lacks '%s'", report.list[0].text, text);
    hl_arena_free(&arena);
}

static void cube(void)
{
    rig = (rig_mesh){.vertex_count = 0};
    rig_add_box(&rig, hl_v3(0, 0, 0), hl_v3(1, 1, 1));
}

static void refuses_bad_meshes(void **state)
{
    (void)state;
    rig = (rig_mesh){.vertex_count = 0};
    check_refused(&rig, "at least 3 vertices and 1 triangle");
    cube();
    rig.triangles[5][1] = 8;
    check_refused(&rig, "triangle 5: vertex 8 does not exist; vertices are numbered from 0 to 7");
    cube();
    rig.triangles[7][2] = -1;
    check_refused(&rig, "triangle 7: vertex -1 does not exist");
    cube();
    rig.vertices[3].y = (double)NAN;
    check_refused(&rig, "vertex 3: its coordinates must be finite");
    cube();
    rig.triangles[4][1] = rig.triangles[4][0];
    check_refused(&rig, "triangle 4 with vertices 0, 0, 5 has no area: 0 m^2");
    cube();
    rig.vertices[rig.triangles[2][1]] =
        hl_scale(0.5, hl_add(rig.vertices[rig.triangles[2][0]], rig.vertices[rig.triangles[2][2]]));
    check_refused(&rig, "has no area");
    cube();
    memcpy(rig.triangles[rig.triangle_count++], (int[3]){0, 3, 7}, sizeof rig.triangles[0]);
    check_refused(&rig, "3 triangles share it");
    cube();
    rig.triangles[3][0] = rig.triangles[3][1];
    rig.triangles[3][1] = 4;
    check_refused(&rig, "opposite windings");
}

static void check_warned(const rig_mesh *of, bool solid, int count, const char *text)
{
    hl_arena arena = {0};
    const coll_mesh *mesh = try(of, &arena);
    assert_non_null(mesh);
    hl_report_begin_warnings(&report, "mesh");
    coll_mesh_warn(mesh, solid, &report);
    assert_int_equal(report.count, count);
    if (count > 0 && strstr(report.list[0].text, text) == NULL)
        fail_msg("'%s' lacks '%s'", report.list[0].text, text);
    hl_arena_free(&arena);
}

/* A cube without one triangle; one whose top has a vertex close to an edge; a thorn on its top. */
static void warns_of_holes_thin_triangles_and_spikes(void **state)
{
    (void)state;
    cube();
    check_warned(&rig, true, 0, "");
    rig.triangle_count--;
    check_warned(&rig, true, 1, "the surface has holes: 3 edges have no second triangle, the first from (");
    check_warned(&rig, false, 0, "");
    rig = (rig_mesh){.vertex_count = 0};
    rig.vertices[rig.vertex_count++] = hl_v3(0, 0, 0);
    rig.vertices[rig.vertex_count++] = hl_v3(2, 0, 0);
    rig.vertices[rig.vertex_count++] = hl_v3(1, 1e-4, 0);
    memcpy(rig.triangles[rig.triangle_count++], (int[3]){0, 1, 2}, sizeof rig.triangles[0]);
    check_warned(&rig, false, 1, "triangle 0 at (0, 0, 0) is only 0.0001 m high and 2 m long");
    rig = (rig_mesh){.vertex_count = 0};
    rig.vertices[rig.vertex_count++] = hl_v3(0, -0.1, 0);
    rig.vertices[rig.vertex_count++] = hl_v3(0.02, 0, 0);
    rig.vertices[rig.vertex_count++] = hl_v3(0, 0.1, 0);
    rig.vertices[rig.vertex_count++] = hl_v3(0, 0, 1);
    memcpy(rig.triangles[rig.triangle_count++], (int[3]){0, 1, 3}, sizeof rig.triangles[0]);
    memcpy(rig.triangles[rig.triangle_count++], (int[3]){1, 2, 3}, sizeof rig.triangles[0]);
    memcpy(rig.triangles[rig.triangle_count++], (int[3]){2, 0, 3}, sizeof rig.triangles[0]);
    check_warned(&rig, false, 2, "is as sharp as a blade: the surface turns back by 169 degrees");
}

static void an_exhausted_arena_is_no_mesh(void **state)
{
    (void)state;
    cube();
    for (size_t limit = 64; limit < 2048; limit += 64) {
        hl_arena arena = {.limit = limit};
        coll_mesh *mesh = try(&rig, &arena);
        assert_true(mesh == NULL || !hl_arena_failed(&arena));
        assert_int_equal(report.count, 0);
        hl_arena_free(&arena);
    }
}

static void counts_borders(void **state)
{
    (void)state;
    uint64_t seed = 1;
    hl_arena arena = {0};
    cube();
    coll_mesh_info info = coll_mesh_describe(rig_build(&rig, &arena));
    assert_int_equal(info.vertices, 8);
    assert_int_equal(info.edges, 18);
    assert_int_equal(info.border_edges, 0);
    assert_int_equal(info.borders, 0);
    CHECK_SAME(info.low.x, -1.0);
    CHECK_SAME(info.high.z, 1.0);
    rig_sheet(&rig, 12, 8, 12.0, 8.0, &seed);
    info = coll_mesh_describe(rig_build(&rig, &arena));
    assert_int_equal(info.triangles, 192);
    assert_int_equal(info.border_edges, 40);
    assert_int_equal(info.edges, (3 * 192 + 40) / 2);
    assert_int_equal(info.borders, 1);
    memmove(rig.triangles[80], rig.triangles[82], (192 - 82) * sizeof rig.triangles[0]); /* a hole */
    rig.triangle_count = 190;
    assert_int_equal(coll_mesh_describe(rig_build(&rig, &arena)).borders, 2);
    hl_arena_free(&arena);
}

static int neighbour_number(const coll_mesh *mesh, int number, int edge)
{
    return mesh->triangles[mesh->triangles[mesh->place[number]].neighbour[edge]].number;
}

/* Each triangle with its own three vertices, as exporters write them: neighbours are found all the same. */
static void vertices_at_one_place_are_one(void **state)
{
    (void)state;
    static rig_mesh apart;
    hl_arena arena = {0};
    cube();
    apart = (rig_mesh){.vertex_count = 3 * rig.triangle_count, .triangle_count = rig.triangle_count};
    for (int t = 0; t < rig.triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            apart.vertices[3 * t + k] = rig.vertices[rig.triangles[t][k]];
            apart.triangles[t][k] = 3 * t + k;
        }
    const coll_mesh *mesh = rig_build(&apart, &arena);
    assert_int_equal(coll_mesh_describe(mesh).vertices, 8);
    assert_int_equal(coll_mesh_describe(mesh).border_edges, 0);
    const coll_mesh *same = rig_build(&rig, &arena);
    for (int t = 0; t < 12; t++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(neighbour_number(mesh, t, k), neighbour_number(same, t, k));
    hl_arena_free(&arena);
}

/* The diagonals of a cube's faces are flat, its edges convex; seen from inside none is. */
static void convex_edges(void **state)
{
    (void)state;
    hl_arena arena = {0};
    cube();
    const coll_mesh *mesh = rig_build(&rig, &arena);
    int convex = 0;
    for (int t = 0; t < 12; t++)
        for (int k = 0; k < 3; k++) convex += mesh->triangles[t].convex >> k & 1;
    assert_int_equal(convex, 24);
    for (int t = 0; t < rig.triangle_count; t++) {
        const int first = rig.triangles[t][0];
        rig.triangles[t][0] = rig.triangles[t][1];
        rig.triangles[t][1] = first;
    }
    mesh = rig_build(&rig, &arena);
    for (int t = 0; t < 12; t++) assert_int_equal(mesh->triangles[t].convex, 0);
    hl_arena_free(&arena);
}

static void the_tree_finds_all_near_triangles(void **state)
{
    (void)state;
    uint64_t seed = 2;
    hl_arena arena = {0};
    rig_ball(&rig, 4, 1.0, 0.2, &seed);
    const coll_mesh *mesh = rig_build(&rig, &arena);
    assert_true(mesh->info.tree_depth <= 12); /* 2048 triangles, 4 a leaf */
    for (int i = 0; i < 500; i++) {
        const hl_vec3 centre = rig_random_vector(&seed, 1.2);
        const double reach = 0.1 + 0.1 * check_random(&seed);
        static bool found[RIG_TRIANGLES];
        memset(found, 0, sizeof found);
        mesh_walk walk = coll_mesh_walk(centre, centre, reach);
        for (int first, count; (count = coll_mesh_walk_next(mesh, &walk, &first)) > 0;)
            for (int k = 0; k < count; k++) {
                const int number = mesh->triangles[first + k].number;
                assert_false(found[number]);
                found[number] = true;
            }
        for (int t = 0; t < rig.triangle_count; t++) {
            hl_vec3 corners[3];
            coll_mesh_corners(mesh, t, corners);
            if (hl_norm(hl_sub(rig_closest(corners, centre), centre)) <= reach) assert_true(found[t]);
        }
    }
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refuses_bad_meshes),
                                       cmocka_unit_test(warns_of_holes_thin_triangles_and_spikes),
                                       cmocka_unit_test(an_exhausted_arena_is_no_mesh),
                                       cmocka_unit_test(counts_borders),
                                       cmocka_unit_test(vertices_at_one_place_are_one),
                                       cmocka_unit_test(convex_edges),
                                       cmocka_unit_test(the_tree_finds_all_near_triangles)};
    return cmocka_run_group_tests_name("collision_mesh", tests, NULL, NULL);
}
