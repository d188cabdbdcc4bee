#include "parameter.h"

#include "reader.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

enum { QUOTE_LENGTH = 120, NUMBER_LENGTH = 12 };

/* On the way to a value. */
typedef struct walk {
    auth_document *document;
    const char *rest;        /* what is still to be gone */
    int node;                /* that has been reached */
    int *place;              /* where its parent has it; NULL for the root */
    char word[QUOTE_LENGTH]; /* that was looked for last */
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

/* Items go by their names, those without one by their numbers, which nobody misspells. */
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

static void complain_unknown(const walk *w, const char *path, hl_report *report)
{
    char word[QUOTE_LENGTH], whole[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    hl_report_add(
        report, auth_node_place(auth_document_node(w->document, w->node)),
        "there is no '%s' here, for which '%s' asks; a key, the name of an item or the number of an "
        "entry is expected%s",
        auth_quote(w->word, word, sizeof word), auth_quote(path, whole, sizeof whole),
        hl_did_you_mean(w->nearest.best, hint));
}

static void complain_value(const walk *w, const char *path, hl_report *report)
{
    char quoted[QUOTE_LENGTH];
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
        complain_unknown(&w, path, report);
        return;
    }
    const int id = add_scalar(&w, value);
    if (id != 0 && there) *w.place = id;
    if (id == 0 || (is_key && !add_key(&w, id))) complain_value(&w, path, report);
}
