/* The windows of `headland run`: pictures from snapshots, commands from the keyboard. */
#ifndef RUN_WINDOW_H
#define RUN_WINDOW_H

#include "cockpit.h"
#include "machine.h"
#include "picture/window_options.h"
#include "rt/photons.h"
#include "rt/session.h"

typedef struct run_window run_window;

typedef struct run_window_setup {
    const machine_files *files;
    const window_choice *choice;
    cockpit *cockpit;     /**< its keyboard, when there is one, drives */
    const char *pictures; /**< folder of screenshots; NULL: the current one */
    bool person;          /**< no script drives: who moves something in vain is told why */
    bool attempt;         /**< it counts: whoever wishes to end it, or to begin anew, is asked once more */
} run_window_setup;

/** Open the windows.
 *  @param status  out: the exit status when NULL, which comes after a message on stderr */
run_window *run_window_open(world_machine *machine, const run_window_setup *setup, hl_arena *arena,
                            int *status);

/** Join a session, which has not started; a window can join one after the other.
 *  @return false: out of memory */
bool run_window_join(run_window *window, rt_session *session);

/** Leave it: nothing that it published is looked at any more. */
void run_window_leave(run_window *window);

/** Show and drive until the session ends, or the window is closed, which stops the session.
 *  @param look  called once a frame
 *  @return whether the drive is to begin anew */
bool run_window_loop(run_window *window, void (*look)(void *context), void *context);

/** Show the last picture of a session that has ended, until the time is over, or a key ends it.
 *  @param look  called once a frame
 *  @return whether the drive is to begin anew */
bool run_window_linger(run_window *window, double seconds, void (*look)(void *context), void *context);

/** Let the world stand still, or go on. */
void run_window_pause(run_window *window, bool pause);

/** The cockpit has another pattern of levers, of this name: its menu and its keyboard have it too. */
void run_window_pattern(run_window *window, const char *name);

/** Weather and time of day of its picture: may be changed between pictures. */
auth_weather *run_window_weather(run_window *window);

/** The session hears a source again that it had taken for lost: the keyboard says once more what is held. */
void run_window_back(run_window *window, int source);

/** Show a line for some seconds. */
void run_window_message(run_window *window, const char *text);

/** From the events of devices to the pictures that show what they have done, in the session that was joined.
 */
const rt_histogram *run_window_photons(const run_window *window);

/** Whether the display went away. */
bool run_window_lost(const run_window *window);

void run_window_close(run_window *window);

#endif
