/* Parts common to several kinds of file: pairs of materials (the supplied ones and the list `materials` of a
 * file), and conditions on signals, `{signal: NAME, above: X}` or `below`. */
#include "common.h"

#include "hl/report.h"

#include <string.h>

/* ---- shipped ---- */

/* Restitution: of buckets and frames, which bend, at some metres a second; well below that of small solid
 * balls of the same materials. Friction: handbook ranges of dry materials, worn and dirty. All: estimates. */
static const auth_material_pair shipped[] = {
    {.a = "steel", .b = "steel", .restitution = 0.10, .kinetic = 0.25, .stiction = 0.30},
    {.a = "steel", .b = "concrete", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "asphalt", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "stone", .restitution = 0.10, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "wood", .restitution = 0.10, .kinetic = 0.30, .stiction = 0.40},
    {.a = "steel", .b = "rubber", .restitution = 0.40, .kinetic = 0.50, .stiction = 0.60},
    {.a = "steel", .b = "firm gravel", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "firm earth", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "earth", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "loose sand", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "steel", .b = "sand", .restitution = 0.05, .kinetic = 0.35, .stiction = 0.40},
    {.a = "rubber", .b = "concrete", .restitution = 0.40, .kinetic = 0.65, .stiction = 0.80},
    {.a = "rubber", .b = "asphalt", .restitution = 0.40, .kinetic = 0.65, .stiction = 0.80},
    {.a = "wood", .b = "concrete", .restitution = 0.20, .kinetic = 0.40, .stiction = 0.50},
    {.a = "wood", .b = "wood", .restitution = 0.20, .kinetic = 0.30, .stiction = 0.45},
    {.a = "straw", .b = "straw", .restitution = 0.10, .kinetic = 0.50, .stiction = 0.60},
    {.a = "straw", .b = "steel", .restitution = 0.10, .kinetic = 0.30, .stiction = 0.35},
    {.a = "straw", .b = "asphalt", .restitution = 0.10, .kinetic = 0.50, .stiction = 0.60},
    {.a = "straw", .b = "earth", .restitution = 0.10, .kinetic = 0.50, .stiction = 0.60},
};
static const auth_materials shipped_list = {(int)(sizeof shipped / sizeof *shipped), shipped};

/* Of materials that make no shipped pair. */
static const auth_material_pair any = {.restitution = 0.10, .kinetic = 0.35, .stiction = 0.40};

/* ---- looking up ---- */

bool auth_material_known(const auth_materials *list, const char *name)
{
    if (list == NULL) list = &shipped_list;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->pairs[i].a, name) == 0 || strcmp(list->pairs[i].b, name) == 0) return true;
    return false;
}

static bool is_between(const auth_material_pair *pair, const char *a, const char *b)
{
    return (strcmp(pair->a, a) == 0 && strcmp(pair->b, b) == 0) ||
           (strcmp(pair->a, b) == 0 && strcmp(pair->b, a) == 0);
}

const auth_material_pair *auth_material_find(const auth_materials *list, const char *a, const char *b)
{
    if (list == NULL) list = &shipped_list;
    for (int i = 0; i < list->count; i++)
        if (is_between(&list->pairs[i], a, b)) return &list->pairs[i];
    return NULL;
}

static void fill_in(auth_material_pair *pair, const auth_material_pair *from)
{
    if (from == NULL) return;
    if (pair->restitution < 0.0) pair->restitution = from->restitution;
    if (pair->kinetic < 0.0) pair->kinetic = from->kinetic;
    if (pair->stiction < 0.0) pair->stiction = from->stiction;
}

/* No supplied pair gives it. */
static double rolling_between(const auth_materials *scenario, const auth_materials *machine, const char *a,
                              const char *b)
{
    const auth_material_pair *first = scenario != NULL ? auth_material_find(scenario, a, b) : NULL,
                             *second = machine != NULL ? auth_material_find(machine, a, b) : NULL;
    if (first != NULL && first->rolling >= 0.0) return first->rolling;
    return second != NULL ? second->rolling : -1.0;
}

auth_material_pair auth_material_between(const auth_materials *scenario, const auth_materials *machine,
                                         const auth_material_pair *fallback, const char *a, const char *b)
{
    auth_material_pair pair = {.a = a, .b = b, .restitution = -1.0, .kinetic = -1.0, .stiction = -1.0};
    if (scenario != NULL) fill_in(&pair, auth_material_find(scenario, a, b));
    if (machine != NULL) fill_in(&pair, auth_material_find(machine, a, b));
    fill_in(&pair, fallback);
    fill_in(&pair, auth_material_find(NULL, a, b));
    fill_in(&pair, &any);
    if (pair.stiction < pair.kinetic) pair.stiction = pair.kinetic; /* of two sources */
    pair.rolling = rolling_between(scenario, machine, a, b);
    return pair;
}

/* ---- reading ---- */

static void check_pair(auth_item *item)
{
    const auth_material_pair *pair = item->out;
    const auth_materials before = {.count = item->index, .pairs = pair - item->index};
    const auth_material_pair *same = auth_material_find(&before, pair->a, pair->b);
    auth_check_material(item->reader, item->node, -1.0, pair->kinetic, pair->stiction);
    if (same)
        hl_report_add(item->reader->report, pair->place,
                      "the pair of '%s' and '%s' is in line %d already; each pair once is expected", pair->a,
                      pair->b, same->place.line);
}

#define COEFFICIENT(key, range, ...)                                                                         \
    QUANTITY(auth_material_pair, key, NUMBER, range, __VA_ARGS__, .absent = -1.0,                            \
             OTHERWISE("that of `contact`, else of the supplied pair"))

static const auth_field pair_fields[] = {
    WORD(auth_material_pair, a, "Name of a material"),
    WORD(auth_material_pair, b, "Name of the other material, in either order"),
    COEFFICIENT(restitution, ANY, "Share of the approach speed after the impact", SPAN("0 to 1")),
    COEFFICIENT(kinetic, POSITIVE, "Friction coefficient of sliding"),
    COEFFICIENT(stiction, POSITIVE, "Friction coefficient of sticking, not below `kinetic`"),
    QUANTITY(auth_material_pair, rolling, NUMBER, ANY, "Rolling resistance of round objects over their load",
             SPAN("0 to 1"), .absent = -1.0, OTHERWISE("the larger one of both materials")),
};
const auth_table auth_material_pair_table = AUTH_TABLE(
    auth_material_pair, pair_fields, .place = AUTH_AT(auth_material_pair, place), .check = check_pair);

void auth_check_material(const auth_reader *reader, const yaml_node_t *item, double restitution,
                         double kinetic, double stiction)
{
    if (restitution >= 0.0) auth_check_range(reader, item, "restitution", restitution, 0.0, 1.0);
    if (kinetic < 0.0 || stiction < 0.0 || stiction >= kinetic) return;
    hl_report_add(reader->report, auth_key_place(reader, item, "stiction"),
                  "'stiction' is %g, below 'kinetic' (%g); at least that much is expected", stiction,
                  kinetic);
}

/* ---- conditions ---- */

static bool begin_condition(auth_item *item)
{
    const bool above = auth_item_has(item, "above");
    if (above != auth_item_has(item, "below")) return true;
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "'%s' with %s of 'above' and 'below'; one of them is expected", item->key,
                  above ? "both" : "none");
    return false;
}

static bool read_bound(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_condition *condition = item->out;
    if (!value) return true;
    condition->above = strcmp(field->key, "above") == 0;
    condition->value_place = auth_node_place(value);
    return auth_read_any(item->reader, condition->value_place, field->key, auth_node_text(value),
                         &condition->value, &condition->dimension, &condition->with_unit);
}

static const auth_field condition_fields[] = {
    WORD(auth_condition, signal, "Name of a signal", PLACE(auth_condition, place)),
    READ(QUANTITY, "above", read_bound, "The condition holds while the signal is above this value", OPTIONAL),
    READ(QUANTITY, "below", read_bound, "The condition holds while the signal is below this value", OPTIONAL),
};
const auth_table auth_condition_table =
    AUTH_TABLE(auth_condition, condition_fields, .begin = begin_condition);

void auth_report_unknown_signal(hl_report *report, hl_place place, const char *name, const char *nearest)
{
    char quoted[48], hint[HL_HINT_LENGTH];
    hl_report_add(report, place,
                  "unknown signal '%s'; one of the machine is expected (`headland signals` lists them)%s",
                  auth_quote(name, quoted, sizeof quoted), hl_did_you_mean(nearest, hint));
}
