/* Words of the schema tables: kinds of fields. See schema.h for
 * the conventions. Private to the author room; included by the tables only. */
#ifndef AUTHOR_SCHEMA_FIELDS_H
#define AUTHOR_SCHEMA_FIELDS_H

#include "schema.h"

/* ---- kinds of fields ---- */

#define LENGTH_OF(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* Entries of lists of quantities. */
static const cyaml_schema_value_t quantity = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, AUTH_QUANTITY_LENGTH)};

/* Entries of tables. */
static const cyaml_schema_value_t cell = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, AUTH_CELL_LENGTH)};

#define WORD(flags, type, key)      CYAML_FIELD_STRING_PTR(#key, flags, type, key, 1, AUTH_NAME_LENGTH)
#define NAME(type)                  WORD(CYAML_FLAG_POINTER, type, name)
#define REFERENCE(type, key)        WORD(CYAML_FLAG_POINTER, type, key)
#define REFERENCE_OR_NOT(type, key) WORD(CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key)
#define QUANTITY(type, key)                                                                                  \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, type, key, 1, AUTH_QUANTITY_LENGTH)
#define QUANTITY_OR_NOT(type, key)                                                                           \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, 1, AUTH_QUANTITY_LENGTH)
#define VECTOR_OR_NOT(type, key)                                                                             \
    CYAML_FIELD_SEQUENCE_FIXED(#key, CYAML_FLAG_OPTIONAL, type, key, &quantity, 3)
#define QUANTITIES_OR_NOT(type, key, min, max)                                                               \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, &quantity, min, max)
#define QUANTITIES(type, key, min, max)                                                                      \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER, type, key, &quantity, min, max)
#define TWO(type, key)             CYAML_FIELD_SEQUENCE_FIXED(#key, CYAML_FLAG_DEFAULT, type, key, &quantity, 2)
#define THREE(type, key)           CYAML_FIELD_SEQUENCE_FIXED(#key, CYAML_FLAG_DEFAULT, type, key, &quantity, 3)
#define TWO_OR_NOT(type, key)      CYAML_FIELD_SEQUENCE_FIXED(#key, CYAML_FLAG_OPTIONAL, type, key, &quantity, 2)
#define TABLE(type, key, min, max) CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER, type, key, &cell, min, max)
#define TABLE_OR_NOT(type, key, min, max)                                                                    \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, &cell, min, max)
#define CHOICE(type, key, words) CYAML_FIELD_ENUM(#key, CYAML_FLAG_STRICT, type, key, words, LENGTH_OF(words))
#define CHOICE_OR_NOT(type, key, words)                                                                      \
    CYAML_FIELD_ENUM(#key, CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, type, key, words, LENGTH_OF(words))
#define COUNT(type, key)        CYAML_FIELD_UINT(#key, CYAML_FLAG_DEFAULT, type, key)
#define COUNT_OR_NOT(type, key) CYAML_FIELD_UINT(#key, CYAML_FLAG_OPTIONAL, type, key)
#define FLAG_OR_NOT(type, key)  CYAML_FIELD_BOOL(#key, CYAML_FLAG_OPTIONAL, type, key)
#define TEXT_OR_NOT(type, key, longest)                                                                      \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, 0, longest)
#define PART(type, key, fields) CYAML_FIELD_MAPPING_PTR(#key, CYAML_FLAG_POINTER, type, key, fields)
#define PART_OR_NOT(type, key, fields)                                                                       \
    CYAML_FIELD_MAPPING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, fields)
#define PATH(type, key) CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER, type, key, 1, AUTH_PATH_LENGTH)
#define PATH_OR_NOT(type, key)                                                                               \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, 1, AUTH_PATH_LENGTH)
#define LIST_OR_NOT(type, key, item, longest)                                                                \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, &item##_value, 0, longest)
#define ITEM(item)                                                                                           \
    static const cyaml_schema_value_t item##_value = {                                                       \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, raw_##item, item##_fields)}

/* By pointer: of pairs that lie inside a list libcyaml mistakes the size when it frees them. */
static const cyaml_schema_value_t pair = {
    CYAML_VALUE_SEQUENCE_FIXED(CYAML_FLAG_POINTER, char *, &quantity, 2)};
#define PAIRS(type, key, min, max) CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER, type, key, &pair, min, max)
#define PAIRS_OR_NOT(type, key, min, max)                                                                    \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, key, &pair, min, max)

/* ---- the head of a file: `kind` is a list of one word ---- */

#define FILE_HEAD(kind)                                                                                      \
    CHOICE(raw_head, headland, kind), COUNT(raw_head, version), NAME(raw_head),                              \
        TEXT_OR_NOT(raw_head, description, AUTH_TEXT_LENGTH)

#endif
