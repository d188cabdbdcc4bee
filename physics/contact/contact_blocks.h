/* Small matrices in the partial derivatives of an effort on a body's six ports. Private to the contact files.
 */
#ifndef CONTACT_BLOCKS_H
#define CONTACT_BLOCKS_H

#include "hl/mat3.h"

/** i 1 + factor u w^T */
static inline hl_mat3 contact_outer_plus(double i, double factor, hl_vec3 u, hl_vec3 w)
{
    const double f = factor;
    return (hl_mat3){{{i + f * u.x * w.x, f * u.x * w.y, f * u.x * w.z},
                      {f * u.y * w.x, i + f * u.y * w.y, f * u.y * w.z},
                      {f * u.z * w.x, f * u.z * w.y, i + f * u.z * w.z}}};
}

/** s a */
static inline hl_mat3 contact_scaled(double s, hl_mat3 a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] *= s;
    return a;
}

/** matrix[.][columns] += block at (row, column) */
static inline void contact_add_block(double *matrix, int columns, int row, int column, const hl_mat3 *block)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) matrix[(row + i) * columns + column + j] += block->m[i][j];
}

/** ports <- v */
static inline void contact_put(hl_vec3 v, double *ports)
{
    ports[0] = v.x;
    ports[1] = v.y;
    ports[2] = v.z;
}

#endif
