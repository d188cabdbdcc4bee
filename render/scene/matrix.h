/* 4 x 4 matrices by value, column-major as cglm's mat4: m[column][row]; and what the scene does with them. */
#ifndef MATRIX_H
#define MATRIX_H

#include "hl/quat.h"
#include "xch/snapshot.h"

#include <cglm/types.h>

typedef struct matrix {
    mat4 m;
} matrix;

static inline matrix matrix_identity(void)
{
    return (matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

/** a b: first b, then a. */
static inline matrix matrix_mul(const matrix *a, const matrix *b)
{
    matrix c;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            c.m[j][i] = a->m[0][i] * b->m[j][0] + a->m[1][i] * b->m[j][1] + a->m[2][i] * b->m[j][2] +
                        a->m[3][i] * b->m[j][3];
    return c;
}

/** A point: (x, y, z, 1). */
static inline hl_vec3 matrix_point(const matrix *a, hl_vec3 p)
{
    double v[3];
    for (int i = 0; i < 3; i++)
        v[i] = (double)a->m[0][i] * p.x + (double)a->m[1][i] * p.y + (double)a->m[2][i] * p.z +
               (double)a->m[3][i];
    return hl_v3(v[0], v[1], v[2]);
}

/** From three axes and the origin, as seen from outside. */
static inline matrix matrix_of_axes(hl_vec3 x, hl_vec3 y, hl_vec3 z, hl_vec3 at)
{
    return (matrix){{{(float)x.x, (float)x.y, (float)x.z, 0},
                     {(float)y.x, (float)y.y, (float)y.z, 0},
                     {(float)z.x, (float)z.y, (float)z.z, 0},
                     {(float)at.x, (float)at.y, (float)at.z, 1}}};
}

static inline matrix matrix_of_turn(hl_quat q, hl_vec3 at)
{
    const hl_mat3 r = hl_quat_matrix(q);
    return matrix_of_axes(hl_mat3_column(&r, 0), hl_mat3_column(&r, 1), hl_mat3_column(&r, 2), at);
}

/** A column: 0 to 2 axes, 3 the origin. */
static inline hl_vec3 matrix_column(const matrix *a, int column)
{
    return hl_v3((double)a->m[column][0], (double)a->m[column][1], (double)a->m[column][2]);
}

/** Scaled along its own axes. */
static inline matrix matrix_scaled(matrix a, double x, double y, double z)
{
    const double scale[3] = {x, y, z};
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 4; i++) a.m[j][i] *= (float)scale[j];
    return a;
}

static inline matrix matrix_moved(double x, double y, double z)
{
    return matrix_of_axes(hl_v3(1, 0, 0), hl_v3(0, 1, 0), hl_v3(0, 0, 1), hl_v3(x, y, z));
}

/** A body's frame in the world; the world itself for a body that the snapshot does not know. */
static inline matrix matrix_of_body(const xch_snapshot *snapshot, int body)
{
    if (body < 0 || body >= snapshot->body_count) return matrix_identity();
    const xch_pose *pose = &snapshot->bodies[body];
    const float *p = pose->position, *q = pose->rotation;
    return matrix_of_turn((hl_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]},
                          hl_v3((double)p[0], (double)p[1], (double)p[2]));
}

static inline hl_vec3 matrix_vec3(const double v[3])
{
    return hl_v3(v[0], v[1], v[2]);
}

#endif
