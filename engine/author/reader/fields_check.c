/* Check of a document against its table. Errors have their place, the most similar key, and what is expected.
 */
#include "fields.h"

#include "hl/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DIGITS = 9, LIST_LENGTH = 240, QUOTE_LENGTH = 48 };

typedef struct checker {
    const auth_document *document;
    hl_report *report;
} checker;

/* `where` names the mapping that a value stands in: the key under which it is found; "": the file. */
static void check_mapping(const checker *c, const yaml_node_t *node, const auth_table *table,
                          const char *where);
static void check_scalar(const checker *c, const yaml_node_t *node, const auth_field *field);

/* No reader needs more complaints, and a file of garbage is refused quickly. */
static bool enough(const checker *c)
{
    return c->report->dropped > 0;
}

bool auth_field_is_quantity(const auth_field *field)
{
    switch (field->type) {
    case AUTH_FIELD_QUANTITY:
    case AUTH_FIELD_FREQUENCY:
    case AUTH_FIELD_VECTOR:
    case AUTH_FIELD_DIRECTION:
    case AUTH_FIELD_QUANTITIES:
    case AUTH_FIELD_PAIRS:
    case AUTH_FIELD_TABLE:
        return true;
    default:
        return false;
    }
}

unsigned auth_field_columns(const auth_field *field)
{
    return field->columns > 0 ? field->columns : 2;
}

bool auth_field_takes_one(const auth_field *field)
{
    return field->least <= 1 && (field->type == AUTH_FIELD_QUANTITIES || field->type == AUTH_FIELD_WORDS ||
                                 field->type == AUTH_FIELD_TABLE);
}

const auth_field *auth_table_row(const auth_table *table, int index)
{
    if (index < table->field_count) return &table->fields[index];
    return table->base ? auth_table_row(table->base, index - table->field_count) : NULL;
}

/* -1: the table has no such key. */
static int find_row(const auth_table *table, const char *key)
{
    const auth_field *field;
    for (int i = 0; (field = auth_table_row(table, i)) != NULL; i++)
        if (strcmp(field->key, key) == 0) return i;
    return -1;
}

const auth_field *auth_find_field(const auth_table *table, const char *key)
{
    const int row = find_row(table, key);
    return row < 0 ? NULL : auth_table_row(table, row);
}

/* A key may have several rows, for different kinds of item: the first one stands for all. */
static bool is_first(const auth_table *table, const auth_field *field)
{
    return auth_find_field(table, field->key) == field;
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

static const char a_quantity[] = "a number, or a text with a unit,";

static void check_text(const checker *c, const yaml_node_t *node, const char *where, size_t least,
                       size_t most, const char *expected)
{
    const size_t length = node->data.scalar.length;
    if (length < least)
        hl_report_add(c->report, auth_node_place(node), "'%s' is empty; %s is expected", where, expected);
    else if (length > most)
        hl_report_add(c->report, auth_node_place(node),
                      "'%s' has %zu bytes of UTF-8; at most %zu are expected", where, length, most);
    else if (memchr(auth_node_text(node), '\0', length))
        hl_report_add(c->report, auth_node_place(node), "'%s' contains a NUL character; %s is expected",
                      where, expected);
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

static void check_flag(const checker *c, const yaml_node_t *node, const char *where)
{
    const char *text = auth_node_text(node);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) return;
    char quoted[QUOTE_LENGTH];
    hl_report_add(c->report, auth_node_place(node), "'%s' is '%s'; true or false is expected", where,
                  auth_quote(text, quoted, sizeof quoted));
}

static void check_choice(const checker *c, const yaml_node_t *node, const auth_field *field)
{
    char expected[LIST_LENGTH] = "", place[80];
    hl_nearest nearest = hl_spelling_begin(auth_node_text(node));
    for (int i = 0; i < field->word_count; i++) {
        const char *word = field->words[i].word;
        if (strcmp(word, auth_node_text(node)) == 0) return;
        hl_spelling_offer(&nearest, word);
        append(expected, sizeof expected, word);
    }
    snprintf(place, sizeof place, "'%s'", field->key);
    complain_word(c, node, "unknown value", place, &nearest, expected);
}

static void check_scalar(const checker *c, const yaml_node_t *node, const auth_field *field)
{
    const bool quantity = auth_field_is_quantity(field);
    if (node->type != YAML_SCALAR_NODE) {
        complain_type(c, node, field->key, quantity ? a_quantity : "a single value");
    } else if (quantity) {
        check_text(c, node, field->key, 1, AUTH_QUANTITY_LENGTH, a_quantity);
    } else if (field->type == AUTH_FIELD_COUNT) {
        check_digits(c, node, field->key);
    } else if (field->type == AUTH_FIELD_FLAG) {
        check_flag(c, node, field->key);
    } else if (field->type == AUTH_FIELD_CHOICE) {
        check_choice(c, node, field);
    } else if (field->type == AUTH_FIELD_WORDS) {
        check_text(c, node, field->key, 1, AUTH_NAME_LENGTH, "a text");
    } else {
        check_text(c, node, field->key, field->least, field->most, "a text");
    }
}

/* ---- lists ---- */

static void check_count(const checker *c, const yaml_node_t *node, unsigned count, const auth_field *field)
{
    const unsigned least = field->least, most = field->most;
    if (count >= least && (most == 0 || count <= most)) return;
    char expected[48];
    if (least == most)
        snprintf(expected, sizeof expected, "%u", least);
    else if (most == 0)
        snprintf(expected, sizeof expected, "at least %u", least);
    else
        snprintf(expected, sizeof expected, "%u to %u", least, most);
    const bool numbers = count > most && least == most && auth_field_is_quantity(field);
    hl_report_add(c->report, auth_node_place(node), "'%s' has %u entries; %s are expected%s", field->key,
                  count, expected, numbers ? " (numbers have a decimal point, no comma)" : "");
}

static void check_row(const checker *c, const yaml_node_t *node, const auth_field *field)
{
    const unsigned columns = auth_field_columns(field);
    const auth_field row = {
        .key = field->key, .type = AUTH_FIELD_QUANTITIES, .least = columns, .most = columns};
    if (node->type != YAML_SEQUENCE_NODE) {
        complain_type(c, node, field->key, "a list");
        return;
    }
    check_count(c, node, (unsigned)auth_entry_count(node), &row);
    for (int i = 0; i < auth_entry_count(node) && !enough(c); i++)
        check_scalar(c, auth_document_entry(c->document, node, i), field);
}

static void check_list(const checker *c, const yaml_node_t *node, const auth_field *field)
{
    if (node->type == YAML_SCALAR_NODE && auth_field_takes_one(field)) {
        check_scalar(c, node, field);
        return;
    }
    if (node->type != YAML_SEQUENCE_NODE) {
        complain_type(c, node, field->key, "a list");
        return;
    }
    const int count = auth_entry_count(node);
    check_count(c, node, (unsigned)count, field);
    for (int i = 0; i < count && !enough(c); i++) {
        const yaml_node_t *entry = auth_document_entry(c->document, node, i);
        if (field->type == AUTH_FIELD_LIST)
            check_mapping(c, entry, field->table, field->key);
        else if (field->type == AUTH_FIELD_PAIRS)
            check_row(c, entry, field);
        else
            check_scalar(c, entry, field);
    }
}

/* How long the rows shall be is for the row's function to say. */
static void check_table(const checker *c, const yaml_node_t *node, const auth_field *field)
{
    if (node->type == YAML_SCALAR_NODE && auth_field_takes_one(field)) {
        check_scalar(c, node, field);
        return;
    }
    if (node->type != YAML_SEQUENCE_NODE) {
        complain_type(c, node, field->key, "a list of rows");
        return;
    }
    unsigned cells = 0;
    for (int i = 0; i < auth_entry_count(node) && !enough(c); i++) {
        const yaml_node_t *row = auth_document_entry(c->document, node, i);
        if (row->type != YAML_SEQUENCE_NODE) {
            complain_type(c, row, field->key, "a row (a list)");
            return;
        }
        for (int k = 0; k < auth_entry_count(row) && !enough(c); k++, cells++)
            check_scalar(c, auth_document_entry(c->document, row, k), field);
    }
    if (!enough(c)) check_count(c, node, cells, field);
}

/* ---- mappings ---- */

static void complain_key(const checker *c, const yaml_node_t *key, const auth_table *table, const char *where)
{
    char expected[LIST_LENGTH] = "", place[80];
    hl_nearest nearest = hl_spelling_begin(auth_node_text(key));
    const auth_field *field;
    for (int i = 0; (field = auth_table_row(table, i)) != NULL; i++) {
        if (!is_first(table, field)) continue;
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

static void check_entry(const checker *c, const yaml_node_pair_t *pair, const auth_table *table,
                        bool seen[AUTH_MAX_FIELDS], const char *where)
{
    const yaml_node_t *key = auth_document_node(c->document, pair->key);
    if (key->type != YAML_SCALAR_NODE) {
        hl_report_add(c->report, auth_node_place(key), "%s as a key; a single word is expected",
                      node_words(key));
        return;
    }
    const int row = find_row(table, auth_node_text(key));
    if (row < 0) {
        complain_key(c, key, table, where);
        return;
    }
    const auth_field *field = auth_table_row(table, row);
    if (seen[row])
        hl_report_add(c->report, auth_node_place(key), "the key '%s' is given twice; once is expected",
                      field->key);
    seen[row] = true;
    auth_field_check(c->document, auth_document_node(c->document, pair->value), field, c->report);
}

static void check_missing(const checker *c, const yaml_node_t *node, const auth_table *table,
                          const bool seen[AUTH_MAX_FIELDS], const char *where)
{
    char expected[LIST_LENGTH] = "";
    const auth_field *field;
    for (int i = 0; (field = auth_table_row(table, i)) != NULL; i++)
        if (!seen[i] && !field->optional && is_first(table, field))
            append(expected, sizeof expected, field->key);
    if (!*expected) return;
    hl_report_add(c->report, auth_node_place(node),
                  "missing in %s%s%s: %s; expected, since there is no default", *where ? "'" : "the file",
                  where, *where ? "'" : "", expected);
}

static void check_mapping(const checker *c, const yaml_node_t *node, const auth_table *table,
                          const char *where)
{
    if (node->type != YAML_MAPPING_NODE) {
        complain_type(c, node, *where ? where : "the file", "a mapping (key: value)");
        return;
    }
    bool seen[AUTH_MAX_FIELDS] = {false};
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top && !enough(c); pair++)
        check_entry(c, pair, table, seen, where);
    if (!enough(c)) check_missing(c, node, table, seen, where);
}

void auth_fields_check(const auth_document *document, const yaml_node_t *node, const auth_table *table,
                       const char *where, hl_report *report)
{
    check_mapping(&(checker){.document = document, .report = report}, node, table, where);
}

void auth_field_check(const auth_document *document, const yaml_node_t *value, const auth_field *field,
                      hl_report *report)
{
    const checker c = {.document = document, .report = report};
    switch (field->type) {
    case AUTH_FIELD_PART:
        check_mapping(&c, value, field->table, field->key);
        break;
    case AUTH_FIELD_VECTOR:
    case AUTH_FIELD_DIRECTION:
    case AUTH_FIELD_QUANTITIES:
    case AUTH_FIELD_WORDS:
    case AUTH_FIELD_PAIRS:
    case AUTH_FIELD_LIST:
        check_list(&c, value, field);
        break;
    case AUTH_FIELD_TABLE:
        check_table(&c, value, field);
        break;
    case AUTH_FIELD_ANYTHING:
        if (value->type != YAML_MAPPING_NODE) complain_type(&c, value, field->key, "a mapping (key: value)");
        break;
    default:
        check_scalar(&c, value, field);
        break;
    }
}
