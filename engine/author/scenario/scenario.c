/* Scenario files: machine, ground, start, objects, zones, goal; sand is read in sand.c, weather and scenery
 * in scenario_picture.c, what makes an exercise in training.c. */
#include "reader/angles.h"
#include "reader/format.h"
#include "scenario_reader.h"

/* ---- what the parts share ---- */

bool auth_check_corners(const auth_reader *reader, const yaml_node_t *item, const double from[2],
                        const double to[2])
{
    static const char axes[] = "xy";
    bool good = true;
    for (int i = 0; i < 2; i++) {
        if (to[i] > from[i]) continue;
        hl_report_add(reader->report, auth_entry_place(reader, item, "to", i),
                      "'to' is %g m along %c, not beyond 'from' (%g m); the corner with the larger "
                      "coordinates is expected",
                      to[i], axes[i], from[i]);
        good = false;
    }
    return good;
}

/* ---- ground ---- */

/* Which keys a kind of ground takes, and which of them it cannot do without. */
static const struct ground_key {
    const char *key;
    auth_ground_kind kind;
    bool required;
} ground_keys[] = {
    {"slope", AUTH_GROUND_PLANE, false},       {"direction", AUTH_GROUND_PLANE, false},
    {"amplitude", AUTH_GROUND_WAVES, true},    {"wavelength", AUTH_GROUND_WAVES, true},
    {"octaves", AUTH_GROUND_WAVES, false},     {"seed", AUTH_GROUND_WAVES, false},
    {"flat_radius", AUTH_GROUND_WAVES, false}, {"origin", AUTH_GROUND_GRID, false},
    {"spacing", AUTH_GROUND_GRID, true},       {"heights", AUTH_GROUND_GRID, true},
};

static void check_ground_keys(const auth_reader *reader, const yaml_node_t *item, auth_ground_kind kind)
{
    const char *word = auth_ground_kind_word((int)kind);
    for (size_t i = 0; i < sizeof ground_keys / sizeof *ground_keys; i++) {
        const struct ground_key *k = &ground_keys[i];
        const bool given = auth_given(reader, item, k->key);
        if (k->kind != kind && given)
            hl_report_add(reader->report, auth_key_place(reader, item, k->key),
                          "a ground of kind '%s' has no '%s'; the key is expected to be left out", word,
                          k->key);
        if (k->kind == kind && k->required && !given)
            hl_report_add(reader->report, auth_node_place(item),
                          "a ground of kind '%s' without '%s'; the key is expected", word, k->key);
    }
}

static const auth_rule ground_rules[] = {
    AUTH_SCALAR(ground, slope, ANGLE, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(ground, direction, ANGLE, TURN, 0.0),
    AUTH_SCALAR(ground, amplitude, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(ground, wavelength, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(ground, flat_radius, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_RULE(ground, origin, 2, LENGTH, LENGTH, ANY, 0.0),
    AUTH_SCALAR(ground, spacing, LENGTH, POSITIVE, 0.0),
};

/* All rows are as long as the first. */
static bool grid_shape(const auth_reader *reader, const yaml_node_t *item, auth_ground *ground)
{
    const yaml_node_t *table = auth_document_value(reader->document, item, "heights");
    ground->rows = auth_entry_count(table);
    ground->columns = auth_entry_count(auth_document_entry(reader->document, table, 0));
    for (int i = 0; i < ground->rows; i++) {
        const int entries = auth_entry_count(auth_document_entry(reader->document, table, i));
        if (entries == ground->columns) continue;
        hl_report_add(reader->report, auth_entry_place(reader, item, "heights", i),
                      "'heights': a row of %d; as many as in the first row, %d, are expected", entries,
                      ground->columns);
        return false;
    }
    if (ground->rows >= 2 && ground->columns >= 2) return true;
    hl_report_add(reader->report, auth_key_place(reader, item, "heights"),
                  "'heights' has %d rows of %d; at least 2 of 2 are expected", ground->rows, ground->columns);
    return false;
}

static void read_heights(const auth_reader *reader, const yaml_node_t *item, const raw_ground *raw,
                         auth_ground *ground)
{
    if (!raw->heights || !grid_shape(reader, item, ground)) return;
    ground->heights = HL_NEW(reader->arena, double, raw->heights_count);
    *reader->starved |= ground->heights == NULL;
    for (int i = 0; i < ground->rows && ground->heights; i++)
        for (int k = 0; k < ground->columns && reader->report->dropped == 0; k++) {
            const int at = i * ground->columns + k;
            auth_read_cell(reader, item, "heights", i, k, raw->heights[at], AUTH_KIND_LENGTH, AUTH_ANY,
                           &ground->heights[at]);
        }
}

/* Sand is its own surface. */
static void read_surface(const auth_reader *reader, const yaml_node_t *item, const raw_ground *raw, bool sand,
                         auth_ground *ground)
{
    ground->surface_place = auth_key_place(reader, item, "surface");
    if (raw->surface) {
        ground->surface = auth_copy_text(reader, raw->surface);
    } else if (!sand) {
        hl_report_add(reader->report, auth_node_place(item),
                      "a ground without 'surface' and without sand on it; the kind of surface, as the "
                      "machine's tires name it, is expected");
    }
}

static void read_ground(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *scenario,
                        auth_ground *ground)
{
    const raw_ground *raw = scenario->ground;
    enum { OCTAVES = 3, MAX_OCTAVES = 6 /* TERR_MAX_OCTAVES of terr/ground.h */, SEED = 1 };
    static const double steepest = 60.0 * AUTH_DEGREE; /* beyond it nothing stands */
    const yaml_node_t *item = auth_document_value(reader->document, root, "ground");
    ground->place = auth_node_place(item);
    ground->kind = (auth_ground_kind)raw->kind;
    read_surface(reader, item, raw, scenario->sand != NULL, ground);
    check_ground_keys(reader, item, ground->kind);
    if (auth_apply_rules(reader, item, AUTH_RULES(ground_rules), false, raw, ground))
        auth_check_span(reader, item, "slope", raw->slope, ground->slope, 0.0, steepest, "0 to 60 deg");
    ground->octaves = auth_given(reader, item, "octaves") ? (int)raw->octaves : OCTAVES;
    auth_check_range(reader, item, "octaves", ground->octaves, 1, MAX_OCTAVES);
    ground->seed = auth_given(reader, item, "seed") ? (int)raw->seed : SEED;
    if (ground->kind == AUTH_GROUND_GRID) read_heights(reader, item, raw, ground);
}

/* Sand covers the ground; a surface that is called like a material is of it. */
static void read_ground_material(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *raw,
                                 auth_scenario *scenario)
{
    const yaml_node_t *item = auth_document_value(reader->document, root, "ground");
    const char *surface = raw->ground->surface, *material = AUTH_GROUND_MATERIAL;
    if (raw->sand) material = AUTH_SAND_MATERIAL;
    if (surface && (auth_material_known(NULL, surface) || auth_material_known(&scenario->materials, surface)))
        material = surface;
    if (raw->ground->material) material = raw->ground->material;
    scenario->ground.material = auth_copy_text(reader, material);
    scenario->ground.material_place = auth_key_place(reader, item, "material");
}

/* ---- start ---- */

static const auth_rule start_rules[] = {
    AUTH_RULE(start, at, 2, LENGTH, LENGTH, ANY, 0.0),
    AUTH_SCALAR(start, heading, ANGLE, TURN, 0.0),
    AUTH_SCALAR(start, drop, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(start, fuel, NUMBER, POSITIVE, 0.0),
};

static void read_start(const auth_reader *reader, const yaml_node_t *root, const raw_start *raw,
                       auth_start *start)
{
    *start = (auth_start){.place = auth_key_place(reader, root, "start"), .settled = true, .engine = true};
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(reader->document, root, "start");
    if (auth_apply_rules(reader, item, AUTH_RULES(start_rules), false, raw, start))
        auth_check_range(reader, item, "fuel", start->fuel, 0.0, 1.0);
    start->settled = auth_given(reader, item, "settled") ? raw->settled : start->drop == 0.0;
    if (auth_given(reader, item, "engine")) start->engine = raw->engine;
    if (start->settled && start->drop > 0.0)
        hl_report_add(
            reader->report, auth_key_place(reader, item, "settled"),
            "'settled' beside a 'drop': what has come to rest does not fall; one of both is expected");
}

/* ---- objects ---- */

static const auth_list object_list = AUTH_LIST(scenario, scenario, objects, object);
AUTH_BEGINS_ALIKE(object);

static const auth_rule object_rules[] = {
    AUTH_VECTOR(object, at, LENGTH, ANY),
    AUTH_VECTOR(object, turn, ANGLE, ANY),
    AUTH_VECTOR(object, size, LENGTH, POSITIVE),
};

static void read_object(const auth_reader *reader, const yaml_node_t *item, const raw_object *raw,
                        auth_object *object)
{
    object->absolute = raw->absolute;
    object->model = raw->model ? auth_copy_text(reader, raw->model) : NULL;
    object->model_place = auth_key_place(reader, item, "model");
    object->material = auth_copy_text(reader, raw->material ? raw->material : AUTH_OBJECT_MATERIAL);
    object->material_place = auth_key_place(reader, item, "material");
    auth_apply_rules(reader, item, AUTH_RULES(object_rules), false, raw, object);
}

static bool read_objects(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *raw,
                         auth_scenario *scenario)
{
    auth_names names;
    auth_items items;
    if (!auth_begin_list(reader, root, &object_list, raw, scenario, &names, &items)) return false;
    for (int i = 0; i < items.count && reader->report->dropped == 0; i++) {
        read_object(reader, auth_document_entry(reader->document, items.node, i), &raw->objects[i],
                    &scenario->objects[i]);
    }
    return true;
}

/* ---- zones ---- */

static const auth_list zone_list = AUTH_LIST(scenario, scenario, zones, zone);
AUTH_BEGINS_ALIKE(zone);

static const auth_rule zone_rules[] = {
    AUTH_VECTOR(zone, at, LENGTH, ANY),
    AUTH_VECTOR(zone, size, LENGTH, POSITIVE),
};

static void check_zone(const auth_reader *reader, const yaml_node_t *item, const auth_scenario *scenario,
                       int zone)
{
    const auth_zone *z = &scenario->zones[zone];
    const auth_sand *sand = &scenario->sand;
    for (int i = 0; i < 2 && sand->present; i++) {
        const double half = 0.5 * z->size[i];
        if (z->at[i] - half < sand->to[i] && z->at[i] + half > sand->from[i]) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, "at"),
                      "the zone lies outside the field of sand; one that has a share of it is expected");
        return;
    }
}

static bool read_zones(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *raw,
                       auth_scenario *scenario)
{
    auth_names names;
    auth_items items;
    if (!auth_begin_list(reader, root, &zone_list, raw, scenario, &names, &items)) return false;
    auth_check_signals(reader, &zone_list, &items, "zone");
    for (int i = 0; i < items.count && reader->report->dropped == 0; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, items.node, i);
        if (auth_apply_rules(reader, item, AUTH_RULES(zone_rules), false, &raw->zones[i],
                             &scenario->zones[i]))
            check_zone(reader, item, scenario, i);
    }
    return true;
}

/* ---- the whole ---- */

static const auth_rule scenario_rules[] = {
    AUTH_SCALAR(scenario, seconds, TIME, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(scenario, step, TIME, POSITIVE, 0.0),
};

static hl_status read_scenario(auth_reader *reader, const void *raw, void **out)
{
    const raw_scenario *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_scenario *scenario = HL_NEW(reader->arena, auth_scenario, 1);
    if (!scenario || !auth_read_head(reader, &from->head, &scenario->name, &scenario->description))
        return HL_OUT_OF_MEMORY;
    scenario->machine = auth_resolve_path(reader, from->machine);
    scenario->machine_place = auth_key_place(reader, root, "machine");
    scenario->operator_script = auth_resolve_path(reader, from->operator_script);
    scenario->operator_place = auth_key_place(reader, root, "operator");
    auth_apply_rules(reader, root, AUTH_RULES(scenario_rules), false, raw, scenario);
    auth_check_driven_step(reader, root, from->step, scenario->step);
    if (!auth_read_materials(reader, root, from->materials, from->materials_count, &scenario->materials))
        return HL_OUT_OF_MEMORY;
    read_ground(reader, root, from, &scenario->ground);
    read_ground_material(reader, root, from, scenario);
    auth_read_sand(reader, root, from->sand, &scenario->sand);
    read_start(reader, root, from->start, &scenario->start);
    auth_read_weather(reader, root, from->weather, &scenario->weather);
    auth_read_scenery(reader, root, from, scenario);
    auth_read_condition(reader, root, "goal", from->goal, &scenario->goal);
    if (!read_objects(reader, root, from, scenario) || !read_zones(reader, root, from, scenario) ||
        !auth_read_training(reader, root, &from->training, scenario) || *reader->starved)
        return HL_OUT_OF_MEMORY;
    *out = scenario;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- what it is ---- */

bool auth_scenario_is_exercise(const auth_scenario *scenario)
{
    return scenario != NULL && (scenario->training.task_count > 0 || scenario->training.component_count > 0);
}

/* ---- entry ---- */

static const auth_format format = {
    .kind = AUTH_FILE_SCENARIO, .schema = &auth_scenario_schema, .read = read_scenario};

AUTH_FORMAT_ENTRY(scenario, scenario)
