/* The JSON Schema (draft 2020-12) of a kind of authored file, made from the libcyaml tables that read it, so
 * that editors complete and check while typing. Private to the author room. */
#ifndef AUTHOR_JSON_SCHEMA_H
#define AUTHOR_JSON_SCHEMA_H

#include "schema.h"

#include "auth/file.h"

/** The schema as JSON text with a line end, to be given back with free(). NULL: out of memory.
 *  @param id    name of the schema file
 *  @param title what the file describes */
char *auth_json_schema(const cyaml_schema_value_t *schema, const char *id, const char *title);

/** The same for a kind of file: what assets/schemas/KIND.schema.json holds. */
char *auth_json_schema_of(auth_file_kind kind);

#endif
