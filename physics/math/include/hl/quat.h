/* Unit quaternions (w, x, y, z), w first, mapping body to world: v_world = q v_body q*. */
#ifndef HL_QUAT_H
#define HL_QUAT_H

#include "hl/mat3.h"

typedef struct hl_quat {
    double w, x, y, z;
} hl_quat;

static inline hl_quat hl_quat_identity(void)
{
    return (hl_quat){1, 0, 0, 0};
}

/** p q: first q, then p. */
static inline hl_quat hl_quat_mul(hl_quat p, hl_quat q)
{
    return (hl_quat){
        p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
        p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

/** The inverse rotation. */
static inline hl_quat hl_quat_conjugate(hl_quat q)
{
    return (hl_quat){q.w, -q.x, -q.y, -q.z};
}

/** q / |q|; the zero quaternion gives the identity. */
hl_quat hl_quat_normalized(hl_quat q);

/** Rotation by `angle` [rad] about the unit vector `axis`. */
hl_quat hl_quat_about(hl_vec3 axis, double angle);

/** Exponential map: the rotation by |rotation| rad about its direction. */
hl_quat hl_quat_exp(hl_vec3 rotation);

/** Logarithm: the rotation vector [rad] of a unit quaternion, |result| <= pi. Inverse of hl_quat_exp. */
hl_vec3 hl_quat_log(hl_quat q);

/** The rotation matrix of a unit quaternion, body to world. */
hl_mat3 hl_quat_matrix(hl_quat q);

/** The unit quaternion of a rotation matrix, w >= 0. */
hl_quat hl_quat_from_matrix(const hl_mat3 *r);

#endif
