/* Load charts: rated loads between radii; the wheeled excavator with 1.8 t on its sling: measured and true
 * load, state of support, warning, cut-off. */
#include "world/machine.h"

#include "parts/parts.h"
#include "support/check.h"

#include <string.h>

enum { SIGNALS = 320 };

static const char site[] =
    "headland: scenario\nversion: 1\nname: lift\nmachine: " HEADLAND_SOURCE
    "/assets/machines/wheeled_excavator.yaml\nchoices: [{variant: hook, choice: sling}]\n"
    "ground: {kind: plane, surface: asphalt}\n"
    "objects: [{name: weight, at: [3.96, 0, 0], size: [0.8, 0.8, 1.0], mass: 1800 kg, awake: false}]\n";

static const double MASS = 1800.0; /* [kg] */

typedef struct crane {
    hl_arena arena;
    world_machine *machine;
} crane;

static void build(crane *c, const char *hook)
{
    static hl_report machine_report, scenario_report; /* too large for the stack */
    auth_machine *author;
    auth_scenario *scenario;
    const auth_choice chosen[] = {{"hook", hook}};
    *c = (crane){.machine = NULL};
    assert_int_equal(auth_machine_read_chosen(HEADLAND_SOURCE "/assets/machines/wheeled_excavator.yaml",
                                              chosen, 1, &c->arena, &author, &machine_report),
                     HL_OK);
    assert_int_equal(auth_scenario_parse(site, strlen(site), "site", &c->arena, &scenario, &scenario_report),
                     HL_OK);
    const mb_step_options options = world_machine_options(author, scenario);
    assert_int_equal(world_machine_build(author, scenario, &options, &c->arena, &machine_report,
                                         &scenario_report, &c->machine),
                     HL_OK);
    assert_true(world_signal_count(c->machine) <= SIGNALS);
}

static double signal_of(const crane *c, const char *name)
{
    double values[SIGNALS];
    const int s = world_signal_find(c->machine, name);
    assert_true(s >= 0);
    world_machine_evaluate_signals(c->machine, values);
    return values[s];
}

static void set(const crane *c, const char *control, double value)
{
    world_control_set(c->machine, world_control_find(c->machine, control), value);
}

static void run(const crane *c, double seconds)
{
    const int steps = (int)(seconds / world_machine_step_size(c->machine) + 0.5);
    for (int n = 0; n < steps; n++) assert_int_equal(world_machine_step(c->machine), HL_OK);
}

/* Mean of a signal: the weight sways. */
static double mean_of(const crane *c, const char *name, double seconds)
{
    static const int SAMPLES = 50;
    double sum = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        run(c, seconds / SAMPLES);
        sum += signal_of(c, name);
    }
    return sum / SAMPLES;
}

/* ---- the chart ---- */

static void rated_loads_lie_on_lines(void **state)
{
    (void)state;
    double radii[] = {4.0, 6.0, 7.0}, loads[] = {3000.0, 1000.0, 600.0};
    auth_load_state tires = {.loads = loads, .load_count = 3};
    const auth_load_chart chart = {.radii = radii, .radius_count = 3, .states = &tires, .state_count = 1};
    static const double expected[][2] = {{1.0, 3000.0}, {4.0, 3000.0}, {5.0, 2000.0}, {6.0, 1000.0},
                                         {6.5, 800.0},  {7.0, 600.0},  {8.0, 200.0},  {9.0, 0.0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        CHECK_NEAR(world_rated_load(&chart, 0, expected[i][0]), expected[i][1], 1e-9);
}

/* ---- a lift ---- */

/* The weight from the ground, by the boom; at rest for a while. */
static void lift(const crane *c)
{
    set(c, "throttle", 1.0);
    set(c, "hook", 1.0);
    run(c, 1.0);
    set(c, "boom", 0.25);
    run(c, 2.3);
    set(c, "boom", 0.0);
    run(c, 3.0);
    assert_true(signal_of(c, "object.weight.z") > 0.52); /* it hangs */
}

/* [kg] Half the stiction of two seals of 3 kN, at a lever of 0.9 m against 3.5 m of the load, and what sways.
 */
static const double ERROR = 120.0;

static void overload_is_measured_and_stopped(void **state)
{
    (void)state;
    crane c;
    build(&c, "sling");
    CHECK_NEAR(signal_of(&c, "lift.load"), 0.0, 5.0);
    CHECK_SAME(signal_of(&c, "lift.state"), 1.0);
    CHECK_SAME(signal_of(&c, "lift.warning"), 0.0);
    lift(&c);
    CHECK_NEAR(mean_of(&c, "lift.hook", 3.0), MASS, 0.02 * MASS);
    CHECK_NEAR(mean_of(&c, "lift.load", 3.0), MASS, ERROR);
    CHECK_NEAR(signal_of(&c, "lift.percent"),
               100.0 * signal_of(&c, "lift.load") / signal_of(&c, "lift.rated"), 1e-9);
    assert_true(signal_of(&c, "lift.percent") > 100.0);
    CHECK_SAME(signal_of(&c, "lift.warning"), 2.0);
    CHECK_SAME(signal_of(&c, "lift.stopped"), 1.0);
    const double dipper = signal_of(&c, "dipper.angle"), boom = signal_of(&c, "boom.angle");
    set(&c, "dipper", 1.0); /* outwards */
    set(&c, "boom", -1.0);  /* down */
    run(&c, 1.0);
    CHECK_NEAR(signal_of(&c, "dipper.angle"), dipper, 0.02);
    CHECK_NEAR(signal_of(&c, "boom.angle"), boom, 0.02);
    set(&c, "boom", 0.0);
    set(&c, "dipper", -0.5); /* inwards is free */
    run(&c, 1.0);
    assert_true(signal_of(&c, "dipper.angle") < dipper - 0.05);
    hl_arena_free(&c.arena);
}

/* With the axle locked the same load is a half of the rated one: nothing warns, the dipper moves outwards. */
static void the_state_of_support_counts(void **state)
{
    (void)state;
    crane c;
    build(&c, "sling");
    set(&c, "work_brake", 1.0); /* it locks the axle too */
    lift(&c);
    CHECK_SAME(signal_of(&c, "lift.state"), 2.0);
    assert_true(signal_of(&c, "lift.percent") > 35.0 && signal_of(&c, "lift.percent") < 65.0);
    CHECK_SAME(signal_of(&c, "lift.warning"), 0.0);
    CHECK_SAME(signal_of(&c, "lift.stopped"), 0.0);
    const double dipper = signal_of(&c, "dipper.angle");
    set(&c, "dipper", 0.5);
    run(&c, 1.0);
    assert_true(signal_of(&c, "dipper.angle") > dipper + 0.05);
    hl_arena_free(&c.arena);
}

/* Supports count only when they push: lowered onto the ground, not in the air. */
static void supports_count_when_they_push(void **state)
{
    (void)state;
    crane c;
    build(&c, "sling");
    set(&c, "throttle", 1.0);
    run(&c, 1.0);
    set(&c, "outrigger_left", -0.6);
    set(&c, "outrigger_right", -0.6);
    set(&c, "blade", -0.8);
    run(&c, 0.3);
    CHECK_SAME(signal_of(&c, "lift.state"), 1.0);
    for (int i = 0; i < 80 && signal_of(&c, "blade.angle") > -0.1; i++) run(&c, 0.05);
    set(&c, "outrigger_left", 0.0);
    set(&c, "outrigger_right", 0.0);
    set(&c, "blade", 0.0);
    run(&c, 1.0);
    CHECK_SAME(signal_of(&c, "lift.state"), 3.0);
    hl_arena_free(&c.arena);
}

/* Without a hook the chart is shown, has no state of its own, and never warns. */
static void a_machine_without_hook_digs_freely(void **state)
{
    (void)state;
    crane c;
    build(&c, "none");
    const world_block *blocks;
    const int count = world_state_blocks(c.machine, &blocks);
    for (int i = 0; i < count; i++) assert_string_not_equal(blocks[i].name, "load chart");
    CHECK_SAME(signal_of(&c, "lift.on"), 0.0);
    CHECK_SAME(signal_of(&c, "lift.warning"), 0.0);
    set(&c, "bucket", 1.0);
    run(&c, 0.5);
    CHECK_SAME(signal_of(&c, "lift.stopped"), 0.0);
    hl_arena_free(&c.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rated_loads_lie_on_lines),
        cmocka_unit_test(overload_is_measured_and_stopped),
        cmocka_unit_test(the_state_of_support_counts),
        cmocka_unit_test(supports_count_when_they_push),
        cmocka_unit_test(a_machine_without_hook_digs_freely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
