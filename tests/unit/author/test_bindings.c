/* Bindings: reading, and every way in which the file alone can be wrong. */
#include "refusal.h"

#include "auth/bindings.h"

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report)
{
    auth_bindings *bindings = NULL;
    const hl_status status = auth_bindings_parse(text, length, "folder/file", arena, &bindings, report);
    *out = bindings;
    return status;
}

static const auth_bindings *read_bench(hl_arena *arena)
{
    return read_good(parse, read_base("bindings.yaml"), arena);
}

/* ---- what is read ---- */

static void the_head_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *b = read_bench(&arena);
    assert_string_equal(b->name, "bench");
    assert_string_equal(b->description, "every key of every kind");
    assert_string_equal(b->machine, "folder/../machines/cart.yaml");
    assert_int_equal(b->machine_place.line, 5);
    assert_int_equal(b->machine_place.column, 10);
    assert_int_equal(b->device_count, 4);
    hl_arena_free(&arena);
}

static void a_match_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *b = read_bench(&arena);
    const auth_match *m = &b->devices[0].match;
    assert_false(m->keyboard);
    assert_int_equal(m->vendor, 0x046d);
    assert_int_equal(m->product, 0xc24f);
    assert_int_equal(m->version, 0x0111);
    assert_string_equal(m->name, "*G29*");
    assert_string_equal(m->phys, "usb-*-2/input0");
    assert_string_equal(m->type, "wheel");
    assert_int_equal(m->instance, 2);
    assert_int_equal(m->place.line, 8);
    m = &b->devices[3].match;
    assert_true(m->keyboard);
    assert_int_equal(m->vendor, -1);
    assert_int_equal(m->product, -1);
    assert_int_equal(m->version, -1);
    assert_null(m->name);
    assert_null(m->phys);
    assert_null(m->type);
    assert_int_equal(m->instance, 0);
    hl_arena_free(&arena);
}

/* Each id is a device, all of them have the same axes. */
static void several_ids_are_several_devices(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *b = read_bench(&arena);
    const auth_device *first = &b->devices[1], *second = &b->devices[2];
    assert_string_equal(first->name, "sticks");
    assert_string_equal(second->name, "sticks");
    assert_int_equal(first->match.vendor, 0x44f);
    assert_int_equal(first->match.product, 0xb10a);
    assert_int_equal(first->match.version, -1);
    assert_int_equal(second->match.vendor, 0x44f);
    assert_int_equal(second->match.product, 0xb10b);
    assert_int_equal(second->axis_count, 1);
    assert_ptr_equal(first->axes, second->axes);
    hl_arena_free(&arena);
}

static void an_axis_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_device *wheel = &read_bench(&arena)->devices[0];
    assert_int_equal(wheel->axis_count, 3);
    const auth_axis *a = &wheel->axes[0];
    assert_string_equal(a->axis, "ABS_X");
    assert_string_equal(a->command, "steering");
    assert_int_equal(a->command_place.line, 10);
    assert_int_equal(a->command_place.column, 32);
    assert_true(a->invert && !a->half && !a->has_min && !a->has_centre && !a->has_max);
    CHECK_SAME(a->progression, 0.4);
    CHECK_SAME(a->dead_zone, 0.0);
    CHECK_SAME(a->saturation, 1.0);
    assert_int_equal(a->point_count, 0);
    assert_int_equal(a->value_count, 0);
    assert_int_equal(a->join, AUTH_JOIN_NONE);
    assert_null(a->with);
    a = &wheel->axes[1];
    assert_true(a->has_min && a->has_centre && a->has_max && a->half && !a->invert);
    CHECK_SAME(a->min, 10.0);
    CHECK_SAME(a->centre, 100.0);
    CHECK_SAME(a->max, 245.0);
    assert_int_equal(a->join, AUTH_JOIN_SUM);
    hl_arena_free(&arena);
}

static void a_response_is_read(void **state)
{
    (void)state;
    static const double points[4][2] = {{0, 0}, {0.5, 0.2}, {0.75, 0.2}, {1, 1}}, values[3] = {0, 0.5, 1};
    hl_arena arena = {0};
    const auth_axis *a = &read_bench(&arena)->devices[0].axes[2];
    assert_string_equal(a->with, "BTN_BASE");
    assert_int_equal(a->with_place.line, 14);
    CHECK_SAME(a->dead_zone, 0.05);
    CHECK_NEAR(a->saturation, 0.95, 1e-15); /* the per cent is a rounding */
    assert_int_equal(a->point_count, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_SAME(a->points[i][0], points[i][0]);
        CHECK_SAME(a->points[i][1], points[i][1]);
    }
    assert_int_equal(a->value_count, 3);
    for (int i = 0; i < 3; i++) CHECK_SAME(a->values[i], values[i]);
    assert_int_equal(a->join, AUTH_JOIN_LARGEST);
    hl_arena_free(&arena);
}

static void buttons_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *bindings = read_bench(&arena);
    const auth_device *wheel = &bindings->devices[0];
    assert_int_equal(wheel->button_count, 3);
    const auth_button *b = &wheel->buttons[0];
    assert_string_equal(b->button, "BTN_TRIGGER");
    assert_string_equal(b->command, "horn");
    assert_int_equal(b->mode, AUTH_BUTTON_HOLD);
    assert_true(!b->has_value && !b->has_rest && !b->axis && !b->with && !b->help);
    CHECK_SAME(b->rate, 2.0);
    b = &wheel->buttons[1];
    assert_int_equal(b->mode, AUTH_BUTTON_RAMP);
    assert_true(b->has_value && b->has_rest);
    CHECK_SAME(b->value, -1.0);
    CHECK_SAME(b->rest, 0.5);
    CHECK_SAME(b->rate, 4.0);
    assert_string_equal(b->help, "down");
    b = &wheel->buttons[2];
    assert_null(b->button);
    assert_string_equal(b->axis, "ABS_HAT0Y");
    assert_int_equal(b->button_place.line, 23);
    CHECK_SAME(b->beyond, -0.5);
    assert_string_equal(b->with, "BTN_BASE");
    assert_int_equal(b->mode, AUTH_BUTTON_CYCLE);
    assert_int_equal(b->value_count, 3);
    CHECK_SAME(b->values[0], 3.0);
    CHECK_SAME(b->values[2], 2.0);
    assert_int_equal(bindings->devices[3].buttons[0].mode, AUTH_BUTTON_CREEP);
    hl_arena_free(&arena);
}

static void forces_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *b = read_bench(&arena);
    const auth_force_feedback *force = &b->devices[0].force;
    assert_true(force->present && force->invert);
    CHECK_SAME(force->gain, 0.5);
    CHECK_SAME(force->vibration, 0.0);
    force = &b->devices[1].force;
    assert_true(force->present && !force->invert);
    CHECK_SAME(force->gain, 0.7);
    CHECK_SAME(force->vibration, 0.3);
    assert_false(b->devices[3].force.present);
    hl_arena_free(&arena);
}

/* ---- what is refused ---- */

#define FIRST "{axis: ABS_X, command: steering, invert: true, curve: 0.4}"
#define CURVE "[[0, 0], [0.5, 0.2], [0.75, 0.2], [1, 1]]"

static void bad_axes_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"max: 245", "max: @10", "'max' is 10 and 'min' 10; more than 'min' is expected"},
        {"max: 245", "max: @-5", "`invert: true` for an axis that runs backwards"},
        {"centre: 100", "centre: @245", "'centre' is 245, outside of 'min' and 'max'"},
        {"centre: 100", "centre: @10", "'centre' is 10, outside of 'min' and 'max'"},
        {"max: 245", "max: @1e12", "'max' is 1e+12; -2147483647 to 2147483647 is expected"},
        {"max: 245", "max: @1 m", "'1 m' is a length"},
        {"dead_zone: 0.05", "dead_zone: @0.95", "'dead_zone' is 0.95; 0 to 0.9 is expected"},
        {"saturation: 95 %", "saturation: @0.05",
         "'saturation' is 0.05; above 'dead_zone' (0.05) and at most 1"},
        {"saturation: 95 %", "saturation: @1.2",
         "'saturation' is 1.2; above 'dead_zone' (0.05) and at most 1"},
        {"curve: 0.4", "curve: @1.4", "'curve' is 1.4; 0 to 1 is expected"},
        {"curve: 0.4", "curve: @steep", "'curve'"},
        {CURVE, "[[0, 0], [0.5, 0.2], @[0.75, 0.1], [1, 1]]",
         "'curve' folds back from [0.5, 0.2] to [0.75, 0.1]"},
        {CURVE, "[[0, 0], [0.5, 0.2], @[0.5, 0.3], [1, 1]]",
         "'curve' folds back from [0.5, 0.2] to [0.5, 0.3]"},
        {CURVE, "[[0, 0], [0.5, @1.2], [1, 1]]", "the response in 'curve' is 1.2; 0 to 1 is expected"},
        {CURVE, "[@[0, 0.1], [1, 1]]", "'curve' begins at [0, 0.1]; [0, 0] is expected"},
        {CURVE, "[[0, 0], @[1, 0.9]]", "'curve' ends at [1, 0.9]; [1, 1] is expected"},
        {CURVE, "[[0, 0], @[0.5], [1, 1]]", "a point of 'curve' has 1 numbers; two, [way, response],"},
        {CURVE, "@[[0, 0]]", "'curve' has 1 points; 2 to 16 are expected"},
        {CURVE, "[@0, 1]", "'curve' is given a single value; a row (a list) is expected"},
        {"values: [0, 0.5, 1]", "values: @[0]", "'values' has 1 entries; 2 to 16 are expected"},
        {"join: sum", "join: @sun", "unknown value 'sun' in 'join'; did you mean 'sum'?"},
        {"invert: true", "@inverted: true", "unknown key 'inverted' in 'axes'; did you mean 'invert'?"},
        {FIRST, "@{axis: ABS_X}", "missing in 'axes': command"},
        {FIRST, "{axis: ABS_X, command: steering, detent: @0.1}",
         "'detent' has no effect on an axis that tells its place"},
        {FIRST, "{axis: REL_DIAL, command: steering, min: @1}", "'min' has no effect on a relative axis"},
        {FIRST, "{axis: REL_DIAL, command: steering, detent: @2}", "'detent' is 2; 0 to 1 is expected"},
        {FIRST, "{axis: ABS_X, command: steering, side: positive, half: @true}",
         "'half' has no effect with 'side'"},
    };
    CHECK_VARIATIONS(parse, read_base("bindings.yaml"), list);
}

static void relative_axes_sides_and_exceptions_are_read(void **state)
{
    (void)state;
    static const char text[] =
        "headland: bindings\nversion: 1\nname: n\ndevices:\n"
        "  - name: d\n    match: {type: panel}\n    axes:\n"
        "      - {axis: REL_DIAL, command: throttle, detent: 2 %}\n"
        "      - {axis: ABS_GAS, command: drive, side: negative, unless: [brake, direction]}\n"
        "    buttons: [{button: BTN_0, command: throttle, mode: step, step: -0.25, "
        "unless: [drive]}]\n";
    hl_arena arena = {0};
    const auth_bindings *bindings = read_good(parse, text, &arena);
    const auth_axis *dial = &bindings->devices[0].axes[0], *pedal = &bindings->devices[0].axes[1];
    const auth_button *step = &bindings->devices[0].buttons[0];
    assert_true(dial->relative && !pedal->relative);
    CHECK_NEAR(dial->detent, 0.02, 1e-15);
    assert_int_equal(pedal->side, AUTH_AXIS_NEGATIVE);
    assert_int_equal(pedal->unless.count, 2);
    assert_string_equal(pedal->unless.commands[1], "direction");
    assert_int_equal(step->mode, AUTH_BUTTON_STEP);
    CHECK_SAME(step->step, -0.25);
    assert_string_equal(step->unless.commands[0], "drive");
    hl_arena_free(&arena);
}

#define RAMP  "mode: ramp, value: -1, rest: 0.5, rate: 4"
#define CYCLE "mode: cycle, values: [3, 1, 2]"

static void bad_buttons_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{button: BTN_TRIGGER, command", "@{command", "a button with none of 'button' and 'axis'"},
        {"{button: BTN_TRIGGER,", "@{button: BTN_TRIGGER, axis: ABS_X, beyond: 1,",
         "a button with both of 'button' and 'axis'"},
        {"BTN_TRIGGER,", "BTN_TRIGGER, beyond: @0.5,", "'beyond' has no effect without 'axis'"},
        {"BTN_TRIGGER,", "BTN_TRIGGER, with: @BTN_TRIGGER,", "'with' names the button itself"},
        {"axis: ABS_HAT0Y, beyond: -0.5", "axis: @ABS_HAT0Y", "an 'axis' as a button without 'beyond'"},
        {"beyond: -0.5", "beyond: @0", "'beyond' is 0; -1 to 1, and not 0, is expected"},
        {"beyond: -0.5", "beyond: @-1.5", "'beyond' is -1.5; -1 to 1, and not 0, is expected"},
        {CYCLE, "mode: cycle, values: @[3]", "'values' has 1 entries; 2 to 16 are expected"},
        {CYCLE, CYCLE ", value: @1", "'value' has no effect in the mode 'cycle'"},
        {RAMP, RAMP ", values: @[1, 2]", "'values' has no effect in the mode 'ramp'"},
        {RAMP, "mode: creep, value: -1, rest: @0.5", "'rest' has no effect in the mode 'creep'"},
        {"mode: ramp", "mode: @rump", "unknown value 'rump' in 'mode'; did you mean 'ramp'?"},
        {CYCLE, "mode: step, step: 1, value: @1", "'value' has no effect in the mode 'step'"},
        {RAMP, RAMP ", step: @1", "'step' has no effect in the mode 'ramp'"},
        {"rate: 4", "rate: @0", "'rate' is 0; a plain number above zero is expected"},
        {RAMP, "mode: hold, rate: @4", "'rate' has no effect in the mode 'hold'"},
    };
    CHECK_VARIATIONS(parse, read_base("bindings.yaml"), list);
    static const far_variation missing[] = {
        {CYCLE, "mode: cycle", "{axis: ABS_HAT0Y", "missing in the mode 'cycle': values; expected"},
        {CYCLE, "mode: step", "{axis: ABS_HAT0Y", "missing in the mode 'step': step; expected"},
    };
    CHECK_FAR_VARIATIONS(parse, read_base("bindings.yaml"), missing);
}

static void bad_matches_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"id: \"046d:C24F:0111\"", "id: @\"046d\"",
         "the id is '046d'; vendor:product or vendor:product:version"},
        {"id: \"046d:C24F:0111\"", "id: @\"046d:\"", "the id is '046d:'"},
        {"id: \"046d:C24F:0111\"", "id: @\"046d:c24fa\"", "the id is '046d:c24fa'"},
        {"id: \"046d:C24F:0111\"", "id: @\"046d:c24g\"", "the id is '046d:c24g'"},
        {"id: \"046d:C24F:0111\"", "id: @\"46d:c24f:1:1\"", "the id is '46d:c24f:1:1'"},
        {"\"44f:b10b\"", "@\"b10b\"", "the id is 'b10b'"},
        {"{ids: [\"044f:b10a\"", "{id: \"1:2\", ids: @[\"044f:b10a\"",
         "'id' and 'ids'; one of them is expected"},
        {"match: {keyboard: true}", "match: @{}", "'match' says nothing of the device"},
        {"match: {keyboard: true}", "match: @{instance: 1}", "'match' says nothing of the device"},
        {"{keyboard: true}", "{keyboard: @true, type: panel}", "'keyboard' alone is expected"},
        {"keyboard: true}\n", "keyboard: true}\n    force: @{}\n", "'force' has no effect with the keyboard"},
        {"type: wheel", "type: @whel", "unknown value 'whel' in 'type'; did you mean 'wheel'?"},
        {"instance: 2", "instance: @0", "'instance' is 0; 1 to 16 is expected"},
        {"name: keys", "name: @wheel", "the name 'wheel' is taken in this list"},
        {"gain: 0.5", "gain: @1.5", "'gain' is 1.5; 0 to 1 is expected"},
        {"vibration: 0", "vibration: @-1", "'vibration' is -1; 0 to 1 is expected"},
        {"    force: {}", "    @forse: {}", "unknown key 'forse' in 'devices'; did you mean 'force'?"},
        {"version: 1", "version: @2", "'version' is 2; 1 is expected"},
        {"headland: bindings", "headland: @settings",
         "the file is a settings file; a bindings file is expected"},
    };
    CHECK_VARIATIONS(parse, read_base("bindings.yaml"), list);
}

/* The example of the manual is a good file. */
static void the_manual_is_right(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_bindings *b = read_good(parse, read_example("bindings.md"), &arena);
    assert_int_equal(b->device_count, 2);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_is_read),
        cmocka_unit_test(a_match_is_read),
        cmocka_unit_test(several_ids_are_several_devices),
        cmocka_unit_test(an_axis_is_read),
        cmocka_unit_test(a_response_is_read),
        cmocka_unit_test(buttons_are_read),
        cmocka_unit_test(relative_axes_sides_and_exceptions_are_read),
        cmocka_unit_test(forces_are_read),
        cmocka_unit_test(bad_axes_are_refused),
        cmocka_unit_test(bad_buttons_are_refused),
        cmocka_unit_test(bad_matches_are_refused),
        cmocka_unit_test(the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
