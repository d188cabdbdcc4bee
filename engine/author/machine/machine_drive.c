/* Engine and driveline of a machine: curves, governor, starter, consumption; gears, clutches, shaft, axles,
 * differentials, brakes. */
#include "machine_tables.h"
#include "mechanism/mechanism_tables.h"

#include <math.h>

/* ---- curves ---- */

static bool read_curve(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    drive_curve *curve = (drive_curve *)(void *)((char *)item->out + field->out);
    return auth_read_curve(item, field, value, curve->x, curve->y, &curve->count);
}

static double curve_at(const drive_curve *curve, double x)
{
    int i = 1;
    while (i < curve->count - 1 && x > curve->x[i]) i++;
    const double share = (x - curve->x[i - 1]) / (curve->x[i] - curve->x[i - 1]);
    return curve->y[i - 1] + fmin(fmax(share, 0.0), 1.0) * (curve->y[i] - curve->y[i - 1]);
}

#define CURVE(key, y_kind, y_range, ...)                                                                     \
    READ_INTO(PAIRS, #key, auth_engine, model.key, read_curve, __VA_ARGS__,                                  \
              AUTH_IN(ANGULAR_VELOCITY, y_kind, y_range), .least = 2, .most = DRIVE_CURVE_POINTS)

/* ---- fuel and its consumption ---- */

static const auth_field fuel_fields[] = {
    QUANTITY_AS("density", auth_engine, fuel_density, DENSITY, POSITIVE, "Density of the fuel"),
    QUANTITY(auth_engine, tank, VOLUME, POSITIVE, "Volume of a full tank"),
    QUANTITY(auth_engine, fill, NUMBER, NOT_NEGATIVE, "Share of the tank that is full at the start",
             SPAN("0 to 1"), DEFAULT("1")),
};
static const auth_table fuel = AUTH_TABLE(auth_engine, fuel_fields, );

/* Consumption without load is written as a volume flow: [kg/s] with the density. */
static bool read_idle_consumption(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_engine *engine = item->out;
    drive_curve *curve = &engine->model.idle_consumption;
    if (!read_curve(item, field, value)) return false;
    for (int i = 0; i < curve->count; i++) {
        curve->y[i] *= engine->fuel_density;
        if (isfinite(curve->y[i])) continue;
        hl_report_add(
            item->reader->report, auth_node_place(auth_document_entry(item->reader->document, value, i)),
            "'%s' times the density is too large for a number; a smaller flow is expected", field->key);
        return false;
    }
    return true;
}

/* A row for each load, in each an entry for each speed. */
static bool check_shape(const auth_item *item, const yaml_node_t *table, int rows, int columns)
{
    const int given = auth_entry_count(table);
    if (given != rows) {
        hl_report_add(item->reader->report, auth_node_place(table),
                      "'table' has %d rows; one for each of the %d loads is expected", given, rows);
        return false;
    }
    for (int i = 0; i < rows; i++) {
        const yaml_node_t *row = auth_document_entry(item->reader->document, table, i);
        if (auth_entry_count(row) == columns) continue;
        hl_report_add(item->reader->report, auth_node_place(row),
                      "'table': a row of %d; one entry for each of the %d speeds is expected",
                      auth_entry_count(row), columns);
        return false;
    }
    return true;
}

static bool read_map(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const auth_document *document = item->reader->document;
    drive_engine *engine = &((auth_engine *)item->out)->model;
    bool good = check_shape(item, value, engine->map_loads, engine->map_speeds);
    for (int i = 0; good && i < engine->map_loads; i++) {
        const yaml_node_t *row = auth_document_entry(document, value, i);
        for (int k = 0; good && k < engine->map_speeds; k++)
            good = auth_field_quantity(item, field, auth_document_entry(document, row, k),
                                       &engine->consumption[i][k]);
    }
    return good;
}

static const auth_field consumption_fields[] = {
    QUANTITIES_AS("speeds", auth_engine, model.map_speed, model.map_speeds, ANGULAR_VELOCITY, NOT_NEGATIVE, 2,
                  DRIVE_MAP_SPEEDS, "2 to 8 rising speeds", .within = true, .check = auth_check_rising),
    QUANTITIES_AS("loads", auth_engine, model.map_load, model.map_loads, NUMBER, NOT_NEGATIVE, 2,
                  DRIVE_MAP_LOADS, "2 to 8 rising shares of full load", .within = true,
                  .check = auth_check_rising),
    READ(TABLE, "table", read_map, "A row for each load, with an entry for each speed",
         AUTH_IN(CONSUMPTION, CONSUMPTION, POSITIVE), .least = 4, .most = DRIVE_MAP_SPEEDS * DRIVE_MAP_LOADS),
};
static const auth_table consumption = AUTH_TABLE(auth_engine, consumption_fields, );

/* ---- the engine ---- */

static const auth_field auto_idle_fields[] = {
    QUANTITY_AS("throttle", auth_engine, idle_throttle, NUMBER, NOT_NEGATIVE,
                "Throttle to which the engine is lowered", SPAN("0 to 1")),
    QUANTITY_AS("delay", auth_engine, idle_delay, TIME, POSITIVE,
                "Time for which all levers must have been at rest"),
};
static const auth_table auto_idle = AUTH_TABLE(auth_engine, auto_idle_fields, );

static bool read_crankshaft(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_joint_coordinate *on = &((auth_engine *)item->out)->crankshaft;
    if (!auth_item_coordinate(item, on)) return false;
    const mb_joint_type type = auth_mechanism_of(item)->joints[on->joint].type;
    if (type == MB_REVOLUTE) return true;
    COMPLAIN(item, field->key, "joint '%s' is %s; the crankshaft's revolute joint is expected",
             auth_node_text(value), auth_joint_type_word((int)type));
    return false;
}

/* Fuel burns from the stall speed up: below it the starter must overcome the engine's own resistance. */
static void check_engine(auth_item *item)
{
    const drive_engine *engine = &((const auth_engine *)item->out)->model;
    if (engine->top_speed <= engine->idle_speed)
        COMPLAIN(item, "top_speed", "'top_speed' is not above 'idle_speed'; a higher speed is expected");
    if (engine->stall_speed >= engine->idle_speed) {
        COMPLAIN(item, "stall_speed", "'stall_speed' is not below 'idle_speed'; a lower speed is expected");
        return;
    }
    const double pull = engine->starter_torque * (1.0 - engine->stall_speed / engine->starter_speed);
    if (pull <= curve_at(&engine->motoring, engine->stall_speed))
        COMPLAIN(item, "starter_speed",
                 "at 'stall_speed' the starter is weaker than 'motoring' and never starts the engine; a "
                 "higher speed or torque of the starter, or a lower stall speed, is expected");
}

#define OF_ENGINE(key, kind, range, ...) QUANTITY_AS(#key, auth_engine, model.key, kind, range, __VA_ARGS__)

static const auth_field engine_fields[] = {
    READ(REFERENCE, "joint", read_crankshaft, "Revolute joint of the crankshaft", AUTH_NAMED),
    CURVE(full_load, MOMENT, POSITIVE, "Curve of 2 to 16 points: speed, torque with full injection"),
    CURVE(motoring, MOMENT, POSITIVE, "Curve: speed, braking torque without fuel"),
    OF_ENGINE(idle_speed, ANGULAR_VELOCITY, POSITIVE, "Governed speed without load at throttle 0"),
    OF_ENGINE(top_speed, ANGULAR_VELOCITY, POSITIVE, "Governed speed without load at throttle 1"),
    OF_ENGINE(droop, NUMBER, POSITIVE, "Share of the governed speed lost from no load to full load",
              SPAN("0 to 0.5")),
    OF_ENGINE(lag, TIME, POSITIVE, "Time constant of rising torque (turbocharger)"),
    OF_ENGINE(prompt, NUMBER, NOT_NEGATIVE, "Share of the full-load torque available at once", SPAN("0 to 1"),
              DEFAULT("1")),
    OF_ENGINE(stall_speed, ANGULAR_VELOCITY, POSITIVE, "Speed below which the engine stops"),
    OF_ENGINE(starter_torque, MOMENT, POSITIVE, "Torque of the starter at standstill"),
    OF_ENGINE(starter_speed, ANGULAR_VELOCITY, POSITIVE, "Speed at which the starter's torque is zero"),
    READ(PART, "fuel", auth_read_here, "The fuel and its tank", .table = &fuel),
    READ(PART, "consumption", auth_read_here, "Fuel consumption over speed and load", .table = &consumption),
    READ_INTO(PAIRS, "idle_consumption", auth_engine, model.idle_consumption, read_idle_consumption,
              "Curve: speed, consumption without load as a volume flow",
              AUTH_IN(ANGULAR_VELOCITY, FLOW, NOT_NEGATIVE), .least = 2, .most = DRIVE_CURVE_POINTS),
    READ(PART, "auto_idle", auth_read_here,
         "After all levers have been at rest for its `delay`, the throttle is lowered to its `throttle`, "
         "while the control with the role `auto-idle` is on; the first lever that leaves its dead band "
         "restores it at once",
         .table = &auto_idle, OTHERWISE("none")),
};
const auth_table auth_engine_table =
    AUTH_TABLE(auth_engine, engine_fields, .place = AUTH_AT(auth_engine, place), .check = check_engine);

/* ---- wheels and gears ---- */

static bool check_wheel(auth_item *item, const auth_field *field)
{
    bool good = true;
    for (const auth_field *other = item->table->fields; good && other < field; other++)
        good = auth_item_differ(item, other->key, field->key, "four different wheels");
    return good;
}

#define WHEEL(key, index, words)                                                                             \
    REFERENCE_AS(key, auth_driveline, wheels[index], "wheels", "wheel", "Name of the " words " wheel",       \
                 .check = check_wheel)

static const auth_field wheel_fields[] = {
    WHEEL("front_left", 0, "front left"),
    WHEEL("front_right", 1, "front right"),
    WHEEL("rear_left", 2, "rear left"),
    WHEEL("rear_right", 3, "rear right"),
};
static const auth_table wheels = AUTH_TABLE(auth_driveline, wheel_fields, );

/* A ratio that could not be read is 0. */
static bool read_ratio(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    double *ratio = &((auth_driveline *)item->parent->out)->gearbox.ratio[item->index];
    if (!auth_field_quantity(item, field, value, ratio)) return false;
    if (item->index == 0 || *ratio < ratio[-1] || ratio[-1] == 0.0) return true;
    COMPLAIN(item, field->key,
             "'ratio' is %g, not below that of the gear before; falling ratios are expected", *ratio);
    return false;
}

static const auth_field gear_fields[] = {
    NAME(auth_gear, "Name of the gear"),
    READ(QUANTITY, "ratio", read_ratio, "Engine speed over speed of the output shaft",
         AUTH_IN(NUMBER, NUMBER, POSITIVE)),
};
static const auth_table gear = AUTH_TABLE(auth_gear, gear_fields, .place = AUTH_AT(auth_gear, place));

static bool check_start_gear(auth_item *item, const auth_field *field)
{
    auth_driveline *driveline = item->out;
    if (!auth_item_has(item, field->key)) driveline->gearbox.start_gear = 0;
    return true;
}

/* ---- the parts of a driveline: their keys lie in its own descriptor ---- */

#define PART_OF(key, member, kind, range, ...)                                                               \
    QUANTITY_AS(key, auth_driveline, member, kind, range, __VA_ARGS__)
/* `in`: the coupling, with the dot after it. */
#define COUPLING(in)                                                                                         \
    PART_OF("slip", in slip, ANGLE, POSITIVE, "Elastic angle to full torque"),                               \
        PART_OF("damping", in damping, ANGULAR_SLOWNESS, NOT_NEGATIVE, "In proportion to the capacity",      \
                DEFAULT("0"))
#define PART_TABLE(name, ...)                                                                                \
    static const auth_table name = AUTH_TABLE(auth_driveline, name##_fields, __VA_ARGS__)

static const auth_field reverse_fields[] = {
    PART_OF("factor", gearbox.reverse_factor, NUMBER, POSITIVE, "Ratio in reverse over ratio forward",
            DEFAULT("1")),
    PART_OF("time", gearbox.reverse_time, TIME, POSITIVE, "Time to open and close again"),
    PART_OF("take_hold", gearbox.take_hold, MOMENT, NOT_NEGATIVE,
            "Torque at the output shaft for starting and reversing", OTHERWISE("the capacity of the clutch")),
    PART_OF("max_speed", gearbox.reverse_speed, ANGULAR_VELOCITY, POSITIVE,
            "Speed of the output shaft up to which the reverser closes against the direction of rolling",
            OTHERWISE("any")),
};
PART_TABLE(reverse, );

static const auth_field clutch_fields[] = {
    PART_OF("capacity", gearbox.clutch_capacity, MOMENT, POSITIVE,
            "Capacity of a gear's clutch, at the engine"),
    COUPLING(model.clutch.),
};
PART_TABLE(clutch, );

#define EFFICIENCY(member, words)                                                                            \
    PART_OF("efficiency", member, NUMBER, POSITIVE, "Efficiency of the " words, SPAN("0 to 1"), DEFAULT("1"))

static const auth_field gearbox_fields[] = {
    EFFICIENCY(model.gear_efficiency, "gearbox"),
    PART_OF("drag_torque", model.drag_torque, MOMENT, NOT_NEGATIVE,
            "Drag of the rotating gearbox, at the output shaft", DEFAULT("0")),
    PART_OF("drag_speed", model.drag_speed, ANGULAR_VELOCITY, POSITIVE,
            "Range of speed in which drags change their sign"),
};
PART_TABLE(gearbox, );

static const auth_field shaft_fields[] = {
    PART_OF("inertia", model.output_inertia, INERTIA, POSITIVE, "Inertia of the gearbox's output"),
    PART_OF("stiffness", model.shaft_stiffness, TORSIONAL_STIFFNESS, POSITIVE, "Torsional stiffness"),
    PART_OF("damping", model.shaft_damping, TORSIONAL_DAMPING, NOT_NEGATIVE, "Torsional damping",
            DEFAULT("0")),
};
PART_TABLE(shaft, );

static const auth_field axles_fields[] = {
    PART_OF("front_ratio", model.front_ratio, NUMBER, POSITIVE,
            "Revolutions of the output shaft for one of the front wheels"),
    PART_OF("rear_ratio", model.rear_ratio, NUMBER, POSITIVE,
            "Revolutions of the output shaft for one of the rear wheels"),
    EFFICIENCY(model.axle_efficiency, "axles"),
};
PART_TABLE(axles, );

#define LOCK(key, member, words)                                                                             \
    PART_OF(key, member, MOMENT, NOT_NEGATIVE, "Capacity of the lock " words, DEFAULT("0"),                  \
            .otherwise = "0: no lock")

static const auth_field differentials_fields[] = {
    /* the axles of a tractor carry about 40 : 60 */
    PART_OF("split", brakes.split, NUMBER, NOT_NEGATIVE,
            "Share of the front axle while the centre differential is open", SPAN("0 to 1"), DEFAULT("0.4")),
    LOCK("centre_lock", brakes.centre_capacity, "between the axles, at the output shaft"),
    LOCK("front_lock", brakes.front_capacity, "of the front axle, at the wheels"),
    LOCK("rear_lock", brakes.rear_capacity, "of the rear axle, at the wheels"),
    COUPLING(model.lock.),
};
PART_TABLE(differentials, );

/* Left and right are alike. */
static void check_brakes(auth_item *item)
{
    drive_brakes *brakes = &((auth_driveline *)item->out)->brakes;
    for (int axle = 0; axle < AUTH_WHEELS; axle += 2) {
        brakes->service[axle + 1] = brakes->service[axle];
        brakes->parking[axle + 1] = brakes->parking[axle];
    }
}

#define WHEEL_BRAKE(key, member, words)                                                                      \
    PART_OF(key, brakes.member, MOMENT, NOT_NEGATIVE, "Capacity of the " words " wheel", DEFAULT("0"))

static const auth_field brakes_fields[] = {
    WHEEL_BRAKE("service_front", service[0], "service brake with the pedal down at each front"),
    WHEEL_BRAKE("service_rear", service[2], "service brake with the pedal down at each rear"),
    WHEEL_BRAKE("parking_front", parking[0], "parking brake at each front"),
    WHEEL_BRAKE("parking_rear", parking[2], "parking brake at each rear"),
    COUPLING(model.brake.),
};
PART_TABLE(brakes, .check = check_brakes);

/* ---- the driveline ---- */

static bool begin_driveline(auth_item *item)
{
    if (!auth_machine_of(item)->has_engine)
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "a driveline without an engine; 'engine' is expected");
    return true;
}

/* The locks have the same angle at the wheels; the centre lock sits at the output shaft, which turns faster.
 */
static void check_driveline(auth_item *item)
{
    drive_model *model = &((auth_driveline *)item->out)->model;
    model->centre.slip = model->lock.slip * model->rear_ratio;
    model->centre.damping = model->lock.damping / model->rear_ratio;
}

#define DRIVELINE_PART(key, ...) READ(PART, #key, auth_read_here, __VA_ARGS__, .table = &(key))

static const auth_field driveline_fields[] = {
    DRIVELINE_PART(wheels, "Names of the four wheels"),
    LIST(auth_driveline, gears, gearbox.gear_count, gear, 1, DRIVE_MAX_GEARS,
         "List of gears, their ratios falling; up to 32"),
    REFERENCE_AS("start_gear", auth_driveline, gearbox.start_gear, "gears", "gear", "Name of a gear",
                 .check = check_start_gear, OTHERWISE("the first")),
    PART_OF("shift_time", gearbox.shift_time, TIME, POSITIVE, "Duration of a shift under load"),
    DRIVELINE_PART(reverse, "The reverser"),
    DRIVELINE_PART(clutch, "Clutches of the gears"),
    DRIVELINE_PART(gearbox, "Losses of the gearbox"),
    DRIVELINE_PART(shaft, "Between gearbox and axles"),
    DRIVELINE_PART(axles, "From the output shaft to the wheels; the rear axle always drives, the front axle "
                          "through the centre differential or its lock"),
    DRIVELINE_PART(differentials, "Centre differential, and the locks"),
    DRIVELINE_PART(brakes, "Brakes of the wheels"),
};
const auth_table auth_driveline_table =
    AUTH_TABLE(auth_driveline, driveline_fields, .what = "driveline", .place = AUTH_AT(auth_driveline, place),
               .begin = begin_driveline, .check = check_driveline);
