/* A team of physics threads: the thread that owns the machine, and helpers that compute blocks of its work.
 *
 * A section (hl/team.h) has a number of blocks. Each thread has a share of them, fixed by their number, so
 * that the data of its blocks stay in its cache from step to step. It claims them one by one with a single
 * atomic addition. After its own share the owner claims the blocks of a helper that has not begun by then, or
 * that has claimed none for RT_TEAM_PROGRESS. So a helper that is late, e.g. because the system runs
 * something else on its processor, delays little. The results do not depend on who computes a block.
 *
 * The owner waits only for blocks that a helper has begun. Their work is bounded; the system may interrupt
 * the helper within one, as it may interrupt the owner. After RT_TEAM_PATIENCE the owner yields its processor
 * while it waits, in case both share it. That is the only call of the kernel within a tick.
 *
 * Helpers spin for work during a tick. They sleep from its end to the start of the next one, by the absolute
 * times of the loop, so that the owner does not have to wake them. */
#ifndef RT_TEAM_H
#define RT_TEAM_H

#include "hl/team.h"
#include "rt/loop.h"

enum {
    RT_TEAM_THREADS = 8,      /**< with the owner */
    RT_TEAM_PROGRESS = 10000, /**< [ns] within which a helper that has begun its share claims a block */
    RT_TEAM_PATIENCE = 200000 /**< [ns] that the owner waits for a begun block without yielding */
};

typedef struct rt_team_options {
    int threads;    /**< with the owner, 1 to RT_TEAM_THREADS */
    int64_t period; /**< of the loop [ns]; 0: maximum speed */
    int priority;   /**< of the owner: SCHED_FIFO, 1 to 99; 0: ordinary scheduling */
    int cpu;        /**< of the owner: helpers are pinned to the next ones; below 0: any */
} rt_team_options;

/** Counts, written by the owner; to be read after rt_team_stop. */
typedef struct rt_team_counts {
    int threads; /**< that were started, with the owner */
    int64_t sections, blocks;
    int64_t helped;       /**< blocks that helpers computed */
    int64_t yields;       /**< sections in which the owner waited longer than RT_TEAM_PATIENCE */
    int64_t longest_wait; /**< of the owner for begun blocks [ns] */
} rt_team_counts;

typedef struct rt_team rt_team;

/** Allocate a team. NULL when memory is exhausted. */
rt_team *rt_team_new(const rt_team_options *options, hl_arena *arena);

/** Start the helpers; missing ones are done without, and advice says why.
 *  @return number of threads, with the owner */
int rt_team_start(rt_team *team);

/** Stop the helpers and wait for their end. */
void rt_team_stop(rt_team *team);

/** Interface for the rooms that compute. Its sections are run by a single thread, the owner. */
const hl_team *rt_team_blocks(const rt_team *team);

/** No section follows in this tick: helpers may sleep. By the owner. RT. @param team  NULL: none */
void rt_team_rest(rt_team *team);

rt_team_counts rt_team_counted(const rt_team *team);

/** Missing rights of helpers and how to get them; empty: none. */
const char *rt_team_advice(const rt_team *team);

#endif
