#include "overlay.h"

#include "reader.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_KEYS = 64,     /* of a mapping: the schemas have no more, and they are compared one by one */
    MOST_OFFERED = 500, /* names among which the nearest is looked for, which takes some us each */
    QUOTE_LENGTH = 48,
    WORD_LENGTH = 120, /* of a way to a value */
    NUMBER_LENGTH = 12
};

/* ---- one part over another ---- */

typedef struct layer {
    auth_document *document;
    hl_arena *arena;
    hl_report *report;
    bool adds; /* nothing below is replaced */
} layer;

static hl_status merge_mapping(const layer *l, yaml_node_t *below, const yaml_node_t *above,
                               const char *where);

/* Past this nobody reads on. */
static bool enough(const layer *l)
{
    return l->report->dropped > 0;
}

/* ---- lists of named items ---- */

/* NULL when an entry has no name. */
static const char *name_of(const layer *l, const yaml_node_t *entry)
{
    const yaml_node_t *name = auth_document_value(l->document, entry, "name");
    return name && name->type == YAML_SCALAR_NODE ? auth_node_text(name) : NULL;
}

/* An empty list has no names: it replaces, and is replaced. */
static bool has_names(const layer *l, const yaml_node_t *list)
{
    const int count = auth_entry_count(list);
    for (int i = 0; i < count; i++)
        if (!name_of(l, auth_document_entry(l->document, list, i))) return false;
    return count > 0;
}

static bool sort_names(const layer *l, const yaml_node_t *list, auth_names *sorted)
{
    const int count = auth_entry_count(list);
    const char **names = HL_NEW(l->arena, const char *, count);
    for (int i = 0; names && i < count; i++) names[i] = name_of(l, auth_document_entry(l->document, list, i));
    return names && auth_names_sort(sorted, names, count, l->arena);
}

static void complain_unknown(const layer *l, const yaml_node_t *entry, const char *name,
                             const auth_names *known, const char *where)
{
    char quoted[QUOTE_LENGTH], meant[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < known->count && i < MOST_OFFERED; i++)
        hl_spelling_offer(&nearest, known->sorted[i].name);
    const char *best = nearest.best ? auth_quote(nearest.best, meant, sizeof meant) : NULL;
    hl_report_add(l->report, auth_node_place(auth_document_value(l->document, entry, "name")),
                  "'%s' in '%s' cannot be set; the name of one that the file has is expected%s",
                  auth_quote(name, quoted, sizeof quoted), where, hl_did_you_mean(best, hint));
}

/* libyaml counts nodes from 1. */
static int id_of(const layer *l, const yaml_node_t *node)
{
    return (int)(node - l->document->yaml.nodes.start) + 1;
}

static hl_status append(const layer *l, const yaml_node_t *list, const yaml_node_t *entry)
{
    return yaml_document_append_sequence_item(&l->document->yaml, id_of(l, list), id_of(l, entry))
               ? HL_OK
               : HL_OUT_OF_MEMORY;
}

/* The schema will not see any more that it was named twice. */
static bool named_once(const layer *l, const yaml_node_t *list, const auth_names *names, const char *where)
{
    bool once = true;
    for (int i = 1; i < names->count && !enough(l); i++) {
        char quoted[QUOTE_LENGTH];
        const char *name = names->sorted[i].name;
        if (strcmp(name, names->sorted[i - 1].name) != 0) continue;
        const yaml_node_t *entry = auth_document_entry(l->document, list, names->sorted[i].index);
        hl_report_add(l->report, auth_node_place(auth_document_value(l->document, entry, "name")),
                      "'%s' in '%s' is set twice; once is expected", auth_quote(name, quoted, sizeof quoted),
                      where);
        once = false;
    }
    return once;
}

static hl_status merge_list(const layer *l, const yaml_node_t *below, const yaml_node_t *above,
                            const char *where)
{
    auth_names known, set;
    if (!sort_names(l, below, &known) || !sort_names(l, above, &set)) return HL_OUT_OF_MEMORY;
    if (!named_once(l, above, &set, where)) return HL_OK;
    hl_status status = HL_OK;
    for (int i = 0; i < set.count && status == HL_OK && !enough(l); i++) {
        const yaml_node_t *entry = auth_document_entry(l->document, above, i);
        const char *name = name_of(l, entry);
        const int index = auth_names_find(&known, name);
        if (index == AUTH_NOT_FOUND && l->adds)
            status = append(l, below, entry);
        else if (index == AUTH_NOT_FOUND)
            complain_unknown(l, entry, name, &known, where);
        else
            status = merge_mapping(l, auth_document_entry(l->document, below, index), entry, where);
    }
    return status;
}

/* ---- mappings ---- */

static bool has_mappings(const layer *l, const yaml_node_t *list)
{
    const int count = auth_entry_count(list);
    for (int i = 0; i < count; i++)
        if (auth_document_entry(l->document, list, i)->type != YAML_MAPPING_NODE) return false;
    return count > 0;
}

static bool is_same_word(const yaml_node_t *a, const yaml_node_t *b)
{
    return a->type == YAML_SCALAR_NODE && b->type == YAML_SCALAR_NODE &&
           strcmp(auth_node_text(a), auth_node_text(b)) == 0;
}

/* Lists of items without names are extended. Other values cannot be added to, unless they are equal, such as
 * the name of an item. */
static hl_status add_items(const layer *l, const yaml_node_t *below, const yaml_node_t *above,
                           const char *key)
{
    hl_status status = HL_OK;
    if (is_same_word(below, above)) return HL_OK;
    if (!has_mappings(l, below) || !has_mappings(l, above)) {
        hl_report_add(l->report, auth_node_place(above),
                      "'%s' already has a value in the file, which 'add' keeps: give it in 'set'", key);
        return HL_OK;
    }
    for (int i = 0; i < auth_entry_count(above) && status == HL_OK; i++)
        status = append(l, below, auth_document_entry(l->document, above, i));
    return status;
}

static bool is_empty_list(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE && auth_entry_count(node) == 0;
}

static hl_status merge_value(const layer *l, yaml_node_pair_t *pair, int value, const char *key)
{
    yaml_node_t *below = auth_document_node(l->document, pair->value);
    const yaml_node_t *above = auth_document_node(l->document, value);
    if (below->type == YAML_MAPPING_NODE && above->type == YAML_MAPPING_NODE)
        return merge_mapping(l, below, above, key);
    if (has_names(l, below) && has_names(l, above)) return merge_list(l, below, above, key);
    if (l->adds && !is_empty_list(below)) return add_items(l, below, above, key);
    pair->value = value;
    return HL_OK;
}

/* The first `count` pairs are looked at. Keys that are no words are left to the schema. */
static yaml_node_pair_t *find_pair(const layer *l, const yaml_node_t *mapping, ptrdiff_t count,
                                   const yaml_node_t *key)
{
    yaml_node_pair_t *pairs = mapping->data.mapping.pairs.start;
    for (ptrdiff_t i = 0; i < count && key->type == YAML_SCALAR_NODE; i++) {
        const yaml_node_t *other = auth_document_node(l->document, pairs[i].key);
        if (other->type == YAML_SCALAR_NODE && strcmp(auth_node_text(other), auth_node_text(key)) == 0)
            return &pairs[i];
    }
    return NULL;
}

static ptrdiff_t pair_count(const yaml_node_t *mapping)
{
    return mapping->data.mapping.pairs.top - mapping->data.mapping.pairs.start;
}

static hl_status merge_pair(const layer *l, yaml_node_t *below, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = auth_document_node(l->document, pair->key);
    yaml_node_pair_t *there = find_pair(l, below, pair_count(below), key);
    if (there) return merge_value(l, there, pair->value, auth_node_text(key));
    return yaml_document_append_mapping_pair(&l->document->yaml, id_of(l, below), pair->key, pair->value)
               ? HL_OK
               : HL_OUT_OF_MEMORY;
}

static bool too_many(const layer *l, const yaml_node_t *mapping, const char *where)
{
    if (pair_count(mapping) <= MOST_KEYS) return false;
    hl_report_add(l->report, auth_node_place(mapping), "'%s' has %td keys; at most %d are expected", where,
                  pair_count(mapping), (int)MOST_KEYS);
    return true;
}

static hl_status merge_mapping(const layer *l, yaml_node_t *below, const yaml_node_t *above,
                               const char *where)
{
    hl_status status = HL_OK;
    if (too_many(l, below, where) || too_many(l, above, where)) return HL_OK;
    for (ptrdiff_t i = 0; i < pair_count(above) && status == HL_OK && !enough(l); i++) {
        const yaml_node_pair_t *pair = above->data.mapping.pairs.start + i;
        const yaml_node_t *key = auth_document_node(l->document, pair->key);
        if (find_pair(l, above, i, key))
            hl_report_add(l->report, auth_node_place(key), "the key '%s' is given twice; once is expected",
                          auth_node_text(key));
        else
            status = merge_pair(l, below, pair);
    }
    return status;
}

hl_status auth_overlay(auth_document *document, yaml_node_t *below, const yaml_node_t *above,
                       const char *where, hl_arena *arena, hl_report *report)
{
    const layer l = {.document = document, .arena = arena, .report = report};
    return merge_mapping(&l, below, above, where);
}

hl_status auth_overlay_add(auth_document *document, yaml_node_t *below, const yaml_node_t *above,
                           const char *where, hl_arena *arena, hl_report *report)
{
    const layer l = {.document = document, .arena = arena, .report = report, .adds = true};
    return merge_mapping(&l, below, above, where);
}

/* ---- single values ---- */

/* On the way to a value. */
typedef struct walk {
    auth_document *document;
    const char *rest;       /* what is still to be gone */
    int node;               /* that has been reached */
    int *place;             /* where its parent has it; NULL for the root */
    char word[WORD_LENGTH]; /* that was looked for last */
    hl_nearest nearest;
} walk;

/* Length of the rest's first word if it is `name`, else 0. A name may have dots of its own. */
static size_t begins_with(const char *rest, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(rest, name, length) != 0) return 0;
    return rest[length] == '.' || rest[length] == '\0' ? length : 0;
}

/* Whether a name is a longer match than the best so far. */
static bool is_better(const walk *w, const char *name, size_t *longest)
{
    const size_t length = begins_with(w->rest, name);
    if (length <= *longest) return false;
    *longest = length;
    return true;
}

static size_t find_key(walk *w, const yaml_node_t *mapping, int **found)
{
    size_t longest = 0;
    yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = auth_document_node(w->document, pair->key);
        if (key->type != YAML_SCALAR_NODE) continue;
        hl_spelling_offer(&w->nearest, auth_node_text(key));
        if (is_better(w, auth_node_text(key), &longest)) *found = &pair->value;
    }
    return longest;
}

/* Items are found by name; those without a name by their number, for which no spelling is suggested. */
static size_t find_item(walk *w, const yaml_node_t *list, int **found)
{
    size_t longest = 0;
    for (int i = 0; i < auth_entry_count(list); i++) {
        char number[NUMBER_LENGTH];
        const yaml_node_t *name =
            auth_document_value(w->document, auth_document_entry(w->document, list, i), "name");
        const bool named = name && name->type == YAML_SCALAR_NODE;
        snprintf(number, sizeof number, "%d", i + 1);
        if (named) hl_spelling_offer(&w->nearest, auth_node_text(name));
        if (is_better(w, named ? auth_node_text(name) : number, &longest))
            *found = &list->data.sequence.items.start[i];
    }
    return longest;
}

/* One word further. @return false: there is no such thing */
static bool step(walk *w)
{
    int *found = NULL;
    size_t length = 0;
    const yaml_node_t *node = auth_document_node(w->document, w->node);
    snprintf(w->word, sizeof w->word, "%.*s", (int)strcspn(w->rest, "."), w->rest);
    w->nearest = hl_spelling_begin(w->word);
    if (node->type == YAML_MAPPING_NODE) length = find_key(w, node, &found);
    if (node->type == YAML_SEQUENCE_NODE) length = find_item(w, node, &found);
    if (!found) return false;
    w->place = found;
    w->node = *found;
    w->rest += length + (w->rest[length] == '.');
    return true;
}

static void walk_down(walk *w)
{
    while (*w->rest && step(w)) continue;
}

/* ---- writing ---- */

/* A scalar at the place of the node that was reached. @return its id; 0: out of memory, or no UTF-8 */
static int add_scalar(const walk *w, const char *text)
{
    const yaml_node_t there = *auth_document_node(w->document, w->node); /* nodes move as others come */
    const int id = yaml_document_add_scalar(&w->document->yaml, NULL, (const yaml_char_t *)text, -1,
                                            YAML_PLAIN_SCALAR_STYLE);
    if (id == 0) return 0;
    yaml_node_t *made = auth_document_node(w->document, id);
    made->start_mark = there.start_mark;
    made->end_mark = there.end_mark;
    return id;
}

/* Whether it is right is for the schema to say. */
static bool add_key(const walk *w, int value)
{
    const int key = add_scalar(w, w->rest);
    return key != 0 && yaml_document_append_mapping_pair(&w->document->yaml, w->node, key, value);
}

static void complain_way(const walk *w, const char *path, hl_report *report)
{
    char word[WORD_LENGTH], whole[WORD_LENGTH], hint[HL_HINT_LENGTH];
    hl_report_add(
        report, auth_node_place(auth_document_node(w->document, w->node)),
        "there is no '%s' here, for which '%s' asks; a key, the name of an item or the number of an "
        "entry is expected%s",
        auth_quote(w->word, word, sizeof word), auth_quote(path, whole, sizeof whole),
        hl_did_you_mean(w->nearest.best, hint));
}

static void complain_value(const walk *w, const char *path, hl_report *report)
{
    char quoted[WORD_LENGTH];
    hl_report_add(report, auth_node_place(auth_document_node(w->document, w->node)),
                  "'%s' cannot be set: memory is exhausted, or the value is not in UTF-8, as is expected",
                  auth_quote(path, quoted, sizeof quoted));
}

void auth_parameter_set(auth_document *document, const char *path, const char *value, hl_report *report)
{
    walk w = {.document = document, .rest = path, .node = 1}; /* libyaml counts from 1 */
    walk_down(&w);
    const bool there = !*w.rest && w.place;
    const bool is_key =
        *w.rest && !strchr(w.rest, '.') && auth_document_node(document, w.node)->type == YAML_MAPPING_NODE;
    if (!there && !is_key) {
        complain_way(&w, path, report);
        return;
    }
    const int id = add_scalar(&w, value);
    if (id != 0 && there) *w.place = id;
    if (id == 0 || (is_key && !add_key(&w, id))) complain_value(&w, path, report);
}
