/* Hits: loudness by impulse, one hit a blow. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

typedef struct blow {
    double impulse, time, rest; /* [N s], length [s], force that was there already [N] */
} blow;

/* Half a sine wave from 0.5 s on. */
static void drive(double time, const void *context, double *values)
{
    const blow *b = context;
    const double since = time - 0.5;
    values[0] = b->rest;
    if (since > 0.0 && since < b->time)
        values[0] += 0.5 * pi * b->impulse / b->time * sin(pi * since / b->time);
}

static double loudness(const blow *b)
{
    const auth_voice voice = rig_voice(AUTH_VOICE_HIT);
    int count;
    const float *x = rig_play(&voice, drive, b, 0.5, 1.0, &count);
    return rig_rms(x, count);
}

static void loudness_grows_with_impulse(void **state)
{
    (void)state;
    double before = 0.0;
    for (int k = 0; k < 5; k++) {
        const blow b = {20.0 * pow(2.0, k), 0.01, 0.0};
        const double now = loudness(&b);
        assert_true(now >
                    1.2 * before); /* the root of 2 by the formula, less 5 % chance of each tick's share */
        before = now;
    }
}

static void what_rests_is_no_hit(void **state)
{
    (void)state;
    const blow rests = {0.0, 0.01, 30e3}, soft = {5.0, 0.01, 30e3}, hit = {100.0, 0.01, 30e3};
    CHECK_SAME(loudness(&rests), 0.0);
    CHECK_SAME(loudness(&soft), 0.0); /* 785 N: below the threshold of 2 kN */
    assert_true(loudness(&hit) > 0.01);
}

static void chatter(double time, const void *context, double *values)
{
    const double *period = context;
    values[0] = fmod(time, *period) < 0.5 * *period ? 20e3 : 0.0;
}

/* Chatter faster than hits may follow each other does not add up without end. */
static void chatter_stays_within_bounds(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_HIT);
    const double fast = 0.01, slow = 0.2;
    double level[2];
    for (int k = 0; k < 2; k++) {
        int count;
        const float *x = rig_play(&voice, chatter, k ? &slow : &fast, 0.5, 2.5, &count);
        level[k] = rig_rms(x, count);
    }
    assert_true(level[0] < 2.0 * level[1]); /* at most one in 60 ms against one in 200 ms: the root of 3.3 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loudness_grows_with_impulse),
        cmocka_unit_test(what_rests_is_no_hit),
        cmocka_unit_test(chatter_stays_within_bounds),
    };
    return cmocka_run_group_tests_name("voice_hit", tests, NULL, NULL);
}
