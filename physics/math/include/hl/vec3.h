/* Three-vectors by value. Right-handed frames, SI units. */
#ifndef HL_VEC3_H
#define HL_VEC3_H

#include <math.h>
#include <stdbool.h>

typedef struct hl_vec3 {
    double x, y, z;
} hl_vec3;

static inline hl_vec3 hl_v3(double x, double y, double z)
{
    return (hl_vec3){x, y, z};
}
static inline hl_vec3 hl_add(hl_vec3 a, hl_vec3 b)
{
    return hl_v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline hl_vec3 hl_sub(hl_vec3 a, hl_vec3 b)
{
    return hl_v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline hl_vec3 hl_neg(hl_vec3 a)
{
    return hl_v3(-a.x, -a.y, -a.z);
}
static inline hl_vec3 hl_scale(double s, hl_vec3 a)
{
    return hl_v3(s * a.x, s * a.y, s * a.z);
}

/** a + s b */
static inline hl_vec3 hl_add_scaled(hl_vec3 a, double s, hl_vec3 b)
{
    return hl_v3(fma(s, b.x, a.x), fma(s, b.y, a.y), fma(s, b.z, a.z));
}

static inline double hl_dot(hl_vec3 a, hl_vec3 b)
{
    return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

static inline hl_vec3 hl_cross(hl_vec3 a, hl_vec3 b)
{
    return hl_v3(fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)), fma(a.x, b.y, -(a.y * b.x)));
}

static inline bool hl_v3_is_finite(hl_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline double hl_norm(hl_vec3 a)
{
    return sqrt(hl_dot(a, a));
}

/** a / |a|; the zero vector stays zero. */
static inline hl_vec3 hl_normalized(hl_vec3 a)
{
    double n = hl_norm(a);
    return n > 0.0 ? hl_scale(1.0 / n, a) : a;
}

/** A unit vector orthogonal to the unit vector a: its cross product with the axis of its smallest component.
 */
static inline hl_vec3 hl_any_orthogonal(hl_vec3 a)
{
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    hl_vec3 e = x <= y && x <= z ? hl_v3(1, 0, 0) : y <= z ? hl_v3(0, 1, 0) : hl_v3(0, 0, 1);
    return hl_normalized(hl_cross(a, e));
}

#endif
