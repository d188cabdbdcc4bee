/* A crawler's belt: speed, load, slip. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static void drive(double time, const void *context, double *values)
{
    const double *p = context;
    (void)time;
    for (int k = 0; k < 3; k++) values[k] = p[k];
}

static double level(double speed, double load, double slip)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_TRACK);
    const double point[] = {speed, load, slip};
    int count;
    const float *x = rig_play(&voice, drive, point, 0.5, 3.5, &count);
    return rig_rms(x, count);
}

/* Shoes of heights from 0.35 to 1: 3 s of at least ten a second scatter by 5 %; each step is more than that.
 */
static void louder_with_speed_load_and_slip(void **state)
{
    (void)state;
    const double walking = level(0.8, 100e3, 0.0);
    assert_true(walking > 0.01);
    assert_true(level(1.5, 100e3, 0.0) > 1.4 * walking);
    assert_true(level(-0.8, 100e3, 0.0) > 0.85 * walking);
    assert_true(level(0.8, 200e3, 0.0) > 1.15 * walking);
    assert_true(level(0.8, 100e3, 0.6) > 1.1 * walking);
    const double in_the_air = level(0.8, 0.0, 0.0);
    assert_true(in_the_air > 0.001 && in_the_air < 0.5 * walking);
    CHECK_SAME(level(0.0, 100e3, 0.0), 0.0);
}

/* At 1.52 m/s eight shoes of 0.19 m pass in a second: the envelope has a line there. It is followed by
 * squares of the samples, whose mean over 5 ms is a signal of 200 Hz. */
static void clanks_with_every_shoe(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_TRACK);
    const double point[] = {1.52, 100e3, 0.0};
    int count;
    const float *x = rig_play(&voice, drive, point, 0.5, 7.5, &count);
    enum { WINDOW = IO_RATE / 200, MOST = RIG_LONGEST / WINDOW };
    static double power[MOST];
    const int frames = count / WINDOW;
    double mean = 0.0;
    for (int f = 0; f < frames; f++) {
        power[f] = 0.0;
        for (int i = 0; i < WINDOW; i++) power[f] += (double)x[f * WINDOW + i] * (double)x[f * WINDOW + i];
        mean += power[f] / frames;
    }
    double at_shoe = 0.0, between = 0.0;
    for (int k = 0; k < 2; k++) {
        const double frequency = k == 0 ? 8.0 : 6.5;
        double c = 0.0, s = 0.0;
        for (int f = 0; f < frames; f++) {
            const double angle = 2.0 * 3.14159265358979 * frequency * f / 200.0;
            c += (power[f] - mean) * cos(angle) / frames;
            s += (power[f] - mean) * sin(angle) / frames;
        }
        *(k == 0 ? &at_shoe : &between) = hypot(c, s);
    }
    assert_true(at_shoe > 0.2 * mean); /* a train of pulses has a first line of nearly its mean */
    assert_true(at_shoe > 5.0 * between);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(louder_with_speed_load_and_slip),
                                       cmocka_unit_test(clanks_with_every_shoe)};
    return cmocka_run_group_tests_name("voice_track", tests, NULL, NULL);
}
