/* Functions for rows and tables, to query an item and to report errors: its keys, kinds, references. */
#include "fields.h"

#include <stdio.h>
#include <string.h>

/* ---- keys of an item ---- */

const yaml_node_t *auth_item_value(const auth_item *item, const char *key)
{
    return auth_document_value(item->reader->document, item->node, key);
}

bool auth_item_has(const auth_item *item, const char *key)
{
    return auth_item_value(item, key) != NULL;
}

const char *auth_item_text(const auth_item *item, const char *key)
{
    const yaml_node_t *value = auth_item_value(item, key);
    return value && value->type == YAML_SCALAR_NODE ? auth_node_text(value) : "";
}

hl_place auth_item_place(const auth_item *item, const char *key)
{
    const yaml_node_t *value = auth_item_value(item, key);
    while (!item->node && item->parent) item = item->parent;
    if (!value) value = item->node;
    return value ? auth_node_place(value) : (hl_place){0};
}

bool auth_item_refuse(const auth_item *item, const char *key, const char *why)
{
    if (!auth_item_has(item, key)) return true;
    auth_refuse(item->reader, item->node, key, why);
    return false;
}

/* "'a', 'b' and 'c'" */
static void join_keys(char *text, size_t size, const char *const *keys, int count)
{
    size_t used = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s'%s'",
                                 i == 0          ? ""
                                 : i < count - 1 ? ", "
                                                 : " and ",
                                 keys[i]);
}

int auth_item_one_of(const auth_item *item, const char *what, const char *const *keys, int count)
{
    int given = 0, found = AUTH_NOT_FOUND;
    for (int i = 0; i < count; i++) {
        if (!auth_item_has(item, keys[i])) continue;
        found = i;
        given++;
    }
    if (given == 1) return found;
    char expected[160];
    join_keys(expected, sizeof expected, keys, count);
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "%s with %s of %s; one of them is expected", what, given ? "several" : "none", expected);
    return AUTH_NOT_FOUND;
}

int auth_choice_value(const auth_field *field, const yaml_node_t *value)
{
    const char *text = value ? auth_node_text(value) : field->fallback;
    for (int i = 0; text && i < field->word_count; i++)
        if (strcmp(field->words[i].word, text) == 0) return field->words[i].value;
    return (int)field->absent;
}

int auth_item_choice(const auth_item *item, const char *key)
{
    return auth_choice_value(auth_find_field(item->table, key), auth_item_value(item, key));
}

const char *auth_item_copy(const auth_item *item, const yaml_node_t *value)
{
    return value ? auth_copy_text(item->reader, auth_node_text(value)) : NULL;
}

/* ---- kinds of item ---- */

bool auth_field_is_taken(const auth_item *item, const auth_field *field)
{
    return item->kind == 0 || field->of == 0 || (field->of & item->kind) != 0;
}

static bool key_is_taken(const auth_item *item, const char *key)
{
    for (int i = 0; i < item->table->field_count; i++)
        if (strcmp(item->table->fields[i].key, key) == 0 &&
            auth_field_is_taken(item, &item->table->fields[i]))
            return true;
    return false;
}

bool auth_item_set_kind(auth_item *item, int kind, const char *with)
{
    char missing[HL_MESSAGE_LENGTH - 120] = "";
    bool good = true;
    item->kind = 1u << kind;
    for (int i = 0; i < item->table->field_count; i++) {
        const auth_field *field = &item->table->fields[i];
        const bool given = auth_item_has(item, field->key);
        if (given && !auth_field_is_taken(item, field) && !key_is_taken(item, field->key) &&
            auth_find_field(item->table, field->key) == field) {
            COMPLAIN(item, field->key, "'%s' has no effect %s; the key is expected to be left out",
                     field->key, with);
            good = false;
        }
        if (given || !(field->needed & item->kind)) continue;
        const size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s%s", used ? ", " : "", field->key);
    }
    if (*missing)
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "missing %s: %s; expected, since there is no default", with, missing);
    return good && !*missing;
}

bool auth_item_choose_kind(auth_item *item, const char *key, const char *with)
{
    char words[80];
    const int kind = auth_item_choice(item, key);
    const auth_field *field = auth_find_field(item->table, key);
    int i = 0;
    while (i < field->word_count - 1 && field->words[i].value != kind) i++;
    snprintf(words, sizeof words, "%s '%s'", with, field->words[i].word);
    return auth_item_set_kind(item, kind, words);
}

/* ---- references ---- */

static bool has_list(const auth_table *table, const char *key)
{
    const auth_field *field = auth_find_field(table, key);
    return field && field->type == AUTH_FIELD_LIST;
}

static const auth_item *list_owner(const auth_item *item, const char *key)
{
    while (item->parent && !has_list(item->table, key)) item = item->parent;
    return item;
}

/* Lists whose names have been sorted, of one file. */
struct auth_sorted_list {
    const yaml_node_t *node;
    auth_names names;
    struct auth_sorted_list *next;
};

const auth_field *auth_name_field(const auth_table *table)
{
    for (int i = 0; i < table->field_count; i++)
        if (table->fields[i].names) return &table->fields[i];
    return NULL;
}

static bool sort_list(const auth_item *item, const yaml_node_t *list, const char *key, auth_names *names)
{
    const auth_reader *reader = item->reader;
    const int count = auth_entry_count(list);
    const char **texts = HL_NEW(reader->arena, const char *, count);
    for (int i = 0; texts && i < count; i++) {
        const yaml_node_t *entry = auth_document_entry(reader->document, list, i);
        const yaml_node_t *name = auth_document_value(reader->document, entry, key);
        texts[i] = name && name->type == YAML_SCALAR_NODE ? auth_node_text(name) : "";
    }
    return texts && auth_names_sort(names, texts, count, reader->arena);
}

auth_names *auth_list_names(const auth_item *item, const char *key, const char **where)
{
    const auth_item *owner = list_owner(item, key);
    const auth_field *field = auth_find_field(owner->table, key);
    const auth_field *name = field && field->table ? auth_name_field(field->table) : NULL;
    const yaml_node_t *list = auth_item_value(owner, key);
    if (where) *where = owner->table->what ? owner->table->what : "file";
    if (!list || !name || list->type != YAML_SEQUENCE_NODE) return NULL;
    for (struct auth_sorted_list *l = *item->reader->lists; l; l = l->next)
        if (l->node == list) return &l->names;
    struct auth_sorted_list *made = HL_NEW(item->reader->arena, struct auth_sorted_list, 1);
    if (!made || !sort_list(item, list, name->key, &made->names)) {
        *item->reader->starved = true;
        return NULL;
    }
    made->node = list;
    made->next = *item->reader->lists;
    *item->reader->lists = made;
    return &made->names;
}

int auth_item_reference(const auth_item *item, const char *key, const yaml_node_t *value, const char *list,
                        const char *what)
{
    const char *where, *name = auth_node_text(value);
    static const auth_names none;
    const auth_names *names = auth_list_names(item, list, &where);
    if (!names) names = &none;
    return auth_find_reference(item->reader, auth_node_place(value), key, name, names, what, where);
}

/* ---- rows that functions share ---- */

bool auth_store_word(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    const char *word = NULL;
    for (int i = 0; value && i < field->word_count; i++)
        if (strcmp(field->words[i].word, auth_node_text(value)) == 0) word = field->words[i].word;
    memcpy((char *)item->out + field->out, &word, sizeof word);
    return true;
}

bool auth_store_switch(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    *(bool *)((char *)item->out + field->out) = auth_choice_value(field, value) != 0;
    return true;
}
