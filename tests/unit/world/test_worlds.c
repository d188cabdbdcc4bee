/* Several machines on one site: what they share, and that they do not disturb each other. */
#include "cart.h"

#include "parts/parts.h"

#include "support/check.h"
#include "world/incident.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD   "headland: scenario\nversion: 1\nname: s\n"
#define GROUND "ground: {kind: plane, surface: hard}\n"
#define ALONE  HEAD "machine: cart.yaml\n" GROUND
#define PAIR                                                                                                 \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [0, 8 m], engine: true}}\n" GROUND

static void read_soils(auth_scenario *site, cart *c)
{
    for (int i = 0; i < site->sand.soil_count; i++)
        assert_int_equal(auth_soil_read(SOILS_FOLDER "/dry-sand.yaml", &c->arena, &site->sand.soils[i].soil,
                                        &c->scenario_report),
                         HL_OK);
}

/* Every machine is the cart, whose bumper has the law and whose file has further lines. */
static hl_status try_all_with(cart *c, const char *law, const char *lines, const char *scenario)
{
    static char read[CART_ROOM], text[CART_ROOM + 400];
    static hl_report other_report;
    auth_machine *author;
    auth_scenario *site = NULL;
    cart_read(read, sizeof read);
    const char *end = strchr(strstr(read, "name: bumper"), '}');
    const int length =
        snprintf(text, sizeof text, "%.*s, law: %s%s%s", (int)(end - read), read, law, end, lines);
    assert_in_range(length, 1, sizeof text - 1);
    *c = (cart){.machine = NULL};
    other_report = (hl_report){0};
    assert_int_equal(
        auth_machine_parse(text, strlen(text), "cart.yaml", &c->arena, &author, &c->machine_report), HL_OK);
    assert_int_equal(
        auth_scenario_parse(scenario, strlen(scenario), "site.yaml", &c->arena, &site, &c->scenario_report),
        HL_OK);
    read_soils(site, c);
    const mb_step_options options = world_machine_options(author, site);
    world_file files[AUTH_MAX_MACHINES] = {{author, &c->machine_report}};
    for (int i = 1; i < AUTH_MAX_MACHINES; i++) files[i] = (world_file){author, &other_report};
    return world_build(files, site, &options, &c->arena, &c->scenario_report, &c->machine);
}

static hl_status try_all(cart *c, const char *scenario)
{
    return try_all_with(c, "lugre", "", scenario);
}

static void build_all(cart *c, const char *scenario)
{
    assert_int_equal(try_all(c, scenario), HL_OK);
}

static double signal_of(cart *c, const char *name)
{
    static double values[2 * CART_SIGNALS];
    const int index = world_signal_find(c->machine, name);
    assert_true(index >= 0);
    world_machine_evaluate_signals(c->machine, values);
    return values[index];
}

static void they_are_one_world(void **state)
{
    (void)state;
    cart alone, pair;
    cart_build(&alone, ALONE);
    build_all(&pair, PAIR);
    assert_int_equal(world_machine_count(alone.machine), 1);
    assert_int_equal(world_machine_count(pair.machine), 2);
    const int controls = world_control_count(alone.machine);
    assert_int_equal(world_control_count(pair.machine), 2 * controls);
    assert_string_equal(world_control_info(pair.machine, controls).name, "other.throttle");
    assert_int_equal(world_control_find(pair.machine, "other.throttle"), controls);
    assert_int_equal(world_control_find(world_machine_at(pair.machine, 1), "throttle"), controls);
    assert_int_equal(world_control_find(pair.machine, "throttle"), 0);
    CHECK_RELATIVE(signal_of(&pair, "other.chassis.y"), 8.0, 1e-6);
    assert_true(world_signal_find(pair.machine, "other.goal.share") < 0);
    /* the driven one by its name, for the scripts of others, whose own signals come first */
    const world_machine *other = world_machine_at(pair.machine, 1);
    const int driven = world_signal_find(pair.machine, "vehicle.speed");
    assert_int_equal(world_signal_find(other, "own.vehicle.speed"), driven);
    assert_int_equal(world_signal_find(other, "vehicle.speed"),
                     world_signal_find(pair.machine, "other.vehicle.speed"));
    assert_true(world_signal_find(other, "own") < 0 && world_signal_find(other, "own.no.signal") < 0);
    cart_free(&alone);
    cart_free(&pair);
}

/* The driven cart makes the same steps, bit by bit, whether the other stands beside it or drives. */
static void they_do_not_disturb_each_other(void **state)
{
    (void)state;
    static const char *const same[] = {"chassis.x", "chassis.z", "vehicle.speed", "engine.speed",
                                       "wheel.wheel_fl.load"};
    cart alone, pair;
    cart_build(&alone, ALONE);
    build_all(&pair, PAIR);
    cart_set(&alone, "parking_brake", 0.0);
    cart_set(&pair, "parking_brake", 0.0);
    cart_set(&pair, "other.parking_brake", 0.0);
    cart_set(&alone, "throttle", 0.6);
    cart_set(&pair, "throttle", 0.6);
    cart_set(&alone, "direction", 1.0);
    cart_set(&pair, "direction", 1.0);
    cart_set(&pair, "other.direction", -1.0);
    cart_set(&pair, "other.throttle", 1.0);
    cart_run(&alone, 2.0);
    cart_run(&pair, 2.0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (world_signal_find(alone.machine, same[i]) >= 0)
            CHECK_SAME(signal_of(&pair, same[i]), cart_signal(&alone, same[i]));
    assert_true(signal_of(&pair, "chassis.x") > 0.2);
    assert_true(signal_of(&pair, "other.chassis.x") < -0.2);
    cart_free(&alone);
    cart_free(&pair);
}

/* From a saved state the world makes the same steps and shows the same signals, all machines of it. */
static void check_repeats(cart *c, double seconds)
{
    const size_t size = world_state_size(c->machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(c->machine, saved);
    const double force = signal_of(c, "contact.frame.force");
    const uint64_t at_start = world_state_hash(c->machine);
    cart_run(c, seconds);
    const uint64_t at_end = world_state_hash(c->machine);
    assert_true(at_start != at_end);
    assert_true(world_state_fits(c->machine, saved, size));
    world_state_restore(c->machine, saved);
    assert_true(world_state_hash(c->machine) == at_start);
    CHECK_SAME(signal_of(c, "contact.frame.force"), force);
    cart_run(c, seconds);
    assert_true(world_state_hash(c->machine) == at_end);
    free(saved);
}

static void a_saved_state_holds_all_of_them(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PAIR);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "other.direction", 1.0);
    cart_set(&c, "other.throttle", 1.0);
    cart_run(&c, 0.5);
    check_repeats(&c, 0.5);
    cart_free(&c);
}

#define PARKED(at)                                                                                           \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [" at ", 0]}}\n" GROUND

/* Turned round: what meets is the front of both. */
#define FACING(at)                                                                                           \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [" at                              \
         ", 0], heading: 180 deg}}\n" GROUND

/* Its steps cost nothing; it wakes when a control of it moves. */
static void a_parked_machine_sleeps(void **state)
{
    (void)state;
    cart c;
    build_all(&c, PARKED("12 m"));
    cart_run(&c, 1.5);
    const world_machine *other = world_machine_at(c.machine, 1);
    assert_true(world_is_at_rest(other));
    const double x = signal_of(&c, "other.chassis.x");
    cart_run(&c, 0.1);
    CHECK_SAME(signal_of(&c, "other.chassis.x"), x);
    CHECK_SAME(signal_of(&c, "other.time"), signal_of(&c, "time"));
    cart_set(&c, "other.boom", 1.0);
    cart_run(&c, 0.01);
    assert_false(world_is_at_rest(other));
    cart_free(&c);
}

/* The driven cart runs against the parked one and pushes it along: what stands against its bumper rolls. */
static void push_with(const char *law)
{
    cart c;
    assert_int_equal(try_all_with(&c, law, "", FACING("12.2 m")), HL_OK);
    const double x = signal_of(&c, "other.chassis.x");
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    cart_run(&c, 1.0);
    CHECK_RELATIVE(signal_of(&c, "other.chassis.x"), x, 1e-3); /* they are apart */
    cart_run(&c, 7.0);
    /* bumper against bumper: 5.4 m between their origins, less what it takes to press */
    assert_true(signal_of(&c, "other.chassis.x") > x + 5.0);
    CHECK_NEAR(signal_of(&c, "other.chassis.x") - signal_of(&c, "chassis.x"), 5.4, 0.01);
    cart_set(&c, "other.brake", 0.1); /* now it takes a force */
    cart_run(&c, 0.5);
    double mean = 0.0;
    for (int i = 0; i < 200; i++) {
        cart_run(&c, 0.001);
        mean += signal_of(&c, "contact.frame.force") / 200.0;
    }
    assert_true(mean > 100.0);
    CHECK_SAME(signal_of(&c, "other.contact.frame.force"), 0.0);
    assert_false(world_is_at_rest(world_machine_at(c.machine, 1)));
    check_repeats(&c, 0.3);
    cart_free(&c);
}

static void one_machine_pushes_the_other(void **state)
{
    (void)state;
    push_with("lugre");
    push_with("stiction");
}

/* Once for a contact that goes on, with the speed of the approach; `of` counts in the scenario's list. */
static void hit_with(const char *law)
{
    cart c;
    assert_int_equal(try_all_with(&c, law, "", FACING("7 m") "endings: [{kind: machine, of: other}]\n"),
                     HL_OK);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    double speed = 0.0;
    for (int i = 0; i < 8000 && world_incident_count(c.machine) == 0; i++) {
        speed = signal_of(&c, "vehicle.speed");
        cart_run(&c, 0.001);
    }
    assert_int_equal(world_incident_count(c.machine), 1);
    const world_incident what = world_incident_at(c.machine, 0);
    assert_int_equal(what.kind, AUTH_ENDING_MACHINE);
    assert_int_equal(what.of, 1);
    assert_int_equal(what.row, 0);
    assert_true(speed > 0.3);
    CHECK_NEAR(what.speed, speed, 0.1 * speed);
    CHECK_NEAR(what.place[0], signal_of(&c, "chassis.x") + 2.7, 0.02);
    cart_run(&c, 0.1);
    assert_int_equal(world_incident_count(c.machine), 1);
    check_repeats(&c, 0.2);
    cart_free(&c);
}

/* Danger and hits name the machine, also one without trainee; rows with `by` apply to their machine alone. */
static void every_machine_can_hit_persons(void **state)
{
    (void)state;
    cart c;
    build_all(&c,
              PAIR "persons: [{name: Kim, at: [4.5 m, 8 m], danger: 1 m}]\n"
                   "endings: [{kind: danger, by: own, penalty: 50}, {kind: danger, by: other, penalty: 3}]\n"
                   "tasks: [{name: wait, when: [{signal: time, above: 1 min}]}]\n");
    CHECK_NEAR(signal_of(&c, "person.Kim.distance"), 4.5 - 2.7 - 0.25, 0.02);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "other.throttle", 0.6);
    cart_set(&c, "other.direction", 1.0);
    for (int i = 0; i < 6000 && world_incident_count(c.machine) < 2; i++) cart_run(&c, 0.001);
    assert_int_equal(world_incident_count(c.machine), 2);
    const world_incident near = world_incident_at(c.machine, 0), hit = world_incident_at(c.machine, 1);
    assert_int_equal(near.kind, AUTH_ENDING_DANGER);
    assert_int_equal(near.by, 1);
    assert_int_equal(near.row, 1);
    CHECK_NEAR(signal_of(&c, "score.extra"), -3.0, 1e-12);
    assert_int_equal(hit.kind, AUTH_ENDING_PERSON);
    assert_int_equal(hit.by, 1);
    CHECK_NEAR(hit.speed, signal_of(&c, "other.vehicle.speed"), 0.05);
    CHECK_SAME(signal_of(&c, "person.Kim.hits"), 1.0);
    CHECK_SAME(signal_of(&c, "person.Kim.endangered"), 1.0);
    check_repeats(&c, 0.3);
    assert_int_equal(world_incident_count(c.machine), 2); /* contact that goes on is one hit */
    cart_free(&c);
}

static void a_machine_that_is_hit_is_an_incident(void **state)
{
    (void)state;
    hit_with("lugre");
    hit_with("stiction");
}

/* ---- one digs in the other's container ---- */

#define BUCKET_AND_TRAY                                                                                      \
    "tools:\n  - {name: bucket, body: boom, at: [2.2, 0, -0.03], width: 1, thickness: 20 mm,\n"              \
    "     profile: [[0.6, -0.1], [0.05, -0.1], [0, 0], [0, 0.45]]}\n"                                        \
    "containers:\n  - {name: tray, body: frame, at: [1 m, 0, 0.7 m], size: [1.6 m, 1.2 m, 0.4 m]}\n"

/* Both machines release their brakes; the driven one drives ahead for a time, then rolls out of gear. */
static void set_off(cart *c, double throttle, double seconds)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "other.parking_brake", 0.0);
    cart_set(c, "throttle", throttle);
    cart_set(c, "direction", 1.0);
    cart_run(c, seconds);
    cart_set(c, "direction", 0.0);
}

/* The bucket of the first, lowered into the heap of the second, which has no brake: the wheels of both carry
 * all weight, and the second is pushed along by what the heap resists. */
static void a_bucket_digs_in_another_machine(void **state)
{
    (void)state;
    static const char *const wheels[] = {"wheel.fl.load",       "wheel.fr.load",       "wheel.rl.load",
                                         "wheel.rr.load",       "other.wheel.fl.load", "other.wheel.fr.load",
                                         "other.wheel.rl.load", "other.wheel.rr.load"};
    cart c;
    assert_int_equal(
        try_all_with(&c, "lugre", BUCKET_AND_TRAY,
                     HEAD "machines:\n"
                          "  - {name: own, machine: cart.yaml, role: driven}\n"
                          "  - {name: other, machine: cart.yaml, role: parked, start: {at: [3.4 m, 0]}}\n"
                          "ground: {kind: plane}\n"
                          "sand: {soils: [{file: dry-sand.yaml}], from: [-4 m, -3 m], to: [12 m, 3 m], "
                          "particles: 4000, particle_radius: 0.04}\n"),
        HL_OK);
    terr_sand_fill_container(world_machine_sand(c.machine), 1, terr_quanta(1000.0), 0);
    set_off(&c, 0.7, 1.0);
    cart_set(&c, "brake", 1.0);
    cart_run(&c, 2.0);
    assert_true(signal_of(&c, "bucket.depth") > 0.02);
    assert_true(signal_of(&c, "other.chassis.x") > 3.5);
    const double mass = signal_of(&c, "bucket.mass");
    assert_true(mass > 30.0);
    CHECK_NEAR(signal_of(&c, "other.container.tray.mass"), 1000.0 - mass, 1.0);
    double weight = 0.0;
    for (int i = 0; i < 80; i++) { /* over a period of the sway */
        cart_run(&c, 0.01);
        for (size_t k = 0; k < sizeof wheels / sizeof *wheels; k++) weight += signal_of(&c, wheels[k]) / 80.0;
    }
    CHECK_RELATIVE(weight, 9.80665 * 5000.0, 0.01);
    cart_free(&c);
}

/* Two carts of one mass, rolling free: the blow shares the speed out, and takes energy. What rolling takes
 * meanwhile is below 2 x 2 % of g, engine friction of the driven one comes on top. */
static void a_blow_keeps_the_momentum(void **state)
{
    (void)state;
    cart c;
    build_all(&c, FACING("17.2 m"));
    set_off(&c, 1.0, 4.0);
    cart_set(&c, "throttle", 0.0);
    cart_run(&c, 0.3);
    assert_true(world_is_at_rest(world_machine_at(c.machine, 1)));
    double before = 0.0;
    for (int i = 0; i < 10000 && -signal_of(&c, "other.vehicle.speed") < 1e-3; i++) {
        before = signal_of(&c, "vehicle.speed");
        cart_run(&c, 0.001);
    }
    assert_true(before > 1.0);
    cart_run(&c, 0.2);
    const double own = signal_of(&c, "vehicle.speed"), other = -signal_of(&c, "other.vehicle.speed");
    assert_true(other > own);
    assert_true(other - own < before);
    assert_true(fabs(own + other - before) < 0.1 * before);
    cart_free(&c);
}

/* The message names both machines, the parts, the depth and the place of the machine that comes later. */
static void machines_that_overlap_are_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"machine 'other' starts where machine 'own' stands: its ", " is 0.",
                                        " m inside ", "move one of them by its 'start'"};
    cart c;
    assert_int_equal(try_all(&c, PARKED("2 m")), HL_BAD_INPUT);
    assert_int_equal(c.scenario_report.count, 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(c.scenario_report.list[0].text, words[i]) == NULL)
            fail_msg("no '%s' in: %s", words[i], c.scenario_report.list[0].text);
    assert_int_equal(c.scenario_report.list[0].place.line, 6);
    cart_free(&c);
    build_all(&c, PARKED("5 m")); /* they stand apart */
    cart_free(&c);
}

/* One falls, the other stands at rest where it was put, whichever is driven. */
static void each_machine_settles_or_drops(void **state)
{
    (void)state;
    static const char *const starts[2][2] = {{"{drop: 0.4 m}", "{at: [0, 8 m]}"},
                                             {"{at: [0, 8 m]}", "{drop: 0.4 m}"}};
    for (int i = 0; i < 2; i++) {
        char scenario[600];
        cart c, alone;
        snprintf(scenario, sizeof scenario,
                 HEAD "machines:\n"
                      "  - {name: own, machine: cart.yaml, role: driven, start: %s}\n"
                      "  - {name: other, machine: cart.yaml, role: parked, start: %s}\n" GROUND,
                 starts[i][0], starts[i][1]);
        build_all(&c, scenario);
        cart_build(&alone, ALONE);
        const char *fallen = i == 0 ? "chassis.z" : "other.chassis.z",
                   *settled = i == 0 ? "other.chassis.z" : "chassis.z";
        const double height = cart_signal(&alone, "chassis.z");
        CHECK_NEAR(signal_of(&c, settled), height, 1e-3);
        assert_true(signal_of(&c, fallen) > height + 0.4);
        const double before = signal_of(&c, settled);
        cart_run(&c, 0.2);
        CHECK_NEAR(signal_of(&c, settled), before, 1e-4);
        assert_true(signal_of(&c, fallen) < height + 0.3);
        cart_free(&alone);
        cart_free(&c);
    }
}

/* Both stand back to back, where the cart has no shapes: the driven one reverses, and its rear tires meet
 * those of the other. It does not pass, and what one loses of momentum the other one gets: two carts of one
 * mass, rolling resistance aside. */
static void tires_meet_tires(void **state)
{
    (void)state;
    cart c;
    build_all(&c, FACING("-10 m"));
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", -1.0);
    cart_run(&c, 2.5);
    cart_set(&c, "direction", 0.0);
    cart_set(&c, "throttle", 0.0);
    double before = 0.0;
    for (int i = 0; i < 20000 && signal_of(&c, "other.vehicle.speed") < 1e-3; i++) {
        before = -signal_of(&c, "vehicle.speed");
        cart_run(&c, 0.001);
    }
    assert_true(before > 0.5);
    const double apart = signal_of(&c, "chassis.x") - signal_of(&c, "other.chassis.x");
    CHECK_NEAR(apart, 0.8, 0.01); /* two radii of 0.4 m */
    double nearest = apart;
    for (int i = 0; i < 300; i++) {
        cart_run(&c, 0.001);
        nearest = fmin(nearest, signal_of(&c, "chassis.x") - signal_of(&c, "other.chassis.x"));
    }
    const double own = -signal_of(&c, "vehicle.speed"), other = signal_of(&c, "other.vehicle.speed");
    assert_true(nearest > 0.65);
    assert_true(own < 0.5 * before && other > 0.3 * before && own + other < before);
    check_repeats(&c, 0.3);
    cart_free(&c);
}

/* The driven cart's bumper against a rear tire of the one before it, which stands a little to the left. */
static void shapes_meet_tires(void **state)
{
    (void)state;
    cart c;
    build_all(&c,
              HEAD "machines:\n"
                   "  - {name: own, machine: cart.yaml, role: driven}\n"
                   "  - {name: other, machine: cart.yaml, role: parked, start: {at: [5 m, 0.3 m]}}\n" GROUND);
    cart_set(&c, "parking_brake", 0.0);
    cart_set(&c, "other.parking_brake", 0.0);
    cart_set(&c, "throttle", 1.0);
    cart_set(&c, "direction", 1.0);
    cart_run(&c, 1.2);
    cart_set(&c, "throttle", 0.0);
    cart_set(&c, "direction", 0.0);
    const double before = signal_of(&c, "vehicle.speed");
    double nearest = HUGE_VAL, fastest = 0.0;
    for (int i = 0; i < 600; i++) {
        cart_run(&c, 0.001);
        nearest = fmin(nearest, signal_of(&c, "other.chassis.x") - signal_of(&c, "chassis.x"));
        fastest = fmax(fastest, signal_of(&c, "other.vehicle.speed"));
    }
    /* apart when they touch: the front 2.7 m before the axle, a radius of 0.4 m; 1 t at 2.5 m/s on 200 kN/m:
     * some 0.2 m of it */
    assert_true(nearest > 2.8 && nearest < 3.1);
    assert_true(signal_of(&c, "vehicle.speed") < 0.6 * before);
    assert_true(fastest > 0.4 * before);
    cart_free(&c);
}

#define TRIO                                                                                                 \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven, start: {at: [0, 8 m]}}\n"                        \
         "  - {name: first, machine: cart.yaml, role: parked, start: {at: [12 m, 0], heading: 180 deg}}\n"   \
         "  - {name: second, machine: cart.yaml, role: parked, start: {engine: true}}\n" GROUND

/* The contact law between them is that of the one that sleeps, which comes first. */
static void a_machine_at_rest_wakes_when_it_is_hit(void **state)
{
    (void)state;
    cart c;
    build_all(&c, TRIO);
    const world_machine *first = world_machine_at(c.machine, 1);
    cart_set(&c, "second.parking_brake", 0.0);
    cart_set(&c, "second.throttle", 1.0);
    cart_set(&c, "second.direction", 1.0);
    cart_run(&c, 1.0);
    assert_true(world_is_at_rest(first));
    const double x = signal_of(&c, "first.chassis.x");
    double most = 0.0;
    for (int i = 0; i < 600; i++) {
        cart_run(&c, 0.01);
        most = fmax(most, signal_of(&c, "second.chassis.x"));
    }
    assert_false(world_is_at_rest(first));
    assert_true(signal_of(&c, "first.chassis.x") > x); /* its brakes hold, it is pushed along or rocks */
    assert_true(most < signal_of(&c, "first.chassis.x"));
    cart_free(&c);
}

#define ON_SAND                                                                                              \
    HEAD "machines:\n"                                                                                       \
         "  - {name: own, machine: cart.yaml, role: driven}\n"                                               \
         "  - {name: other, machine: cart.yaml, role: parked, start: {at: [12 m, 0]}}\n"                     \
         "ground: {kind: plane}\n"                                                                           \
         "sand: {soils: [{file: dry-sand.yaml}], from: [-4 m, -4 m], to: [20 m, 4 m]}\n"

/* Take soil from a square of 0.3 m, 0.2 m deep. */
static void dig(cart *c, double x, double y)
{
    terr_field *field = terr_sand_field(world_machine_sand(c->machine));
    for (double dx = -0.15; dx < 0.16; dx += 0.1)
        for (double dy = -0.15; dy < 0.16; dy += 0.1) {
            int column, row;
            assert_true(terr_field_cell(field, x + dx, y + dy, &column, &row));
            assert_true(terr_field_take(field, column, row, terr_quanta(3.0)) > 0);
        }
}

static void a_parked_machine_wakes_when_its_ground_moves(void **state)
{
    (void)state;
    cart c;
    build_all(&c, ON_SAND);
    cart_run(&c, 1.5);
    const world_machine *other = world_machine_at(c.machine, 1);
    assert_true(world_is_at_rest(other));
    const double z = signal_of(&c, "other.chassis.z"), load = signal_of(&c, "other.wheel.fl.load");
    dig(&c, 5.0, 0.0); /* far away */
    cart_run(&c, 0.3);
    assert_true(world_is_at_rest(other));
    CHECK_SAME(signal_of(&c, "other.chassis.z"), z);
    hl_vec3 wheel;
    hl_quat turn;
    const int bodies = world_machine_author(other)->mechanism->body_count;
    int of = 0;
    for (int b = 0; b < bodies; b++)
        if (strcmp(world_machine_author(other)->mechanism->bodies[b].name, "wheel fl") == 0) of = bodies + b;
    assert_true(of > 0);
    world_body_pose(c.machine, of, &wheel, &turn);
    dig(&c, wheel.x, wheel.y);
    check_repeats(&c, 0.002); /* noticing it depends on the state alone */
    assert_false(world_is_at_rest(other));
    cart_run(&c, 0.5);
    assert_true(signal_of(&c, "other.wheel.fl.load") < 0.8 * load); /* it stands on three wheels, nearly */
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_one_world),
                                       cmocka_unit_test(they_do_not_disturb_each_other),
                                       cmocka_unit_test(a_saved_state_holds_all_of_them),
                                       cmocka_unit_test(a_parked_machine_sleeps),
                                       cmocka_unit_test(one_machine_pushes_the_other),
                                       cmocka_unit_test(a_machine_that_is_hit_is_an_incident),
                                       cmocka_unit_test(every_machine_can_hit_persons),
                                       cmocka_unit_test(a_bucket_digs_in_another_machine),
                                       cmocka_unit_test(a_blow_keeps_the_momentum),
                                       cmocka_unit_test(machines_that_overlap_are_refused),
                                       cmocka_unit_test(each_machine_settles_or_drops),
                                       cmocka_unit_test(tires_meet_tires),
                                       cmocka_unit_test(shapes_meet_tires),
                                       cmocka_unit_test(a_machine_at_rest_wakes_when_it_is_hit),
                                       cmocka_unit_test(a_parked_machine_wakes_when_its_ground_moves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
