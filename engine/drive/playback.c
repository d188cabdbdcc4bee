#include "drv/playback.h"

#include "rt/telemetry.h"

#include <math.h>

static const int default_every = 10; /* ticks between rows, as in telemetry.csv */

/* ---- what is played ---- */

bool drv_choose_ticks(const drv_log *log, const rt_recording *recording, double from, double until,
                      drv_ticks *ticks)
{
    const double step = rt_recording_about(recording)->options.step;
    const double first = (double)rt_recording_first(recording), last = (double)rt_recording_last(recording);
    const double begin = from >= 0.0 ? round(from / step) : first;
    const double end = until >= 0.0 ? round(until / step) : last;
    if (begin < first || begin > fmin(end, last))
        return drv_say(log, "the recording covers %.9g s to %.9g s, not %.9g s to %.9g s", first * step,
                       last * step, begin * step, end * step);
    *ticks = (drv_ticks){(int64_t)begin, (int64_t)fmin(end, last)};
    return true;
}

int drv_choose_every(const drv_log *log, double every, double step)
{
    static const double tolerance = 1e-6, most = 1e9;
    const double ticks = round(every / step);
    if (!(every > 0.0)) return default_every;
    if (ticks >= 1.0 && fabs(every - ticks * step) <= tolerance * every) return (int)fmin(ticks, most);
    (void)drv_say(log, "--every %g s must be a multiple of the step, %g s", every, step);
    return 0;
}

bool drv_is_cut_by_damage(const rt_recording *recording, int64_t until)
{
    return rt_recording_is_damaged(recording) && until >= rt_recording_last(recording);
}

/* ---- playing ---- */

static void write_row(const drv_rows *rows, world_machine *machine, int64_t from)
{
    if (!rows || (world_machine_tick(machine) - from) % rows->every != 0) return;
    world_machine_evaluate_signals(machine, rows->values);
    rt_csv_row(rows->file, world_machine_time(machine), rows->values, rows->signals, rows->count);
}

rt_replay_result drv_play(rt_replay *replay, drv_ticks ticks, const drv_rows *rows,
                          const drv_progress *progress, int64_t *played)
{
    world_machine *machine = rt_replay_machine(replay);
    const int64_t total = ticks.until - ticks.from;
    const bool to_the_end = ticks.until >= rt_recording_last(rt_replay_recording(replay));
    rt_replay_result result = rt_replay_seek(replay, ticks.from);
    *played = 0;
    if (result != RT_REPLAY_OK) return result;
    write_row(rows, machine, ticks.from);
    for (; *played < total && drv_advance(progress, *played, total); ++*played) {
        result = rt_replay_step(replay);
        if (result != RT_REPLAY_OK) break;
        write_row(rows, machine, ticks.from);
    }
    return result == RT_REPLAY_OK && to_the_end && *played == total ? rt_replay_step(replay) : result;
}

/* All of the sand that waits goes to the scene, then the world as it stands. */
static bool take_picture(rt_replay *replay, drv_pictures *pictures)
{
    xch_snapshot snapshot;
    do {
        rt_replay_publish(replay, &snapshot);
    } while (drv_pictures_sand(pictures) > 0);
    return drv_pictures_take(pictures, &snapshot);
}

rt_replay_result drv_play_pictures(rt_replay *replay, drv_ticks ticks, drv_pictures *pictures,
                                   const drv_progress *progress, int64_t *played, bool *written)
{
    const int64_t total = ticks.until - ticks.from;
    rt_replay_result result = rt_replay_seek(replay, ticks.from);
    *written = true;
    *played = 0;
    while (result == RT_REPLAY_OK && *written && *played <= total && drv_advance(progress, *played, total)) {
        if (*played % drv_pictures_ticks(pictures) == 0) *written = take_picture(replay, pictures);
        if (*written && *played < total) result = rt_replay_step(replay);
        ++*played;
    }
    return result;
}
