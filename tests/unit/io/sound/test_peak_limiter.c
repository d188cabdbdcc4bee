/* The limiter: never beyond full scale, nothing changed that is within, no step that was not there. */
#include "support/check.h"

#include "mixer_internal.h"

#include <math.h>

enum { FRAMES = 480, BLOCKS = 40 };

static const float tau = 6.2831853f;

static float stereo[FRAMES][2];

/* A tone of 300 Hz, other on the right, going on from block to block. */
static void make_tone(int block, float size)
{
    for (int n = 0; n < FRAMES; n++) {
        const float phase = tau * 300.0f / 48000.0f * (float)(block * FRAMES + n);
        stereo[n][0] = size * sinf(phase);
        stereo[n][1] = 0.5f * size * cosf(phase);
    }
}

static void what_is_within_stays(void **state)
{
    (void)state;
    peak_limiter limiter = {.gain = 1};
    for (int block = 0; block < BLOCKS; block++) {
        make_tone(block, PEAK_LIMITER_KNEE);
        peak_limiter_block(&limiter, stereo, FRAMES);
        for (int n = 0; n < FRAMES; n++) {
            const float phase = tau * 300.0f / 48000.0f * (float)(block * FRAMES + n);
            assert_true(stereo[n][0] == PEAK_LIMITER_KNEE * sinf(phase));
        }
    }
}

static void nothing_is_beyond_full_scale(void **state)
{
    (void)state;
    static const float sizes[] = {0.5f, 30, 1e30f, 1.1f, 0, 3};
    peak_limiter limiter = {.gain = 1};
    for (int block = 0; block < BLOCKS; block++) {
        make_tone(block, sizes[block % 6]);
        peak_limiter_block(&limiter, stereo, FRAMES);
        for (int n = 0; n < FRAMES; n++) assert_true(fabsf(stereo[n][0]) <= 1 && fabsf(stereo[n][1]) <= 1);
    }
}

/* A loud tone comes out below the knee from the second block on: bent is only what the first one's ramp has
 * not reached. */
static void loudness_is_held_by_the_gain(void **state)
{
    (void)state;
    peak_limiter limiter = {.gain = 1};
    for (int block = 0; block < BLOCKS; block++) {
        float peak = 0;
        make_tone(block, 4);
        peak_limiter_block(&limiter, stereo, FRAMES);
        for (int n = 0; n < FRAMES; n++) peak = fmaxf(peak, fabsf(stereo[n][0]));
        if (block > 0) CHECK_NEAR((double)peak, (double)PEAK_LIMITER_KNEE, 1e-3);
    }
    for (int block = 0; block < 400;
         block++) { /* 4 s: thirteen time constants of 0.3 s, 2e-6 of it is left */
        make_tone(block, 0.1f);
        peak_limiter_block(&limiter, stereo, FRAMES);
    }
    CHECK_NEAR((double)limiter.gain, 1, 1e-5);
}

/* |d(g x)| <= g |dx| + |x| |dg|, and the bend has no slope above 1. */
static void no_step_is_added(void **state)
{
    (void)state;
    static const float sizes[] = {0.5f, 8, 8, 0.1f, 2};
    peak_limiter limiter = {.gain = 1};
    float last = 0;
    for (int block = 0; block < BLOCKS; block++) {
        const float size = sizes[block % 5], before = limiter.gain;
        float in[FRAMES];
        make_tone(block, size);
        for (int n = 0; n < FRAMES; n++) in[n] = stereo[n][0];
        peak_limiter_block(&limiter, stereo, FRAMES);
        const float ramp = size * fabsf(limiter.gain - before) / FRAMES;
        for (int n = 1; n < FRAMES; n++)
            assert_true(fabsf(stereo[n][0] - stereo[n - 1][0]) <= fabsf(in[n] - in[n - 1]) + ramp + 1e-5f);
        /* across blocks the input itself jumps with its size at a zero crossing of the tone: 3 periods a
         * block */
        assert_true(fabsf(stereo[0][0] - last) < 0.05f);
        last = stereo[FRAMES - 1][0];
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_within_stays),
        cmocka_unit_test(nothing_is_beyond_full_scale),
        cmocka_unit_test(loudness_is_held_by_the_gain),
        cmocka_unit_test(no_step_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
