/* The ground as pictures want it: heights and shades of the sand at full resolution, put together from tiles,
 * levels of detail by distance, and a mesh of the rigid ground around it that grows coarser outwards. */
#ifndef RND_GROUND_H
#define RND_GROUND_H

#include "hl/arena.h"
#include "rnd/draw_list.h"
#include "xch/terrain.h"

typedef struct rnd_ground rnd_ground;

/** Height of the rigid ground, z(x, y) [m]. */
typedef struct rnd_surface {
    double (*height)(void *context, double x, double y);
    void *context;
} rnd_surface;

/** @param columns,rows  tiles of the sand; 0: there is none
 *  @return NULL: out of memory */
rnd_ground *rnd_ground_new(int columns, int rows, rnd_surface rigid, hl_arena *arena);

/** Take a tile over; the first tells where the field lies: where no tile has come yet it is the rigid ground.
 * So are its outermost knots for ever, so that it meets the ground around it. */
void rnd_ground_take(rnd_ground *ground, const xch_tile *tile);

/** Fill holes of one knot in which a grain lies, in the picture alone: soil that was lifted and has not been
 * carried away lies where it was. The holes of other calls open again.
 *  @param grains  middle and radius of each [m] */
void rnd_ground_fill(rnd_ground *ground, int count, const float *grains);

/** Surface at a place: the sand's where it is known, else the rigid ground's [m]. */
double rnd_ground_at(const rnd_ground *ground, double x, double y);

/** Fill the list's field and patches: what views and cascades of the list see, finer near the eye of view 0.
 * Tiles that have changed since the last call are listed as dirty. The field has 32 knots a tile and one
 * more; colours of soils are left as they are. */
void rnd_ground_list(rnd_ground *ground, rnd_draw_list *list);

/** Mesh of the rigid ground around a place, out to `reach` [m], so that its horizon closes: for
 * rnd_stock.ground_mesh. Finest within 45 m of the place, so that should be the middle of the field; it
 * follows the rigid ground for a third of the reach, and becomes low hills.
 *  @return false: out of memory */
bool rnd_ground_mesh(rnd_surface rigid, const double at[2], double reach, hl_arena *arena, rnd_mesh *mesh);

#endif
