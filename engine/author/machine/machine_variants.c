/* Variants of a machine file: their choices, the selection, and the overlay of selected choices. */

#include "machine_tables.h"
#include "reader/overlay.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

enum { QUOTE_LENGTH = 48, LIST_LENGTH = 240 };

typedef struct variants_reader {
    auth_reader file;
    auth_document *document; /* the one of `file` */
    yaml_node_t *root;
    const yaml_node_t *list; /* value of `variants` */
    auth_variants *of;
} variants_reader;

/* ---- reading ---- */

/* `VARIANT=CHOICE` is split at its first '='; a dot before it makes it a parameter. */
static bool check_name(auth_item *item, const char *name, const char *free_of)
{
    const char *bad = strpbrk(name, free_of);
    if (bad)
        COMPLAIN(item, "name",
                 "the name '%s' cannot be chosen on a command line; one without '%c' is expected", name,
                 *bad);
    return !bad;
}

static bool check_choice_name(auth_item *item, const auth_field *field)
{
    (void)field;
    return check_name(item, ((const struct auth_variant_choice *)item->out)->name, "=");
}

static bool check_variant_name(auth_item *item, const auth_field *field)
{
    (void)field;
    return check_name(item, ((const auth_variant *)item->out)->name, "=.");
}

static const auth_field choice_fields[] = {
    {AUTH_ROW_OF(NAME, "name", struct auth_variant_choice, name, char *), .names = true, AUTH_NAMED,
     .check = check_choice_name, AUTH_MEANING("Name of the choice")},
    TEXT(struct auth_variant_choice, meaning, AUTH_MEANING_LENGTH, "A sentence", .fallback = "",
         OTHERWISE("empty")),
    UNREAD(ANYTHING, "set",
           "The differing parts of sections of a machine file; not `headland`, `version`, `name` and "
           "`variants`",
           OTHERWISE("no changes")),
    UNREAD(ANYTHING, "add", "Items to add to sections of the machine file; values of the file stay",
           OTHERWISE("nothing")),
};
static const auth_table choices = AUTH_TABLE(struct auth_variant_choice, choice_fields,
                                             .place = AUTH_AT(struct auth_variant_choice, place));

static const auth_field variant_fields[] = {
    NAME(auth_variant, "Name of the variant, without `=` and `.`", .check = check_variant_name),
    TEXT(auth_variant, meaning, AUTH_MEANING_LENGTH, "A sentence", .fallback = "", OTHERWISE("empty")),
    LIST(auth_variant, choices, choice_count, choices, 1, AUTH_MAX_CHOICES,
         "List of 1 to 32; the first is the default"),
};
const auth_table auth_variant_table =
    AUTH_TABLE(auth_variant, variant_fields, .place = AUTH_AT(auth_variant, place));

static const auth_field file_fields[] = {AUTH_VARIANTS(auth_variants)};
static const auth_table file_table = AUTH_TABLE(auth_variants, file_fields, );

/* @return false: out of memory */
static bool read_variants(const variants_reader *v)
{
    auth_item file = {
        .reader = &v->file, .table = &file_table, .node = v->root, .key = "", .out = v->of, .index = -1};
    auth_fields_apply(&file);
    return !*v->file.starved;
}

/* ---- taking the key off ---- */

static yaml_node_pair_t *find_key(const variants_reader *v)
{
    yaml_node_pair_t *pair = v->root->data.mapping.pairs.start;
    for (; pair < v->root->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = auth_document_node(v->document, pair->key);
        if (key->type == YAML_SCALAR_NODE && strcmp(auth_node_text(key), "variants") == 0) return pair;
    }
    return NULL;
}

static void take_off(const variants_reader *v)
{
    yaml_node_pair_t *pair = find_key(v), *top = v->root->data.mapping.pairs.top;
    if (!pair) return;
    memmove(pair, pair + 1, (size_t)(top - pair - 1) * sizeof *pair);
    v->root->data.mapping.pairs.top--;
    pair = find_key(v);
    if (pair)
        hl_report_add(v->file.report, auth_node_place(auth_document_node(v->document, pair->key)),
                      "the key 'variants' is given twice; once is expected");
}

/* ---- choosing ---- */

/* Names that there are, and the nearest, for complaints about one that is not there. */
typedef struct known_names {
    hl_nearest nearest;
    char list[LIST_LENGTH];
} known_names;

static void offer(known_names *known, const char *name)
{
    const size_t used = strlen(known->list);
    hl_spelling_offer(&known->nearest, name);
    snprintf(known->list + used, sizeof known->list - used, "%s%s", used > 0 ? ", " : "", name);
}

static void complain_choice(const variants_reader *v, hl_place place, const char *what, const char *name,
                            const known_names *known)
{
    char quoted[QUOTE_LENGTH], hint[AUTH_NAME_LENGTH + 24] = "";
    if (known->nearest.best) snprintf(hint, sizeof hint, "did you mean '%s'? ", known->nearest.best);
    hl_report_add(v->file.report, place, "%s '%s'; %sexpected: %s", what,
                  auth_quote(name, quoted, sizeof quoted), hint, known->list);
}

static void complain_none(const variants_reader *v, const char *name)
{
    char quoted[QUOTE_LENGTH];
    hl_report_add(v->file.report, auth_node_place(v->list ? v->list : v->root),
                  "the machine has no variants: remove the choice '%s'",
                  auth_quote(name, quoted, sizeof quoted));
}

/* NULL after a complaint. */
static auth_variant *find_variant(const variants_reader *v, const char *name)
{
    known_names known = {.nearest = hl_spelling_begin(name)};
    for (int i = 0; i < v->of->variant_count; i++) {
        if (strcmp(v->of->variants[i].name, name) == 0) return &v->of->variants[i];
        offer(&known, v->of->variants[i].name);
    }
    if (v->of->variant_count == 0)
        complain_none(v, name);
    else
        complain_choice(v, auth_node_place(v->list), "the machine has no variant", name, &known);
    return NULL;
}

static void choose(const variants_reader *v, const auth_choice *asked)
{
    char what[AUTH_NAME_LENGTH + 40];
    auth_variant *variant = find_variant(v, asked->variant);
    if (!variant) return;
    known_names known = {.nearest = hl_spelling_begin(asked->choice)};
    for (int i = 0; i < variant->choice_count; i++) {
        if (strcmp(variant->choices[i].name, asked->choice) == 0) {
            variant->chosen = i;
            return;
        }
        offer(&known, variant->choices[i].name);
    }
    snprintf(what, sizeof what, "the variant '%s' has no choice", variant->name);
    complain_choice(v, variant->place, what, asked->choice, &known);
}

static void choose_all(const variants_reader *v)
{
    for (int i = 0; i < v->of->choice_count; i++)
        if (!auth_is_parameter(&v->of->choices[i])) choose(v, &v->of->choices[i]);
}

/* ---- the overlay ---- */

/* What says which file this is stays, and variants have none of their own. */
static bool may_set(const variants_reader *v, const yaml_node_t *set)
{
    static const char *const fixed[] = {"headland", "version", "name", "variants"};
    bool may = true;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (!auth_document_value(v->document, set, fixed[i])) continue;
        auth_refuse(&v->file, set, fixed[i], "cannot be set by a variant");
        may = false;
    }
    return may;
}

/* `set` or `add` of the choice of a variant; NULL: it has none. */
static const yaml_node_t *part_of(const variants_reader *v, int variant, const char *key)
{
    const auth_document *document = v->document;
    const yaml_node_t *item = auth_document_entry(document, v->list, variant),
                      *list = auth_document_value(document, item, "choices");
    return auth_document_value(document, auth_document_entry(document, list, v->of->variants[variant].chosen),
                               key);
}

static hl_status lay_over(const variants_reader *v)
{
    hl_status status = HL_OK;
    for (int i = 0; i < v->of->variant_count && status == HL_OK; i++) {
        const yaml_node_t *set = part_of(v, i, "set"), *add = part_of(v, i, "add");
        if (set && may_set(v, set))
            status = auth_overlay(v->document, v->root, set, "the file", v->file.arena, v->file.report);
        if (add && may_set(v, add) && status == HL_OK)
            status = auth_overlay_add(v->document, v->root, add, "the file", v->file.arena, v->file.report);
    }
    return status;
}

/* ---- parameters ---- */

bool auth_is_parameter(const auth_choice *choice)
{
    return strchr(choice->variant, '.') != NULL;
}

/* Somebody's word goes over the file's. */
static void set_parameters(const variants_reader *v)
{
    for (int i = 0; i < v->of->choice_count; i++) {
        const auth_choice *asked = &v->of->choices[i];
        if (auth_is_parameter(asked))
            auth_parameter_set(v->document, asked->variant, asked->choice, v->file.report);
    }
}

/* When variants are not what they should be, the rest of the file is still looked at as it stands. */
hl_status auth_variants_apply(void *of, auth_document *document, hl_arena *arena, hl_report *report)
{
    bool starved = false;
    struct auth_sorted_list *lists = NULL;
    variants_reader v = {.file = {.document = document,
                                  .arena = arena,
                                  .report = report,
                                  .lists = &lists,
                                  .starved = &starved},
                         .document = document,
                         .root = auth_document_root(document),
                         .of = of};
    if (v.root->type != YAML_MAPPING_NODE) return HL_OK;
    v.list = auth_document_value(document, v.root, "variants");
    if (v.list) auth_field_check(document, v.list, &file_fields[0], report);
    if (hl_report_clean(report) && !read_variants(&v)) return HL_OUT_OF_MEMORY;
    take_off(&v);
    if (!hl_report_clean(report)) {
        v.of->variant_count = 0;
        return HL_OK;
    }
    choose_all(&v);
    const hl_status status = lay_over(&v);
    if (status == HL_OK) set_parameters(&v);
    return status;
}
