/* Patterns of machines: what is read, what is refused. */
#include "refusal.h"

#include "auth/machine.h"

static void patterns_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("cart.yaml"), &arena);
    assert_int_equal(m->pattern_count, 2);
    const auth_pattern *p = &m->patterns[0];
    assert_string_equal(p->name, "plain");
    assert_string_equal(p->meaning, "");
    assert_int_equal(p->lever_count, 1);
    assert_string_equal(p->levers[0].lever, "right_lever.y");
    assert_string_equal(m->controls[p->levers[0].control].name, "lift");
    assert_true(p->levers[0].invert);
    assert_int_equal(p->levers[0].place.line, p->place.line);
    assert_int_equal(p->levers[0].place.column, 28);
    p = &m->patterns[1];
    assert_string_equal(p->name, "ISO");
    assert_string_equal(p->meaning, "left hand steers");
    assert_int_equal(p->lever_count, 2);
    assert_string_equal(p->levers[1].lever, "right_pedal");
    assert_string_equal(m->controls[p->levers[1].control].name, "throttle");
    assert_false(p->levers[1].invert);
    hl_arena_free(&arena);
}

static void bad_patterns_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"lever: right_lever.y", "lever: @right_lever.z",
         "unknown value 'right_lever.z' in 'lever'; did you mean"},
        {"lever: right_lever.y, control: lift", "lever: right_lever.y, control: @lifts",
         "unknown control 'lifts' under 'control'; the name of one in this file is expected; did you mean "
         "'lift'?"},
        {"lever: right_pedal", "lever: @left_lever.x",
         "the lever 'left_lever.x' moves a control already, in line"},
        {"name: ISO", "name: @plain", "the name 'plain' is taken in this list"},
        {"levers: [{lever: right_lever.y, control: lift, invert: true}]", "levers: @[]",
         "'levers' has 0 entries"},
        {"invert: true}]", "@inverted: true}]", "unknown key 'inverted' in 'levers'; did you mean 'invert'?"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_read),
        cmocka_unit_test(bad_patterns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
