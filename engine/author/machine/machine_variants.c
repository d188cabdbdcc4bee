/* Variants: what a machine file offers, what somebody chooses of it, and the overlay. */
#include "machine_variants.h"

#include "machine_raw.h"
#include "reader/overlay.h"
#include "reader/parameter.h"
#include "reader/reader.h"

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

static void take_off(variants_reader *v)
{
    yaml_node_pair_t *pair = find_key(v), *top = v->root->data.mapping.pairs.top;
    if (!pair) return;
    v->list = auth_document_node(v->document, pair->value);
    memmove(pair, pair + 1, (size_t)(top - pair - 1) * sizeof *pair);
    v->root->data.mapping.pairs.top--;
    pair = find_key(v);
    if (pair)
        hl_report_add(v->file.report, auth_node_place(auth_document_node(v->document, pair->key)),
                      "the key 'variants' is given twice; once is expected");
}

/* ---- reading ---- */

static const yaml_node_t *node_of(const variants_reader *v, int variant)
{
    return auth_document_entry(v->document, v->list, variant);
}

static const yaml_node_t *node_of_choice(const variants_reader *v, int variant, int choice)
{
    return auth_document_entry(v->document, auth_document_value(v->document, node_of(v, variant), "choices"),
                               choice);
}

static const char *copy_under(const variants_reader *v, const yaml_node_t *item, const char *key)
{
    const yaml_node_t *value = auth_document_value(v->document, item, key);
    return auth_copy_text(&v->file, value ? auth_node_text(value) : "");
}

/* `VARIANT=CHOICE` is taken apart at its first '=', and a dot before that makes a parameter of it.
 * @param free_of  characters that the name may not have */
static void check_name(const variants_reader *v, const yaml_node_t *item, const char *name,
                       const char *free_of)
{
    auth_check_name(&v->file, item, name);
    const char *bad = strpbrk(name, free_of);
    if (bad)
        hl_report_add(v->file.report, auth_key_place(&v->file, item, "name"),
                      "the name '%s' cannot be chosen on a command line; one without '%c' is expected", name,
                      *bad);
}

static void complain_taken(const variants_reader *v, const yaml_node_t *item, const char *name)
{
    hl_report_add(v->file.report, auth_key_place(&v->file, item, "name"),
                  "the name '%s' is taken in this list; another name is expected", name);
}

/* @return false: out of memory */
static bool read_choices(const variants_reader *v, int index)
{
    auth_variant *variant = &v->of->variants[index];
    const yaml_node_t *list = auth_document_value(v->document, node_of(v, index), "choices");
    variant->choice_count = auth_entry_count(list);
    variant->choices = hl_arena_take(v->file.arena, (size_t)variant->choice_count, sizeof *variant->choices);
    if (!variant->choices) return false;
    for (int i = 0; i < variant->choice_count; i++) {
        const yaml_node_t *item = auth_document_entry(v->document, list, i);
        struct auth_variant_choice *choice = &variant->choices[i];
        choice->name = copy_under(v, item, "name");
        choice->meaning = copy_under(v, item, "meaning");
        choice->place = auth_node_place(item);
        if (*v->file.starved) return false;
        check_name(v, item, choice->name, "=");
        for (int k = 0; k < i; k++)
            if (strcmp(variant->choices[k].name, choice->name) == 0) complain_taken(v, item, choice->name);
    }
    return true;
}

static bool read_variant(const variants_reader *v, int index)
{
    auth_variant *variant = &v->of->variants[index];
    const yaml_node_t *item = node_of(v, index);
    variant->name = copy_under(v, item, "name");
    variant->meaning = copy_under(v, item, "meaning");
    variant->place = auth_node_place(item);
    if (*v->file.starved) return false;
    check_name(v, item, variant->name, "=.");
    for (int k = 0; k < index; k++)
        if (strcmp(v->of->variants[k].name, variant->name) == 0) complain_taken(v, item, variant->name);
    return read_choices(v, index);
}

static bool read_variants(const variants_reader *v)
{
    const int count = auth_entry_count(v->list);
    v->of->variants = HL_NEW(v->file.arena, auth_variant, count);
    if (!v->of->variants) return false;
    for (int i = 0; i < count; i++)
        if (!read_variant(v, i)) return false;
    v->of->variant_count = count;
    return true;
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
    hl_report_add(v->file.report, place, "%s '%s', which is asked for; %sexpected: %s", what,
                  auth_quote(name, quoted, sizeof quoted), hint, known->list);
}

static void complain_none(const variants_reader *v, const char *name)
{
    char quoted[QUOTE_LENGTH];
    hl_report_add(v->file.report, auth_node_place(v->list ? v->list : v->root),
                  "the machine has no variants, but '%s' is asked for; none is expected",
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

static hl_status lay_over(const variants_reader *v)
{
    for (int i = 0; i < v->of->variant_count; i++) {
        const yaml_node_t *choice = node_of_choice(v, i, v->of->variants[i].chosen);
        const yaml_node_t *set = auth_document_value(v->document, choice, "set");
        if (!set || !may_set(v, set)) continue;
        const hl_status status =
            auth_overlay(v->document, v->root, set, "the file", v->file.arena, v->file.report);
        if (status != HL_OK) return status;
    }
    return HL_OK;
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
    variants_reader v = {
        .file = {.document = document, .arena = arena, .report = report, .starved = &starved},
        .document = document,
        .root = auth_document_root(document),
        .of = of};
    if (v.root->type != YAML_MAPPING_NODE) return HL_OK;
    take_off(&v);
    if (hl_report_clean(report) && v.list)
        auth_schema_check_part(document, v.list, &auth_variants_schema, "variants", report);
    if (!hl_report_clean(report)) return HL_OK;
    if (!read_variants(&v)) return HL_OUT_OF_MEMORY;
    choose_all(&v);
    const hl_status status = lay_over(&v);
    if (status == HL_OK) set_parameters(&v);
    return status;
}
