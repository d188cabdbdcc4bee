/* Pumps, motors, accumulators. */
#include "mechanism_tables.h"

#include <math.h>
#include <string.h>

/* ---- displacement machines ---- */

/* NOLINTBEGIN(bugprone-macro-parentheses): a member's designator cannot stand in parentheses */
#define MACHINE_ROWS(type, in)                                                                               \
    QUANTITY_AS("displacement", type, in.displacement, DISPLACEMENT, POSITIVE,                               \
                "Oil that a turn by 1 rad takes, D; catalogue: 28 cm3/rev (the turn may not be left out)"),  \
        QUANTITY_AS("leakage", type, in.leakage, CONDUCTANCE, NOT_NEGATIVE,                                  \
                    "Over the pressure difference, K", DEFAULT("0")),                                        \
        QUANTITY_AS("viscous_drag", type, in.viscous_drag, TORSIONAL_DAMPING, NOT_NEGATIVE,                  \
                    "In proportion to the speed, c", DEFAULT("0")),                                          \
        QUANTITY_AS(                                                                                         \
            "pressure_drag", type, in.pressure_drag, NUMBER, NOT_NEGATIVE,                                   \
            "In proportion to the pressure difference, k [1], about 1 less the mechanical efficiency",       \
            DEFAULT("0")),                                                                                   \
        QUANTITY_AS("drag_speed", type, in.drag_speed, ANGULAR_VELOCITY, POSITIVE,                           \
                    "Over which the drag changes its sign", DEFAULT("1 rad/s"))
/* NOLINTEND(bugprone-macro-parentheses) */

static bool read_shaft(const auth_item *item, auth_joint_coordinate *on)
{
    if (!auth_item_coordinate(item, on)) return false;
    if (on->angular) return true;
    COMPLAIN(item, "joint", "the coordinate of joint '%s' is a displacement; an angle is expected",
             auth_item_text(item, "joint"));
    return false;
}

/* ---- pump ---- */

#define CONTROL(name) (1u << HYD_PUMP_##name)
#define VARIABLE      (CONTROL(COMMAND) | CONTROL(LOAD_SENSING) | CONTROL(PRESSURE))

/* Either a joint or a constant speed. */
static bool read_drive(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_pump *pump = item->out;
    (void)field;
    pump->def.driven = value == NULL;
    if (value)
        return auth_both(auth_item_refuse(item, "speed", "is given beside 'joint'"),
                         read_shaft(item, &pump->on));
    if (!auth_item_has(item, "speed")) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "what drives the pump? 'joint' or 'speed' is expected");
        return false;
    }
    static const char why[] = "has no effect without 'joint'";
    return auth_both(auth_item_refuse(item, "coordinate", why), auth_item_refuse(item, "gear", why));
}

static bool check_torque_speed(auth_item *item, const auth_field *field)
{
    return auth_item_has(item, "torque_limit") ||
           auth_item_refuse(item, field->key, "has no effect without 'torque_limit'");
}

static bool check_senses(auth_item *item, const auth_field *field)
{
    if (!check_torque_speed(item, field)) return false;
    if (strcmp(auth_item_text(item, field->key), auth_item_text(item, "name")) != 0) return true;
    COMPLAIN(item, field->key, "'senses' is the pump itself; another pump is expected");
    return false;
}

/* Seen from the joint, which turns 1/gear as fast: Q = D g w, T = g T(g w). */
static bool gear_pump(hyd_pump *pump, double gear)
{
    hyd_machine *machine = &pump->machine;
    machine->displacement *= gear;
    machine->viscous_drag *= gear * gear;
    machine->drag_speed /= gear;
    pump->torque_limit *= gear;
    pump->torque_speed /= gear;
    return isnormal(machine->displacement) && isfinite(machine->viscous_drag) &&
           isnormal(machine->drag_speed) && isfinite(pump->torque_limit) && isfinite(pump->torque_speed);
}

static void check_pump(auth_item *item)
{
    auth_pump *pump = item->out;
    hyd_pump *p = &pump->def.pump;
    if (p->least < -1.0 || p->least >= 1.0)
        COMPLAIN(item, "least", "'least' is %s; -1 to less than 1 is expected",
                 auth_item_text(item, "least"));
    else if (auth_item_has(item, "start") && (pump->def.e_0 < p->least || pump->def.e_0 > 1.0))
        COMPLAIN(item, "start", "'start' is %s; %g to 1 is expected", auth_item_text(item, "start"),
                 p->least);
    if (!auth_item_has(item, "start")) pump->def.e_0 = p->control == HYD_PUMP_FIXED ? 1.0 : p->least;
    if (!gear_pump(p, pump->gear))
        COMPLAIN(
            item, "gear",
            "displacement, drag or torque limit, as seen from the joint, leave the range of numbers; others "
            "are expected");
}

static const auth_word controls[] = {{"fixed", HYD_PUMP_FIXED},
                                     {"command", HYD_PUMP_COMMAND},
                                     {"load-sensing", HYD_PUMP_LOAD_SENSING},
                                     {"pressure", HYD_PUMP_PRESSURE}};
static const auth_field pump_fields[] = {
    NAMED(auth_pump, def.name, "Name of the pump"),
    FROM_TO(auth_pump, def.a, def.b, "Node of the suction", "Node of the delivery"),
    UNREAD_REFERENCE("joint", "Joint whose angle turns it; this or `speed` is required", OPTIONAL,
                     .read = read_drive),
    UNREAD(COUNT, "coordinate", "Number of the coordinate of the joint", DEFAULT("1")),
    QUANTITY_AS("speed", auth_pump, def.speed, ANGULAR_VELOCITY, ANY,
                "Constant speed, 1800 rpm; no load is felt; this or `joint` is required", OPTIONAL),
    MACHINE_ROWS(auth_pump, def.pump.machine),
    QUANTITY(auth_pump, gear, NUMBER, POSITIVE, "Pump angle per angle of the joint, above zero",
             DEFAULT("1")),
    CHOICE_AS(
        "control", auth_pump, def.pump.control, controls,
        "`fixed`; `command` (e_ref); `load-sensing` (e_ref falls from 1 to `least` while p_to rises from "
        "p_LS + margin - droop to p_LS + margin); `pressure`: only the limit",
        DEFAULT("fixed")),
    COMMAND_AS("command", auth_pump, def.command,
               "Command that gives e_ref, the displacement fraction wanted", NEEDED(CONTROL(COMMAND))),
    COUNT_AS("group", auth_pump, def.group, "Load-sensing sections that it follows", DEFAULT("0"),
             OF(CONTROL(LOAD_SENSING))),
    QUANTITY_AS("start", auth_pump, def.e_0, NUMBER, ANY, "Displacement fraction e at the start",
                OTHERWISE("`least`; of a fixed pump 1"), OF(VARIABLE)),
    QUANTITY_AS("time_constant", auth_pump, def.pump.tau, TIME, POSITIVE, "Time constant of the swash plate",
                DEFAULT("50 ms"), OF(VARIABLE)),
    QUANTITY_AS("rate_limit", auth_pump, def.pump.rate_limit, RATE, NOT_NEGATIVE, "Largest |de/dt|; 0: none",
                DEFAULT("0"), OF(VARIABLE)),
    QUANTITY_AS("least", auth_pump, def.pump.least, NUMBER, ANY,
                "Smallest e_ref of `control` [1], -1 for pumps that go over centre; `pressure_limit` and "
                "`torque_limit` may bring e_ref below it",
                DEFAULT("0"), OF(VARIABLE)),
    QUANTITY_AS("margin", auth_pump, def.pump.margin, PRESSURE, POSITIVE,
                "Pressure held above that of the load, p_to - p_LS", NEEDED(CONTROL(LOAD_SENSING))),
    QUANTITY_AS("droop", auth_pump, def.pump.droop, PRESSURE, POSITIVE,
                "Pressure over which e_ref comes down", DEFAULT("5 bar"), OF(VARIABLE)),
    QUANTITY_AS("pressure_limit", auth_pump, def.pump.pressure_limit, PRESSURE, POSITIVE,
                "Pressure of the delivery at which e_ref is brought to 0", OTHERWISE("none"), OF(VARIABLE),
                .needed = CONTROL(PRESSURE)),
    QUANTITY_AS("torque_limit", auth_pump, def.pump.torque_limit, MOMENT, POSITIVE,
                "Torque of this pump and the one it senses together, on the shaft of the pump",
                OTHERWISE("none"), OF(VARIABLE)),
    QUANTITY_AS(
        "torque_speed", auth_pump, def.pump.torque_speed, ANGULAR_VELOCITY, POSITIVE,
        "Speed of the pump's shaft from which on all of `torque_limit` is granted; below it in proportion "
        "to the speed, so that an engine that idles or sags is not stalled",
        OTHERWISE("all of it at any speed"), .check = check_torque_speed),
    REFERENCE_AS("senses", auth_pump, def.senses, "pumps", "pump",
                 "Name of another pump of the circuit: total power control of two pumps on one engine",
                 OTHERWISE("none"), .check = check_senses),
};
const auth_table auth_pump_table =
    AUTH_TABLE(auth_pump, pump_fields, .place = AUTH_AT(auth_pump, def.place), .kind_key = "control",
               .kind_words = "with the control", .check = check_pump);

/* ---- motor ---- */

static bool read_motor_shaft(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    (void)field, (void)value;
    return read_shaft(item, &((auth_motor *)item->out)->on);
}

/* A command without the displacement that it leads to, or the other way round. */
static void check_motor(auth_item *item)
{
    const hyd_motor_def *motor = &((const auth_motor *)item->out)->def;
    if (motor->motor.gear == 0.0)
        COMPLAIN(item, "gear", "'gear' is %s; a ratio other than zero is expected",
                 auth_item_text(item, "gear"));
    if (!motor->commanded)
        auth_item_refuse(item, "least", "has no effect without 'command'");
    else if (!auth_item_has(item, "least"))
        COMPLAIN(item, "command",
                 "'command' without 'least'; the share of the displacement left at 1 is expected");
    else if (motor->motor.least > 1.0)
        COMPLAIN(item, "least", "'least' is %s; above 0 to 1 is expected", auth_item_text(item, "least"));
}

static const auth_field motor_fields[] = {
    NAMED(auth_motor, def.name, "Name of the motor"),
    FROM_TO(auth_motor, def.a, def.b, "Node that the oil comes from", "Node that the oil goes to"),
    UNREAD_REFERENCE("joint", "Joint that it turns", .read = read_motor_shaft),
    UNREAD(COUNT, "coordinate", "Number of the coordinate of the joint", DEFAULT("1")),
    MACHINE_ROWS(auth_motor, def.motor.machine),
    QUANTITY_AS("gear", auth_motor, def.motor.gear, NUMBER, ANY,
                "Motor angle per angle of the joint; negative turns the other way", DEFAULT("1")),
    COMMAND_AS("command", auth_motor, def.command,
               "Command that sets the displacement, with `least`: 0 for all of it, 1 for `least` of it",
               OTHERWISE("all of it"), GIVEN(auth_motor, def.commanded)),
    QUANTITY_AS("least", auth_motor, def.motor.least, NUMBER, POSITIVE,
                "Share of the displacement at command 1 [1], above 0 to 1", OPTIONAL, .absent = 1.0),
};
const auth_table auth_motor_table =
    AUTH_TABLE(auth_motor, motor_fields, .place = AUTH_AT(auth_motor, def.place), .check = check_motor);

/* ---- accumulator ---- */

static bool check_node(auth_item *item, const auth_field *field)
{
    const hyd_accumulator_def *accumulator = item->out;
    if (auth_circuit_of(item)->nodes[accumulator->a].kind == HYD_VOLUME) return true;
    COMPLAIN(item, field->key, "'%s' is a source, which stores nothing; a volume is expected",
             auth_item_text(item, field->key));
    return false;
}

static const auth_field accumulator_fields[] = {
    NAME(hyd_accumulator_def, "Name of the accumulator"),
    NODE_AS("node", hyd_accumulator_def, a,
            "A volume; throttle the neck by giving it a volume of its own behind a throttle",
            .check = check_node),
    QUANTITY_AS("gas_volume", hyd_accumulator_def, accumulator.gas_volume, VOLUME, POSITIVE,
                "Volume of the gas at the precharge, V_0"),
    QUANTITY_AS("precharge", hyd_accumulator_def, accumulator.precharge, PRESSURE, POSITIVE,
                "Pressure of the gas without oil, p_0, absolute"),
    QUANTITY_AS("exponent", hyd_accumulator_def, accumulator.exponent, NUMBER, POSITIVE,
                "Exponent of the gas, n [1]; 1 slow, 1.4 fast", SPAN("1 to 2"), DEFAULT("1.4")),
};
const auth_table auth_accumulator_table =
    AUTH_TABLE(hyd_accumulator_def, accumulator_fields, .place = AUTH_AT(hyd_accumulator_def, place));
