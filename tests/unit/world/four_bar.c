#include "four_bar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static const double PI = 3.14159265358979323846;

four_bar_case four_bar_viscous(void)
{
    return (four_bar_case){.friction = 1.9436e5, .hose = {4.71e-5, 3.14e-5, 7.85e-5}};
}

double four_bar_start_pressure(void)
{
    const double force = sqrt(2.0) * FB_GRAVITY * (3.0 * FB_M1 + 2.0 * FB_M2 + FB_M3);
    return (force + FB_P3_START * FB_AREA_3) / FB_AREA_2;
}

/* ---- circuit ---- */

enum { PUMP, TANK, V1, V2, V3, NODES };

static hyd_node_def volume(const char *name, double pressure, double hose)
{
    return (hyd_node_def){
        .name = name, .kind = HYD_VOLUME, .pressure = pressure, .hose = hose, .hose_modulus = FB_B_HOSE};
}

void four_bar_circuit(const four_bar_case *c, hl_arena *arena, const hyd_circuit **circuit)
{
    /* U_ref, 002 Eq. (46) */
    static const hyd_schedule_point points[] = {
        {0.0, 0.0}, {1.0, 10.0}, {2.5, 0.0}, {5.0, -10.0}, {8.0, 0.0}};
    const double p12 = four_bar_start_pressure();
    hyd_node_def nodes[NODES] = {{.name = "pump", .kind = HYD_SOURCE, .pressure = FB_PUMP},
                                 {.name = "tank", .kind = HYD_SOURCE, .pressure = FB_TANK},
                                 volume("V1", p12, c->hose[0]),
                                 volume("V2", p12, c->hose[1]),
                                 volume("V3", FB_P3_START, c->hose[2])};
    hyd_port_def port = {.name = "s", .kind = HYD_PORT_LENGTH};
    hyd_command_def command = {.name = "U_ref", .point_count = 5, .points = points};
    hyd_orifice_def throttle = {
        .name = "throttle", .a = V1, .b = V2, .coefficient = FB_THROTTLE * sqrt(2.0 / FB_RHO)};
    hyd_directional_def valve = {.name = "valve",
                                 .P = PUMP,
                                 .A = V1,
                                 .B = V3,
                                 .T = TANK,
                                 .valve = hyd_directional_simple(FB_CVD, FB_TAU, 10.0)};
    hyd_cylinder_def cylinder = {.name = "cylinder",
                                 .a = V2,
                                 .b = V3,
                                 .cylinder = {.area_a = FB_AREA_2,
                                              .area_b = FB_AREA_3,
                                              .stroke = FB_STROKE,
                                              .length_0 = FB_S0,
                                              .chamber_0 = FB_S0 - FB_STROKE,
                                              .chamber_modulus = FB_B_CYLINDER}};
    const hyd_circuit_def def = {.oil = {.density = FB_RHO, .bulk_modulus = FB_B_OIL},
                                 .flow_law = {.transition = 2e5, .secant = true},
                                 .volume_balance = true,
                                 .node_count = NODES,
                                 .nodes = nodes,
                                 .port_count = 1,
                                 .ports = &port,
                                 .command_count = 1,
                                 .commands = &command,
                                 .orifice_count = 1,
                                 .orifices = &throttle,
                                 .directional_count = 1,
                                 .directionals = &valve,
                                 .cylinder_count = 1,
                                 .cylinders = &cylinder};
    static hl_report report; /* too large for the stack */
    hl_report_begin(&report, "circuit");
    if (hyd_circuit_build(&def, arena, circuit, &report) != HL_OK)
        fail_msg("circuit: %s", report.list[0].text);
}

/* ---- mechanism ---- */

static mb_body_def beam(double mass, double length, int parent, double at, double angle)
{
    const double J = mass * length * length / 12.0;
    return (mb_body_def){.name = "beam",
                         .mass = mass,
                         .com = {0.5 * length, 0, 0},
                         .inertia = {1e-3 * J, J, J, 0, 0, 0},
                         .joint = {.type = MB_REVOLUTE,
                                   .parent = parent,
                                   .parent_point = {at, 0, 0},
                                   .orientation = {1, 0, 0, 0},
                                   .axis = {0, 0, 1},
                                   .q0 = {angle}}};
}

void four_bar_open(four_bar *m, const four_bar_case *c, const mb_step_options *options)
{
    memset(m, 0, sizeof *m);
    four_bar_circuit(c, &m->arena, &m->circuit);
    const mb_measure_def pins = {.kind = MB_MEASURE_DISTANCE,
                                 .body_a = MB_GROUND,
                                 .body_b = 2,
                                 .point_a = {0, -2, 0},
                                 .point_b = {0.5 * FB_L3, 0, 0}};
    mb_friction seal = c->seal;
    if (seal.law == MB_FRICTION_NONE)
        seal = (mb_friction){.law = MB_FRICTION_VISCOUS, .sigma_2 = c->friction};
    const world_hydraulics_def hydraulics = {.name = "hydraulics",
                                             .circuit = m->circuit,
                                             .measures = &pins,
                                             .seals = &seal,
                                             .work = true,
                                             .stiff = c->stiff};
    assert_int_equal(world_hydraulic_effort(&hydraulics, &m->arena, &m->hydraulics, &m->effort), HL_OK);
    const mb_body_def bodies[3] = {beam(FB_M1, FB_L1, MB_GROUND, 0.0, 0.0),
                                   beam(FB_M2, FB_L2, 0, FB_L1 / 3.0, -0.75 * PI),
                                   beam(FB_M3, FB_L3, 1, FB_L2, -0.25 * PI)};
    const mb_loop_def loop = {.name = "E",
                              .type = MB_LOOP_REVOLUTE,
                              .body_a = MB_GROUND,
                              .body_b = 2,
                              .point_a = {0, -1, 0},
                              .point_b = {FB_L3, 0, 0},
                              .axis_a = {0, 0, 1},
                              .axis_b = {0, 0, 1}};
    const mb_def def = {.gravity = {0, -FB_GRAVITY, 0},
                        .body_count = 3,
                        .bodies = bodies,
                        .loop_count = 1,
                        .loops = &loop,
                        .effort_count = 1,
                        .efforts = &m->effort};
    mb_def_error error = {.text = ""};
    if (mb_model_build(&def, &m->arena, &m->model, &error) != HL_OK) fail_msg("model: %s", error.text);
    m->state = mb_state_new(m->model, &m->arena);
    m->work = mb_work_new(m->model, options, &m->arena);
    assert_non_null(m->state);
    assert_non_null(m->work);
    mb_assembly_report report;
    assert_int_equal(mb_assemble(m->model, m->state, m->work, &report), HL_OK);
    assert_int_equal(report.rank, 2);
}

void four_bar_close(four_bar *m)
{
    hl_arena_free(&m->arena);
}
