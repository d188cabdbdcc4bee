/* Soil files; and the `sand` of a scenario: field, soils, piles and patches. */
#include "reader/format.h"
#include "scenario_reader.h"

#include "auth/soil.h"
#include "hl/real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- files of soils ---- */

/* Beyond the spans a number is a slip of the pen or of the unit, or the laws that use it no longer mean
 * anything: densities from pumice to loose ore; a cohesion beyond 500 kPa is soft rock; moduli from deep snow
 * to concrete. Defaults: eta of 000 publication V; void ratio 2/3 and restitution of grains, class-typical
 * estimates. */
static const auth_field soil_fields[] = {
    HEAD(auth_soil, "soil"),
    QUANTITY(auth_soil, loose_density, DENSITY, ANY, "Dug or poured", SPAN("500 to 4000 kg/m3")),
    QUANTITY(auth_soil, bank_density, DENSITY, ANY, "Undisturbed or compacted, not below the loose one",
             SPAN("500 to 4000 kg/m3")),
    QUANTITY(auth_soil, repose, ANGLE, ANY, "Angle of repose of loose soil", SPAN("1 to 60 deg")),
    QUANTITY(auth_soil, friction_angle, ANGLE, ANY, "φ, inside bank soil", SPAN("0 to 60 deg")),
    QUANTITY(auth_soil, cohesion, PRESSURE, ANY, "c, of bank soil; loose soil has none", SPAN("0 to 500 kPa"),
             DEFAULT("0")),
    QUANTITY(auth_soil, steel_friction, ANGLE, ANY, "δ, angle of friction of soil on steel, at most φ",
             SPAN("0 to 60 deg")),
    QUANTITY(auth_soil, adhesion, PRESSURE, ANY, "Adhesion of soil to steel, at most c", SPAN("0 to 500 kPa"),
             DEFAULT("0")),
    QUANTITY(auth_soil, bekker_cohesive, BEKKER_MODULUS, ANY, "Bekker's k_c, a bare number in N/m^(n+1)",
             SPAN("0 to 1e9"), DEFAULT("0")),
    QUANTITY(auth_soil, bekker_frictional, BEKKER_MODULUS, ANY, "Bekker's k_φ, a bare number in N/m^(n+2)",
             SPAN("1e3 to 1e10")),
    QUANTITY(auth_soil, bekker_exponent, NUMBER, ANY, "Bekker's n", SPAN("0.2 to 2")),
    QUANTITY(auth_soil, janosi_displacement, LENGTH, ANY,
             "Janosi's K: displacement at which 63 % of the shear strength act", SPAN("1 mm to 0.2 m")),
    QUANTITY(auth_soil, tip_pressure, PRESSURE_GRADIENT, ANY,
             "Resistance of an edge or a tooth, over its depth", SPAN("0 to 100 MPa/m")),
    QUANTITY(auth_soil, pressing, NUMBER, ANY, "η: how easily soil moves sideways under load",
             SPAN("0 to 100"), DEFAULT("4")),
    QUANTITY(auth_soil, solid_share, NUMBER, ANY,
             "Share of grains in the volume of loose soil: 1 / (1 + void ratio)", SPAN("0.3 to 0.9"),
             DEFAULT("0.6")),
    QUANTITY(auth_soil, restitution, NUMBER, ANY, "Restitution of two colliding particles", SPAN("0 to 1"),
             DEFAULT("0.2")),
    QUANTITY(auth_soil, sliding_friction, NUMBER, ANY, "Friction of particles that slide on each other",
             SPAN("0 to 2")),
    QUANTITY(auth_soil, rolling_friction, NUMBER, ANY, "Friction of particles that roll on each other",
             SPAN("0 to 1")),
};

/* Numbers that are possible alone but not together. */
static void check_soil(auth_item *item)
{
    const auth_soil *soil = item->out;
    if (soil->bank_density < soil->loose_density)
        COMPLAIN(item, "bank_density",
                 "'bank_density' is %g kg/m3, below 'loose_density' (%g kg/m3); at least that much is "
                 "expected, soil does not shrink when it is dug",
                 soil->bank_density, soil->loose_density);
    if (soil->steel_friction > soil->friction_angle)
        COMPLAIN(item, "steel_friction",
                 "'steel_friction' is %g deg, above 'friction_angle' (%g deg); at most that much is "
                 "expected, soil slides within itself before",
                 soil->steel_friction / AUTH_DEGREE, soil->friction_angle / AUTH_DEGREE);
    if (soil->adhesion > soil->cohesion)
        COMPLAIN(item, "adhesion",
                 "'adhesion' is %g Pa, above 'cohesion' (%g Pa); at most that much is expected, soil "
                 "parts within itself before",
                 soil->adhesion, soil->cohesion);
}

const auth_table auth_soil_table = AUTH_TABLE(auth_soil, soil_fields, .check = check_soil);

AUTH_FORMAT(soil, soil, SOIL, NULL)

/* ---- soils of a scenario ---- */

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

/* After `file`. */
static bool read_soil_name(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_soil_file *soil = item->out;
    const int before = item->reader->report->count;
    (void)field;
    soil->name =
        value ? auth_item_copy(item, value) : name_of_file(item->reader, auth_item_text(item, "file"));
    if (!soil->name) return false;
    if (*soil->name)
        auth_check_name(item->reader, item->node, soil->name);
    else
        hl_report_add(item->reader->report, soil->place, "'file' names a folder; a soil file is expected");
    return item->reader->report->count == before;
}

static void check_soil_name(auth_item *item)
{
    const auth_soil_file *soil = item->out;
    for (int i = 1; i <= item->index; i++) {
        if (strcmp(soil[-i].name, soil->name) != 0) continue;
        COMPLAIN(item, auth_item_has(item, "name") ? "name" : "file",
                 "the name '%s' is taken in this list; another name is expected", soil->name);
        return;
    }
}

static const auth_field soil_file_fields[] = {
    PATH_AS("file", auth_soil_file, path, "Path from the scenario's folder", PLACE(auth_soil_file, place)),
    READ(WORD, "name", read_soil_name, "Name used by piles and patches", .least = 1, .most = AUTH_NAME_LENGTH,
         OTHERWISE("the file's name without folder and ending")),
};
static const auth_table soil_file = AUTH_TABLE(auth_soil_file, soil_file_fields, .check = check_soil_name);

/* Index of a soil by its name, which may be that of its file; the first one when none is named. */
static bool read_soil(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    int *index = (int *)(void *)((char *)item->out + field->out);
    const auth_sand *sand = item->parent->out;
    const char *names[AUTH_MAX_SOILS];
    auth_names sorted;
    *index = 0;
    if (!value) return true;
    for (int i = 0; i < sand->soil_count; i++) names[i] = sand->soils[i].name ? sand->soils[i].name : "";
    if (!auth_names_sort(&sorted, names, sand->soil_count, item->reader->arena)) {
        *item->reader->starved = true;
        return false;
    }
    *index = auth_find_reference(item->reader, auth_node_place(value), field->key, auth_node_text(value),
                                 &sorted, "soil", "file");
    return *index != AUTH_NOT_FOUND;
}

/* ---- the field ---- */

bool auth_check_corners(const auth_item *item, const double from[2], const double to[2])
{
    static const char axes[] = "xy";
    bool good = true;
    for (int i = 0; i < 2; i++) {
        if (to[i] > from[i]) continue;
        hl_report_add(item->reader->report, auth_entry_place(item->reader, item->node, "to", i),
                      "'to' is %g m along %c, not beyond 'from' (%g m); the corner with the larger "
                      "coordinates is expected",
                      to[i], axes[i], from[i]);
        good = false;
    }
    return good;
}

/* @return false after a complaint */
static bool check_cells(const auth_item *item, const auth_sand *sand)
{
    static const double fewest = 8.0;    /* along an edge: less is no field */
    static const double most = 1 << 26;  /* altogether: some hundred megabytes */
    static const double rounding = 1e-9; /* of a cell: 64 m by 0.05 m are 1280 cells, not 1281 */
    const hl_place place = auth_item_place(item, auth_item_has(item, "cell") ? "cell" : "to");
    const double columns = ceil((sand->to[0] - sand->from[0]) / sand->cell - rounding);
    const double rows = ceil((sand->to[1] - sand->from[1]) / sand->cell - rounding);
    if (columns < fewest || rows < fewest)
        hl_report_add(item->reader->report, place,
                      "the field has %g x %g cells; at least %g x %g are expected: a smaller 'cell' or a "
                      "larger field",
                      columns, rows, fewest, fewest);
    else if (columns * rows > most)
        hl_report_add(item->reader->report, place,
                      "the field has %g x %g cells, %.0f million; at most 67 million (2^26) are expected: a "
                      "larger 'cell' or a smaller field",
                      columns, rows, columns * rows / 1e6);
    else
        return true;
    return false;
}

static void check_particles(const auth_item *item, auth_sand *sand)
{
    static const double smallest = 0.5, largest = 5.0, rounding = 1e-9; /* radius in cells */
    const double cells = sand->particle_radius / sand->cell;
    if (!auth_item_has(item, "particle_radius"))
        sand->particle_radius = smallest * sand->cell;
    else if (cells < smallest - rounding || cells > largest + rounding)
        COMPLAIN(item, "particle_radius",
                 "'particle_radius' is %g m with cells of %g m; %g to %g m, half a cell to five cells, is "
                 "expected",
                 sand->particle_radius, sand->cell, smallest * sand->cell, largest * sand->cell);
}

/* Before piles and patches, which are compared with the field. */
static bool check_field(auth_item *item, const auth_field *field)
{
    auth_sand *sand = item->out;
    const int before = item->reader->report->count;
    (void)field;
    if (!item->good) return true;
    if (!auth_item_has(item, "loose_depth"))
        sand->loose_depth = fmin(sand->loose_depth, sand->depth);
    else if (sand->loose_depth > sand->depth)
        COMPLAIN(item, "loose_depth",
                 "'loose_depth' is %g m, more than 'depth' (%g m); at most that much is expected",
                 sand->loose_depth, sand->depth);
    check_particles(item, sand);
    return auth_check_corners(item, sand->from, sand->to) && check_cells(item, sand) &&
           item->reader->report->count == before;
}

/* ---- piles and patches ---- */

/* What stands in a bad field is not looked at. */
static bool begin_in_field(auth_item *item)
{
    return item->parent->good;
}

static void check_pile(auth_item *item)
{
    const auth_pile *pile = item->out;
    const auth_sand *sand = item->parent->out;
    for (int i = 0; i < 2; i++) {
        if (pile->at[i] >= sand->from[i] && pile->at[i] <= sand->to[i]) continue;
        COMPLAIN(item, "at", "the pile stands outside the field; a place within 'from' and 'to' is expected");
        return;
    }
}

static const auth_field pile_fields[] = {
    VECTOR(auth_pile, at, LENGTH, ANY, "Middle, [x, y]"),
    QUANTITY(auth_pile, height, LENGTH, POSITIVE, "Height of the top", SPAN("0 to 20 m")),
    READ_INTO(WORD, "soil", auth_pile, soil, read_soil, "Name of its soil", .least = 1,
              .most = AUTH_NAME_LENGTH, OTHERWISE("the first")),
};
static const auth_table pile = AUTH_TABLE(auth_pile, pile_fields, .place = AUTH_AT(auth_pile, place),
                                          .begin = begin_in_field, .check = check_pile);

static void check_patch(auth_item *item)
{
    const auth_soil_patch *patch = item->out;
    const auth_sand *sand = item->parent->out;
    if (!auth_check_corners(item, patch->low, patch->high)) return;
    for (int i = 0; i < 2; i++) {
        if (patch->low[i] < sand->to[i] && patch->high[i] > sand->from[i]) continue;
        COMPLAIN(item, "from",
                 "the patch lies outside the field; one that the field has a share of is expected");
        return;
    }
}

static const auth_field patch_fields[] = {
    VECTOR_AS("from", auth_soil_patch, low, LENGTH, ANY, "Corner, [x, y]"),
    VECTOR_AS("to", auth_soil_patch, high, LENGTH, ANY, "Opposite corner, [x, y]"),
    READ_INTO(WORD, "soil", auth_soil_patch, soil, read_soil, "Name of its soil", .least = 1,
              .most = AUTH_NAME_LENGTH),
};
static const auth_table patch =
    AUTH_TABLE(auth_soil_patch, patch_fields, .place = AUTH_AT(auth_soil_patch, place),
               .begin = begin_in_field, .check = check_patch);

/* ---- the whole ---- */

static const auth_field fields[] = {
    LIST(auth_sand, soils, soil_count, soil_file, 1, AUTH_MAX_SOILS,
         "List of up to 8 soils; the first is everywhere", .within = true),
    VECTOR(auth_sand, from, LENGTH, ANY, "Corner of the field with the smaller coordinates, [x, y]"),
    VECTOR(auth_sand, to, LENGTH, ANY, "Corner of the field with the larger coordinates, [x, y]"),
    QUANTITY(auth_sand, cell, LENGTH, ANY, "Edge of a cell", SPAN("20 mm to 0.25 m"), DEFAULT("50 mm")),
    QUANTITY(auth_sand, depth, LENGTH, ANY, "Depth of soil over the rigid bottom", SPAN("20 mm to 10 m"),
             DEFAULT("1 m")),
    QUANTITY(auth_sand, loose_depth, LENGTH, NOT_NEGATIVE, "Depth of the upper, loose part",
             .fallback = "0.2 m", OTHERWISE("0.2 m, at most `depth`")),
    QUANTITY(auth_sand, particle_radius, LENGTH, POSITIVE, "Half a cell to five cells",
             OTHERWISE("half a cell")),
    COUNT(auth_sand, particles, "Maximum number at a time", SPAN("1 to 100000"), DEFAULT("10000")),
    COUNT(auth_sand, tiles, /* 65536 of 32 x 32 are 2^26 cells */
          "Maximum number of touched tiles of 32 x 32 cells; 0: all, at most 2048", SPAN("0 to 65536"),
          DEFAULT("0"), .check = check_field),
    LIST(auth_sand, piles, pile_count, pile, 0, 0,
         "List of heaps poured before time 0, cones at the soil's angle of repose", OTHERWISE("empty")),
    LIST(auth_sand, patches, patch_count, patch, 0, 0, "List of rectangles of another soil",
         OTHERWISE("empty")),
};
const auth_table auth_sand_table = AUTH_TABLE(auth_sand, fields, .place = AUTH_AT(auth_sand, place));

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

/* ---- containers on the ground ---- */

static void check_skip(auth_item *item)
{
    if (auth_item_has(item->parent, "sand")) return;
    (void)auth_item_refuse(item, "mass", "has no effect without 'sand'");
}

static const auth_field skip_fields[] = {
    NAME(auth_skip, "Name of the container"),
    VECTOR(auth_skip, at, LENGTH, ANY,
           "Position of the middle of its base, vector; z is measured from the ground there"),
    QUANTITY(auth_skip, heading, ANGLE, TURN, "Direction of its length, from x towards y", DEFAULT("0")),
    VECTOR(auth_skip, size, LENGTH, ANY, "Inner size: length, width, height of the walls, vector",
           SPAN("0.1 to 20 m")),
    QUANTITY(auth_skip, cell, LENGTH, ANY, "Cell size of the heap", SPAN("20 mm to 1 m"), DEFAULT("0.1 m")),
    QUANTITY(auth_skip, thickness, LENGTH, ANY, "Thickness of floor and walls", SPAN("1 mm to 0.5 m"),
             DEFAULT("50 mm")),
    QUANTITY(auth_skip, friction, ANGLE, ANY, "Angle of friction of soil on the floor", SPAN("0 to 60 deg"),
             .absent = -1.0, OTHERWISE("`steel_friction` of the soil")),
    QUANTITY_AS("mass", auth_skip, filled, MASS, NOT_NEGATIVE,
                "Mass of the soil in it at the start; it is the first soil of `sand`", DEFAULT("0")),
    FLAG(auth_skip, drawn, "`false`: it is not drawn, because scenery shows it", DEFAULT("true")),
    WORD(auth_skip, material, "Material, see [materials](machine.md#materials)",
         PLACE(auth_skip, material_place), DEFAULT(AUTH_SHAPE_MATERIAL)),
};
const auth_table auth_skip_table = AUTH_TABLE(auth_skip, skip_fields, .what = "container",
                                              .place = AUTH_AT(auth_skip, place), .check = check_skip);

/* Floor, then walls: middle of the base in the container's frame, and edges. */
static void skip_box(const auth_skip *skip, int which, double at[3], double size[3])
{
    const double t = skip->thickness;
    const int axis =
        which <= 2 ? 0 : 1; /* walls at front and rear are across x; they lie between the others */
    const double sign = which % 2 == 1 ? 1.0 : -1.0;
    for (int k = 0; k < 2; k++) {
        at[k] = which > 0 && k == axis ? sign * 0.5 * (skip->size[k] + t) : 0.0;
        size[k] = which == 0 ? skip->size[k] : k == axis ? t : skip->size[k] + (axis == 1 ? 2.0 * t : 0.0);
    }
    at[2] = 0.0;
    size[2] = which == 0 ? t : t + skip->size[2];
}

static void add_box(const auth_item *file, const auth_skip *skip, int which, auth_object *object)
{
    static const char *const sides[AUTH_SKIP_OBJECTS] = {"floor", "front", "rear", "left", "right"};
    char name[AUTH_NAME_LENGTH + 16];
    double at[3], sine, cosine;
    snprintf(name, sizeof name, "%s %s", skip->name, sides[which]);
    skip_box(skip, which, at, object->form.whole.size);
    hl_sincos(skip->heading, &sine, &cosine);
    object->name = hl_arena_text(file->reader->arena, name);
    *file->reader->starved |= object->name == NULL;
    object->place = skip->place;
    object->at[0] = skip->at[0] + cosine * at[0] - sine * at[1];
    object->at[1] = skip->at[1] + sine * at[0] + cosine * at[1];
    object->at[2] = skip->at[2];
    object->turn[2] = skip->heading;
    object->type_index = -1;
    object->form.whole.kind = AUTH_SOLID_BOX;
    object->form.whole.axis = -1;
    object->form.model = skip->drawn ? NULL : "none";
    object->form.model_place = skip->place;
    object->form.material = skip->material;
    object->form.material_place = skip->material_place;
}

void auth_add_skip_objects(auth_item *file)
{
    auth_scenario *scenario = file->out;
    if (scenario->skip_count == 0) return;
    const int count = scenario->object_count;
    auth_object *all =
        HL_NEW(file->reader->arena, auth_object, count + AUTH_SKIP_OBJECTS * scenario->skip_count);
    *file->reader->starved |= all == NULL;
    if (all == NULL) return;
    for (int i = 0; i < count; i++) all[i] = scenario->objects[i];
    for (int i = 0; i < scenario->skip_count * AUTH_SKIP_OBJECTS; i++)
        add_box(file, &scenario->skips[i / AUTH_SKIP_OBJECTS], i % AUTH_SKIP_OBJECTS, &all[count + i]);
    scenario->objects = all;
    scenario->object_count = count + AUTH_SKIP_OBJECTS * scenario->skip_count;
}
