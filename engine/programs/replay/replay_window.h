/* The windows of `headland replay`. */
#ifndef REPLAY_WINDOW_H
#define REPLAY_WINDOW_H

#include "picture/window_options.h"
#include "rt/replay.h"

/** How it is watched and heard. */
typedef struct replay_look {
    window_choice choice;
    bool mute;
} replay_look;

/** Play the ticks `from` to `until` in windows, in real time where the computer keeps up, until they are
 * over or a window is closed.
 *  @param result  out: RT_REPLAY_OK, or what rt_replay_step found wrong
 *  @param status  out: the exit status when false
 *  @return false: there is no window, or no display any more; after a message on stderr */
bool replay_watch(rt_replay *replay, int64_t from, int64_t until, const replay_look *look, hl_arena *arena,
                  rt_replay_result *result, int *status);

#endif
