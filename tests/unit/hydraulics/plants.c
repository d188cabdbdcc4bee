#include "plants.h"

#include <math.h>
#include <string.h>

static const double QUARTER_PI = 0.78539816339744831;

/* Empty lists, with the definition pointing at them. */
static void begin(plant *p)
{
    memset(p, 0, sizeof *p);
    p->def = (hyd_circuit_def){.nodes = p->nodes,
                               .ports = p->ports,
                               .commands = p->commands,
                               .orifices = p->orifices,
                               .leakages = p->leakages,
                               .checks = p->checks,
                               .reliefs = p->reliefs,
                               .counterbalances = p->counterbalances,
                               .compensators = p->compensators,
                               .directionals = p->directionals,
                               .load_sensings = p->load_sensings,
                               .pumps = p->pumps,
                               .motors = p->motors,
                               .accumulators = p->accumulators,
                               .cylinders = p->cylinders};
}

static const hyd_schedule_point FOUR_BAR_SIGNAL[] = {
    {0.0, 0.0}, {1.0, 10.0}, {2.5, 0.0}, {5.0, -10.0}, {8.0, 0.0}};

static hyd_node_def source(const char *name, double pressure)
{
    return (hyd_node_def){.name = name, .kind = HYD_SOURCE, .pressure = pressure};
}

static hyd_node_def volume(const char *name, double pressure, double hose)
{
    return (hyd_node_def){
        .name = name, .kind = HYD_VOLUME, .pressure = pressure, .hose = hose, .hose_modulus = 550e6};
}

static hyd_cylinder published_cylinder(void)
{
    const double s_0 = sqrt(2.0), l = 1.1;
    return (hyd_cylinder){.area_a = QUARTER_PI * 0.08 * 0.08,
                          .area_b = QUARTER_PI * (0.08 * 0.08 - 0.035 * 0.035),
                          .stroke = l,
                          .length_0 = s_0,
                          .chamber_0 = s_0 - l,
                          .chamber_modulus = 31500e6};
}

void plant_four_bar(plant *p)
{
    begin(p);
    p->def.oil = (hyd_oil){.density = 850.0, .bulk_modulus = 1500e6};
    p->def.flow_law = (hyd_flow_law){.transition = 2e5, .secant = true};
    p->def.volume_balance = true;
    const hyd_cylinder cylinder = published_cylinder();
    const double p_3 = 3.5e6, F_0 = sqrt(2.0) * 9.81 * (3.0 * 225.0 + 2.0 * 35.0 + 50.0);
    const double p_2 = (F_0 + p_3 * cylinder.area_b) / cylinder.area_a;
    p->nodes[FOUR_BAR_PUMP] = source("pump", 7.6e6);
    p->nodes[FOUR_BAR_TANK] = source("tank", 0.1e6);
    p->nodes[FOUR_BAR_V1] = volume("V1", p_2, 4.71e-5);
    p->nodes[FOUR_BAR_V2] = volume("V2", p_2, 3.14e-5);
    p->nodes[FOUR_BAR_V3] = volume("V3", p_3, 7.85e-5);
    p->ports[0] = (hyd_port_def){.name = "cylinder", .kind = HYD_PORT_LENGTH};
    p->commands[0] = (hyd_command_def){.name = "signal", .point_count = 5, .points = FOUR_BAR_SIGNAL};
    p->orifices[0] = (hyd_orifice_def){.name = "throttle",
                                       .a = FOUR_BAR_V1,
                                       .b = FOUR_BAR_V2,
                                       .coefficient = throttle_coefficient(0.8, 2.83e-5, 850.0)};
    p->directionals[0] = (hyd_directional_def){.name = "valve",
                                               .P = FOUR_BAR_PUMP,
                                               .A = FOUR_BAR_V1,
                                               .B = FOUR_BAR_V3,
                                               .T = FOUR_BAR_TANK,
                                               .command = 0,
                                               .valve = hyd_directional_simple(2.138e-8, 4.547e-3, 10.0)};
    p->cylinders[0] = (hyd_cylinder_def){
        .name = "cylinder", .a = FOUR_BAR_V2, .b = FOUR_BAR_V3, .port = 0, .cylinder = cylinder};
    p->def.node_count = 5;
    p->def.port_count = p->def.command_count = p->def.orifice_count = p->def.directional_count =
        p->def.cylinder_count = 1;
}

/* nodes: 0 tank, volumes 1 delivery, 2 A, 3 B, 4 bore, 5 rod, 6 motor line, 7 section A, 8 section B, 9
 * return states: pressures of nodes 1 to 9 are 0 to 8; spool 9; sections 10, 11; swash plates 12 (load
 * sensing), 13 (commanded) */
static void everything_valves(plant *p)
{
    p->orifices[0] = (hyd_orifice_def){
        .name = "neck", .a = 1, .b = 6, .coefficient = 1e-7, .commanded = true, .command = 3};
    p->orifices[1] = (hyd_orifice_def){.name = "cooler", .a = 9, .b = 0, .coefficient = 1e-6};
    p->orifices[2] = (hyd_orifice_def){
        .name = "regeneration", .a = 4, .b = 5, .coefficient = 2e-7, .one_way = true, .commanded = true};
    p->leakages[0] = (hyd_leakage_def){.name = "motor case", .a = 6, .b = 0, .conductance = 1e-12};
    p->checks[0] =
        (hyd_check_def){.name = "hold",
                        .a = 2,
                        .b = 4,
                        .x = 3,
                        .check = {.coefficient = 4e-7, .cracking = 5e4, .range = 4e5, .pilot_ratio = 3}};
    p->reliefs[0] = (hyd_relief_def){
        .name = "main relief", .a = 1, .b = 0, .relief = {.coefficient = 4e-7, .setting = 8e6, .range = 4e6}};
    p->counterbalances[0] = (hyd_counterbalance_def){.name = "lowering",
                                                     .a = 5,
                                                     .b = 3,
                                                     .x = 2,
                                                     .valve = {.coefficient = 2e-7,
                                                               .setting = 5e6,
                                                               .range = 6e6,
                                                               .pilot_ratio = 1.5,
                                                               .check_coefficient = 2e-7,
                                                               .check_cracking = 5e4,
                                                               .check_range = 3e5}};
    p->compensators[0] = (hyd_compensator_def){.name = "reducer",
                                               .a = 1,
                                               .b = 2,
                                               .x = 3,
                                               .valve = {.coefficient = 1e-7, .margin = 2e6, .range = 4e6}};
    const hyd_directional spool = {.spool = {.tau = 0.01, .rate_limit = 2000.0, .full_stroke = 10.0},
                                   .coefficient = {2e-8, 2e-8, 3e-8, 3e-8},
                                   .dead_band = 0.5,
                                   .edge_blend = 0.5,
                                   .centre = HYD_CENTRE_FLOAT,
                                   .centre_coefficient = 1e-8,
                                   .centre_width = 1.0,
                                   .leakage = 1e-13};
    p->directionals[0] = (hyd_directional_def){
        .name = "lift valve", .P = 1, .A = 2, .B = 3, .T = 0, .command = 0, .U_0 = 3, .valve = spool};
    p->load_sensings[0] = (hyd_load_sensing_def){.name = "tilt section",
                                                 .P = 1,
                                                 .A = 7,
                                                 .B = 8,
                                                 .T = 9,
                                                 .command = 1,
                                                 .U_0 = -4.0,
                                                 .section = {.valve = spool, .margin = 1e6}};
    p->load_sensings[1] = p->load_sensings[0];
    p->load_sensings[1].name = "swing section";
    p->load_sensings[1].A = 2;
    p->load_sensings[1].B = 3;
    p->load_sensings[1].command = 0;
}

static void everything_machines(plant *p)
{
    const hyd_machine machine = {.displacement = 7e-6,
                                 .leakage = 1e-12,
                                 .viscous_drag = 0.01,
                                 .pressure_drag = 0.05,
                                 .drag_speed = 2.0};
    p->pumps[0] = (hyd_pump_def){.name = "main pump",
                                 .a = 9,
                                 .b = 1,
                                 .port = 1,
                                 .e_0 = 0.5,
                                 .senses = 1,
                                 .pump = {.machine = machine,
                                          .control = HYD_PUMP_LOAD_SENSING,
                                          .tau = 0.05,
                                          .least = 0.02,
                                          .margin = 2e6,
                                          .droop = 8e6,
                                          .pressure_limit = 2e7,
                                          .torque_limit = 60.0, /* 7e-6 m^3/rad and 8.6 MPa */
                                          .torque_speed = 2.0}};
    p->pumps[1] = (hyd_pump_def){.name = "fan pump",
                                 .a = 0,
                                 .b = 6,
                                 .driven = true,
                                 .speed = 150.0,
                                 .command = 2,
                                 .e_0 = 0.3,
                                 .pump = {.machine = machine, .control = HYD_PUMP_COMMAND, .tau = 0.1}};
    p->pumps[2] =
        (hyd_pump_def){.name = "charge pump", .a = 0, .b = 1, .port = 1, .pump = {.machine = machine}};
    p->motors[0] = (hyd_motor_def){.name = "fan",
                                   .a = 6,
                                   .b = 0,
                                   .port = 2,
                                   .commanded = true,
                                   .command = 2,
                                   .motor = {.machine = machine, .gear = -2.0, .least = 0.4}};
    p->accumulators[0] = (hyd_accumulator_def){
        .name = "comfort", .a = 6, .accumulator = {.gas_volume = 1e-3, .precharge = 3e6, .exponent = 1.3}};
    hyd_cylinder cylinder = published_cylinder();
    cylinder.leakage = 1e-13;
    cylinder.least_chamber = 0.01;
    cylinder.stop_stiffness = 1e7;
    cylinder.stop_damping = 1e5;
    cylinder.stop_ramp = 2e-3;
    cylinder.efficiency = 0.9;
    cylinder.friction_speed = 0.02;
    p->cylinders[0] =
        (hyd_cylinder_def){.name = "lift left", .a = 4, .b = 5, .port = 0, .cylinder = cylinder};
    p->cylinders[1] =
        (hyd_cylinder_def){.name = "lift right", .a = 4, .b = 5, .port = 0, .cylinder = cylinder};
    p->cylinders[2] = (hyd_cylinder_def){.name = "tilt", .a = 7, .b = 8, .port = 3, .cylinder = cylinder};
    p->cylinders[3] = p->cylinders[2]; /* its rod side breathes into the tank */
    p->cylinders[3].name = "tilt, single acting";
    p->cylinders[3].b = 0;
}

void plant_everything(plant *p)
{
    begin(p);
    p->def.oil = (hyd_oil){.density = 870.0,
                           .bulk_modulus = 1400e6,
                           .bulk_slope = 10.0,
                           .air_fraction = 0.01,
                           .vapour_pressure = 1e4};
    const char *names[] = {"tank", "delivery",   "A",         "B",         "bore",
                           "rod",  "motor line", "section A", "section B", "return"};
    p->nodes[0] = source(names[0], 2e5);
    for (int i = 1; i < 10; i++) p->nodes[i] = volume(names[i], 4e6 + 3e5 * i, 1e-4 * (1.0 + 0.1 * i));
    const char *ports[] = {"lift", "engine", "fan shaft", "tilt"};
    for (int i = 0; i < 4; i++)
        p->ports[i] =
            (hyd_port_def){.name = ports[i], .kind = i == 1 || i == 2 ? HYD_PORT_SHAFT : HYD_PORT_LENGTH};
    const char *commands[] = {"lift lever", "tilt lever", "fan", "neck opening"};
    for (int i = 0; i < 4; i++)
        p->commands[i] = (hyd_command_def){.name = commands[i], .initial = 0.25 * (i + 1)};
    everything_valves(p);
    everything_machines(p);
    p->def.node_count = 10;
    p->def.port_count = p->def.command_count = 4;
    p->def.orifice_count = 3;
    p->def.load_sensing_count = 2;
    p->def.leakage_count = p->def.check_count = p->def.relief_count = 1;
    p->def.counterbalance_count = p->def.compensator_count = p->def.directional_count = 1;
    p->def.pump_count = 3;
    p->def.cylinder_count = 4;
    p->def.motor_count = p->def.accumulator_count = 1;
}

void plant_locked(plant *p)
{
    begin(p);
    p->def.oil = (hyd_oil){.density = 850.0, .bulk_modulus = 1500e6};
    p->nodes[LOCKED_A] = volume("a", 5e6, 3.14e-5);
    p->nodes[LOCKED_B] = volume("b", 5e6 * (0.08 * 0.08) / (0.08 * 0.08 - 0.035 * 0.035), 7.85e-5);
    p->ports[0] = (hyd_port_def){.name = "cylinder", .kind = HYD_PORT_LENGTH};
    p->cylinders[0] = (hyd_cylinder_def){
        .name = "cylinder", .a = LOCKED_A, .b = LOCKED_B, .port = 0, .cylinder = published_cylinder()};
    p->def.node_count = 2;
    p->def.port_count = p->def.cylinder_count = 1;
}

void plant_closed(plant *p)
{
    begin(p);
    p->def.oil = (hyd_oil){.density = 850.0, .bulk_modulus = 1500e6};
    p->nodes[0] = volume("one", 9e6, 1e-4);
    p->nodes[1] = volume("two", 1e6, 3e-4);
    p->nodes[2] = volume("three", 4e6, 2e-3);
    p->orifices[0] = (hyd_orifice_def){.name = "first", .a = 0, .b = 1, .coefficient = 1e-7};
    p->orifices[1] = (hyd_orifice_def){.name = "second", .a = 1, .b = 2, .coefficient = 2e-7};
    p->checks[0] = (hyd_check_def){
        .name = "third", .a = 2, .b = 0, .x = HYD_NONE, .check = {.coefficient = 1e-7, .range = 2e5}};
    p->def.node_count = 3;
    p->def.orifice_count = 2;
    p->def.check_count = 1;
}
