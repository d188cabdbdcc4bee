/* The schema of motion rigs. See docs/rig.md for the meaning of the keys, schema.h for the conventions. */
#include "reader/schema_fields.h"
#include "rig_raw.h"

static const cyaml_strval_t rig_word[] = {{"rig", 1}};
static const cyaml_strval_t formats[] = {{"binary", AUTH_RIG_BINARY}, {"text", AUTH_RIG_TEXT}};

static const cyaml_schema_field_t translation_fields[] = {
    QUANTITY_OR_NOT(raw_rig_channel, scale),
    QUANTITY_OR_NOT(raw_rig_channel, high_pass),
    QUANTITY_OR_NOT(raw_rig_channel, damping),
    CYAML_FIELD_STRING_PTR("return", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_rig_channel, back, 1,
                           AUTH_QUANTITY_LENGTH),
    QUANTITY(raw_rig_channel, position),
    QUANTITY(raw_rig_channel, speed),
    QUANTITY(raw_rig_channel, acceleration),
    CYAML_FIELD_END};

/* Their high pass is of the first order: without damping, and it returns by itself. */
static const cyaml_schema_field_t rotation_fields[] = {
    QUANTITY_OR_NOT(raw_rig_channel, scale), QUANTITY_OR_NOT(raw_rig_channel, high_pass),
    QUANTITY(raw_rig_channel, position),     QUANTITY(raw_rig_channel, speed),
    QUANTITY(raw_rig_channel, acceleration), CYAML_FIELD_END};

static const cyaml_schema_field_t tilt_fields[] = {QUANTITY_OR_NOT(raw_rig_tilt, scale),
                                                   QUANTITY_OR_NOT(raw_rig_tilt, low_pass),
                                                   QUANTITY_OR_NOT(raw_rig_tilt, damping),
                                                   QUANTITY_OR_NOT(raw_rig_tilt, angle),
                                                   QUANTITY_OR_NOT(raw_rig_tilt, rate),
                                                   QUANTITY_OR_NOT(raw_rig_tilt, acceleration),
                                                   CYAML_FIELD_END};

static const cyaml_schema_field_t output_fields[] = {
    CYAML_FIELD_STRING_PTR("host", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_rig_output, host, 1,
                           AUTH_HOST_LENGTH),
    COUNT(raw_rig_output, port),
    QUANTITY_OR_NOT(raw_rig_output, rate),
    CHOICE_OR_NOT(raw_rig_output, format, formats),
    TEXT_OR_NOT(raw_rig_output, text, AUTH_TEMPLATE_LENGTH),
    COUNT_OR_NOT(raw_rig_output, bits),
    QUANTITY_OR_NOT(raw_rig_output, heartbeat),
    CYAML_FIELD_END};

static const cyaml_schema_field_t rig_fields[] = {FILE_HEAD(rig_word),
                                                  PART_OR_NOT(raw_rig, surge, translation_fields),
                                                  PART_OR_NOT(raw_rig, sway, translation_fields),
                                                  PART_OR_NOT(raw_rig, heave, translation_fields),
                                                  PART_OR_NOT(raw_rig, roll, rotation_fields),
                                                  PART_OR_NOT(raw_rig, pitch, rotation_fields),
                                                  PART_OR_NOT(raw_rig, yaw, rotation_fields),
                                                  PART_OR_NOT(raw_rig, tilt, tilt_fields),
                                                  QUANTITY_OR_NOT(raw_rig, vibration),
                                                  QUANTITY_OR_NOT(raw_rig, engage),
                                                  QUANTITY_OR_NOT(raw_rig, silence),
                                                  PART(raw_rig, output, output_fields),
                                                  CYAML_FIELD_END};

const cyaml_schema_value_t auth_rig_schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_rig, rig_fields)};
