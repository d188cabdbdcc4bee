/* The schema of what machine files have besides a mechanism's sections. See docs/machine.md for the meaning
 * of the keys, schema.h for the conventions. */
#include "machine_raw.h"
#include "reader/schema_fields.h"

#include "auth/machine.h"

#include <string.h>

#define EXPORTED(item)                                                                                       \
    const cyaml_schema_value_t auth_##item##_schema = {                                                      \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_##item, item##_fields)}

/* ---- engine ---- */

static const cyaml_schema_field_t fuel_fields[] = {QUANTITY(raw_fuel, density), QUANTITY(raw_fuel, tank),
                                                   QUANTITY_OR_NOT(raw_fuel, fill), CYAML_FIELD_END};

static const cyaml_schema_field_t consumption_fields[] = {
    QUANTITIES(raw_consumption, speeds, 2, DRIVE_MAP_SPEEDS),
    QUANTITIES(raw_consumption, loads, 2, DRIVE_MAP_LOADS),
    TABLE(raw_consumption, table, 4, DRIVE_MAP_SPEEDS *DRIVE_MAP_LOADS), CYAML_FIELD_END};

static const cyaml_schema_field_t auto_idle_fields[] = {QUANTITY(raw_auto_idle, throttle),
                                                        QUANTITY(raw_auto_idle, delay), CYAML_FIELD_END};

const cyaml_schema_field_t auth_engine_fields[] = {REFERENCE(raw_engine, joint),
                                                   PAIRS(raw_engine, full_load, 2, DRIVE_CURVE_POINTS),
                                                   PAIRS(raw_engine, motoring, 2, DRIVE_CURVE_POINTS),
                                                   QUANTITY(raw_engine, idle_speed),
                                                   QUANTITY(raw_engine, top_speed),
                                                   QUANTITY(raw_engine, droop),
                                                   QUANTITY(raw_engine, lag),
                                                   QUANTITY_OR_NOT(raw_engine, prompt),
                                                   QUANTITY(raw_engine, stall_speed),
                                                   QUANTITY(raw_engine, starter_torque),
                                                   QUANTITY(raw_engine, starter_speed),
                                                   PART(raw_engine, fuel, fuel_fields),
                                                   PART(raw_engine, consumption, consumption_fields),
                                                   PAIRS(raw_engine, idle_consumption, 2, DRIVE_CURVE_POINTS),
                                                   PART_OR_NOT(raw_engine, auto_idle, auto_idle_fields),
                                                   CYAML_FIELD_END};

/* ---- driveline ---- */

static const cyaml_schema_field_t driven_wheels_fields[] = {
    REFERENCE(raw_driven_wheels, front_left), REFERENCE(raw_driven_wheels, front_right),
    REFERENCE(raw_driven_wheels, rear_left), REFERENCE(raw_driven_wheels, rear_right), CYAML_FIELD_END};

static const cyaml_schema_field_t gear_fields[] = {NAME(raw_gear), QUANTITY(raw_gear, ratio),
                                                   CYAML_FIELD_END};
ITEM(gear);

static const cyaml_schema_field_t reverse_fields[] = {
    QUANTITY_OR_NOT(raw_reverse, factor), QUANTITY(raw_reverse, time),
    QUANTITY_OR_NOT(raw_reverse, take_hold), QUANTITY_OR_NOT(raw_reverse, max_speed), CYAML_FIELD_END};

static const cyaml_schema_field_t clutch_fields[] = {QUANTITY(raw_clutch, capacity),
                                                     QUANTITY(raw_clutch, slip),
                                                     QUANTITY_OR_NOT(raw_clutch, damping), CYAML_FIELD_END};

static const cyaml_schema_field_t gearbox_fields[] = {QUANTITY_OR_NOT(raw_gearbox, efficiency),
                                                      QUANTITY_OR_NOT(raw_gearbox, drag_torque),
                                                      QUANTITY(raw_gearbox, drag_speed), CYAML_FIELD_END};

static const cyaml_schema_field_t shaft_fields[] = {QUANTITY(raw_shaft, inertia),
                                                    QUANTITY(raw_shaft, stiffness),
                                                    QUANTITY_OR_NOT(raw_shaft, damping), CYAML_FIELD_END};

static const cyaml_schema_field_t axles_fields[] = {QUANTITY(raw_axles, front_ratio),
                                                    QUANTITY(raw_axles, rear_ratio),
                                                    QUANTITY_OR_NOT(raw_axles, efficiency), CYAML_FIELD_END};

static const cyaml_schema_field_t differentials_fields[] = {QUANTITY_OR_NOT(raw_differentials, split),
                                                            QUANTITY_OR_NOT(raw_differentials, centre_lock),
                                                            QUANTITY_OR_NOT(raw_differentials, front_lock),
                                                            QUANTITY_OR_NOT(raw_differentials, rear_lock),
                                                            QUANTITY(raw_differentials, slip),
                                                            QUANTITY_OR_NOT(raw_differentials, damping),
                                                            CYAML_FIELD_END};

static const cyaml_schema_field_t brakes_fields[] = {QUANTITY_OR_NOT(raw_brakes, service_front),
                                                     QUANTITY_OR_NOT(raw_brakes, service_rear),
                                                     QUANTITY_OR_NOT(raw_brakes, parking_front),
                                                     QUANTITY_OR_NOT(raw_brakes, parking_rear),
                                                     QUANTITY(raw_brakes, slip),
                                                     QUANTITY_OR_NOT(raw_brakes, damping),
                                                     CYAML_FIELD_END};

const cyaml_schema_field_t auth_driveline_fields[] = {
    PART(raw_driveline, wheels, driven_wheels_fields),
    CYAML_FIELD_SEQUENCE("gears", CYAML_FLAG_POINTER, raw_driveline, gears, &gear_value, 1, AUTH_MAX_GEARS),
    REFERENCE_OR_NOT(raw_driveline, start_gear),
    QUANTITY(raw_driveline, shift_time),
    PART(raw_driveline, reverse, reverse_fields),
    PART(raw_driveline, clutch, clutch_fields),
    PART(raw_driveline, gearbox, gearbox_fields),
    PART(raw_driveline, shaft, shaft_fields),
    PART(raw_driveline, axles, axles_fields),
    PART(raw_driveline, differentials, differentials_fields),
    PART(raw_driveline, brakes, brakes_fields),
    CYAML_FIELD_END};

/* ---- controls ---- */

static const cyaml_strval_t drive_roles[] = {{"throttle", AUTH_DRIVE_THROTTLE},
                                             {"clutch", AUTH_DRIVE_CLUTCH},
                                             {"brake", RAW_DRIVE_BOTH_BRAKES},
                                             {"brake-left", AUTH_DRIVE_BRAKE_LEFT},
                                             {"brake-right", AUTH_DRIVE_BRAKE_RIGHT},
                                             {"parking-brake", AUTH_DRIVE_PARKING_BRAKE},
                                             {"direction", AUTH_DRIVE_DIRECTION},
                                             {"gear-up", AUTH_DRIVE_GEAR_UP},
                                             {"gear-down", AUTH_DRIVE_GEAR_DOWN},
                                             {"four-wheel-drive", AUTH_DRIVE_FOUR_WHEEL_DRIVE},
                                             {"rear-lock", AUTH_DRIVE_REAR_LOCK},
                                             {"front-lock", AUTH_DRIVE_FRONT_LOCK},
                                             {"key", AUTH_DRIVE_KEY},
                                             {"auto-idle", AUTH_DRIVE_AUTO_IDLE},
                                             {"lock", AUTH_DRIVE_LOCK}};

const char *auth_drive_role_word(int role)
{
    for (uint32_t i = 0; i < LENGTH_OF(drive_roles); i++)
        if (drive_roles[i].val == role) return drive_roles[i].str;
    return NULL;
}

static const cyaml_schema_field_t follow_fields[] = {
    REFERENCE(raw_follow, joint), COUNT_OR_NOT(raw_follow, coordinate), QUANTITY(raw_follow, low),
    QUANTITY(raw_follow, high),   QUANTITY(raw_follow, gain),           CYAML_FIELD_END};

static const cyaml_schema_field_t control_fields[] = {NAME(raw_control),
                                                      TEXT_OR_NOT(raw_control, meaning, AUTH_MEANING_LENGTH),
                                                      TWO_OR_NOT(raw_control, range),
                                                      QUANTITY(raw_control, safe),
                                                      QUANTITY_OR_NOT(raw_control, initial),
                                                      CHOICE_OR_NOT(raw_control, drive, drive_roles),
                                                      REFERENCE_OR_NOT(raw_control, circuit),
                                                      REFERENCE_OR_NOT(raw_control, command),
                                                      QUANTITY_OR_NOT(raw_control, dead_band),
                                                      QUANTITY_OR_NOT(raw_control, progression),
                                                      QUANTITY_OR_NOT(raw_control, full),
                                                      PART_OR_NOT(raw_control, follow, follow_fields),
                                                      FLAG_OR_NOT(raw_control, electric),
                                                      CYAML_FIELD_END};
EXPORTED(control);

static const cyaml_schema_value_t control_name = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, AUTH_NAME_LENGTH)};

static const cyaml_schema_field_t bypass_fields[] = {NAME(raw_bypass),
                                                     REFERENCE(raw_bypass, circuit),
                                                     REFERENCE(raw_bypass, command),
                                                     QUANTITY_OR_NOT(raw_bypass, full),
                                                     CYAML_FIELD_SEQUENCE("controls", CYAML_FLAG_POINTER,
                                                                          raw_bypass, controls, &control_name,
                                                                          1, CYAML_UNLIMITED),
                                                     CYAML_FIELD_END};
EXPORTED(bypass);

/* ---- variants ---- */

static const cyaml_schema_field_t choice_fields[] = {
    NAME(raw_choice), TEXT_OR_NOT(raw_choice, meaning, AUTH_MEANING_LENGTH),
    CYAML_FIELD_IGNORE("set", CYAML_FLAG_OPTIONAL), CYAML_FIELD_END};
ITEM(choice);

static const cyaml_schema_field_t variant_fields[] = {
    NAME(raw_variant), TEXT_OR_NOT(raw_variant, meaning, AUTH_MEANING_LENGTH),
    CYAML_FIELD_SEQUENCE("choices", CYAML_FLAG_POINTER, raw_variant, choices, &choice_value, 1,
                         AUTH_MAX_CHOICES),
    CYAML_FIELD_END};
EXPORTED(variant);

const cyaml_schema_value_t auth_variants_schema = {
    CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER, raw_variant, &auth_variant_schema, 0, AUTH_MAX_VARIANTS)};

/* ---- pilots and brakes ---- */

static const cyaml_strval_t sides[] = {
    {"both", AUTH_SIDE_BOTH}, {"positive", AUTH_SIDE_POSITIVE}, {"negative", AUTH_SIDE_NEGATIVE}};

static const cyaml_schema_field_t yield_fields[] = {REFERENCE(raw_yield, to),
                                                    CHOICE_OR_NOT(raw_yield, side, sides),
                                                    QUANTITY(raw_yield, share), CYAML_FIELD_END};
ITEM(yield);

static const cyaml_schema_field_t pilot_fields[] = {
    NAME(raw_pilot),
    REFERENCE(raw_pilot, control),
    REFERENCE(raw_pilot, circuit),
    REFERENCE(raw_pilot, command),
    CHOICE_OR_NOT(raw_pilot, side, sides),
    QUANTITY_OR_NOT(raw_pilot, from),
    QUANTITY_OR_NOT(raw_pilot, full),
    CYAML_FIELD_SEQUENCE("yields", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_pilot, yields, &yield_value,
                         0, CYAML_UNLIMITED),
    CYAML_FIELD_END};
EXPORTED(pilot);

static const cyaml_schema_field_t brake_fields[] = {NAME(raw_brake),
                                                    REFERENCE(raw_brake, joint),
                                                    COUNT_OR_NOT(raw_brake, coordinate),
                                                    QUANTITY(raw_brake, torque),
                                                    QUANTITY(raw_brake, slip),
                                                    QUANTITY_OR_NOT(raw_brake, damping),
                                                    QUANTITY_OR_NOT(raw_brake, delay),
                                                    CYAML_FIELD_SEQUENCE("released_by", CYAML_FLAG_POINTER,
                                                                         raw_brake, released_by,
                                                                         &control_name, 1, CYAML_UNLIMITED),
                                                    CYAML_FIELD_END};
EXPORTED(brake);

/* ---- patterns ---- */

static const cyaml_strval_t levers[AUTH_LEVERS] = {
    {"left_lever.x", 0}, {"left_lever.y", 1}, {"right_lever.x", 2}, {"right_lever.y", 3},
    {"left_pedal", 4},   {"right_pedal", 5},  {"left_thumb", 6},    {"right_thumb", 7}};

const char *auth_lever_word(int lever)
{
    return levers[lever].str;
}

static const cyaml_schema_field_t lever_fields[] = {CHOICE(raw_lever, lever, levers),
                                                    REFERENCE(raw_lever, control),
                                                    FLAG_OR_NOT(raw_lever, invert), CYAML_FIELD_END};
ITEM(lever);

static const cyaml_schema_field_t pattern_fields[] = {
    NAME(raw_pattern), TEXT_OR_NOT(raw_pattern, meaning, AUTH_MEANING_LENGTH),
    CYAML_FIELD_SEQUENCE("levers", CYAML_FLAG_POINTER, raw_pattern, levers, &lever_value, 1, CYAML_UNLIMITED),
    CYAML_FIELD_END};
EXPORTED(pattern);

/* ---- the file ---- */

/* The sections of a mechanism are checked and read by its own table. */
#define OF_MECHANISM(key)       CYAML_FIELD_IGNORE(key, CYAML_FLAG_OPTIONAL)
#define OF_EVERY_MECHANISM(key) CYAML_FIELD_IGNORE(key, CYAML_FLAG_DEFAULT)
#define MECHANISM_SECTIONS                                                                                   \
    OF_MECHANISM("gravity"), OF_MECHANISM("simulation"), OF_EVERY_MECHANISM("bodies"),                       \
        OF_EVERY_MECHANISM("joints"), OF_MECHANISM("loops"), OF_MECHANISM("springs"),                        \
        OF_MECHANISM("joint_springs"), OF_MECHANISM("stops"), OF_MECHANISM("friction"),                      \
        OF_MECHANISM("bushings"), OF_MECHANISM("drivers"), OF_MECHANISM("forces"),                           \
        OF_MECHANISM("joint_forces"), OF_MECHANISM("circuits"), OF_MECHANISM("points"),                      \
        OF_MECHANISM("outputs")

/* These by that of machines. */
#define OF_TABLE(key) OF_MECHANISM(key)

#define MACHINE_FEW_OR_NOT(key, item, most)                                                                  \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_machine, key,                   \
                         &auth_##item##_schema, 0, most)
#define MACHINE_LIST_OR_NOT(key, item) MACHINE_FEW_OR_NOT(key, item, CYAML_UNLIMITED)

static const cyaml_schema_field_t machine_fields[] = {
    OF_TABLE("headland"),
    OF_TABLE("version"),
    OF_TABLE("name"),
    OF_TABLE("description"),
    OF_TABLE("chassis"),
    MACHINE_FEW_OR_NOT(variants, variant, AUTH_MAX_VARIANTS),
    MECHANISM_SECTIONS,
    OF_TABLE("tires"),
    OF_TABLE("wheels"),
    OF_TABLE("tracks"),
    PART_OR_NOT(raw_machine, engine, auth_engine_fields),
    PART_OR_NOT(raw_machine, driveline, auth_driveline_fields),
    OF_TABLE("air_drag"),
    OF_TABLE("contact"),
    OF_TABLE("materials"),
    OF_TABLE("shapes"),
    OF_TABLE("tools"),
    MACHINE_LIST_OR_NOT(controls, control),
    MACHINE_LIST_OR_NOT(bypasses, bypass),
    MACHINE_LIST_OR_NOT(pilots, pilot),
    QUANTITY_OR_NOT(raw_machine, pilot_pressure),
    MACHINE_LIST_OR_NOT(brakes, brake),
    MACHINE_LIST_OR_NOT(patterns, pattern),
    OF_TABLE("faults"),
    OF_TABLE("seat"),
    OF_TABLE("feel"),
    OF_TABLE("sounds"),
    OF_TABLE("picture"),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_machine, machine_fields)};

const cyaml_schema_value_t *auth_raw_schema_of(const char *key)
{
    const cyaml_schema_field_t *field = machine_fields;
    while (strcmp(field->key, key) != 0) field++;
    return &field->value;
}
