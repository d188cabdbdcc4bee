/* The tractor and the trailer of the assets: refusals with their figures, hitching, pull and load at constant
 * speed, the cone, letting go; the same bits from a saved state. */
#include "world/machine.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNALS = 256 };

static const double GRAVITY = 9.81; /* [m/s^2] */

typedef struct site {
    hl_arena arena;
    auth_machine *joined;
    world_machine *machine;
} site;

/* A file of the assets, in which `find` is replaced, and something added. */
typedef struct edit {
    const char *file, *find, *replacement, *more;
} edit;

static auth_machine *read_edited(site *s, const edit *e, const auth_choice *choices, int count)
{
    static hl_report report; /* too large for the stack */
    char path[400];
    enum { ROOM = 1 << 17 };
    static char whole[ROOM], text[ROOM + 400];
    auth_machine *machine = NULL;
    snprintf(path, sizeof path, "%s/assets/machines/%s", HEADLAND_SOURCE, e->file);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    whole[fread(whole, 1, ROOM - 1, file)] = '\0';
    fclose(file);
    const char *at = e->find == NULL ? NULL : strstr(whole, e->find);
    assert_true(e->find == NULL || at != NULL);
    if (at == NULL)
        snprintf(text, sizeof text, "%s%s", whole, e->more == NULL ? "" : e->more);
    else
        snprintf(text, sizeof text, "%.*s%s%s%s", (int)(at - whole), whole, e->replacement,
                 at + strlen(e->find), e->more == NULL ? "" : e->more);
    hl_report_begin(&report, path);
    if (auth_machine_parse_chosen(text, strlen(text), path, choices, count, &s->arena, &machine, &report) !=
        HL_OK)
        fail_msg("%s", report.list[0].text);
    return machine;
}

/* @param start  of the implement, as a scenario writes it */
static void build_edited(site *s, const edit *tractor, auth_choice choice, const edit *implement,
                         const char *name, const char *start)
{
    static hl_report reports[2]; /* too large for the stack */
    auth_scenario *scenario;
    char text[400];
    snprintf(
        text, sizeof text,
        "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\nground: {kind: plane, surface: asphalt}\n"
        "implements: [{name: %s, file: /t.yaml, start: %s}]\n",
        name, start);
    *s = (site){.machine = NULL};
    hl_report_begin(&reports[0], "machine");
    hl_report_begin(&reports[1], "scenario");
    auth_machine *alone = read_edited(s, tractor, &choice, 1), *taken = read_edited(s, implement, NULL, 0);
    assert_int_equal(auth_scenario_parse(text, strlen(text), "s", &s->arena, &scenario, &reports[1]), HL_OK);
    assert_int_equal(auth_scenario_join(scenario, NULL, alone, &taken, &s->arena, &reports[1], &s->joined),
                     HL_OK);
    const mb_step_options options = world_machine_options(s->joined, scenario);
    if (world_machine_build(s->joined, scenario, &options, &s->arena, &reports[0], &reports[1],
                            &s->machine) != HL_OK)
        fail_msg("%s", reports[reports[1].count > 0].list[0].text);
    assert_true(world_signal_count(s->machine) <= SIGNALS);
}

static const edit tractor_file = {.file = "tractor.yaml"}, trailer_file = {.file = "trailer.yaml"},
                  block_file = {.file = "ballast-block.yaml"};
static const auth_choice with_bucket = {"loader", "bucket"}, with_coupler = {"loader", "coupler"},
                         with_hitch = {"rear", "three-point"};

static void build(site *s, const char *start)
{
    build_edited(s, &tractor_file, with_bucket, &trailer_file, "trailer", start);
}

static double signal_of(site *s, const char *name)
{
    double values[SIGNALS];
    const int found = world_signal_find(s->machine, name);
    if (found < 0) fail_msg("no signal %s", name);
    world_machine_evaluate_signals(s->machine, values);
    return values[found] * world_signal_info(s->machine, found).si;
}

static void set(site *s, const char *control, double value)
{
    const int found = world_control_find(s->machine, control);
    assert_true(found >= 0);
    world_control_set(s->machine, found, value);
}

static void run(site *s, double seconds)
{
    for (int i = 0; i < (int)(seconds / 1e-3 + 0.5); i++)
        assert_int_equal(world_machine_step(s->machine), HL_OK);
}

static void expect_note(site *s, int64_t at, world_coupling_act act, const char *text)
{
    char told[200];
    int32_t subject;
    double value;
    assert_true(world_coupling_note_count(s->machine) > at);
    const world_coupling_note note = world_coupling_note_at(s->machine, at);
    assert_int_equal(note.act, act);
    world_coupling_note_pack(&note, &subject, &value);
    const world_coupling_note same = world_coupling_note_unpack(subject, value);
    assert_memory_equal(&same, &note, sizeof note);
    world_coupling_note_text(s->joined, &note, told, sizeof told);
    assert_string_equal(told, text);
}

/* ---- refusals ---- */

static void refusal_tells_the_error(void **state)
{
    (void)state;
    site s;
    build(&s, "{at: [-5.2 m, 0.3 m]}");
    set(&s, "hitch", 1.0);
    run(&s, 0.1);
    CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 0.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.obstacle"), 1.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.refusals"), 1.0);
    assert_int_equal(world_coupling_note_count(s.machine), 1);
    expect_note(&s, 0, WORLD_COUPLING_TOO_FAR,
                "hitch does not reach trailer.eye: it is 453 mm too far back and 300 mm too far to the left");
    CHECK_NEAR(signal_of(&s, "coupling.hitch.left"), 0.3, 1e-3);
    CHECK_NEAR(signal_of(&s, "coupling.hitch.distance"), 0.545, 5e-3);
    CHECK_SAME(signal_of(&s, "coupling.hitch.force"), 0.0);
    hl_arena_free(&s.arena);
}

/* ---- a drive ---- */

static void hitch(site *s)
{
    set(s, "hitch", 1.0);
    run(s, 1.0);
    CHECK_SAME(signal_of(s, "coupling.hitch.state"), 2.0);
    set(s, "parking_brake", 0.0);
}

/* Not hitched, with its drawbar behind the left rear tire, the trailer is pushed back by that tire. */
static void a_tire_pushes_the_trailer(void **state)
{
    (void)state;
    site s;
    build(&s, "{at: [-5.2 m, 0.9 m]}");
    set(&s, "parking_brake", 0.0);
    const double stood = signal_of(&s, "trailer.chassis.x"), from = signal_of(&s, "chassis.x");
    set(&s, "direction", -1.0);
    set(&s, "throttle", 0.2);
    double x = from;
    for (int i = 0; i < 8000 && x > from - 1.7; i++) {
        run(&s, 1e-3);
        x = signal_of(&s, "chassis.x");
    }
    print_message("tractor %.3f m, trailer %.3f m\n", x - from, signal_of(&s, "trailer.chassis.x") - stood);
    assert_true(x <= from - 1.7);
    assert_true(signal_of(&s, "trailer.chassis.x") < stood - 0.1);
    hl_arena_free(&s.arena);
}

/* Force on the trailer along the ground, from force and load in the tilted frame of the hitch. */
static double pull_on_ground(site *s)
{
    const double pitch = signal_of(s, "chassis.pitch");
    return signal_of(s, "coupling.hitch.pull") * cos(pitch) -
           signal_of(s, "coupling.hitch.load") * sin(pitch);
}

static void trailer_follows(void **state)
{
    (void)state;
    site s;
    build(&s, "{at: [-4.79 m, 0.02 m]}");
    CHECK_NEAR(signal_of(&s, "trailer.wheel.left.load") + signal_of(&s, "trailer.wheel.right.load") -
                   signal_of(&s, "trailer.contact.chassis.load") * GRAVITY,
               1300.0 * GRAVITY, 10.0); /* it stands */
    hitch(&s);
    expect_note(&s, 0, WORLD_COUPLING_TAKES, "hitch takes trailer.eye");
    expect_note(&s, 1, WORLD_COUPLING_LOCKS, "hitch is locked to trailer.eye");
    CHECK_SAME(signal_of(&s, "trailer.contact.chassis.force"), 0.0); /* the stand hangs */
    set(&s, "direction", 1.0);
    set(&s, "throttle", 0.3);
    double farthest = 0.0, stiffest = 0.0;
    for (int i = 0; i < 160; i++) {
        run(&s, 0.05);
        farthest = fmax(farthest, signal_of(&s, "coupling.hitch.distance"));
        stiffest = fmax(stiffest, signal_of(&s, "coupling.hitch.force"));
    }
    assert_true(farthest < 1e-4);
    assert_true(stiffest < 5e3);
    run(&s, 6.0); /* constant speed */
    const double wheels =
        signal_of(&s, "trailer.wheel.left.load") + signal_of(&s, "trailer.wheel.right.load");
    const double resistance = 0.02 * wheels; /* of the file; 45 m/s at which it doubles are far */
    CHECK_NEAR(wheels + signal_of(&s, "coupling.hitch.load"), 1300.0 * GRAVITY, 20.0);
    CHECK_NEAR(pull_on_ground(&s), resistance, 0.03 * resistance);
    CHECK_NEAR(signal_of(&s, "trailer.vehicle.speed"), signal_of(&s, "vehicle.speed"), 1e-3);
    set(&s, "direction", 0.0);
    set(&s, "throttle", 0.0);
    set(&s, "brake", 0.5);
    run(&s, 4.0);
    set(&s, "hitch", 0.0);
    run(&s, 2.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 0.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.force"), 0.0);
    assert_true(signal_of(&s, "trailer.contact.chassis.force") > 1000.0); /* it stands again */
    CHECK_NEAR(signal_of(&s, "trailer.vehicle.speed"), 0.0, 2e-3);
    expect_note(&s, 2, WORLD_COUPLING_OPENS, "hitch releases trailer.eye");
    hl_arena_free(&s.arena);
}

/* Backing up with a trailer at an angle folds it up, until the drawbar meets the stop of the hitch. */
static void fold_ends_at_the_cone(void **state)
{
    (void)state;
    site s;
    build(&s, "{at: [-3.26 m, -2.58 m], heading: 60 deg}");
    hitch(&s);
    set(&s, "direction", -1.0);
    double most = 0.0;
    for (int i = 0; i < 60; i++) {
        run(&s, 0.05);
        most = fmax(most, signal_of(&s, "coupling.hitch.angle"));
    }
    static const double DEGREE = 3.14159265358979323846 / 180.0;
    assert_true(most > 74.0 * DEGREE && most < 76.0 * DEGREE);
    hl_arena_free(&s.arena);
}

static void drawbar_breaks(void **state)
{
    (void)state;
    static const edit weak = {
        .file = "tractor.yaml", .find = "breaks_at: 120 kN", .replacement = "breaks_at: 2500 N"};
    site s;
    build_edited(&s, &weak, with_bucket, &trailer_file, "trailer", "{at: [-4.79 m, 0.02 m]}");
    hitch(&s);
    CHECK_SAME(signal_of(&s, "coupling.hitch.broken"), 0.0);
    set(&s, "direction", 1.0);
    set(&s, "throttle", 1.0);
    run(&s, 4.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.broken"), 1.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 0.0);
    CHECK_SAME(signal_of(&s, "coupling.hitch.obstacle"), 5.0);
    expect_note(&s, 2, WORLD_COUPLING_BREAKS, "hitch breaks off trailer.eye");
    expect_note(&s, 3, WORLD_COUPLING_BROKEN, "hitch is broken");
    hl_arena_free(&s.arena);
}

/* ---- a fork on the loader ---- */

/* 500 kg on the tines from 8 s on. */
static const char load[] =
    "forces: [{name: load, body: fork, at: [0.65 m, 0, -0.56 m], force: [0, 0, -4905 N], from: 8 s}]\n";

/* The bar of the coupler at the hooks. */
static void build_fork(site *s, const char *kind)
{
    char find[] = "kind: quick", replacement[40];
    snprintf(replacement, sizeof replacement, "kind: %s", kind);
    const edit tractor = {.file = "tractor.yaml", .find = find, .replacement = replacement},
               fork = {.file = "pallet-fork.yaml", .find = find, .replacement = replacement, .more = load};
    build_edited(s, &tractor, with_coupler, &fork, "fork", "{at: [4.44 m, 0.01 m]}");
    set(s, "lift", -0.4);
    for (int i = 0; i < 300 && signal_of(s, "coupling.coupler.up") < -0.02; i++) run(s, 0.01);
    set(s, "lift", 0.0);
    run(s, 1.0);
    assert_true(signal_of(s, "coupling.coupler.distance") < 0.1);
}

static void fork_is_lifted(const char *kind)
{
    site s;
    build_fork(&s, kind);
    set(&s, "quick_coupler", 1.0);
    run(&s, 1.0);
    CHECK_SAME(signal_of(&s, "coupling.coupler.state"), 1.0);
    set(&s, "quick_coupler", 2.0);
    run(&s, 0.5);
    CHECK_SAME(signal_of(&s, "coupling.coupler.state"), 2.0);
    set(&s, "throttle", 0.5);
    set(&s, "lift", 1.0);
    run(&s, 1.5);
    set(&s, "lift", 0.0);
    run(&s, 1.0);
    assert_true(signal_of(&s, "fork.tip") > 0.3);
    CHECK_NEAR(signal_of(&s, "coupling.coupler.load"), 180.0 * GRAVITY, 60.0);
    while (world_machine_time(s.machine) < 10.0) run(&s, 0.1);
    CHECK_NEAR(signal_of(&s, "coupling.coupler.load"), 680.0 * GRAVITY, 150.0);
    /* of the tips of the tines, 1.16 m before the hooks */
    const double error =
        signal_of(&s, "coupling.coupler.distance") + 1.16 * fabs(signal_of(&s, "coupling.coupler.angle"));
    assert_true(error > 0.0 && error < 1e-3);
    hl_arena_free(&s.arena);
}

static void locked_implements_follow(void **state)
{
    (void)state;
    fork_is_lifted("quick");
    fork_is_lifted("three-point");
}

/* The carrier shoves a fork that it does not take, and does not pass through it. */
static void fork_is_pushed(void **state)
{
    (void)state;
    site s;
    build_fork(&s, "quick");
    const double from = signal_of(&s, "fork.chassis.x");
    set(&s, "parking_brake", 0.0);
    set(&s, "direction", 1.0);
    double deepest = 1.0;
    for (int i = 0; i < 30; i++) {
        run(&s, 0.1);
        deepest = fmin(deepest, signal_of(&s, "coupling.coupler.ahead"));
    }
    assert_true(signal_of(&s, "fork.chassis.x") > from + 1.0);
    assert_true(deepest > -0.04); /* 15 mm between the hooks and the back of the fork */
    hl_arena_free(&s.arena);
}

static void tilted_fork_is_not_locked(void **state)
{
    (void)state;
    site s;
    build_fork(&s, "quick");
    set(&s, "quick_coupler", 1.0);
    run(&s, 1.0);
    CHECK_SAME(signal_of(&s, "coupling.coupler.state"), 1.0);
    set(&s, "throttle", 0.5);
    set(&s, "tilt", -0.6);
    for (int i = 0; i < 200 && signal_of(&s, "coupling.coupler.angle") > -0.1; i++) run(&s, 0.01);
    set(&s, "tilt", 0.0);
    run(&s, 0.5);
    const double angle =
        signal_of(&s, "coupling.coupler.angle"); /* the fork stands, the carrier looks down */
    assert_true(angle < -0.08 && angle > -0.4);
    set(&s, "quick_coupler", 2.0);
    run(&s, 0.2);
    CHECK_SAME(signal_of(&s, "coupling.coupler.state"), 1.0);
    CHECK_SAME(signal_of(&s, "coupling.coupler.obstacle"), 4.0);
    const world_coupling_note note = world_coupling_note_at(s.machine, 1);
    assert_int_equal(note.act, WORLD_COUPLING_ANGLE);
    CHECK_NEAR(0.1 * note.angle, angle * 57.29577951308232, 0.2);
    hl_arena_free(&s.arena);
}

/* ---- an implement on the three-point hitch ---- */

static void hitch_is_too_far(void **state)
{
    (void)state;
    site s;
    build_edited(&s, &tractor_file, with_hitch, &block_file, "block", "{at: [-1.50 m, 0.08 m]}");
    set(&s, "three_point", 1.0);
    run(&s, 0.1);
    CHECK_SAME(signal_of(&s, "coupling.three_point.obstacle"), 1.0);
    CHECK_NEAR(signal_of(&s, "coupling.three_point.left"), 0.08, 1e-3);
    assert_true(signal_of(&s, "coupling.three_point.ahead") < -0.3);
    assert_true(world_coupling_note_count(s.machine) == 1);
    assert_int_equal(world_coupling_note_at(s.machine, 0).act, WORLD_COUPLING_TOO_FAR);
    hl_arena_free(&s.arena);
}

/* Raise or lower until a signal passes a value. */
static void lift_until(site *s, double lever, const char *signal, double value)
{
    const bool below = signal_of(s, signal) < value;
    set(s, "rear_lift", lever);
    for (int i = 0; i < 1200 && (signal_of(s, signal) < value) == below; i++) run(s, 0.005);
    assert_true((signal_of(s, signal) < value) != below);
    set(s, "rear_lift", 0.0);
}

/* The hooks lowered to the pins. Without its ballast the tractor stands 50 mm higher there. */
static void hook_block(site *s)
{
    build_edited(s, &tractor_file, with_hitch, &block_file, "block", "{at: [-1.17 m, 0.01 m]}");
    lift_until(s, -0.5, "coupling.three_point.up", 0.0);
    set(s, "three_point", 1.0);
    run(s, 1.0);
    CHECK_SAME(signal_of(s, "coupling.three_point.state"), 1.0);
}

static void lock_block(site *s)
{
    set(s, "three_point", 2.0);
    run(s, 0.5);
    CHECK_SAME(signal_of(s, "coupling.three_point.state"), 2.0);
}

static void block_is_carried(void **state)
{
    (void)state;
    site s;
    hook_block(&s);
    lock_block(&s);
    lift_until(&s, 1.0, "hitch.height", 0.80);
    run(&s, 4.0);
    CHECK_SAME(signal_of(&s, "block.contact.block.force"), 0.0);
    const double height = signal_of(&s, "hitch.height");
    CHECK_NEAR(signal_of(&s, "coupling.three_point.load"), 600.0 * GRAVITY * cos(signal_of(&s, "hitch.tilt")),
               20.0);
    CHECK_NEAR(signal_of(&s, "hitch.tilt"), signal_of(&s, "block.chassis.pitch"), 2e-4);
    assert_true(signal_of(&s, "coupling.three_point.distance") < 1e-4);
    run(&s, 3.0); /* the oil is locked */
    CHECK_NEAR(signal_of(&s, "hitch.height"), height, 1e-3);
    lift_until(&s, -0.5, "block.contact.block.force", 3000.0);
    run(&s, 1.0);
    set(&s, "three_point", 0.0);
    run(&s, 3.0);
    CHECK_SAME(signal_of(&s, "coupling.three_point.state"), 0.0);
    CHECK_NEAR(signal_of(&s, "block.contact.block.force"), 600.0 * GRAVITY, 10.0); /* it stands */
    expect_note(&s, 0, WORLD_COUPLING_TAKES, "three_point takes block.pins");
    expect_note(&s, 1, WORLD_COUPLING_LOCKS, "three_point is locked to block.pins");
    expect_note(&s, 2, WORLD_COUPLING_OPENS, "three_point releases block.pins");
    hl_arena_free(&s.arena);
}

/* The U-frame raised after hooking: the block swings down from its lower pins and cannot be locked. */
static void tilted_block_is_not_locked(void **state)
{
    (void)state;
    site s;
    hook_block(&s);
    lift_until(&s, 1.0, "coupling.three_point.angle", -0.1);
    run(&s, 0.5);
    set(&s, "three_point", 2.0);
    run(&s, 0.2);
    CHECK_SAME(signal_of(&s, "coupling.three_point.state"), 1.0);
    CHECK_SAME(signal_of(&s, "coupling.three_point.obstacle"), 4.0);
    hl_arena_free(&s.arena);
}

/* ---- state ---- */

/* Saved between attaching and locking, restored after letting go: the same bits. */
static void saved_state_goes_on(void **state)
{
    (void)state;
    site s;
    build(&s, "{at: [-4.79 m, 0.02 m]}");
    set(&s, "hitch", 1.0);
    run(&s, 0.2);
    CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 1.0);
    const size_t size = world_state_size(s.machine);
    void *saved = malloc(size);
    assert_non_null(saved);
    world_state_save(s.machine, saved);
    uint64_t hashes[2][2];
    for (int round = 0; round < 2; round++) {
        assert_true(world_state_fits(s.machine, saved, size));
        world_state_restore(s.machine, saved);
        run(&s, 0.6);
        CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 2.0);
        hashes[round][0] = world_state_hash(s.machine);
        set(&s, "hitch", 0.0);
        run(&s, 0.3);
        CHECK_SAME(signal_of(&s, "coupling.hitch.state"), 0.0);
        hashes[round][1] = world_state_hash(s.machine);
    }
    assert_true(hashes[0][0] == hashes[1][0] && hashes[0][1] == hashes[1][1]);
    free(saved);
    hl_arena_free(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusal_tells_the_error),    cmocka_unit_test(trailer_follows),
        cmocka_unit_test(fold_ends_at_the_cone),      cmocka_unit_test(drawbar_breaks),
        cmocka_unit_test(locked_implements_follow),   cmocka_unit_test(tilted_fork_is_not_locked),
        cmocka_unit_test(a_tire_pushes_the_trailer),  cmocka_unit_test(fork_is_pushed),
        cmocka_unit_test(hitch_is_too_far),           cmocka_unit_test(block_is_carried),
        cmocka_unit_test(tilted_block_is_not_locked), cmocka_unit_test(saved_state_goes_on)};
    return cmocka_run_group_tests_name("couplings", tests, NULL, NULL);
}
