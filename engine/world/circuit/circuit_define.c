/* The lists of an authored circuit in the words of the hydraulics library, one for one: nodes, commands,
 * restrictors, valves, machines. Ports are the cylinders' pins in their order, then the shafts of pumps and
 * motors, each once. */
#include "circuit_internal.h"

_Static_assert((int)AUTH_CENTRE_FLOAT == (int)HYD_CENTRE_FLOAT, "centres");
_Static_assert((int)AUTH_PUMP_PRESSURE == (int)HYD_PUMP_PRESSURE, "pump controls");
_Static_assert((int)AUTH_SIGN_PRINTED == (int)HYD_SIGN_PRINTED, "stroke signs");
_Static_assert((int)AUTH_NONE == (int)HYD_NONE, "no node");
_Static_assert((int)AUTH_SPEED_POINTS <= (int)HYD_SPEED_POINTS, "efficiency curves");

/* ---- ports ---- */

/* Port of a shaft, a new one or the one that is there already. */
static int shaft_port(const auth_circuit *c, auth_joint_coordinate on, world_ports *ports)
{
    for (int p = c->cylinder_count; p < ports->count; p++)
        if (ports->on[p].joint == on.joint && ports->on[p].coordinate == on.coordinate) return p;
    ports->on[ports->count] = on;
    ports->names[ports->count] = "shaft";
    return ports->count++;
}

/* ---- nodes and commands ---- */

static hyd_node_def node_of(const auth_node *a)
{
    return (hyd_node_def){.name = a->name,
                          .kind = a->source ? HYD_SOURCE : HYD_VOLUME,
                          .pressure = a->pressure,
                          .hose = a->hose,
                          .hose_modulus = a->hose_modulus};
}

static hyd_command_def *define_commands(const auth_circuit *c, hl_arena *arena)
{
    hyd_command_def *defs = HL_NEW(arena, hyd_command_def, c->command_count);
    for (int i = 0; defs != NULL && i < c->command_count; i++) {
        const auth_command *a = &c->commands[i];
        hyd_schedule_point *points = HL_NEW(arena, hyd_schedule_point, a->point_count);
        if (points == NULL) return NULL;
        for (int k = 0; k < a->point_count; k++)
            points[k] = (hyd_schedule_point){a->points[k].time, a->points[k].value};
        defs[i] = (hyd_command_def){.name = a->name,
                                    .point_count = a->point_count,
                                    .points = points,
                                    .linear = a->linear,
                                    .initial = a->initial};
    }
    return defs;
}

/* ---- restrictors ---- */

static hyd_orifice_def throttle_of(const auth_throttle *a)
{
    return (hyd_orifice_def){.name = a->name,
                             .a = a->from,
                             .b = a->to,
                             .coefficient = a->coefficient,
                             .one_way = a->one_way,
                             .commanded = a->command != AUTH_NONE,
                             .command = a->command};
}

static hyd_leakage_def leakage_of(const auth_leakage *a)
{
    return (hyd_leakage_def){.name = a->name, .a = a->from, .b = a->to, .conductance = a->conductance};
}

static hyd_check_def check_of(const auth_check *a)
{
    return (hyd_check_def){.name = a->name,
                           .a = a->from,
                           .b = a->to,
                           .x = a->pilot,
                           .check = {.coefficient = a->coefficient,
                                     .cracking = a->cracking,
                                     .range = a->range,
                                     .pilot_ratio = a->pilot_ratio}};
}

static hyd_relief_def relief_of(const auth_relief *a)
{
    return (hyd_relief_def){
        .name = a->name,
        .a = a->from,
        .b = a->to,
        .relief = {.coefficient = a->coefficient, .setting = a->setting, .range = a->range}};
}

static hyd_counterbalance_def counterbalance_of(const auth_counterbalance *a)
{
    return (hyd_counterbalance_def){.name = a->name,
                                    .a = a->from,
                                    .b = a->to,
                                    .x = a->pilot,
                                    .valve = {.coefficient = a->coefficient,
                                              .setting = a->setting,
                                              .range = a->range,
                                              .pilot_ratio = a->pilot_ratio,
                                              .vented = a->vented,
                                              .check_coefficient = a->check_coefficient,
                                              .check_cracking = a->check_cracking,
                                              .check_range = a->check_range}};
}

static hyd_compensator_def compensator_of(const auth_compensator *a)
{
    return (hyd_compensator_def){
        .name = a->name,
        .a = a->from,
        .b = a->to,
        .x = a->pilot,
        .valve = {.coefficient = a->coefficient, .margin = a->margin, .range = a->range}};
}

/* ---- directional valves ---- */

static hyd_directional directional(const auth_directional *a)
{
    hyd_directional valve = {
        .spool = {.tau = a->tau, .rate_limit = a->rate_limit, .full_stroke = a->full_stroke},
        .dead_band = a->dead_band,
        .edge_blend = a->edge_blend,
        .centre = (hyd_centre)a->centre,
        .centre_coefficient = a->centre_coefficient,
        .centre_width = a->centre_width,
        .leakage = a->leakage,
        .check_cracking = a->check_cracking,
        .check_range = a->check_range};
    for (int k = 0; k < 4; k++) valve.coefficient[k] = a->coefficient[k];
    return valve;
}

static hyd_directional_def directional_of(const auth_directional *a)
{
    return (hyd_directional_def){.name = a->name,
                                 .P = a->P,
                                 .A = a->A,
                                 .B = a->B,
                                 .T = a->T,
                                 .command = a->command,
                                 .U_0 = a->start,
                                 .valve = directional(a)};
}

static hyd_load_sensing_def load_sensing_of(const auth_directional *a)
{
    return (hyd_load_sensing_def){.name = a->name,
                                  .P = a->P,
                                  .A = a->A,
                                  .B = a->B,
                                  .T = a->T,
                                  .command = a->command,
                                  .U_0 = a->start,
                                  .group = a->group,
                                  .section = {.valve = directional(a), .margin = a->margin}};
}

/* ---- machines, accumulators ---- */

static hyd_machine machine(const auth_displacement_machine *a)
{
    return (hyd_machine){.displacement = a->displacement,
                         .leakage = a->leakage,
                         .viscous_drag = a->viscous_drag,
                         .pressure_drag = a->pressure_drag,
                         .drag_speed = a->drag_speed};
}

static hyd_pump_def *define_pumps(const auth_circuit *c, hl_arena *arena, world_ports *ports)
{
    hyd_pump_def *defs = HL_NEW(arena, hyd_pump_def, c->pump_count);
    for (int i = 0; defs != NULL && i < c->pump_count; i++) {
        const auth_pump *a = &c->pumps[i];
        defs[i] = (hyd_pump_def){.name = a->name,
                                 .a = a->from,
                                 .b = a->to,
                                 .driven = a->driven,
                                 .port = a->driven ? HYD_NONE : shaft_port(c, a->on, ports),
                                 .speed = a->speed,
                                 .command = a->command,
                                 .e_0 = a->start,
                                 .group = a->group,
                                 .senses = a->senses,
                                 .pump = {.machine = machine(&a->machine),
                                          .control = (hyd_pump_control)a->control,
                                          .tau = a->tau,
                                          .rate_limit = a->rate_limit,
                                          .least = a->least,
                                          .margin = a->margin,
                                          .droop = a->droop,
                                          .pressure_limit = a->pressure_limit,
                                          .torque_limit = a->torque_limit,
                                          .torque_speed = a->torque_speed}};
    }
    return defs;
}

static hyd_motor_def *define_motors(const auth_circuit *c, hl_arena *arena, world_ports *ports)
{
    hyd_motor_def *defs = HL_NEW(arena, hyd_motor_def, c->motor_count);
    for (int i = 0; defs != NULL && i < c->motor_count; i++) {
        const auth_motor *a = &c->motors[i];
        defs[i] =
            (hyd_motor_def){.name = a->name,
                            .a = a->from,
                            .b = a->to,
                            .port = shaft_port(c, a->on, ports),
                            .commanded = a->command != AUTH_NONE,
                            .command = a->command,
                            .motor = {.machine = machine(&a->machine), .gear = a->gear, .least = a->least}};
    }
    return defs;
}

static hyd_accumulator_def accumulator_of(const auth_accumulator *a)
{
    return (hyd_accumulator_def){
        .name = a->name,
        .a = a->node,
        .accumulator = {.gas_volume = a->gas_volume, .precharge = a->precharge, .exponent = a->exponent}};
}

/* ---- cylinders ---- */

static hyd_cylinder cylinder(const auth_cylinder *a, double start_length)
{
    hyd_cylinder cylinder = {.area_a = a->area_piston,
                             .area_b = a->area_rod,
                             .stroke = a->stroke,
                             .length_0 = world_cylinder_length_0(a, start_length),
                             .chamber_0 = a->chamber,
                             .sign = (hyd_stroke_sign)a->sign,
                             .chamber_modulus = a->chamber_modulus,
                             .least_chamber = a->least_chamber,
                             .leakage = a->leakage,
                             .stop_stiffness = a->stop_stiffness,
                             .stop_damping = a->stop_damping,
                             .stop_dissipation = a->stop_dissipation,
                             .stop_ramp = a->stop_ramp,
                             .stop_speed = a->stop_speed,
                             .efficiency = a->efficiency,
                             .friction_speed = a->efficiency_speed,
                             .curve = {.count = a->curve_count}};
    for (int k = 0; k < a->curve_count; k++) {
        cylinder.curve.speed[k] = a->curve_speed[k];
        cylinder.curve.factor[k] = a->curve_factor[k];
    }
    return cylinder;
}

static hyd_cylinder_def *define_cylinders(const auth_circuit *c, const double *lengths, hl_arena *arena,
                                          world_ports *ports)
{
    hyd_cylinder_def *defs = HL_NEW(arena, hyd_cylinder_def, c->cylinder_count);
    for (int i = 0; defs != NULL && i < c->cylinder_count; i++) {
        const auth_cylinder *a = &c->cylinders[i];
        ports->names[ports->count] = a->name;
        defs[i] = (hyd_cylinder_def){.name = a->name,
                                     .a = a->piston_side,
                                     .b = a->rod_side,
                                     .port = ports->count++,
                                     .cylinder = cylinder(a, lengths[i])};
    }
    return defs;
}

/* ---- all of it ---- */

static hyd_port_def *define_ports(const auth_circuit *c, const world_ports *ports, hl_arena *arena)
{
    hyd_port_def *defs = HL_NEW(arena, hyd_port_def, ports->count);
    for (int p = 0; defs != NULL && p < ports->count; p++)
        defs[p] = (hyd_port_def){.name = ports->names[p],
                                 .kind = p < c->cylinder_count ? HYD_PORT_LENGTH : HYD_PORT_SHAFT};
    return defs;
}

/* A list of the definition, `ones`: one for each of the author's `others`, as other_of says. */
#define TRANSLATE(one, other)                                                                                \
    do {                                                                                                     \
        hyd_##one##_def *defs = HL_NEW(arena, hyd_##one##_def, c->other##_count);                            \
        for (int i = 0; defs != NULL && i < c->other##_count; i++) defs[i] = other##_of(&c->other##s[i]);    \
        def->one##s = defs;                                                                                  \
        def->one##_count = c->other##_count;                                                                 \
    } while (0)

bool world_circuit_define(const auth_circuit *c, const double *lengths, hl_arena *arena, world_ports *ports,
                          hyd_circuit_def *def)
{
    const int most_ports = c->cylinder_count + c->pump_count + c->motor_count;
    *ports = (world_ports){.on = HL_NEW(arena, auth_joint_coordinate, most_ports),
                           .names = HL_NEW(arena, const char *, most_ports)};
    if (ports->on == NULL || ports->names == NULL) return false;
    *def = (hyd_circuit_def){.oil = {.density = c->oil.density,
                                     .bulk_modulus = c->oil.bulk_modulus,
                                     .bulk_slope = c->oil.bulk_slope,
                                     .air_fraction = c->oil.air_fraction,
                                     .air_exponent = c->oil.air_exponent,
                                     .vapour_pressure = c->oil.vapour_pressure},
                             .flow_law = {.transition = c->transition, .secant = c->secant}};
    TRANSLATE(node, node);
    TRANSLATE(orifice, throttle);
    TRANSLATE(leakage, leakage);
    TRANSLATE(check, check);
    TRANSLATE(relief, relief);
    TRANSLATE(counterbalance, counterbalance);
    TRANSLATE(compensator, compensator);
    TRANSLATE(directional, directional);
    TRANSLATE(load_sensing, load_sensing);
    TRANSLATE(accumulator, accumulator);
    def->commands = define_commands(c, arena);
    def->command_count = c->command_count;
    def->cylinders = define_cylinders(c, lengths, arena, ports); /* their ports come first */
    def->cylinder_count = c->cylinder_count;
    def->pumps = define_pumps(c, arena, ports);
    def->pump_count = c->pump_count;
    def->motors = define_motors(c, arena, ports);
    def->motor_count = c->motor_count;
    def->ports = define_ports(c, ports, arena);
    def->port_count = ports->count;
    return def->nodes && def->commands && def->orifices && def->leakages && def->checks && def->reliefs &&
           def->counterbalances && def->compensators && def->directionals && def->load_sensings &&
           def->accumulators && def->cylinders && def->pumps && def->motors && def->ports;
}
