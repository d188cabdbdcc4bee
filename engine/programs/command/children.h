/* Child processes, so many at once. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include <stdbool.h>
#include <sys/types.h>

enum { CHILDREN_MOST = 256 };

typedef struct child {
    pid_t process;
    int task;     /**< number of what it does */
    double began; /**< children_clock [s] */
} child;

/** Zero-initialise. */
typedef struct children {
    int running;
    child list[CHILDREN_MOST];
} children;

/** A child that has ended. */
typedef struct child_end {
    int task;
    int status;     /**< exit status; of one that was killed 128 + the signal, as shells say it */
    double seconds; /**< that it took [s] */
} child_end;

/** Processors that this process may use. */
int children_processors(void);

/** Time from some moment on [s]. */
double children_clock(void);

/** Start a child, its input empty, its output in a file. It ends when this process does, and hears nothing of
 * the terminal's Ctrl-C.
 *  @param words  of the command, ended by NULL
 *  @param log    path of the file
 *  @return false: there is no room for one more, or errno says why */
bool children_start(children *pool, int task, const char *const *words, const char *log);

/** A child that has ended, without waiting. @return false: none has */
bool children_take(children *pool, child_end *end);

/** Wait for the end of a child, a tenth of a second at most.
 *  @return false: none has ended */
bool children_wait(children *pool, child_end *end);

/** Ask all children to end, and end those that do not within some seconds. */
void children_stop(children *pool);

#endif
