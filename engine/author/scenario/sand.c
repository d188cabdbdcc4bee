/* The `sand` of a scenario: field, soils, piles and patches; and the files of its soils. */
#include "scenario_reader.h"

#include <math.h>
#include <string.h>

/* ---- soils ---- */

/* "../soils/dry-sand.yaml" -> "dry-sand". */
static const char *name_of_file(const auth_reader *reader, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *ending = strrchr(base, '.');
    const size_t length = ending && ending > base ? (size_t)(ending - base) : strlen(base);
    const char *name = hl_arena_string(reader->arena, base, length);
    *reader->starved |= name == NULL;
    return name;
}

static void read_soil_file(const auth_reader *reader, const yaml_node_t *item, const raw_soil_file *raw,
                           auth_soil_file *soil)
{
    soil->place = auth_key_place(reader, item, "file");
    soil->path = auth_resolve_path(reader, raw->file);
    soil->name = raw->name ? auth_copy_text(reader, raw->name) : name_of_file(reader, raw->file);
    if (!soil->path || !soil->name) return;
    if (*soil->name)
        auth_check_name(reader, item, soil->name);
    else
        hl_report_add(reader->report, soil->place, "'file' names a folder; a soil file is expected");
}

/* Soils before this one have been read. */
static void check_soil_name(const auth_reader *reader, const yaml_node_t *item, const auth_sand *sand,
                            int index)
{
    for (int i = 0; i < index; i++) {
        if (strcmp(sand->soils[i].name, sand->soils[index].name) != 0) continue;
        const char *key = auth_given(reader, item, "name") ? "name" : "file";
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "the name '%s' is taken in this list; another name is expected",
                      sand->soils[index].name);
        return;
    }
}

static bool read_soil_list(const auth_reader *reader, const yaml_node_t *sand_item, const raw_sand *raw,
                           auth_sand *sand, auth_names *names)
{
    const char *list[AUTH_MAX_SOILS];
    const yaml_node_t *node = auth_document_value(reader->document, sand_item, "soils");
    sand->soil_count = (int)raw->soils_count;
    for (int i = 0; i < sand->soil_count; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, node, i);
        read_soil_file(reader, item, &raw->soils[i], &sand->soils[i]);
        if (*reader->starved) return false;
        check_soil_name(reader, item, sand, i);
        list[i] = sand->soils[i].name;
    }
    return auth_names_sort(names, list, sand->soil_count, reader->arena);
}

/* Index of a soil by its name, the first when it has none. */
static int soil_reference(const auth_reader *reader, const yaml_node_t *item, const char *name,
                          const auth_names *names)
{
    return name ? auth_name_reference(reader, item, "soil", name, names, "soil", "file") : 0;
}

/* ---- the field ---- */

static const auth_rule sand_rules[] = {
    AUTH_ROW_TO(sand, sand, from, from, 2, LENGTH),
    AUTH_ROW_TO(sand, sand, to, to, 2, LENGTH),
    AUTH_SCALAR(sand, cell, LENGTH, POSITIVE, 0.05),
    AUTH_SCALAR(sand, depth, LENGTH, POSITIVE, 1.0),
    AUTH_SCALAR(sand, loose_depth, LENGTH, NOT_NEGATIVE, 0.2),
    AUTH_SCALAR(sand, particle_radius, LENGTH, POSITIVE, 0.0),
};

/* @return false after a complaint */
static bool check_cells(const auth_reader *reader, const yaml_node_t *item, const auth_sand *sand)
{
    static const double fewest = 8.0;    /* along an edge: less is no field */
    static const double most = 1 << 26;  /* altogether: some hundred megabytes */
    static const double rounding = 1e-9; /* of a cell: 64 m by 0.05 m are 1280 cells, not 1281 */
    const hl_place place = auth_key_place(reader, item, auth_given(reader, item, "cell") ? "cell" : "to");
    const double columns = ceil((sand->to[0] - sand->from[0]) / sand->cell - rounding);
    const double rows = ceil((sand->to[1] - sand->from[1]) / sand->cell - rounding);
    if (columns < fewest || rows < fewest)
        hl_report_add(reader->report, place,
                      "the field has %g x %g cells; at least %g x %g are expected: a smaller 'cell' or a "
                      "larger field",
                      columns, rows, fewest, fewest);
    else if (columns * rows > most)
        hl_report_add(reader->report, place,
                      "the field has %g x %g cells, %.0f million; at most 67 million (2^26) are expected: a "
                      "larger 'cell' or a smaller field",
                      columns, rows, columns * rows / 1e6);
    else
        return true;
    return false;
}

static void check_depths(const auth_reader *reader, const yaml_node_t *item, const raw_sand *raw,
                         auth_sand *sand)
{
    if (raw->depth)
        auth_check_span(reader, item, "depth", raw->depth, sand->depth, 0.02, 10.0, "20 mm to 10 m");
    if (!raw->loose_depth) {
        sand->loose_depth = fmin(sand->loose_depth, sand->depth);
    } else if (sand->loose_depth > sand->depth) {
        hl_report_add(reader->report, auth_key_place(reader, item, "loose_depth"),
                      "'loose_depth' is %g m, more than 'depth' (%g m); at most that much is expected",
                      sand->loose_depth, sand->depth);
    }
}

/* Half a cell where the file is silent. */
static void check_particles(const auth_reader *reader, const yaml_node_t *item, const raw_sand *raw,
                            auth_sand *sand)
{
    enum { PARTICLES = 10000, MOST_PARTICLES = 100000, MOST_TILES = 65536 /* of 32 x 32: 2^26 cells */ };
    static const double smallest = 0.5, largest = 5.0; /* radius in cells */
    sand->particles = auth_given(reader, item, "particles") ? (int)raw->particles : PARTICLES;
    auth_check_range(reader, item, "particles", sand->particles, 1, MOST_PARTICLES);
    sand->tiles = (int)raw->tiles;
    auth_check_range(reader, item, "tiles", sand->tiles, 0, MOST_TILES);
    if (!raw->particle_radius) {
        sand->particle_radius = smallest * sand->cell;
        return;
    }
    const double cells = sand->particle_radius / sand->cell, rounding = 1e-9;
    if (cells < smallest - rounding || cells > largest + rounding)
        hl_report_add(reader->report, auth_key_place(reader, item, "particle_radius"),
                      "'particle_radius' is %g m with cells of %g m; %g to %g m, half a cell to five cells, "
                      "is expected",
                      sand->particle_radius, sand->cell, smallest * sand->cell, largest * sand->cell);
}

/* @return false after a complaint: piles and patches then have no field to be compared with */
static bool read_field(const auth_reader *reader, const yaml_node_t *item, const raw_sand *raw,
                       auth_sand *sand)
{
    if (!auth_apply_rules(reader, item, AUTH_RULES(sand_rules), false, raw, sand)) return false;
    check_depths(reader, item, raw, sand);
    const bool ordered = auth_check_corners(reader, item, sand->from, sand->to);
    if (raw->cell &&
        !auth_check_span(reader, item, "cell", raw->cell, sand->cell, 0.02, 0.25, "20 mm to 0.25 m"))
        return false;
    check_particles(reader, item, raw, sand);
    return ordered && check_cells(reader, item, sand);
}

/* ---- piles and patches ---- */

static const auth_rule pile_rules[] = {
    AUTH_RULE(pile, at, 2, LENGTH, LENGTH, ANY, 0.0),
    AUTH_SCALAR(pile, height, LENGTH, POSITIVE, 0.0),
};

static void read_pile(const auth_reader *reader, const yaml_node_t *item, const raw_pile *raw,
                      const auth_sand *sand, const auth_names *names, auth_pile *pile)
{
    pile->place = auth_node_place(item);
    pile->soil = soil_reference(reader, item, raw->soil, names);
    if (!auth_apply_rules(reader, item, AUTH_RULES(pile_rules), false, raw, pile)) return;
    auth_check_span(reader, item, "height", raw->height, pile->height, 0.0, 20.0, "up to 20 m");
    for (int i = 0; i < 2; i++) {
        if (pile->at[i] >= sand->from[i] && pile->at[i] <= sand->to[i]) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, "at"),
                      "the pile stands outside the field; a place within 'from' and 'to' is expected");
        return;
    }
}

static const auth_rule patch_rules[] = {
    AUTH_ROW_TO(soil_patch, soil_patch, from, low, 2, LENGTH),
    AUTH_ROW_TO(soil_patch, soil_patch, to, high, 2, LENGTH),
};

static void read_patch(const auth_reader *reader, const yaml_node_t *item, const raw_soil_patch *raw,
                       const auth_sand *sand, const auth_names *names, auth_soil_patch *patch)
{
    patch->place = auth_node_place(item);
    patch->soil = soil_reference(reader, item, raw->soil, names);
    if (!auth_apply_rules(reader, item, AUTH_RULES(patch_rules), false, raw, patch) ||
        !auth_check_corners(reader, item, patch->low, patch->high))
        return;
    for (int i = 0; i < 2; i++) {
        if (patch->low[i] < sand->to[i] && patch->high[i] > sand->from[i]) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, "from"),
                      "the patch lies outside the field; one that the field has a share of is expected");
        return;
    }
}

static void read_piles_and_patches(const auth_reader *reader, const yaml_node_t *item, const raw_sand *raw,
                                   auth_sand *sand, const auth_names *names)
{
    const auth_document *document = reader->document;
    const yaml_node_t *piles = auth_document_value(document, item, "piles");
    const yaml_node_t *patches = auth_document_value(document, item, "patches");
    sand->pile_count = (int)raw->piles_count;
    sand->patch_count = (int)raw->patches_count;
    sand->piles = HL_NEW(reader->arena, auth_pile, raw->piles_count);
    sand->patches = HL_NEW(reader->arena, auth_soil_patch, raw->patches_count);
    if (!sand->piles || !sand->patches) {
        *reader->starved = true;
        return;
    }
    for (int i = 0; i < sand->pile_count && reader->report->dropped == 0; i++)
        read_pile(reader, auth_document_entry(document, piles, i), &raw->piles[i], sand, names,
                  &sand->piles[i]);
    for (int i = 0; i < sand->patch_count && reader->report->dropped == 0; i++)
        read_patch(reader, auth_document_entry(document, patches, i), &raw->patches[i], sand, names,
                   &sand->patches[i]);
}

/* ---- the whole ---- */

void auth_read_sand(const auth_reader *reader, const yaml_node_t *root, const raw_sand *raw, auth_sand *sand)
{
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(reader->document, root, "sand");
    auth_names names;
    sand->present = true;
    sand->place = auth_node_place(item);
    if (!read_soil_list(reader, item, raw, sand, &names)) {
        *reader->starved = true;
        return;
    }
    if (read_field(reader, item, raw, sand)) read_piles_and_patches(reader, item, raw, sand, &names);
}

/* ---- the soils' files ---- */

/* A file that cannot be read is the scenario's mistake. */
static hl_status read_soil_of(auth_soil_file *soil, hl_arena *arena, hl_report *report)
{
    char scenario[HL_FILE_LENGTH];
    memcpy(scenario, report->file, sizeof scenario);
    const hl_status status = auth_soil_read(soil->path, arena, &soil->soil, report);
    if (status != HL_IO_ERROR) {
        if (status == HL_OK) hl_report_begin(report, scenario);
        return status;
    }
    char why[HL_MESSAGE_LENGTH];
    memcpy(why, report->list[0].text, sizeof why);
    hl_report_begin(report, scenario);
    hl_report_add(report, soil->place, "'file': %s: %s", soil->path, why);
    return HL_BAD_INPUT;
}

hl_status auth_scenario_read_soils(auth_scenario *scenario, hl_arena *arena, hl_report *report)
{
    for (int i = 0; i < scenario->sand.soil_count; i++) {
        auth_soil_file *soil = &scenario->sand.soils[i];
        if (soil->soil) continue;
        const hl_status status = read_soil_of(soil, arena, report);
        if (status != HL_OK) return status;
    }
    return HL_OK;
}
