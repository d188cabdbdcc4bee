/* Tires and wheels of a machine. */
#include "machine_tables.h"
#include "reader/materials_reader.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* ---- friction on kinds of ground ---- */

typedef enum owner { TIRE, TRACK } owner;

/* Tracks have less to say. */
static bool begin_friction(auth_item *item)
{
    return auth_item_set_kind(item, item->parent->table == &auth_track_table ? TRACK : TIRE,
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
    auth_check_material(item->reader, item->node, -1.0, friction->kinetic, friction->stiction);
}

static const auth_field friction_fields[] = {
    WORD(auth_tire_friction, surface, "Name of the kind of ground; scenarios choose by it",
         .check = check_surface),
    VECTOR(auth_tire_friction, bristle_stiffness, INVERSE_LENGTH, POSITIVE,
           "Of LuGre bristles, sigma_0: [along, across]"),
    VECTOR(auth_tire_friction, bristle_damping, SLOWNESS, NOT_NEGATIVE,
           "Of LuGre bristles, sigma_1: [along, across]"),
    VECTOR(auth_tire_friction, viscous, SLOWNESS, NOT_NEGATIVE, "Viscous friction, sigma_2: [along, across]",
           DEFAULT("[0, 0]")),
    QUANTITY(auth_tire_friction, kinetic, NUMBER, POSITIVE, "Friction coefficient when sliding"),
    QUANTITY(auth_tire_friction, stiction, NUMBER, POSITIVE,
             "Friction coefficient when holding, not below `kinetic`"),
    QUANTITY(auth_tire_friction, stribeck_velocity, VELOCITY, POSITIVE,
             "Speed over which stiction becomes sliding friction"),
    QUANTITY(auth_tire_friction, exponent, NUMBER, POSITIVE, "Of the Stribeck curve", DEFAULT("0.5")),
    VECTOR(auth_tire_friction, slip_stiffness, NUMBER, NOT_NEGATIVE,
           "[along, across]: force over load per unit of slip while rolling; 0: bristles do not leave the "
           "patch. Not of tracks",
           DEFAULT("[0, 0]"), OF(1u << TIRE)),
    QUANTITY(auth_tire_friction, rolling_resistance, NUMBER, NOT_NEGATIVE,
             "Resisting moment over load and radius", DEFAULT("0")),
    QUANTITY(auth_tire_friction, resistance_doubles, VELOCITY, POSITIVE,
             "Speed at which the rolling resistance of a tire is twice as much; it grows with the square. "
             "Not of tracks",
             OTHERWISE("never"), OF(1u << TIRE)),
};
const auth_table auth_tire_friction_table =
    AUTH_TABLE(auth_tire_friction, friction_fields, .place = AUTH_AT(auth_tire_friction, place),
               .begin = begin_friction, .check = check_friction);

/* ---- tires ---- */

static const auth_field tire_fields[] = {
    NAME(auth_tire, "Name of the tire"),
    QUANTITY(auth_tire, radius, LENGTH, POSITIVE, "Free radius"),
    QUANTITY(auth_tire, width, LENGTH, POSITIVE, "Distance of the outer discs"),
    COUNT(auth_tire, discs, "Discs that stand for its width", SPAN("1 to 9"), /* TIRE_MAX_DISCS */
          DEFAULT("5")),
    QUANTITY(auth_tire, stiffness, STIFFNESS, POSITIVE, "Radial, of the whole tire"),
    QUANTITY(auth_tire, damping, DAMPING, NOT_NEGATIVE, "Radial, of the whole tire"),
    LIST(auth_tire, friction, friction_count, auth_tire_friction_table, 1, 0,
         "An entry for each kind of ground"),
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
