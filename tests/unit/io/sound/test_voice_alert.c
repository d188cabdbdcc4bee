/* Beeper and horn. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static void on_between(double time, const void *context, double *values)
{
    const double *times = context;
    values[0] = time >= times[0] && time < times[1] ? 1.0 : 0.0;
}

static void on_below(double time, const void *context, double *values)
{
    on_between(time, context, values);
    values[0] = -values[0];
}

/* Half a second on, half a second off, from the moment on at which it is told to: to 10 ms, of which the
 * edges take 4 and the inputs' delay 1. */
static void beeper_keeps_its_beat(void **state)
{
    (void)state;
    static const double times[] = {0.7, 3.0}, edge = 0.01;
    auth_voice voice = rig_voice(AUTH_VOICE_BEEPER);
    for (int below = 0; below < 2; below++) {
        int count;
        voice.below = below;
        voice.above = below ? -0.5 : 0.5;
        const float *x = rig_play(&voice, below ? on_below : on_between, times, 0.0, 4.0, &count);
        for (int half = 0; half < 6; half++) {
            const double from = times[0] + 0.5 * half + edge,
                         to = fmin(times[0] + 0.5 * (half + 1), times[1]);
            if (to - from < 0.1) continue;
            const double level = rig_rms(x + (int)(from * IO_RATE), (int)((to - edge - from) * IO_RATE));
            if (half % 2 == 0) assert_true(level > 0.05);
            if (half % 2 == 1) CHECK_NEAR(level, 0.0, 1e-3);
        }
        CHECK_SAME(rig_largest(x, (int)(times[0] * IO_RATE) - IO_RATE / 1000),
                   0.0); /* the line to its tick */
        CHECK_SAME(rig_largest(x + (int)(3.2 * IO_RATE), IO_RATE / 2), 0.0);
        CHECK_RELATIVE(rig_peak(x + (int)(0.75 * IO_RATE), IO_RATE * 2 / 5, 100.0, 20e3), 1250.0, 0.002);
    }
}

/* Rounded edges: nothing is steeper than a full sine wave with its harmonics, 2 pi f A (1 + 3 0.3 + 5
 * 0.1)/rate. */
static void beeper_does_not_click(void **state)
{
    (void)state;
    static const double times[] = {0.2, 2.9}, pi = 3.14159265358979323846;
    const auth_voice voice = rig_voice(AUTH_VOICE_BEEPER);
    int count;
    const float *x = rig_play(&voice, on_between, times, 0.0, 3.5, &count);
    assert_true(rig_steepest(x, count) <= 2.0 * pi * 1250.0 * 0.17 * 2.4 / IO_RATE);
}

static void horn_has_two_tones(void **state)
{
    (void)state;
    static const double times[] = {0.1, 1.6};
    const auth_voice voice = rig_voice(AUTH_VOICE_HORN);
    int count;
    const float *x = rig_play(&voice, on_between, times, 0.0, 3.0, &count);
    const float *held = x + IO_RATE / 2;
    CHECK_RELATIVE(rig_peak(held, IO_RATE, 380.0, 460.0), 420.0, 0.002);
    CHECK_RELATIVE(rig_peak(held, IO_RATE, 480.0, 580.0), 1.26 * 420.0, 0.002);
    assert_true(rig_band(held, IO_RATE, 1500.0, 3000.0) > 0.3 * rig_band(held, IO_RATE, 380.0, 580.0));
    assert_true(rig_rms(x + IO_RATE / 10, IO_RATE / 200) <
                0.5 * rig_rms(held, IO_RATE));                           /* it takes time to start */
    CHECK_SAME(rig_largest(x + (int)(2.6 * IO_RATE), IO_RATE / 4), 0.0); /* 14 time constants after its end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beeper_keeps_its_beat),
        cmocka_unit_test(beeper_does_not_click),
        cmocka_unit_test(horn_has_two_tones),
    };
    return cmocka_run_group_tests_name("voice_alert", tests, NULL, NULL);
}
