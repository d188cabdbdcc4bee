/* The schema of what makes a scenario an exercise. See docs/scenario.md for the meaning of the keys, schema.h
 * for the conventions. */
#include "reader/schema_fields.h"
#include "training_raw.h"

#include "auth/training.h"

enum { TITLE_LENGTH = 80 };

#define SHOWN(type, key, longest) CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, type, key, 1, longest)
#define SHOWN_OR_NOT(type, key, longest)                                                                     \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, 1, longest)
#define ITEMS_OR_NOT(key, type, member, value, min, max)                                                     \
    CYAML_FIELD_SEQUENCE(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, value, min, max)
#define EXPORTED(item)                                                                                       \
    const cyaml_schema_value_t auth_##item##_value = {                                                       \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_##item, item##_fields)}

const cyaml_schema_field_t auth_texts_fields[] = {
    SHOWN_OR_NOT(raw_texts, title, TITLE_LENGTH), SHOWN_OR_NOT(raw_texts, briefing, AUTH_TEXT_LENGTH),
    SHOWN_OR_NOT(raw_texts, finished, AUTH_MEANING_LENGTH),
    SHOWN_OR_NOT(raw_texts, failed, AUTH_MEANING_LENGTH), CYAML_FIELD_END};

/* ---- regions, counters, profiles ---- */

static const cyaml_schema_field_t region_fields[] = {NAME(raw_region),
                                                     THREE(raw_region, at),
                                                     THREE(raw_region, size),
                                                     QUANTITY_OR_NOT(raw_region, heading),
                                                     REFERENCE_OR_NOT(raw_region, body),
                                                     VECTOR_OR_NOT(raw_region, point),
                                                     CYAML_FIELD_END};
EXPORTED(region);

static const cyaml_schema_field_t counter_fields[] = {NAME(raw_counter),
                                                      QUANTITY_OR_NOT(raw_counter, initial), CYAML_FIELD_END};
EXPORTED(counter);

static const cyaml_schema_field_t profile_fields[] = {NAME(raw_profile),
                                                      TWO(raw_profile, at),
                                                      QUANTITY_OR_NOT(raw_profile, heading),
                                                      QUANTITY(raw_profile, length),
                                                      QUANTITY(raw_profile, width),
                                                      QUANTITY(raw_profile, height),
                                                      QUANTITY_OR_NOT(raw_profile, grade),
                                                      QUANTITY(raw_profile, tolerance),
                                                      CYAML_FIELD_END};
EXPORTED(profile);

/* ---- tasks ---- */

#define TEST_KEYS                                                                                            \
    REFERENCE_OR_NOT(raw_test, signal), REFERENCE_OR_NOT(raw_test, rate_of),                                 \
        QUANTITY_OR_NOT(raw_test, above), QUANTITY_OR_NOT(raw_test, below),                                  \
        REFERENCE_OR_NOT(raw_test, inside), REFERENCE_OR_NOT(raw_test, outside),                             \
        REFERENCE_OR_NOT(raw_test, hit), QUANTITY_OR_NOT(raw_test, hold)

static const cyaml_schema_field_t alternative_fields[] = {TEST_KEYS, CYAML_FIELD_END};
static const cyaml_schema_value_t alternative_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_test, alternative_fields)};

static const cyaml_schema_field_t test_fields[] = {
    TEST_KEYS, ITEMS_OR_NOT("any", raw_test, any, &alternative_value, 2, AUTH_MAX_TESTS), CYAML_FIELD_END};
ITEM(test);

static const cyaml_strval_t cues[] = {{"chime", AUTH_CUE_CHIME},
                                      {"tick", AUTH_CUE_TICK},
                                      {"warning", AUTH_CUE_WARNING},
                                      {"success", AUTH_CUE_SUCCESS},
                                      {"failure", AUTH_CUE_FAILURE}};

static const cyaml_strval_t levels[] = {
    {"info", AUTH_INFO}, {"warning", AUTH_WARNING}, {"critical", AUTH_CRITICAL}};

static const cyaml_schema_field_t instruction_fields[] = {
    SHOWN_OR_NOT(raw_instruction, message, AUTH_MEANING_LENGTH),
    SHOWN_OR_NOT(raw_instruction, image, AUTH_PATH_LENGTH),
    REFERENCE_OR_NOT(raw_instruction, gauge),
    REFERENCE_OR_NOT(raw_instruction, mark),
    CHOICE_OR_NOT(raw_instruction, sound, cues),
    REFERENCE_OR_NOT(raw_instruction, count),
    QUANTITY_OR_NOT(raw_instruction, score),
    SHOWN_OR_NOT(raw_instruction, fail, AUTH_MEANING_LENGTH),
    SHOWN_OR_NOT(raw_instruction, finish, AUTH_MEANING_LENGTH),
    REFERENCE_OR_NOT(raw_instruction, next),
    QUANTITY_OR_NOT(raw_instruction, seconds),
    CHOICE_OR_NOT(raw_instruction, level, levels),
    FLAG_OR_NOT(raw_instruction, shown),
    QUANTITY_OR_NOT(raw_instruction, add),
    SHOWN_OR_NOT(raw_instruction, text, AUTH_MEANING_LENGTH),
    CYAML_FIELD_END};
ITEM(instruction);

/* Names of other tasks; one alone may stand without a list. */
static const cyaml_schema_value_t task_name = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, AUTH_NAME_LENGTH)};

#define INSTRUCTIONS_OR_NOT(key, member)                                                                     \
    ITEMS_OR_NOT(key, raw_task, member, &instruction_value, 1, AUTH_MAX_INSTRUCTIONS)

static const cyaml_schema_field_t task_fields[] = {
    NAME(raw_task),
    SHOWN_OR_NOT(raw_task, text, AUTH_MEANING_LENGTH),
    ITEMS_OR_NOT("after", raw_task, after, &task_name, 0, AUTH_MAX_TASKS),
    ITEMS_OR_NOT("after_any", raw_task, after_any, &task_name, 1, AUTH_MAX_TASKS),
    ITEMS_OR_NOT("when", raw_task, when, &test_value, 1, AUTH_MAX_TESTS),
    QUANTITY_OR_NOT(raw_task, within),
    COUNT_OR_NOT(raw_task, repeat),
    FLAG_OR_NOT(raw_task, optional),
    INSTRUCTIONS_OR_NOT("begin", begin),
    INSTRUCTIONS_OR_NOT("do", then),
    INSTRUCTIONS_OR_NOT("late", late),
    CYAML_FIELD_END};
EXPORTED(task);

/* ---- score and plots ---- */

static const cyaml_strval_t measures[] = {{"end", AUTH_MEASURE_END},     {"most", AUTH_MEASURE_MOST},
                                          {"least", AUTH_MEASURE_LEAST}, {"mean", AUTH_MEASURE_MEAN},
                                          {"share", AUTH_MEASURE_SHARE}, {"travel", AUTH_MEASURE_TRAVEL}};

const char *auth_measure_word(int value)
{
    return measures[value].str;
}

static const cyaml_schema_field_t component_fields[] = {
    NAME(raw_component),
    SHOWN_OR_NOT(raw_component, text, AUTH_MEANING_LENGTH),
    REFERENCE(raw_component, signal),
    CHOICE_OR_NOT(raw_component, of, measures),
    QUANTITY_OR_NOT(raw_component, low),
    QUANTITY_OR_NOT(raw_component, high),
    REFERENCE_OR_NOT(raw_component, during),
    QUANTITY_OR_NOT(raw_component, best),
    QUANTITY_OR_NOT(raw_component, worst),
    QUANTITY(raw_component, weight),
    CYAML_FIELD_END};
ITEM(component);

const cyaml_schema_field_t auth_score_fields[] = {
    QUANTITY_OR_NOT(raw_score, pass),
    ITEMS_OR_NOT("components", raw_score, components, &component_value, 0, AUTH_MAX_COMPONENTS),
    CYAML_FIELD_END};

static const cyaml_schema_field_t plot_fields[] = {
    SHOWN(raw_plot, title, TITLE_LENGTH), REFERENCE(raw_plot, signal), QUANTITY_OR_NOT(raw_plot, low),
    QUANTITY_OR_NOT(raw_plot, high), CYAML_FIELD_END};
EXPORTED(plot);
