/* Circuits that are read: the manual's worked example, every component, defaults. */
#include "support/check.h"

#include "auth/circuit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Numbers go through a handful of multiplications on their way. */
static const double rounding = 1e-15;

static hl_arena arena;
static hl_report report; /* too large for the stack */

static auth_mechanism *parse(const char *text)
{
    auth_mechanism *mechanism = NULL;
    const hl_status status = auth_mechanism_parse(text, strlen(text), "file", &arena, &mechanism, &report);
    if (status != HL_OK) {
        char line[600] = "";
        if (report.count > 0) hl_report_line(&report, 0, line, sizeof line);
        fail_msg("%s: %s", hl_status_text(status), line);
    }
    return mechanism;
}

static int give_back(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

/* ---- the worked example ---- */

/* The last block of YAML in the manual. */
static char *manual_example(void)
{
    enum { ROOM = 100000 };
    char *text = calloc(ROOM, 1);
    assert_non_null(text);
    FILE *file = fopen(HEADLAND_SOURCE "/docs/hydraulics.md", "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, ROOM - 1, file) < ROOM - 1);
    fclose(file);
    char *start = strstr(text, "```yaml\n");
    assert_non_null(start);
    start += strlen("```yaml\n");
    char *end = strstr(start, "```");
    assert_non_null(end);
    memmove(text, start, (size_t)(end - start));
    text[end - start] = '\0';
    return text;
}

static void check_four_bar_nodes(const auth_circuit *circuit)
{
    assert_int_equal(circuit->def.node_count, 5);
    assert_int_equal(circuit->def.nodes[1].kind, HYD_SOURCE);
    CHECK_SAME(circuit->def.nodes[1].pressure, 0.1e6);
    assert_string_equal(circuit->def.nodes[3].name, "V2");
    assert_int_equal(circuit->def.nodes[3].kind, HYD_VOLUME);
    CHECK_RELATIVE(circuit->def.nodes[3].hose, 3.14e-5, rounding);
    CHECK_SAME(circuit->def.nodes[3].hose_modulus, 550e6);
    /* The static start of 002: p2 = (F + p3 A3)/A2; the file gives it to 10 digits. */
    const double A2 = PI * 0.08 * 0.08 / 4, A3 = A2 - PI * 0.035 * 0.035 / 4;
    const double F = sqrt(2.0) * 9.81 * (3 * 225 + 2 * 35 + 50);
    CHECK_RELATIVE(circuit->def.nodes[2].pressure, (F + 3.5e6 * A3) / A2, 1e-10);
    CHECK_RELATIVE(circuit->cylinders[0].def.cylinder.area_a, A2, rounding);
    CHECK_RELATIVE(circuit->cylinders[0].def.cylinder.area_b, A3, 2 * rounding);
}

static void check_four_bar_cylinder(const auth_cylinder *cylinder)
{
    assert_int_equal(cylinder->def.a, 3);
    assert_int_equal(cylinder->def.b, 4);
    assert_int_equal(cylinder->a, MB_GROUND);
    assert_int_equal(cylinder->b, 2);
    CHECK_SAME(cylinder->a_at[1], -2.0);
    CHECK_SAME(cylinder->b_at[0], 1.0);
    assert_false(cylinder->length_given);
    CHECK_RELATIVE(cylinder->def.cylinder.chamber_0, sqrt(2.0) - 1.1, 1e-15);
    CHECK_SAME(cylinder->def.cylinder.chamber_modulus, 31500e6);
    assert_int_equal(cylinder->def.cylinder.sign, HYD_SIGN_PHYSICAL);
    assert_int_equal(cylinder->friction.law, MB_FRICTION_VISCOUS);
    CHECK_SAME(cylinder->friction.sigma_2, 1.9436e5);
    assert_string_equal(cylinder->def.name, "cylinder");
}

static void four_bar_of_the_manual_is_read(void **state)
{
    (void)state;
    char *text = manual_example();
    const auth_mechanism *m = parse(text);
    free(text);
    assert_int_equal(m->circuit_count, 1);
    const auth_circuit *circuit = &m->circuits[0];
    assert_string_equal(circuit->def.name, "lift");
    CHECK_SAME(circuit->def.oil.bulk_modulus, 1500e6);
    CHECK_SAME(circuit->def.oil.vapour_pressure, 0.0);
    CHECK_SAME(circuit->def.flow_law.transition, 2e5);
    assert_true(circuit->def.flow_law.secant);
    assert_true(circuit->def.volume_balance);
    check_four_bar_nodes(circuit);
    check_four_bar_cylinder(&circuit->cylinders[0]);
    const hyd_command_def *command = &circuit->def.commands[0];
    assert_int_equal(command->point_count, 5);
    assert_false(command->linear);
    CHECK_SAME(command->points[3].time, 5.0);
    CHECK_SAME(command->points[3].value, -10.0);
    const hyd_directional_def *valve = &circuit->def.directionals[0];
    CHECK_SAME(valve->valve.coefficient[3], 2.138e-8);
    CHECK_RELATIVE(valve->valve.spool.tau, 1 / (2 * PI * 35), rounding);
    CHECK_RELATIVE(circuit->def.orifices[0].coefficient, 0.8 * 2.83e-5 * sqrt(2.0 / 850), 2 * rounding);
    assert_false(circuit->def.orifices[0].commanded);
    assert_int_equal(m->outputs[0].circuit, -1);
    assert_int_equal(m->outputs[4].circuit, 0);
    assert_int_equal(m->outputs[4].list, AUTH_LIST_NODE);
    assert_int_equal(m->outputs[4].of, 3);
    assert_int_equal(m->outputs[11].quantity, AUTH_OUT_WORK);
    assert_int_equal(m->outputs[11].list, AUTH_LIST_CYLINDER);
}

/* ---- every component ---- */

#define BASE                                                                                                 \
    "headland: mechanism\nversion: 1\nname: test\n"                                                          \
    "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}]\n"                                       \
    "joints: [{name: j, type: revolute, child: a}]\n"                                                        \
    "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: 1.5 GPa}\n"                                   \
    "  nodes:\n"                                                                                             \
    "    - {name: P, hose: 1 l}\n    - {name: T, kind: source, pressure: 1 bar}\n"                           \
    "    - {name: A, hose: 2 l, pressure: 20 bar}\n    - {name: B, hose: 3 l}\n"                             \
    "  commands: [{name: u, initial: 0.5}, {name: w, points: [[0, 1], [1 min, 2]], between: lines}]\n"

static const char everything[] = BASE
    "  throttles: [{name: t, from: P, to: A, flow: 60 l/min, pressure_drop: 4 bar, command: w, one_way: "
    "true}]\n"
    "  leakages: [{name: l, from: A, to: B, conductance: 0.6 l/min/bar}]\n"
    "  checks: [{name: k, from: A, to: B, coefficient: 1e-6, cracking: 2 bar, range: 3 bar, pilot: P, "
    "pilot_ratio: 4}]\n"
    "  reliefs: [{name: r, from: P, to: T, coefficient: 2e-6, setting: 200 bar}, {name: c, from: P, to: T, "
    "coefficient: 2e-6, setting: 200 bar, full_flow: 215 bar}]\n"
    "  counterbalances: [{name: b, from: A, to: B, coefficient: 3e-6, setting: 100 bar, pilot: P, "
    "pilot_ratio: 3, vented: true, check: {coefficient: 4e-6}}]\n"
    "  compensators: [{name: m, from: P, to: A, pilot: B, coefficient: 5e-6, margin: 8 bar}]\n"
    "  directionals: [{name: d, P: P, A: A, B: B, T: T, command: u, time_constant: 10 ms, full_stroke: 10, "
    "flow: [24 l/min, 12 l/min, 24 l/min, 12 l/min], pressure_drop: 16 bar, rate_limit: 100 1/s, dead_band: "
    "1, edge_blend: 0.5, centre: tandem, centre_flow: 24 l/min, start: -2, leakage: 1e-13, check_cracking: "
    "0.5 bar, "
    "check_range: 3 bar}]\n"
    "  load_sensings: [{name: s, P: P, A: A, B: B, T: T, command: u, bandwidth: 10 Hz, coefficient: 1e-6, "
    "margin: 12 bar, group: 3}]\n"
    "  pumps:\n"
    "    - {name: p, from: T, to: P, displacement: 60 cm3/rev, joint: j, gear: 2, viscous_drag: 3 N m s/rad, "
    "pressure_drag: 0.05, drag_speed: 4 rad/s, control: load-sensing, margin: 20 bar, group: 3, least: 0.1, "
    "torque_limit: 300 N m, torque_speed: 1600 rad/s, senses: q}\n"
    "    - {name: q, from: T, to: P, displacement: 10 cm3/rev, speed: 1500 rpm}\n"
    "  motors: [{name: n, from: A, to: B, displacement: 1e-5, joint: j, gear: -2, command: u, least: "
    "0.6}]\n"
    "  accumulators: [{name: g, node: P, gas_volume: 1 l, precharge: 50 bar}]\n"
    "  cylinders: [{name: z, piston_side: A, rod_side: B, body_a: a, at_a: [1, 2, 3], body_b: ground, "
    "piston: 100 mm, rod_area: 5000 mm2, stroke: 1 m, length: 1.2 m, sign: printed, leakage: 1e-13, cushion: "
    "{stiffness: 1e7, damping: 1e4}, efficiency: 0.9, efficiency_curve: [[0, 1.5], [1 m/s, 1]], count: 2, "
    "friction: {law: lugre, coulomb: 10, stiction: 20, stribeck_velocity: 1, bristle_stiffness: 1e6, "
    "bristle_damping: 1e3}}]\n"
    "outputs: [{name: o, quantity: bristle, circuit: c, cylinder: z}, {name: x, quantity: swash, circuit: c, "
    "pump: p}, {name: y, quantity: spool, circuit: c, load_sensing: s}]\n";

static void check_valves(const auth_circuit *c)
{
    CHECK_RELATIVE(c->def.orifices[0].coefficient, 1e-3 / sqrt(4e5), rounding);
    assert_int_equal(c->def.orifices[0].command, 1);
    assert_true(c->def.orifices[0].one_way);
    CHECK_RELATIVE(c->def.leakages[0].conductance, 1e-10, rounding);
    assert_int_equal(c->def.checks[0].x, 0);
    CHECK_SAME(c->def.checks[0].check.pilot_ratio, 4.0);
    CHECK_SAME(c->def.checks[0].check.cracking, 2e5);
    CHECK_SAME(c->def.reliefs[0].relief.setting, 200e5);
    CHECK_RELATIVE(c->def.reliefs[0].relief.range, 20e5, rounding);
    CHECK_RELATIVE(c->def.reliefs[1].relief.range, 15e5, 20 * rounding); /* a difference of 215e5 and 200e5 */
    CHECK_RELATIVE(c->def.counterbalances[0].valve.range, 30e5, rounding);
    assert_true(c->def.counterbalances[0].valve.vented);
    CHECK_SAME(c->def.counterbalances[0].valve.check_coefficient, 4e-6);
    CHECK_SAME(c->def.counterbalances[0].valve.check_range, 1e5);
    CHECK_SAME(c->def.compensators[0].valve.range, 4e5);
    assert_int_equal(c->def.compensators[0].x, 3);
}

static void check_spools(const auth_circuit *c)
{
    const hyd_directional_def *def = &c->def.directionals[0];
    const hyd_load_sensing_def *section = &c->def.load_sensings[0];
    const hyd_directional *d = &def->valve, *s = &section->section.valve;
    CHECK_RELATIVE(d->coefficient[2], 4e-4 / (10 * sqrt(16e5)), 2 * rounding);
    CHECK_RELATIVE(d->coefficient[3], 2e-4 / (10 * sqrt(16e5)), 2 * rounding);
    CHECK_RELATIVE(d->centre_coefficient, 4e-4 / sqrt(16e5), 2 * rounding);
    CHECK_SAME(d->centre_width, 1.0);
    assert_int_equal(d->centre, HYD_CENTRE_TANDEM);
    CHECK_SAME(d->spool.rate_limit, 100.0);
    CHECK_SAME(def->U_0, -2.0);
    CHECK_SAME(d->check_cracking, 5e4);
    CHECK_SAME(d->check_range, 3e5);
    CHECK_SAME(s->check_range, 0.0);
    assert_int_equal(def->command, 0);
    assert_int_equal(def->B, 3);
    CHECK_SAME(section->section.margin, 12e5);
    assert_int_equal(section->group, 3);
    CHECK_SAME(s->coefficient[3], 1e-6);
    CHECK_RELATIVE(s->spool.tau, 1 / (2 * PI * 10), rounding);
}

/* The joint turns half as fast as the pump: what it sees is twice the displacement. */
static void check_machines(const auth_circuit *c)
{
    const auth_pump *pump = &c->pumps[0];
    const hyd_pump_def *def = &pump->def, *q = &c->pumps[1].def;
    const hyd_pump *p = &def->pump;
    assert_false(def->driven);
    assert_int_equal(pump->on.joint, 0);
    CHECK_RELATIVE(p->machine.displacement, 2 * 60e-6 / (2 * PI), 2 * rounding);
    CHECK_SAME(p->machine.viscous_drag, 12.0);
    CHECK_SAME(p->machine.drag_speed, 2.0);
    CHECK_SAME(def->e_0, 0.1);
    CHECK_SAME(p->tau, 0.05);
    CHECK_SAME(p->droop, 5e5);
    assert_int_equal(def->command, HYD_NONE);
    CHECK_SAME(p->torque_limit, 600.0);
    CHECK_SAME(p->torque_speed, 800.0);
    assert_int_equal(def->senses, 1);
    assert_int_equal(q->senses, HYD_NONE);
    assert_true(q->driven);
    CHECK_RELATIVE(q->speed, 50 * PI, rounding);
    assert_int_equal(q->pump.control, HYD_PUMP_FIXED);
    CHECK_SAME(q->e_0, 1.0);
    CHECK_SAME(c->motors[0].def.motor.gear, -2.0);
    assert_int_equal(c->motors[0].def.command, 0);
    CHECK_SAME(c->motors[0].def.motor.least, 0.6);
    CHECK_SAME(c->motors[0].def.motor.machine.displacement, 1e-5);
    CHECK_SAME(c->def.accumulators[0].accumulator.exponent, 1.4);
}

static void check_twin(const auth_cylinder *z)
{
    const hyd_cylinder *c = &z->def.cylinder;
    assert_int_equal(z->count, 2);
    CHECK_RELATIVE(c->area_a, 2 * PI * 0.01 / 4, 2 * rounding);
    CHECK_RELATIVE(c->area_b, 2 * 0.005, rounding);
    CHECK_SAME(c->leakage, 2e-13);
    CHECK_SAME(c->stop_stiffness, 2e7);
    CHECK_SAME(c->stop_ramp, 1e-3);
    CHECK_SAME(z->friction.F_c, 20.0);
    CHECK_SAME(z->friction.sigma_0, 2e6);
    CHECK_SAME(z->friction.v_s, 1.0);
    assert_true(z->length_given);
    CHECK_SAME(c->length_0, 1.2);
    CHECK_SAME(c->chamber_0, 0.0);
    assert_int_equal(c->sign, HYD_SIGN_PRINTED);
    assert_int_equal(z->b, MB_GROUND);
    CHECK_SAME(z->a_at[2], 3.0);
    assert_int_equal(c->curve.count, 2);
    CHECK_SAME(c->curve.factor[0], 1.5);
    CHECK_SAME(c->curve.speed[1], 1.0);
}

static void every_component_is_read(void **state)
{
    (void)state;
    const auth_mechanism *m = parse(everything);
    const auth_circuit *c = &m->circuits[0];
    check_valves(c);
    check_spools(c);
    check_machines(c);
    check_twin(&c->cylinders[0]);
    assert_int_equal(m->outputs[0].of, 0);
    assert_int_equal(m->outputs[1].list, AUTH_LIST_PUMP);
    assert_int_equal(m->outputs[2].list, AUTH_LIST_LOAD_SENSING);
    assert_true(c->def.commands[1].linear);
    CHECK_SAME(c->def.commands[1].points[1].time, 60.0);
    assert_int_equal(c->def.commands[0].point_count, 0);
    CHECK_SAME(c->def.commands[0].initial, 0.5);
}

/* ---- defaults ---- */

static void circuit_defaults(void **state)
{
    (void)state;
    const auth_mechanism *m = parse(
        BASE "  checks: [{name: k, from: P, to: T, coefficient: 1}]\n"
             "  cylinders: [{name: z, piston_side: A, rod_side: B, body_a: a, body_b: ground, piston: 2, "
             "rod: 1, stroke: 1, chamber: 0.5}]\n");
    const auth_circuit *c = &m->circuits[0];
    CHECK_SAME(c->def.oil.vapour_pressure, 1e4);
    CHECK_SAME(c->def.oil.air_exponent, 1.4);
    CHECK_SAME(c->def.oil.bulk_slope, 0.0);
    CHECK_SAME(c->def.flow_law.transition, 2e5);
    assert_false(c->def.flow_law.secant);
    assert_false(c->def.volume_balance);
    CHECK_SAME(c->def.nodes[0].pressure, 1e5);
    CHECK_SAME(c->def.nodes[0].hose_modulus, 0.0);
    assert_int_equal(c->def.checks[0].x, HYD_NONE);
    CHECK_SAME(c->def.checks[0].check.pilot_ratio, 0.0);
    const auth_cylinder *z = &c->cylinders[0];
    const hyd_cylinder *cylinder = &z->def.cylinder;
    CHECK_SAME(cylinder->least_chamber, 1e-3);
    CHECK_SAME(cylinder->efficiency, 1.0);
    CHECK_SAME(cylinder->stop_stiffness, 0.0);
    CHECK_SAME(cylinder->leakage, 0.0);
    assert_int_equal(z->friction.law, MB_FRICTION_NONE);
    assert_int_equal(z->count, 1);
}

/* Chambers of cylinders are volume enough; a pilot line may look at a source. */
static void volumes_may_be_chambers_alone(void **state)
{
    (void)state;
    const auth_mechanism *m =
        parse("headland: mechanism\nversion: 1\nname: test\n"
              "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}]\n"
              "joints: [{name: j, type: prismatic, child: a}]\n"
              "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: 1.5 GPa}\n"
              "  nodes: [{name: A}, {name: B}, {name: X, kind: source, pressure: 1 bar}]\n"
              "  checks: [{name: k, from: A, to: B, coefficient: 1, pilot: X, pilot_ratio: 2}]\n"
              "  cylinders: [{name: z, piston_side: A, rod_side: B, body_a: a, body_b: ground, piston: 2, "
              "rod: 1, stroke: 1, chamber: 0.5}]\n");
    assert_int_equal(m->circuits[0].def.node_count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(four_bar_of_the_manual_is_read, give_back),
        cmocka_unit_test_teardown(every_component_is_read, give_back),
        cmocka_unit_test_teardown(circuit_defaults, give_back),
        cmocka_unit_test_teardown(volumes_may_be_chambers_alone, give_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
