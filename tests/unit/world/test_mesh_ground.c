/* A mesh as the ground of a machine: it stands and rolls as on a plane, each triangle has its surface, a kerb
 * is climbed, objects stand on it; meshes that cannot be a ground are refused. */
#include "cart.h"
#include "parts/parts.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\n"
#define MESH HEAD "ground: {kind: mesh, file: " KERB_FILE ", surface: hard}\n"

static void drive(cart *c, double throttle)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "direction", 1.0);
    cart_set(c, "throttle", throttle);
}

static void stands_as_on_a_plane(void **state)
{
    (void)state;
    static const char *const signals[] = {"chassis.z", "wheel.fl.load", "wheel.rr.load",
                                          "wheel.fl.deflection"};
    cart mesh, plane;
    cart_build(&mesh, MESH);
    cart_build(&plane, HEAD "ground: {kind: plane, surface: hard}\n");
    for (int i = 0; i < 4; i++) {
        const double expected = cart_signal(&plane, signals[i]);
        CHECK_NEAR(cart_signal(&mesh, signals[i]), expected, 1e-9 * fmax(1.0, expected));
    }
    drive(&mesh, 0.3);
    drive(&plane, 0.3);
    cart_run(&mesh, 1.5); /* less than 2 m: the front wheels stay on the hard part */
    cart_run(&plane, 1.5);
    assert_true(cart_signal(&plane, "chassis.x") < 1.9);
    assert_true(cart_signal(&plane, "chassis.x") > 0.1);
    CHECK_NEAR(cart_signal(&mesh, "chassis.x"), cart_signal(&plane, "chassis.x"), 1e-6);
    cart_free(&mesh);
    cart_free(&plane);
}

/* Over the line at x = 4 m the front wheels change to the soft surface, then the rear ones. */
static void each_triangle_has_its_surface(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, MESH);
    drive(&c, 0.3);
    for (int i = 0; i < 400 && cart_signal(&c, "chassis.x") < 4.2; i++) {
        cart_run(&c, 0.05);
        const double x = cart_signal(&c, "chassis.x");
        for (int w = 0; w < 4; w++) {
            const world_wheel *wheel = &c.machine->wheels->list[w];
            const double at = w < 2 ? x + 2.0 : x;
            if (fabs(at - 4.0) < 0.05) continue;
            CHECK_SAME(wheel->friction.kinetic, at < 4.0 ? 0.75 : 0.4);
            CHECK_SAME(wheel->friction.rolling_resistance, at < 4.0 ? 0.02 : 0.15);
        }
    }
    assert_true(cart_signal(&c, "chassis.x") > 4.1);
    cart_free(&c);
}

/* The cart climbs the kerb without leaving the ground, and stands 0.1 m higher. */
static void a_kerb_is_climbed(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD "ground: {kind: mesh, file: " KERB_FILE ", surface: hard}\nstart: {at: [4.2, 0]}\n");
    const double height = cart_signal(&c, "chassis.z");
    double largest = 0.0, last = cart_signal(&c, "wheel.fl.load");
    drive(&c, 0.6);
    for (int i = 0; i < 20000 && cart_signal(&c, "chassis.x") < 8.5; i++) {
        assert_int_equal(world_machine_step(c.machine), HL_OK);
        const double load = cart_signal(&c, "wheel.fl.load");
        largest = fmax(largest, fabs(load - last));
        last = load;
    }
    assert_true(cart_signal(&c, "chassis.x") > 8.4);
    /* a step of 0.1 m would give 20 kN at once */
    if (largest > 1500.0) fail_msg("the load changes by %g N in a step", largest);
    drive(&c, 0.0);
    cart_set(&c, "brake", 1.0);
    cart_run(&c, 4.0);
    CHECK_NEAR(cart_signal(&c, "chassis.z") - height, 0.1, 2e-3);
    cart_free(&c);
}

/* On a road and on the raised part, 0.3 m above the ground there; the bumper meets the post on top. */
static void objects_stand_on_it(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, MESH "objects:\n  - {name: low, at: [5, 2, 0], size: [1, 1, 1]}\n"
                        "  - {name: high, at: [9, 2, 0.3], size: [1, 1, 1]}\n");
    CHECK_NEAR(c.machine->site->objects[0].centre.z, 0.5, 1e-12);
    CHECK_NEAR(c.machine->site->objects[1].centre.z, 0.9, 1e-12);
    assert_non_null(world_ground_mesh(c.machine));
    cart_free(&c);
}

/* A box of the machine on the kerb's edge: pushed aside by the wall, not lifted by its height. */
static void shapes_meet_faces(void **state)
{
    (void)state;
    cart c;
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    char *shape = strstr(machine, "at: [2.6, 0, 0.2]");
    assert_non_null(shape);
    memcpy(shape, "at: [2.6, 0,-0.1]", strlen("at: [2.6, 0, 0.2]")); /* 6 cm above the ground */
    assert_int_equal(cart_try(&c, machine,
                              HEAD "ground: {kind: mesh, file: " KERB_FILE
                                   ", surface: hard}\nstart: {at: [4.2, 0]}\n"),
                     HL_OK);
    drive(&c, 0.3);
    cart_run(&c, 6.0);
    assert_true(cart_signal(&c, "chassis.x") < 4.32); /* 7 m less 2.7 m of the bumper */
    assert_true(cart_signal(&c, "chassis.x") > 4.25);
    const contact_result *look = &c.machine->contacts->looks[0];
    assert_true(look->normal_force > 500.0);
    cart_free(&c);
}

/* ---- refusals ---- */

static void check_refused(const char *obj, const char *words)
{
    char path[] = "/tmp/headland-mesh-XXXXXX.obj", scenario[400];
    const int file = mkstemps(path, 4);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    fputs(obj, out);
    fclose(out);
    snprintf(scenario, sizeof scenario, HEAD "ground:\n  {kind: mesh, surface: hard,\n   file: %s}\n", path);
    static char machine[CART_ROOM];
    cart c;
    cart_read(machine, sizeof machine);
    assert_int_equal(cart_try(&c, machine, scenario), HL_BAD_INPUT);
    remove(path);
    assert_true(c.scenario_report.count > 0);
    assert_int_equal(c.scenario_report.list[0].place.line, 7);
    if (strstr(c.scenario_report.list[0].text, words) == NULL ||
        strstr(c.scenario_report.list[0].text, "'file': /tmp/headland-mesh-") == NULL)
        fail_msg("'%s' lacks '%s'", c.scenario_report.list[0].text, words);
    cart_free(&c);
}

static void bad_meshes_are_refused_with_their_lines(void **state)
{
    (void)state;
#define SQUARE "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nv 0 0 3\n"
    check_refused(SQUARE "f 1 2 3 4\nf 1 2 2\n", ".obj:7:1: triangle 2 with vertices 0, 1, 1 has no area");
    check_refused(SQUARE "f 1 2 3\nf 1 4 3\n", ".obj:7:1: edge from");
    check_refused(SQUARE "f 1 2 3\nf 1 4 3\n", "opposite windings");
    check_refused(SQUARE "f 1 2 3 4\nf 3 1 5\n", ".obj:7:1: edge from");
    check_refused(SQUARE "f 1 2 3 4\nf 3 1 5\n", "3 triangles share it");
    check_refused(SQUARE "f 4 3 2 1\n", ".obj: no face has an upward normal: z must be up");
}

/* ---- grids with ledges ---- */

/* Level ground with a ditch across the front wheels, 0.4 m wide and 0.4 m deep. */
static void write_ditch(char *text, size_t room, const char *ledges)
{
    enum { COLUMNS = 61, ROWS = 31, FIRST = 29, LAST = 31 };
    size_t length = (size_t)snprintf(
        text, room, HEAD "ground: {kind: grid, surface: hard, origin: [-1, -1.5], spacing: 0.1%s, heights: [",
        ledges);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS; i++)
            length += (size_t)snprintf(text + length, room - length, "%s%s%s", i == 0 ? "[" : "",
                                       i >= FIRST && i <= LAST ? "-0.4" : "0",
                                       i + 1 < COLUMNS  ? ", "
                                       : row + 1 < ROWS ? "], "
                                                        : "]]}\n");
    assert_true(length < room);
}

static double height_of_wheel(cart *c, int wheel)
{
    hl_vec3 at;
    hl_quat turn;
    world_body_pose(c->machine, c->machine->wheels->list[wheel].body, &at, &turn);
    return at.z;
}

/* The front wheels stand on both edges of the ditch, R - sqrt(R^2 - 0.2^2) deep in it. Without `ledges` they
 * fall to its bottom. */
static void a_wheel_stands_on_the_edges_of_a_ditch(void **state)
{
    (void)state;
    static char text[20000];
    static const double RADIUS = 0.4, HALF = 0.2;
    cart plane, ditch, bilinear;
    cart_build(&plane, HEAD "ground: {kind: plane, surface: hard}\n");
    write_ditch(text, sizeof text, ", ledges: true");
    cart_build(&ditch, text);
    write_ditch(text, sizeof text, "");
    cart_build(&bilinear, text);
    for (int w = 0; w < 2; w++) {
        const double level = height_of_wheel(&plane, w), sunk = level - height_of_wheel(&ditch, w);
        print_message("wheel %d: %.4f m, without ledges %.4f m\n", w, sunk,
                      level - height_of_wheel(&bilinear, w));
        CHECK_NEAR(sunk, RADIUS - sqrt(RADIUS * RADIUS - HALF * HALF), 0.01);
        assert_true(level - height_of_wheel(&bilinear, w) > 0.2);
    }
    drive(&ditch, 0.6);
    cart_run(&ditch, 4.0); /* it comes out of it */
    assert_true(cart_signal(&ditch, "chassis.x") > 0.5);
    cart_free(&plane);
    cart_free(&ditch);
    cart_free(&bilinear);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_stands_on_the_edges_of_a_ditch),
        cmocka_unit_test(stands_as_on_a_plane),
        cmocka_unit_test(each_triangle_has_its_surface),
        cmocka_unit_test(a_kerb_is_climbed),
        cmocka_unit_test(objects_stand_on_it),
        cmocka_unit_test(shapes_meet_faces),
        cmocka_unit_test(bad_meshes_are_refused_with_their_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
