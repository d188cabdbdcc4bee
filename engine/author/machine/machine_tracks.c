/* Crawler tracks of a machine. */
#include "machine_tables.h"

#include "hl/real.h"

#include <math.h>

/* ---- stations ---- */

/* Stations nearer to each other than this would share their belt in nothing [m]. */
static const double nearest = 0.01;
/* Far beyond the largest crawlers, near enough that a unit left out is noticed [m]. */
static const double farthest = 20.0, smallest_radius = 0.02, largest_radius = 3.0;

static bool check_cell(const auth_item *item, const yaml_node_t *cell, int station, int column, double value)
{
    static const char *const what[] = {"x", "z", "radius"};
    const double low = column == 2 ? smallest_radius : -farthest,
                 high = column == 2 ? largest_radius : farthest;
    if (value >= low && value <= high) return true;
    hl_report_add(item->reader->report, auth_node_place(cell),
                  "'stations': %s of station %d is %s; %s is expected", what[column], station + 1,
                  auth_node_text(cell), column == 2 ? "20 mm to 3 m" : "-20 m to 20 m");
    return false;
}

static bool check_stations(auth_item *item, const auth_field *field)
{
    const auth_track *track = item->out;
    const auth_document *document = item->reader->document;
    bool good = true;
    for (int i = 0; i < track->station_count; i++) {
        const double *station = track->stations[i];
        const yaml_node_t *entry = auth_document_entry(document, auth_item_value(item, field->key), i);
        for (int k = 0; k < 3; k++)
            good &= check_cell(item, auth_document_entry(document, entry, k), i, k, station[k]);
        if (!good || i == 0 || station[0] <= track->stations[i - 1][0] - nearest) continue;
        hl_report_add(item->reader->report, auth_node_place(entry),
                      "'stations': x of station %d is %g, that of the one before %g; x falling from the "
                      "front to the rear by 1 cm at least is expected",
                      i + 1, station[0], track->stations[i - 1][0]);
        good = false;
    }
    return good;
}

/* ---- sprocket ---- */

static void check_sprocket(const auth_item *item, const auth_joint *joint)
{
    static const double tolerance = 1e-4; /* [rad] axes are written with a few digits */
    const auth_track *track = item->out;
    const char *body = auth_item_text(item, "body");
    if (joint->type != MB_REVOLUTE)
        COMPLAIN(item, "sprocket",
                 "the sprocket is carried by the %s joint '%s'; a revolute joint is expected",
                 auth_joint_type_word((int)joint->type), joint->name);
    else if (joint->parent != track->body)
        COMPLAIN(item, "sprocket",
                 "joint '%s' bears the sprocket on another body than '%s'; the body that carries the track "
                 "is expected",
                 joint->name, body);
    else if (hl_hypot(joint->axis[0], joint->axis[2]) > tolerance || joint->axis[1] < 0.0)
        COMPLAIN(item, "sprocket",
                 "joint '%s' of the sprocket turns about (%g, %g, %g); the y axis of '%s', to the left, is "
                 "expected",
                 joint->name, joint->axis[0], joint->axis[1], joint->axis[2], body);
}

/* The joint that carries the sprocket's body. */
static bool read_sprocket(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_track *track = item->out;
    const int sprocket = auth_item_reference(item, field->key, value, "bodies", "body");
    const auth_joint *joint = auth_carrying_joint(item, sprocket, &track->joint);
    if (!joint || track->body == AUTH_NOT_FOUND) return false; /* complained about already */
    for (const auth_track *other = track - item->index; other < track; other++) {
        if (other->joint != track->joint) continue;
        COMPLAIN(item, field->key, "sprocket '%s' drives track '%s' already; another body is expected",
                 auth_node_text(value), other->name);
        return false;
    }
    check_sprocket(item, joint);
    return true;
}

/* A station at the sprocket's centre is the sprocket: its pins run inside the shoes. */
static void check_pitch_radius(auth_item *item)
{
    const auth_track *track = item->out;
    const auth_joint *joint = &auth_mechanism_of(item)->joints[track->joint];
    for (int i = 0; i < track->station_count; i++) {
        const double *station = track->stations[i];
        if (hl_hypot(station[0] - joint->at[0], station[1] - joint->at[2]) > nearest) continue;
        if (track->pitch_radius > station[2])
            COMPLAIN(item, "pitch_radius",
                     "'pitch_radius' is %s, but station %d, at the sprocket, has a radius of %g m to the "
                     "outside of the shoes; at most this is expected",
                     auth_item_text(item, "pitch_radius"), i + 1, station[2]);
    }
}

static const auth_field track_fields[] = {
    NAME(auth_track, "Name of the track"),
    BODY_AS("body", auth_track, body, "Body that carries the track's frame: x forward, y left, z up"),
    READ(REFERENCE, "sprocket", read_sprocket,
         "A body on a revolute joint from `body`, its axis the y axis of `body`", AUTH_NAMED),
    QUANTITY(auth_track, pitch_radius, LENGTH, ANY,
             "Of the sprocket: belt speed over its spin; not above the radius of a station at the "
             "sprocket's centre",
             SPAN("20 mm to 3 m")),
    QUANTITY(auth_track, y, LENGTH, ANY, "Of the belt's middle, in the frame of `body`",
             SPAN("-20 m to 20 m")),
    QUANTITY(auth_track, width, LENGTH, ANY, "Of the shoes", SPAN("50 mm to 5 m")),
    PAIRS(auth_track, stations, station_count, LENGTH, LENGTH, 2, AUTH_TRACK_STATIONS,
          "2 to 12 of [x, z, radius], front first: centre of the wheel in the frame of `body`, radius to "
          "the outside of the shoes, 20 mm to 3 m; x falling, x and z within 20 m",
          .columns = 3, .within = true, .check = check_stations),
    QUANTITY(auth_track, stiffness, STIFFNESS, POSITIVE, "Of one station"),
    QUANTITY(auth_track, damping, DAMPING, NOT_NEGATIVE, "Of one station"),
    QUANTITY(auth_track, shoe_pitch, LENGTH, ANY, "Length of a shoe", SPAN("20 mm to 1 m")),
    QUANTITY(auth_track, grouser, LENGTH, NOT_NEGATIVE,
             "Height of the shoes' ribs, which leave their imprint in sand", DEFAULT("0")),
    QUANTITY(auth_track, resistance, NUMBER, NOT_NEGATIVE,
             "Of rollers and belt: force over the load on the track", DEFAULT("0")),
    LIST(auth_track, friction, friction_count, auth_tire_friction_table, 1, 0,
         "An entry for each kind of ground, keys as those of [tires](#tires)"),
};
const auth_table auth_track_table =
    AUTH_TABLE(auth_track, track_fields, .what = "track", .place = AUTH_AT(auth_track, place),
               .check = check_pitch_radius);
