/* Levers of a machine without driveline: auto idle, pilots, brakes on joints, the roles of its switches; and
 * every way in which they can be wrong, see refusal.h. */
#include "refusal.h"

#include "auth/circuit.h"
#include "auth/machine.h"

#include <stdio.h>

#define CHECK_DIGGER(list) CHECK_VARIATIONS(parse_machine, read_base("../world/digger.yaml"), list)

enum { THROTTLE, KEY, AUTO_IDLE, LOCK, SWING, BOOM, MODE };

static const double rounding = 4e-16; /* a number read and scaled: see test_machine.c */

static void levers_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("../world/digger.yaml"), &arena);
    assert_true(m->has_engine && !m->has_driveline);
    CHECK_RELATIVE(m->engine.idle_throttle, 0.25, rounding);
    CHECK_RELATIVE(m->engine.idle_delay, 2.0, rounding);
    assert_int_equal(m->controls[AUTO_IDLE].drive, AUTH_DRIVE_AUTO_IDLE);
    assert_int_equal(m->controls[LOCK].drive, AUTH_DRIVE_LOCK);
    assert_int_equal(m->controls[BOOM].circuit, AUTH_NONE);
    CHECK_RELATIVE(m->controls[BOOM].dead_band, 0.1, rounding); /* a pilot hears of it */
    assert_true(m->controls[MODE].electric);
    static const bool levers[] = {
        [THROTTLE] = false, [KEY] = false, [LOCK] = false, [SWING] = true, [BOOM] = true, [MODE] = false};
    for (int i = THROTTLE; i <= MODE; i++) assert_int_equal(m->controls[i].lever, levers[i]);
    hl_arena_free(&arena);
}

static void pilots_and_brakes_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("../world/digger.yaml"), &arena);
    assert_int_equal(m->pilot_count, 2);
    const auth_pilot *boost = &m->pilots[0], *lower = &m->pilots[1];
    assert_string_equal(boost->name, "boost");
    assert_int_equal(boost->control, BOOM);
    assert_int_equal(boost->circuit, 0);
    assert_int_equal(boost->command, 1);
    assert_int_equal(boost->side, AUTH_SIDE_POSITIVE);
    CHECK_RELATIVE(boost->from, 0.2, rounding);
    CHECK_RELATIVE(boost->full, 0.8, rounding);
    assert_int_equal(boost->yield_count, 1);
    assert_int_equal(boost->yields[0].control, SWING);
    assert_int_equal(boost->yields[0].side, AUTH_SIDE_NEGATIVE);
    CHECK_RELATIVE(boost->yields[0].share, 0.5, rounding);
    assert_int_equal(lower->side, AUTH_SIDE_NEGATIVE);
    CHECK_SAME(lower->from, 0.0);
    CHECK_SAME(lower->full, 1.0);
    assert_int_equal(lower->yield_count, 0);
    CHECK_RELATIVE(m->pilot_pressure, 4e6, rounding);
    assert_int_equal(m->brake_count, 1);
    const auth_brake *brake = &m->brakes[0];
    assert_string_equal(m->mechanism->joints[brake->on.joint].name, "swing");
    CHECK_RELATIVE(brake->torque, 1e3, rounding);
    CHECK_RELATIVE(brake->coupling.slip, 0.01, rounding);
    CHECK_RELATIVE(brake->coupling.damping, 2.0, rounding);
    CHECK_RELATIVE(brake->delay, 0.5, rounding);
    assert_int_equal(brake->control_count, 2);
    assert_int_equal(brake->controls[0], SWING);
    assert_int_equal(brake->controls[1], BOOM);
    assert_int_equal(brake->applier_count, 0);
    hl_arena_free(&arena);
}

static void auto_idle(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{throttle: 0.25, delay: 2 s}", "{throttle: @1.25, delay: 2 s}",
         "'throttle' is 1.25; 0 to 1 is expected"},
        {"{throttle: 0.25, delay: 2 s}", "{throttle: 0.25, delay: @0 s}",
         "'delay' is 0 s; a time above zero is expected"},
        {"{throttle: 0.25, delay: 2 s}", "@{throttle: 0.25}", "missing in 'auto_idle': delay; expected"},
    };
    static const far_variation far[] = {
        {"drive: auto-idle", "meaning: nothing", "{throttle: 0.25",
         "'auto_idle' has no effect without a control of the role 'auto-idle'; the key is expected to be "
         "left out"},
        {"  auto_idle: {throttle: 0.25, delay: 2 s}\n", "", "auto-idle}",
         "this role has no effect; 'auto_idle' of the engine is expected"},
    };
    CHECK_DIGGER(list);
    CHECK_FAR_VARIATIONS(parse_machine, read_base("../world/digger.yaml"), far);
}

static void roles(void **state)
{
    (void)state;
    static const variation list[] = {
        {"drive: key", "drive: @clutch", "'drive' has no effect without 'driveline'; one is expected"},
        {"drive: key", "drive: @four-wheel-drive",
         "'drive' has no effect without 'driveline'; one is expected"},
        {"drive: key", "electric: @true",
         "'electric' has no effect without a command of a circuit; the key is expected to be left out"},
        {"drive: key", "dead_band: @0.1", "'dead_band' has no effect without a command of a circuit"},
        {"boom, safe: 0, dead_band: 0.1", "boom, safe: 0, dead_band: @1", "'dead_band' is 1; 0 to 0.95"},
        {"boom, safe: 0,", "boom, safe: 1, range: @[0.5, 1],", "'range' leaves out 0"},
        {"boom, safe: 0,", "boom, safe: 0, full: @2,", "'full' has no effect without a command of a circuit"},
    };
    static const far_variation far[] = {
        {"range: [0, 2], safe: 1, drive: key", "range: [0, 1], safe: 1, drive: lock",
         "lock}\n  - {name: swing", "control 'key' has the role 'lock' already; one control is expected"}};
    CHECK_DIGGER(list);
    CHECK_FAR_VARIATIONS(parse_machine, read_base("../world/digger.yaml"), far);
}

#define NO_LEVER(name)                                                                                       \
    "control '" name "' is no lever; one that moves a command or is named by a pilot, without 'drive', "     \
    "'follow' and 'electric', is expected"

static void pilots(void **state)
{
    (void)state;
    static const variation list[] = {
        {"lower, control: boom", "lower, control: @bom",
         "unknown control 'bom' under 'control'; the name of one in this file is expected; did you mean "
         "'boom'?"},
        {"lower, control: boom", "lower, control: @key", NO_LEVER("key")},
        {"lower, control: boom", "lower, control: @mode", NO_LEVER("mode")},
        {"negative, circuit: work", "negative, circuit: @works",
         "unknown circuit 'works' under 'circuit'; the name of one in this file is expected; did you mean "
         "'work'?"},
        {"command: lower}\npilot", "command: @lwer}\npilot",
         "unknown command 'lwer' under 'command'; the name of one in this circuit is expected; did you mean "
         "'lower'?"},
        {"command: lower}\npilot", "command: @swing}\npilot",
         "control 'swing' moves this command already; a command that nothing else moves is expected"},
        {"command: lower}\npilot", "command: @boost}\npilot",
         "pilot 'boost' moves this command already; a command that nothing else moves is expected"},
        {"from: 0.2", "from: @0.96", "'from' is 0.96; 0 to 0.95 is expected"},
        {"from: 0.2", "from: @-0.1", "'from' is -0.1; a plain number of zero or more"},
        {"full: 0.8", "full: @0", "'full' is 0; a command other than zero is expected"},
        {"side: positive", "side: @up", "unknown value 'up' in 'side'; expected: both, positive, negative"},
        {"{to: swing", "{to: @lock", NO_LEVER("lock")},
        {"{to: swing", "{to: @boom", "the pilot yields to its own control 'boom'; another one is expected"},
        {"share: 0.5", "share: @1.5", "'share' is 1.5; 0 to 1 is expected"},
        {"share: 0.5", "share: @-0.5", "'share' is -0.5; 0 to 1 is expected"},
        {"name: lower, control", "name: @boost, control", "the name 'boost' is taken in this list"},
        {"pilot_pressure: 4 MPa", "pilot_pressure: @0", "'pilot_pressure' is 0; a pressure above zero"},
        {"pilot_pressure: 4 MPa", "pilot_pressure: @4 m", "'4 m' is a length; a pressure"},
    };
    CHECK_DIGGER(list);
}

static void blocked_controls(void **state)
{
    (void)state;
    static const variation list[] = {
        {"command: mode, electric: true", "command: mode, electric: true, blocked_by: @mod",
         "unknown control 'mod' under 'blocked_by'; the name of one in this file is expected"},
        {"command: mode, electric: true", "command: mode, electric: true, blocked_by: @mode",
         "control 'mode' blocks itself; another control is expected"},
        {"drive: throttle}", "drive: throttle, blocked_by: @mode}",
         "'blocked_by' has no effect without a command of a circuit"},
    };
    CHECK_DIGGER(list);
}

static void brakes(void **state)
{
    (void)state;
    static const variation list[] = {
        {"joint: swing, torque", "joint: @swig, torque",
         "unknown joint 'swig' under 'joint'; the name of one in this file is expected; did you mean "
         "'swing'?"},
        {"joint: swing, torque", "joint: @chassis, torque",
         "joint 'chassis' is free and has no scalar coordinate"},
        {"torque: 1 kN m", "torque: @0", "'torque' is 0; a moment above zero"},
        {"torque: 1 kN m", "torque: @1 kN", "'1 kN' is a force; a moment"},
        {"slip: 0.01 rad", "slip: @0", "'slip' is 0; an angle above zero"},
        {"damping: 2 s/rad", "damping: @-2 s/rad", "'damping' is -2 s/rad; "},
        {"delay: 0.5 s", "delay: @-0.5 s", "'delay' is -0.5 s; a time of zero or more"},
        {"[swing, boom]", "@[]", "'released_by' has 0 entries"},
        {"[swing, boom]", "[swing, @bom]", "unknown control 'bom' under 'released_by'"},
        {"[swing, boom]", "[swing, @swing]", "control 'swing' is named twice; once is expected"},
        {"[swing, boom]", "[@lock, boom]", NO_LEVER("lock")},
        {"[swing, boom]}", "[swing, boom], applied_by: @mod}",
         "unknown control 'mod' under 'applied_by'; the name of one in this file is expected; did you mean "
         "'mode'?"},
        {"[swing, boom]}", "[swing, boom], applied_by: [mode, @mode]}",
         "control 'mode' is named twice; once is expected"},
        {"{name: swing, joint: swing, torque: 1 kN m, slip: 0.01 rad, damping: 2 s/rad, delay: 0.5 s, "
         "released_by: [swing, boom]}",
         "{name: @swing, joint: swing, torque: 1 kN m, slip: 0.01 rad}",
         "brake 'swing' has no control: add 'released_by' or 'applied_by'"},
        {"{name: swing, joint: swing, torque: 1 kN m, slip: 0.01 rad, damping: 2 s/rad, delay: 0.5 s, "
         "released_by: [swing, boom]}",
         "{name: swing, joint: swing, torque: 1 kN m, slip: 0.01 rad, delay: @0.5 s, applied_by: mode}",
         "'delay' has no effect without 'released_by': remove it or add 'released_by'"},
    };
    CHECK_DIGGER(list);
}

/* A pedal instead of springs, and beside them. */
static void a_brake_has_a_pedal(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static const char springs[] = "released_by: [swing, boom]}";
    static char text[20000];
    const char *base = read_base("../world/digger.yaml"), *at = strstr(base, springs);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base,
             "released_by: [swing, boom], applied_by: [mode, lock]}\n"
             "  - {name: pedal, joint: swing, torque: 1, slip: 1, applied_by: throttle}",
             at + strlen(springs));
    const auth_machine *m = read_good(parse_machine, text, &arena);
    assert_int_equal(m->brake_count, 2);
    assert_int_equal(m->brakes[0].applier_count, 2);
    assert_int_equal(m->brakes[0].appliers[0], MODE);
    assert_int_equal(m->brakes[0].appliers[1], LOCK);
    assert_int_equal(m->brakes[0].control_count, 2);
    assert_int_equal(m->brakes[1].applier_count, 1);
    assert_int_equal(m->brakes[1].appliers[0], THROTTLE);
    assert_int_equal(m->brakes[1].control_count, 0);
    hl_arena_free(&arena);
}

#define LEAST                                                                                                \
    "headland: machine\nversion: 1\nname: box\nchassis: b\n"                                                 \
    "bodies: [{name: b, mass: 1, shape: {kind: sphere, radius: 1}}]\n"                                       \
    "joints: [{name: j, type: free, child: b}]\n# more\n"

static void parts_need_each_other(void **state)
{
    (void)state;
    static const variation list[] = {
        {"# more", "controls: [{name: c, safe: 0, drive: @auto-idle}]",
         "'drive' has no effect without 'engine'; one is expected"},
        {"# more", "controls: [{name: c, range: [0, 1], safe: 0, drive: @lock}]",
         "this role has no effect; a lever, that is a control that moves a command, is expected"},
        {"# more", "pilot_pressure: @4 MPa",
         "'pilot_pressure' has no effect without 'pilots'; the key is expected to be left out"},
    };
    CHECK_VARIATIONS(parse_machine, LEAST, list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levers_are_read),
                                       cmocka_unit_test(pilots_and_brakes_are_read),
                                       cmocka_unit_test(auto_idle),
                                       cmocka_unit_test(roles),
                                       cmocka_unit_test(pilots),
                                       cmocka_unit_test(blocked_controls),
                                       cmocka_unit_test(brakes),
                                       cmocka_unit_test(a_brake_has_a_pedal),
                                       cmocka_unit_test(parts_need_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
