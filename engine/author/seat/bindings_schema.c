/* The schema of bindings. See docs/bindings.md for the meaning of the keys, schema.h for the conventions.
 * Which mode of a button takes which keys is told in bindings_buttons.c. */
#include "bindings_raw.h"
#include "reader/schema_fields.h"

#include "auth/bindings.h"

static const cyaml_strval_t bindings_word[] = {{"bindings", 1}};

static const cyaml_strval_t types[] = {{"wheel", 1}, {"gamepad", 2},  {"joystick", 3}, {"pedals", 4},
                                       {"panel", 5}, {"keyboard", 6}, {"other", 7}};

const char *auth_device_type_word(int type)
{
    return type > 0 ? types[type - 1].str : NULL;
}

static const cyaml_strval_t joins[] = {
    {"largest", AUTH_JOIN_LARGEST}, {"latest", AUTH_JOIN_LATEST}, {"sum", AUTH_JOIN_SUM}};

static const cyaml_strval_t sides[] = {{"positive", AUTH_AXIS_POSITIVE}, {"negative", AUTH_AXIS_NEGATIVE}};

static const cyaml_strval_t modes[] = {{"hold", AUTH_BUTTON_HOLD},     {"press", AUTH_BUTTON_PRESS},
                                       {"toggle", AUTH_BUTTON_TOGGLE}, {"cycle", AUTH_BUTTON_CYCLE},
                                       {"switch", AUTH_BUTTON_SWITCH}, {"ramp", AUTH_BUTTON_RAMP},
                                       {"creep", AUTH_BUTTON_CREEP},   {"step", AUTH_BUTTON_STEP}};

const char *auth_button_mode_word(int mode)
{
    return modes[mode].str;
}

static const cyaml_schema_value_t id_value = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, AUTH_NAME_LENGTH)};

#define UNLESS(type)                                                                                         \
    CYAML_FIELD_SEQUENCE("unless", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, unless, &id_value, 1,     \
                         AUTH_BINDING_UNLESS)

static const cyaml_schema_field_t match_fields[] = {
    FLAG_OR_NOT(raw_match, keyboard),
    REFERENCE_OR_NOT(raw_match, id),
    CYAML_FIELD_SEQUENCE("ids", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_match, ids, &id_value, 1,
                         AUTH_MOST_IDS),
    TEXT_OR_NOT(raw_match, name, AUTH_PATTERN_LENGTH),
    TEXT_OR_NOT(raw_match, phys, AUTH_PATTERN_LENGTH),
    CHOICE_OR_NOT(raw_match, type, types),
    COUNT_OR_NOT(raw_match, instance),
    CYAML_FIELD_END};

static const cyaml_schema_field_t bound_axis_fields[] = {
    REFERENCE(raw_bound_axis, axis),
    REFERENCE(raw_bound_axis, command),
    REFERENCE_OR_NOT(raw_bound_axis, with),
    QUANTITY_OR_NOT(raw_bound_axis, min),
    QUANTITY_OR_NOT(raw_bound_axis, centre),
    QUANTITY_OR_NOT(raw_bound_axis, max),
    FLAG_OR_NOT(raw_bound_axis, invert),
    FLAG_OR_NOT(raw_bound_axis, half),
    QUANTITY_OR_NOT(raw_bound_axis, dead_zone),
    QUANTITY_OR_NOT(raw_bound_axis, saturation),
    TABLE_OR_NOT(raw_bound_axis, curve, 1, 2 * AUTH_BINDING_POINTS),
    QUANTITIES_OR_NOT(raw_bound_axis, values, 2, AUTH_BINDING_POINTS),
    CHOICE_OR_NOT(raw_bound_axis, join, joins),
    CHOICE_OR_NOT(raw_bound_axis, side, sides),
    QUANTITY_OR_NOT(raw_bound_axis, detent),
    UNLESS(raw_bound_axis),
    CYAML_FIELD_END};
ITEM(bound_axis);

static const cyaml_schema_field_t bound_button_fields[] = {
    REFERENCE_OR_NOT(raw_bound_button, button),
    REFERENCE_OR_NOT(raw_bound_button, axis),
    QUANTITY_OR_NOT(raw_bound_button, beyond),
    REFERENCE(raw_bound_button, command),
    REFERENCE_OR_NOT(raw_bound_button, with),
    CHOICE_OR_NOT(raw_bound_button, mode, modes),
    QUANTITY_OR_NOT(raw_bound_button, value),
    QUANTITY_OR_NOT(raw_bound_button, rest),
    QUANTITY_OR_NOT(raw_bound_button, rate),
    QUANTITY_OR_NOT(raw_bound_button, step),
    QUANTITIES_OR_NOT(raw_bound_button, values, 2, AUTH_BINDING_POINTS),
    UNLESS(raw_bound_button),
    TEXT_OR_NOT(raw_bound_button, help, AUTH_HELP_LENGTH),
    CYAML_FIELD_END};
ITEM(bound_button);

static const cyaml_schema_field_t force_fields[] = {QUANTITY_OR_NOT(raw_force_feedback, gain),
                                                    QUANTITY_OR_NOT(raw_force_feedback, vibration),
                                                    FLAG_OR_NOT(raw_force_feedback, invert), CYAML_FIELD_END};

static const cyaml_schema_field_t device_fields[] = {
    NAME(raw_device),
    PART(raw_device, match, match_fields),
    LIST_OR_NOT(raw_device, axes, bound_axis, AUTH_MOST_AXES),
    LIST_OR_NOT(raw_device, buttons, bound_button, AUTH_MOST_BUTTONS),
    PART_OR_NOT(raw_device, force, force_fields),
    CYAML_FIELD_END};
ITEM(device);

static const cyaml_schema_field_t bindings_fields[] = {
    FILE_HEAD(bindings_word), PATH_OR_NOT(raw_bindings, machine),
    CYAML_FIELD_SEQUENCE("devices", CYAML_FLAG_POINTER, raw_bindings, devices, &device_value, 1,
                         AUTH_MOST_DEVICES),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_bindings_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_bindings, bindings_fields)};
