/* The effort of a circuit: derivatives of everything by everything, states and switches, commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "circuit/circuit.h"

#include <math.h>
#include <string.h>

enum { PUMP, TANK, A, B, C, NODES };
enum {
    PORTS = 2,
    OWN = 4,
    STATES = OWN + 3 + 2
}; /* 3 pressures and a spool; seals with 2 and 1 states; 2 works */

static const hyd_schedule_point jumps[] = {{1.0, 0.0}, {2.0, 5.0}, {3.0, -5.0}};
static const hyd_schedule_point lines[] = {{0.0, 0.0}, {2.0, 1.0}};

static hyd_cylinder_def cylinder(const char *name, int a, int b, int port, double efficiency)
{
    return (hyd_cylinder_def){.name = name,
                              .a = a,
                              .b = b,
                              .port = port,
                              .cylinder = {.area_a = 5e-3,
                                           .area_b = 4e-3,
                                           .stroke = 1.0,
                                           .length_0 = 1.5,
                                           .chamber_0 = 0.4,
                                           .efficiency = efficiency,
                                           .friction_speed = 0.05}};
}

/* Two cylinders of different seals on three volumes, a valve on a stepped schedule, a throttle on straight
 * lines, a throttle commanded from outside. */
static const hyd_circuit *make_circuit(hl_arena *arena)
{
    hyd_node_def nodes[NODES] = {
        {.name = "pump", .kind = HYD_SOURCE, .pressure = 2e7},
        {.name = "tank", .kind = HYD_SOURCE, .pressure = 1e5},
        {.name = "A", .kind = HYD_VOLUME, .pressure = 5e6, .hose = 1e-4, .hose_modulus = 5e8},
        {.name = "B", .kind = HYD_VOLUME, .pressure = 4e6, .hose = 1e-4},
        {.name = "C", .kind = HYD_VOLUME, .pressure = 6e6, .hose = 1e-4}};
    hyd_port_def ports[PORTS] = {{.name = "one", .kind = HYD_PORT_LENGTH},
                                 {.name = "two", .kind = HYD_PORT_LENGTH}};
    hyd_command_def commands[3] = {{.name = "U", .point_count = 3, .points = jumps},
                                   {.name = "opening", .point_count = 2, .points = lines, .linear = true},
                                   {.name = "lever", .initial = 0.25}};
    hyd_orifice_def orifices[2] = {
        {.name = "t1", .a = A, .b = C, .coefficient = 1e-7, .commanded = true, .command = 1},
        {.name = "t2", .a = B, .b = TANK, .coefficient = 1e-7, .commanded = true, .command = 2}};
    hyd_directional_def valve = {.name = "valve",
                                 .P = PUMP,
                                 .A = A,
                                 .B = B,
                                 .T = TANK,
                                 .command = 0,
                                 .valve = hyd_directional_simple(2e-8, 5e-3, 10.0)};
    hyd_cylinder_def cylinders[2] = {cylinder("one", A, B, 0, 0.9), cylinder("two", C, TANK, 1, 0.0)};
    const hyd_circuit_def def = {.oil = {.density = 850.0, .bulk_modulus = 1.5e9, .bulk_slope = 10.0},
                                 .node_count = NODES,
                                 .nodes = nodes,
                                 .port_count = PORTS,
                                 .ports = ports,
                                 .command_count = 3,
                                 .commands = commands,
                                 .orifice_count = 2,
                                 .orifices = orifices,
                                 .directional_count = 1,
                                 .directionals = &valve,
                                 .cylinder_count = 2,
                                 .cylinders = cylinders};
    const hyd_circuit *circuit = NULL;
    static hl_report report; /* too large for the stack */
    hl_report_begin(&report, "circuit");
    if (hyd_circuit_build(&def, arena, &circuit, &report) != HL_OK) fail_msg("%s", report.list[0].text);
    return circuit;
}

static void make_effort(hl_arena *arena, world_hydraulics **hydraulics, mb_effort_def *effort)
{
    const mb_measure_def measures[PORTS] = {{.kind = MB_MEASURE_DISTANCE}, {.kind = MB_MEASURE_DISTANCE}};
    const mb_friction seals[2] = {{.law = MB_FRICTION_MODIFIED_LUGRE,
                                   .F_c = 210,
                                   .F_s = 830,
                                   .v_s = 0.0125,
                                   .v_b = 0.7,
                                   .n = 0.5,
                                   .sigma_0 = 7.348e6,
                                   .sigma_1 = 3.162e4,
                                   .sigma_2 = 330,
                                   .tau_hp = 0.25,
                                   .tau_hn = 1.5,
                                   .tau_h0 = 40,
                                   .v_dwell = 1e-6},
                                  {.law = MB_FRICTION_LUGRE,
                                   .F_c = 210,
                                   .F_s = 830,
                                   .v_s = 0.0125,
                                   .n = 0.5,
                                   .sigma_0 = 7.348e6,
                                   .sigma_1 = 3.162e4,
                                   .sigma_2 = 330}};
    const world_hydraulics_def def = {
        .name = "h", .circuit = make_circuit(arena), .measures = measures, .seals = seals, .work = true};
    assert_int_equal(world_hydraulic_effort(&def, arena, hydraulics, effort), HL_OK);
    assert_int_equal(effort->ports, PORTS);
    assert_int_equal(effort->states, STATES);
}

/* ---- derivatives ---- */

enum { ROWS = PORTS + STATES, COLUMNS = 2 * PORTS + STATES }; /* force, x_dot by s, s_dot, x */

typedef struct tangent {
    double force_s[PORTS * PORTS], force_s_dot[PORTS * PORTS], force_x[PORTS * STATES];
    double x_dot_s[STATES * PORTS], x_dot_s_dot[STATES * PORTS], x_dot_x[STATES * STATES];
} tangent;

/* point: s, s_dot, x; value: force, x_dot, written through the io */
/* NOLINTBEGIN(readability-non-const-parameter) */
static void evaluate(const mb_effort_def *effort, const double *point, tangent *t,
                     double value[PORTS + STATES])
/* NOLINTEND(readability-non-const-parameter) */
{
    mb_effort_io io = {.time = 2.5,
                       .step_start = 2.5,
                       .s = point,
                       .s_dot = point + PORTS,
                       .x = point + 2 * PORTS,
                       .jacobian = t != NULL,
                       .force = value,
                       .x_dot = value + PORTS};
    if (t != NULL) {
        memset(t, 0, sizeof *t);
        io.force_s = t->force_s, io.force_s_dot = t->force_s_dot, io.force_x = t->force_x;
        io.x_dot_s = t->x_dot_s, io.x_dot_s_dot = t->x_dot_s_dot, io.x_dot_x = t->x_dot_x;
    }
    effort->evaluate(effort->parameters, &io);
}

static double entry(const tangent *t, int row, int column)
{
    const bool force = row < PORTS;
    const int r = force ? row : row - PORTS;
    if (column < PORTS) return (force ? t->force_s : t->x_dot_s)[r * PORTS + column];
    if (column < 2 * PORTS) return (force ? t->force_s_dot : t->x_dot_s_dot)[r * PORTS + column - PORTS];
    return (force ? t->force_x : t->x_dot_x)[r * STATES + column - 2 * PORTS];
}

/* Richardson extrapolation of central differences; the bound is their own: round-off of the values over the
 * step, and 1e-6 of the entry and its row for what is left of the curvature. */
static void derivatives_match_differences(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_hydraulics *h;
    mb_effort_def effort;
    make_effort(&arena, &h, &effort);
    const double point[COLUMNS] = {1.6, 1.7,  0.05, -0.03, 5.1e6, 3.7e6, 6.4e6,
                                   3.0, 4e-5, 0.1,  -5e-5, 10.0,  20.0};
    const double step[COLUMNS] = {1e-4, 1e-4, 1e-6, 1e-6, 1e3, 1e3, 1e3, 1e-3, 1e-8, 1e-4, 1e-8, 1e-1, 1e-1};
    tangent t;
    double value[ROWS];
    evaluate(&effort, point, &t, value);
    for (int c = 0; c < COLUMNS; c++) {
        double difference[2][ROWS];
        for (int k = 0; k < 2; k++) {
            double moved[COLUMNS], up[ROWS], down[ROWS];
            const double d = k == 0 ? step[c] : 0.5 * step[c];
            memcpy(moved, point, sizeof moved);
            moved[c] = point[c] + d;
            evaluate(&effort, moved, NULL, up);
            moved[c] = point[c] - d;
            evaluate(&effort, moved, NULL, down);
            for (int r = 0; r < ROWS; r++) difference[k][r] = (up[r] - down[r]) / (2.0 * d);
        }
        for (int r = 0; r < ROWS; r++) {
            const double numeric = (4.0 * difference[1][r] - difference[0][r]) / 3.0,
                         analytic = entry(&t, r, c);
            const double bound = 1e-6 * fabs(analytic) + 1e-11 * fabs(value[r]) / step[c] + 1e-9 / step[c];
            if (!(fabs(numeric - analytic) <= bound))
                fail_msg("row %d, column %d: analytic %.12g, numeric %.12g", r, c, analytic, numeric);
        }
    }
    hl_arena_free(&arena);
}

/* W_dot is force times rate, port by port: nothing else acts on these ports. */
static void work_is_force_times_rate(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_hydraulics *h;
    mb_effort_def effort;
    make_effort(&arena, &h, &effort);
    const double point[COLUMNS] = {1.6, 1.7,  0.05, -0.03, 5.1e6, 3.7e6, 6.4e6,
                                   3.0, 4e-5, 0.1,  -5e-5, 10.0,  20.0};
    double value[ROWS];
    evaluate(&effort, point, NULL, value);
    for (int i = 0; i < 2; i++) {
        const double power = value[i] * point[PORTS + i];
        assert_true(fabs(value[PORTS + STATES - 2 + i] - power) <= 1e-12 * fabs(power));
        const world_cylinder_values v =
            world_cylinder_look(h, i, point[i], point[PORTS + i], point + 2 * PORTS);
        assert_true(fabs(v.force - value[i]) <= 1e-12 * fabs(value[i]));
        assert_true(v.friction * point[PORTS + i] < 0.0); /* friction resists */
        assert_true(v.work == point[2 * PORTS + STATES - 2 + i]);
    }
    hl_arena_free(&arena);
}

/* ---- states, switches, commands ---- */

static void states_start_as_defined(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_hydraulics *h;
    mb_effort_def effort;
    make_effort(&arena, &h, &effort);
    const double start[STATES] = {5e6, 4e6, 6e6, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < STATES; i++) assert_true(effort.x0[i] == start[i]);
    /* the papers' 1e-2 Pa and 1e-7 V at the default state tolerance of 1e-6 */
    assert_true(fabs(effort.x_scale[0] * 1e-6 - 1e-2) < 1e-12);
    assert_true(fabs(effort.x_scale[3] * 1e-6 - 1e-7) < 1e-17);
    /* only the stepped schedule switches, and not at its first point */
    assert_int_equal(effort.switch_count, 2);
    assert_true(effort.switches[0] == 2.0 && effort.switches[1] == 3.0);
    hl_arena_free(&arena);
}

/* Rate of the spool, whose state is 0, tells the command: U_ref/tau. */
static double spool_rate(const mb_effort_def *effort, double step_start, double time)
{
    double point[COLUMNS] = {1.6, 1.7}, value[ROWS];
    mb_effort_io io = {.time = time,
                       .step_start = step_start,
                       .s = point,
                       .s_dot = point + PORTS,
                       .x = point + 2 * PORTS,
                       .force = value,
                       .x_dot = value + PORTS};
    effort->evaluate(effort->parameters, &io);
    return value[PORTS + 3];
}

static void steps_act_for_whole_steps_lines_at_once(void **state)
{
    (void)state;
    hl_arena arena = {0};
    world_hydraulics *h;
    mb_effort_def effort;
    make_effort(&arena, &h, &effort);
    assert_true(fabs(spool_rate(&effort, 1.999, 2.0)) < 1e-12); /* the step before the switch ends on it */
    assert_true(fabs(spool_rate(&effort, 2.0, 2.001) - 5.0 / 5e-3) < 1e-9);
    double commands[3];
    world_hydraulic_commands(h, 1.0, commands);
    assert_true(commands[0] == 0.0 && fabs(commands[1] - 0.5) < 1e-15 && commands[2] == 0.25);
    h->commands[2] = 0.75;
    world_hydraulic_commands(h, 2.0, commands);
    assert_true(commands[0] == 5.0 && commands[1] == 1.0 && commands[2] == 0.75);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_match_differences), cmocka_unit_test(work_is_force_times_rate),
        cmocka_unit_test(states_start_as_defined), cmocka_unit_test(steps_act_for_whole_steps_lines_at_once)};
    return cmocka_run_group_tests_name("hydraulic effort", tests, NULL, NULL);
}
