/* What a session publishes: snapshots, samples for listeners, the sand. */
#ifndef SESSION_OUTPUT_H
#define SESSION_OUTPUT_H

#include "terr/sand.h"
#include "world/machine.h"
#include "xch/ring.h"
#include "xch/snapshot.h"
#include "xch/terrain.h"

/* ---- snapshots ---- */

/** Set tick, time, signals and poses of the present state; other fields are unchanged. RT.
 *  @param signals  of that state, as world_machine_evaluate_signals gave them */
void snapshot_of(const world_machine *machine, const double *signals, xch_snapshot *to);

/** Copy what it holds, not all that it could. RT. */
void snapshot_copy(const xch_snapshot *from, xch_snapshot *to);

/* ---- listeners ---- */

/** Receives samples of selected signals at every tick. */
typedef struct rt_listener {
    int count;
    int signals[XCH_SAMPLED];
    double si[XCH_SAMPLED]; /* value in SI of one unit of each signal */
    xch_ring *ring;         /* ring of xch_sample; the listener is the consumer */
} rt_listener;

/** @param count  of signals, at most XCH_SAMPLED
 *  @return false: too many signals, or out of memory */
bool rt_listener_new(rt_listener *listener, const world_machine *machine, const int *signals, int count,
                     hl_arena *arena);

/** Send a sample of the present state. If the ring is full, the reader misses this tick. RT.
 *  @param signals  of that state, as world_machine_evaluate_signals gave them */
void rt_listener_push(const rt_listener *listener, const world_machine *machine, const double *signals);

/* ---- sand ---- */

/* Sand for rendering: changed tiles, tiles waiting to be sent, grains, heaps in containers.
 *
 * A changed tile is appended to a queue, once, and removed when it fits into the reader's ring. Its last row
 * and column of knots are cells of its neighbours, so a change queues three of them too. At the start all
 * tiles are queued, the nearest to a given point first. */

enum { RT_TILES_WAITING = 64 /**< capacity of the ring: a few pictures */ };

typedef struct rt_terrain_out {
    terr_sand *sand;
    int columns, rows;   /**< tiles */
    uint32_t *seen;      /**< [tiles] version at the last check */
    bool *waits;         /**< [tiles] whether it is in the queue */
    int *queue;          /**< [tiles] circular */
    int first, count;    /**< of the queue */
    int next;            /**< next tile to check */
    xch_tile tile;       /**< being filled */
    bool heaps_sent;     /**< at least once */
    uint32_t heaps_seen; /**< sum of the versions that were sent */
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

/** Publish the heaps in containers, if one of them has changed. RT. */
void rt_terrain_out_heaps(rt_terrain_out *out, int64_t tick);

#endif
