/* The cab's walls: what they pass, and that going in and out is smooth. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>
#include <string.h>

enum { BLOCKS = 100 };

static const double pi = 3.14159265358979323846;
static float rendered[BLOCKS][1][IO_BLOCK];

static float tone(int i, double frequency)
{
    return (float)(0.5 * sin(2.0 * pi * frequency * i / IO_RATE));
}

/* RMS of the second half of a second of a tone behind the filter, over that before it. */
static double gain(double frequency, bool inside, double share)
{
    auth_voice voice = rig_voice(AUTH_VOICE_ENGINE);
    hl_arena arena = {0};
    voice.inside = share;
    io_cab_filter *filter = io_cab_filter_new(&voice, 1, &arena);
    assert_non_null(filter);
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < IO_BLOCK; i++) rendered[b][0][i] = tone(b * IO_BLOCK + i, frequency);
        io_cab_filter_block(filter, inside, rendered[b]);
    }
    hl_arena_free(&arena);
    return rig_rms(rendered[BLOCKS / 2][0], BLOCKS / 2 * IO_BLOCK) / (0.5 / sqrt(2.0));
}

/* A Butterworth low-pass of second order at 420 Hz, 6 dB down: |H|^2 = 1/(1 + (f/f_c)^4). Tones fill whole
 * periods of the half second; the bilinear transform bends 4.2 kHz by 2 % of its frequency, 5 % of its gain.
 */
static void walls_pass_low_frequencies(void **state)
{
    (void)state;
    CHECK_RELATIVE(gain(60.0, true, 0.0), 0.5, 0.01);
    CHECK_RELATIVE(gain(420.0, true, 0.0), 0.5 * sqrt(0.5), 0.01);
    CHECK_RELATIVE(gain(4200.0, true, 0.0), 0.5 / 100.0, 0.06);
    CHECK_RELATIVE(gain(8000.0, true, 0.4), 0.4, 0.02); /* a share of its own */
    CHECK_RELATIVE(gain(4200.0, false, 0.0), 1.0, 1e-5);
}

static void going_in_and_out_is_smooth(void **state)
{
    (void)state;
    const auth_voice voice = rig_voice(AUTH_VOICE_ENGINE);
    hl_arena arena = {0};
    io_cab_filter *filter = io_cab_filter_new(&voice, 1, &arena);
    assert_non_null(filter);
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < IO_BLOCK; i++) rendered[b][0][i] = tone(b * IO_BLOCK + i, 300.0);
        io_cab_filter_block(filter, b / 15 % 2 == 1, rendered[b]);
    }
    /* Nowhere steeper than the tone itself, and what 0.1 s of changing over adds */
    const double steepest = 0.5 * 2.0 * pi * 300.0 / IO_RATE + 1.0 / (0.1 * IO_RATE);
    assert_true(rig_steepest(rendered[0][0], BLOCKS * IO_BLOCK) <= steepest);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_pass_low_frequencies),
        cmocka_unit_test(going_in_and_out_is_smooth),
    };
    return cmocka_run_group_tests_name("cab_filter", tests, NULL, NULL);
}
