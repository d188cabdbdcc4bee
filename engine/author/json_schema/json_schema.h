/* The JSON Schema (draft 2020-12) of a kind of authored file, made from the tables that read it, so
 * that editors complete and check while typing. Private to the author room. */
#ifndef AUTHOR_JSON_SCHEMA_H
#define AUTHOR_JSON_SCHEMA_H

#include "reader/fields.h"

#include "auth/file.h"

/** The schema of a kind of file as JSON text with a line end, to be given back with free(): what
 * assets/schemas/KIND.schema.json holds. NULL: out of memory. */
char *auth_json_schema_of(auth_file_kind kind);

#endif
