/* Conversion of a checked document to descriptors: each row converts the value of its key and stores it. */
#include "fields.h"

#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

static bool read_text(auth_item *item, const auth_field *field, const yaml_node_t *value, const char **out)
{
    const auth_reader *reader = item->reader;
    const int before = reader->report->count;
    const char *text = value ? auth_node_text(value) : field->fallback;
    if (!text) {
        *out = NULL;
        return true;
    }
    if (field->type == AUTH_FIELD_DRAWN)
        *out = auth_drawn_text(reader, item->node, field->key, text);
    else if (field->type == AUTH_FIELD_PATH)
        *out = auth_resolve_path(reader, text);
    else
        *out = auth_copy_text(reader, text);
    if (field->type == AUTH_FIELD_NAME && value) auth_check_name(reader, item->node, text);
    return reader->report->count == before && *out != NULL;
}

/* ---- choices, references ---- */

static bool read_reference(const auth_item *item, const auth_field *field, const yaml_node_t *value, int *out)
{
    *out = -1;
    if (!value || (field->also && strcmp(auth_node_text(value), field->also) == 0)) return true;
    *out = auth_item_reference(item, field->key, value, field->list, field->what);
    return *out != AUTH_NOT_FOUND;
}

static bool read_flag(const auth_field *field, const yaml_node_t *value, bool *out)
{
    const char *text = value ? auth_node_text(value) : field->fallback;
    *out = text && strcmp(text, "true") == 0;
    return true;
}

static bool read_choice(const auth_field *field, const yaml_node_t *value, int *out)
{
    *out = auth_choice_value(field, value);
    return true;
}

/* ---- lists of single values ---- */

static int *count_at(const auth_item *item, const auth_field *field)
{
    return field->count ? (int *)(void *)((char *)item->out + field->count - 1) : NULL;
}

static size_t entry_size(const auth_field *field)
{
    switch (field->type) {
    case AUTH_FIELD_LIST:
        return field->table->size;
    case AUTH_FIELD_PAIRS:
        return auth_field_columns(field) * sizeof(double);
    case AUTH_FIELD_WORDS:
        return sizeof(char *);
    default:
        return sizeof(double);
    }
}

/* The memory of a list's entries. NULL: out of memory. */
static void *begin_entries(auth_item *item, const auth_field *field, int count)
{
    void *at = (char *)item->out + field->out, *entries = at;
    if (!field->within) {
        entries = hl_arena_take(item->reader->arena, (size_t)count, entry_size(field));
        *item->reader->starved |= entries == NULL;
        memcpy(at, &entries, sizeof entries);
    }
    if (entries && field->count) *count_at(item, field) = count;
    return entries;
}

/* A bare value is a list of one entry. */
static const yaml_node_t *entry_of(const auth_item *item, const yaml_node_t *list, int index)
{
    return list->type == YAML_SCALAR_NODE ? list : auth_document_entry(item->reader->document, list, index);
}

static bool read_row(const auth_item *item, const auth_field *field, const yaml_node_t *row, double *out)
{
    bool good = true;
    for (unsigned i = 0; i < auth_field_columns(field); i++)
        good &= auth_item_quantity(item, field->key, auth_document_entry(item->reader->document, row, (int)i),
                                   i == 0 ? field->kind : field->angular, field->range, field->span, &out[i]);
    return good;
}

static bool read_entry(auth_item *item, const auth_field *field, const yaml_node_t *entry, void *out)
{
    if (field->type == AUTH_FIELD_PAIRS) return read_row(item, field, entry, out);
    if (field->type == AUTH_FIELD_QUANTITIES) return auth_field_quantity(item, field, entry, out);
    const char *copy = auth_item_copy(item, entry);
    memcpy(out, &copy, sizeof copy);
    return copy != NULL;
}

static bool read_entries(auth_item *item, const auth_field *field, const yaml_node_t *list)
{
    if (!list) return true;
    const int count = list->type == YAML_SCALAR_NODE ? 1 : auth_entry_count(list);
    char *entries = begin_entries(item, field, count);
    bool good = entries != NULL;
    for (int i = 0; entries && i < count && item->reader->report->dropped == 0; i++)
        good &= read_entry(item, field, entry_of(item, list, i), entries + (size_t)i * entry_size(field));
    return good;
}

/* ---- parts and lists of parts ---- */

static void note_place(const auth_item *item)
{
    if (!item->table->place || !item->node) return;
    *(hl_place *)(void *)((char *)item->out + item->table->place - 1) = auth_node_place(item->node);
}

bool auth_item_part(auth_item *item, const auth_field *field, const yaml_node_t *value, void *out)
{
    auth_item part = {.reader = item->reader,
                      .table = field->table,
                      .node = value,
                      .out = out,
                      .key = field->key,
                      .parent = item,
                      .index = -1};
    return auth_fields_apply(&part);
}

bool auth_read_here(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    return !value || auth_item_part(item, field, value, item->out);
}

static bool read_part(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    char *out = (char *)item->out + field->out;
    if (!value && !field->defaults) return true;
    if (field->pointer) {
        void *made = hl_arena_take(item->reader->arena, 1, field->table->size);
        *item->reader->starved |= made == NULL;
        memcpy(out, &made, sizeof made);
        if (!made) return false;
        out = made;
    }
    return auth_item_part(item, field, value, out);
}

static void check_unique(const auth_item *item, const auth_field *field, const yaml_node_t *list,
                         const char *key)
{
    const auth_names *names = auth_list_names(item, field->key, NULL);
    for (int i = 1; names && i < names->count; i++) {
        const char *name = names->sorted[i].name;
        if (!*name || strcmp(name, names->sorted[i - 1].name) != 0) continue;
        const auth_document *document = item->reader->document;
        const yaml_node_t *entry = auth_document_entry(document, list, names->sorted[i].index);
        const yaml_node_t *first = auth_document_entry(document, list, names->sorted[i - 1].index);
        hl_report_add(item->reader->report, auth_key_place(item->reader, entry, key),
                      "the %s '%s' is taken in this list, by line %d; another %s is expected", key, name,
                      auth_node_place(first).line, key);
    }
}

static auth_item item_of(auth_item *parent, const auth_field *field, const yaml_node_t *list, char *out,
                         int index)
{
    return (auth_item){.reader = parent->reader,
                       .table = field->table,
                       .node = auth_document_entry(parent->reader->document, list, index),
                       .out = out + (size_t)index * field->table->size,
                       .key = field->key,
                       .parent = parent,
                       .index = index};
}

/* Names and places of all items come first: items may refer to later ones of their own list. */
static void read_names(auth_item *item, const auth_field *field, const yaml_node_t *list, char *out)
{
    const auth_field *name = auth_name_field(field->table);
    for (int i = 0; i < auth_entry_count(list); i++) {
        auth_item entry = item_of(item, field, list, out, i);
        note_place(&entry);
        if (name)
            read_text(&entry, name, auth_item_value(&entry, name->key),
                      (const char **)(void *)((char *)entry.out + name->out));
    }
    if (name) check_unique(item, field, list, name->key);
}

/* What is wrong with an item is no reason to skip what comes after the list. */
static bool read_list(auth_item *item, const auth_field *field, const yaml_node_t *list)
{
    if (!list) return true;
    char *out = begin_entries(item, field, auth_entry_count(list));
    if (!out) return false;
    read_names(item, field, list, out);
    for (int i = 0; i < auth_entry_count(list) && item->reader->report->dropped == 0; i++) {
        auth_item entry = item_of(item, field, list, out, i);
        auth_fields_apply(&entry);
    }
    return !*item->reader->starved;
}

auth_item auth_list_item(auth_item *parent, const auth_field *field, int index)
{
    char *list = (char *)parent->out + field->out, *out = list;
    if (!field->within) memcpy(&out, (void *)list, sizeof out);
    return item_of(parent, field, auth_item_value(parent, field->key), out, index);
}

bool auth_check_list_signals(auth_item *item, const auth_field *field)
{
    const size_t name = auth_name_field(field->table)->out, size = field->table->size;
    const int count = auth_entry_count(auth_item_value(item, field->key));
    bool good = true;
    for (int i = 1; i < count; i++) {
        const auth_item entry = auth_list_item(item, field, i);
        const char *own = *(char **)(void *)((char *)entry.out + name);
        for (int k = 1; k <= i; k++) {
            const char *other = *(char **)(void *)((char *)entry.out - (size_t)k * size + name);
            if (strcmp(own, other) == 0 || !auth_same_signal(own, other)) continue;
            COMPLAIN(&entry, "name",
                     "%s '%s' would have the signal of %s '%s'; a name that differs in more than spaces is "
                     "expected",
                     field->table->what, own, field->table->what, other);
            good = false;
            break;
        }
    }
    return good;
}

/* ---- rows ---- */

static bool convert(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    void *out = (char *)item->out + field->out;
    switch (field->type) {
    case AUTH_FIELD_NAME:
    case AUTH_FIELD_WORD:
    case AUTH_FIELD_TEXT:
    case AUTH_FIELD_DRAWN:
    case AUTH_FIELD_PATH:
        return read_text(item, field, value, out);
    case AUTH_FIELD_FLAG:
        return read_flag(field, value, out);
    case AUTH_FIELD_CHOICE:
        return read_choice(field, value, out);
    case AUTH_FIELD_COUNT:
    case AUTH_FIELD_QUANTITY:
    case AUTH_FIELD_FREQUENCY:
    case AUTH_FIELD_VECTOR:
    case AUTH_FIELD_DIRECTION:
        return auth_field_number(item, field, value, out);
    case AUTH_FIELD_QUANTITIES:
    case AUTH_FIELD_WORDS:
    case AUTH_FIELD_PAIRS:
        return read_entries(item, field, value);
    case AUTH_FIELD_REFERENCE:
        return read_reference(item, field, value, out);
    case AUTH_FIELD_PART:
        return read_part(item, field, value);
    case AUTH_FIELD_LIST:
        return read_list(item, field, value);
    case AUTH_FIELD_TABLE:
    case AUTH_FIELD_ANYTHING:
        break;
    }
    return true;
}

/* Names of items of lists have been read with the list. */
static bool is_read(const auth_item *item, const auth_field *field)
{
    return field->names && item->index >= 0;
}

static bool apply_field(auth_item *item, const auth_field *field)
{
    const yaml_node_t *value = auth_item_value(item, field->key);
    if (field->place)
        *(hl_place *)(void *)((char *)item->out + field->place - 1) = auth_item_place(item, field->key);
    if (field->given) *(bool *)(void *)((char *)item->out + field->given - 1) = value != NULL;
    bool good = true;
    if (field->read)
        good = field->read(item, field, value);
    else if (!field->nowhere && !is_read(item, field))
        good = convert(item, field, value);
    return good && (!field->check || field->check(item, field));
}

/* Rows of other kinds leave their defaults, which may be overwritten: others may look at them. */
static void apply_defaults(auth_item *item)
{
    for (int i = 0; i < item->table->field_count && item->kind != 0; i++) {
        const auth_field *field = &item->table->fields[i];
        if (!auth_field_is_taken(item, field) && !field->nowhere && !field->read) convert(item, field, NULL);
    }
}

static bool apply_rows(auth_item *item)
{
    note_place(item);
    const auth_table *table = item->table;
    item->good = (!table->kind_key || !item->node ||
                  auth_item_choose_kind(item, table->kind_key, table->kind_words)) &&
                 (!table->begin || table->begin(item));
    if (!item->good) return false;
    apply_defaults(item);
    for (int i = 0; i < item->table->field_count && !*item->reader->starved; i++)
        if (auth_field_is_taken(item, &item->table->fields[i]))
            item->good &= apply_field(item, &item->table->fields[i]);
    if (item->good && item->table->check) {
        const int before = item->reader->report->count;
        item->table->check(item);
        item->good = item->reader->report->count == before;
    }
    return item->good && !*item->reader->starved;
}

/* The base becomes the parent: rows refer to its lists. */
static bool apply_on_base(auth_item *item)
{
    const auth_table *table = item->table->base;
    auth_item base = *item;
    base.table = table;
    base.out = hl_arena_take(item->reader->arena, 1, table->size);
    *item->reader->starved |= base.out == NULL;
    if (!base.out) return false;
    memcpy((char *)item->out + item->table->base_out, &base.out, sizeof base.out);
    item->parent = &base;
    bool good = apply_rows(&base);
    good = !*item->reader->starved && apply_rows(item) && good;
    item->parent = base.parent;
    return good;
}

bool auth_fields_apply(auth_item *item)
{
    return item->table->base ? apply_on_base(item) : apply_rows(item);
}

void auth_fields_default(const auth_table *table, void *out)
{
    static hl_report no_complaints; /* only looked at: defaults can be read */
    const auth_document nothing = {.loaded = false};
    struct auth_sorted_list *lists = NULL;
    bool starved = false;
    const auth_reader reader = {
        .document = &nothing, .report = &no_complaints, .lists = &lists, .starved = &starved};
    auth_item item = {.reader = &reader, .table = table, .key = "", .out = out, .index = -1};
    auth_fields_apply(&item);
}
