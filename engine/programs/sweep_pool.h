/* Child processes, so many at once. */
#ifndef SWEEP_POOL_H
#define SWEEP_POOL_H

#include <stdbool.h>
#include <sys/types.h>

enum { SWEEP_PARALLEL = 256 };

typedef struct sweep_child {
    pid_t process;
    int task;     /**< number of what it does */
    double began; /**< sweep_clock [s] */
} sweep_child;

/** Zero-initialise. */
typedef struct sweep_pool {
    int running;
    sweep_child children[SWEEP_PARALLEL];
} sweep_pool;

/** A child that has ended. */
typedef struct sweep_end {
    int task;
    int status;     /**< exit status; of one that was killed 128 + the signal, as shells say it */
    double seconds; /**< that it took [s] */
} sweep_end;

/** Processors that this process may use. */
int sweep_processors(void);

/** Time from some moment on [s]. */
double sweep_clock(void);

/** Start a child, its input empty, its output in a file. It ends when this process does, and hears nothing of
 * the terminal's Ctrl-C.
 *  @param words  of the command, ended by NULL
 *  @param log    path of the file
 *  @return false: there is no room for one more, or errno says why */
bool sweep_pool_start(sweep_pool *pool, int task, const char *const *words, const char *log);

/** A child that has ended, without waiting. @return false: none has */
bool sweep_pool_take(sweep_pool *pool, sweep_end *end);

/** Wait for the end of a child, a tenth of a second at most.
 *  @return false: none has ended */
bool sweep_pool_wait(sweep_pool *pool, sweep_end *end);

/** Ask all children to end, and end those that do not within some seconds. */
void sweep_pool_stop(sweep_pool *pool);

#endif
