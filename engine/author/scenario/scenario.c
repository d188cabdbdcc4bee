/* Reading scenario files: machine, ground, start, zones, goal, texts. sand.c reads the sand,
 * objects.c the objects, scenario_picture.c weather and scenery, training/ the parts of an exercise. */
#include "reader/common.h"
#include "reader/format.h"
#include "scenario_reader.h"

#include "file/read.h"

#include <string.h>

/* ---- what the parts share ---- */

/* ---- ground ---- */

enum {
    PLANE = 1 << AUTH_GROUND_PLANE,
    WAVES = 1 << AUTH_GROUND_WAVES,
    GRID = 1 << AUTH_GROUND_GRID,
    MESH = 1 << AUTH_GROUND_MESH,
    WASHBOARD = 1 << AUTH_GROUND_WASHBOARD
};

static const auth_word ground_kinds[] = {{"plane", AUTH_GROUND_PLANE},
                                         {"waves", AUTH_GROUND_WAVES},
                                         {"grid", AUTH_GROUND_GRID},
                                         {"mesh", AUTH_GROUND_MESH},
                                         {"washboard", AUTH_GROUND_WASHBOARD}};
static const auth_word washboard_shapes[] = {{"sine", AUTH_WASHBOARD_SINE},
                                             {"trapezoid", AUTH_WASHBOARD_TRAPEZOID}};

/* All rows are as long as the first. */
static bool check_grid(const auth_item *item, const yaml_node_t *table, auth_ground *ground)
{
    const auth_document *document = item->reader->document;
    ground->rows = auth_entry_count(table);
    ground->columns = auth_entry_count(auth_document_entry(document, table, 0));
    for (int i = 0; i < ground->rows; i++) {
        const yaml_node_t *row = auth_document_entry(document, table, i);
        if (auth_entry_count(row) == ground->columns) continue;
        hl_report_add(item->reader->report, auth_node_place(row),
                      "'heights': a row of %d; as many as in the first row, %d, are expected",
                      auth_entry_count(row), ground->columns);
        return false;
    }
    if (ground->rows >= 2 && ground->columns >= 2) return true;
    COMPLAIN(item, "heights", "'heights' has %d rows of %d; at least 2 of 2 are expected", ground->rows,
             ground->columns);
    return false;
}

static bool read_heights(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_ground *ground = item->out;
    const auth_document *document = item->reader->document;
    if (!value) return true;
    if (!check_grid(item, value, ground)) return false;
    ground->heights = hl_arena_take(item->reader->arena, (size_t)ground->rows * (size_t)ground->columns,
                                    sizeof *ground->heights);
    *item->reader->starved |= ground->heights == NULL;
    bool good = ground->heights != NULL;
    for (int i = 0; i < ground->rows && ground->heights; i++)
        for (int k = 0; k < ground->columns && item->reader->report->dropped == 0; k++) {
            const yaml_node_t *cell =
                auth_document_entry(document, auth_document_entry(document, value, i), k);
            good &= auth_field_quantity(item, field, cell, &ground->heights[i * ground->columns + k]);
        }
    return good;
}

/* Crest and bottom belong to trapezoids, and leave room for slopes between them. */
static void check_washboard(const auth_item *item, auth_ground *ground)
{
    static const char *const keys[] = {"crest", "bottom"};
    static const double SLOPES = 0.02, SHORTEST = 0.2; /* least share of the wavelength; [m] */
    if (ground->kind != AUTH_GROUND_WASHBOARD) return;
    if (ground->wavelength < SHORTEST)
        COMPLAIN(item, "wavelength", "'wavelength' is %g m: give at least %g m", ground->wavelength,
                 SHORTEST);
    for (int i = 0; i < AUTH_COUNT_OF(keys) && ground->shape == AUTH_WASHBOARD_SINE; i++)
        if (auth_item_has(item, keys[i]))
            COMPLAIN(item, keys[i], "'%s' has no effect on a sine: remove it, or give 'shape: trapezoid'",
                     keys[i]);
    if (!auth_item_has(item, "crest")) ground->crest = 0.25 * ground->wavelength;
    if (!auth_item_has(item, "bottom")) ground->bottom = 0.25 * ground->wavelength;
    if (ground->shape == AUTH_WASHBOARD_SINE ||
        ground->crest + ground->bottom <= (1.0 - SLOPES) * ground->wavelength)
        return;
    hl_report_add(item->reader->report, ground->place,
                  "'crest' and 'bottom' are %g m together: give less than 98 %% of the 'wavelength', %g m",
                  ground->crest + ground->bottom, ground->wavelength);
}

/* Sand covers the ground; a surface that is called like a material is of it. */
static void check_ground(auth_item *item)
{
    auth_ground *ground = item->out;
    const bool sand = auth_item_has(item->parent, "sand");
    check_washboard(item, ground);
    if (ground->ledges && 2.0 * (ground->columns - 1.0) * (ground->rows - 1.0) > AUTH_MESH_TRIANGLES)
        COMPLAIN(item, "heights", "'heights' has %d rows of %d: with 'ledges', at most %d cells are expected",
                 ground->rows, ground->columns, AUTH_MESH_TRIANGLES / 2);
    const auth_materials *materials = &auth_scenario_of(item)->materials;
    if (!ground->surface && !sand)
        hl_report_add(item->reader->report, ground->place,
                      "a ground without 'surface' and without sand on it; the kind of surface, as the "
                      "machine's tires name it, is expected");
    if (ground->material) return;
    ground->material = sand ? AUTH_SAND_MATERIAL : AUTH_GROUND_MATERIAL;
    if (ground->surface &&
        (auth_material_known(NULL, ground->surface) || auth_material_known(materials, ground->surface)))
        ground->material = ground->surface;
}

static const auth_field ground_fields[] = {
    CHOICE(auth_ground, kind, ground_kinds, "Kind of ground"),
    WORD(auth_ground, surface,
         "Kind of surface, one of the machine's tires; the picture shows `asphalt` 150 m around the start, "
         "and a meadow for all others; required without `sand`",
         PLACE(auth_ground, surface_place), OPTIONAL),
    WORD(auth_ground, material,
         "Material for contacts with the machine's `shapes`: see [materials](machine.md#materials)",
         PLACE(auth_ground, material_place),
         OTHERWISE("`surface` if it is a material, on sand `sand`, otherwise `earth`")),
    /* beyond 60 deg nothing stands */
    QUANTITY(auth_ground, slope, ANGLE, ANY, "The plane passes through the origin", SPAN("0 to 60 deg"),
             OF(PLANE), DEFAULT("0")),
    QUANTITY(auth_ground, direction, ANGLE, TURN, "Direction in which it rises, from x towards y", OF(PLANE),
             DEFAULT("0")),
    QUANTITY(auth_ground, amplitude, LENGTH, NOT_NEGATIVE, "Amplitude of the longest wave", NEEDED(WAVES)),
    QUANTITY(auth_ground, wavelength, LENGTH, POSITIVE,
             "Length of the longest wave; of a washboard the distance of its crests, at least 0.2 m",
             NEEDED(WAVES | WASHBOARD)),
    CHOICE(auth_ground, shape, washboard_shapes,
           "Profile: waves, or ditches with level crests, level bottoms and plane slopes between them",
           OF(WASHBOARD), DEFAULT("sine")),
    QUANTITY(auth_ground, height, LENGTH, POSITIVE,
             "Height of the crests above the bottoms; crests are at z = 0", NEEDED(WASHBOARD)),
    QUANTITY(auth_ground, crest, LENGTH, NOT_NEGATIVE, "Length of a level crest of a trapezoid",
             OF(WASHBOARD), OTHERWISE("a quarter of `wavelength`")),
    QUANTITY(auth_ground, bottom, LENGTH, NOT_NEGATIVE, "Length of a level bottom of a trapezoid",
             OF(WASHBOARD), OTHERWISE("a quarter of `wavelength`")),
    QUANTITY(auth_ground, shift, LENGTH, ANY, "Shift of the right side (y < 0) along x", OF(WASHBOARD),
             DEFAULT("0")),
    QUANTITY(auth_ground, from, LENGTH, ANY,
             "x of a crest on the left side; of a trapezoid, x where this crest begins", OF(WASHBOARD),
             DEFAULT("0")),
    COUNT(auth_ground, periods,
          "Number of periods, beginning at `from`, between level ground; 0: endless in both directions",
          SPAN("0 to 10000"), OF(WASHBOARD), DEFAULT("0")),
    /* TERR_MAX_OCTAVES of terr/ground.h */
    COUNT(auth_ground, octaves,
          "Waves, each with half the length and 0.4 times the height of the previous one", SPAN("1 to 6"),
          OF(WAVES), DEFAULT("3")),
    QUANTITY(auth_ground, flat_radius, LENGTH, NOT_NEGATIVE, "Flat within this distance of the origin",
             OF(WAVES), DEFAULT("0")),
    COUNT(auth_ground, seed, "A whole number; other values give other fields of the same kind", OF(WAVES),
          DEFAULT("1")),
    VECTOR(auth_ground, origin, LENGTH, ANY, "X and y of the first height, [x, y]", OF(GRID), .fallback = "0",
           OTHERWISE("[0, 0]")),
    QUANTITY(auth_ground, spacing, LENGTH, POSITIVE, "Distance of neighbours", NEEDED(GRID)),
    READ(TABLE, "heights", read_heights,
         "Heights row by row: [[...], [...]], at least 2 of 2; rows follow y, entries follow x",
         .kind = AUTH_KIND_LENGTH, .angular = AUTH_KIND_LENGTH, .least = 4, NEEDED(GRID)),
    FLAG(auth_ground, ledges,
         "`true`: two triangles between four heights, met like a mesh: tires, tracks and `shapes` touch the "
         "edges of steps and ditches",
         OF(GRID), DEFAULT("false")),
    PATH(auth_ground, file,
         "Path of a triangle mesh from the folder of this file: Wavefront OBJ (z up), glTF or GLB",
         PLACE(auth_ground, file_place), NEEDED(MESH)),
};
static const auth_table ground =
    AUTH_TABLE(auth_ground, ground_fields, .place = AUTH_AT(auth_ground, place), .kind_key = "kind",
               .kind_words = "in a ground of kind", .check = check_ground);

/* ---- start ---- */

static bool read_settled(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_start *start = item->out;
    start->settled = value ? strcmp(auth_node_text(value), "true") == 0 : start->drop == 0.0;
    if (!start->settled || start->drop == 0.0) return true;
    COMPLAIN(item, field->key,
             "'settled' beside a 'drop': what has come to rest does not fall; give one of them, not both");
    return false;
}

static const auth_field start_fields[] = {
    VECTOR(auth_start, at, LENGTH, ANY, "Position of the chassis' origin, [x, y]", .fallback = "0",
           OTHERWISE("[0, 0]")),
    QUANTITY(auth_start, heading, ANGLE, TURN, "Heading of the chassis, from x towards y", DEFAULT("0")),
    QUANTITY(auth_start, drop, LENGTH, NOT_NEGATIVE,
             "Height of the lowest tire or track above the ground, or of the lowest shape of a machine "
             "without them",
             DEFAULT("0")),
    READ(FLAG, "settled", read_settled,
         "`true`: the machine is at rest on the ground at time 0; not with a `drop`",
         OTHERWISE("true without `drop`")),
    FLAG(auth_start, engine, "The engine runs", DEFAULT("true")),
    QUANTITY(auth_start, fuel, NUMBER, POSITIVE, "Fill of the tank", SPAN("0 to 1"),
             OTHERWISE("the machine's `fill`")),
};
static const auth_table start = AUTH_TABLE(auth_start, start_fields, );

/* ---- machines ---- */

static const auth_word roles[] = {
    {"driven", AUTH_MACHINE_DRIVEN}, {"scripted", AUTH_MACHINE_SCRIPTED}, {"parked", AUTH_MACHINE_PARKED}};

/* "machine.VARIANT" and "control.NAME" are settings and signals of the driven machine. */
static void check_machine_name(const auth_item *item)
{
    const auth_site_machine *m = item->out;
    if (strcmp(m->name, "machine") != 0 && strcmp(m->name, "control") != 0) return;
    COMPLAIN(
        item, "name",
        "a machine cannot be named '%s': signals and settings of the driven machine begin with it; choose "
        "another name",
        m->name);
}

static void check_machine(auth_item *item)
{
    auth_site_machine *m = item->out;
    const yaml_node_t *given = auth_item_value(item, "start");
    check_machine_name(item);
    if (m->role == AUTH_MACHINE_PARKED &&
        (given == NULL || auth_document_value(item->reader->document, given, "engine") == NULL))
        m->start.engine = false;
    if (m->role == AUTH_MACHINE_SCRIPTED && m->operator_script == NULL)
        hl_report_add(item->reader->report, m->place,
                      "machine '%s' is scripted, but has no 'operator': add the path of its script", m->name);
    if (m->role == AUTH_MACHINE_PARKED && m->operator_script != NULL)
        COMPLAIN(item, "operator",
                 "machine '%s' is parked and has an 'operator': remove it, or give it the role 'scripted'",
                 m->name);
}

static const auth_field machine_fields[] = {
    NAME(auth_site_machine,
         "Name before those of its signals and controls, unless it is driven: `other.vehicle.speed`"),
    PATH(auth_site_machine, machine, "Path of its file, from the folder of this file",
         PLACE(auth_site_machine, machine_place)),
    CHOICE(auth_site_machine, role, roles,
           "Source of its control inputs: the trainee (exactly one machine), its `operator` script, or no "
           "input"),
    PATH_AS(
        "operator", auth_site_machine, operator_script,
        "Path of an [operator script](operator.md): of a scripted machine, or of the driven one for a drive "
        "without a person",
        PLACE(auth_site_machine, operator_place), OTHERWISE("none")),
    PART(auth_site_machine, start, start,
         "Initial position and state; the engine of a parked machine is off by default", .defaults = true,
         PLACE(auth_site_machine, start.place), OTHERWISE("at the origin, at rest")),
};
static const auth_table site_machine =
    AUTH_TABLE(auth_site_machine, machine_fields, .what = "machine",
               .place = AUTH_AT(auth_site_machine, place), .check = check_machine);

/* ---- implements, choices ---- */

static void check_implement(auth_item *item)
{
    const auth_site_implement *implement = item->out;
    const auth_scenario *scenario = auth_scenario_of(item);
    if (strchr(implement->name, '.') != NULL || strcmp(implement->name, "machine") == 0 ||
        strcmp(implement->name, "control") == 0)
        COMPLAIN(
            item, "name",
            "an implement cannot be named '%s': its signals begin with the name and a dot; choose another "
            "name",
            implement->name);
    for (int i = 0; i < scenario->machine_count; i++)
        if (strcmp(implement->name, scenario->machines[i].name) == 0)
            COMPLAIN(item, "name", "a machine is named '%s' too: choose another name", implement->name);
    if (implement->of == NULL) return;
    for (int i = 0; i < scenario->machine_count; i++)
        if (strcmp(implement->of, scenario->machines[i].name) == 0) return;
    COMPLAIN(item, "of", "there is no machine '%s': give the name of one of 'machines', or remove 'of'",
             implement->of);
}

static const auth_field implement_fields[] = {
    NAME(auth_site_implement, "Name, the prefix of its signals and parts: `trailer.chassis.x`"),
    PATH(auth_site_implement, file, "Path of its machine file, from the folder of this file",
         PLACE(auth_site_implement, file_place)),
    WORD(auth_site_implement, of, "Name of the machine of `machines` that can couple it",
         PLACE(auth_site_implement, of_place), OTHERWISE("the driven one")),
    PART(auth_site_implement, start, start, "Initial position; `engine` and `fuel` have no effect",
         .defaults = true, PLACE(auth_site_implement, start.place), OTHERWISE("at the origin, at rest")),
};
static const auth_table site_implement =
    AUTH_TABLE(auth_site_implement, implement_fields, .what = "implement",
               .place = AUTH_AT(auth_site_implement, place), .check = check_implement);

static const auth_field choice_fields[] = {
    WORD(auth_choice, variant, "Name of a variant of the driven machine"),
    WORD(auth_choice, choice, "Name of its choice"),
};
static const auth_table choice = AUTH_TABLE(auth_choice, choice_fields, .what = "choice");

/* What the list says of each machine cannot be said of one beside it. @return false after a complaint */
static bool check_single_keys(const auth_item *item)
{
    static const char *const keys[] = {"machine", "start", "operator"};
    bool good = true;
    for (int i = 0; i < AUTH_COUNT_OF(keys); i++) {
        if (!auth_item_has(item, keys[i])) continue;
        COMPLAIN(item, keys[i],
                 "give either '%s' or 'machines', not both; each of 'machines' has its own '%s'", keys[i],
                 keys[i]);
        good = false;
    }
    return good;
}

/* The driven one of several is the scenario's machine. */
static void choose_machine(auth_item *item)
{
    auth_scenario *scenario = item->out;
    if (!auth_item_has(item, "machines")) {
        if (scenario->machine == NULL)
            hl_report_add(
                item->reader->report, auth_node_place(item->node),
                "missing in the file: machine; expected 'machine' with the path of a machine's file, or a "
                "list 'machines'");
        return;
    }
    if (!check_single_keys(item)) return;
    int driven = 0;
    for (int i = 0; i < scenario->machine_count; i++) {
        if (scenario->machines[i].role != AUTH_MACHINE_DRIVEN) continue;
        scenario->driven = i;
        driven++;
    }
    if (driven != 1) {
        COMPLAIN(item, "machines",
                 "%d of the 'machines' have the role 'driven': give it to exactly one of them", driven);
        return;
    }
    const auth_site_machine *m = &scenario->machines[scenario->driven];
    scenario->machine = m->machine;
    scenario->machine_place = m->machine_place;
    scenario->operator_script = m->operator_script;
    scenario->operator_place = m->operator_place;
    scenario->start = m->start;
}

/* ---- zones ---- */

#define AT(type, what) VECTOR(type, at, LENGTH, ANY, what ", vector; z is the height above the ground there")
#define SIZE(type)     VECTOR(type, size, LENGTH, POSITIVE, "Edges along x, y, z, vector")

static void check_zone(auth_item *item)
{
    const auth_zone *zone = item->out;
    const auth_sand *sand = &auth_scenario_of(item)->sand;
    for (int i = 0; i < 2 && sand->present; i++) {
        const double half = 0.5 * zone->size[i];
        if (zone->at[i] - half < sand->to[i] && zone->at[i] + half > sand->from[i]) continue;
        COMPLAIN(item, "at",
                 "the zone lies outside the field of sand; one that has a share of it is expected");
        return;
    }
}

static const auth_field zone_fields[] = {NAME(auth_zone, "Name of the zone"),
                                         AT(auth_zone, "Middle of its floor"), SIZE(auth_zone)};
static const auth_table zone = AUTH_TABLE(auth_zone, zone_fields, .what = "zone",
                                          .place = AUTH_AT(auth_zone, place), .check = check_zone);

/* ---- texts ---- */

enum { TITLE_LENGTH = 80, SHOWN_LENGTH = AUTH_MEANING_LENGTH };

static const auth_field texts_fields[] = {
    DRAWN(auth_training, title, TITLE_LENGTH, "Title in menus, up to 80 bytes", .least = 1,
          OTHERWISE("the `name`")),
    DRAWN(auth_training, briefing, AUTH_TEXT_LENGTH,
          "Information for the trainee before the drive, several lines (`briefing: |`), up to 2000 bytes",
          .least = 1, OTHERWISE("the `description`")),
    DRAWN(auth_training, finished, SHOWN_LENGTH, "Shown at the end of a finished exercise, up to 200 bytes",
          .least = 1, .fallback = "", OTHERWISE("empty")),
    DRAWN(auth_training, failed, SHOWN_LENGTH, "Shown at the end of a failed exercise, up to 200 bytes",
          .least = 1, .fallback = "", OTHERWISE("empty")),
};
static const auth_table texts = AUTH_TABLE(auth_training, texts_fields, );

static bool fill_texts(auth_item *item, const auth_field *field)
{
    auth_scenario *scenario = item->out;
    (void)field;
    if (!scenario->training.title) scenario->training.title = scenario->name;
    if (!scenario->training.briefing) scenario->training.briefing = scenario->description;
    return true;
}

/* ---- the whole ---- */

#define TRAINING(key, member, count, table, most, ...)                                                       \
    LIST_AS(key, auth_scenario, training.member, training.count, table, 0, most, __VA_ARGS__,                \
            OTHERWISE("empty"))

static const auth_field fields[] = {
    HEAD(auth_scenario, "scenario"),
    PATH(auth_scenario, machine,
         "Path of the machine's file, from the folder of this file; required without `machines`",
         PLACE(auth_scenario, machine_place), OPTIONAL),
    LIST(auth_scenario, machines, machine_count, site_machine, 0, AUTH_MAX_MACHINES,
         "List of machines in place of `machine`, `operator` and `start`, at most 8",
         .check = auth_check_list_signals, OTHERWISE("one machine")),
    LIST(auth_scenario, implements, implement_count, site_implement, 0, AUTH_MAX_IMPLEMENTS,
         "Trailers and tools that can be [coupled](couplings.md), at most 8",
         .check = auth_check_list_signals, OTHERWISE("empty")),
    LIST(auth_scenario, choices, choice_count, choice, 0, AUTH_MAX_VARIANTS,
         "Choices of the driven machine's variants, at most 16; options of the command line override them",
         OTHERWISE("the first choice of each variant")),
    PATH_AS("operator", auth_scenario, operator_script,
            "Path of the [operator script](operator.md) that drives without a person, relative to this file",
            PLACE(auth_scenario, operator_place), OTHERWISE("none")),
    QUANTITY(auth_scenario, seconds, TIME, NOT_NEGATIVE, "Length of the exercise; 0: open end", DEFAULT("0")),
    /* beyond 20 ms nothing on tires stays stable; a second of steps below 10 us is more than any recorder
       keeps */
    QUANTITY(auth_scenario, step, TIME, ANY, "Time step", SPAN("10 us to 20 ms"),
             OTHERWISE("the machine's own")),
    LIST_AS("materials", auth_scenario, materials.pairs, materials.count, auth_material_pair_table, 0,
            AUTH_MAX_PAIRS, "Pairs of [materials](machine.md#materials): contact properties",
            OTHERWISE("the supplied ones")),
    PART(auth_scenario, ground, ground, "The ground under the machine"),
    PART(auth_scenario, sand, auth_sand_table,
         "A field to dig and drive on: [soil.md](soil.md#sand-in-a-scenario)",
         GIVEN(auth_scenario, sand.present), OTHERWISE("none: the ground is rigid")),
    PART(auth_scenario, start, start, "Initial position and state of the machine", .defaults = true,
         PLACE(auth_scenario, start.place), OTHERWISE("at the origin, at rest")),
    LIST(auth_scenario, objects, object_count, auth_object_table, 0, 0, "List of fixed and free objects",
         OTHERWISE("empty")),
    LIST_AS("containers", auth_scenario, skips, skip_count, auth_skip_table, 0, AUTH_MAX_SKIPS,
            "List of boxes on the ground that hold soil, at most 8: [soil.md](soil.md#containers)",
            .check = auth_check_list_signals, OTHERWISE("empty")),
    LIST(auth_scenario, zones, zone_count, zone, 0, AUTH_MAX_ZONES,
         "List of boxes in which soil is weighed, at most 16", .check = auth_check_list_signals,
         OTHERWISE("empty")),
    PART(auth_scenario, goal, auth_condition_table,
         "Condition for the end of the exercise: `{signal: NAME, above: VALUE}` or `below`",
         OTHERWISE("open")),
    PART(auth_scenario, weather, auth_weather_table, "Light and weather", .defaults = true,
         OTHERWISE("a clear summer morning")),
    LIST(auth_scenario, scenery, scenery_count, auth_scenery_table, 0, 0, "List of visual objects",
         OTHERWISE("empty")),
    PART_AS("texts", auth_scenario, training, texts, "Texts for trainees", .defaults = true,
            .check = fill_texts, OPTIONAL),
    PATH_AS("hud", auth_scenario, training.hud,
            "Path of the [layout](hud.md) of the head-up display, relative to this file",
            PLACE(auth_scenario, training.hud_place), OTHERWISE("the user's choice")),
    COUNT_AS("level", auth_scenario, training.level, "Difficulty of the exercise: its order in menus",
             SPAN("1 to 5"), DEFAULT("1")),
    COUNT_AS("attempts", auth_scenario, training.attempts,
             "Number of a trainee's attempts that count; 0: all", SPAN("0 to 1000"), DEFAULT("0")),
    TRAINING("regions", regions, region_count, auth_region_table, AUTH_MAX_REGIONS,
             "List of boxes that a point of the machine can enter, at most 32",
             .check = auth_check_list_signals),
    TRAINING("counters", counters, counter_count, auth_counter_table, AUTH_MAX_COUNTERS,
             "List of counters, at most 16", .check = auth_check_list_signals),
    TRAINING("profiles", profiles, profile_count, auth_profile_table, AUTH_MAX_PROFILES,
             "List of target surfaces of the sand, at most 8", .check = auth_check_list_signals),
    LIST(auth_scenario, utilities, utility_count, auth_utility_table, 0, AUTH_MAX_UTILITIES,
         "List of cables and pipes in the ground, at most 8", .check = auth_check_list_signals,
         OTHERWISE("empty")),
    LIST(auth_scenario, persons, person_count, auth_person_table, 0, AUTH_MAX_PERSONS,
         "List of persons on the site, at most 8", .check = auth_check_list_signals, OTHERWISE("empty")),
    LIST(auth_scenario, endings, ending_count, auth_ending_table, 0, AUTH_MAX_ENDINGS,
         "List of consequences of incidents, at most 32", OTHERWISE("[those below](#endings)")),
    TRAINING("tasks", tasks, task_count, auth_task_table, AUTH_MAX_TASKS,
             "List of things to do and to avoid, at most 64; they make the scenario an exercise",
             .check = auth_check_tasks),
    PART_AS("score", auth_scenario, training, auth_score_table, "Scoring", OTHERWISE("no points")),
    TRAINING("plots", plots, plot_count, auth_plot_table, AUTH_MAX_PLOTS,
             "List of curves of the debriefing, at most 12"),
};

static void check_scenario(auth_item *item)
{
    auth_scenario *scenario = item->out;
    choose_machine(item);
    auth_add_skip_objects(item);
    if (!hl_report_clean(item->reader->report)) return;
    auth_check_order(item);
    /* before the objects are completed: endings name them by their number in the file */
    if (!auth_finish_endings(item->out, auth_scenario_is_exercise(item->out), item->reader->arena))
        *item->reader->starved = true;
    if (scenario->object_type_count == 0 &&
        auth_scenario_complete_objects(scenario, item->reader->arena, item->reader->report) ==
            HL_OUT_OF_MEMORY)
        *item->reader->starved = true;
}

const auth_table auth_scenario_table = AUTH_TABLE(auth_scenario, fields, .check = check_scenario);

AUTH_FORMAT(scenario, scenario, SCENARIO, NULL)

/* ---- the ground's file ---- */

/* Report a file that cannot be read at the key that names it. */
hl_status auth_scenario_read_mesh(auth_scenario *scenario, hl_arena *arena, hl_report *report)
{
    auth_ground *of = &scenario->ground;
    char why[FILE_WHY], name[HL_FILE_LENGTH];
    hl_arena text = {0};
    file_bytes bytes;
    if (of->kind != AUTH_GROUND_MESH || of->mesh != NULL) return HL_OK;
    memcpy(name, report->file, sizeof name);
    hl_status status = file_read(of->file, FILE_MESH, &text, &bytes, why);
    if (status == HL_IO_ERROR) {
        hl_report_add(report, of->file_place, "'file': %s: %s: give a mesh file", of->file, why);
        status = HL_BAD_INPUT;
    } else if (status == HL_OK) {
        status = auth_mesh_parse(bytes.data, bytes.length, of->file, arena, &of->mesh, report);
        if (status == HL_OK) hl_report_begin(report, name);
    }
    hl_arena_free(&text);
    return status;
}

/* ---- what it is ---- */

bool auth_scenario_is_exercise(const auth_scenario *scenario)
{
    return scenario != NULL && (scenario->training.task_count > 0 || scenario->training.component_count > 0);
}

/* ---- implements ---- */

/* Whether a machine of the scenario can couple an implement. */
static bool is_of(const auth_scenario *scenario, const auth_site_implement *implement, const char *name)
{
    const char *driven = scenario->machine_count > 0 ? scenario->machines[scenario->driven].name : NULL;
    if (implement->of == NULL || (driven != NULL && strcmp(implement->of, driven) == 0)) return name == NULL;
    return name != NULL && strcmp(implement->of, name) == 0;
}

hl_status auth_scenario_join(const auth_scenario *scenario, const char *name, const auth_machine *machine,
                             auth_machine *const *implements, hl_arena *arena, hl_report *report,
                             auth_machine **joined)
{
    int count = 0;
    *joined = NULL;
    for (int i = 0; scenario != NULL && i < scenario->implement_count; i++)
        count += is_of(scenario, &scenario->implements[i], name);
    if (count == 0) return HL_OK;
    auth_implement *list = HL_NEW(arena, auth_implement, count);
    if (list == NULL) return HL_OUT_OF_MEMORY;
    int at = 0;
    for (int i = 0; i < scenario->implement_count; i++) {
        const auth_site_implement *from = &scenario->implements[i];
        if (is_of(scenario, from, name))
            list[at++] = (auth_implement){
                .name = from->name, .place = from->place, .machine = implements[i], .start = &from->start};
    }
    return auth_machine_join(machine, list, count, arena, report, joined);
}
