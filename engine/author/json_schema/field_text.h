/* What a key means, in words: for the JSON Schemas and the pages. Private to the author room. */
#ifndef AUTHOR_FIELD_TEXT_H
#define AUTHOR_FIELD_TEXT_H

#include "reader/fields.h"

/** Meaning, limits and unit in SI: "Ramp from parked to running, and back, 1 to 20 s". */
void auth_field_explain(const auth_field *field, char *text, size_t size);

/** The same with the default: "... Default: 4 s". */
void auth_field_describe(const auth_field *field, char *text, size_t size);

#endif
