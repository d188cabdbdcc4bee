/* One recording for its readers, and what must hold of what they give. */
#include "recording_try.h"

#include "support/check.h"

#include "drive.h"
#include "rt/replay.h"

#include <stdlib.h>
#include <string.h>

static void read_everything(rt_recording *r)
{
    const rt_recording_info *info = rt_recording_about(r);
    const int64_t first = rt_recording_first(r), last = rt_recording_last(r);
    assert_true(first <= last && rt_recording_states(r) >= 1);
    for (int i = 0; i < rt_recording_states(r); i++) {
        void *state = malloc(rt_recording_state_size(r, i) + 1);
        assert_non_null(state);
        (void)rt_recording_state(r, i, state);
        free(state);
    }
    double sum = 0.0;
    for (int64_t t = first + 1; t <= last; t++) {
        rt_tick tick;
        if (rt_recording_tick(r, t, &tick) != HL_OK) continue;
        assert_int_equal(tick.tick, t);
        for (int c = 0; c < info->control_count; c++) sum += tick.controls[c];
        for (int b = 0; b < info->block_count; b++) sum += tick.block_hashes[b];
    }
    const rt_recording_ending ending = rt_recording_how_ended(r);
    assert_non_null(ending.note);
    assert_true(strlen(rt_end_text(ending.end)) > 0);
    assert_true(sum >= 0.0 || sum < 0.0 || sum != sum); /* all of it has been read */
}

/* A replay, which may differ at once, but ends. */
static void replay_everything(const char *path)
{
    rt_replay *replay;
    char why[RT_WHY_LENGTH] = "";
    if (rt_replay_open(path, DRIVE_VERSION, &replay, why) != HL_OK) {
        assert_true(why[0] != '\0');
        return;
    }
    while (rt_replay_step(replay) == RT_REPLAY_OK) {
    }
    rt_replay_close(replay);
}

bool recording_try(const char *path)
{
    rt_recording *r;
    char why[RT_WHY_LENGTH] = "";
    if (rt_recording_open(path, &r, why) != HL_OK) {
        if (!why[0]) fail_msg("%s is refused without a reason", path);
        return false;
    }
    read_everything(r);
    rt_recording_close(r);
    replay_everything(path);
    return true;
}
