/* Geometry of the scene: matrices, frusta and shadow maps, belts of crawlers, solids, washboards. */
#ifndef SCENE_GEOMETRY_H
#define SCENE_GEOMETRY_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "hl/arena.h"
#include "hl/quat.h"
#include "rnd/draw_list.h"
#include "rnd/mesh.h"
#include "rnd/scene.h"
#include "xch/snapshot.h"

#include <cglm/types.h>
#include <stdbool.h>

/* ---- 4 x 4 matrices by value, column-major as cglm's mat4: m[column][row] ---- */

typedef struct matrix {
    mat4 m;
} matrix;

static inline matrix matrix_identity(void)
{
    return (matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

/** a b: b is applied first. */
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

/** From three axes and the origin, all in outer coordinates. */
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

static inline matrix matrix_of_pose(const xch_pose *pose)
{
    const float *p = pose->position, *q = pose->rotation;
    return matrix_of_turn((hl_quat){(double)q[0], (double)q[1], (double)q[2], (double)q[3]},
                          hl_v3((double)p[0], (double)p[1], (double)p[2]));
}

/** A body's frame in the world; the identity for a body that is not in the snapshot. */
static inline matrix matrix_of_body(const xch_snapshot *snapshot, int body)
{
    if (body < 0 || body >= snapshot->body_count) return matrix_identity();
    return matrix_of_pose(&snapshot->bodies[body]);
}

static inline hl_vec3 matrix_vec3(const double v[3])
{
    return hl_v3(v[0], v[1], v[2]);
}

/* ---- scene_cull.c: shadow maps that follow the eye ---- */

/** Make the cascades of a view: each shadow map covers the view up to a distance. Its box moves in whole
 * texels and never changes its size, so that shadows do not crawl while the eye moves. Objects up to 80 m
 * towards the sun cast shadows into it.
 *  @param to_sun   unit vector
 *  @param until    distances before the eye [m], rising
 *  @param list     its cascades are filled: none while the sun is below the horizon */
void scene_cascades(const rnd_view *view, const float to_sun[3], int count, const float until[],
                    rnd_draw_list *list);

/* ---- scene_cull.c: culling by the planes of the clip space (Gribb and Hartmann, Fast extraction of viewing
 * frustum planes, 2001) ---- */

/** Planes (n, d) with n . p + d >= 0 inside, n of unit length. */
typedef struct rnd_frustum {
    float planes[6][4];
} rnd_frustum;

rnd_frustum rnd_frustum_of(const mat4 view_projection);

/** Whether a box with edges along the axes is visible; may be true for a box just outside an edge. */
bool rnd_frustum_sees_box(const rnd_frustum *frustum, const float low[3], const float high[3]);

/** Whether a sphere is visible. */
bool rnd_frustum_sees_sphere(const rnd_frustum *frustum, const float centre[3], float radius);

/** All views and cascades of a list, each with its bit of `seen`. */
typedef struct rnd_eyes {
    int count;
    uint32_t bits[RND_VIEWS + RND_CASCADES];
    rnd_frustum frusta[RND_VIEWS + RND_CASCADES];
} rnd_eyes;

rnd_eyes rnd_eyes_of(const rnd_draw_list *list);

/* ---- scene_chain.c: the belt of a crawler, the closed curve around its wheels in the plane of the track
 * ---- */
enum { BELT_MOST_WHEELS = TRACK_MAX_STATIONS + AUTH_CHAIN_OVER };

/** A wheel and the straight run to the next one. Places are (x, z) in the carrying body's frame [m]. */
typedef struct belt_wheel {
    double centre[2], radius; /**< radius to the belt's outer face */
    double begin;             /**< direction from the centre in which the belt meets the wheel [rad] */
    double arc;               /**< angle of contact, clockwise with x to the right and z up [rad] >= 0 */
    double run;               /**< length of the straight run after the wheel [m] */
} belt_wheel;

typedef struct belt {
    int count;
    belt_wheel wheels[BELT_MOST_WHEELS];
    double length; /**< [m] */
} belt;

/** A point of the belt. */
typedef struct belt_place {
    double at[2];       /**< on its outer face [m] */
    double outwards[2]; /**< unit vector; the belt runs along (outwards[1], -outwards[0]): back on the lower
                           run */
} belt_place;

/** Lay a belt round stations (front first, along the ground) and the wheels above (rear first).
 *  @param wheels  `count` rows of x, z, radius [m], no circle inside its neighbour */
belt belt_round(int count, const double wheels[][3]);

/** The point `along` [m] after the point where the belt meets the first wheel; any number, taken modulo the
 * length. */
belt_place belt_at(const belt *b, double along);

/* ---- solid.c: solids for parts without a model; shaded smoothly, with ambient occlusion in their vertex
 * colours ---- */
/** A box with rounded edges around the origin.
 *  @param size      edges [m]
 *  @param standing  it stands on the ground: darker near its base
 *  @return false: out of memory */
bool solid_box(const float size[3], bool standing, rnd_material material, hl_arena *arena, rnd_mesh *mesh);

/** A corner of the profile of a body of revolution. */
typedef struct solid_corner {
    float along, radius; /**< [m] */
    float shade;         /**< ambient occlusion: 0 dark to 1 */
    bool sharp;          /**< the surface has an edge here */
} solid_corner;

/** A rod of 1 m about x, closed at both ends. @return false: out of memory */
bool solid_rod(float radius, rnd_material material, hl_arena *arena, rnd_mesh *mesh);

/** Place it between two points, as long as their distance. */
static inline matrix matrix_between(hl_vec3 from, hl_vec3 to)
{
    const hl_vec3 along = hl_sub(to, from), ahead = hl_normalized(along),
                  side = hl_cross(hl_v3(0, 0, 1), ahead);
    const hl_vec3 left = hl_norm(side) > 1e-9 ? hl_normalized(side) : hl_v3(0, 1, 0);
    return matrix_of_axes(along, left, hl_cross(ahead, left), hl_scale(0.5, hl_add(from, to)));
}

/** A body of revolution about x.
 *  @param profile  of `count` corners, outside to the left of its direction seen with x to the right and the
 *                  radius up
 *  @param blocks   number of alternately darker and lighter blocks around the outer side; 0: uniform
 *  @return false: out of memory */
bool solid_turned(int count, const solid_corner *profile, int blocks, rnd_material material, hl_arena *arena,
                  rnd_mesh *mesh);

/** A box with stripes of magenta and black, its base at z = 0: shown instead of a model that cannot be read,
 * so that the error is seen. @return false: out of memory */
bool solid_striped(const float size[3], hl_arena *arena, rnd_mesh *mesh);

/** Set the bounding sphere of a mesh from its vertices. */
void solid_bound(rnd_mesh *mesh);

/* ---- ground_washboard.c ---- */

/** Faces of a washboard near a place, for rnd_ground_add_site.
 *  @param at     the place [m]
 *  @param rigid  in: heights; out: the same, with the distance from the faces
 *  @return NULL: out of memory, or no corrugation is near; `rigid` is then unchanged */
const auth_mesh *rnd_ground_washboard(const auth_ground *ground, const double at[2], rnd_surface *rigid,
                                      hl_arena *arena);

#endif
