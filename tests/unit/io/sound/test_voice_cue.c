/* Cues of exercises. */
#include "support/check.h"

#include "auth/training.h"
#include "voice_rig.h"

#include <math.h>

/* Counts up at a time, and at another one. */
static void counts(double time, const void *context, double *values)
{
    const double *times = context;
    values[0] = (time >= times[0] ? 1.0 : 0.0) + (time >= times[1] ? 1.0 : 0.0);
}

static const double once[] = {0.5, 1e9};

static const float *play(auth_cue cue, const double *times, double until, int *count)
{
    auth_voice voice = rig_voice(AUTH_VOICE_CUE);
    voice.cue = (int)cue;
    return rig_play(&voice, counts, times, 0.0, until, count);
}

static double level(const float *x, double from, double to)
{
    return rig_rms(x + (int)(from * IO_RATE), (int)((to - from) * IO_RATE));
}

static double pitch(const float *x, double from, double to)
{
    return rig_peak(x + (int)(from * IO_RATE), (int)((to - from) * IO_RATE), 100.0, 8000.0);
}

/* Nothing before the count goes up, nothing when all has died away: the longest (success) rings 0.33 + 0.06 +
 * 6.9 x 0.40 s. What sounds is between -34 and -14 dB of full scale, so that no cue drowns another one. */
static void each_plays_once(void **state)
{
    (void)state;
    for (int cue = 0; cue < (int)AUTH_CUES; cue++) {
        int count;
        const float *x = play((auth_cue)cue, once, 4.5, &count);
        CHECK_SAME(rig_largest(x, (int)(once[0] * IO_RATE) - IO_RATE / 1000), 0.0); /* the line to its tick */
        CHECK_SAME(rig_largest(x + (int)(4.0 * IO_RATE), IO_RATE / 4), 0.0);
        const double loud = level(x, 0.51, cue == AUTH_CUE_TICK ? 0.54 : 0.81);
        CHECK_NEAR(20.0 * log10(loud), -24.0, 10.0);
    }
}

/* Notes of their scale, to a tenth of a semitone (0.6 %): where one is alone, or has just been struck. */
static void notes_have_their_pitch(void **state)
{
    (void)state;
    int count;
    const float *x = play(AUTH_CUE_CHIME, once, 3.0, &count);
    CHECK_RELATIVE(pitch(x, 0.51, 0.67), 1318.5, 0.006);
    CHECK_RELATIVE(pitch(x, 1.2, 1.7), 1046.5, 0.006);
    x = play(AUTH_CUE_WARNING, once, 3.0, &count);
    CHECK_RELATIVE(pitch(x, 0.51, 0.60), 740.0, 0.006);
    x = play(AUTH_CUE_SUCCESS, once, 4.0, &count);
    CHECK_RELATIVE(pitch(x, 0.51, 0.60), 523.25, 0.006);
    CHECK_RELATIVE(pitch(x, 1.2, 1.8), 1046.5, 0.006);
    x = play(AUTH_CUE_FAILURE, once, 3.0, &count);
    CHECK_RELATIVE(pitch(x, 0.52, 0.69), 329.63, 0.006);
    CHECK_RELATIVE(pitch(x, 0.85, 1.20), 220.0, 0.006);
}

/* Three pulses with silence between them: 0.20 s apart, 0.11 s each, which decay within 12 ms to 1/e: exp(-6)
 * when the silence is measured. */
static void warning_insists(void **state)
{
    (void)state;
    int count;
    const float *x = play(AUTH_CUE_WARNING, once, 3.0, &count);
    for (int pulse = 0; pulse < 3; pulse++) {
        const double from = once[0] + 0.2 * pulse;
        assert_true(level(x, from + 0.03, from + 0.10) > 20.0 * level(x, from + 0.185, from + 0.20));
    }
}

/* A sample of a note at its level moves by 2 pi f gain (sum of n share_n)/rate; the steepest is the chime's,
 * 2 pi 1318.5 0.20 2.06/48000 = 0.071, of two that ring 0.13; the wood block's 0.30 x 2.30 gives 0.106, 0.18.
 */
static void nothing_clicks(void **state)
{
    (void)state;
    static const double twice[] = {0.5, 0.6};
    for (int cue = 0; cue < (int)AUTH_CUES; cue++) {
        int count;
        const float *x = play((auth_cue)cue, twice, 3.0, &count);
        assert_true(rig_steepest(x, count) <= 0.18);
    }
}

/* A session that begins anew counts from zero: silence. One that begins at a count has heard nothing yet. */
static void only_a_step_up_is_heard(void **state)
{
    (void)state;
    static const double before[] = {0.0, 1e9};
    int count;
    const float *x = play(AUTH_CUE_CHIME, before, 1.0, &count);
    CHECK_SAME(rig_largest(x, count), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_plays_once),         cmocka_unit_test(notes_have_their_pitch),
        cmocka_unit_test(warning_insists),         cmocka_unit_test(nothing_clicks),
        cmocka_unit_test(only_a_step_up_is_heard),
    };
    return cmocka_run_group_tests_name("voice_cue", tests, NULL, NULL);
}
