/* A crawler in the world: it stands, holds on slopes and slides, drives, turns on the spot, and leaves ruts
 * in sand; its surfaces, its signals, its state. The law of its tracks is tested in tests/unit/physics, what
 * soil does under them in tests/unit/terrain. */
#include "cart.h"

#include "machine/machine.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81, MASS = 20300.0, SPROCKET = 0.36, DEG = 3.14159265358979323846 / 180.0;

/* ---- building ---- */

static void fill_in(char *text, const char *word, const char *value)
{
    for (char *at = strstr(text, word); at != NULL; at = strstr(text, word)) {
        memmove(at + strlen(value), at + strlen(word), strlen(at + strlen(word)) + 1);
        memcpy(at, value, strlen(value));
    }
}

static void machine_text(char *text, double left, double right, bool held)
{
    char number[32];
    cart_read(text, CART_ROOM);
    snprintf(number, sizeof number, "%.17g", left);
    fill_in(text, "LEFT", number);
    snprintf(number, sizeof number, "%.17g", right);
    fill_in(text, "RIGHT", number);
    fill_in(text, "HOLD", held ? "1e7" : "0");
    fill_in(text, "DAMP", held ? "1e5" : "0"); /* at rest within some hundredths of a second */
}

/* On a slope that rises along x [deg]; the machine is not settled where it is to move at once. */
static void crawler_build(cart *c, double left, double right, bool held, double slope, const char *surface)
{
    static char text[CART_ROOM];
    char scenario[400];
    machine_text(text, left, right, held);
    snprintf(scenario, sizeof scenario,
             "headland: scenario\nversion: 1\nname: site\nmachine: crawler.yaml\n"
             "ground: {kind: plane, surface: %s, slope: %.17g deg}\nstart: {settled: %s}\n",
             surface, slope, held && slope < 25.0 ? "true" : "false");
    const hl_status status = cart_try(c, text, scenario);
    for (int i = 0; status != HL_OK && i < c->machine_report.count + c->scenario_report.count; i++) {
        char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH];
        const bool first = i < c->machine_report.count;
        hl_report_line(first ? &c->machine_report : &c->scenario_report,
                       first ? i : i - c->machine_report.count, line, sizeof line);
        print_error("%s\n", line);
    }
    assert_int_equal(status, HL_OK);
}

static double load(cart *c)
{
    return cart_signal(c, "track.left.load") + cart_signal(c, "track.right.load");
}

/* ---- standing ---- */

/* Settled, on springs: loads are the weight, the mean deflection W/(20 k), and nothing creeps. */
static void stands(void **state)
{
    (void)state;
    cart c;
    crawler_build(&c, 0.0, 0.0, true, 0.0, "firm");
    CHECK_RELATIVE(load(&c), MASS * GRAVITY, 1e-6);
    const double x = cart_signal(&c, "chassis.x"), z = cart_signal(&c, "chassis.z");
    CHECK_NEAR(z, -MASS * GRAVITY / (20.0 * 3e6), 1e-4); /* sprockets behind pitch it a bit */
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-7);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), z, 1e-7);
    CHECK_NEAR(cart_signal(&c, "track.left.traction"), 0.0, 1.0);
    cart_free(&c);
}

/* Below atan mu it holds without creep: bristles bend by less than K and stay. */
static void holds_on_a_slope(void **state)
{
    (void)state;
    cart c;
    crawler_build(&c, 0.0, 0.0, true, 30.0, "firm"); /* atan 0.8 = 38.7 deg */
    cart_run(&c, 6.0); /* it starts unsettled: what rocks on its springs has died out */
    const double x = cart_signal(&c, "chassis.x");
    CHECK_RELATIVE(cart_signal(&c, "track.left.traction") + cart_signal(&c, "track.right.traction"),
                   MASS * GRAVITY * sin(30.0 * DEG), 1e-3);
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "chassis.x"), x, 1e-6);
    cart_free(&c);
}

/* Beyond it slides with g (sin a - mu cos a). */
static void slides_on_a_steep_slope(void **state)
{
    (void)state;
    cart c;
    crawler_build(&c, 0.0, 0.0, true, 30.0, "wet"); /* atan 0.4 = 21.8 deg */
    cart_run(&c, 1.0);
    const double before = cart_signal(&c, "vehicle.speed");
    cart_run(&c, 1.0);
    const double expected = GRAVITY * (sin(30.0 * DEG) - 0.4 * cos(30.0 * DEG));
    CHECK_RELATIVE(fabs(cart_signal(&c, "vehicle.speed") - before), expected, 0.01);
    cart_free(&c);
}

/* ---- driving ---- */

/* Two sprockets with T each: a = (2 T/r - c_rr W)/(m + 2 I/r^2), straight on. */
static void drives_straight(void **state)
{
    (void)state;
    cart c;
    const double torque = 5e3;
    crawler_build(&c, torque, torque, false, 0.0, "firm");
    cart_run(&c, 2.0);
    const double before = cart_signal(&c, "vehicle.speed");
    cart_run(&c, 1.0);
    const double inertia = MASS + 2.0 * 160.0 / (SPROCKET * SPROCKET);
    const double expected = (2.0 * torque / SPROCKET - 0.03 * MASS * GRAVITY) / inertia;
    CHECK_RELATIVE(cart_signal(&c, "vehicle.speed") - before, expected, 0.02); /* slip grows a little too */
    CHECK_NEAR(cart_signal(&c, "chassis.y"), 0.0, 1e-6);
    CHECK_RELATIVE(cart_signal(&c, "track.left.speed"), cart_signal(&c, "vehicle.speed"), 0.02);
    assert_true(cart_signal(&c, "track.left.slip") > 0.0);
    cart_free(&c);
}

/* Opposite torques beyond the turning resistance, mu W L/4 over the gauge, turn it where it stands. */
static void turns_on_the_spot(void **state)
{
    (void)state;
    cart c;
    crawler_build(&c, -28e3, 28e3, false, 0.0, "firm");
    cart_run(&c, 1.5);
    assert_true(cart_signal(&c, "chassis.heading") > 0.3);
    CHECK_NEAR(hypot(cart_signal(&c, "chassis.x"), cart_signal(&c, "chassis.y")), 0.0, 0.3);
    cart_free(&c);
    crawler_build(&c, -8e3, 8e3, false, 0.0, "firm"); /* 53 kN m against some 140: it stays */
    cart_run(&c, 2.0);
    assert_true(fabs(cart_signal(&c, "chassis.heading")) < 0.05);
    cart_free(&c);
}

/* ---- files ---- */

static void surfaces_are_looked_up(void **state)
{
    (void)state;
    static char text[CART_ROOM];
    cart c;
    machine_text(text, 0.0, 0.0, true);
    assert_int_equal(cart_try(&c, text,
                              "headland: scenario\nversion: 1\nname: site\nmachine: crawler.yaml\n"
                              "ground: {kind: plane, surface: mud}\n"),
                     HL_BAD_INPUT);
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH];
    hl_report_line(&c.scenario_report, 0, line, sizeof line);
    assert_non_null(
        strstr(line, "surface 'mud' is not known to track 'left' of the machine: give one of 'firm', 'wet'"));
    cart_free(&c);
}

/* ---- sand ---- */

static void sand_build(cart *c, double torque, bool settled)
{
    static char text[CART_ROOM];
    char site[400];
    snprintf(site, sizeof site,
             "headland: scenario\nversion: 1\nname: sand\nmachine: crawler.yaml\nground: {kind: plane}\n"
             "sand: {soils: [{file: dry-sand.yaml}], from: [-5 m, -4 m], to: [15 m, 4 m], cell: 0.1, "
             "particles: 1000}\nstart: {settled: %s}\n",
             settled ? "true" : "false");
    *c = (cart){.machine = NULL};
    auth_machine *author;
    auth_scenario *scenario;
    machine_text(text, torque, torque, torque == 0.0);
    assert_int_equal(
        auth_machine_parse(text, strlen(text), "crawler.yaml", &c->arena, &author, &c->machine_report),
        HL_OK);
    assert_int_equal(
        auth_scenario_parse(site, strlen(site), "sand.yaml", &c->arena, &scenario, &c->scenario_report),
        HL_OK);
    assert_int_equal(auth_soil_read(SOILS_FOLDER "/dry-sand.yaml", &c->arena, &scenario->sand.soils[0].soil,
                                    &c->scenario_report),
                     HL_OK);
    const mb_step_options options = world_machine_options(author, scenario);
    assert_int_equal(world_machine_build(author, scenario, &options, &c->arena, &c->machine_report,
                                         &c->scenario_report, &c->machine),
                     HL_OK);
}

static double field_height(const cart *c, double x, double y)
{
    return terr_field_sample(terr_sand_field(world_machine_sand(c->machine)), x, y).height;
}

/* While it settles every cell under it yields as far as it will: it then sinks no deeper. */
static void settles_in_sand(void **state)
{
    (void)state;
    static const double AT_REST = 1e-5; /* [m] what is left to yield is nothing (press_internal.h) */
    cart c;
    sand_build(&c, 0.0, true);
    const double z = cart_signal(&c, "chassis.z"), sinkage = cart_signal(&c, "track.left.sinkage");
    assert_true(sinkage > 1e-3);
    cart_run(&c, 0.5);
    CHECK_NEAR(cart_signal(&c, "chassis.z"), z, AT_REST);
    CHECK_NEAR(cart_signal(&c, "track.left.sinkage"), sinkage, AT_REST);
    cart_free(&c);
}

/* It rolls over sand on ruts as wide as its shoes, at the sinkage of its pressure; soil is not lost. */
static void leaves_ruts_in_sand(void **state)
{
    (void)state;
    cart c;
    sand_build(&c, 12e3, false);
    const terr_field *field = terr_sand_field(world_machine_sand(c.machine));
    while (cart_signal(&c, "chassis.x") < 6.0 && world_machine_time(c.machine) < 12.0) cart_run(&c, 0.1);
    assert_true(cart_signal(&c, "chassis.x") >= 6.0);
    assert_true(cart_signal(&c, "track.left.sinkage") > 5e-3);
    const double x = cart_signal(&c, "chassis.x") - 3.0;
    assert_true(field_height(&c, x, 1.2) < -5e-3 && field_height(&c, x, -1.2) < -5e-3);
    assert_true(field_height(&c, x, 0.0) > -1e-3);
    assert_true(terr_field_weigh(field) == terr_field_count(field).initial);
    cart_free(&c);
}

/* The state is all that the future depends on. */
static void goes_on_from_a_saved_state(void **state)
{
    (void)state;
    cart c;
    sand_build(&c, 12e3, false);
    cart_run(&c, 0.5);
    void *saved = malloc(world_state_capacity(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    cart_run(&c, 0.3);
    const uint64_t hash = world_state_hash(c.machine);
    world_state_restore(c.machine, saved);
    cart_run(&c, 0.3);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands),
        cmocka_unit_test(holds_on_a_slope),
        cmocka_unit_test(slides_on_a_steep_slope),
        cmocka_unit_test(drives_straight),
        cmocka_unit_test(turns_on_the_spot),
        cmocka_unit_test(surfaces_are_looked_up),
        cmocka_unit_test(settles_in_sand),
        cmocka_unit_test(leaves_ruts_in_sand),
        cmocka_unit_test(goes_on_from_a_saved_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
