/* Mesh files: what is read of OBJ and glTF, every way in which they can be wrong, what is too large. */
#include "refusal.h"

#include "auth/mesh.h"
#include "auth/scenario.h"

#include <stdio.h>
#include <stdlib.h>

static hl_report report; /* too large for the stack */

static hl_status parse_named(const char *text, const char *name, hl_arena *arena, auth_mesh **mesh)
{
    return auth_mesh_parse(text, strlen(text), name, arena, mesh, &report);
}

static hl_status parse_obj(const char *text, size_t length, hl_arena *arena, const void **out,
                           hl_report *complaints)
{
    auth_mesh *mesh;
    const hl_status status = auth_mesh_parse(text, length, "folder/site.obj", arena, &mesh, complaints);
    *out = mesh;
    return status;
}

/* Two squares: of corners with texture coordinates and normals, and counted back. */
#define SQUARES                                                                                              \
    "# a comment\n"                                                                                          \
    "mtllib site.mtl\no ground\n"                                                                            \
    "v 0 0 0\nv 1 0 0.5 1 1 1\nv 1 1 -5e-1\r\nv 0 1 0\n"                                                     \
    "vt 0 0\nvn 0 0 1\n"                                                                                     \
    "usemtl firm gravel.001\n"                                                                               \
    "f 1/1/1 2//1 3/1 4\n"                                                                                   \
    "\n  usemtl asphalt # the road\n"                                                                        \
    "v 2 0 0\nv 2 1 0\n"                                                                                     \
    "f 2 -2 -1 3\n"

static void obj_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_mesh *mesh = read_good(parse_obj, SQUARES, &arena);
    static const int triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
    assert_int_equal(mesh->vertex_count, 6);
    assert_int_equal(mesh->triangle_count, 4);
    for (int t = 0; t < 4; t++) {
        for (int k = 0; k < 3; k++) assert_int_equal(mesh->triangles[t][k], triangles[t][k]);
        assert_int_equal(mesh->surfaces[t], t / 2);
        assert_int_equal(mesh->lines[t], t < 2 ? 11 : 16);
    }
    CHECK_SAME(mesh->vertices[1].z, 0.5);
    CHECK_SAME(mesh->vertices[2].z, -0.5);
    assert_int_equal(mesh->surface_count, 2);
    assert_string_equal(mesh->surface_names[0], "firm gravel");
    assert_string_equal(mesh->surface_names[1], "asphalt");
    mesh = read_good(parse_obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", &arena);
    assert_int_equal(mesh->surfaces[0], -1);
    hl_arena_free(&arena);
}

static void obj_is_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"v 2 0 0\n", "v 2 @zero 0\n", "'zero' is not a number"},
        {"v 2 0 0\n", "v 2 @1e6 0\n", "coordinates of at most 100 km"},
        {"v 2 0 0\n", "v 2 @nan 0\n", "coordinates of at most 100 km"},
        {"v 2 0 0\n", "@v 2 0\n", "the vertex has 2 numbers: give x, y and z"},
        {"f 2 -2 -1 3\n", "f 2 @7 -1 3\n",
         "vertex 7 does not exist; the vertices of the file are numbered from 1 to 6"},
        {"f 2 -2 -1 3\n", "f 2 @-7 -1 3\n", "vertex -7 does not exist"},
        {"f 2 -2 -1 3\n", "f 2 @0 -1 3\n", "vertex 0 does not exist"},
        {"f 2 -2 -1 3\n", "f 2 @/1 -1 3\n", "'/1' is not a number of a vertex"},
        {"f 2 -2 -1 3\n", "@f 2 -2\n", "the face has 2 corners: at least 3"},
        {"vt 0 0\n", "  @vx 0 0\n", "unknown keyword 'vx': vertices (v), faces (f) and materials"},
    };
    CHECK_VARIATIONS(parse_obj, SQUARES, list);
}

static void check_whole_file(const char *text, const char *name, const char *words)
{
    hl_arena arena = {0};
    auth_mesh *mesh;
    assert_int_equal(parse_named(text, name, &arena, &mesh), HL_BAD_INPUT);
    assert_null(mesh);
    assert_int_equal(report.list[0].place.line, 0);
    if (strstr(report.list[0].text, words) == NULL) fail_msg("%s", report.list[0].text);
    hl_arena_free(&arena);
}

static void whole_files_are_refused(void **state)
{
    (void)state;
    check_whole_file("", "a.obj", "the file has no triangles");
    check_whole_file("v 0 0 0\nv 1 0 0\nv 1 1 0\n", "a.obj", "the file has no triangles");
    check_whole_file("solid\n", "a.stl", "the name does not end with .obj, .gltf or .glb");
    check_whole_file("{", "a.gltf", "a glTF 2.0 file without further files is expected");
    check_whole_file("glTF", "a.glb", "a glTF 2.0 file without further files is expected");
    /* more triangles than are possible, in one fan */
    enum { CORNERS = AUTH_MESH_TRIANGLES + 3 };
    char *fan = malloc(64 + 2 * CORNERS);
    assert_non_null(fan);
    int length = sprintf(fan, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
    for (int i = 0; i < CORNERS; i++) length += sprintf(fan + length, " %d", 1 + i % 3);
    check_whole_file(fan, "a.obj",
                     "too large: 3 vertices and 524289 triangles, but at most 1048576 and 524288");
    free(fan);
}

static void surfaces_are_limited(void **state)
{
    (void)state;
    char text[1000] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    hl_arena arena = {0};
    auth_mesh *mesh;
    size_t length = strlen(text);
    for (int i = 0; i < AUTH_MESH_SURFACES; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "usemtl s%d\n", i);
    assert_int_equal(parse_named(text, "a.obj", &arena, &mesh), HL_OK);
    snprintf(text + length, sizeof text - length, "usemtl another\n");
    assert_int_equal(parse_named(text, "a.obj", &arena, &mesh), HL_BAD_INPUT);
    assert_int_equal(report.list[0].place.line, 5 + AUTH_MESH_SURFACES);
    assert_non_null(strstr(report.list[0].text, "'another': the file has more than 16 materials"));
    hl_arena_free(&arena);
}

/* A triangle in the glTF plane of x and -z, by two nodes: raised by 2 m, and mirrored beside it. */
static void gltf(char *text, size_t size, const char *first, const char *second)
{
    snprintf(
        text, size,
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0, 1]}],"
        " \"nodes\": [{\"name\": \"%s\", \"mesh\": 0, \"translation\": [0, 2, 0]},"
        " {\"name\": \"%s\", \"mesh\": 0, \"scale\": [-1, 1, 1]}],"
        " \"materials\": [{\"name\": \"asphalt.001\"}],"
        " \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}, \"indices\": 1, \"material\": "
        "0}]}],"
        " \"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, \"count\": 3, \"type\": \"VEC3\","
        " \"min\": [0, 0, -1], \"max\": [1, 0, 0]},"
        " {\"bufferView\": 1, \"componentType\": 5123, \"count\": 3, \"type\": \"SCALAR\"}],"
        " \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 36},"
        " {\"buffer\": 0, \"byteOffset\": 36, \"byteLength\": 6}],"
        " \"buffers\": [{\"byteLength\": 44, \"uri\": \"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAABAAIAAAA=\"}]}",
        first, second);
}

static double upward(const auth_mesh *mesh, int t)
{
    const hl_vec3 a = mesh->vertices[mesh->triangles[t][0]], b = mesh->vertices[mesh->triangles[t][1]],
                  c = mesh->vertices[mesh->triangles[t][2]];
    return hl_cross(hl_sub(b, a), hl_sub(c, a)).z;
}

static void gltf_is_read(void **state)
{
    (void)state;
    static char text[4000];
    hl_arena arena = {0};
    auth_mesh *mesh;
    gltf(text, sizeof text, "ground", "other");
    assert_int_equal(parse_named(text, "a.gltf", &arena, &mesh), HL_OK);
    assert_int_equal(mesh->triangle_count, 2);
    assert_null(mesh->lines);
    for (int t = 0; t < 2; t++) {
        CHECK_SAME(upward(mesh, t), 1.0); /* the mirrored one too */
        assert_int_equal(mesh->surfaces[t], 0);
    }
    assert_string_equal(mesh->surface_names[0], "asphalt");
    gltf(text, sizeof text, "ground_collision.001", "other");
    assert_int_equal(parse_named(text, "a.gltf", &arena, &mesh), HL_OK);
    assert_int_equal(mesh->triangle_count, 1);
    for (int v = 0; v < 3; v++) CHECK_SAME(mesh->vertices[v].z, 2.0);
    hl_arena_free(&arena);
}

/* Bytes changed at random: refused, or a mesh whose numbers are within its bounds. */
static void check_mutations(const char *text, const char *name, int rounds)
{
    static char changed[4000];
    uint64_t seed = 1;
    for (int round = 0; round < rounds; round++) {
        hl_arena arena = {0};
        auth_mesh *mesh;
        snprintf(changed, sizeof changed, "%s", text);
        for (int i = 0; i <= round % 4; i++) {
            const size_t at = (size_t)((check_random(&seed) + 1.0) * 0.5 * (double)strlen(text));
            changed[at] = (char)(32 + (int)((check_random(&seed) + 1.0) * 0.5 * 94.0));
        }
        const hl_status status = parse_named(changed, name, &arena, &mesh);
        assert_true((status == HL_OK) == (mesh != NULL));
        for (int t = 0; mesh != NULL && t < mesh->triangle_count; t++) {
            for (int k = 0; k < 3; k++)
                assert_true(mesh->triangles[t][k] >= 0 && mesh->triangles[t][k] < mesh->vertex_count);
            assert_true(mesh->surfaces[t] >= -1 && mesh->surfaces[t] < mesh->surface_count);
        }
        for (int v = 0; mesh != NULL && v < mesh->vertex_count; v++)
            assert_true(hl_v3_is_finite(mesh->vertices[v]));
        hl_arena_free(&arena);
    }
}

static void changed_bytes_do_no_harm(void **state)
{
    (void)state;
    static char text[4000];
    check_mutations(SQUARES, "a.obj", 4000);
    gltf(text, sizeof text, "ground", "other");
    check_mutations(text, "a.gltf", 1000);
}

/* ---- in a scenario ---- */

#define HEAD "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\n"

static void a_missing_file_is_the_scenarios_mistake(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_scenario *s;
    const char text[] = HEAD "ground: {kind: mesh, surface: asphalt,\n  file: none.obj}\n";
    assert_int_equal(auth_scenario_parse(text, strlen(text), "folder/file", &arena, &s, &report), HL_OK);
    assert_string_equal(s->ground.file, "folder/none.obj");
    assert_int_equal(auth_scenario_read_mesh(s, &arena, &report), HL_BAD_INPUT);
    assert_int_equal(report.list[0].place.line, 6);
    assert_non_null(strstr(report.list[0].text, "'file': folder/none.obj: "));
    hl_arena_free(&arena);
}

static void the_example_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    auth_scenario *s;
    assert_int_equal(
        auth_scenario_read(HEADLAND_SOURCE "/assets/scenarios/roadside.yaml", &arena, &s, &report), HL_OK);
    assert_int_equal(auth_scenario_read_mesh(s, &arena, &report), HL_OK);
    assert_true(s->ground.mesh->triangle_count > 1000);
    assert_true(s->ground.mesh->surface_count >= 3);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_is_read),
        cmocka_unit_test(obj_is_refused),
        cmocka_unit_test(whole_files_are_refused),
        cmocka_unit_test(surfaces_are_limited),
        cmocka_unit_test(gltf_is_read),
        cmocka_unit_test(changed_bytes_do_no_harm),
        cmocka_unit_test(a_missing_file_is_the_scenarios_mistake),
        cmocka_unit_test(the_example_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
