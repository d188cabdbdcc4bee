/* Building blocks against what is known of them. */
#include "support/check.h"

#include "dsp.h"
#include "voice_rig.h"

#include <float.h>
#include <string.h>

enum { BLOCKS = 100 };

static float x[BLOCKS][IO_BLOCK];

static void sine_is_a_sine(void **state)
{
    (void)state;
    for (int k = -5000; k <= 5000; k++) {
        const float turns = (float)k * 0.00137f;
        /* 4e-6: the series; 2 pi times the rounding of the turns, which are below 8 */
        CHECK_NEAR((double)dsp_sine(turns), sin(2.0 * 3.14159265358979 * (double)turns),
                   4e-6 + 6.3 * 8.0 * (double)FLT_EPSILON);
    }
}

static void chord_is_a_sum_of_sines(void **state)
{
    (void)state;
    static const float share[] = {1.0f, 0.5f, 0.0f, 0.25f};
    for (int k = 0; k < 100; k++) {
        const float turns = 0.01f * (float)k;
        const float sum = dsp_sine(turns) + 0.5f * dsp_sine(2.0f * turns) + 0.25f * dsp_sine(4.0f * turns);
        CHECK_NEAR((double)dsp_chord(turns, share, 4), (double)sum,
                   1e-4); /* errors of the cosine, times 16 */
    }
}

/* RMS gain of a tone through a filter, after half a second. */
static double gain_of(dsp_biquad filter, float frequency)
{
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < IO_BLOCK; i++)
            x[b][i] = dsp_sine(fmodf(frequency * (float)(b * IO_BLOCK + i) / DSP_RATE, 1.0f));
        dsp_filter(&filter, x[b], x[b]);
    }
    return rig_rms(x[BLOCKS / 2], BLOCKS / 2 * IO_BLOCK) * 1.41421356;
}

/* RBJ's filters pass their corner with Q, and 0 dB where they should. */
static void filters_have_their_gains(void **state)
{
    (void)state;
    CHECK_RELATIVE(gain_of(dsp_low_pass(1000.0f, 2.0f), 1000.0f), 2.0, 0.005);
    CHECK_RELATIVE(gain_of(dsp_low_pass(1000.0f, 0.7071f), 50.0f), 1.0, 0.005);
    CHECK_RELATIVE(gain_of(dsp_band_pass(1000.0f, 5.0f), 1000.0f), 1.0, 0.005);
    assert_true(gain_of(dsp_band_pass(1000.0f, 5.0f), 4000.0f) < 0.06);
}

/* A mode struck by 1 rings with its amplitude and has fallen by 60 dB when it should. */
static void a_mode_rings_and_decays(void **state)
{
    (void)state;
    dsp_bank bank = {0};
    dsp_bank_mode(&bank, 2, 1000.0f, 0.3f, 0.5f);
    memset(x, 0, sizeof x);
    x[0][0] = 1.0f;
    for (int b = 0; b < BLOCKS; b++) dsp_bank_run(&bank, x[b], x[b]);
    CHECK_RELATIVE(rig_largest(x[0] + 1, IO_BLOCK - 1), 0.5,
                   0.08); /* the first sample is half a swing only */
    CHECK_RELATIVE(rig_largest(x[30], IO_BLOCK / 4), 0.5e-3, 0.1);
    CHECK_RELATIVE(rig_peak(x[0], 20 * IO_BLOCK, 100.0, 5000.0), 1000.0, 0.005);
    assert_false(dsp_bank_rings(&bank));
}

static void lanes_are_those_of_one_input(void **state)
{
    (void)state;
    static float lanes[IO_BLOCK][DSP_LANES], one[IO_BLOCK], many[IO_BLOCK];
    dsp_bank a = {0};
    dsp_noise noise = {3};
    for (int k = 0; k < DSP_LANES; k++) dsp_bank_resonance(&a, k, 200.0f * (float)(k + 1), 4.0f, 1.0f);
    dsp_bank b = a;
    dsp_noise_run(&noise, one);
    for (int i = 0; i < IO_BLOCK; i++)
        for (int k = 0; k < DSP_LANES; k++) lanes[i][k] = one[i];
    dsp_bank_run(&a, one, one);
    dsp_bank_run_lanes(&b, (const float(*)[DSP_LANES])lanes, many);
    assert_memory_equal(one, many, sizeof one);
}

/* Even from -1 to 1: variance 1/3; mean and variance scatter by 1/sqrt(N) and less. White: each octave band
 * of a spectrum of 1 s has its share. */
static void noise_is_white(void **state)
{
    (void)state;
    dsp_noise noise = {5};
    for (int b = 0; b < BLOCKS; b++) dsp_noise_run(&noise, x[b]);
    const int count = BLOCKS * IO_BLOCK;
    CHECK_NEAR(rig_mean(x[0], count), 0.0, 4.0 * 0.577 / sqrt(count));
    CHECK_RELATIVE(rig_rms(x[0], count), sqrt(1.0 / 3.0), 4.0 / sqrt(count));
    for (double f = 750.0; f < 20e3;
         f *= 2.0) /* lines: f of them, three in two independent under the window */
        CHECK_RELATIVE(rig_band(x[0], count, f, 2.0 * f), sqrt(f / (0.5 * IO_RATE) / 3.0),
                       4.0 * 0.5 * sqrt(1.5 / f));
}

static void poisson_counts(void **state)
{
    (void)state;
    dsp_poisson poisson = dsp_poisson_begin(9);
    const double expected = 2000.0;
    int count = 0;
    const int steps = 480000;
    for (int i = 0; i < steps; i++) count += dsp_poisson_comes(&poisson, (float)(expected / steps));
    CHECK_NEAR((double)count, expected, 4.0 * sqrt(expected));
}

static void a_wander_is_smooth_and_within_bounds(void **state)
{
    (void)state;
    dsp_wander wander = dsp_wander_begin(30.0f, 1);
    for (int b = 0; b < BLOCKS; b++) dsp_wander_run(&wander, x[b]);
    const int count = BLOCKS * IO_BLOCK;
    assert_true(rig_largest(x[0], count) <= 1.0 && rig_mean(x[0], count) > 0.3 &&
                rig_mean(x[0], count) < 0.7);
    assert_true(rig_steepest(x[0], count) <=
                1.5 * 30.0 / IO_RATE * 1.01); /* slope of 3s^2 - 2s^3 at its middle */
}

/* What rings out comes to zero, not to subnormal numbers. */
static void states_are_flushed(void **state)
{
    (void)state;
    dsp_biquad filter = dsp_low_pass(50.0f, 0.7f);
    float glide = 1.0f;
    memset(x, 0, sizeof x);
    x[0][0] = 1.0f;
    for (int b = 0; b < BLOCKS; b++) dsp_filter(&filter, x[b], x[b]);
    CHECK_SAME((double)filter.z1, 0.0);
    CHECK_SAME((double)filter.z2, 0.0);
    for (int b = 0; b < BLOCKS; b++) {
        dsp_glide(&glide, 0.0f, 0.005f, x[b]);
    }
    CHECK_SAME((double)glide, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_is_a_sine),
        cmocka_unit_test(chord_is_a_sum_of_sines),
        cmocka_unit_test(filters_have_their_gains),
        cmocka_unit_test(a_mode_rings_and_decays),
        cmocka_unit_test(lanes_are_those_of_one_input),
        cmocka_unit_test(noise_is_white),
        cmocka_unit_test(poisson_counts),
        cmocka_unit_test(a_wander_is_smooth_and_within_bounds),
        cmocka_unit_test(states_are_flushed),
    };
    return cmocka_run_group_tests_name("dsp", tests, NULL, NULL);
}
