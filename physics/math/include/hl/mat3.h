/* 3 x 3 matrices by value, row by row, and symmetric ones as six numbers. */
#ifndef HL_MAT3_H
#define HL_MAT3_H

#include "hl/vec3.h"

typedef struct hl_mat3 {
    double m[3][3]; /**< m[row][column] */
} hl_mat3;

/** Symmetric matrix, e.g. an inertia tensor: off-diagonal entries as they stand in the matrix. */
typedef struct hl_sym3 {
    double xx, yy, zz, xy, xz, yz;
} hl_sym3;

static inline hl_mat3 hl_mat3_identity(void)
{
    return (hl_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

/** A + B */
static inline hl_mat3 hl_mat3_add(hl_mat3 a, hl_mat3 b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] += b.m[i][j];
    return a;
}

/** A v */
static inline hl_vec3 hl_mul(const hl_mat3 *a, hl_vec3 v)
{
    return hl_v3(fma(a->m[0][0], v.x, fma(a->m[0][1], v.y, a->m[0][2] * v.z)),
                 fma(a->m[1][0], v.x, fma(a->m[1][1], v.y, a->m[1][2] * v.z)),
                 fma(a->m[2][0], v.x, fma(a->m[2][1], v.y, a->m[2][2] * v.z)));
}

/** A^T v */
static inline hl_vec3 hl_mul_transposed(const hl_mat3 *a, hl_vec3 v)
{
    return hl_v3(fma(a->m[0][0], v.x, fma(a->m[1][0], v.y, a->m[2][0] * v.z)),
                 fma(a->m[0][1], v.x, fma(a->m[1][1], v.y, a->m[2][1] * v.z)),
                 fma(a->m[0][2], v.x, fma(a->m[1][2], v.y, a->m[2][2] * v.z)));
}

/** A B */
static inline hl_mat3 hl_mat3_mul(const hl_mat3 *a, const hl_mat3 *b)
{
    hl_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = fma(a->m[i][0], b->m[0][j], fma(a->m[i][1], b->m[1][j], a->m[i][2] * b->m[2][j]));
    return c;
}

static inline hl_mat3 hl_mat3_transposed(const hl_mat3 *a)
{
    return (hl_mat3){{{a->m[0][0], a->m[1][0], a->m[2][0]},
                      {a->m[0][1], a->m[1][1], a->m[2][1]},
                      {a->m[0][2], a->m[1][2], a->m[2][2]}}};
}

/** The skew-symmetric matrix of v: skew(v) w = v x w. */
static inline hl_mat3 hl_skew(hl_vec3 v)
{
    return (hl_mat3){{{0, -v.z, v.y}, {v.z, 0, -v.x}, {-v.y, v.x, 0}}};
}

static inline hl_vec3 hl_mat3_column(const hl_mat3 *a, int j)
{
    return hl_v3(a->m[0][j], a->m[1][j], a->m[2][j]);
}

/** S v for symmetric S. */
static inline hl_vec3 hl_sym_mul(const hl_sym3 *s, hl_vec3 v)
{
    return hl_v3(fma(s->xx, v.x, fma(s->xy, v.y, s->xz * v.z)), fma(s->xy, v.x, fma(s->yy, v.y, s->yz * v.z)),
                 fma(s->xz, v.x, fma(s->yz, v.y, s->zz * v.z)));
}

static inline hl_sym3 hl_sym_add(hl_sym3 a, hl_sym3 b)
{
    return (hl_sym3){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

/** R S R^T: a symmetric tensor given in a rotated frame, seen from the frame that R maps to. */
static inline hl_sym3 hl_sym_rotated(const hl_mat3 *r, const hl_sym3 *s)
{
    const hl_vec3 x = hl_v3(r->m[0][0], r->m[0][1], r->m[0][2]);
    const hl_vec3 y = hl_v3(r->m[1][0], r->m[1][1], r->m[1][2]);
    const hl_vec3 z = hl_v3(r->m[2][0], r->m[2][1], r->m[2][2]);
    const hl_vec3 sx = hl_sym_mul(s, x), sy = hl_sym_mul(s, y), sz = hl_sym_mul(s, z);
    return (hl_sym3){hl_dot(x, sx), hl_dot(y, sy), hl_dot(z, sz),
                     hl_dot(x, sy), hl_dot(x, sz), hl_dot(y, sz)};
}

#endif
