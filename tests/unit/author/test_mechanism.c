/* What a good file becomes: values in SI, defaults, references, order. */
#include "support/check.h"

#include "auth/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

#define HEAD "headland: mechanism\nversion: 1\nname: test\n"
#define BODY "bodies: [{name: a, mass: 1, shape: {kind: point}}]\n"

/* Angles are written as degrees here and converted there: number, PI and the quotient are rounded, 2^-53
 * each, on both sides. */
static const double rounding = 6 * 0x1p-53;

static hl_report report; /* too large for the stack */
static hl_arena arena;

static int give_back(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

static auth_mechanism *parse_bytes(const char *text, size_t length)
{
    auth_mechanism *mechanism = NULL;
    const hl_status status = auth_mechanism_parse(text, length, "file", &arena, &mechanism, &report);
    if (status != HL_OK) {
        char line[800] = "";
        if (report.count > 0) hl_report_line(&report, 0, line, sizeof line);
        fail_msg("%s: %s", hl_status_text(status), line);
    }
    assert_true(hl_report_clean(&report));
    return mechanism;
}

static auth_mechanism *parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void check_vector(const double v[3], double x, double y, double z)
{
    CHECK_SAME(v[0], x);
    CHECK_SAME(v[1], y);
    CHECK_SAME(v[2], z);
}

/* ---- the worked example ---- */

static char *read_whole(const char *path)
{
    enum { ROOM = 100000 };
    char *text = calloc(ROOM, 1);
    FILE *file = fopen(path, "rb");
    assert_non_null(text);
    assert_non_null(file);
    const size_t length = fread(text, 1, ROOM - 1, file);
    fclose(file);
    assert_in_range(length, 1, ROOM - 2);
    return text;
}

static void five_bar_is_read(void **state)
{
    (void)state;
    auth_mechanism *m = NULL;
    assert_int_equal(
        auth_mechanism_read(HEADLAND_SOURCE "/assets/mechanisms/five-bar.yaml", &arena, &m, &report), HL_OK);
    assert_string_equal(m->name, "five-bar");
    check_vector(m->gravity, 0, -9.81, 0);
    CHECK_SAME(m->simulation.seconds, 2.0);
    CHECK_SAME(m->simulation.step, 0.001);
    assert_null(m->simulation.formulation);
    assert_int_equal(m->body_count, 4);
    assert_int_equal(m->joint_count, 4);

    const auth_body *link = &m->bodies[1];
    assert_string_equal(link->name, "left_link");
    CHECK_SAME(link->mass, 0.6);
    check_vector(link->centre, 0.15, 0, 0);
    CHECK_SAME(link->inertia[0], 0.0);
    CHECK_RELATIVE(link->inertia[1], 0.6 * 0.3 * 0.3 / 12, rounding);
    CHECK_RELATIVE(link->inertia[2], 0.6 * 0.3 * 0.3 / 12, rounding);

    const auth_joint *joint = &m->joints[1];
    assert_string_equal(joint->name, "A");
    assert_int_equal(joint->parent, 0);
    assert_int_equal(joint->child, 1);
    check_vector(joint->at, 0.2, 0, 0);
    check_vector(joint->axis, 0, 0, 1);
    CHECK_RELATIVE(joint->position[0], -67 * PI / 180, rounding);
    assert_false(joint->hold);
    assert_true(m->joints[2].hold);

    assert_int_equal(m->loop_count, 1);
    assert_int_equal(m->loops[0].type, MB_LOOP_REVOLUTE);
    assert_int_equal(m->loops[0].body_a, 1);
    assert_int_equal(m->loops[0].body_b, 3);
    CHECK_RELATIVE(m->drivers[0].function.frequency, 2 * PI, rounding);
    CHECK_SAME(m->joint_springs[0].parameters.stiffness, 20.0);
    assert_int_equal(m->joint_springs[0].on.joint, 2);
    assert_true(m->joint_springs[0].on.angular);
    assert_int_equal(m->output_count, 5);
    assert_int_equal(m->outputs[2].effort_kind, AUTH_EFFORT_JOINT_SPRING);
    assert_int_equal(m->outputs[4].of, 0);
}

static void manual_shows_the_five_bar(void **state)
{
    (void)state;
    char *manual = read_whole(HEADLAND_SOURCE "/docs/mechanism.md");
    char *example = read_whole(HEADLAND_SOURCE "/assets/mechanisms/five-bar.yaml");
    if (!strstr(manual, example))
        fail_msg("docs/mechanism.md does not contain assets/mechanisms/five-bar.yaml");
    free(manual);
    free(example);
}

/* ---- defaults ---- */

static void defaults(void **state)
{
    (void)state;
    const auth_mechanism *m =
        parse(HEAD BODY "joints: [{name: j, type: universal, child: a}]\n"
                        "stops: [{name: s, joint: j, lower: -1, upper: 1, stiffness: 2}]\n"
                        "friction: [{name: f, joint: j, law: none}]\n"
                        "forces: [{name: g, body: a, force: [1, 2, 3]}]\n"
                        "points: [{name: p, body: ground}]\n"
                        "outputs: [{name: o, quantity: position-violation}, {name: q, quantity: "
                        "joint-position, joint: j}]\n");
    check_vector(m->gravity, 0, 0, -9.81);
    assert_string_equal(m->description, "");
    CHECK_SAME(m->simulation.step, 0.0);
    assert_int_equal(m->joints[0].parent, MB_GROUND);
    check_vector(m->joints[0].axis, 0, 0, 1);
    check_vector(m->joints[0].axis2, 0, 1, 0);
    CHECK_SAME(m->stops[0].parameters.damping, 0.0);
    CHECK_SAME(m->stops[0].parameters.ramp, 0.001);
    CHECK_SAME(m->friction[0].parameters.n, 2.0);
    CHECK_SAME(m->friction[0].parameters.v_dwell, 1e-6);
    assert_false(m->forces[0].follows_body);
    CHECK_SAME(m->forces[0].until, 0.0);
    assert_int_equal(m->points[0].body, MB_GROUND);
    assert_int_equal(m->outputs[0].of, -1);
    assert_int_equal(m->outputs[1].coordinate, 0);
    assert_int_equal(m->loop_count, 0);
}

static void directions_become_unit_vectors(void **state)
{
    (void)state;
    const auth_mechanism *m =
        parse(HEAD BODY "joints: [{name: j, type: universal, child: a, axis: [0, 5, 0], axis2: [3, 0, 4]}]\n"
                        "loops: [{name: l, type: prismatic, a: a, a_axis: [2, 0, 0]}]\n");
    check_vector(m->joints[0].axis, 0, 1, 0);
    check_vector(m->joints[0].axis2, 0.6, 0, 0.8);
    check_vector((const double *)&m->loops[0].axis_a, 1, 0, 0);
    check_vector((const double *)&m->loops[0].normal_a, 0, 1,
                 0); /* the first coordinate axis of those least along it */
    check_vector((const double *)&m->loops[0].normal_b, 1, 0, 0);
}

static void second_axis_avoids_the_first(void **state)
{
    (void)state;
    const auth_mechanism *m =
        parse(HEAD BODY "joints: [{name: j, type: universal, child: a, axis: [0, -1, 0]}]\n");
    check_vector(m->joints[0].axis2, 1, 0, 0);
}

/* ---- bodies ---- */

static void shapes_give_mass_and_inertia(void **state)
{
    (void)state;
    const auth_mechanism *m =
        parse(HEAD "bodies:\n"
                   "  - {name: box, density: 500, shape: {kind: box, size: [1, 2, 3]}}\n"
                   "  - {name: cylinder, mass: 12, shape: {kind: cylinder, length: 2, radius: 1, axis: x}}\n"
                   "  - {name: sphere, density: 1, shape: {kind: sphere, radius: 2}}\n"
                   "  - {name: rod, mass: 12, shape: {kind: rod, length: 2}}\n"
                   "  - {name: point, mass: 12, shape: {kind: point}}\n"
                   "  - {name: own, density: 1, inertia: [1, 2, 2.5, 0.1, 0.2, 0.3], shape: {kind: box, "
                   "size: [1, 1, 1]}}\n"
                   "joints:\n"
                   "  - {name: b, type: free, child: box}\n"
                   "  - {name: c, type: free, child: cylinder}\n"
                   "  - {name: s, type: free, child: sphere}\n"
                   "  - {name: r, type: free, child: rod}\n"
                   "  - {name: p, type: free, child: point}\n"
                   "  - {name: o, type: free, child: own}\n");
    CHECK_RELATIVE(m->bodies[0].mass, 3000.0, rounding);
    CHECK_RELATIVE(m->bodies[0].inertia[0], 3000.0 * 13 / 12, rounding);
    CHECK_RELATIVE(m->bodies[0].inertia[1], 3000.0 * 10 / 12, rounding);
    CHECK_RELATIVE(m->bodies[0].inertia[2], 3000.0 * 5 / 12, rounding);
    check_vector(m->bodies[1].inertia, 6, 7, 7); /* m r^2/2, m (3 r^2 + L^2)/12 */
    CHECK_RELATIVE(m->bodies[2].mass, 4.0 / 3.0 * PI * 8, rounding);
    CHECK_RELATIVE(m->bodies[2].inertia[1], 0.4 * 4 * m->bodies[2].mass, rounding);
    check_vector(m->bodies[3].inertia, 4, 4, 0); /* along z by default */
    check_vector(m->bodies[4].inertia, 0, 0, 0);
    CHECK_SAME(m->bodies[5].mass, 1.0);
    check_vector(m->bodies[5].inertia, 1, 2, 2.5);
    check_vector(m->bodies[5].inertia + 3, 0.1, 0.2, 0.3);
}

/* A flat plate has xx + yy = zz exactly, rounded figures may exceed it a little. */
static void flat_bodies_are_possible(void **state)
{
    (void)state;
    parse(HEAD "bodies: [{name: a, mass: 1, inertia: [0.333333, 0.666666, 1.0]}]\njoints: [{name: j, type: "
               "free, child: a}]\n");
}

/* ---- joints ---- */

static void coordinates_have_the_units_of_their_joint(void **state)
{
    (void)state;
    const auth_mechanism *m = parse(
        HEAD "bodies: [{name: a, mass: 1, shape: {kind: point}}, {name: b, mass: 1, shape: {kind: point}}]\n"
             "joints:\n"
             "  - {name: j, type: cylindrical, child: a, position: [20 mm, 90 deg], velocity: [1 mm/s, 1 "
             "rpm], turn: [0, 0, 180 deg]}\n"
             "  - {name: k, type: free, child: b, position: [1 mm, 2, 3, 90 deg, 0, 0], hold: true}\n"
             "joint_springs: [{name: s, joint: j, coordinate: 2, stiffness: 3 N m/rad}, {name: t, joint: j, "
             "stiffness: 4 N/mm}]\n"
             "outputs: [{name: o, quantity: joint-velocity, joint: j, coordinate: 2}, {name: p, quantity: "
             "length, joint_spring: t}]\n");
    CHECK_SAME(m->joints[0].position[0], 0.02);
    CHECK_RELATIVE(m->joints[0].position[1], PI / 2, rounding);
    CHECK_RELATIVE(m->joints[0].velocity[1], 2 * PI / 60, rounding);
    CHECK_RELATIVE(m->joints[0].turn[2], PI, rounding);
    CHECK_SAME(m->joints[1].position[0], 0.001);
    assert_int_equal(m->joints[1].dof, 6);
    assert_true(m->joint_springs[0].on.angular);
    assert_int_equal(m->joint_springs[0].on.coordinate, 1);
    assert_false(m->joint_springs[1].on.angular);
    CHECK_SAME(m->joint_springs[1].parameters.stiffness, 4000.0);
    assert_true(m->outputs[0].angular);
    assert_int_equal(m->outputs[0].coordinate, 1);
    assert_false(m->outputs[1].angular);
    assert_int_equal(m->outputs[1].of, 1);
}

static void parents_stand_before_children(void **state)
{
    (void)state;
    const auth_mechanism *m = parse(HEAD "bodies:\n"
                                         "  - {name: leaf, mass: 1, shape: {kind: point}}\n"
                                         "  - {name: other, mass: 2, shape: {kind: point}}\n"
                                         "  - {name: root, massless: true}\n"
                                         "joints:\n"
                                         "  - {name: to_other, type: revolute, child: other}\n"
                                         "  - {name: to_leaf, type: prismatic, parent: root, child: leaf}\n"
                                         "  - {name: to_root, type: spherical, child: root}\n"
                                         "points: [{name: p, body: leaf}, {name: q, body: root}]\n"
                                         "drivers: [{name: d, joint: to_leaf, offset: 1 mm}]\n");
    static const char *const bodies[] = {"root", "leaf", "other"}, *const joints[] = {"to_root", "to_leaf",
                                                                                      "to_other"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(m->bodies[i].name, bodies[i]);
        assert_string_equal(m->joints[i].name, joints[i]);
        assert_int_equal(m->joints[i].child, i);
    }
    assert_int_equal(m->joints[0].parent, MB_GROUND);
    assert_int_equal(m->joints[1].parent, 0);
    assert_int_equal(m->joints[2].parent, MB_GROUND);
    assert_int_equal(m->points[0].body, 1);
    assert_int_equal(m->points[1].body, 0);
    assert_int_equal(m->drivers[0].on.joint, 1);
    assert_int_equal(m->bodies[0].place.line, 7);
    assert_int_equal(m->bodies[0].place.column, 5);
}

/* ---- forms of text ---- */

static void text_forms_read_alike(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\xEF\xBB\xBF" HEAD BODY "joints: [{name: j, type: revolute, child: a, position: [1]}]\n",
        "headland: mechanism\r\nversion: 1\r\nname: test\r\nbodies:\r\n  - name: a\r\n    mass: 1\r\n    "
        "shape: {kind: point}\r\n"
        "joints:\r\n  - name: j\r\n    type: revolute\r\n    child: a\r\n    position: 1\r\n",
        "{\"headland\": \"mechanism\", \"version\": 1, \"name\": \"test\", \"bodies\": [{\"name\": \"a\", "
        "\"mass\": \"1 kg\", "
        "\"shape\": {\"kind\": \"point\"}}], \"joints\": [{\"name\": \"j\", \"type\": \"revolute\", "
        "\"child\": \"a\", "
        "\"position\": [1.0]}]}",
        "%YAML 1.1\n---\n" HEAD BODY
        "joints: [{name: j, type: revolute, child: a, position: '1 rad'}]\n...\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const auth_mechanism *m = parse(texts[i]);
        assert_string_equal(m->bodies[0].name, "a");
        CHECK_SAME(m->bodies[0].mass, 1.0);
        CHECK_SAME(m->joints[0].position[0], 1.0);
    }
}

/* Names of any script, and names that look like numbers. */
static void names_may_be_of_any_script(void **state)
{
    (void)state;
    const auth_mechanism *m = parse(HEAD "bodies: [{name: \xC3\xA5rm, mass: 1, shape: {kind: point}}]\n"
                                         "joints: [{name: 12, type: revolute, child: \xC3\xA5rm}]\n");
    assert_string_equal(m->bodies[0].name, "\xC3\xA5rm");
    assert_string_equal(m->joints[0].name, "12");
}

/* Written from the leaf to the root, so that the whole list changes its order. */
static void long_chains_are_read(void **state)
{
    (void)state;
    enum { LINKS = 2000, LINE = 160 };
    char *text = malloc(2 * LINKS * LINE + 1000);
    assert_non_null(text);
    int used = sprintf(text, HEAD "bodies:\n");
    for (int i = 0; i < LINKS; i++)
        used += sprintf(text + used, "- {name: b%d, mass: 1, inertia: [1, 1, 1]}\n", i);
    used += sprintf(text + used, "joints:\n");
    for (int i = 0; i < LINKS; i++)
        used += i + 1 < LINKS
                    ? sprintf(text + used, "- {name: j%d, type: revolute, parent: b%d, child: b%d}\n", i,
                              i + 1, i)
                    : sprintf(text + used, "- {name: j%d, type: revolute, child: b%d}\n", i, i);
    const auth_mechanism *m = parse_bytes(text, (size_t)used);
    free(text);
    assert_int_equal(m->body_count, LINKS);
    assert_string_equal(m->bodies[0].name, "b1999");
    assert_int_equal(m->joints[LINKS - 1].parent, LINKS - 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(five_bar_is_read, give_back),
        cmocka_unit_test(manual_shows_the_five_bar),
        cmocka_unit_test_teardown(defaults, give_back),
        cmocka_unit_test_teardown(directions_become_unit_vectors, give_back),
        cmocka_unit_test_teardown(second_axis_avoids_the_first, give_back),
        cmocka_unit_test_teardown(shapes_give_mass_and_inertia, give_back),
        cmocka_unit_test_teardown(flat_bodies_are_possible, give_back),
        cmocka_unit_test_teardown(coordinates_have_the_units_of_their_joint, give_back),
        cmocka_unit_test_teardown(parents_stand_before_children, give_back),
        cmocka_unit_test_teardown(text_forms_read_alike, give_back),
        cmocka_unit_test_teardown(names_may_be_of_any_script, give_back),
        cmocka_unit_test_teardown(long_chains_are_read, give_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
