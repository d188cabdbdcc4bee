/* The window of `headland run`: pictures from snapshots, commands from the keyboard. */
#ifndef RUN_WINDOW_H
#define RUN_WINDOW_H

#include "rt/session.h"

typedef struct run_window run_window;

/** Open the window and join the session, which has not started.
 *  @param keyboard  whether the keyboard drives
 *  @param error     out: why there is no window
 *  @return NULL: there is none */
run_window *run_window_open(rt_session *session, world_machine *machine, const auth_machine *author,
                            const auth_scenario *scenario, bool keyboard, hl_arena *arena, char *error,
                            size_t error_size);

/** Show and drive until the session ends or the window is closed, which stops the session.
 *  @param look  called once a frame */
void run_window_loop(run_window *window, void (*look)(void *context), void *context);

void run_window_close(run_window *window);

#endif
