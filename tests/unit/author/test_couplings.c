/* Couplings of machines, implements of scenarios: what they become when they are joined, and every way in
 * which they can be wrong. */
#include "refusal.h"

#include "auth/scenario.h"

#include <stdio.h>

#define CHECK_CART(list) CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list)
#define TAKER            "couplings: [{name: h, kind: ball, body: frame, size: 50 mm, control: horn"

static void couplings_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"chassis: frame", "couplings: [{name: h, kind: @bal, body: frame, size: 50 mm}]\nchassis: frame",
         "unknown value 'bal' in 'kind'; did you mean 'ball'?"},
        {"chassis: frame", "couplings: [{name: h, kind: ball, body: @fram, size: 50 mm}]\nchassis: frame",
         "unknown body 'fram' under 'body'"},
        {"chassis: frame",
         "couplings: [{name: h, kind: ball, body: frame, size: 50 mm, control: @hron}]\nchassis: frame",
         "unknown control 'hron'"},
        {"chassis: frame",
         "couplings: [{name: h, kind: ball, body: frame, size: 50 mm, reach: @1 m}]\nchassis: frame",
         "'reach' has no effect without 'control'"},
        {"chassis: frame",
         "couplings: [{name: h, kind: ball, body: frame, size: 50 mm, control: @lift}]\nchassis: frame",
         "control 'lift' has the range -1 to 1, but a coupling of this kind needs 0 to 1"},
        {"chassis: frame",
         "couplings: [{name: h, kind: quick, body: frame, size: 50 mm, control: @horn}]\nchassis: frame",
         "needs 0 to 2: 0 opens it, 1 hooks, 2 also locks"},
        {"chassis: frame", TAKER ", lock_angle: @3 deg}]\nchassis: frame", "'lock_angle'"},
        {"chassis: frame", TAKER ", cone: @160 deg}]\nchassis: frame", "'cone' is 160 deg; 5 deg to 150 deg"},
        {"chassis: frame", TAKER ", pull_in: @0}]\nchassis: frame", "'pull_in' is 0; 0.05 s to 5 s"},
        {"chassis: frame", "couplings: [{name: h, kind: ball, body: frame, size: @0}]\nchassis: frame",
         "'size' is 0; a length above zero"},
    };
    CHECK_CART(list);
}

static void hooks_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"chassis: frame", "hooks: [{name: h, body: @fram}]\nchassis: frame",
         "unknown body 'fram' under 'body'"},
        {"chassis: frame", "hooks: [{name: h, body: frame, control: @lift}]\nchassis: frame",
         "control 'lift' has the range -1 to 1, but a hook needs 0 to 1"},
        {"chassis: frame", "hooks: [@{name: horn, body: frame}]\nchassis: frame",
         "a control has the same name 'horn' as this hook"},
        {"chassis: frame", "hooks: [{name: h, body: frame, with: @h}]\nchassis: frame",
         "the name of an earlier hook is expected"},
        {"chassis: frame",
         "hooks: [{name: h, body: frame}, {name: k, body: frame, control: horn, with: @h}]\nchassis: frame",
         "give one of them, not both"},
        {"chassis: frame", "hooks: [{name: h, body: frame, length: @0}]\nchassis: frame",
         "'length' is 0; 0.1 m to 20 m"},
        {"chassis: frame", "hooks: [{name: h, body: frame, breaks_at: @0}]\nchassis: frame",
         "'breaks_at' is 0; a force above zero"},
    };
    CHECK_CART(list);
}

#define CHART(swing, joint, cylinder, state, cut)                                                            \
    "load_chart: {body: boom, swing: " swing ", joint: " joint ", circuit: boom, cylinder: " cylinder        \
    ", radius: [1, 2], states: [{name: a, load: [1, 1]" state "], cut_off: [{control: " cut                  \
    "}]}\nchassis: frame"
#define CRANK "crankshaft"
#define PIVOT "boom pivot"

static void load_charts_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"chassis: frame", CHART("@chassis", PIVOT, "boom", "}", "boom"), "joint 'chassis' is not revolute"},
        {"chassis: frame", CHART(CRANK, CRANK, "@boom", "}", "boom"),
         "cylinder 'boom' does not join the two bodies of joint 'crankshaft'"},
        {"chassis: frame", CHART(CRANK, PIVOT, "@lift", "}", "boom"),
         "unknown cylinder 'lift' under 'cylinder'"},
        {"chassis: frame", CHART(CRANK, PIVOT, "boom", "}", "@throttle"), "control 'throttle' is no lever"},
        {"chassis: frame",
         CHART(CRANK, PIVOT, "boom", "}, {name: b, at_rest: boom, load: @[1, 1, 1]}", "boom"),
         "'load' has 3 entries; one for each of the 2 radii is expected"},
        {"chassis: frame", CHART(CRANK, PIVOT, "boom", "}, {name: @b, load: [1, 1]}", "boom"),
         "state 'b' has no condition: add 'at_rest' or 'pushing'"},
        {"chassis: frame", CHART(CRANK, PIVOT, "boom", "}, {name: b, load: [1, 1], pushing: [@bom]}", "boom"),
         "unknown cylinder 'bom' under 'pushing'"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("../world/cart.yaml"), list);
}

static void a_load_chart_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static char text[1 << 15];
    snprintf(
        text, sizeof text,
        "%s\nload_chart: {body: boom, at: [1, 0, 0], swing: crankshaft, joint: boom pivot, circuit: boom, "
        "cylinder: boom, radius: [1 m, 2 m], states: [{name: a, load: [1 t, 500 kg]}, {name: b, at_rest: "
        "boom, pushing: [boom], load: [2 t, 1 t]}], cut_off: [{control: boom, side: negative}]}\n",
        read_base("../world/cart.yaml"));
    const auth_machine *machine = read_good(parse_machine, text, &arena);
    const auth_load_chart *chart = &machine->load_chart;
    assert_true(chart->present && chart->radius_count == 2 && chart->state_count == 2);
    assert_true(chart->radii[1] == 2.0 && chart->states[0].loads[0] == 1000.0);
    assert_int_equal(chart->states[0].at_rest, -1);
    assert_int_equal(chart->states[1].pushing_count, 1);
    assert_int_equal(chart->cut_offs[0].side, AUTH_SIDE_NEGATIVE);
    assert_true(chart->warning == 0.9 && chart->support_force == 10e3);
    hl_arena_free(&arena);
}

/* A hook without 'control' gets one with its name, which lost input does not open; 'with' shares it. */
static void a_hook_has_a_control(void **state)
{
    (void)state;
    hl_arena arena = {0};
    static char text[1 << 15];
    snprintf(
        text, sizeof text,
        "%s\nhooks: [{name: crane, body: frame, length: 2 m}, {name: right, body: frame, with: crane}]\n",
        read_base("cart.yaml"));
    const auth_machine *machine = read_good(parse_machine, text, &arena);
    const auth_hook *hook = &machine->hooks[0];
    const auth_control *control = &machine->controls[hook->control];
    assert_int_equal(machine->hook_count, 2);
    assert_int_equal(machine->hooks[1].control, hook->control);
    assert_string_equal(control->name, "crane");
    assert_true(control->low == 0.0 && control->high == 1.0 && control->safe == 1.0 &&
                control->initial == 0.0);
    assert_int_equal(control->fault, -1);
    assert_true(hook->length == 2.0 && hook->stiffness == 1e6 && hook->reach == 0.3 &&
                hook->breaks_at == 0.0);
    hl_arena_free(&arena);
}

#define HEAD  "headland: scenario\nversion: 1\nname: s\nmachine: /m.yaml\n"
#define PLANE "ground: {kind: plane, surface: grass}\n"
#define BASE  HEAD PLANE "implements: [{name: trailer, file: /t.yaml, start: {at: [1, 2]}}]\n"

static void implements_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"name: trailer", "name: @control", "an implement cannot be named 'control'"},
        {"name: trailer", "name: @a.b", "an implement cannot be named 'a.b'"},
        {"file: /t.yaml", "file: /t.yaml, of: @other", "there is no machine 'other'"},
        {"}}]\n", "}}]\nchoices: [@{variant: a}]\n", "missing in 'choices': choice"},
    };
    CHECK_VARIATIONS(parse_scenario, BASE, list);
}

/* ---- joining ---- */

typedef struct joint_try {
    hl_arena arena;
    hl_report report;
    auth_machine *joined;
    const auth_machine *machine;
} joint_try;

static void read_asset(const char *name, char *text, size_t room)
{
    char path[400];
    snprintf(path, sizeof path, "%s/assets/machines/%s", HEADLAND_SOURCE, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, room - 1, file)] = '\0';
    fclose(file);
}

/* The cart with a hitch takes two trailers of the assets, whose text is changed first. */
static hl_status join(joint_try *t, const char *hitch, const char *find, const char *replacement)
{
    static char trailer[1 << 16], changed[1 << 16], cart[1 << 16];
    read_asset("trailer.yaml", trailer, sizeof trailer);
    const char *at = strstr(trailer, find);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - trailer), trailer, replacement,
             at + strlen(find));
    snprintf(cart, sizeof cart, "%s%s", read_base("cart.yaml"), hitch);
    *t = (joint_try){.joined = NULL};
    t->machine = read_good(parse_machine, cart, &t->arena);
    auth_machine *implements[2];
    implements[0] = implements[1] = read_own(parse_machine, changed, &t->arena);
    const auth_scenario *scenario = read_good(
        parse_scenario,
        HEAD PLANE "implements:\n  - {name: one, file: /t.yaml, start: {at: [1, 2], heading: 1}}\n  - "
                   "{name: two, file: /t.yaml}\n",
        &t->arena);
    hl_report_begin(&t->report, "scenario");
    return auth_scenario_join(scenario, NULL, t->machine, implements, &t->arena, &t->report, &t->joined);
}

static const char hitch_80[] =
    "couplings: [{name: h, kind: ball, body: frame, at: [-1.2, 0, 0], size: 80 mm, control: horn}]\n";

static void lists_follow_each_other(void **state)
{
    (void)state;
    joint_try t;
    assert_int_equal(join(&t, hitch_80, "size: 80 mm", "size: 80 mm"), HL_OK);
    const auth_machine *all = t.joined, *cart = t.machine;
    const auth_mechanism *m = all->mechanism;
    const int bodies = cart->mechanism->body_count;
    assert_ptr_equal(all->alone, cart);
    assert_int_equal(all->implement_count, 2);
    assert_int_equal(all->implements[0].first_body, bodies);
    assert_int_equal(all->implements[1].first_body, bodies + 3);
    CHECK_SAME(all->implements[0].start->at[1], 2.0);
    assert_int_equal(m->body_count, bodies + 6);
    assert_string_equal(m->bodies[bodies].name, "one.chassis");
    assert_string_equal(m->bodies[bodies + 4].name, "two.wheel_left");
    assert_int_equal(m->joints[bodies].parent, MB_GROUND);
    assert_int_equal(m->joints[bodies + 4].parent, bodies + 3);
    assert_int_equal(m->joints[bodies + 4].child, bodies + 4);
    const int wheels = cart->wheel_count, tires = cart->tire_count;
    assert_string_equal(all->wheels[wheels + 3].name, "two.right");
    assert_int_equal(all->wheels[wheels + 3].body, bodies + 5);
    assert_int_equal(all->wheels[wheels + 3].tire, tires + 1);
    assert_int_equal(all->coupling_count, 3);
    assert_int_equal(all->couplings[2].body, bodies + 3);
    assert_true(auth_coupling_takes(&all->couplings[0], &all->couplings[2]));
    assert_false(auth_coupling_takes(&all->couplings[2], &all->couplings[0]));
    assert_string_equal(cart->mechanism->bodies[0].name,
                        m->bodies[0].name); /* the file itself is unchanged */
    assert_int_equal(cart->mechanism->body_count, bodies);
    hl_arena_free(&t.arena);
}

static void expect_refusal(const char *hitch, const char *find, const char *replacement, const char *words)
{
    joint_try t;
    assert_int_equal(join(&t, hitch, find, replacement), HL_BAD_INPUT);
    assert_true(t.report.count > 0);
    if (strstr(t.report.list[0].text, words) == NULL) fail_msg("%s", t.report.list[0].text);
    assert_int_equal(t.report.list[0].place.line, 7); /* of the implement in the scenario */
    hl_arena_free(&t.arena);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    expect_refusal(
        hitch_80, "size: 80 mm", "size: 50 mm",
        "implement 'one' does not fit: its coupling 'eye' has a size of 50 mm, 'h' of the machine 80 mm");
    expect_refusal(hitch_80, "kind: ball", "kind: quick",
                   "has a coupling of kind 'quick', but the machine has no such coupling");
    expect_refusal("", "size: 80 mm", "size: 80 mm",
                   "has a coupling of kind 'ball', but the machine has no such coupling");
    expect_refusal(
        hitch_80, "couplings:\n  - {name: eye, kind: ball, body: chassis, at: [3.00 m, 0, 0], size: 80 mm}\n",
        "", "implement 'one' has no coupling that a machine can take");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(couplings_are_refused),   cmocka_unit_test(hooks_are_refused),
        cmocka_unit_test(load_charts_are_refused), cmocka_unit_test(a_load_chart_is_read),
        cmocka_unit_test(a_hook_has_a_control),    cmocka_unit_test(implements_are_refused),
        cmocka_unit_test(lists_follow_each_other), cmocka_unit_test(what_does_not_fit_is_refused)};
    return cmocka_run_group_tests_name("couplings", tests, NULL, NULL);
}
