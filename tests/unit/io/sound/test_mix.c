/* What happens to voices before they are placed: volumes and ducking, read off a mix beside the same voices
 * as they are. */
#include "support/check.h"

#include "mixer_internal.h"

#include <math.h>
#include <string.h>

enum { ENGINE, BEEPER, VOICES, TICKS = 10, SPEED = 0, LOAD, RUNNING, BEEPER_ON, VALUES };

static auth_voice voices[VOICES] = {
    {.kind = AUTH_VOICE_ENGINE,
     .level = 1,
     .inside = 1,
     .signals = {"speed", "load", "running"},
     .cylinders = 6,
     .idle = 80,
     .rated = 230},
    {.kind = AUTH_VOICE_BEEPER,
     .level = 1,
     .inside = 1,
     .signals = {"reverse"},
     .above = 0.5,
     .frequency = 1250},
};
static const int first[VOICES] = {SPEED, BEEPER_ON};
static const io_volumes full = {1, 1, 1};

static hl_arena arena;
static xch_sample ticks[TICKS];
static int64_t tick;
static voice_mix *mixed;
static io_voices *plain;
static io_cab_filter *cab;
static float block[VOICES][IO_BLOCK];

static int begin(void **state)
{
    (void)state;
    const io_sound_setup setup = {.voices = voices, .voice_count = VOICES, .first = first, .volumes = full};
    tick = 0;
    mixed = mix_new(&setup, &arena);
    plain = io_voices_new(voices, VOICES, first, &arena);
    cab = io_cab_filter_new(voices, VOICES, &arena);
    return mixed && plain && cab ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    hl_arena_free(&arena);
    return 0;
}

/* Gain of a voice at the end of the next block: mixed / plain, where plain is largest of the last few
 * samples, so that rounding of a small number is no matter. */
static double next_gain(int voice, bool beeper)
{
    for (int i = 0; i < TICKS; i++) {
        ticks[i] = (xch_sample){.tick = tick, .time = (double)tick * 1e-3, .count = VALUES};
        ticks[i].values[SPEED] = 150;
        ticks[i].values[LOAD] = 0.8;
        ticks[i].values[RUNNING] = 1;
        ticks[i].values[BEEPER_ON] = beeper;
        tick++;
    }
    const float(*out)[IO_BLOCK] = mix_block(mixed, ticks, TICKS, false);
    io_voices_block(plain, ticks, TICKS, block);
    io_cab_filter_block(cab, false, block);
    int at = IO_BLOCK - 1;
    for (int n = IO_BLOCK - 5; n < IO_BLOCK; n++)
        if (fabsf(block[voice][n]) > fabsf(block[voice][at])) at = n;
    return block[voice][at] == 0 ? 0 : (double)(out[voice][at] / block[voice][at]);
}

/* Five samples before its end a ramp lacks 1 % of the block's change; changes are 0.25 at most. */
static const double ramp_tolerance = 0.0026;

static void a_beeper_pushes_the_machine_back(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) CHECK_NEAR(next_gain(ENGINE, false), 1, 1e-6);
    const double half_way = next_gain(ENGINE, true);
    CHECK_NEAR(half_way, 1 - (1 - (double)MIX_DUCKED) / 2, ramp_tolerance);
    CHECK_NEAR(next_gain(ENGINE, true), (double)MIX_DUCKED, ramp_tolerance); /* 20 ms */
    for (int n = 0; n < 10; n++) CHECK_NEAR(next_gain(ENGINE, true), (double)MIX_DUCKED, 1e-6);
    CHECK_NEAR(20 * log10(next_gain(ENGINE, true)), -3, 0.01);
    int blocks = 0; /* held, from the end of the beep on, to which there may be one block */
    while (next_gain(ENGINE, false) < (double)MIX_DUCKED + 0.002 && blocks < 2 * MIX_DUCK_HOLD) blocks++;
    assert_in_range(blocks, MIX_DUCK_HOLD, MIX_DUCK_HOLD + 1);
    for (int n = 0; n < MIX_DUCK_RELEASE / 2 - 1; n++) next_gain(ENGINE, false);
    CHECK_NEAR(next_gain(ENGINE, false), 1 - (1 - (double)MIX_DUCKED) / 2, 1.1 * 0.3 / MIX_DUCK_RELEASE);
    for (int n = 0; n < MIX_DUCK_RELEASE / 2; n++) next_gain(ENGINE, false);
    CHECK_NEAR(next_gain(ENGINE, false), 1, 1e-6);
}

/* Half a second between two beeps: the engine stays where it is, or it would pump once a second. */
static void nothing_pumps_between_beeps(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) next_gain(ENGINE, false); /* until all has faded in */
    for (int n = 0; n < 150; n++) {
        const double gain = next_gain(ENGINE, true); /* the signal stands, the beeper makes the pauses */
        if (n >= MIX_DUCK_ATTACK) CHECK_NEAR(gain, (double)MIX_DUCKED, ramp_tolerance);
    }
}

static void a_beeper_that_is_turned_off_pushes_nothing(void **state)
{
    (void)state;
    mix_volumes(mixed, &(io_volumes){1, 1, 0});
    for (int n = 0; n < 20; n++) next_gain(ENGINE, false);
    for (int n = 0; n < 20; n++) CHECK_NEAR(next_gain(ENGINE, true), 1, 1e-6);
    CHECK_NEAR(next_gain(BEEPER, true), 0, 0);
}

static void volumes_go_in_lines(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) next_gain(ENGINE, false);
    mix_volumes(mixed, &(io_volumes){1, 0.5, 1});
    double last = 1;
    for (int n = 1; n <= 5; n++, last -= 0.1)
        CHECK_NEAR(next_gain(ENGINE, false), last - 0.1, ramp_tolerance);
    for (int n = 0; n < 3; n++) CHECK_NEAR(next_gain(ENGINE, false), 0.5, 1e-6);
    mix_volumes(mixed, &(io_volumes){0.5, 0.5, 1});
    for (int n = 0; n < 10; n++) next_gain(ENGINE, false);
    CHECK_NEAR(next_gain(ENGINE, false), 0.25, 1e-6);
    mix_volumes(mixed, &(io_volumes){7, -1, (double)NAN}); /* out of range: the nearest */
    for (int n = 0; n < 10; n++) next_gain(ENGINE, false);
    CHECK_NEAR(next_gain(ENGINE, false), 0, 0);
}

/* Engine and beeper of a machine that passes by: the trainee must go on hearing his own machine, and neither
 * comes through the frame that his cab stands on. */
static void a_beeper_of_another_machine_pushes_nothing(void **state)
{
    (void)state;
    const io_sound_setup setup = {
        .voices = voices, .voice_count = VOICES, .other_count = 1, .first = first, .volumes = full};
    assert_true(begin(NULL) == 0);
    mixed = mix_new(&setup, &arena);
    assert_non_null(mixed);
    for (int n = 0; n < 20; n++) next_gain(ENGINE, false);
    for (int n = 0; n < 20; n++) CHECK_NEAR(next_gain(ENGINE, true), 1, 1e-6);
    CHECK_NEAR(next_gain(BEEPER, true), 1, 1e-6);
    (void)mix_block(mixed, ticks, TICKS, true);
    for (int n = 0; n < 20; n++) (void)mix_block(mixed, ticks, TICKS, true);
    assert_true(mix_diffusion(mixed, ENGINE) > 0.99f);
    const io_sound_setup others = {
        .voices = voices, .voice_count = VOICES, .other_count = VOICES, .first = first, .volumes = full};
    mixed = mix_new(&others, &arena);
    assert_non_null(mixed);
    for (int n = 0; n < 20; n++) (void)mix_block(mixed, ticks, TICKS, true);
    CHECK_NEAR((double)mix_diffusion(mixed, ENGINE), 0, 0);
    end(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_beeper_pushes_the_machine_back, begin, end),
        cmocka_unit_test_setup_teardown(nothing_pumps_between_beeps, begin, end),
        cmocka_unit_test_setup_teardown(a_beeper_that_is_turned_off_pushes_nothing, begin, end),
        cmocka_unit_test_setup_teardown(volumes_go_in_lines, begin, end),
        cmocka_unit_test(a_beeper_of_another_machine_pushes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
