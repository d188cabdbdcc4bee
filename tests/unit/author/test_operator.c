/* Operator scripts: what they become, and every way in which they can be wrong. */
#include "refusal.h"

#include "auth/operator.h"

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static void a_script_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_operator *script = read_good(parse_operator, read_base("round.yaml"), &arena);
    assert_string_equal(script->name, "round");
    NEARLY(script->seconds, 40.0);
    assert_int_equal(script->action_count, 4);
    const auth_action *gas = &script->actions[0];
    assert_string_equal(gas->name, "gas");
    assert_string_equal(gas->control, "throttle");
    assert_int_equal(gas->control_place.line, 7);
    assert_int_equal(gas->kind, AUTH_ACTION_SET);
    assert_int_equal(gas->after, -1);
    NEARLY(gas->from, 1.0);
    NEARLY(gas->to, 0.6);
    NEARLY(gas->over, 2.0);
    assert_null(gas->when.signal);
    assert_false(gas->release);
    const auth_action *brake = &script->actions[3];
    assert_string_equal(brake->name, "");
    NEARLY(brake->lasting, 2.0);
    assert_true(brake->release);
    hl_arena_free(&arena);
}

static void loops_are_closed(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_operator *script = read_good(parse_operator, read_base("round.yaml"), &arena);
    const auth_action *cruise = &script->actions[1];
    assert_int_equal(cruise->kind, AUTH_ACTION_KEEP);
    assert_int_equal(cruise->after, 0);
    NEARLY(cruise->delay, 0.5);
    NEARLY(cruise->until, 30.0);
    assert_string_equal(cruise->signal, "vehicle.speed");
    NEARLY(cruise->at, 8 / 3.6);
    assert_true(cruise->at_with_unit);
    assert_true(cruise->at_dimension.m == 1 && cruise->at_dimension.s == -1);
    NEARLY(cruise->gain, 0.3);
    NEARLY(cruise->integral, 0.1);
    NEARLY(cruise->feed, 0.5);
    const auth_action *track = &script->actions[2];
    assert_int_equal(track->kind, AUTH_ACTION_FOLLOW);
    assert_int_equal(track->point_count, 3);
    NEARLY(track->points[2][1], 5.0);
    NEARLY(track->ahead, 4.0);
    NEARLY(track->gain, 5.0);
    assert_true(track->backwards);
    assert_true(track->when.above);
    assert_false(track->when.with_unit);
    CHECK_SAME(track->when.value, 1.0);
    assert_false(track->until_when.above);
    assert_true(track->until_when.with_unit);
    NEARLY(track->until_when.value, 2 / 3.6);
    hl_arena_free(&arena);
}

#define BASE "headland: operator\nversion: 1\nname: o\nseconds: 10\nactions:\n  - "
#define SET  "{control: c, to: 1}"

static void actions_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {SET, "@{control: c}", "an action with none of 'to', 'keep' and 'follow'"},
        {SET, "@{control: c, to: 1, keep: s, at: 1, gain: 1}", "an action with several of"},
        {SET, "@{to: 1}", "missing in 'actions': control; expected"},
        {SET, "{control: c, to: @1 m}", "'1 m' is a length; a plain number"},
        {SET, "{control: c, to: 1, over: @0}", "'over' is 0; a time above zero"},
        {SET, "{control: c, to: 1, gain: @1}", "'gain' has no effect with 'to'"},
        {SET, "{control: c, to: 1, ahead: @1}", "'ahead' has no effect with 'to'"},
        {SET, "{control: c, to: 1, release: @true}", "'release' of an action without an end"},
        {SET, "{control: c, to: 1, delay: @1}", "'delay' has no effect without 'after'"},
        {SET, "{control: c, to: 1, from: @-1}", "'from' is -1; a time of zero or more"},
        {SET, "{control: c, to: 1, from: 2, until: @2}", "'until' is not after 'from'"},
        {SET, "{control: c, to: 1, from: @10}", "the script ends after 10 s, before this action starts"},
        {SET, "{control: c, to: 1, for: @0}", "'for' is 0; a time above zero"},
        {SET, "{control: c, to: 1, after: @x}", "unknown action 'x' under 'after'"},
        {SET, "{name: n, control: c, to: 1, after: @n}", "action 'n' does not stand before this one"},
        {SET, "{name: n, control: c, to: 1}\n  - {name: @n, control: c, to: 1}", "the name 'n' is taken"},
        {SET, "{name: @'n,', control: c, to: 1}", "the name 'n,' cannot be a column"},
        {SET, "@{control: c, keep: s, gain: 1}", "missing with 'keep': at; expected"},
        {SET, "{control: c, keep: @s, at: 1}", "'keep' without 'gain' and 'integral' keeps nothing"},
        {SET, "{control: c, keep: s, at: @1 mph, gain: 1}",
         "'at': '1 mph' has an unknown unit; a number, bare or"},
        {SET, "{control: c, keep: s, at: 1, gain: @1 m}", "'1 m' is a length; a plain number"},
        {SET, "{control: c, keep: s, at: 1, gain: 1, over: @1}", "'over' has no effect with 'keep'"},
        {SET, "{control: c, keep: s, at: 1, gain: 1, release: @true}",
         "'release' of an action without an end"},
        {SET, "{control: c, follow: [[0, 0]], gain: 1, ahead: 1, trailer: @t, drawbar: 3 m}",
         "'trailer' needs 'backwards' and 'drawbar': add 'backwards: true' and 'drawbar'"},
        {SET, "{control: c, follow: [[0, 0]], gain: 1, ahead: 1, trailer: @t, backwards: true}",
         "'trailer' needs 'backwards' and 'drawbar': add 'backwards: true' and 'drawbar'"},
        {SET, "{control: c, follow: [[0, 0]], gain: 1, ahead: 1, drawbar: @3 m}",
         "has no effect without 'trailer'"},
        {SET, "@{control: c, follow: [[0, 0]], gain: 1}", "missing with 'follow': ahead"},
        {SET, "@{control: c, follow: [[0, 0]], ahead: 1}", "missing with 'follow': gain"},
        {SET, "{control: c, follow: [[0, 0]], gain: 1, ahead: @0}", "'ahead' is 0; a length above zero"},
        {SET, "{control: c, follow: [[0, @1 s]], gain: 1, ahead: 1}", "'follow': '1 s' is a time; a length"},
        {SET, "{control: c, follow: [@[0, 0, 0]], gain: 1, ahead: 1}",
         "'follow' has 3 entries; 2 are expected"},
        {SET, "{control: c, follow: @[], gain: 1, ahead: 1}", "'follow' has 0 entries"},
    };
    CHECK_VARIATIONS(parse_operator, BASE SET "\n", list);
}

static void rounds_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_operator *script = read_good(
        parse_operator,
        BASE "{name: first, control: c, to: 1}\n"
             "  - {control: c, to: 0, repeat: {from: first, times: 3, until_when: {signal: s, above: "
             "2 t}}}\n"
             "  - {name: self, control: c, to: 0, repeat: {from: self}}\n",
        &arena);
    assert_int_equal(script->actions[0].repeat_from, -1);
    const auth_action *back = &script->actions[1];
    assert_int_equal(back->repeat_from, 0);
    assert_int_equal(back->repeat_place.line, 7);
    assert_int_equal(back->repeat_times, 3);
    assert_string_equal(back->repeat_until.signal, "s");
    assert_true(back->repeat_until.above);
    NEARLY(back->repeat_until.value, 2000.0);
    assert_int_equal(back->repeat_until.dimension.kg, 1);
    const auth_action *self = &script->actions[2];
    assert_int_equal(self->repeat_from, 2);
    assert_int_equal(self->repeat_times, 0);
    assert_null(self->repeat_until.signal);
    hl_arena_free(&arena);
}

static void rounds_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {SET, "{control: c, to: 1, repeat: {from: @x}}", "unknown action 'x' under 'from'"},
        {SET, "{control: c, to: 1, repeat: {from: @n}}\n  - {name: n, control: c, to: 1}",
         "action 'n' stands after this one in the list; an earlier one, or this one, is expected"},
        {SET, "{control: c, to: 1, repeat: @{times: 2}}", "missing in 'repeat': from"},
        {SET, "{name: n, control: c, to: 1, repeat: {from: n, times: @0}}", "'times' is 0; 1 to 1000000"},
        {SET, "{name: n, control: c, to: 1, repeat: {from: n, until_when: @{signal: s}}}",
         "'until_when' with none of 'above' and 'below'"},
        {SET, "{name: n, control: c, keep: s, at: 1, gain: 1, repeat: @{from: n}}",
         "'repeat' after an action without an end"},
        {SET, "{name: n, control: c, to: 1, repeat: {from: n, @time: 2}}", "did you mean 'times'?"},
    };
    CHECK_VARIATIONS(parse_operator, BASE SET "\n", list);
}

static void conditions_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {SET, "{control: c, to: 1, when: @{signal: s}}", "'when' with none of 'above' and 'below'"},
        {SET, "{control: c, to: 1, until_when: @{signal: s, above: 1, below: 2}}",
         "'until_when' with both of"},
        {SET, "{control: c, to: 1, when: {signal: s, above: @1 furlong}}",
         "'above': '1 furlong' has an unknown unit"},
        {SET, "{control: c, to: 1, when: {signal: s, @abov: 1}}", "did you mean 'above'?"},
        {SET, "{control: c, to: 1, when: @{above: 1}}", "missing in 'when': signal"},
        {"seconds: 10", "seconds: @0", "'seconds' is 0; a time above zero"},
    };
    CHECK_VARIATIONS(parse_operator, BASE SET "\n", list);
    static const far_variation missing[] = {
        {"seconds: 10\n", "", "headland", "missing in the file: seconds; expected"}};
    CHECK_FAR_VARIATIONS(parse_operator, BASE SET "\n", missing);
}

/* The worked example of the manual. */
static void the_manual_is_right(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_operator *script = read_good(parse_operator, read_example("operator.md"), &arena);
    assert_int_equal(script->action_count, 9);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_is_read),    cmocka_unit_test(loops_are_closed),
        cmocka_unit_test(actions_are_refused), cmocka_unit_test(conditions_are_refused),
        cmocka_unit_test(rounds_are_read),     cmocka_unit_test(rounds_are_refused),
        cmocka_unit_test(the_manual_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
