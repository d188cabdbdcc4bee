/* Doubts about circuits: a sound one has none, and each of a list of edits gives one that names its
 * component. */
#include "hyd/circuit.h"

#include "support/check.h"

#include <string.h>

enum { TANK, LINE, A_SIDE, B_SIDE, NODES };

/* Lines of the items. */
enum { OIL_LINE = 1, NODE_LINE, RELIEF_LINE, CHECK_LINE, DIRECTIONAL_LINE, PUMP_LINE, CYLINDER_LINE };

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
        .nodes =
            {{.name = "tank", .place = {NODE_LINE, 1}, .kind = HYD_SOURCE, .pressure = 1e5},
             {.name = "line", .place = {NODE_LINE, 1}, .kind = HYD_VOLUME, .pressure = 1e6, .hose = 1e-3},
             {.name = "a", .place = {NODE_LINE, 1}, .kind = HYD_VOLUME, .pressure = 4e6, .hose = 1e-3},
             {.name = "b", .place = {NODE_LINE, 1}, .kind = HYD_VOLUME, .pressure = 1e6, .hose = 1e-3}},
        .ports = {{.name = "pins", .kind = HYD_PORT_LENGTH}, {.name = "shaft", .kind = HYD_PORT_SHAFT}},
        .command = {.name = "lift"},
        .relief = {.name = "main",
                   .place = {RELIEF_LINE, 1},
                   .a = LINE,
                   .b = TANK,
                   .relief = {.coefficient = 1e-6, .setting = 2e7, .range = 1e6}},
        .check = {.name = "make up",
                  .place = {CHECK_LINE, 1},
                  .a = TANK,
                  .b = A_SIDE,
                  .check = {.coefficient = 1e-6, .cracking = 2e4, .range = 5e4}},
        .valve = {.name = "lift",
                  .place = {DIRECTIONAL_LINE, 1},
                  .P = LINE,
                  .A = A_SIDE,
                  .B = B_SIDE,
                  .T = TANK,
                  .command = 0,
                  .valve = hyd_directional_simple(1e-6, 0.05, 1.0)},
        .pump = {.name = "pump",
                 .place = {PUMP_LINE, 1},
                 .a = TANK,
                 .b = LINE,
                 .port = 1,
                 .pump = {.machine = {.displacement = 7e-6}, .control = HYD_PUMP_FIXED}},
        .cylinder = {.name = "lift",
                     .place = {CYLINDER_LINE, 1},
                     .a = A_SIDE,
                     .b = B_SIDE,
                     .port = 0,
                     .cylinder = {.area_a = 4e-3, .area_b = 2e-3, .stroke = 0.7, .length_0 = 1.0}},
    };
    r->def = (hyd_circuit_def){.place = {OIL_LINE, 1},
                               .oil = {.density = 870.0, .bulk_modulus = 1.5e9},
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

static hl_report report;

static int doubts_of(const rig *r)
{
    hl_report_begin_warnings(&report, "rig");
    hyd_circuit_warn(&r->def, &report);
    return report.count;
}

static void a_sound_circuit_has_none(void **state)
{
    (void)state;
    rig r;
    make(&r);
    assert_int_equal(doubts_of(&r), 0);
}

static void expect(const rig *r, int line, const char *words)
{
    assert_true(doubts_of(r) >= 1);
    assert_int_equal(report.list[0].place.line, line);
    if (strstr(report.list[0].text, words) == NULL) fail_msg("'%s' without '%s'", report.list[0].text, words);
}

static void exchanged_ports_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.pump.a = LINE, r.pump.b = TANK;
    expect(&r, PUMP_LINE, "pump 'pump' draws from 'line'");
    make(&r);
    r.valve.P = TANK, r.valve.T = LINE;
    expect(&r, DIRECTIONAL_LINE, "valve 'lift' has its supply 'P' on 'tank'");
    make(&r);
    r.relief.a = TANK, r.relief.b = LINE;
    expect(&r, RELIEF_LINE, "relief valve 'main' protects the tank");
    make(&r);
    r.check.a = A_SIDE, r.check.b = TANK;
    expect(&r, CHECK_LINE, "check valve 'make up' drains 'a'");
    make(&r);
    r.cylinder.a = TANK, r.cylinder.cylinder.area_b = 0.0;
    expect(&r, CYLINDER_LINE, "rod side, which has no area, on 'b'");
}

static void settings_without_effect_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.relief.relief.setting = 5e5;
    expect(&r, RELIEF_LINE, "'main' opens at 0.6 MPa, but 'line' starts at 1 MPa");
    make(&r);
    r.pump.pump = (hyd_pump){.machine = {.displacement = 7e-6},
                             .control = HYD_PUMP_LOAD_SENSING,
                             .tau = 0.05,
                             .margin = 2.2e6,
                             .droop = 1.2e6,
                             .pressure_limit = 3e7};
    assert_int_equal(doubts_of(&r), 0);
    r.relief.relief.setting = 3e6;
    expect(&r, RELIEF_LINE, "'main' opens at 3.1 MPa, below what pump 'pump' holds without a load");
    make(&r);
    r.def.relief_count = 0;
    expect(&r, PUMP_LINE, "no relief valve on 'line'");
}

static void figures_of_another_unit_are_named(void **state)
{
    (void)state;
    rig r;
    make(&r);
    r.def.oil.bulk_modulus = 1.5e6;
    expect(&r, OIL_LINE, "bulk modulus of 1.5 MPa");
    make(&r);
    r.nodes[A_SIDE].hose = 0.6;
    expect(&r, NODE_LINE, "'a' has 600 l");
    make(&r);
    r.cylinder.cylinder.area_a = 4.0;
    expect(&r, CYLINDER_LINE, "pistons of 4 m2");
    make(&r);
    r.relief.relief.range = 2.0;
    expect(&r, RELIEF_LINE, "range of relief valve of 'main' is 2 Pa");
    make(&r);
    r.pump.pump.machine.displacement = 7e-3;
    expect(&r, PUMP_LINE, "displaces 4.4e+04 cm3");
    make(&r);
    r.valve.valve.spool.tau = 50.0;
    expect(&r, DIRECTIONAL_LINE, "time constant of 50 s");
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
