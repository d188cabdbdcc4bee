/* What flies: dust from wheels and falling sand, smoke from the exhaust, drops. Only for the eye: particles
 * of a fixed number, old ones make room. Same snapshots, same dust. */
#ifndef RND_DUST_H
#define RND_DUST_H

#include "hl/arena.h"
#include "rnd/draw_list.h"

typedef struct rnd_dust rnd_dust;

/** A place that gives off dust or smoke. */
typedef struct rnd_source {
    float at[3], velocity[3]; /**< [m], [m/s] of what comes out */
    float rate;               /**< puffs a second */
    float radius, growth;     /**< [m] at birth, [m/s] */
    float life;               /**< [s] */
    float colour[3], alpha;
} rnd_source;

/** Clean air. @return NULL: out of memory */
rnd_dust *rnd_dust_new(hl_arena *arena);

/** Move everything on by `seconds` (a negative or long time starts anew) and let sources give off.
 *  @param wind     [m/s]
 *  @param sources  in the same order each time */
void rnd_dust_step(rnd_dust *dust, double seconds, const float wind[2], int source_count,
                   const rnd_source *sources);

/** Sprites, far ones first as seen from the eye. They stay as they are until the next call.
 *  @return how many */
int rnd_dust_sprites(rnd_dust *dust, const vec3 eye, const rnd_sprite **sprites);

#endif
