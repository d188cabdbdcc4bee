/* Tires, wheels and crawler tracks of a machine. */
#include "machine_tables.h"
#include "reader/common.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* ---- friction on kinds of ground ---- */

typedef enum owner { TIRE, TRACK } owner;

/* Tracks have less to say. */
static bool begin_friction(auth_item *item)
{
    return auth_item_set_kind(item, strcmp(item->parent->table->what, "track") == 0 ? TRACK : TIRE,
                              "on a track, whose belt carries its bristles along");
}

/* The surfaces before this one have been read. */
static bool check_surface(auth_item *item, const auth_field *field)
{
    const auth_tire_friction *friction = item->out;
    for (const auth_tire_friction *other = friction - item->index; other < friction; other++) {
        if (strcmp(other->surface, friction->surface) != 0) continue;
        COMPLAIN(item, field->key, "the surface '%s' is taken in this %s; another surface is expected",
                 friction->surface, item->parent->table->what);
        return false;
    }
    return true;
}

static void check_friction(auth_item *item)
{
    const auth_tire_friction *friction = item->out;
    auth_check_material(item->reader, item->node, -1.0, friction->law.kinetic, friction->law.stiction);
}

/* 1/v^2 of the speed v that the file has; 0 without one. */
static bool check_growth(auth_item *item, const auth_field *field)
{
    double *growth = &((auth_tire_friction *)item->out)->law.rolling_growth;
    if (auth_item_has(item, field->key)) *growth = 1.0 / (*growth * *growth);
    return true;
}

#define LAW(key, kind, range, ...) QUANTITY_AS(#key, auth_tire_friction, law.key, kind, range, __VA_ARGS__)
#define LAW_VECTOR(key, member, kind, range, ...)                                                            \
    VECTOR_AS(key, auth_tire_friction, law.member, kind, range, __VA_ARGS__)

static const auth_field friction_fields[] = {
    WORD(auth_tire_friction, surface, "Kind of ground, as named in [scenarios](scenario.md)",
         .check = check_surface),
    LAW_VECTOR("bristle_stiffness", stiffness, INVERSE_LENGTH, POSITIVE,
               "Stiffness σ₀ of LuGre bristles: `[along, across]`"),
    LAW_VECTOR("bristle_damping", damping, SLOWNESS, NOT_NEGATIVE,
               "Damping σ₁ of LuGre bristles: `[along, across]`"),
    LAW_VECTOR("viscous", viscous, SLOWNESS, NOT_NEGATIVE, "Viscous friction σ₂: `[along, across]`",
               DEFAULT("[0, 0]")),
    LAW(kinetic, NUMBER, POSITIVE, "Friction coefficient of sliding"),
    LAW(stiction, NUMBER, POSITIVE, "Friction coefficient of sticking, not below `kinetic`"),
    LAW(stribeck_velocity, VELOCITY, POSITIVE, "Speed of the transition from stiction to sliding"),
    LAW(exponent, NUMBER, POSITIVE, "Exponent of the transition (Stribeck curve)", DEFAULT("0.5")),
    LAW_VECTOR("slip_stiffness", slip_stiffness, NUMBER, NOT_NEGATIVE,
               "`[along, across]`: force over load per unit of slip while rolling; 0: bristles stay in the "
               "contact patch; "
               "not of tracks",
               DEFAULT("[0, 0]"), OF(1u << TIRE)),
    LAW(rolling_resistance, NUMBER, NOT_NEGATIVE, "Resisting moment of rolling over load and radius",
        DEFAULT("0")),
    QUANTITY_AS(
        "resistance_doubles", auth_tire_friction, law.rolling_growth, VELOCITY, POSITIVE,
        "Speed v₂ at which the rolling resistance doubles: factor 1 + (v/v₂)²; not on sand, not of tracks",
        OTHERWISE("constant"), OF(1u << TIRE), .check = check_growth),
};
const auth_table auth_tire_friction_table =
    AUTH_TABLE(auth_tire_friction, friction_fields, .place = AUTH_AT(auth_tire_friction, place),
               .begin = begin_friction, .check = check_friction);

/* ---- tires ---- */

static const auth_field tire_fields[] = {
    NAME(auth_tire, "Name of the tire"),
    QUANTITY_AS("radius", auth_tire, model.radius, LENGTH, POSITIVE, "Free radius"),
    QUANTITY_AS("width", auth_tire, model.width, LENGTH, POSITIVE, "Distance of the outer discs"),
    COUNT_AS("discs", auth_tire, model.discs, "Number of its discs", SPAN("1 to 9"), /* TIRE_MAX_DISCS */
             DEFAULT("5")),
    QUANTITY_AS("stiffness", auth_tire, model.stiffness, STIFFNESS, POSITIVE,
                "Radial stiffness of the whole tire"),
    QUANTITY_AS("damping", auth_tire, model.damping, DAMPING, NOT_NEGATIVE,
                "Radial damping of the whole tire"),
    LIST(auth_tire, friction, friction_count, auth_tire_friction_table, 1, 0,
         "List: one entry for each kind of ground"),
};
const auth_table auth_tire_table =
    AUTH_TABLE(auth_tire, tire_fields, .what = "tire", .place = AUTH_AT(auth_tire, place));

/* ---- wheels ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* A vector of the parent's frame in the child's, which is turned by the rotation vector `turn` (Rodrigues).
 */
static void into_child(const double turn[3], const double v[3], double turned[3])
{
    const double angle = sqrt(dot(turn, turn));
    memcpy(turned, v, 3 * sizeof *v);
    if (angle == 0.0) return;
    double axis[3], side[3], sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    for (int i = 0; i < 3; i++) axis[i] = turn[i] / angle;
    cross(axis, v, side);
    const double along = dot(axis, v) * (1.0 - cosine);
    for (int i = 0; i < 3; i++) turned[i] = v[i] * cosine - side[i] * sine + axis[i] * along;
}

/* Directions and points written with a few digits: 1e-4 rad is far below any angle that is meant, 0.1 mm
 * below any offset of a bearing. */
static const double tolerance = 1e-4;

static void check_axle(const auth_item *item, const auth_joint *joint)
{
    const auth_wheel *wheel = item->out;
    double axis[3], off[3];
    into_child(joint->turn, joint->axis, axis);
    cross(axis, wheel->axle, off);
    if (sqrt(dot(off, off)) > tolerance || dot(axis, wheel->axle) < 0.0) {
        COMPLAIN(item, auth_item_has(item, "axle") ? "axle" : "body",
                 "the axle is (%g, %g, %g) but joint '%s' turns about (%g, %g, %g) in the wheel's frame; "
                 "both along the axle, to the left of the machine, are expected",
                 wheel->axle[0], wheel->axle[1], wheel->axle[2], joint->name, axis[0], axis[1], axis[2]);
        return;
    }
    cross(joint->child_at, wheel->axle, off);
    if (sqrt(dot(off, off)) > tolerance)
        COMPLAIN(item, "body",
                 "joint '%s' bears the wheel at 'child_at', off its axle; the origin of the wheel's frame, "
                 "its centre, is expected to lie on the axle",
                 joint->name);
}

static bool check_wheel_body(auth_item *item, const auth_field *field)
{
    const auth_wheel *wheel = item->out;
    for (const auth_wheel *other = wheel - item->index; other < wheel; other++) {
        if (other->body != wheel->body) continue;
        COMPLAIN(item, field->key, "body '%s' is wheel '%s' already; another body is expected",
                 auth_item_text(item, field->key), other->name);
        return false;
    }
    return true;
}

/* The joint that carries the wheel's body. */
static void find_bearing(auth_item *item)
{
    auth_wheel *wheel = item->out;
    const auth_joint *joint = auth_carrying_joint(item, wheel->body, &wheel->joint);
    if (!joint) return; /* complained about already */
    if (joint->type == MB_REVOLUTE)
        check_axle(item, joint);
    else
        COMPLAIN(item, "body", "the wheel is carried by the %s joint '%s'; a revolute joint is expected",
                 auth_joint_type_word((int)joint->type), joint->name);
}

static const auth_field wheel_fields[] = {
    NAME(auth_wheel, "Name of the wheel"),
    BODY_AS("body", auth_wheel, body, "Body that rolls; its origin is the centre of the wheel",
            .check = check_wheel_body),
    DIRECTION(auth_wheel, axle, "Direction in the wheel's frame, to the left of the machine",
              DEFAULT("[0, 1, 0]")),
    REFERENCE(auth_wheel, tire, "tires", "tire", "Name of a tire"),
};
const auth_table auth_wheel_table =
    AUTH_TABLE(auth_wheel, wheel_fields, .place = AUTH_AT(auth_wheel, place), .check = find_bearing);

/* ---- tracks: stations ---- */

/* Stations nearer to each other than this would share their belt in nothing [m]. */
static const double nearest = 0.01;
/* Far beyond the largest crawlers, near enough that a unit left out is noticed [m]. */
static const double farthest = 20.0, smallest_radius = 0.02, largest_radius = 3.0;

static bool read_cell(const auth_item *item, const auth_field *field, const yaml_node_t *cell, int station,
                      int column, double *value)
{
    static const char *const what[] = {"x", "z", "radius"};
    const double low = column == 2 ? smallest_radius : -farthest,
                 high = column == 2 ? largest_radius : farthest;
    if (!auth_field_quantity(item, field, cell, value)) return false;
    if (*value >= low && *value <= high) return true;
    hl_report_add(item->reader->report, auth_node_place(cell), "'%s': %s of station %d is %s; %s is expected",
                  field->key, what[column], station + 1, auth_node_text(cell),
                  column == 2 ? "20 mm to 3 m" : "-20 m to 20 m");
    return false;
}

static bool read_stations(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_track *track = item->out;
    const auth_document *document = item->reader->document;
    bool good = true;
    track->model.stations = auth_entry_count(value);
    for (int i = 0; i < track->model.stations; i++) {
        track_station *station = &track->model.station[i];
        const yaml_node_t *entry = auth_document_entry(document, value, i);
        double *const cells[] = {&station->centre.x, &station->centre.z, &station->radius};
        for (int k = 0; k < 3; k++)
            good &= read_cell(item, field, auth_document_entry(document, entry, k), i, k, cells[k]);
        station->centre.y = track->y;
        if (!good || i == 0 || station->centre.x <= station[-1].centre.x - nearest) continue;
        hl_report_add(item->reader->report, auth_node_place(entry),
                      "'%s': x of station %d is %g, that of the one before %g; x falling from the front to "
                      "the rear by 1 cm at least is expected",
                      field->key, i + 1, station->centre.x, station[-1].centre.x);
        good = false;
    }
    return good;
}

/* ---- tracks: sprocket ---- */

static void check_sprocket(const auth_item *item, const auth_joint *joint)
{
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
    for (int i = 0; i < track->model.stations; i++) {
        const track_station *station = &track->model.station[i];
        if (hl_hypot(station->centre.x - joint->at[0], station->centre.z - joint->at[2]) > nearest) continue;
        if (track->model.pitch_radius > station->radius)
            COMPLAIN(item, "pitch_radius",
                     "'pitch_radius' is %s, but station %d, at the sprocket, has a radius of %g m to the "
                     "outside of the shoes; at most this is expected",
                     auth_item_text(item, "pitch_radius"), i + 1, station->radius);
    }
}

#define OF_MODEL(key, kind, range, ...) QUANTITY_AS(#key, auth_track, model.key, kind, range, __VA_ARGS__)

static const auth_field track_fields[] = {
    NAME(auth_track, "Name of the track"),
    BODY_AS("body", auth_track, body, "Body of the track's frame: x forward, y left, z up"),
    READ(REFERENCE, "sprocket", read_sprocket,
         "A body on a revolute joint from `body`, its `axis` the y axis of `body`", AUTH_NAMED),
    OF_MODEL(
        pitch_radius, LENGTH, ANY,
        "Of the sprocket: belt speed over its angular velocity; not above the radius of a station at the "
        "sprocket's centre",
        SPAN("20 mm to 3 m")),
    QUANTITY(auth_track, y, LENGTH, ANY, "y of the belt's middle, in the frame of `body`",
             SPAN("-20 m to 20 m")),
    OF_MODEL(width, LENGTH, ANY, "Width of the shoes", SPAN("50 mm to 5 m")),
    READ(PAIRS, "stations", read_stations,
         "2 to 12 of `[x, z, radius]`, front first: centre of the wheel in the frame of `body`, radius to "
         "the outside of the shoes, 20 mm to 3 m; x decreasing, x and z within 20 m",
         AUTH_IN(LENGTH, LENGTH, ANY), .least = 2, .most = TRACK_MAX_STATIONS, .columns = 3),
    OF_MODEL(stiffness, STIFFNESS, POSITIVE, "Stiffness of one station"),
    OF_MODEL(damping, DAMPING, NOT_NEGATIVE, "Damping of one station"),
    OF_MODEL(dissipation, SLOWNESS, NOT_NEGATIVE,
             "The elastic force of a station is multiplied by 1 + this times the speed into the ground",
             DEFAULT("0")),
    QUANTITY(auth_track, shoe_pitch, LENGTH, ANY, "Length of a shoe", SPAN("20 mm to 1 m")),
    QUANTITY(auth_track, grouser, LENGTH, NOT_NEGATIVE,
             "Height of the ribs of the shoes, which leave imprints in sand", DEFAULT("0")),
    OF_MODEL(resistance, NUMBER, NOT_NEGATIVE,
             "Resistance of rollers and belt: force over the load on the track", DEFAULT("0")),
    LIST(auth_track, friction, friction_count, auth_tire_friction_table, 1, 0,
         "List: one entry for each kind of ground, keys as those of [tires](#tires) without `slip_stiffness` "
         "and `resistance_doubles`"),
};
const auth_table auth_track_table =
    AUTH_TABLE(auth_track, track_fields, .what = "track", .place = AUTH_AT(auth_track, place),
               .check = check_pitch_radius);
