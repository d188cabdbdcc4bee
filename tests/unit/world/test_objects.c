/* Free objects beside a machine: at rest and awake, pushed, struck, lifted, dropped, on sand, in tasks,
 * saved. */
#include "sand_cart.h"

#include "support/check.h"
#include "world/incident.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

static const double g = 9.80665;

static const char box_ahead[] =
    HEAD "objects: [{name: box, at: [4, 0, 0], size: [0.5, 0.6, 0.7], mass: 60 kg, material: wood},\n"
         "          {name: far, at: [40, 9, 0], size: [1, 1, 1], mass: 100 kg}]\n";

/* Drive on at the lowest speed. */
static void drive(cart *c, double throttle, double seconds)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "direction", 1.0);
    cart_set(c, "throttle", throttle);
    cart_run(c, seconds);
}

static void without_free_objects_nothing_is_added(void **state)
{
    (void)state;
    cart with, without;
    const world_block *blocks;
    cart_build(&with, HEAD "objects: [{name: wall, at: [9, 0, 0], size: [0.5, 4, 1]}]\n");
    cart_build(&without, HEAD);
    assert_int_equal(world_signal_count(with.machine), world_signal_count(without.machine));
    const int count = world_state_blocks(with.machine, &blocks);
    for (int i = 0; i < count; i++) assert_null(strstr(blocks[i].name, "free objects"));
    assert_int_equal(world_object_count(with.machine), 0);
    cart_free(&with);
    cart_free(&without);
}

static void an_object_in_the_air_falls_and_sleeps(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD "objects: [{name: box, at: [6, 0, 0.2], size: [1, 1, 1], mass: 100 kg}]\n");
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 1.0);
    cart_run(&c, 0.15);
    CHECK_NEAR(cart_signal(&c, "object.box.z"), 0.7 - 0.5 * g * 0.15 * 0.15, 1e-3);
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "object.box.z"), 0.5, 1e-3);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 0.0);
    CHECK_SAME(cart_signal(&c, "objects.awake"), 0.0);
    cart_free(&c);
}

static void a_settled_object_stands_on_a_slope_and_stays(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\n"
                   "ground: {kind: plane, surface: hard, slope: 10 deg}\n"
                   "objects: [{name: box, at: [6, 0, 0], size: [1, 1, 1], mass: 100 kg}]\n");
    CHECK_NEAR(cart_signal(&c, "object.box.tilt"), 10.0 * 3.14159265358979 / 180.0, 1e-9);
    CHECK_NEAR(cart_signal(&c, "object.box.slope"), 10.0 * 3.14159265358979 / 180.0, 1e-9);
    const double x = cart_signal(&c, "object.box.x");
    cart_run(&c, 0.5);
    CHECK_SAME(cart_signal(&c, "object.box.x"), x);
    cart_free(&c);
}

/* At 2 m/s with c = 0.03: g c (m r^2)/(m r^2 + 2/5 m r^2) = 0.21 m/s^2. */
static void a_ball_rolls_on_and_stops(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD "objects: [{name: ball, at: [6, 0, 0], kind: sphere, radius: 0.3, mass: 20 kg,\n"
                        "           material: rubber, velocity: [0, 2, 0]}]\n");
    cart_run(&c, 2.0);
    const double early = cart_signal(&c, "object.ball.speed");
    cart_run(&c, 2.0);
    CHECK_RELATIVE(early - cart_signal(&c, "object.ball.speed"), 2.0 * g * 0.03 / 1.4, 0.1);
    cart_run(&c, 14.0);
    CHECK_SAME(cart_signal(&c, "object.ball.awake"), 0.0);
    cart_free(&c);
}

/* The bumper reaches to x = 2.7, the box begins at 3.75. */
static void a_box_is_pushed_along(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, box_ahead);
    drive(&c, 0.1, 6.0);
    const double box = cart_signal(&c, "object.box.x"), cart_at = cart_signal(&c, "chassis.x");
    assert_true(cart_at > 2.0);
    CHECK_NEAR(box - 0.25, cart_at + 2.7, 0.1);
    CHECK_NEAR(cart_signal(&c, "object.box.speed"), cart_signal(&c, "vehicle.speed"), 0.1);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 1.0);
    CHECK_SAME(cart_signal(&c, "object.far.awake"), 0.0);
    const double heard = cart_signal(&c, "objects.wood.x") - cart_signal(&c, "object.box.x");
    assert_true(cart_signal(&c, "objects.wood.force") > 0.0 &&
                fabs(heard) < 0.3); /* where the box touches something */
    cart_set(&c, "throttle", 0.0);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "brake", 1.0);
    cart_run(&c, 3.0);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 0.0);
    cart_free(&c);
}

static void a_blow_is_a_hit_and_a_push_is_none(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, box_ahead);
    drive(&c, 1.0, 4.0);
    CHECK_SAME(cart_signal(&c, "object.box.hits"), 1.0);
    CHECK_SAME(cart_signal(&c, "hits.count"), 1.0);
    assert_true(cart_signal(&c, "hits.impulse") > 30.0); /* 60 kg at some 1 m/s */
    assert_true(world_hit_at(c.machine, 0).peak > 1000.0);
    cart_free(&c);
    cart_build(&c, HEAD "objects: [{name: box, at: [2.955, 0, 0], size: [0.5, 0.6, 0.7], mass: 60 kg}]\n");
    drive(&c, 0.3, 4.0);
    assert_true(cart_signal(&c, "object.box.x") > 3.2);
    CHECK_SAME(cart_signal(&c, "object.box.hits"), 0.0);
    cart_free(&c);
}

static void a_task_waits_for_an_object(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, HEAD
               "objects: [{name: box, at: [4, 0, 0], size: [0.5, 0.6, 0.7], mass: 60 kg}]\n"
               "regions: [{name: bay, at: [6, 0, 0], size: [2, 4, 2]}]\n"
               "tasks: [{name: bring, when: [{inside: bay, object: box}]},\n"
               "        {name: away, optional: true, after: [], when: [{outside: bay, object: box}]}]\n");
    cart_run(&c, 0.1);
    CHECK_SAME(cart_signal(&c, "task.away.state"), 2.0);
    CHECK_SAME(cart_signal(&c, "task.bring.state"), 1.0);
    drive(&c, 1.0, 4.0);
    assert_true(cart_signal(&c, "object.box.x") > 5.0);
    CHECK_SAME(cart_signal(&c, "task.bring.state"), 2.0);
    cart_free(&c);
}

/* A state saved while the box is pushed gives the same bits again, and so does a second world. */
static void a_saved_state_goes_on_as_before(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, box_ahead);
    drive(&c, 1.0, 2.0);
    const size_t size = world_state_size(c.machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    assert_true(world_state_fits(c.machine, saved, size));
    cart_run(&c, 1.5);
    const uint64_t hash = world_state_hash(c.machine);
    world_state_restore(c.machine, saved);
    cart_run(&c, 1.5);
    assert_true(world_state_hash(c.machine) == hash);
    cart_free(&c);
    cart_build(&c, box_ahead);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 1.0);
    world_state_restore(c.machine, saved);
    cart_run(&c, 1.5);
    assert_true(world_state_hash(c.machine) == hash);
    memset((char *)saved + size / 2, 0xff, 64);
    free(saved);
    cart_free(&c);
}

/* ---- on sand ---- */

static void an_object_on_sand_sinks_in_a_little(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "", "objects: [{name: box, at: [8, 0, 0.1], size: [0.6, 0.6, 0.6], mass: 300 kg}]\n");
    sand_cart_run(&c, 3.0);
    const double z = cart_signal(&c, "object.box.z") - 0.3;
    CHECK_NEAR(z, -0.05, 0.048);
    CHECK_NEAR(cart_signal(&c, "object.box.tilt"), 0.0, 0.05);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 0.0);
    cart_free(&c);
}

static void an_object_lies_on_a_heap(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "piles: [{at: [8 m, 0], height: 0.8 m}]",
                    "objects: [{name: box, at: [8, 0, 0.3], size: [0.4, 0.4, 0.4], mass: 100 kg}]\n");
    sand_cart_run(&c, 2.0);
    const double z = cart_signal(&c, "object.box.z") - 0.2;
    assert_true(z > 0.55 && z < 0.82);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 0.0);
    cart_free(&c);
}

/* Take the soil of a square down to a depth. */
static void dig(const cart *c, double x, double y, double half, double depth)
{
    terr_field *field = terr_sand_field(world_machine_sand(c->machine));
    int low[2], high[2];
    assert_true(terr_field_cell(field, x - half, y - half, &low[0], &low[1]));
    assert_true(terr_field_cell(field, x + half, y + half, &high[0], &high[1]));
    for (int i = low[0]; i <= high[0]; i++)
        for (int k = low[1]; k <= high[1]; k++) {
            const double floor = terr_field_height(field, i, k) - depth;
            while (terr_field_height(field, i, k) > floor)
                if (terr_field_take(field, i, k, terr_quanta(0.05)) == 0) break;
            terr_field_wake(field, i, k);
        }
}

static void an_object_wakes_where_the_sand_below_it_is_dug_away(void **state)
{
    (void)state;
    cart c;
    sand_cart_build(&c, "",
                    "objects: [{name: box, at: [8, 0, 0], size: [0.6, 0.6, 0.6], mass: 300 kg},\n"
                    "          {name: lid, at: [8, 0, 0.6], size: [0.5, 0.5, 0.2], mass: 20 kg},\n"
                    "          {name: far, at: [10, 2, 0], size: [0.3, 0.3, 0.3], mass: 20 kg}]\n");
    sand_cart_run(&c, 4.0);
    CHECK_SAME(cart_signal(&c, "objects.awake"), 0.0);
    const double z = cart_signal(&c, "object.box.z"), lid = cart_signal(&c, "object.lid.z"),
                 far = cart_signal(&c, "object.far.z");
    sand_cart_run(&c, 0.5); /* the lid on the box has air below it, and sleeps on */
    CHECK_SAME(cart_signal(&c, "objects.awake"), 0.0);
    dig(&c, 8.0, 0.0, 0.8, 0.15);
    const size_t size = world_state_size(c.machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    cart_run(&c, 0.1);
    CHECK_SAME(cart_signal(&c, "object.box.awake"), 1.0);
    cart_run(&c, 3.9);
    const uint64_t hash = world_state_hash(c.machine);
    assert_true(cart_signal(&c, "object.box.z") < z - 0.08);
    assert_true(cart_signal(&c, "object.lid.z") < lid - 0.08);
    CHECK_SAME(cart_signal(&c, "object.far.z"), far);
    CHECK_SAME(cart_signal(&c, "objects.awake"), 0.0);
    world_state_restore(c.machine, saved);
    cart_run(&c, 4.0);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

/* ---- lifted ---- */

/* Put lines behind a key of a file. */
static void insert(char *text, const char *key, const char *lines)
{
    char *at = strstr(text, key);
    assert_non_null(at);
    if (at == NULL) return;
    at += strlen(key);
    memmove(at + strlen(lines), at, strlen(at) + 1);
    memcpy(at, lines, strlen(lines));
}

/* The forklift, with a gauge in its lift cylinder and with more shapes. */
static void build_forklift_with(cart *c, const char *shapes, const char *scenario)
{
    static const char gauge[] = "  - {name: oil, quantity: pressure, circuit: work, node: LA}\n";
    static char text[40000];
    auth_machine *author = NULL;
    auth_scenario *site = NULL;
    *c = (cart){.machine = NULL};
    FILE *file = fopen(HEADLAND_SOURCE "/assets/machines/forklift.yaml", "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - sizeof gauge - strlen(shapes), file)] = '\0';
    fclose(file);
    insert(text, "\noutputs:\n", gauge);
    insert(text, "\nshapes:\n", shapes);
    if (auth_machine_parse(text, strlen(text), "f.yaml", &c->arena, &author, &c->machine_report) != HL_OK)
        fail_msg("%s", c->machine_report.list[0].text);
    if (auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site, &c->scenario_report) !=
            HL_OK ||
        auth_scenario_read_objects(site, &c->arena, &c->scenario_report) != HL_OK)
        fail_msg("%s", c->scenario_report.list[0].text);
    const mb_step_options options = world_machine_options(author, site);
    const hl_status status = world_machine_build(author, site, &options, &c->arena, &c->machine_report,
                                                 &c->scenario_report, &c->machine);
    if (status != HL_OK) fail_msg("%s", c->scenario_report.list[0].text);
    assert_true(world_signal_count(c->machine) <= CART_SIGNALS);
}

static void build_forklift(cart *c, const char *scenario)
{
    build_forklift_with(c, "", scenario);
}

static void raise_fork(cart *c)
{
    cart_run(c, 1.0);
    cart_set(c, "throttle", 0.7);
    cart_set(c, "lift", 1.0);
    cart_run(c, 4.0);
    cart_set(c, "lift", 0.0);
    cart_run(c, 4.5); /* the tires swing for seconds */
}

#define YARD                                                                                                 \
    "headland: scenario\nversion: 1\nname: y\nmachine: f.yaml\nground: {kind: plane, surface: asphalt}\n"

/* 500 kg on a piston of 60 mm are 17.34 bar. */
static void a_lifted_load_is_felt_in_the_oil(void **state)
{
    (void)state;
    static const double mass = 500.0, area = 3.14159265358979 * 0.03 * 0.03;
    cart c;
    build_forklift(&c, YARD);
    raise_fork(&c);
    const double empty = cart_signal(&c, "oil");
    cart_free(&c);
    build_forklift(&c, YARD
                   "objects: [{name: load, at: [1.15, 0, 0.12], size: [0.9, 0.9, 0.6], mass: 500 kg}]\n");
    raise_fork(&c);
    const double loaded = cart_signal(&c, "oil");
    assert_true(cart_signal(&c, "object.load.z") > 0.6);
    CHECK_RELATIVE(loaded - empty, mass * g / area, 0.02);
    CHECK_RELATIVE(cart_signal(&c, "object.load.load"), mass, 0.02);
    CHECK_RELATIVE(cart_signal(&c, "contact.fork.load"), mass, 0.02);
    CHECK_SAME(cart_signal(&c, "object.load.drops"), 0.0);
    cart_free(&c);
}

/* The supplied pallet with a crate of 300 kg: the tines, which end at x = 1.55, enter it at 1.9. */
static void the_forklift_lifts_a_pallet_with_its_load(void **state)
{
    (void)state;
    cart c;
    build_forklift(&c, YARD "objects:\n"
                            "  - {name: pallet, type: " HEADLAND_SOURCE
                            "/assets/objects/pallet.yaml, at: [2.5, 0, 0]}\n"
                            "  - {name: crate, at: [2.5, 0, 0.144], size: [0.8, 0.7, 0.6], mass: 300 kg, "
                            "material: wood, settled: false, awake: false}\n");
    cart_run(&c, 1.0);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.05);
    for (int i = 0; i < 2000 && cart_signal(&c, "chassis.x") < 0.9; i++) cart_run(&c, 0.01);
    cart_set(&c, "throttle", 0.0);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "brake", 1.0);
    cart_run(&c, 2.0);
    CHECK_NEAR(cart_signal(&c, "object.pallet.x"), 2.5, 0.01); /* the tines entered it without a touch */
    CHECK_SAME(cart_signal(&c, "object.pallet.hits"), 0.0);
    raise_fork(&c);
    assert_true(cart_signal(&c, "object.pallet.z") > 0.5);
    CHECK_NEAR(cart_signal(&c, "object.pallet.tilt"), 0.0, 0.05);
    CHECK_RELATIVE(cart_signal(&c, "object.pallet.load"), 325.0, 0.02);
    CHECK_SAME(cart_signal(&c, "object.pallet.drops"), 0.0);
    assert_true(cart_signal(&c, "object.crate.z") > cart_signal(&c, "object.pallet.z") + 0.3);
    cart_free(&c);
}

/* A smooth load slides off the raised fork as the truck reverses away under it. */
static void a_dropped_load_is_an_incident(void **state)
{
    (void)state;
    cart c;
    build_forklift(&c,
                   YARD "materials: [{a: steel, b: wood, kinetic: 0.1, stiction: 0.1}]\n"
                        "objects: [{name: load, at: [1.15, 0, 0.12], size: [0.9, 0.9, 0.6], mass: 200 kg, "
                        "material: wood}]\n"
                        "endings: [{kind: dropped, of: load, penalty: 10}]\n");
    raise_fork(&c);
    const double height = cart_signal(&c, "object.load.z");
    CHECK_SAME(cart_signal(&c, "object.load.drops"), 0.0);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "direction", -1.0);
    cart_set(&c, "throttle", 1.0);
    for (int i = 0; i < 600 && !(cart_signal(&c, "object.load.drops") > 0.0); i++) cart_run(&c, 0.01);
    assert_true(world_incident_count(c.machine) > 0);
    const world_incident what = world_incident_at(c.machine, world_incident_count(c.machine) - 1);
    assert_int_equal(what.kind, AUTH_ENDING_DROPPED);
    assert_int_equal(what.of, 0);
    assert_int_equal(what.row, 0);
    assert_true(what.value > 0.3 && what.value < height + 0.5);
    assert_true(what.speed > 1.0 &&
                what.speed < 8.0); /* 0.3 m of free fall are 2.4 m/s; it tips over the tines */
    CHECK_SAME(cart_signal(&c, "object.load.drops"), 1.0);
    cart_free(&c);
}

/* A box slides down a chute of a machine at rest: it touches the chute until it touches the ground, 1.2 m
 * lower. */
static void a_load_that_slides_down_has_been_dropped(void **state)
{
    (void)state;
    cart c;
    build_forklift_with(
        &c,
        "  - {name: chute, body: frame, size: [0.6 m, 2 m, 0.04 m], at: [-0.7 m, 1.55 m, 0.6 m], "
        "turn: [-45 deg, 0, 0]}\n",
        YARD "materials: [{a: steel, b: wood, kinetic: 0.1, stiction: 0.1}]\n"
             "objects: [{name: box, at: [-0.7, 1.142, 1.37], turn: [-45 deg, 0, 0], size: [0.3, 0.3, 0.3], "
             "mass: 40 kg, material: wood}]\n");
    const double height = cart_signal(&c, "object.box.z");
    cart_run(&c, 0.1);
    for (int i = 0; i < 200 && !(cart_signal(&c, "object.box.drops") > 0.0); i++) {
        if (cart_signal(&c, "object.box.z") > 0.35) assert_true(cart_signal(&c, "object.box.load") > 0.0);
        cart_run(&c, 0.01);
    }
    CHECK_SAME(cart_signal(&c, "object.box.drops"), 1.0);
    assert_true(height - cart_signal(&c, "object.box.z") > 0.8);
    cart_free(&c);
}

/* Drums that start with 1 m/s roll with 0.67 m/s after they have slid. With a resistance of r they come to
 * rest after 0.67^2 1.5/(2 r g). */
static void rolling_resistance_of_a_pair_counts(void **state)
{
    (void)state;
    cart c;
    build_forklift(
        &c,
        YARD "materials: [{a: wood, b: asphalt, rolling: 0.2}, {a: stone, b: asphalt, rolling: 0}]\n"
             "objects: [{name: wood, kind: cylinder, at: [6, 0, 0.3], turn: [90 deg, 0, 0], radius: 0.3 m, "
             "length: 1 m, mass: 200 kg, material: wood, velocity: [1, 0, 0]},\n"
             "          {name: stone, kind: cylinder, at: [6, 4, 0.3], turn: [90 deg, 0, 0], radius: 0.3 m, "
             "length: 1 m, mass: 200 kg, material: stone, velocity: [1, 0, 0]}]\n");
    cart_run(&c, 3.0);
    const double wood = cart_signal(&c, "object.wood.x") - 6.0,
                 stone = cart_signal(&c, "object.stone.x") - 6.0;
    if (!(wood > 0.15 && wood < 0.4 && stone > 1.9)) fail_msg("wood %.3f m, stone %.3f m", wood, stone);
    cart_free(&c);
}

/* ---- refusals ---- */

static void objects_in_each_other_or_in_the_machine_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *objects, *words;
        int line;
    } list[] = {
        {"objects: [{name: a, at: [6, 0, 0], size: [1, 1, 1], mass: 9},\n"
         "          {name: b, at: [6.5, 0, 0], size: [1, 1, 1], mass: 9}]\n",
         "overlap by", 6},
        {"objects: [{name: a, at: [2.5, 0, 0.2], size: [1, 1, 1], mass: 9}]\n",
         "object 'a' stands where the machine starts", 6},
        {"objects: [{name: a, at: [6, 0, 0], kind: hull, mass: 9, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], "
         "[1, 1, 0]]}]\n",
         "object 'a'", 6},
        {"objects: [{name: a, at: [6, 0, 0], size: [1, 1, 1], mass: 9, material: jelly}]\n",
         "unknown material 'jelly'", 6},
    };
    static char machine[CART_ROOM];
    cart_read(machine, sizeof machine);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char text[600];
        cart c;
        snprintf(text, sizeof text, "%s%s", HEAD, list[i].objects);
        assert_int_equal(cart_try(&c, machine, text), HL_BAD_INPUT);
        const hl_complaint *first = &c.scenario_report.list[0];
        if (c.scenario_report.count == 0 || !strstr(first->text, list[i].words) ||
            first->place.line != list[i].line)
            fail_msg("%zu: %d: %d: %s", i, c.scenario_report.count, first->place.line, first->text);
        cart_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_free_objects_nothing_is_added),
        cmocka_unit_test(an_object_in_the_air_falls_and_sleeps),
        cmocka_unit_test(a_settled_object_stands_on_a_slope_and_stays),
        cmocka_unit_test(a_ball_rolls_on_and_stops),
        cmocka_unit_test(a_box_is_pushed_along),
        cmocka_unit_test(a_blow_is_a_hit_and_a_push_is_none),
        cmocka_unit_test(a_task_waits_for_an_object),
        cmocka_unit_test(a_saved_state_goes_on_as_before),
        cmocka_unit_test(an_object_on_sand_sinks_in_a_little),
        cmocka_unit_test(an_object_lies_on_a_heap),
        cmocka_unit_test(an_object_wakes_where_the_sand_below_it_is_dug_away),
        cmocka_unit_test(a_lifted_load_is_felt_in_the_oil),
        cmocka_unit_test(the_forklift_lifts_a_pallet_with_its_load),
        cmocka_unit_test(a_dropped_load_is_an_incident),
        cmocka_unit_test(rolling_resistance_of_a_pair_counts),
        cmocka_unit_test(a_load_that_slides_down_has_been_dropped),
        cmocka_unit_test(objects_in_each_other_or_in_the_machine_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
