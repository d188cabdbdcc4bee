/* The schema of operator scripts. See docs/operator.md for the meaning of the keys, schema.h for the
 * conventions. */
#include "operator_raw.h"
#include "reader/schema_fields.h"

static const cyaml_strval_t operator_word[] = {{"operator", 1}};

static const cyaml_schema_field_t repeat_fields[] = {
    REFERENCE(raw_repeat, from), PART_OR_NOT(raw_repeat, until_when, auth_condition_fields),
    COUNT_OR_NOT(raw_repeat, times), CYAML_FIELD_END};

static const cyaml_schema_field_t action_fields[] = {
    REFERENCE_OR_NOT(raw_action, name),
    REFERENCE(raw_action, control),
    QUANTITY_OR_NOT(raw_action, from),
    REFERENCE_OR_NOT(raw_action, after),
    QUANTITY_OR_NOT(raw_action, delay),
    PART_OR_NOT(raw_action, when, auth_condition_fields),
    QUANTITY_OR_NOT(raw_action, until),
    CYAML_FIELD_STRING_PTR("for", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_action, lasting, 1,
                           AUTH_QUANTITY_LENGTH),
    PART_OR_NOT(raw_action, until_when, auth_condition_fields),
    FLAG_OR_NOT(raw_action, release),
    PART_OR_NOT(raw_action, repeat, repeat_fields),
    QUANTITY_OR_NOT(raw_action, to),
    QUANTITY_OR_NOT(raw_action, over),
    REFERENCE_OR_NOT(raw_action, keep),
    QUANTITY_OR_NOT(raw_action, at),
    QUANTITY_OR_NOT(raw_action, gain),
    QUANTITY_OR_NOT(raw_action, integral),
    QUANTITY_OR_NOT(raw_action, feed),
    PAIRS_OR_NOT(raw_action, follow, 1, CYAML_UNLIMITED),
    QUANTITY_OR_NOT(raw_action, ahead),
    FLAG_OR_NOT(raw_action, backwards),
    CYAML_FIELD_END};
ITEM(action);

static const cyaml_schema_field_t operator_fields[] = {
    FILE_HEAD(operator_word), QUANTITY(raw_operator, seconds),
    CYAML_FIELD_SEQUENCE("actions", CYAML_FLAG_POINTER, raw_operator, actions, &action_value, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_operator_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_operator, operator_fields)};
