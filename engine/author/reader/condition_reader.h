/* Conditions on signals, as scripts and scenarios have them. Private to the author room. */
#ifndef AUTHOR_CONDITION_READER_H
#define AUTHOR_CONDITION_READER_H

#include "reader.h"

#include "auth/condition.h"

#include <cyaml/cyaml.h>

/** Keys of a condition: of parts that are an auth_condition. */
extern const struct auth_table auth_condition_table;

typedef struct raw_condition {
    char *signal, *above, *below;
} raw_condition;

/** Keys of a condition, for the tables that have one. */
extern const cyaml_schema_field_t auth_condition_fields[];

/** Read the condition under `key` of a mapping; does nothing when there is none. */
void auth_read_condition(const auth_reader *reader, const yaml_node_t *parent, const char *key,
                         const raw_condition *raw, auth_condition *condition);

#endif
