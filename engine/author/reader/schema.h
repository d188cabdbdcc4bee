/* Reading a document by a libcyaml schema. Private to the author room.
 *
 * libcyaml fills structs from a schema but stops at the first error and knows no places. So the document is
 * first checked against the same schema tables here, which finds every error with its place; libcyaml then
 * reads a text that is known to fit.
 *
 * Conventions of the schema tables:
 *   string of at most AUTH_QUANTITY_LENGTH         quantity: a number or a text with a unit
 *   string of at most AUTH_NAME_LENGTH             name of an item
 *   variable list of quantities or names, table    may be written as one bare entry when `min` is at most 1
 *   list of strings of at most AUTH_CELL_LENGTH    table of quantities: in the file a list of rows, all cells
 *                                                  of which, row after row, become one list (libcyaml has no
 *                                                  lists of lists)
 *   unsigned integer                               digits only, at most nine
 *   ignored value                                  read by the table of mechanisms (fields.h) when this has a
 *                                                  row for the key; else a mapping of anything */
#ifndef AUTHOR_SCHEMA_H
#define AUTHOR_SCHEMA_H

#include "document.h"

#include "auth/quantity.h"

#include <cyaml/cyaml.h>

enum {
    AUTH_NAME_LENGTH = 64,
    AUTH_CELL_LENGTH = AUTH_QUANTITY_LENGTH - 1,
    AUTH_MEANING_LENGTH = 200,
    AUTH_PATH_LENGTH = 400,
    AUTH_TEXT_LENGTH = 2000
};

/** What files of all kinds begin with. NULL or zero where the file is silent. */
typedef struct raw_head {
    int headland;
    unsigned version;
    char *name, *description;
} raw_head;

/** True for string values that hold a quantity, and lists of them. */
bool auth_schema_is_quantity(const cyaml_schema_value_t *value);

/** True for lists that are tables in the file. */
bool auth_schema_is_table(const cyaml_schema_value_t *value);

/** True for lists that may be written as one bare quantity or name. */
bool auth_schema_takes_one(const cyaml_schema_value_t *value);

/** Check a document; every misfit becomes a complaint. */
void auth_schema_check(const auth_document *document, const cyaml_schema_value_t *schema, hl_report *report);

/** The same for one value of it. @param where  key under which it is found */
void auth_schema_check_part(const auth_document *document, const yaml_node_t *node,
                            const cyaml_schema_value_t *schema, const char *where, hl_report *report);

/** Read a document that passed the check.
 *  @param raw  out: the struct that the schema describes, to be given back with auth_schema_free
 *  @return HL_OK, HL_OUT_OF_MEMORY, or HL_BAD_INPUT with a complaint */
hl_status auth_schema_read(const auth_document *document, const cyaml_schema_value_t *schema, void **raw,
                           hl_report *report);

/** Schema of a part of a machine that is still read raw. */
const cyaml_schema_value_t *auth_raw_schema_of(const char *key);

/** Give back what auth_schema_read gave. */
void auth_schema_free(const cyaml_schema_value_t *schema, void *raw);

#endif
