/* Reading objects of a scenario and object files: their keys. objects_complete.c applies types and makes
 * copies. */
#include "reader/common.h"
#include "reader/format.h"
#include "scenario_reader.h"

#include "hl/report.h"

#include <stdio.h>
#include <string.h>

/* ---- solids ---- */

static const auth_word single_kinds[] = {{"box", AUTH_SOLID_BOX},
                                         {"sphere", AUTH_SOLID_SPHERE},
                                         {"capsule", AUTH_SOLID_CAPSULE},
                                         {"cylinder", AUTH_SOLID_CYLINDER},
                                         {"hull", AUTH_SOLID_HULL}};
static const auth_word kinds[] = {{"box", AUTH_SOLID_BOX},         {"sphere", AUTH_SOLID_SPHERE},
                                  {"capsule", AUTH_SOLID_CAPSULE}, {"cylinder", AUTH_SOLID_CYLINDER},
                                  {"hull", AUTH_SOLID_HULL},       {"compound", AUTH_SOLID_COMPOUND}};
static const auth_word axes[] = {{"x", 0}, {"y", 1}, {"z", 2}};

/* Bounds the sums of lengths. */
#define SIZE_SPAN SPAN("0 to 1 km")

/* NOLINTBEGIN(bugprone-macro-parentheses): types and members */
#define MEASURES(T, member)                                                                                  \
    VECTOR_AS("size", T, member.size, LENGTH, POSITIVE, "Edge lengths of a box along x, y, z, vector",       \
              SIZE_SPAN, OPTIONAL),                                                                          \
        QUANTITY_AS("radius", T, member.radius, LENGTH, POSITIVE, "Radius of a sphere, capsule or cylinder", \
                    SIZE_SPAN, OPTIONAL),                                                                    \
        QUANTITY_AS("length", T, member.length, LENGTH, POSITIVE,                                            \
                    "Length of a cylinder or capsule along its axis; of a capsule between the centres of "   \
                    "its round ends",                                                                        \
                    SIZE_SPAN, OPTIONAL),                                                                    \
        CHOICE_AS("axis", T, member.axis, axes, "Axis of cylinders and capsules", .absent = -1,              \
                  OTHERWISE("z")),                                                                           \
        PAIRS_AS("points", T, member.points, member.point_count, LENGTH, LENGTH, 4, AUTH_MAX_HULL_POINTS,    \
                 "4 to 64 points [x, y, z]; a hull is the smallest convex solid that contains them",         \
                 .columns = 3, .span = "-1 km to 1 km", OPTIONAL)
/* NOLINTEND(bugprone-macro-parentheses) */

typedef struct shape_part {
    auth_solid solid;
} shape_part;

static const auth_field shape_fields[] = {
    CHOICE_AS("kind", shape_part, solid.kind, single_kinds, "Kind of solid", DEFAULT("box")),
    VECTOR_AS("at", shape_part, solid.at, LENGTH, ANY,
              "Centre in the object's frame (of a hull: origin of its points), vector", SPAN("-1 km to 1 km"),
              .fallback = "0", OTHERWISE("[0, 0, 0]")),
    VECTOR_AS("turn", shape_part, solid.turn, ANGLE, ANY, "Rotation vector", .fallback = "0",
              OTHERWISE("[0, 0, 0]")),
    MEASURES(shape_part, solid),
    QUANTITY_AS("density", shape_part, solid.density, DENSITY, POSITIVE,
                "Density; with the object's `mass` all densities are scaled",
                OTHERWISE("that of the object")),
    WORD_AS("material", shape_part, solid.material, "Material", OTHERWISE("that of the object")),
};
static const auth_table shape =
    AUTH_TABLE(shape_part, shape_fields, .place = AUTH_AT(shape_part, solid.place));

/* ---- keys of objects and object files ---- */

#define DRIVABLE                                                                                             \
    "`true`: contacts of tires and tracks with it are not hits, e.g. a kerb or a ramp; only for fixed "      \
    "objects"

/* From a pebble (1 g) to a bridge (1000 t). */
#define FORM(T)                                                                                              \
    CHOICE_AS("kind", T, form.whole.kind, kinds, "Kind of solid", .absent = AUTH_SOLID_NOT_GIVEN,            \
              OTHERWISE("`compound` with `shapes`, `hull` with `points`, otherwise `box`")),                 \
        MEASURES(T, form.whole),                                                                             \
        LIST_AS("shapes", T, form.shapes, form.shape_count, shape, 1, AUTH_MAX_SOLIDS,                       \
                "List of up to 16 convex solids of a compound", OPTIONAL),                                   \
        QUANTITY_AS("mass", T, form.mass, MASS, POSITIVE, "Mass; makes the object free to move",             \
                    SPAN("0 to 1000 t"), OPTIONAL),                                                          \
        QUANTITY_AS("density", T, form.density, DENSITY, POSITIVE,                                           \
                    "Density instead of `mass`; makes the object free to move", OPTIONAL),                   \
        QUANTITY_AS("breaks", T, form.breaks, MOMENT, POSITIVE,                                              \
                    "Moment at the foot (the object's origin) up to which the ground holds the object "      \
                    "still; above it the object bends",                                                      \
                    OPTIONAL),                                                                               \
        QUANTITY_AS("bends", T, form.bends, ANGLE, NOT_NEGATIVE,                                             \
                    "Angle to which an object with `breaks` bends before it comes free",                     \
                    SPAN("0 to 180 deg"), OTHERWISE("0: it comes free at once")),                            \
        PAIRS_AS("eyes", T, form.eyes, form.eye_count, LENGTH, LENGTH, 1, AUTH_MAX_EYES,                     \
                 "Up to 8 points [x, y, z] where hooks can hold it", .columns = 3, .span = "-1 km to 1 km",  \
                 OTHERWISE("one, in the middle of the top of its bounding box")),                            \
        TEXT_AS("model", T, form.model, AUTH_PATH_LENGTH,                                                    \
                "3D model: `post` for `models/post.glb` of the assets, or a path ending with `.glb`, "       \
                "searched in the folder of this file, then in the assets; it is scaled to the object's "     \
                "size, and contacts use the solids; `none`: not drawn, because the model of another "        \
                "object or of scenery shows it",                                                             \
                .least = 1, PLACE(T, form.model_place), OTHERWISE("a plain solid")),                         \
        WORD_AS("material", T, form.material, "Material, see [materials](machine.md#materials)",             \
                PLACE(T, form.material_place), OTHERWISE(AUTH_OBJECT_MATERIAL))

/* Give either the mass or the density. */
static void check_form(const auth_item *item, const auth_form *form)
{
    if (form->mass > 0.0 && form->density > 0.0)
        COMPLAIN(item, "density", "give either 'mass' or 'density', not both");
}

/* ---- object files ---- */

static void check_type(auth_item *item)
{
    check_form(item, &((const auth_object_type *)item->out)->form);
}

static const auth_field type_fields[] = {HEAD(auth_object_type, "object"),
                                         FLAG(auth_object_type, drivable, DRIVABLE, DEFAULT("false")),
                                         FORM(auth_object_type)};
const auth_table auth_object_type_table = AUTH_TABLE(auth_object_type, type_fields, .check = check_type);

static const auth_format format = {.kind = AUTH_FILE_OBJECT, .table = &auth_object_type_table};

hl_status auth_object_type_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                                 auth_object_type **type, hl_report *report)
{
    void *out;
    const hl_status status = auth_format_parse(text, length, name, &format, arena, &out, report);
    *type = out;
    return status;
}

hl_status auth_object_type_read(const char *path, hl_arena *arena, auth_object_type **type, hl_report *report)
{
    void *out;
    const hl_status status = auth_format_read(path, &format, arena, &out, report);
    *type = out;
    return status;
}

const char *auth_object_type_nearest(const char *name)
{
    static const char *const supplied[] = {"bale", "barrel", "cone", "crate", "kerb",
                                           "log",  "pallet", "pipe", "post",  "stone"};
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < AUTH_COUNT_OF(supplied); i++) hl_spelling_offer(&nearest, supplied[i]);
    return nearest.best;
}

/* ---- copies ---- */

static const auth_field repeat_fields[] = {
    COUNT_AS("x", auth_repeat, count[0], "Number along x", SPAN("1 to 100"), DEFAULT("1")),
    COUNT_AS("y", auth_repeat, count[1], "Number along y", SPAN("1 to 100"), DEFAULT("1")),
    COUNT_AS("z", auth_repeat, count[2], "Number of layers", SPAN("1 to 100"), DEFAULT("1")),
    VECTOR_AS("step", auth_repeat, step, LENGTH, ANY, "Distance between copies along x, y, z, vector",
              SPAN("-1 km to 1 km"), GIVEN(auth_repeat, has_step),
              OTHERWISE("the object's size, along x and y with a gap of 1 cm")),
};
static const auth_table repeat = AUTH_TABLE(auth_repeat, repeat_fields, );

static void check_scatter(auth_item *item)
{
    const auth_object_scatter *scatter = item->out;
    auth_check_corners(item, scatter->from, scatter->to);
}

static const auth_field scatter_fields[] = {
    COUNT(auth_object_scatter, count, "Number of copies", SPAN("1 to 512")),
    VECTOR(auth_object_scatter, from, LENGTH, ANY, "Corner of a rectangle, [x, y]"),
    VECTOR(auth_object_scatter, to, LENGTH, ANY, "Opposite corner, [x, y]"),
    COUNT(auth_object_scatter, seed, "Whole number; each value gives other positions", DEFAULT("1")),
};
static const auth_table scatter = AUTH_TABLE(auth_object_scatter, scatter_fields, .check = check_scatter);

/* ---- objects ---- */

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* A name refers to a supplied file, or to a file in a folder `objects` beside the scenario. */
static const char *path_of_type(const auth_item *item, const char *type)
{
    char path[AUTH_PATH_LENGTH + 16];
    if (ends_with(type, ".yaml")) return auth_resolve_path(item->reader, type);
    snprintf(path, sizeof path, "objects/%s.yaml", type);
    return auth_resolve_path(item->reader, path);
}

/* Find or add a type of the scenario; each has one number. @return false after a complaint */
static bool read_type(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_object *object = item->out;
    auth_scenario *scenario = item->parent->out;
    object->type_index = -1;
    if (!value) return true;
    object->type = auth_item_copy(item, value);
    object->type_place = auth_node_place(value);
    if (!object->type) return false;
    for (int i = 0; i < scenario->object_type_count; i++)
        if (strcmp(scenario->object_types[i].name, object->type) == 0) object->type_index = i;
    if (object->type_index >= 0) return true;
    if (scenario->object_type_count == AUTH_MAX_OBJECT_TYPES) {
        COMPLAIN(item, field->key, "more than %d types of objects: use fewer", AUTH_MAX_OBJECT_TYPES);
        return false;
    }
    const char *path = path_of_type(item, object->type);
    if (!path) return false;
    object->type_index = scenario->object_type_count;
    scenario->object_types[scenario->object_type_count++] =
        (auth_object_file){.name = object->type, .path = path, .place = object->type_place};
    return true;
}

static void check_object(auth_item *item)
{
    const auth_object *object = item->out;
    check_form(item, &object->form);
    if (object->repeat.given && auth_item_has(item, "scatter"))
        COMPLAIN(item, "scatter", "give either 'repeat' or 'scatter', not both");
    if (!auth_item_has(item, "at") && !auth_item_has(item, "scatter"))
        hl_report_add(item->reader->report, object->place,
                      "object '%s' has no position: give 'at' or 'scatter'", object->name);
}

static const auth_field object_fields[] = {
    NAME(auth_object, "Name of the object"),
    READ(TEXT, "type", read_type,
         "Type with defaults for the keys below: `pallet` for `objects/pallet.yaml` of the folder of this "
         "file or of the assets, or a path ending with `.yaml`: [objects](objects.md)",
         .least = 1, .most = AUTH_PATH_LENGTH, OTHERWISE("none")),
    VECTOR(auth_object, at, LENGTH, ANY,
           "Position of the middle of its base, vector; z is measured from the ground there; required "
           "without `scatter`",
           OPTIONAL),
    VECTOR(auth_object, turn, ANGLE, ANY, "Rotation vector about the middle of the base", .fallback = "0",
           OTHERWISE("[0, 0, 0]")),
    FLAG(auth_object, absolute, "`true`: z of `at` is measured from the world's z = 0", DEFAULT("false")),
    FLAG(auth_object, drivable, DRIVABLE, GIVEN(auth_object, has_drivable), OTHERWISE("`false`")),
    FORM(auth_object),
    VECTOR(auth_object, velocity, VELOCITY, ANY, "Initial velocity of a free object, vector",
           SPAN("-50 m/s to 50 m/s"), GIVEN(auth_object, has_velocity), OTHERWISE("at rest")),
    FLAG(auth_object, awake, "`true`: a free object moves from the start; `false`: it rests until touched",
         GIVEN(auth_object, has_awake), OTHERWISE("`true` above the ground or with a `velocity`")),
    FLAG(auth_object, settled, "`true`: a free object is lowered until it touches the ground",
         GIVEN(auth_object, has_settled), OTHERWISE("`true` if z of `at` is 0")),
    PART(auth_object, repeat, repeat, "Copies in rows, columns and layers, named with a number: `cone 3`",
         GIVEN(auth_object, repeat.given), OPTIONAL),
    PART(auth_object, scatter, scatter,
         "Copies with random positions and headings in a rectangle, without overlap", OPTIONAL),
};
const auth_table auth_object_table = AUTH_TABLE(auth_object, object_fields, .what = "object",
                                                .place = AUTH_AT(auth_object, place), .check = check_object);

/* ---- the files of types ---- */

/* Report a file that cannot be read at the key that names it. */
static hl_status read_type_of(auth_object_file *file, hl_arena *arena, hl_report *report)
{
    char scenario[HL_FILE_LENGTH], hint[HL_HINT_LENGTH];
    memcpy(scenario, report->file, sizeof scenario);
    const hl_status status = auth_object_type_read(file->path, arena, &file->type, report);
    if (status == HL_OK) hl_report_begin(report, scenario);
    if (status != HL_IO_ERROR) return status;
    char why[HL_MESSAGE_LENGTH];
    memcpy(why, report->list[0].text, sizeof why);
    hl_report_begin(report, scenario);
    hl_report_add(report, file->place, "'type': %s: %.300s%s", file->path, why,
                  hl_did_you_mean(auth_object_type_nearest(file->name), hint));
    return HL_BAD_INPUT;
}

hl_status auth_scenario_read_objects(auth_scenario *scenario, hl_arena *arena, hl_report *report)
{
    for (int i = 0; i < scenario->object_type_count; i++) {
        if (scenario->object_types[i].type) continue;
        const hl_status status = read_type_of(&scenario->object_types[i], arena, report);
        if (status != HL_OK) return status;
    }
    return auth_scenario_complete_objects(scenario, arena, report);
}
