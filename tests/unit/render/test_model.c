/* Models: axes, transforms, materials and colours of a file made by hand; the tractor's model against the
 * machine file that it was made from; files that are broken. */
#include "support/check.h"

#include "auth/circuit.h"
#include "auth/machine.h"
#include "rnd/mesh.h"
#include "small_glb.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char small[] = "small.glb";
static const char tractor_glb[] = HEADLAND_ASSETS "/models/tractor.glb";

/* Turning by a quaternion of 8 digits and in single precision: 2^-24 times numbers of 10, a few times. */
static const double rounding = 5e-6;

static hl_arena arena;

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    remove(small);
    return 0;
}

static rnd_model read_good(const char *path)
{
    rnd_model model;
    char error[200] = "";
    const bool good = rnd_model_read(path, &arena, &model, error, sizeof error);
    if (!good) print_error("%s\n", error);
    assert_true(good);
    return model;
}

static void in_model(const rnd_node *node, const float p[3], double at[3])
{
    for (int k = 0; k < 3; k++)
        at[k] = (double)(node->place[0][k] * p[0] + node->place[1][k] * p[1] + node->place[2][k] * p[2] +
                         node->place[3][k]);
}

/* ---- a file made by hand ---- */

static void nodes_keep_their_names_and_places(void **unused)
{
    (void)unused;
    assert_true(small_glb_write(small, "paint.green", 0));
    const rnd_model model = read_good(small);
    assert_int_equal(model.node_count, 1); /* "frame" has nothing to be drawn */
    assert_int_equal(model.mesh_count, 1);
    assert_string_equal(model.nodes[0].name, "bucket:lip");
    assert_int_equal(model.nodes[0].mesh_count, 1);
    /* glTF: turned by 90 deg about y, (x, y, z) goes to (z, y, -x); then (10, 2, 0) is added. Headland's axes
     * are (x, -z, y) of that */
    static const double expected[3][3] = {{10, 1, 2}, {10, 0, 3}, {11, 0, 2}};
    const rnd_mesh *mesh = &model.meshes[0];
    assert_int_equal(mesh->vertex_count, 3);
    for (int v = 0; v < 3; v++) {
        double at[3];
        in_model(&model.nodes[0], mesh->vertices[mesh->indices[v]].position, at);
        int same = 0; /* the reader may begin the triangle at any corner */
        for (int e = 0; e < 3; e++) {
            double distance = 0;
            for (int k = 0; k < 3; k++) distance = fmax(distance, fabs(at[k] - expected[e][k]));
            same += distance <= rounding ? 1 : 0;
        }
        assert_int_equal(same, 1);
    }
}

/* Counter-clockwise from outside in any right-handed axes: the normal of the corners is that of the file. */
static void triangles_keep_their_outside(void **unused)
{
    (void)unused;
    assert_true(small_glb_write(small, "paint.green", 0));
    const rnd_model model = read_good(small);
    const rnd_vertex *c[3];
    double u[3], v[3], along = 0.0;
    for (int k = 0; k < 3; k++) c[k] = &model.meshes[0].vertices[model.meshes[0].indices[k]];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)(c[1]->position[k] - c[0]->position[k]);
        v[k] = (double)(c[2]->position[k] - c[0]->position[k]);
    }
    for (int k = 0; k < 3; k++)
        along +=
            (u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]) * (double)c[0]->normal[k];
    CHECK_NEAR(along, sqrt(3.0), 1e-6); /* twice the area of the triangle; normal of unit length */
}

static void materials_have_their_factors(void **unused)
{
    (void)unused;
    assert_true(small_glb_write(small, "paint.green", 0));
    rnd_material m = read_good(small).meshes[0].material;
    assert_int_equal(m.substance, RND_PAINT);
    const float expected[8] = {0.2F, 0.4F, 0.6F, 1.0F, 0.25F, 0.75F, 0.0F, 0.5F};
    const float actual[8] = {m.colour[0], m.colour[1], m.colour[2],   m.colour[3],
                             m.metallic,  m.roughness, m.emission[0], m.emission[2]};
    for (int k = 0; k < 8; k++) CHECK_NEAR((double)actual[k], (double)expected[k], 1e-6);
    assert_true(small_glb_write(small, "glass.clear", 0));
    m = read_good(small).meshes[0].material;
    assert_int_equal(m.substance, RND_GLASS);
    CHECK_NEAR((double)m.colour[3], 0.3, 1e-6); /* glass alone lets light through */
    assert_true(small_glb_write(small, "mirror.right", 0));
    m = read_good(small).meshes[0].material;
    assert_int_equal(m.substance, RND_MIRROR);
    assert_int_equal(m.mirror, 1);
    assert_true(small_glb_write(small, "painted", 0)); /* begins like a word, but is none */
    assert_int_equal(read_good(small).meshes[0].material.substance, RND_PLAIN);
}

static void colours_are_rounded_to_bytes(void **unused)
{
    (void)unused;
    assert_true(small_glb_write(small, "paint.green", 0));
    const rnd_model model = read_good(small);
    int sum = 0;
    for (int v = 0; v < 3; v++) sum += model.meshes[0].vertices[v].colour[0];
    assert_int_equal(sum, 0 + 128 + 255);
}

static void spheres_hold_their_meshes(void **unused)
{
    (void)unused;
    const rnd_model model = read_good(tractor_glb);
    for (int m = 0; m < model.mesh_count; m++) {
        const rnd_mesh *mesh = &model.meshes[m];
        for (int v = 0; v < mesh->vertex_count; v++) {
            double square = 0.0;
            for (int k = 0; k < 3; k++) {
                const double d = (double)mesh->vertices[v].position[k] - (double)mesh->centre[k];
                square += d * d;
            }
            assert_true(sqrt(square) <= (double)mesh->radius * (1.0 + 1e-6));
        }
    }
}

/* ---- broken files ---- */

static void expect_refusal(const char *path, const char *word)
{
    rnd_model model;
    char error[200] = "";
    assert_false(rnd_model_read(path, &arena, &model, error, sizeof error));
    if (strstr(error, word) == NULL) print_error("'%s' lacks '%s'\n", error, word);
    assert_non_null(strstr(error, word));
    assert_int_equal(model.node_count, 0);
    assert_int_equal(model.mesh_count, 0);
}

static void write_text(const char *text)
{
    FILE *file = fopen(small, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void broken_files_are_refused(void **unused)
{
    (void)unused;
    expect_refusal("no-such-file.glb", "expected");
    write_text("this is no model at all\n");
    expect_refusal(small, "glTF 2.0");
    write_text("");
    expect_refusal(small, "glTF 2.0");
    static const size_t cuts[] = {1, 40, 128, 500, 1000};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        assert_true(small_glb_write(small, "paint.green", cuts[i]));
        expect_refusal(small, "glTF 2.0");
    }
}

/* What lies nowhere would be drawn as nothing, without a word. */
static void numbers_that_are_none_are_refused(void **unused)
{
    static const float none = NAN;
    (void)unused;
    assert_true(small_glb_write(small, "paint.green", 0));
    FILE *file = fopen(small, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -128, SEEK_END), 0); /* the first corner, see small_glb.c */
    assert_int_equal(fwrite(&none, sizeof none, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    expect_refusal(small, "not a number");
}

static void a_striped_box_is_magenta_and_black(void **unused)
{
    (void)unused;
    const float size[3] = {2, 4, 6};
    rnd_model model;
    assert_true(rnd_model_striped_box("tree", size, &arena, &model));
    assert_int_equal(model.node_count, 1);
    assert_string_equal(model.nodes[0].name, "tree");
    const rnd_mesh *mesh = &model.meshes[0];
    float low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
    int black = 0, bright = 0;
    for (int v = 0; v < mesh->vertex_count; v++) {
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], mesh->vertices[v].position[k]);
            high[k] = fmaxf(high[k], mesh->vertices[v].position[k]);
        }
        black += mesh->vertices[v].colour[0] == 0 ? 1 : 0;
        bright += mesh->vertices[v].colour[0] == 255 ? 1 : 0;
    }
    const float expected_low[3] = {-1, -2, 0}, expected_high[3] = {1, 2, 6};
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR((double)low[k], (double)expected_low[k], 1e-6);
        CHECK_NEAR((double)high[k], (double)expected_high[k], 1e-6);
    }
    assert_int_equal(black + bright, mesh->vertex_count);
    assert_true(black >= mesh->vertex_count / 3);
    assert_true(mesh->material.colour[0] > 0.9F && mesh->material.colour[1] < 0.1F);
}

/* ---- the tractor ---- */

static auth_machine *tractor(void)
{
    static hl_report report;
    auth_machine *machine;
    assert_int_equal(auth_machine_read(HEADLAND_ASSETS "/machines/tractor.yaml", &arena, &machine, &report),
                     HL_OK);
    return machine;
}

static bool is_of(const rnd_node *node, const char *carrier)
{
    const size_t length = strcspn(node->name, ":");
    return strlen(carrier) == length && strncmp(node->name, carrier, length) == 0;
}

/* Least distance of the vertices of a carrier's nodes from a point, along the axes that `weight` leaves. */
static double nearest(const rnd_model *model, const char *carrier, const double point[3],
                      const double weight[3])
{
    double least = HUGE_VAL;
    for (int n = 0; n < model->node_count; n++) {
        if (!is_of(&model->nodes[n], carrier) && strcmp(model->nodes[n].name, carrier) != 0) continue;
        for (int m = 0; m < model->nodes[n].mesh_count; m++) {
            const rnd_mesh *mesh = &model->meshes[model->nodes[n].first_mesh + m];
            for (int v = 0; v < mesh->vertex_count; v++) {
                double at[3], square = 0.0;
                in_model(&model->nodes[n], mesh->vertices[v].position, at);
                for (int k = 0; k < 3; k++) square += weight[k] * (at[k] - point[k]) * (at[k] - point[k]);
                least = fmin(least, square);
            }
        }
    }
    return sqrt(least);
}

/* Pins lie across, and what the machine file has in the middle plane the model has at both sides: distances
 * from the pin's line. */
static const double across[3] = {1, 0, 1}, all[3] = {1, 1, 1};

/* [m]: a boss around a pin is no thicker */
static const double boss = 0.12;

static void expect_pin(const rnd_model *model, const char *carrier, const double at[3],
                       const double weight[3])
{
    const double distance = nearest(model, carrier, at, weight);
    if (!(distance <= boss))
        print_error("%s: nearest vertex %.3f m from (%.3f, %.3f, %.3f)\n", carrier, distance, at[0], at[1],
                    at[2]);
    assert_true(distance <= boss);
}

static void every_moving_body_has_a_node(void **unused)
{
    (void)unused;
    static const char *const inside[] = {"crankshaft"}; /* not to be seen */
    const auth_mechanism *m = tractor()->mechanism;
    const rnd_model model = read_good(tractor_glb);
    for (int b = 0; b < m->body_count; b++) {
        bool hidden = false, found = false;
        for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
            hidden = hidden || strcmp(inside[i], m->bodies[b].name) == 0;
        for (int n = 0; n < model.node_count; n++) found = found || is_of(&model.nodes[n], m->bodies[b].name);
        if (!found && !hidden) print_error("no node of body %s\n", m->bodies[b].name);
        assert_true(found || hidden);
    }
}

static void every_node_has_a_carrier(void **unused)
{
    (void)unused;
    const auth_mechanism *m = tractor()->mechanism;
    const rnd_model model = read_good(tractor_glb);
    for (int n = 0; n < model.node_count; n++) {
        bool found = false;
        for (int b = 0; b < m->body_count; b++) found = found || is_of(&model.nodes[n], m->bodies[b].name);
        for (int c = 0; c < m->circuit_count; c++)
            for (int i = 0; i < m->circuits[c].def.cylinder_count; i++) {
                char name[100];
                snprintf(name, sizeof name, "%s.%s", m->circuits[c].def.name,
                         m->circuits[c].cylinders[i].def.name);
                const char *colon = strchr(model.nodes[n].name, ':');
                found = found || ((is_of(&model.nodes[n], "barrel") || is_of(&model.nodes[n], "rod")) &&
                                  colon != NULL && strcmp(colon + 1, name) == 0);
            }
        if (!found) print_error("node %s has no carrier\n", model.nodes[n].name);
        assert_true(found);
    }
}

static void pins_sit_where_the_machine_has_them(void **unused)
{
    (void)unused;
    static const double none[3] = {0, 0, 0};
    const auth_mechanism *m = tractor()->mechanism;
    const rnd_model model = read_good(tractor_glb);
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].def.cylinder_count; i++) {
            const auth_cylinder *cylinder = &m->circuits[c].cylinders[i];
            char name[100];
            expect_pin(&model, m->bodies[cylinder->a].name, cylinder->a_at, across);
            expect_pin(&model, m->bodies[cylinder->b].name, cylinder->b_at, across);
            snprintf(name, sizeof name, "barrel:%s.%s", m->circuits[c].def.name, cylinder->def.name);
            expect_pin(&model, name, none, across);
            snprintf(name, sizeof name, "rod:%s.%s", m->circuits[c].def.name, cylinder->def.name);
            expect_pin(&model, name, none, across);
        }
    for (int j = 0; j < m->joint_count; j++) {
        const auth_joint *joint = &m->joints[j];
        if (strcmp(joint->name, "lift") != 0 && strcmp(joint->name, "bucket") != 0) continue;
        expect_pin(&model, m->bodies[joint->parent].name, joint->at, across);
        expect_pin(&model, m->bodies[joint->child].name, joint->child_at, across);
    }
    for (int l = 0; l < m->loop_count; l++) {
        const mb_loop_def *loop = &m->loops[l];
        if (strcmp(loop->name, "knee") != 0) continue;
        expect_pin(&model, m->bodies[loop->body_a].name, (const double *)&loop->point_a, across);
        expect_pin(&model, m->bodies[loop->body_b].name, (const double *)&loop->point_b, across);
    }
}

static void wheels_are_as_large_as_their_tires(void **unused)
{
    (void)unused;
    const auth_machine *machine = tractor();
    const rnd_model model = read_good(tractor_glb);
    for (int w = 0; w < machine->wheel_count; w++) {
        const double radius = machine->tires[machine->wheels[w].tire].model.radius;
        double most = 0.0;
        for (int n = 0; n < model.node_count; n++) {
            if (!is_of(&model.nodes[n], machine->mechanism->bodies[machine->wheels[w].body].name)) continue;
            for (int k = 0; k < model.nodes[n].mesh_count; k++) {
                const rnd_mesh *mesh = &model.meshes[model.nodes[n].first_mesh + k];
                for (int v = 0; v < mesh->vertex_count; v++) {
                    double at[3];
                    in_model(&model.nodes[n], mesh->vertices[v].position, at);
                    most = fmax(most, hypot(at[0], at[2]));
                }
            }
        }
        CHECK_RELATIVE(most, radius, 0.02);
    }
}

static void the_cutting_edge_is_where_it_digs(void **unused)
{
    (void)unused;
    const rnd_model model = read_good(tractor_glb);
    for (int side = -1; side <= 1; side += 2) {
        const double corner[3] = {0.95, 1.1 * side, -0.15};
        CHECK_NEAR(nearest(&model, "bucket", corner, all), 0.0, 0.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(nodes_keep_their_names_and_places, end),
                                       cmocka_unit_test_teardown(triangles_keep_their_outside, end),
                                       cmocka_unit_test_teardown(materials_have_their_factors, end),
                                       cmocka_unit_test_teardown(colours_are_rounded_to_bytes, end),
                                       cmocka_unit_test_teardown(spheres_hold_their_meshes, end),
                                       cmocka_unit_test_teardown(broken_files_are_refused, end),
                                       cmocka_unit_test_teardown(numbers_that_are_none_are_refused, end),
                                       cmocka_unit_test_teardown(a_striped_box_is_magenta_and_black, end),
                                       cmocka_unit_test_teardown(every_moving_body_has_a_node, end),
                                       cmocka_unit_test_teardown(every_node_has_a_carrier, end),
                                       cmocka_unit_test_teardown(pins_sit_where_the_machine_has_them, end),
                                       cmocka_unit_test_teardown(wheels_are_as_large_as_their_tires, end),
                                       cmocka_unit_test_teardown(the_cutting_edge_is_where_it_digs, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
