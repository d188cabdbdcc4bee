/* Faults of a machine: what a file may say of them, the controls and leaks that they add; and every way in
 * which they can be wrong, see refusal.h. */
#include "refusal.h"

#include "auth/circuit.h"
#include "auth/machine.h"

#include <math.h>
#include <stdio.h>

static const double rounding = 4e-16; /* a number read and scaled: see test_machine.c */

static const char faults[] =
    "faults:\n"
    "  - {name: weak, kind: engine, meaning: clogged filter}\n"
    "  - {name: dry, kind: fuel}\n"
    "  - {name: hose, kind: leak, circuit: boom, volume: A, flow: 60 l/min, pressure: 100 bar}\n"
    "  - {name: stuck boom, kind: stuck-valve, circuit: boom, command: lever}\n"
    "  - {name: gauge, kind: sensor, signal: boom.pressure, mode: dead}\n"
    "  - {name: angle, kind: sensor, signal: boom.angle}\n"
    "  - {name: flat, kind: tire, wheel: fr}\n";

/* The cart with faults. */
static const char *base(void)
{
    static char text[20000];
    snprintf(text, sizeof text, "%s%s", read_base("../world/cart.yaml"), faults);
    return text;
}

/* ---- good ones ---- */

static void kinds_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, base(), &arena);
    assert_int_equal(m->fault_count, 7);
    const auth_fault *f = m->faults;
    assert_string_equal(f[0].name, "weak");
    assert_string_equal(f[0].meaning, "clogged filter");
    static const auth_fault_kind kinds[] = {AUTH_FAULT_ENGINE, AUTH_FAULT_FUEL,   AUTH_FAULT_LEAK,
                                            AUTH_FAULT_VALVE,  AUTH_FAULT_SENSOR, AUTH_FAULT_SENSOR,
                                            AUTH_FAULT_TIRE};
    for (int i = 0; i < m->fault_count; i++) assert_int_equal(f[i].kind, kinds[i]);
    const auth_circuit *circuit = &m->mechanism->circuits[f[2].circuit];
    assert_string_equal(circuit->def.nodes[f[2].volume].name, "A");
    CHECK_RELATIVE(f[2].flow, 1e-3, rounding);
    CHECK_RELATIVE(f[2].pressure, 1e7, rounding);
    assert_string_equal(circuit->def.commands[f[3].command].name, "lever");
    assert_string_equal(f[4].signal, "boom.pressure");
    assert_true(f[4].mode == AUTH_SENSOR_DEAD && f[5].mode == AUTH_SENSOR_FROZEN);
    assert_string_equal(m->wheels[f[6].wheel].name, "fr");
    hl_arena_free(&arena);
}

/* Behind the controls of the file, from 0 to 1, moved by nothing. */
static void each_has_a_control(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *plain = read_good(parse_machine, read_base("../world/cart.yaml"), &arena);
    const auth_machine *m = read_good(parse_machine, base(), &arena);
    assert_int_equal(m->control_count, plain->control_count + m->fault_count);
    for (int i = 0; i < plain->control_count; i++) {
        assert_string_equal(m->controls[i].name, plain->controls[i].name);
        assert_int_equal(m->controls[i].fault, -1);
    }
    for (int i = 0; i < m->fault_count; i++) {
        const auth_control *c = &m->controls[m->faults[i].control];
        char name[64];
        snprintf(name, sizeof name, "fault.%s", m->faults[i].name);
        assert_string_equal(c->name, name);
        assert_string_equal(c->meaning, m->faults[i].meaning);
        assert_int_equal(m->faults[i].control, plain->control_count + i);
        assert_int_equal(c->fault, i);
        CHECK_SAME(c->low, 0.0);
        CHECK_SAME(c->high, 1.0);
        CHECK_SAME(c->safe, 0.0);
        CHECK_SAME(c->initial, 0.0);
        assert_int_equal(c->drive, AUTH_DRIVE_NONE);
        assert_int_equal(c->circuit, AUTH_NONE);
        assert_false(c->lever);
    }
    hl_arena_free(&arena);
}

/* 60 l/min at 100 bar: C_v = 1e-3/sqrt(1e7); the tank is the source. What stood there keeps its place. */
static void leaks_are_throttles(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, base(), &arena);
    const auth_fault *leak = &m->faults[2];
    const auth_circuit *circuit = &m->mechanism->circuits[leak->circuit];
    assert_int_equal(circuit->def.orifice_count, 2);
    assert_string_equal(circuit->def.orifices[0].name, "open centre");
    const hyd_orifice_def *throttle = &circuit->def.orifices[1];
    assert_int_equal(throttle->a, leak->volume);
    assert_string_equal(circuit->def.nodes[throttle->b].name, "tank");
    CHECK_RELATIVE(throttle->coefficient, 1e-3 / sqrt(1e7), rounding);
    assert_false(throttle->one_way);
    assert_int_equal(throttle->command, leak->command);
    assert_int_equal(circuit->def.command_count, 3);
    assert_int_equal(leak->command, 2);
    assert_int_equal(circuit->def.commands[2].point_count, 0);
    CHECK_SAME(circuit->def.commands[2].initial, 0.0);
    hl_arena_free(&arena);
}

static void the_machines_have_all_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        bool tires;
    } machines[] = {{"../../../assets/machines/tractor.yaml", true},
                    {"../../../assets/machines/excavator.yaml", false}};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        hl_arena arena = {0};
        hl_report report = {0};
        auth_machine *m;
        char path[300];
        snprintf(path, sizeof path, "%s/tests/unit/author/%s", HEADLAND_SOURCE, machines[k].file);
        assert_int_equal(auth_machine_read(path, &arena, &m, &report), HL_OK);
        bool has[AUTH_FAULT_TIRE + 1] = {false};
        for (int i = 0; i < m->fault_count; i++) {
            has[m->faults[i].kind] = true;
            assert_true(m->faults[i].meaning[0] != '\0');
        }
        for (int kind = 0; kind < AUTH_FAULT_TIRE; kind++) assert_true(has[kind]);
        assert_int_equal(has[AUTH_FAULT_TIRE], machines[k].tires);
        hl_arena_free(&arena);
    }
}

/* ---- refusals ---- */

static void references(void **state)
{
    (void)state;
    static const variation list[] = {
        {"kind: fuel", "kind: @fule", "'fule'"},
        {"leak, circuit: boom", "leak, circuit: @bom", "did you mean 'boom'?"},
        {"volume: A", "volume: @a", "unknown node 'a'"},
        {"volume: A", "volume: @tank", "node 'tank' is a source; a control volume is expected"},
        {"command: lever}\n  - {name: gauge", "command: @levr}\n  - {name: gauge", "did you mean 'lever'?"},
        {"wheel: fr}", "wheel: @fe}", "unknown wheel 'fe'"},
        {"mode: dead", "mode: @ded", "'ded'"},
    };
    CHECK_VARIATIONS(parse_machine, base(), list);
}

static void keys_of_kinds(void **state)
{
    (void)state;
    static const variation list[] = {
        {"kind: fuel}", "kind: fuel, wheel: @fr}", "'wheel' has no effect in a fault of the kind 'fuel'"},
        {"signal: boom.angle}", "signal: boom.angle, command: @lever}",
         "'command' has no effect in a fault of the kind 'sensor'"},
        {"kind: tire, wheel: fr", "kind: tire, wheel: fr, mode: @dead",
         "'mode' has no effect in a fault of the kind 'tire'"},
        {"{name: hose, kind: leak, circuit: boom, volume: A, flow: 60 l/min,",
         "@{name: hose, kind: leak, circuit: boom, volume: A,",
         "missing in a fault of the kind 'leak': flow; expected"},
        {"{name: angle, kind: sensor, signal: boom.angle", "@{name: angle, kind: sensor",
         "missing in a fault of the kind 'sensor': signal; expected"},
        {"flow: 60 l/min, pressure: 100 bar", "flow: 60 l/min, pressure: @1 bar",
         "'pressure' is 1 bar, below the transition to laminar flow at 200000 Pa"},
        {"flow: 60 l/min, pressure: 100 bar", "flow: @-1 l/min, pressure: 100 bar", "'flow' is"},
        {"flow: 60 l/min, pressure: 100 bar", "flow: @60 bar, pressure: 100 bar", "a volume flow"},
    };
    CHECK_VARIATIONS(parse_machine, base(), list);
}

static void names(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{name: dry", "{name: @weak", "the name 'weak' is taken in this list"},
    };
    static const far_variation far[] = {
        {"{name: throttle, range", "{name: fault.dry, range", "{name: dry",
         "a control of the file is called 'fault.dry'"},
    };
    CHECK_VARIATIONS(parse_machine, base(), list);
    CHECK_FAR_VARIATIONS(parse_machine, base(), far);
}

/* Signals have '_' where names have spaces: control.fault.stuck_boom would be there twice. */
static void signals_are_apart(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{name: flat", "{name: @stuck_boom", "would have the signal of fault 'stuck boom'"},
    };
    CHECK_VARIATIONS(parse_machine, base(), list);
}

/* A device, a pattern or a pilot cannot name what is no control of the file. */
static void no_lever_breaks_anything(void **state)
{
    (void)state;
    static const variation list[] = {
        {"controls: [boom]}", "controls: [@fault.weak]}", "unknown control 'fault.weak'"},
        {"command: lever}\n  - {name: gauge", "command: @bypas}\n  - {name: gauge", "did you mean 'bypass'?"},
    };
    CHECK_VARIATIONS(parse_machine, base(), list);
}

static const char plain[] = "headland: machine\nversion: 1\nname: plain\nchassis: b\n"
                            "bodies: [{name: b, mass: 1, inertia: [1, 1, 1]}]\n"
                            "joints: [{name: j, type: free, child: b}]\nfaults: [{name: weak, kind: WHAT}]\n";

static void an_engine_is_needed(void **state)
{
    (void)state;
    static const variation list[] = {
        {"WHAT", "@engine", "'kind' has no effect without 'engine'; one is expected"},
        {"WHAT", "@fuel", "'kind' has no effect without 'engine'; one is expected"},
    };
    CHECK_VARIATIONS(parse_machine, plain, list);
}

static void what_nobody_moves_does_not_stick(void **state)
{
    (void)state;
    static char text[20000];
    static const far_variation far[] = {
        {"safe: 0, circuit: work, command: mode, electric: true}", "safe: 0}", "mode, meaning: stuck}",
         "nothing moves the command 'mode'"},
    };
    snprintf(text, sizeof text,
             "%sfaults:\n  - {name: v, kind: stuck-valve, circuit: work, command: mode, meaning: stuck}\n",
             read_base("../world/digger.yaml"));
    CHECK_FAR_VARIATIONS(parse_machine, text, far);
}

static void a_leak_needs_a_tank(void **state)
{
    (void)state;
    static const far_variation far[] = {
        {"{name: tank, kind: source, pressure: 1 bar}", "{name: tank, hose: 1 l}", "tip, volume: A",
         "circuit 'tip' has no source, and so nowhere to leak to"},
    };
    CHECK_FAR_VARIATIONS(parse_machine, read_base("broken.yaml"), far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_read),
        cmocka_unit_test(each_has_a_control),
        cmocka_unit_test(leaks_are_throttles),
        cmocka_unit_test(the_machines_have_all_kinds),
        cmocka_unit_test(references),
        cmocka_unit_test(keys_of_kinds),
        cmocka_unit_test(names),
        cmocka_unit_test(signals_are_apart),
        cmocka_unit_test(no_lever_breaks_anything),
        cmocka_unit_test(an_engine_is_needed),
        cmocka_unit_test(what_nobody_moves_does_not_stick),
        cmocka_unit_test(a_leak_needs_a_tank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
