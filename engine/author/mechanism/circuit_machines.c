/* Pumps, motors, accumulators. */
#include "circuit_reader.h"

#include <math.h>
#include <string.h>

/* ---- displacement machines ---- */

/* Rules of pumps and motors alike. */
#define MACHINE_RULE(T, key, kind, range, fallback)                                                          \
    AUTH_RULE_TO(T, T, key, def.T.machine.key, kind, range, fallback)
#define MACHINE_RULES(T)                                                                                     \
    MACHINE_RULE(T, displacement, DISPLACEMENT, POSITIVE, 0.0),                                              \
        MACHINE_RULE(T, leakage, CONDUCTANCE, NOT_NEGATIVE, 0.0),                                            \
        MACHINE_RULE(T, viscous_drag, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0),                                 \
        MACHINE_RULE(T, pressure_drag, NUMBER, NOT_NEGATIVE, 0.0),                                           \
        MACHINE_RULE(T, drag_speed, ANGULAR_VELOCITY, POSITIVE, 1.0)

static bool shaft_reference(const auth_circuit_reader *c, const yaml_node_t *item, const char *joint,
                            unsigned coordinate, auth_joint_coordinate *on)
{
    if (!auth_coordinate_reference(c->file, item, joint, coordinate, on)) return false;
    if (on->angular) return true;
    AUTH_COMPLAIN(c, item, "joint", "the coordinate of joint '%s' is a displacement; an angle is expected",
                  joint);
    return false;
}

/* ---- pump ---- */

static const auth_rule pump_rules[] = {
    MACHINE_RULES(pump),
    AUTH_RULE_TO(pump, pump, speed, def.speed, ANGULAR_VELOCITY, ANY, 0.0),
    AUTH_RULE_TO(pump, pump, gear, gear, NUMBER, POSITIVE, 1.0),
    AUTH_RULE_TO(pump, pump, start, def.e_0, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(pump, pump, time_constant, def.pump.tau, TIME, POSITIVE, 0.05),
    AUTH_RULE_TO(pump, pump, rate_limit, def.pump.rate_limit, RATE, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(pump, pump, least, def.pump.least, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(pump, pump, margin, def.pump.margin, PRESSURE, POSITIVE, 0.0),
    AUTH_RULE_TO(pump, pump, droop, def.pump.droop, PRESSURE, POSITIVE, 5e5),
    AUTH_RULE_TO(pump, pump, pressure_limit, def.pump.pressure_limit, PRESSURE, POSITIVE, 0.0),
    AUTH_RULE_TO(pump, pump, torque_limit, def.pump.torque_limit, MOMENT, POSITIVE, 0.0),
    AUTH_RULE_TO(pump, pump, torque_speed, def.pump.torque_speed, ANGULAR_VELOCITY, POSITIVE, 0.0),
};

/* Either a joint or a constant speed. */
static void read_drive(const auth_circuit_reader *c, const yaml_node_t *item, const raw_pump *raw,
                       auth_pump *pump)
{
    pump->def.driven = raw->joint == NULL;
    if (raw->joint) {
        auth_refuse(c->file, item, "speed", "is given beside 'joint'");
        shaft_reference(c, item, raw->joint, raw->coordinate, &pump->on);
        return;
    }
    auth_refuse(c->file, item, "coordinate", "has no effect without 'joint'");
    auth_refuse(c->file, item, "gear", "has no effect without 'joint'");
    if (!raw->speed)
        hl_report_add(c->file->report, auth_node_place(item),
                      "what drives the pump? 'joint' or 'speed' is expected");
}

/* Seen from the joint, which turns 1/gear as fast: Q = D g w, T = g T(g w). */
static bool gear_pump(auth_pump *pump, double gear)
{
    hyd_machine *machine = &pump->def.pump.machine;
    machine->displacement *= gear;
    machine->viscous_drag *= gear * gear;
    machine->drag_speed /= gear;
    pump->def.pump.torque_limit *= gear;
    pump->def.pump.torque_speed /= gear;
    return isnormal(machine->displacement) && isfinite(machine->viscous_drag) &&
           isnormal(machine->drag_speed) && isfinite(pump->def.pump.torque_limit) &&
           isfinite(pump->def.pump.torque_speed);
}

#define CONTROL(name) (1u << HYD_PUMP_##name)
#define VARIABLE      (CONTROL(COMMAND) | CONTROL(LOAD_SENSING) | CONTROL(PRESSURE))

/* Which kinds of control look at a key, and which cannot do without it. */
static const struct control_key {
    const char *key;
    unsigned used, needed;
} control_keys[] = {
    {"command", CONTROL(COMMAND), CONTROL(COMMAND)},
    {"group", CONTROL(LOAD_SENSING), 0},
    {"start", VARIABLE, 0},
    {"time_constant", VARIABLE, 0},
    {"rate_limit", VARIABLE, 0},
    {"least", VARIABLE, 0},
    {"margin", CONTROL(LOAD_SENSING), CONTROL(LOAD_SENSING)},
    {"droop", VARIABLE, 0},
    {"pressure_limit", VARIABLE, CONTROL(PRESSURE)},
    {"torque_limit", VARIABLE, 0},
};

static void check_control_keys(const auth_circuit_reader *c, const yaml_node_t *item,
                               hyd_pump_control control)
{
    for (size_t i = 0; i < sizeof control_keys / sizeof *control_keys; i++) {
        const struct control_key *k = &control_keys[i];
        if (!(k->used & 1u << control)) {
            auth_refuse(c->file, item, k->key, "has no effect with this 'control'");
        } else if ((k->needed & 1u << control) && !auth_given(c->file, item, k->key)) {
            AUTH_COMPLAIN(c, item, "control", "this 'control' needs '%s'; the key is expected", k->key);
        }
    }
}

static void check_fractions(const auth_circuit_reader *c, const yaml_node_t *item, const raw_pump *raw,
                            const auth_pump *pump)
{
    const double least = pump->def.pump.least, start = pump->def.e_0;
    if (least < -1.0 || least >= 1.0)
        AUTH_COMPLAIN(c, item, "least", "'least' is %s; -1 to less than 1 is expected", raw->least);
    else if (raw->start && (start < least || start > 1.0))
        AUTH_COMPLAIN(c, item, "start", "'start' is %s; %g to 1 is expected", raw->start, least);
}

/* The pump under `senses`: the names of the list are known before its entries are read. */
static int sensed_pump(const auth_circuit_reader *c, const yaml_node_t *item, const raw_pump *raw)
{
    if (!raw->senses) return HYD_NONE;
    if (!raw->torque_limit) {
        auth_refuse(c->file, item, "senses", "has no effect without 'torque_limit'");
        return HYD_NONE;
    }
    if (strcmp(raw->senses, raw->name) == 0)
        AUTH_COMPLAIN(c, item, "senses", "'senses' is the pump itself; another pump is expected");
    return auth_name_reference(c->file, item, "senses", raw->senses, &c->names[AUTH_LIST_PUMP], "pump",
                               "circuit");
}

void auth_read_pump(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_pump *from = raw;
    auth_pump *pump = out;
    hyd_pump_def *def = &pump->def;
    auth_from_to(c, item, from->from, from->to, &def->a, &def->b);
    read_drive(c, item, from, pump);
    def->pump.control = (hyd_pump_control)from->control;
    check_control_keys(c, item, def->pump.control);
    def->command = auth_command_reference(c, item, from->command);
    def->group = (int)from->group;
    def->senses = sensed_pump(c, item, from);
    if (!from->torque_limit)
        auth_refuse(c->file, item, "torque_speed", "has no effect without 'torque_limit'");
    if (!auth_apply_rules(c->file, item, AUTH_RULES(pump_rules), false, raw, out)) return;
    check_fractions(c, item, from, pump);
    if (!from->start) def->e_0 = def->pump.control == HYD_PUMP_FIXED ? 1.0 : def->pump.least;
    if (!gear_pump(pump, pump->gear))
        AUTH_COMPLAIN(c, item, "gear",
                      "displacement, drag or torque limit, as seen from the joint, leave the range of "
                      "numbers; others are expected");
}

/* ---- motor ---- */

static const auth_rule motor_rules[] = {
    MACHINE_RULES(motor),
    AUTH_RULE_TO(motor, motor, gear, def.motor.gear, NUMBER, ANY, 1.0),
    AUTH_RULE_TO(motor, motor, least, def.motor.least, NUMBER, POSITIVE, 1.0),
};

/* A command without the displacement that it leads to, or the other way round. */
static void check_two_displacements(const auth_circuit_reader *c, const yaml_node_t *item,
                                    const raw_motor *raw, const auth_motor *motor)
{
    if (!raw->command) {
        auth_refuse(c->file, item, "least", "has no effect without 'command'");
    } else if (!raw->least) {
        AUTH_COMPLAIN(c, item, "command",
                      "'command' without 'least'; the share of the displacement left at 1 is expected");
    } else if (motor->def.motor.least > 1.0) {
        AUTH_COMPLAIN(c, item, "least", "'least' is %s; above 0 to 1 is expected", raw->least);
    }
}

void auth_read_motor(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_motor *from = raw;
    auth_motor *motor = out;
    auth_from_to(c, item, from->from, from->to, &motor->def.a, &motor->def.b);
    shaft_reference(c, item, from->joint, from->coordinate, &motor->on);
    motor->def.command = auth_command_reference(c, item, from->command);
    motor->def.commanded = motor->def.command != HYD_NONE;
    if (!auth_apply_rules(c->file, item, AUTH_RULES(motor_rules), false, raw, out)) return;
    if (motor->def.motor.gear == 0.0)
        AUTH_COMPLAIN(c, item, "gear", "'gear' is %s; a ratio other than zero is expected", from->gear);
    check_two_displacements(c, item, from, motor);
}

/* ---- accumulator ---- */

static const auth_rule accumulator_rules[] = {
    AUTH_RULE_INTO(accumulator, hyd_accumulator_def, gas_volume, accumulator.gas_volume, VOLUME, POSITIVE,
                   0.0),
    AUTH_RULE_INTO(accumulator, hyd_accumulator_def, precharge, accumulator.precharge, PRESSURE, POSITIVE,
                   0.0),
    AUTH_RULE_INTO(accumulator, hyd_accumulator_def, exponent, accumulator.exponent, NUMBER, POSITIVE, 1.4),
};

void auth_read_accumulator(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_accumulator *from = raw;
    hyd_accumulator_def *accumulator = out;
    accumulator->a = auth_circuit_node(c, item, "node", from->node);
    auth_apply_rules(c->file, item, AUTH_RULES(accumulator_rules), false, raw, out);
    auth_check_within(c, item, "exponent", accumulator->accumulator.exponent, 1.0, 2.0);
    if (accumulator->a != AUTH_NOT_FOUND && c->out->def.nodes[accumulator->a].kind == HYD_SOURCE)
        AUTH_COMPLAIN(c, item, "node", "'%s' is a source, which stores nothing; a volume is expected",
                      from->node);
}
