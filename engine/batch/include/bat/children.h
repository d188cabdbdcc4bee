/* Child processes that run in parallel. */
#ifndef BAT_CHILDREN_H
#define BAT_CHILDREN_H

#include <stdbool.h>
#include <sys/types.h>

enum { BAT_MOST = 256 };

typedef struct bat_child {
    pid_t process;
    int task;     /**< number of what it does */
    double began; /**< bat_clock [s] */
} bat_child;

/** Zero-initialise. */
typedef struct bat_children {
    int running;
    bat_child list[BAT_MOST];
} bat_children;

/** A child that has ended. */
typedef struct bat_end {
    int task;
    int status;     /**< exit status; 128 + the signal if it was killed, as in shells */
    double seconds; /**< that it took [s] */
} bat_end;

/** Processors that this process may use. */
int bat_processors(void);

/** Monotonic time [s]. */
double bat_clock(void);

/** Start a child, its input empty, its output in a file. It ends when this process does, and does not
 * get the terminal's Ctrl-C.
 *  @param words  of the command, ended by NULL
 *  @param log    path of the file
 *  @return false: there is no room for one more, or errno says why */
bool bat_start(bat_children *pool, int task, const char *const *words, const char *log);

/** Take a child that has ended, without waiting. @return false: no child has ended */
bool bat_take(bat_children *pool, bat_end *end);

/** Wait for the end of a child, a tenth of a second at most.
 *  @return false: no child has ended */
bool bat_wait(bat_children *pool, bat_end *end);

/** Terminate all children; those that do not end within some seconds are killed. */
void bat_stop(bat_children *pool);

#endif
