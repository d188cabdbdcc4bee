/* Circuits of mechanism files: the four-bar of 002 from its file does what the one built by hand does;
 * outputs, names, events, commands from outside; cylinders that do not fit their pins are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "four_bar.h"

#include "world/mechanism.h"

#include <stdio.h>
#include <string.h>

/* p1 = p2 = (F_s0 + p3 A3)/A2 to 1 mPa */
#define FILE_TEXT(chamber, command)                                                                          \
    "headland: mechanism\nversion: 1\nname: four-bar\ngravity: [0, -9.81 m/s2, 0]\n"                         \
    "bodies:\n"                                                                                              \
    "  - {name: beam1, mass: 225 kg, centre: [4.5 m, 0, 0], shape: {kind: rod, length: 9 m, axis: x}}\n"     \
    "  - {name: beam2, mass: 35 kg, centre: [0.7071067811865476 m, 0, 0], shape: {kind: rod, length: "       \
    "1.4142135623730951 m, axis: x}}\n"                                                                      \
    "  - {name: beam3, mass: 50 kg, centre: [1 m, 0, 0], shape: {kind: rod, length: 2 m, axis: x}}\n"        \
    "joints:\n"                                                                                              \
    "  - {name: O, type: revolute, child: beam1, position: 0 deg, hold: true}\n"                             \
    "  - {name: C, type: revolute, parent: beam1, child: beam2, at: [3 m, 0, 0], position: -135 deg}\n"      \
    "  - {name: D, type: revolute, parent: beam2, child: beam3, at: [1.4142135623730951 m, 0, 0], "          \
    "position: -45 "                                                                                         \
    "deg}\n"                                                                                                 \
    "loops:\n"                                                                                               \
    "  - {name: E, type: revolute, a: beam3, a_at: [2 m, 0, 0], b_at: [0, -1 m, 0]}\n"                       \
    "circuits:\n"                                                                                            \
    "  - name: lift\n"                                                                                       \
    "    oil: {density: 850 kg/m3, bulk_modulus: 1500 MPa}\n"                                                \
    "    flow: {transition: 2 bar, law: secant, balance: volume}\n    cavitation: false\n    nodes:\n"       \
    "      - {name: pump, kind: source, pressure: 7.6 MPa}\n"                                                \
    "      - {name: tank, kind: source, pressure: 0.1 MPa}\n"                                                \
    "      - {name: V1, hose: 47.1 cm3, hose_modulus: 550 MPa, pressure: 5024303.729 Pa}\n"                  \
    "      - {name: V2, hose: 31.4 cm3, hose_modulus: 550 MPa, pressure: 5024303.729 Pa}\n"                  \
    "      - {name: V3, hose: 78.5 cm3, hose_modulus: 550 MPa, pressure: 3.5 MPa}\n"                         \
    "    commands:\n"                                                                                        \
    "      - " command "\n"                                                                                  \
    "    directionals:\n"                                                                                    \
    "      - {name: valve, P: pump, A: V1, B: V3, T: tank, command: U_ref, full_stroke: 10, coefficient: "   \
    "2.138e-8, "                                                                                             \
    "bandwidth: 35 Hz}\n"                                                                                    \
    "    throttles:\n"                                                                                       \
    "      - {name: throttle, from: V1, to: V2, area: 28.3 mm2, discharge_coefficient: 0.8}\n"               \
    "    cylinders:\n"                                                                                       \
    "      - {name: cylinder, piston_side: V2, rod_side: V3, body_a: ground, at_a: [0, -2 m, 0], body_b: "   \
    "beam3, "                                                                                                \
    "at_b: [1 m, 0, 0], piston: 80 mm, rod: 35 mm, stroke: 1.1 m, " chamber ", chamber_modulus: 31500 MPa, " \
    "friction: {law: viscous, viscous: 1.9436e5 N s/m}}\n"                                                   \
    "outputs:\n"                                                                                             \
    "  - {name: p2, quantity: pressure, circuit: lift, node: V2}\n"                                          \
    "  - {name: U, quantity: spool, circuit: lift, directional: valve}\n"                                    \
    "  - {name: s, quantity: length, circuit: lift, cylinder: cylinder}\n"                                   \
    "  - {name: ds, quantity: rate, circuit: lift, cylinder: cylinder}\n"                                    \
    "  - {name: F, quantity: force, circuit: lift, cylinder: cylinder}\n"                                    \
    "  - {name: F_mu, quantity: friction-force, circuit: lift, cylinder: cylinder}\n"                        \
    "  - {name: W, quantity: work, circuit: lift, cylinder: cylinder}\n"                                     \
    "  - {name: Q, quantity: flow, circuit: lift, throttle: throttle}\n"                                     \
    "  - {name: order, quantity: command, circuit: lift, command: U_ref}\n"

enum { OUT_P2, OUT_U, OUT_S, OUT_DS, OUT_F, OUT_F_MU, OUT_W, OUT_Q, OUT_ORDER, OUTPUTS };

#define CHAMBER  "chamber: 0.31421356237309515 m"
#define SCHEDULE "{name: U_ref, points: [[0 s, 0], [1 s, 10], [2.5 s, 0], [5 s, -10], [8 s, 0]]}"
#define LEVER    "{name: U_ref, initial: 0}"

/* Large: kept off the stack. */
static hl_report report;

static hl_status open_file(const char *text, hl_arena *arena, world_mechanism **m)
{
    auth_mechanism *author = NULL;
    hl_report_begin(&report, "test.yaml");
    const hl_status status = auth_mechanism_parse(text, strlen(text), "test.yaml", arena, &author, &report);
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    const mb_step_options options = world_mechanism_options(author);
    return world_mechanism_build(author, &options, arena, &report, m);
}

static void step(world_mechanism *m, int count)
{
    for (int i = 0; i < count; i++) assert_int_equal(world_mechanism_step(m), HL_OK);
}

/* The hand-built machine with the file's start pressure; both iterate to 1e-9 rad and 1e-2 Pa in 1200 steps.
 * The file's inertias and pressures differ in the last digits only. */
static void file_does_what_the_machine_built_by_hand_does(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, SCHEDULE), &arena, &m), HL_OK);
    four_bar_case c = four_bar_viscous();
    c.stiff = true;
    const mb_step_options options = mb_step_options_default();
    four_bar by_hand;
    four_bar_open(&by_hand, &c, &options);
    step(m, 1200);
    mb_step_report step_report;
    for (int i = 0; i < 1200; i++)
        assert_int_equal(mb_step(by_hand.model, by_hand.state, by_hand.work, &step_report), HL_OK);
    for (int i = 0; i < 3; i++) assert_true(fabs(m->state->q[i] - by_hand.state->q[i]) < 1e-8);
    assert_true(fabs(m->state->q[0]) > 1e-3); /* it moves */
    for (int i = 0; i < 3; i++) assert_true(fabs(m->state->x[i] - by_hand.state->x[i]) < 10.0);
    four_bar_close(&by_hand);
    hl_arena_free(&arena);
}

static void outputs_agree_with_each_other(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, SCHEDULE), &arena, &m), HL_OK);
    assert_int_equal(m->output_count, OUTPUTS);
    assert_string_equal(m->output_units[OUT_P2], "Pa");
    assert_string_equal(m->output_units[OUT_F], "N");
    assert_string_equal(m->output_units[OUT_W], "J");
    double y[OUTPUTS];
    world_mechanism_outputs(m, y);
    assert_true(fabs(y[OUT_S] - sqrt(2.0)) < 1e-12);
    step(m, 1500);
    mb_evaluate_state(m->model, m->state, m->work);
    world_mechanism_outputs(m, y);
    const double area_2 = FB_AREA_2, p3 = m->state->x[FB_P3];
    assert_true(fabs(y[OUT_F_MU] + 1.9436e5 * y[OUT_DS]) < 1e-9 * fabs(y[OUT_F_MU]));
    assert_true(fabs(y[OUT_F] - (y[OUT_P2] * area_2 - p3 * FB_AREA_3 + y[OUT_F_MU])) < 1e-9 * fabs(y[OUT_F]));
    /* the spool follows 10 V with 4.5 ms: e^-110 after 0.5 s; the trapezoidal rule dies out as fast as it
     * should */
    assert_true(fabs(y[OUT_U] - 10.0) < 1e-6);
    assert_true(y[OUT_ORDER] == 10.0);
    /* what flows through the throttle fills the cylinder, but for compression: 1 % */
    assert_true(fabs(y[OUT_Q] / (area_2 * y[OUT_DS]) - 1.0) < 0.01);
    assert_true(y[OUT_W] > 300.0);
    hl_arena_free(&arena);
}

/* What the pump line gives goes into cylinder, compressed oil and throttling; the cylinder's share is the
 * force of its oil, without the seal's friction, times its speed. 1e5 W to round-off. */
static void power_is_balanced(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, SCHEDULE), &arena, &m), HL_OK);
    step(m, 1500);
    mb_evaluate_state(m->model, m->state, m->work);
    double y[OUTPUTS];
    world_mechanism_outputs(m, y);
    const world_circuit_power p = world_mechanism_power(m, 0);
    assert_true(p.sources > 100.0 && p.losses > 10.0);
    assert_true(p.shafts == 0.0);
    assert_true(fabs(p.sources + p.shafts - p.cylinders - p.stored - p.losses) < 1e-9 * p.sources);
    assert_true(fabs(p.cylinders - (y[OUT_F] - y[OUT_F_MU]) * y[OUT_DS]) < 1e-9 * fabs(p.cylinders));
    hl_arena_free(&arena);
}

static void lever_moves_the_valve(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, LEVER), &arena, &m), HL_OK);
    const int command = world_mechanism_find_command(m, 0, "U_ref");
    assert_int_equal(command, 0);
    assert_int_equal(world_mechanism_find_command(m, 0, "nothing"), -1);
    step(m, 100);
    assert_true(fabs(m->state->x[FB_U]) == 0.0);
    world_mechanism_command(m, 0, command, 5.0);
    step(m, 100);
    assert_true(fabs(m->state->x[FB_U] - 5.0) < 1e-6); /* e^-22 */
    hl_arena_free(&arena);
}

/* A lever pulled before the step that begins at 0.1 s and a schedule that switches there are one and the
 * same: the same evaluations, the same bits. */
static void lever_acts_as_a_schedule_does(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *pulled = NULL, *scheduled = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, LEVER), &arena, &pulled), HL_OK);
    assert_int_equal(
        open_file(FILE_TEXT(CHAMBER, "{name: U_ref, points: [[0 s, 0], [0.1 s, 5]]}"), &arena, &scheduled),
        HL_OK);
    step(pulled, 100);
    world_mechanism_command(pulled, 0, 0, 5.0);
    step(pulled, 20);
    step(scheduled, 120);
    assert_true(pulled->state->x[FB_U] > 4.0);
    assert_int_equal(mb_state_hash(pulled->state), mb_state_hash(scheduled->state));
    hl_arena_free(&arena);
}

static void unknowns_have_names(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, SCHEDULE), &arena, &m), HL_OK);
    const char *const names[] = {"circuit lift, pressure of node V1", "circuit lift, pressure of node V2",
                                 "circuit lift, pressure of node V3", "circuit lift, spool of valve",
                                 "circuit lift, work of cylinder cylinder"};
    for (int i = 0; i < 5; i++) {
        char text[100];
        world_mechanism_unknown_name(m, 3 + i, text, sizeof text);
        assert_string_equal(text, names[i]);
    }
    hl_arena_free(&arena);
}

/* Shut off the pump line by reversing the valve at full speed: the piston side is drawn below vapour
 * pressure. */
static void events_are_counted_and_named(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    assert_int_equal(open_file(FILE_TEXT(CHAMBER, LEVER), &arena, &m), HL_OK);
    assert_true(world_mechanism_event_count(m) > 0);
    m->state->x[FB_P3] = -1e5;
    step(m, 1);
    long seen = 0;
    for (int i = 0; i < world_mechanism_event_count(m); i++) {
        const world_event event = world_mechanism_event(m, i);
        assert_string_equal(event.circuit, "lift");
        if (strcmp(event.kind, "cavitation") == 0 && strcmp(event.name, "V3") == 0) seen += event.count;
    }
    assert_int_equal(seen, 1);
    hl_arena_free(&arena);
}

static void cylinder_must_fit_its_pins(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    /* s = sqrt(2) m at the start, given 0.2 m of chamber at 0.5 m: the piston would be at 1.114 m of 1.1 m */
    assert_int_equal(open_file(FILE_TEXT("chamber: 0.2 m, length: 0.5 m", SCHEDULE), &arena, &m),
                     HL_BAD_INPUT);
    assert_null(m);
    assert_int_equal(report.count, 1);
    assert_non_null(strstr(report.list[0].text, "cylinder 'cylinder'"));
    assert_non_null(strstr(report.list[0].text, "1.114 m"));
    assert_true(report.list[0].place.line > 20);
    hl_arena_free(&arena);
}

/* ---- a circuit without cylinder or shaft ---- */

/* A pump fills a line of 30 bar and, from 50 bar on, an accumulator. Litres are counted, so that the gas can
 * be told by hand. */
#define BENCH_FILE                                                                                           \
    "headland: mechanism\nversion: 1\nname: bench\n"                                                         \
    "bodies: [{name: weight, mass: 1, inertia: [1, 1, 1]}]\n"                                                \
    "joints: [{name: slide, type: prismatic, child: weight, axis: [1, 0, 0]}]\n"                             \
    "circuits:\n"                                                                                            \
    "  - name: bench\n"                                                                                      \
    "    oil: {density: 850 kg/m3, bulk_modulus: 1500 MPa}\n"                                                \
    "    flow: {balance: volume}\n    nodes:\n"                                                              \
    "      - {name: tank, kind: source, pressure: 1 bar}\n"                                                  \
    "      - {name: line, hose: %g cm3, pressure: 30 bar}\n"                                                 \
    "    pumps:\n"                                                                                           \
    "      - {name: pump, from: tank, to: line, displacement: %g cm3/rad, speed: 1 rad/s}\n"                 \
    "    accumulators:\n"                                                                                    \
    "      - {name: gas, node: line, gas_volume: 2 l, precharge: 50 bar, exponent: 1}\n"                     \
    "outputs: [{name: p, quantity: pressure, circuit: bench, node: line}]\n"

/* A litre in some steps of 1 ms: what the line does not store by its bulk modulus is in the accumulator,
 * p V = p_0 V_0. The volume inside is linear in the state, so that the rule is exact but for Newton's 0.01
 * Pa. */
static void charge(double hose, int steps)
{
    char text[2048];
    hl_arena arena = {0};
    world_mechanism *m = NULL;
    const double given = 1e-3;
    snprintf(text, sizeof text, BENCH_FILE, 1e6 * hose, 1e6 * given / (1e-3 * steps));
    const hl_status status = open_file(text, &arena, &m);
    if (status != HL_OK) fail_msg("%s", report.count > 0 ? report.list[0].text : hl_status_text(status));
    step(m, steps);
    double p;
    world_mechanism_outputs(m, &p);
    const double line = hose * (p - 3e6) / 1500e6;
    const double gas = 2e-3 - (given - line);
    assert_true(fabs(p / (5e6 * 2e-3 / gas) - 1.0) < 1e-6);
    hl_arena_free(&arena);
}

/* A line of 10 l takes 70 steps through the opening of the accumulator, which is 1 bar wide. */
static void accumulator_on_a_bench_follows_its_gas(void **state)
{
    (void)state;
    charge(1e-2, 100000);
}

/* A line of 0.1 l would rise by 150 bar in a step. */
static void accumulator_opens_within_a_step(void **state)
{
    (void)state;
    charge(1e-4, 1000);
    charge(1e-5, 100);
}

/* ---- what the hydraulics library refuses, at its place ---- */

#define HEAD                                                                                                 \
    "headland: mechanism\nversion: 1\nname: test\n"                                                          \
    "bodies: [{name: a, mass: 1, shape: {kind: sphere, radius: 1}}]\n"                                       \
    "joints: [{name: j, type: cylindrical, child: a}]\n"                                                     \
    "circuits:\n- name: c\n  oil: {density: 850, bulk_modulus: 1500 MPa}\n"                                  \
    "  nodes:\n  - {name: P, kind: source, pressure: 190 bar}\n  - {name: T, kind: source, pressure: 1 "     \
    "bar}\n"
#define PIPE "  throttles: [{name: t1, from: P, to: V, flow: 10 l/min, pressure_drop: 10 bar}, "
#define BACK "{name: t2, from: V, to: T, coefficient: 1e-7}]\n"

/* The node on line 12 is to blame. */
static void nodes_are_checked_at_their_places(void **state)
{
    (void)state;
    enum { LINE = 12, COLUMN = 5 };
    static const char volume[] =
        "circuit 'c': node 'V': it has no volume; a 'hose' above zero, or a cylinder",
                      lonely[] = "nothing is connected to it; a port of a component that carries oil";
    static const struct {
        const char *text, *words;
    } list[] = {
        {HEAD "  - {name: V}\n" PIPE BACK, volume},
        {HEAD "  - {name: V, hose: 0 l}\n" PIPE BACK, volume},
        {HEAD "  - {name: X, hose: 1 l}\n  - {name: V, hose: 1 l}\n" PIPE BACK, lonely},
        {HEAD "  - {name: S, kind: source, pressure: 1}\n  - {name: V, hose: 1 l}\n" PIPE BACK, lonely},
        {HEAD "  - {name: X, hose: 1 l}\n  - {name: V, hose: 1 l}\n" PIPE BACK
              "  accumulators: [{name: k, node: X, gas_volume: 1 l, precharge: 50 bar}]\n",
         lonely},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        hl_arena arena = {0};
        world_mechanism *m = NULL;
        assert_int_equal(open_file(list[i].text, &arena, &m), HL_BAD_INPUT);
        assert_int_equal(report.count, 1);
        assert_non_null(strstr(report.list[0].text, list[i].words));
        assert_int_equal(report.list[0].place.line, LINE);
        assert_int_equal(report.list[0].place.column, COLUMN);
        hl_arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(file_does_what_the_machine_built_by_hand_does),
                                       cmocka_unit_test(outputs_agree_with_each_other),
                                       cmocka_unit_test(power_is_balanced),
                                       cmocka_unit_test(lever_moves_the_valve),
                                       cmocka_unit_test(lever_acts_as_a_schedule_does),
                                       cmocka_unit_test(unknowns_have_names),
                                       cmocka_unit_test(events_are_counted_and_named),
                                       cmocka_unit_test(cylinder_must_fit_its_pins),
                                       cmocka_unit_test(nodes_are_checked_at_their_places),
                                       cmocka_unit_test(accumulator_on_a_bench_follows_its_gas),
                                       cmocka_unit_test(accumulator_opens_within_a_step)};
    return cmocka_run_group_tests_name("mechanism circuit", tests, NULL, NULL);
}
