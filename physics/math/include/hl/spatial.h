/* Spatial six-vectors, linear part first as in the papers: Z = [s_dot; omega] (002 Eq. 1).
 *
 * All of them are referred to one origin O: a motion's linear part is the velocity of the body's point that
 * coincides with O, a wrench's moment is taken about O. Accelerations are the plain time derivative of Z
 * (Featherstone's spatial acceleration): the papers' acceleration of the point at O is lin + ang x
 * velocity.lin. */
#ifndef HL_SPATIAL_H
#define HL_SPATIAL_H

#include "hl/mat3.h"

/** Velocity, acceleration or virtual displacement of a body, referred to the origin. */
typedef struct hl_motion {
    hl_vec3 lin; /**< [m/s] or [m/s^2] or [m] */
    hl_vec3 ang; /**< [rad/s] or [rad/s^2] or [rad] */
} hl_motion;

/** Force and moment about the origin, or linear and angular momentum. */
typedef struct hl_wrench {
    hl_vec3 force;  /**< [N] */
    hl_vec3 moment; /**< [N m] */
} hl_wrench;

/** Rigid-body inertia about the origin: mass, first moment m c, and second moment (002 Eq. 9). */
typedef struct hl_inertia {
    double mass;    /**< [kg] */
    hl_vec3 first;  /**< m c [kg m], c from the origin to the centre of mass */
    hl_sym3 second; /**< J - m skew(c) skew(c) [kg m^2] */
} hl_inertia;

static inline hl_motion hl_motion_add(hl_motion a, hl_motion b)
{
    return (hl_motion){hl_add(a.lin, b.lin), hl_add(a.ang, b.ang)};
}

static inline hl_motion hl_motion_sub(hl_motion a, hl_motion b)
{
    return (hl_motion){hl_sub(a.lin, b.lin), hl_sub(a.ang, b.ang)};
}

/** a + s b */
static inline hl_motion hl_motion_add_scaled(hl_motion a, double s, hl_motion b)
{
    return (hl_motion){hl_add_scaled(a.lin, s, b.lin), hl_add_scaled(a.ang, s, b.ang)};
}

/** v x m: the rate of a motion m that is fixed in a body moving with v. */
static inline hl_motion hl_motion_cross(hl_motion v, hl_motion m)
{
    return (hl_motion){hl_add(hl_cross(v.ang, m.lin), hl_cross(v.lin, m.ang)), hl_cross(v.ang, m.ang)};
}

/** v x* f: the rate of a wrench f that is fixed in a body moving with v. */
static inline hl_wrench hl_wrench_cross(hl_motion v, hl_wrench f)
{
    return (hl_wrench){hl_cross(v.ang, f.force), hl_add(hl_cross(v.ang, f.moment), hl_cross(v.lin, f.force))};
}

static inline hl_wrench hl_wrench_add(hl_wrench a, hl_wrench b)
{
    return (hl_wrench){hl_add(a.force, b.force), hl_add(a.moment, b.moment)};
}

static inline hl_wrench hl_wrench_sub(hl_wrench a, hl_wrench b)
{
    return (hl_wrench){hl_sub(a.force, b.force), hl_sub(a.moment, b.moment)};
}

/** Power: wrench . motion */
static inline double hl_power(hl_wrench f, hl_motion v)
{
    return hl_dot(f.force, v.lin) + hl_dot(f.moment, v.ang);
}

/** Velocity of the point r (from the origin) of a body moving with v. */
static inline hl_vec3 hl_point_velocity(hl_motion v, hl_vec3 r)
{
    return hl_add(v.lin, hl_cross(v.ang, r));
}

/** A force acting at the point r, as a wrench about the origin. */
static inline hl_wrench hl_force_at(hl_vec3 force, hl_vec3 r)
{
    return (hl_wrench){force, hl_cross(r, force)};
}

/** I v: momentum */
static inline hl_wrench hl_inertia_mul(const hl_inertia *i, hl_motion v)
{
    return (hl_wrench){hl_add(hl_scale(i->mass, v.lin), hl_cross(v.ang, i->first)),
                       hl_add(hl_cross(i->first, v.lin), hl_sym_mul(&i->second, v.ang))};
}

static inline hl_inertia hl_inertia_add(hl_inertia a, hl_inertia b)
{
    return (hl_inertia){a.mass + b.mass, hl_add(a.first, b.first), hl_sym_add(a.second, b.second)};
}

#endif
