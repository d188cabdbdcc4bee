/* What is heard of a machine, rendered by OpenAL's loopback: level, side, walls, silence, pitch, and no jump
 * that was not in the voices. */
#include "live_heap.h"
#include "support/check.h"

#include "io/sound.h"
#include "mixer_internal.h"

#include <dlfcn.h>
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <AL/al.h>

enum { ENGINE, TURBO, PUMP, HIT, HORN, BEEPER, VOICES };
enum { SPEED, LOAD, RUNNING, FLOW_SPEED = RUNNING + 3, PRESSURE, FORCE, HORN_ON, BEEPER_ON, VALUES };
enum { TICKS = 10, SECOND = 100 /* blocks */, LONGEST = 2 * SECOND };

static const double two_pi = 6.283185307179586;

/* ---- an OpenAL without floats ---- */

static bool no_floats;

/* Stands in front of OpenAL's. */
ALboolean alIsExtensionPresent(const ALchar *name)
{
    ALboolean (*real)(const ALchar *);
    void *symbol = dlsym(RTLD_NEXT, "alIsExtensionPresent");
    memcpy(&real, &symbol, sizeof real);
    return no_floats && strcmp(name, "AL_EXT_FLOAT32") == 0 ? AL_FALSE : real(name);
}

/* ---- a machine that sounds ---- */

static const auth_voice voices[VOICES] = {
    [ENGINE] = {.kind = AUTH_VOICE_ENGINE,
                .level = 1,
                .signals = {"speed", "load", "running"},
                .cylinders = 6,
                .idle = 80,
                .rated = 230},
    [TURBO] = {.kind = AUTH_VOICE_TURBO,
               .level = 1,
               .signals = {"speed", "load"},
               .idle = 80,
               .rated = 230,
               .ratio = 60},
    [PUMP] = {.kind = AUTH_VOICE_PUMP,
              .level = 1,
              .signals = {"speed", "pressure"},
              .ratio = 1,
              .pistons = 9,
              .pressure = 200e5},
    [HIT] = {.kind = AUTH_VOICE_HIT, .level = 1, .signals = {"force"}, .force = 2000},
    [HORN] = {.kind = AUTH_VOICE_HORN, .level = 1, .signals = {"horn"}, .above = 0.5, .frequency = 420},
    [BEEPER] =
        {.kind = AUTH_VOICE_BEEPER, .level = 1, .signals = {"reverse"}, .above = 0.5, .frequency = 1250},
};
static const int first[VOICES] = {SPEED, RUNNING + 1, FLOW_SPEED, FORCE, HORN_ON, BEEPER_ON};

typedef struct inputs {
    double speed, load, pressure, force, horn, beeper;
} inputs;

static const io_volumes full = {1, 1, 1};
static const io_volumes quiet = {0.25, 1,
                                 1}; /* -12 dB: nothing reaches the limiter, ratios are those of gains */
static const io_listener outside = {.ahead = {1, 0, 0}, .up = {0, 0, 1}};
static const inputs at_work = {.speed = 180, .load = 0.7};

static hl_arena arena;
static xch_sample ticks[TICKS];
static int64_t tick;
static float heard[LONGEST * IO_BLOCK][2];
static float places[VOICES][3];

static io_mixer *begin_with(int voice_count, const io_volumes *volumes)
{
    char error[200];
    const io_sound_setup setup = {
        .voices = voices, .voice_count = voice_count, .first = first, .volumes = *volumes};
    tick = 0;
    memset(places, 0, sizeof places);
    io_mixer *mixer = io_mixer_new(&setup, &arena, error, sizeof error);
    if (!mixer) fail_msg("%s", error);
    return mixer;
}

static void end_with(io_mixer *mixer)
{
    mixer_close(mixer);
    hl_arena_free(&arena);
}

static void make_ticks(const inputs *in)
{
    for (int i = 0; i < TICKS; i++, tick++) {
        const double values[VALUES] = {in->speed, in->load,     1,         in->speed, in->load,
                                       in->speed, in->pressure, in->force, in->horn,  in->beeper};
        ticks[i] = (xch_sample){.tick = tick, .time = (double)tick * 1e-3, .count = VALUES};
        memcpy(ticks[i].values, values, sizeof values);
    }
}

static void play(io_mixer *mixer, const inputs *in, int blocks, float (*out)[2])
{
    for (int block = 0; block < blocks; block++) {
        make_ticks(in);
        io_mixer_block(mixer, ticks, TICKS, (const float(*)[3])places, out + block * IO_BLOCK);
    }
}

static double rms(const float (*stereo)[2], int frames, int channel)
{
    double sum = 0;
    for (int n = 0; n < frames; n++) sum += (double)(stereo[n][channel] * stereo[n][channel]);
    return sqrt(sum / frames);
}

static double peak(const float (*stereo)[2], int frames)
{
    float most = 0;
    for (int n = 0; n < frames; n++) most = fmaxf(most, fmaxf(fabsf(stereo[n][0]), fabsf(stereo[n][1])));
    return (double)most;
}

#define HEARD ((const float(*)[2])heard)

/* RMS of the engine alone on both ears, from a place, after it has faded in. */
static void engine_from(const float place[3], const io_listener *listener, double ears[2])
{
    io_mixer *mixer = begin_with(1, &quiet);
    memcpy(places[ENGINE], place, sizeof places[ENGINE]);
    io_mixer_listen(mixer, listener);
    play(mixer, &at_work, 20, heard);
    play(mixer, &at_work, SECOND, heard);
    for (int ear = 0; ear < 2; ear++) ears[ear] = rms(HEARD, SECOND * IO_BLOCK, ear);
    end_with(mixer);
}

/* ---- level and side ---- */

/* Inverse distance clamped, 1 up to 3 m. The same voice in the same direction: what differs is the gain, and
 * the width of a source 0.7 m wide, which takes less than its angle squared from one ear: (1.5/8)^2 = 3.5 %.
 */
static void loudness_goes_with_distance(void **state)
{
    (void)state;
    double near[2], cab[2], chase[2], far[2];
    engine_from((float[3]){3, 0, 0}, &outside, near);
    engine_from((float[3]){1, 0, 0}, &outside, cab);
    engine_from((float[3]){8, 0, 0}, &outside, chase);
    engine_from((float[3]){48, 0, 0}, &outside, far);
    /* At full volume -24 to -6 dB: audible, and room for the others */
    assert_true(near[0] > 0.06 * quiet.all && near[0] < 0.5 * quiet.all);
    CHECK_RELATIVE(chase[0] / near[0], 3.0 / 8, 0.05);
    CHECK_RELATIVE(far[0] / chase[0], 8.0 / 48, 0.02);
    CHECK_RELATIVE(cab[0] / near[0], 1, 0.5); /* wide around the head, neither lost nor shouting */
    CHECK_RELATIVE(near[0] / near[1], 1, 1e-3);
}

static void left_is_left(void **state)
{
    (void)state;
    double left[2], right[2], turned[2];
    const io_listener backwards = {.ahead = {-1, 0, 0}, .up = {0, 0, 1}};
    engine_from((float[3]){0, 6, 0}, &outside, left);
    engine_from((float[3]){0, -6, 0}, &outside, right);
    engine_from((float[3]){0, 6, 0}, &backwards, turned);
    assert_true(left[0] > 2 * left[1]); /* 6 dB: nobody mistakes the side */
    for (int ear = 0; ear < 2; ear++) { /* mirrored */
        CHECK_RELATIVE(right[ear], left[1 - ear], 1e-3);
        CHECK_RELATIVE(turned[ear], right[ear], 1e-3);
    }
}

static double decibel(double a, double b)
{
    return 20 * log10(a / b);
}

/* Right minus left [dB] of what is heard in the cab while one input works, its voice to the right. */
static double side_in_cab(int voice, const inputs *in)
{
    io_mixer *mixer = begin_with(VOICES, &quiet);
    const io_listener cab = {.ahead = {1, 0, 0}, .up = {0, 0, 1}, .inside = true};
    for (int v = 0; v < VOICES; v++) places[v][0] = -1.8f; /* the engine of an excavator, seen from its cab */
    for (int v = 0; v < VOICES; v++) places[v][1] = v == voice || voice < 0 ? -0.9f : 0.0f;
    io_mixer_listen(mixer, &cab);
    play(mixer, &(inputs){0}, 20, heard);
    play(mixer, in, SECOND, heard);
    end_with(mixer);
    return decibel(rms(HEARD, SECOND * IO_BLOCK, 1), rms(HEARD, SECOND * IO_BLOCK, 0));
}

/* What shakes the machine's frame comes from all sides of a closed cab; what happens outside keeps its side:
 * more than 3 dB, which is heard, of some 9 from there in the open. */
static void a_cab_keeps_only_sides_of_the_outside(void **state)
{
    (void)state;
    const inputs idle = {.speed = 90, .load = 0.1}, work = {.speed = 190, .load = 0.9, .pressure = 180e5};
    assert_true(fabs(side_in_cab(-1, &idle)) < 0.5);
    assert_true(fabs(side_in_cab(-1, &work)) < 0.5);
    assert_true(side_in_cab(HORN, &(inputs){.horn = 1}) > 3);
    assert_true(side_in_cab(BEEPER, &(inputs){.beeper = 1}) > 3);
    assert_true(side_in_cab(HIT, &(inputs){.force = 50e3}) > 3);
}

/* ---- spectra ---- */

/* Power of the left ear at i / seconds [Hz], i up to half of the frames; Hann window. */
static double *power_of(const float (*stereo)[2], int frames)
{
    double *line = fftw_alloc_real((size_t)frames);
    fftw_complex *lines = fftw_alloc_complex((size_t)frames / 2 + 1);
    fftw_plan plan = fftw_plan_dft_r2c_1d(frames, line, lines, FFTW_ESTIMATE);
    for (int n = 0; n < frames; n++) line[n] = (double)stereo[n][0] * (0.5 - 0.5 * cos(two_pi * n / frames));
    fftw_execute(plan);
    for (int i = 0; i <= frames / 2; i++) line[i] = lines[i][0] * lines[i][0] + lines[i][1] * lines[i][1];
    fftw_destroy_plan(plan);
    fftw_free(lines);
    return line;
}

static double share_above(const float (*stereo)[2], int frames, double frequency)
{
    double *power = power_of(stereo, frames), high = 0, all = 0;
    const int corner = (int)(frequency * frames / IO_RATE);
    for (int i = 1; i < frames / 2; i++) {
        all += power[i];
        high += i > corner ? power[i] : 0;
    }
    fftw_free(power);
    return high / all;
}

/* The walls of the cab pass low frequencies. They are a low-pass of second order at 420 Hz: at and above 1.68
 * kHz, two octaves higher, -24 dB; 20 dB are asked for, as the low frequencies lose something too. */
static void a_cab_is_darker_inside(void **state)
{
    (void)state;
    double share[2];
    for (int inside = 0; inside < 2; inside++) {
        io_mixer *mixer = begin_with(1, &full);
        io_listener listener = outside;
        listener.inside = inside;
        io_mixer_listen(mixer, &listener);
        play(mixer, &at_work, 20, heard);
        play(mixer, &at_work, SECOND, heard);
        share[inside] = share_above(HEARD, SECOND * IO_BLOCK, 1680);
        end_with(mixer);
    }
    assert_true(share[0] > 1e-3);
    assert_true(share[1] < share[0] / 100);
}

/* The strongest frequency within 15 % of the expected one [Hz], between lines by a parabola. */
static double pitch_near(const float (*stereo)[2], int frames, double expected)
{
    double *power = power_of(stereo, frames);
    const double line = (double)IO_RATE / frames;
    int top = (int)(0.85 * expected / line);
    for (int i = top; i < 1.15 * expected / line; i++)
        if (power[i] > power[top]) top = i;
    const double a = log(power[top - 1]), b = log(power[top]), c = log(power[top + 1]);
    fftw_free(power);
    return (top + 0.5 * (a - c) / (a - 2 * b + c)) * line;
}

/* Six cylinders of four strokes fire three times a turn. */
static void pitch_goes_with_the_engine(void **state)
{
    (void)state;
    static const double rpm[] = {800, 1250, 1900, 2200};
    for (int i = 0; i < 4; i++) {
        io_mixer *mixer = begin_with(VOICES, &full);
        const inputs in = {.speed = rpm[i] * two_pi / 60, .load = 0.6, .pressure = 80e5};
        play(mixer, &in, 20, heard);
        play(mixer, &in, LONGEST, heard);
        CHECK_RELATIVE(pitch_near(HEARD, LONGEST * IO_BLOCK, 3 * rpm[i] / 60), 3 * rpm[i] / 60, 0.01);
        end_with(mixer);
    }
}

/* ---- silence ---- */

static void a_pause_is_silence(void **state)
{
    (void)state;
    const inputs all = {180, 0.7, 150e5, 0, 1, 1};
    io_mixer *mixer = begin_with(VOICES, &full);
    play(mixer, &all, 50, heard);
    assert_true(peak(HEARD, 50 * IO_BLOCK) > 0.1);
    for (int block = 0; block < 30; block++) {
        io_mixer_block(mixer, NULL, 0, NULL, heard);
        if (block >= 20) assert_true(peak(HEARD, IO_BLOCK) < 1e-5); /* -100 dB from 0.2 s on */
    }
    play(mixer, &all, 50, heard); /* and it comes back */
    assert_true(peak(HEARD, 50 * IO_BLOCK) > 0.1);
    end_with(mixer);
}

static void no_volume_is_silence(void **state)
{
    (void)state;
    static const io_volumes volumes[] = {{0, 1, 1}, {1, 0, 0}};
    const inputs all = {180, 0.7, 150e5, 0, 1, 1};
    for (int i = 0; i < 2; i++) {
        io_mixer *mixer = begin_with(VOICES, &full);
        play(mixer, &all, 20, heard);
        io_mixer_volumes(mixer, &volumes[i]);
        play(mixer, &all, 12, heard); /* 100 ms to go there, and the block that is queued */
        play(mixer, &all, 20, heard);
        assert_true(peak(HEARD, 20 * IO_BLOCK) == 0);
        end_with(mixer);
    }
}

/* ---- no clicks ---- */

static void everything_changes(int block, inputs *in, io_listener *listener, io_volumes *volumes)
{
    const bool odd = block % 7 < 3;
    *in = (inputs){odd ? 80 : 230, block % 5 < 2, odd ? 0 : 200e5, block % 3 ? 0 : 2e4, block % 11 < 5, odd};
    *listener = outside;
    listener->inside = block % 13 < 6;
    listener->position[0] = block % 4 ? 0 : 30;
    listener->ahead[0] = block % 6 < 3 ? 1 : -1;
    *volumes = (io_volumes){block % 17 < 8, block % 9 < 5 ? 1 : 0.2, block % 8 < 4};
    for (int i = 0; i < VOICES; i++) places[i][1] = (float)((block + i) % 3 - 1) * 5;
}

/* Largest step of each voice behind the walls of the cab, the same inputs as the mixer has: S. */
static void find_steps(io_voices *plain, io_cab_filter *cab, bool inside, float last[VOICES],
                       double steps[VOICES])
{
    static float blocks[VOICES][IO_BLOCK];
    io_voices_block(plain, ticks, TICKS, blocks);
    io_cab_filter_block(cab, inside, blocks);
    for (int i = 0; i < VOICES; i++)
        for (int n = 0; n < IO_BLOCK; n++) {
            steps[i] = fmax(steps[i], (double)fabsf(blocks[i][n] - last[i]));
            last[i] = blocks[i][n];
        }
}

/* A voice of steps S and full scale comes out with the gains g of volume and ducking and p of its place, each
 * of which is at most 1 and goes from 0 to 1 in no less than a block of N samples: a step of g p x is at most
 * S + 2/N. The ear's sum adds up the voices, G times; the limiter bends no slope above 1, and its gain comes
 * down from 1 for a peak of V voices by G V/N of full scale a sample at most. */
static void nothing_jumps_when_everything_changes(void **state)
{
    (void)state;
    io_mixer *mixer = begin_with(VOICES, &full);
    io_voices *plain = io_voices_new(voices, VOICES, first, &arena);
    io_cab_filter *cab = io_cab_filter_new(voices, VOICES, &arena);
    float last[VOICES] = {0};
    double steps[VOICES] = {0}, bound = 3.0 * VOICES / IO_BLOCK, most = 0;
    for (int block = 0; block < LONGEST; block++) {
        inputs in;
        io_listener listener;
        io_volumes volumes;
        everything_changes(block, &in, &listener, &volumes);
        make_ticks(&in);
        io_mixer_listen(mixer, &listener);
        io_mixer_volumes(mixer, &volumes);
        io_mixer_block(mixer, ticks, TICKS, (const float(*)[3])places, heard + block * IO_BLOCK);
        find_steps(plain, cab, listener.inside, last, steps);
    }
    for (int i = 0; i < VOICES; i++) bound += steps[i];
    bound *= (double)OPENAL_GAIN;
    for (int n = 1; n < LONGEST * IO_BLOCK; n++)
        for (int ear = 0; ear < 2; ear++) most = fmax(most, (double)fabsf(heard[n][ear] - heard[n - 1][ear]));
    assert_true(peak(HEARD, LONGEST * IO_BLOCK) <= 1);
    assert_true(peak(HEARD, LONGEST * IO_BLOCK) > 0.1);
    if (most > bound) fail_msg("a step of %g, at most %g", most, bound);
    end_with(mixer);
}

/* One steady tone, so that a click has nowhere to hide: a horn of harmonics up to 5.4 kHz (ten of 420 Hz and
 * a third above) makes next to nothing above 10 kHz. Ramps of gain over a block make sidebands that fall with
 * the square of the distance, (100 Hz / 4.6 kHz)^2 = 5e-4 of amplitude, 2e-7 of power; a jump of full scale
 * falls with the first power only, and a jump of 1 % of it, once in a block, would be 1e-5 of the power
 * there. */
static void gains_and_places_make_no_clicks(void **state)
{
    (void)state;
    io_mixer *mixer = begin_with(VOICES, &full);
    const inputs horn = {.horn = 1};
    for (int block = 0; block < LONGEST; block++) {
        inputs ignored;
        io_listener listener;
        io_volumes volumes;
        everything_changes(block, &ignored, &listener, &volumes);
        listener.inside = false;
        io_mixer_listen(mixer, &listener);
        io_mixer_volumes(mixer, &(io_volumes){1, 0, volumes.signals > 0 ? 1 : 0.3});
        play(mixer, &horn, 1, heard + block * IO_BLOCK);
    }
    const double share = share_above((const float(*)[2])(heard + 50 * IO_BLOCK), 150 * IO_BLOCK, 10e3);
    if (share > 1e-6) fail_msg("%g of the power is above 10 kHz", share);
    end_with(mixer);
}

/* ---- others ---- */

/* 16 bit round to 1.5e-5 a voice, which the gain of the whole enlarges; everything else is equal. */
static void whole_numbers_sound_the_same(void **state)
{
    (void)state;
    static float floats[SECOND * IO_BLOCK][2];
    const inputs in = {180, 0.7, 150e5, 0, 1, 0};
    io_mixer *mixer = begin_with(VOICES, &full);
    play(mixer, &in, SECOND, floats);
    end_with(mixer);
    no_floats = true;
    mixer = begin_with(VOICES, &full);
    no_floats = false;
    play(mixer, &in, SECOND, heard);
    end_with(mixer);
    for (int n = 0; n < SECOND * IO_BLOCK; n++)
        for (int ear = 0; ear < 2; ear++) /* 2/32767: a step of 1/32767 is also not of 1/32768 */
            CHECK_NEAR((double)heard[n][ear], (double)floats[n][ear],
                       (double)OPENAL_GAIN * VOICES * 2.0 / 32767);
}

static void equal_inputs_give_equal_sound(void **state)
{
    (void)state;
    static float before[20 * IO_BLOCK][2];
    for (int i = 0; i < 2; i++) {
        io_mixer *mixer = begin_with(VOICES, &full);
        play(mixer, &at_work, 20, i ? heard : before);
        end_with(mixer);
    }
    assert_memory_equal(heard, before, sizeof before);
}

/* OpenAL takes a small record for every block that is queued and gives it back when the block has been
 * played: after each block no more is in use than after the one before. Ten blocks are for what it keeps for
 * good; what the context's own thread began with goes at a time of its own. glibc may round a piece up by 16
 * bytes when it takes one that was free. */
static void the_heap_does_not_grow(void **state)
{
    (void)state;
    static const long rounding = 16L * VOICES * 2; /* two blocks wait in each queue */
    if (!COUNTS_HEAP) skip();
    io_mixer *mixer = begin_with(VOICES, &full);
    heap_use before = {0};
    for (int block = 0; block < 1010; block++) {
        inputs in;
        io_listener listener;
        io_volumes volumes;
        everything_changes(block, &in, &listener, &volumes);
        io_mixer_listen(mixer, &listener);
        io_mixer_volumes(mixer, &volumes);
        play(mixer, &in, 1, heard);
        const heap_use now = live_heap();
        if (block < 10 || now.pieces < before.pieces) before = now;
        assert_int_equal(now.pieces, before.pieces);
        assert_true(now.bytes <= before.bytes + rounding);
    }
    assert_true(before.pieces > 0);
    end_with(mixer);
}

int main(void)
{
    setenv("ALSOFT_DRIVERS", "null", 1); /* no sound server is asked for, in a thread of its library */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loudness_goes_with_distance),
        cmocka_unit_test(left_is_left),
        cmocka_unit_test(a_cab_keeps_only_sides_of_the_outside),
        cmocka_unit_test(a_cab_is_darker_inside),
        cmocka_unit_test(pitch_goes_with_the_engine),
        cmocka_unit_test(a_pause_is_silence),
        cmocka_unit_test(no_volume_is_silence),
        cmocka_unit_test(nothing_jumps_when_everything_changes),
        cmocka_unit_test(gains_and_places_make_no_clicks),
        cmocka_unit_test(whole_numbers_sound_the_same),
        cmocka_unit_test(equal_inputs_give_equal_sound),
        cmocka_unit_test(the_heap_does_not_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
