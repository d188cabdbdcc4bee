/* The `picture` of a machine: model, eye point, windshield and mirrors of the cab, moving parts. */
#include "machine_tables.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* Two places between which there is a direction. @return false after a complaint */
static bool check_apart(const auth_item *item, const char *eye, const double from[3], const double to[3])
{
    static const double nearest = 1e-3, farthest = 1e4; /* [m] */
    const double distance = hl_hypot(hl_hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
    if (distance >= nearest && distance <= farthest) return true;
    COMPLAIN(item, "towards",
             "'towards' is %g m from '%s'; a point 1 mm to 10 km away, for a direction, is expected",
             distance, eye);
    return false;
}

/* ---- mirrors ---- */

static const auth_word mirrors[] = {{"left", 0}, {"right", 1}, {"rear", 2}};

static bool check_mirror_name(auth_item *item, const auth_field *field)
{
    const auth_mirror *mirror = item->out;
    for (int i = 1; i <= item->index; i++) {
        if (mirror[-i].name != mirror->name) continue;
        COMPLAIN(item, field->key, "there is a mirror '%s' already; another name is expected", mirror->name);
        return false;
    }
    return true;
}

static void check_mirror(auth_item *item)
{
    const auth_mirror *mirror = item->out;
    check_apart(item, "at", mirror->at, mirror->towards);
}

static const auth_field mirror_fields[] = {
    {AUTH_ROW(CHOICE, "name", auth_mirror, name), .read = auth_store_word, .check = check_mirror_name,
     .words = mirrors, .word_count = AUTH_COUNT_OF(mirrors), AUTH_MEANING("Which mirror")},
    VECTOR(auth_mirror, at, LENGTH, ANY, "Middle of the glass, vector"),
    VECTOR(auth_mirror, towards, LENGTH, ANY, "A target point"),
    QUANTITY(auth_mirror, angle, ANGLE, ANY, "Horizontal angle of view", SPAN("5 to 120 deg"),
             DEFAULT("30 deg")),
};
static const auth_table mirror = AUTH_TABLE(auth_mirror, mirror_fields, .check = check_mirror);

/* ---- cab ---- */

static const auth_field windshield_fields[] = {
    VECTOR_AS("at", auth_picture, windshield, LENGTH, ANY, "Its middle, vector"),
    VECTOR_AS("size", auth_picture, windshield_size, LENGTH, ANY, "`[width, height]`", SPAN("0.1 to 5 m")),
    QUANTITY_AS("tilt", auth_picture, windshield_tilt, ANGLE, ANY,
                "Tilt of its upper edge away from the driver", SPAN("-60 to 60 deg"), DEFAULT("0")),
};
static const auth_table windshield = AUTH_TABLE(auth_picture, windshield_fields, );

/* Where the file is silent: upright, an arm's length ahead of the eye, as large as the picture there. */
static void place_windshield(auth_picture *picture)
{
    static const double distance = 1.0, size[2] = {1.5, 0.9}; /* [m] */
    double ahead[3];
    for (int i = 0; i < 3; i++) ahead[i] = picture->towards[i] - picture->eye[i];
    const double length = hl_hypot(hl_hypot(ahead[0], ahead[1]), ahead[2]);
    for (int i = 0; i < 3; i++) picture->windshield[i] = picture->eye[i] + distance * ahead[i] / length;
    memcpy(picture->windshield_size, size, sizeof size);
}

static bool check_windshield(auth_item *item, const auth_field *field)
{
    if (item->good && !auth_item_has(item, field->key)) place_windshield(item->out);
    return true;
}

/* Straight ahead is x. */
static bool check_towards(auth_item *item, const auth_field *field)
{
    auth_picture *picture = item->out;
    if (!auth_item_has(item, field->key)) {
        memcpy(picture->towards, picture->eye, sizeof picture->eye);
        picture->towards[0] += 1.0;
    }
    return !item->good || check_apart(item, "eye", picture->eye, picture->towards);
}

static const auth_field cab_fields[] = {
    REFERENCE_AS("body", auth_picture, cab_body, "bodies", "body", "All its points are in this body's frame"),
    VECTOR(auth_picture, eye, LENGTH, ANY, "The driver's eye, vector"),
    VECTOR(auth_picture, towards, LENGTH, ANY, "A point straight ahead, vector", .check = check_towards,
           OTHERWISE("along x")),
    READ(PART, "windshield", auth_read_here, "Position of the head-up display", .table = &windshield,
         .check = check_windshield, OTHERWISE("1.5 x 0.9 m, 1 m in front of the eye")),
    LIST(auth_picture, mirrors, mirror_count, mirror, 0, AUTH_MAX_MIRRORS, "Up to three mirrors",
         .within = true, OTHERWISE("empty")),
};
static const auth_table cab = AUTH_TABLE(auth_picture, cab_fields, );

/* ---- spots ---- */

static const auth_field tool_fields[] = {
    REFERENCE_AS("body", auth_picture, tool_body, "bodies", "body", "Its body"),
    VECTOR_AS("at", auth_picture, tool_at, LENGTH, ANY, "Point in its frame", OPTIONAL),
};
static const auth_field exhaust_fields[] = {
    REFERENCE_AS("body", auth_picture, exhaust_body, "bodies", "body", "Its body"),
    VECTOR_AS("at", auth_picture, exhaust_at, LENGTH, ANY, "Point in its frame", OPTIONAL),
};
static const auth_table tool = AUTH_TABLE(auth_picture, tool_fields, ),
                        exhaust = AUTH_TABLE(auth_picture, exhaust_fields, );

/* ---- moves ---- */

static void check_move(auth_item *item)
{
    const auth_move *move = item->out;
    if (auth_item_has(item, "turn") || auth_item_has(item, "shift")) return;
    hl_report_add(item->reader->report, move->place,
                  "'%s' does not move; 'turn' or 'shift' for each unit of the signal is expected",
                  move->node);
}

static const auth_field move_fields[] = {
    WORD(auth_move, node, "Name of the part in the model, `\"cabin:steering_wheel\"`"),
    WORD(auth_move, signal, "Name of a signal of the machine; `control.NAME` for its controls",
         PLACE(auth_move, signal_place)),
    DIRECTION(auth_move, axis, "Direction in the part's frame", DEFAULT("[0, 0, 1]")),
    QUANTITY(auth_move, turn, ANGLE, ANY,
             "Rotation about the axis per unit of the signal; this or `shift` is required", OPTIONAL),
    QUANTITY(auth_move, shift, LENGTH, ANY,
             "Displacement along the axis per unit of the signal; this or `turn` is required", OPTIONAL),
};
static const auth_table move =
    AUTH_TABLE(auth_move, move_fields, .place = AUTH_AT(auth_move, place), .check = check_move);

/* ---- chains ---- */

static bool check_over(auth_item *item, const auth_field *field)
{
    const auth_chain *chain = item->out;
    const yaml_node_t *list = auth_item_value(item, field->key);
    for (int i = 0; i < chain->over_count; i++) {
        const yaml_node_t *row = auth_document_entry(item->reader->document, list, i);
        if (chain->over[i][2] <= 0.0) {
            const yaml_node_t *radius = auth_document_entry(item->reader->document, row, 2);
            hl_report_add(item->reader->report, auth_node_place(radius),
                          "'over': the radius is %s; a length above zero is expected",
                          auth_node_text(radius));
            return false;
        }
        if (i == 0 || chain->over[i][0] > chain->over[i - 1][0]) continue;
        hl_report_add(item->reader->report, auth_node_place(row),
                      "'over': x of wheel %d is %g, that of the one before %g; x rising from the rear to the "
                      "front is expected",
                      i + 1, chain->over[i][0], chain->over[i - 1][0]);
        return false;
    }
    return true;
}

static const auth_field chain_fields[] = {
    WORD(auth_chain, node,
         "One shoe of the model: x forward along the lower run, z away from the ground, origin in the middle "
         "of its outer face without the ribs"),
    REFERENCE(auth_chain, track, "tracks", "track", "Name of its track"),
    COUNT(auth_chain, shoes, "Number of shoes of the whole belt", SPAN("8 to 200")),
    PAIRS_AS("over", auth_chain, over, over_count, LENGTH, LENGTH, 0, AUTH_CHAIN_OVER,
             "Up to four carrier wheels, `[x, z, radius]`, from the rear to the front, like the track's "
             "`stations`",
             .columns = 3, .within = true, .check = check_over, OPTIONAL),
};
static const auth_table chain = AUTH_TABLE(auth_chain, chain_fields, .place = AUTH_AT(auth_chain, place));

/* ---- the whole: files are named as they stand, see auth/picture.h ---- */

#define FILE_NAME(key, ...)                                                                                  \
    TEXT(auth_picture, key, AUTH_PATH_LENGTH, __VA_ARGS__, .least = 1, PLACE(auth_picture, key##_place))

/* Names of bodies. */
static bool check_hides(auth_item *item, const auth_field *field)
{
    const yaml_node_t *value = auth_item_value(item, field->key);
    const bool single = value && value->type == YAML_SCALAR_NODE;
    bool good = true;
    for (int i = 0; i < ((const auth_picture *)item->out)->hide_count; i++) {
        const yaml_node_t *name = single ? value : auth_document_entry(item->reader->document, value, i);
        good &= auth_item_reference(item, field->key, name, "bodies", "body") != AUTH_NOT_FOUND;
    }
    return good;
}

static const auth_field fields[] = {
    FILE_NAME(model,
              "Path of a glTF file (`.glb`); its nodes are named after the bodies: "
              "[assets/models](../assets/models/README.md)",
              OTHERWISE("boxes")),
    FILE_NAME(attachment,
              "Path of a second glTF file, with parts for [variants](#variants); its nodes are added to "
              "those of `model`; "
              "`moves` and `chains` refer to `model`",
              OTHERWISE("none")),
    FILE_NAME(hud, "Path of the [layout](hud.md) of its head-up display", OTHERWISE("none")),
    READ(PART, "cab", auth_read_here, "The cab", .table = &cab, GIVEN(auth_picture, cab),
         OTHERWISE("no cab camera")),
    READ(PART, "tool", auth_read_here, "Target of the bucket camera: `body` and `at`, a point in its frame",
         .table = &tool, GIVEN(auth_picture, tool), OTHERWISE("no bucket camera")),
    READ(PART, "exhaust", auth_read_here, "Source of smoke: `body` and `at`, a point in its frame",
         .table = &exhaust, GIVEN(auth_picture, exhaust), OTHERWISE("no smoke")),
    WORDS(auth_picture, hides, hide_count, 0, 8,
          "Up to 8 bodies that are drawn as the boxes of their shapes, without their nodes of the model: for "
          "variants that replace them",
          OTHERWISE("empty"), .check = check_hides),
    LIST(auth_picture, moves, move_count, move, 0, 0, "List of parts moved by signals", OTHERWISE("empty")),
    LIST(auth_picture, chains, chain_count, chain, 0, AUTH_MAX_CHAINS,
         "List of up to four belts, their shoes laid round tracks", OTHERWISE("empty")),
};
const auth_table auth_picture_table = AUTH_TABLE(auth_picture, fields, );
