/* Solids made here, for what has no model: boxes with rounded edges, bodies of revolution, placeholders. All
 * are shaded smoothly and carry ambient occlusion in their vertex colours. */
#ifndef SOLID_H
#define SOLID_H

#include "hl/arena.h"
#include "rnd/mesh.h"

#include <stdbool.h>

/** A box with rounded edges around the origin.
 *  @param size      edges [m]
 *  @param standing  it stands on the ground: darker near its base
 *  @return false: out of memory */
bool solid_box(const float size[3], bool standing, rnd_material material, hl_arena *arena, rnd_mesh *mesh);

/** A corner of a profile that is turned about an axis. */
typedef struct solid_corner {
    float along, radius; /**< [m] */
    float shade;         /**< ambient occlusion: 0 dark to 1 */
    bool sharp;          /**< the surface has an edge here */
} solid_corner;

/** A body of revolution about x.
 *  @param profile  of `count` corners, outside to the left of its direction seen with x to the right and the
 *                  radius up
 *  @param blocks   of the outer side around it that are darker and lighter in turn; 0: even
 *  @return false: out of memory */
bool solid_turned(int count, const solid_corner *profile, int blocks, rnd_material material, hl_arena *arena,
                  rnd_mesh *mesh);

/** Stripes of magenta and black: a box with its base at z = 0. @return false: out of memory */
bool solid_striped(const float size[3], hl_arena *arena, rnd_mesh *mesh);

/** Set the sphere around a mesh from its vertices. */
void solid_bound(rnd_mesh *mesh);

#endif
