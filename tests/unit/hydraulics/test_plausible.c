/* Doubts about circuits: a sound one has none, and each of a list of edits gives one that names its
 * component. */
#include "hyd/plausible.h"

#include "support/check.h"

#include <string.h>

enum { TANK, LINE, A_SIDE, B_SIDE, NODES };

/* A pump, its relief valve, a valve and a cylinder; plain data that a case may change. */
typedef struct rig {
    hyd_node_def nodes[NODES];
    hyd_port_def ports[2];
    hyd_command_def command;
    hyd_relief_def relief;
    hyd_check_def check;
    hyd_directional_def valve;
    hyd_pump_def pump;
    hyd_cylinder_def cylinder;
    hyd_circuit_def def;
} rig;

static void make(rig *r)
{
    *r = (rig){
        .nodes = {{.name = "tank", .kind = HYD_SOURCE, .pressure = 1e5},
                  {.name = "line", .kind = HYD_VOLUME, .pressure = 1e6, .hose = 1e-3},
                  {.name = "a", .kind = HYD_VOLUME, .pressure = 4e6, .hose = 1e-3},
                  {.name = "b", .kind = HYD_VOLUME, .pressure = 1e6, .hose = 1e-3}},
        .ports = {{"pins", HYD_PORT_LENGTH}, {"shaft", HYD_PORT_SHAFT}},
        .command = {.name = "lift"},
        .relief = {.name = "main",
                   .a = LINE,
                   .b = TANK,
                   .relief = {.coefficient = 1e-6, .setting = 2e7, .range = 1e6}},
        .check = {.name = "make up",
                  .a = TANK,
                  .b = A_SIDE,
                  .check = {.coefficient = 1e-6, .cracking = 2e4, .range = 5e4}},
        .valve = {.name = "lift",
                  .P = LINE,
                  .A = A_SIDE,
                  .B = B_SIDE,
                  .T = TANK,
                  .command = 0,
                  .valve = hyd_directional_simple(1e-6, 0.05, 1.0)},
        .pump = {.name = "pump",
                 .a = TANK,
                 .b = LINE,
                 .port = 1,
                 .pump = {.machine = {.displacement = 7e-6}, .control = HYD_PUMP_FIXED}},
        .cylinder = {.name = "lift",
                     .a = A_SIDE,
                     .b = B_SIDE,
                     .port = 0,
                     .cylinder = {.area_a = 4e-3, .area_b = 2e-3, .stroke = 0.7, .length_0 = 1.0}},
    };
    r->def = (hyd_circuit_def){.oil = {.density = 870.0, .bulk_modulus = 1.5e9},
                               .node_count = NODES,
                               .nodes = r->nodes,
                               .port_count = 2,
                               .ports = r->ports,
                               .command_count = 1,
                               .commands = &r->command,
                               .relief_count = 1,
                               .reliefs = &r->relief,
                               .check_count = 1,
                               .checks = &r->check,
                               .directional_count = 1,
                               .directionals = &r->valve,
                               .pump_count = 1,
                               .pumps = &r->pump,
                               .cylinder_count = 1,
                               .cylinders = &r->cylinder};
}

typedef struct heard {
    int count;
    hyd_def_error first;
} heard;

static void listen(void *context, const hyd_def_error *doubt)
{
    heard *h = context;
    if (h->count++ == 0) h->first = *doubt;
}

static heard doubts_of(const rig *r)
{
    heard h = {.count = 0};
    hyd_circuit_doubts(&r->def, listen, &h);
    return h;
}

static void a_sound_circuit_has_none(void **state)
{
    (void)state;
    rig r;
    make(&r);
    assert_int_equal(doubts_of(&r).count, 0);
}

static void expect(const rig *r, hyd_item item, const char *words)
{
    const heard h = doubts_of(r);
    assert_true(h.count >= 1);
    assert_int_equal(h.first.item, item);
    if (strstr(h.first.text, words) == NULL) fail_msg("'%s' without '%s'", h.first.text, words);
}

static void exchanged_ports_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.pump.a = LINE, r.pump.b = TANK;
    expect(&r, HYD_ITEM_PUMP, "pump 'pump' draws from 'line'");
    make(&r);
    r.valve.P = TANK, r.valve.T = LINE;
    expect(&r, HYD_ITEM_DIRECTIONAL, "valve 'lift' has its supply 'P' on 'tank'");
    make(&r);
    r.relief.a = TANK, r.relief.b = LINE;
    expect(&r, HYD_ITEM_RELIEF, "relief valve 'main' protects the tank");
    make(&r);
    r.check.a = A_SIDE, r.check.b = TANK;
    expect(&r, HYD_ITEM_CHECK, "check valve 'make up' drains 'a'");
    make(&r);
    r.cylinder.a = TANK, r.cylinder.cylinder.area_b = 0.0;
    expect(&r, HYD_ITEM_CYLINDER, "rod side, which has no area, on 'b'");
}

static void settings_without_effect_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.relief.relief.setting = 5e5;
    expect(&r, HYD_ITEM_RELIEF, "'main' opens at 0.6 MPa, but 'line' starts at 1 MPa");
    make(&r);
    r.pump.pump = (hyd_pump){.machine = {.displacement = 7e-6},
                             .control = HYD_PUMP_LOAD_SENSING,
                             .tau = 0.05,
                             .margin = 2.2e6,
                             .droop = 1.2e6,
                             .pressure_limit = 3e7};
    assert_int_equal(doubts_of(&r).count, 0);
    r.relief.relief.setting = 3e6;
    expect(&r, HYD_ITEM_RELIEF, "'main' opens at 3.1 MPa, below what pump 'pump' holds without a load");
    make(&r);
    r.def.relief_count = 0;
    expect(&r, HYD_ITEM_PUMP, "no relief valve on 'line'");
}

static void figures_of_another_unit_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.def.oil.bulk_modulus = 1.5e6;
    expect(&r, HYD_ITEM_OIL, "bulk modulus of 1.5 MPa");
    make(&r);
    r.nodes[A_SIDE].hose = 0.6;
    expect(&r, HYD_ITEM_NODE, "'a' has 600 l");
    make(&r);
    r.cylinder.cylinder.area_a = 4.0;
    expect(&r, HYD_ITEM_CYLINDER, "pistons of 4 m2");
    make(&r);
    r.relief.relief.range = 2.0;
    expect(&r, HYD_ITEM_RELIEF, "range of relief valve of 'main' is 2 Pa");
    make(&r);
    r.pump.pump.machine.displacement = 7e-3;
    expect(&r, HYD_ITEM_PUMP, "displaces 4.4e+04 cm3");
    make(&r);
    r.valve.valve.spool.tau = 50.0;
    expect(&r, HYD_ITEM_DIRECTIONAL, "time constant of 50 s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_circuit_has_none),
        cmocka_unit_test(exchanged_ports_are_named),
        cmocka_unit_test(settings_without_effect_are_named),
        cmocka_unit_test(figures_of_another_unit_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
