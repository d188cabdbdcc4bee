/* What is made from the tables that read files: JSON Schemas (draft 2020-12), so that editors complete and
 * check while typing, and the key tables of the pages in docs/. Private to the author room.
 *
 * A page says where a table stands: between `<!-- keys: PATH -->` and `<!-- end of keys -->`. PATH names a
 * kind of file and the keys down to a mapping: `rig`, `rig.tilt`, `scenario.tasks.when`. Two keys after it
 * take only the rows from the first to the second one: `<!-- keys: hud.gauges signal ranges -->`. */
#ifndef AUTHOR_JSON_SCHEMA_H
#define AUTHOR_JSON_SCHEMA_H

#include "reader/fields.h"

#include "auth/file.h"

/** The table of a kind of file. */
const auth_table *auth_table_of(auth_file_kind kind);

/** The schema of a kind of file as JSON text with a line end, to be given back with free(): what
 * assets/schemas/KIND.schema.json holds. NULL: out of memory. */
char *auth_json_schema_of(auth_file_kind kind);

/** A page with its key tables written anew, to be given back with free().
 *  @param wrong  out: what is wrong with a marker, when the result is NULL; "": out of memory */
char *auth_page_with_keys(const char *page, char *wrong, size_t size);

/** Meaning, limits, unit in SI, kinds of item and default of a key of a table: "Ramp from parked to running,
 * and back, 1 to 20 s. Default: 4 s". */
void auth_field_describe(const auth_table *table, const auth_field *field, char *text, size_t size);

#endif
