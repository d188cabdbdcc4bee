/* A document against a schema: every misfit with its place, the nearest spelling and what is expected. */
#include "format.h"

#include "mechanism/mechanism_tables.h"
#include "schema.h"

#include "hl/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FIELDS = 64, MAX_DIGITS = 9, LIST_LENGTH = 240, QUOTE_LENGTH = 48 };

typedef struct checker {
    const auth_document *document;
    hl_report *report;
} checker;

/* `where` names the mapping or list that a value stands in: the key under which it is found. */
static void check_value(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                        const char *where);

/* Past this nobody reads on, and a file of garbage is refused quickly. */
static bool enough(const checker *c)
{
    return c->report->dropped > 0;
}

bool auth_schema_is_quantity(const cyaml_schema_value_t *value)
{
    if (value->type == CYAML_SEQUENCE || value->type == CYAML_SEQUENCE_FIXED) value = value->sequence.entry;
    return value->type == CYAML_STRING &&
           (value->string.max == AUTH_QUANTITY_LENGTH || value->string.max == AUTH_CELL_LENGTH);
}

bool auth_schema_is_table(const cyaml_schema_value_t *value)
{
    return value->type == CYAML_SEQUENCE && value->sequence.entry->type == CYAML_STRING &&
           value->sequence.entry->string.max == AUTH_CELL_LENGTH;
}

bool auth_schema_takes_one(const cyaml_schema_value_t *value)
{
    if (value->type != CYAML_SEQUENCE || value->sequence.min > 1) return false;
    const cyaml_schema_value_t *entry = value->sequence.entry;
    return auth_schema_is_quantity(value) ||
           (entry->type == CYAML_STRING && entry->string.max == AUTH_NAME_LENGTH);
}

/* ---- complaints ---- */

static void append(char *list, size_t size, const char *word)
{
    const size_t used = strlen(list);
    if (used + strlen(word) + 8 < size)
        snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", word);
    else if (used < 3 || strcmp(list + used - 3, "...") != 0)
        snprintf(list + used, size - used, ", ...");
}

static void complain_word(const checker *c, const yaml_node_t *node, const char *what, const char *where,
                          const hl_nearest *nearest, const char *expected)
{
    char quoted[QUOTE_LENGTH], hint[96] = "";
    if (nearest->best) snprintf(hint, sizeof hint, "did you mean '%s'? ", nearest->best);
    hl_report_add(c->report, auth_node_place(node), "%s '%s' in %s; %sexpected: %s", what,
                  auth_quote(auth_node_text(node), quoted, sizeof quoted), where, hint, expected);
}

static const char *node_words(const yaml_node_t *node)
{
    switch (node->type) {
    case YAML_SEQUENCE_NODE:
        return "a list";
    case YAML_MAPPING_NODE:
        return "a mapping";
    default:
        return *auth_node_text(node) ? "a single value" : "nothing";
    }
}

static void complain_type(const checker *c, const yaml_node_t *node, const char *where, const char *expected)
{
    hl_report_add(c->report, auth_node_place(node), "'%s' is given %s; %s is expected", where,
                  node_words(node), expected);
}

/* ---- scalars ---- */

static void check_string(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                         const char *where)
{
    const char *expected = auth_schema_is_quantity(schema) ? "a number, or a text with a unit," : "a text";
    const size_t length = node->data.scalar.length;
    if (length < schema->string.min) {
        hl_report_add(c->report, auth_node_place(node), "'%s' is empty; %s is expected", where, expected);
    } else if (length > schema->string.max) {
        hl_report_add(c->report, auth_node_place(node),
                      "'%s' has %zu bytes of UTF-8; at most %u are expected", where, length,
                      (unsigned)schema->string.max);
    } else if (memchr(auth_node_text(node), '\0', length)) {
        hl_report_add(c->report, auth_node_place(node), "'%s' contains a NUL character; %s is expected",
                      where, expected);
    }
}

static void check_digits(const checker *c, const yaml_node_t *node, const char *where)
{
    const char *text = auth_node_text(node);
    size_t digits = 0;
    while (isdigit((unsigned char)text[digits])) digits++;
    if (digits > 0 && digits <= MAX_DIGITS && digits == node->data.scalar.length) return;
    char quoted[QUOTE_LENGTH];
    const bool long_number = digits > MAX_DIGITS && digits == node->data.scalar.length;
    hl_report_add(c->report, auth_node_place(node), "'%s' is '%s'; a whole number %s is expected", where,
                  auth_quote(text, quoted, sizeof quoted), long_number ? "of at most 9 digits" : "(e.g. 1)");
}

/* libcyaml takes any word but a few for true; here only two words are taken. */
static void check_bool(const checker *c, const yaml_node_t *node, const char *where)
{
    const char *text = auth_node_text(node);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) return;
    char quoted[QUOTE_LENGTH];
    hl_report_add(c->report, auth_node_place(node), "'%s' is '%s'; true or false is expected", where,
                  auth_quote(text, quoted, sizeof quoted));
}

static void check_enum(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                       const char *where)
{
    char expected[LIST_LENGTH] = "", place[80];
    hl_nearest nearest = hl_spelling_begin(auth_node_text(node));
    for (uint32_t i = 0; i < schema->enumeration.count; i++) {
        const char *word = schema->enumeration.strings[i].str;
        if (strcmp(word, auth_node_text(node)) == 0) return;
        hl_spelling_offer(&nearest, word);
        append(expected, sizeof expected, word);
    }
    snprintf(place, sizeof place, "'%s'", where);
    complain_word(c, node, "unknown value", place, &nearest, expected);
}

static void check_scalar(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                         const char *where)
{
    if (node->type != YAML_SCALAR_NODE) {
        complain_type(c, node, where,
                      auth_schema_is_quantity(schema) ? "a number, or a text with a unit,"
                                                      : "a single value");
    } else if (schema->type == CYAML_STRING) {
        check_string(c, node, schema, where);
    } else if (schema->type == CYAML_UINT) {
        check_digits(c, node, where);
    } else if (schema->type == CYAML_BOOL) {
        check_bool(c, node, where);
    } else if (schema->type == CYAML_ENUM) {
        check_enum(c, node, schema, where);
    }
}

/* ---- lists ---- */

static void check_count(const checker *c, const yaml_node_t *node, uint32_t count,
                        const cyaml_schema_value_t *schema, const char *where)
{
    const uint32_t min = schema->sequence.min, max = schema->sequence.max;
    if (count >= min && count <= max) return;
    char expected[48];
    if (min == max)
        snprintf(expected, sizeof expected, "%u", (unsigned)min);
    else if (max == CYAML_UNLIMITED)
        snprintf(expected, sizeof expected, "at least %u", (unsigned)min);
    else
        snprintf(expected, sizeof expected, "%u to %u", (unsigned)min, (unsigned)max);
    const bool numbers = count > max && min == max && auth_schema_is_quantity(schema->sequence.entry);
    hl_report_add(c->report, auth_node_place(node), "'%s' has %u entries; %s are expected%s", where,
                  (unsigned)count, expected, numbers ? " (numbers have a decimal point, no comma)" : "");
}

static void check_list(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                       const char *where)
{
    if (node->type == YAML_SCALAR_NODE && auth_schema_takes_one(schema)) {
        check_value(c, node, schema->sequence.entry, where);
        return;
    }
    if (node->type != YAML_SEQUENCE_NODE) {
        complain_type(c, node, where, "a list");
        return;
    }
    const yaml_node_item_t *start = node->data.sequence.items.start, *top = node->data.sequence.items.top;
    check_count(c, node, (uint32_t)(top - start), schema, where);
    for (const yaml_node_item_t *item = start; item < top && !enough(c); item++)
        check_value(c, auth_document_node(c->document, *item), schema->sequence.entry, where);
}

/* A list of rows; how long the rows shall be is the reader's to say. */
static void check_table(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                        const char *where)
{
    if (node->type == YAML_SCALAR_NODE && auth_schema_takes_one(schema)) {
        check_value(c, node, schema->sequence.entry, where);
        return;
    }
    if (node->type != YAML_SEQUENCE_NODE) {
        complain_type(c, node, where, "a list of rows");
        return;
    }
    uint32_t cells = 0;
    const yaml_node_item_t *row = node->data.sequence.items.start;
    for (; row < node->data.sequence.items.top && !enough(c); row++) {
        const yaml_node_t *list = auth_document_node(c->document, *row);
        if (list->type != YAML_SEQUENCE_NODE) {
            complain_type(c, list, where, "a row (a list)");
            return;
        }
        const yaml_node_item_t *item = list->data.sequence.items.start;
        for (; item < list->data.sequence.items.top && !enough(c); item++, cells++)
            check_value(c, auth_document_node(c->document, *item), schema->sequence.entry, where);
    }
    if (!enough(c)) check_count(c, node, cells, schema, where);
}

/* ---- mappings ---- */

static void complain_key(const checker *c, const yaml_node_t *key, const cyaml_schema_field_t *fields,
                         const char *where)
{
    char expected[LIST_LENGTH] = "", place[80];
    hl_nearest nearest = hl_spelling_begin(auth_node_text(key));
    for (const cyaml_schema_field_t *field = fields; field->key; field++) {
        hl_spelling_offer(&nearest, field->key);
        append(expected, sizeof expected, field->key);
    }
    snprintf(place, sizeof place, *where ? "'%s'" : "the file%s", where);
    if (isdigit((unsigned char)*auth_node_text(key))) { /* {height: 1,4 m} has the keys 'height' and '4 m' */
        char quoted[QUOTE_LENGTH];
        hl_report_add(c->report, auth_node_place(key),
                      "'%s' as a key in %s; a word is expected, and in numbers a decimal point",
                      auth_quote(auth_node_text(key), quoted, sizeof quoted), place);
        return;
    }
    complain_word(c, key, "unknown key", place, &nearest, expected);
}

static int find_field(const cyaml_schema_field_t *fields, const char *key)
{
    for (int i = 0; fields[i].key; i++)
        if (strcmp(fields[i].key, key) == 0) return i;
    return -1;
}

static void check_pair(const checker *c, const yaml_node_pair_t *pair, const cyaml_schema_field_t *fields,
                       bool seen[MAX_FIELDS], const char *where)
{
    const yaml_node_t *key = auth_document_node(c->document, pair->key);
    if (key->type != YAML_SCALAR_NODE) {
        hl_report_add(c->report, auth_node_place(key), "%s as a key; a single word is expected",
                      node_words(key));
        return;
    }
    const int index = find_field(fields, auth_node_text(key));
    if (index < 0) {
        complain_key(c, key, fields, where);
        return;
    }
    if (seen[index])
        hl_report_add(c->report, auth_node_place(key), "the key '%s' is given twice; once is expected",
                      fields[index].key);
    seen[index] = true;
    check_value(c, auth_document_node(c->document, pair->value), &fields[index].value, fields[index].key);
}

static void check_missing(const checker *c, const yaml_node_t *node, const cyaml_schema_field_t *fields,
                          const bool seen[MAX_FIELDS], const char *where)
{
    char expected[LIST_LENGTH] = "";
    for (int i = 0; fields[i].key; i++)
        if (!seen[i] && !(fields[i].value.flags & CYAML_FLAG_OPTIONAL))
            append(expected, sizeof expected, fields[i].key);
    if (!*expected) return;
    hl_report_add(c->report, auth_node_place(node),
                  "missing in %s%s%s: %s; expected, since there is no default", *where ? "'" : "the file",
                  where, *where ? "'" : "", expected);
}

static void check_mapping(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                          const char *where)
{
    if (node->type != YAML_MAPPING_NODE) {
        complain_type(c, node, *where ? where : "the file", "a mapping (key: value)");
        return;
    }
    bool seen[MAX_FIELDS] = {false};
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top && !enough(c); pair++)
        check_pair(c, pair, schema->mapping.fields, seen, where);
    if (!enough(c)) check_missing(c, node, schema->mapping.fields, seen, where);
}

static void check_value(const checker *c, const yaml_node_t *node, const cyaml_schema_value_t *schema,
                        const char *where)
{
    switch (schema->type) {
    case CYAML_MAPPING:
        check_mapping(c, node, schema, where);
        break;
    case CYAML_SEQUENCE:
    case CYAML_SEQUENCE_FIXED:
        if (auth_schema_is_table(schema))
            check_table(c, node, schema, where);
        else
            check_list(c, node, schema, where);
        break;
    case CYAML_IGNORE:
        if (node->type != YAML_MAPPING_NODE) complain_type(c, node, where, "a mapping (key: value)");
        break;
    default:
        check_scalar(c, node, schema, where);
        break;
    }
}

void auth_schema_check(const auth_document *document, const cyaml_schema_value_t *schema, hl_report *report)
{
    const checker c = {.document = document, .report = report};
    check_value(&c, auth_document_root(document), schema, "");
}

void auth_schema_check_part(const auth_document *document, const yaml_node_t *node,
                            const cyaml_schema_value_t *schema, const char *where, hl_report *report)
{
    const checker c = {.document = document, .report = report};
    check_value(&c, node, schema, where);
}
