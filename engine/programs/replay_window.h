/* The window of `headland replay`. */
#ifndef REPLAY_WINDOW_H
#define REPLAY_WINDOW_H

#include "rt/replay.h"

/** Play the ticks `from` to `until` in a window, in real time where the computer keeps up, until they are
 * over or the window is closed.
 *  @param result  out: RT_REPLAY_OK, or what rt_replay_step found wrong
 *  @param error   out: why there is no window
 *  @return false: there is none */
bool replay_watch(rt_replay *replay, int64_t from, int64_t until, hl_arena *arena, rt_replay_result *result,
                  char *error, size_t size);

#endif
