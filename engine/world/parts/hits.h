/* Hits of objects. */
#ifndef WORLD_PART_HITS_H
#define WORLD_PART_HITS_H

#include "machine/machine.h"

/** A hit that goes on. */
typedef struct world_open_hit {
    int body, object;
    int64_t kept;   /**< where it is among the kept ones, -1: it is only counted */
    double touched; /**< last [s] */
} world_open_hit;

enum { WORLD_HITS_OPEN = 32 /**< that go on at once; more begin when others have ended */ };

/** All hits so far; a block of the state. */
typedef struct world_hit_log {
    int64_t count;
    double impulse; /**< of all [N s] */
    int64_t open_count;
    world_open_hit open[WORLD_HITS_OPEN];
    world_hit kept[WORLD_HITS_KEPT];
} world_hit_log;

typedef struct world_hits {
    world_hit_log log;  /**< state */
    double *of_objects; /**< [objects] hits of each so far; state */
} world_hits;

/** Hits of an object of the scenario so far. RT. */
double world_object_hits(const world_machine *machine, int object);

#endif
