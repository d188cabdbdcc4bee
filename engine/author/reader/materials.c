/* Pairs of materials: those that are shipped, and the list `materials` of a file. */
#include "fields.h"
#include "materials_reader.h"

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
             OTHERWISE("that of the shipped pair"))

static const auth_field pair_fields[] = {
    WORD(auth_material_pair, a, "The one material"),
    WORD(auth_material_pair, b, "The other material"),
    COEFFICIENT(restitution, ANY, "Share of the approach speed with which they part", SPAN("0 to 1")),
    COEFFICIENT(kinetic, POSITIVE, "Friction coefficient when sliding"),
    COEFFICIENT(stiction, POSITIVE, "Friction coefficient when holding, not below `kinetic`"),
};
const auth_table auth_material_pair_table = AUTH_TABLE(
    auth_material_pair, pair_fields, .place = AUTH_AT(auth_material_pair, place), .check = check_pair);

static const auth_rule pair_rules[] = {
    AUTH_SCALAR(material_pair, restitution, NUMBER, NOT_NEGATIVE, -1.0),
    AUTH_SCALAR(material_pair, kinetic, NUMBER, POSITIVE, -1.0),
    AUTH_SCALAR(material_pair, stiction, NUMBER, POSITIVE, -1.0),
};

void auth_check_material(const auth_reader *reader, const yaml_node_t *item, double restitution,
                         double kinetic, double stiction)
{
    if (restitution >= 0.0) auth_check_range(reader, item, "restitution", restitution, 0.0, 1.0);
    if (kinetic < 0.0 || stiction < 0.0 || stiction >= kinetic) return;
    hl_report_add(reader->report, auth_key_place(reader, item, "stiction"),
                  "'stiction' is %g, below 'kinetic' (%g); at least that much is expected", stiction,
                  kinetic);
}

bool auth_read_materials(const auth_reader *reader, const yaml_node_t *root, const raw_material_pair *raw,
                         unsigned count, auth_materials *materials)
{
    const yaml_node_t *list = auth_document_value(reader->document, root, "materials");
    auth_material_pair *pairs = HL_NEW(reader->arena, auth_material_pair, count);
    if (pairs == NULL) return false;
    *materials = (auth_materials){.count = 0, .pairs = pairs};
    for (int i = 0; i < (int)count && reader->report->dropped == 0; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, list, i);
        auth_material_pair *pair = &pairs[i];
        *pair = (auth_material_pair){.a = auth_copy_text(reader, raw[i].a),
                                     .b = auth_copy_text(reader, raw[i].b),
                                     .place = auth_node_place(item)};
        if (pair->a == NULL || pair->b == NULL) return false;
        if (auth_apply_rules(reader, item, AUTH_RULES(pair_rules), false, &raw[i], pair))
            auth_check_material(reader, item, pair->restitution, pair->kinetic, pair->stiction);
        const auth_material_pair *before = auth_material_find(materials, pair->a, pair->b);
        if (before != NULL)
            hl_report_add(reader->report, pair->place,
                          "the pair of '%s' and '%s' is in line %d already; each pair once is expected",
                          pair->a, pair->b, before->place.line);
        materials->count++;
    }
    return true;
}
