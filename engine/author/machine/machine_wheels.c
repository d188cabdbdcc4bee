/* Tires and wheels of a machine. */
#include "machine_reader.h"
#include "mechanism/mechanism_tables.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* ---- tires ---- */

static const auth_rule tire_rules[] = {
    AUTH_SCALAR(tire, radius, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(tire, width, LENGTH, POSITIVE, 0.0),
    AUTH_SCALAR(tire, stiffness, STIFFNESS, POSITIVE, 0.0),
    AUTH_SCALAR(tire, damping, DAMPING, NOT_NEGATIVE, 0.0),
};

#define TWO(key, kind, range) AUTH_RULE(tire_friction, key, 2, kind, kind, range, 0.0)

static const auth_rule friction_rules[] = {
    TWO(bristle_stiffness, INVERSE_LENGTH, POSITIVE),
    TWO(bristle_damping, SLOWNESS, NOT_NEGATIVE),
    TWO(viscous, SLOWNESS, NOT_NEGATIVE),
    AUTH_SCALAR(tire_friction, kinetic, NUMBER, POSITIVE, 0.0),
    AUTH_SCALAR(tire_friction, stiction, NUMBER, POSITIVE, 0.0),
    AUTH_SCALAR(tire_friction, stribeck_velocity, VELOCITY, POSITIVE, 0.0),
    AUTH_SCALAR(tire_friction, exponent, NUMBER, POSITIVE, 0.5),
    TWO(slip_stiffness, NUMBER, NOT_NEGATIVE),
    AUTH_SCALAR(tire_friction, rolling_resistance, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(tire_friction, resistance_doubles, VELOCITY, POSITIVE, 0.0),
};

/* The surfaces before this one have been read. */
static void check_surface(const auth_machine_reader *m, const yaml_node_t *item,
                          const auth_tire_friction *list, const auth_tire_friction *friction,
                          const char *owner)
{
    for (const auth_tire_friction *other = list; other < friction; other++) {
        if (strcmp(other->surface, friction->surface) != 0) continue;
        AUTH_COMPLAIN(m, item, "surface", "the surface '%s' is taken in this %s; another surface is expected",
                      friction->surface, owner);
        return;
    }
}

static void read_friction(const auth_machine_reader *m, const yaml_node_t *item, const raw_tire_friction *raw,
                          const auth_tire_friction *list, auth_tire_friction *friction, const char *owner)
{
    friction->surface = auth_copy_text(m->file, raw->surface);
    friction->place = auth_node_place(item);
    if (!friction->surface) return;
    check_surface(m, item, list, friction, owner);
    if (auth_apply_rules(m->file, item, AUTH_RULES(friction_rules), false, raw, friction))
        auth_check_stiction(m, item, friction->kinetic, friction->stiction);
}

auth_tire_friction *auth_read_surfaces(const auth_machine_reader *m, const yaml_node_t *item,
                                       const raw_tire_friction *raw, int count, const char *owner)
{
    auth_tire_friction *surfaces = HL_NEW(m->file->arena, auth_tire_friction, count);
    if (!surfaces) *m->file->starved = true;
    const yaml_node_t *list = auth_document_value(m->file->document, item, "friction");
    for (int i = 0; i < count && !*m->file->starved; i++)
        read_friction(m, auth_document_entry(m->file->document, list, i), &raw[i], surfaces, &surfaces[i],
                      owner);
    return surfaces;
}

void auth_read_tire(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    enum { MAX_DISCS = 9 /* TIRE_MAX_DISCS of tire/tire.h */, DISCS = 5 };
    const raw_tire *from = raw;
    auth_tire *tire = out;
    auth_apply_rules(m->file, item, AUTH_RULES(tire_rules), false, raw, out);
    tire->discs = auth_is_given(m->file, item, "discs") ? (int)from->discs : DISCS;
    auth_check_range(m->file, item, "discs", tire->discs, 1, MAX_DISCS);
    tire->friction_count = (int)from->friction_count;
    tire->friction = auth_read_surfaces(m, item, from->friction, tire->friction_count, "tire");
}

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

static void check_axle(const auth_machine_reader *m, const yaml_node_t *item, const auth_wheel *wheel,
                       const auth_joint *joint)
{
    double axis[3], off[3];
    into_child(joint->turn, joint->axis, axis);
    cross(axis, wheel->axle, off);
    const char *key = auth_is_given(m->file, item, "axle") ? "axle" : "body";
    if (sqrt(dot(off, off)) > tolerance || dot(axis, wheel->axle) < 0.0) {
        AUTH_COMPLAIN(m, item, key,
                      "the axle is (%g, %g, %g) but joint '%s' turns about (%g, %g, %g) in the wheel's "
                      "frame; both along the axle, to the left of the machine, are expected",
                      wheel->axle[0], wheel->axle[1], wheel->axle[2], joint->name, axis[0], axis[1], axis[2]);
        return;
    }
    cross(joint->child_at, wheel->axle, off);
    if (sqrt(dot(off, off)) > tolerance)
        AUTH_COMPLAIN(m, item, "body",
                      "joint '%s' bears the wheel at 'child_at', off its axle; the origin of the wheel's "
                      "frame, its centre, is expected to lie on the axle",
                      joint->name);
}

/* The joint that carries the wheel's body. */
static void find_bearing(const auth_machine_reader *m, const yaml_node_t *item, auth_wheel *wheel)
{
    const auth_mechanism *mechanism = m->file->out;
    while (wheel->joint < mechanism->joint_count && mechanism->joints[wheel->joint].child != wheel->body)
        wheel->joint++;
    if (wheel->joint == mechanism->joint_count) return; /* complained about already */
    const auth_joint *joint = &mechanism->joints[wheel->joint];
    if (joint->type == MB_REVOLUTE) {
        check_axle(m, item, wheel, joint);
        return;
    }
    AUTH_COMPLAIN(m, item, "body", "the wheel is carried by the %s joint '%s'; a revolute joint is expected",
                  auth_joint_type_word((int)joint->type), joint->name);
}

void auth_read_wheel(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    static const double left[3] = {0, 1, 0};
    const raw_wheel *from = raw;
    auth_wheel *wheel = out;
    wheel->tire = auth_machine_reference(m, item, "tire", from->tire, AUTH_TIRES, "tire");
    wheel->body = auth_reference(m->file, item, "body", from->body, AUTH_BODIES);
    const bool good = auth_read_direction(m->file, item, "axle", from->axle, left, wheel->axle);
    if (wheel->body == AUTH_NOT_FOUND) return;
    for (const auth_wheel *other = m->out->wheels; other < wheel; other++)
        if (other->body == wheel->body)
            AUTH_COMPLAIN(m, item, "body", "body '%s' is wheel '%s' already; another body is expected",
                          from->body, other->name);
    if (good) find_bearing(m, item, wheel);
}
