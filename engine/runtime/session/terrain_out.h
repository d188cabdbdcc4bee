/* Sand for rendering: changed tiles, tiles waiting to be sent, grains.
 *
 * A changed tile is appended to a queue, once, and removed when it fits into the reader's ring. Its last row
 * and column of knots are cells of its neighbours, so a change queues three of them too. At the start all
 * tiles are queued, the nearest to a given point first. */
#ifndef TERRAIN_OUT_H
#define TERRAIN_OUT_H

#include "terr/sand.h"
#include "xch/terrain.h"

enum { RT_TILES_WAITING = 64 /**< capacity of the ring: a few pictures */ };

typedef struct rt_terrain_out {
    terr_sand *sand;
    int columns, rows; /**< tiles */
    uint32_t *seen;    /**< [tiles] version at the last check */
    bool *waits;       /**< [tiles] whether it is in the queue */
    int *queue;        /**< [tiles] circular */
    int first, count;  /**< of the queue */
    int next;          /**< next tile to check */
    xch_tile tile;     /**< being filled */
    xch_terrain to;
} rt_terrain_out;

/** Not RT. @param x, y  tiles near this place come first [m]. @return NULL: out of memory */
rt_terrain_out *rt_terrain_out_new(terr_sand *sand, double x, double y, hl_arena *arena);

/** Check `most` tiles, starting after the last checked one, and queue the changed ones. RT. */
void rt_terrain_out_queue_changes(rt_terrain_out *out, int most);

/** Send up to `most` queued tiles; tiles that do not fit into the ring stay queued. RT.
 *  @return number of sent tiles */
int rt_terrain_out_tiles(rt_terrain_out *out, int most);

/** Pass all queued tiles to a function, without the ring. Not RT. */
void rt_terrain_out_all(rt_terrain_out *out, void (*take)(void *context, const xch_tile *tile),
                        void *context);

/** Publish the present grains. RT. */
void rt_terrain_out_grains(rt_terrain_out *out, int64_t tick);

#endif
