/* A recording replayed at full speed: rows of signals, pictures, or only the proof. */
#ifndef DRV_PLAYBACK_H
#define DRV_PLAYBACK_H

#include "drv/display.h"
#include "rt/replay.h"

#include <stdio.h>

/** Ticks of a recording. */
typedef struct drv_ticks {
    int64_t from, until;
} drv_ticks;

/** Choose ticks by times [s]; below 0: the beginning, the end of the recording.
 *  @return false after a message: the recording has no such ticks */
bool drv_choose_ticks(const drv_log *log, const rt_recording *recording, double from, double until,
                      drv_ticks *ticks);

/** Choose the ticks between rows by a time [s]. @return 0 after a message: not a multiple of the step */
int drv_choose_every(const drv_log *log, double every, double step);

/** Rows of signals. */
typedef struct drv_rows {
    FILE *file;
    int every; /**< ticks */
    const int *signals;
    int count;
    double *values; /**< room for all signals */
} drv_rows;

/** Replay the ticks.
 *  @param rows    to be written; NULL: none
 *  @param played  out: ticks; fewer than requested: interrupted, or different
 *  @return RT_REPLAY_OK, RT_REPLAY_END, or what rt_replay_step found wrong */
rt_replay_result drv_play(rt_replay *replay, drv_ticks ticks, const drv_rows *rows,
                          const drv_progress *progress, int64_t *played);

/** Replay the ticks and write their pictures.
 *  @param played   out: ticks, one more than steps if all were replayed
 *  @param written  out: whether all pictures could be written
 *  @return likewise */
rt_replay_result drv_play_pictures(rt_replay *replay, drv_ticks ticks, drv_pictures *pictures,
                                   const drv_progress *progress, int64_t *played, bool *written);

/** Whether ticks up to `until` leave an unproved rest, because the recording is damaged after them. */
bool drv_is_cut_by_damage(const rt_recording *recording, int64_t until);

#endif
