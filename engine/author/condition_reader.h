/* Conditions on signals, as scripts and scenarios have them. Private to the author room. */
#ifndef AUTHOR_CONDITION_READER_H
#define AUTHOR_CONDITION_READER_H

#include "reader.h"

#include "auth/condition.h"

#include <cyaml/cyaml.h>

typedef struct raw_condition {
    char *signal, *above, *below;
} raw_condition;

/** Keys of a condition, for the tables that have one. */
extern const cyaml_schema_field_t auth_condition_fields[];

/** Read a value in the unit of a signal: which unit fits is for those to say who know the signal.
 *  @return false after a complaint */
bool auth_read_signal_value(const auth_reader *reader, const yaml_node_t *item, const char *key,
                            const char *text, double *value, auth_dimension *dimension, bool *with_unit);

/** Read the condition under `key` of a mapping; does nothing when there is none. */
void auth_read_condition(const auth_reader *reader, const yaml_node_t *parent, const char *key,
                         const raw_condition *raw, auth_condition *condition);

#endif
