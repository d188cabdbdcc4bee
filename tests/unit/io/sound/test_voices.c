/* What all voices have in common: bounds whatever comes in, silence in pauses, the same bits twice. */
#include "support/check.h"

#include "voice_rig.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { KINDS = AUTH_VOICE_KINDS, BLOCKS = 300 };

static float out[BLOCKS][KINDS][IO_BLOCK];
static float again[BLOCKS][KINDS][IO_BLOCK];
static xch_sample samples[IO_TICKS + 1];

typedef struct set {
    auth_voice authored[KINDS];
    int first[KINDS];
    hl_arena arena;
    io_voices *voices;
    int64_t tick;
    uint64_t seed;
} set;

/* A voice of every kind. */
static void open_set(set *s, double level)
{
    memset(s, 0, sizeof *s);
    for (int v = 0; v < KINDS; v++) {
        s->authored[v] = rig_voice((auth_voice_kind)v);
        s->authored[v].level = level;
        s->first[v] = AUTH_VOICE_INPUTS * v;
    }
    s->voices = io_voices_new(s->authored, KINDS, s->first, &s->arena);
    s->seed = 7;
    assert_non_null(s->voices);
}

/* Anything: numbers of every size, and what is none. */
static double anything(uint64_t *seed)
{
    const double u = check_random(seed), size = check_random(seed), sign = u < 0.0 ? -1.0 : 1.0;
    if (u > 0.97) return (double)NAN;
    if (u > 0.94) return (double)INFINITY;
    if (u < -0.97) return -(double)INFINITY;
    if (fabs(u) < 0.1) return 0.0;
    return sign * pow(10.0, 5.0 * size + 2.0);
}

typedef void filling(set *s, double time, double *values);

static void jump(set *s, double time, double *values)
{
    (void)time;
    for (int k = 0; k < XCH_SAMPLED; k++) values[k] = anything(&s->seed);
}

/* A machine at hard work, steadily. */
static void work(set *s, double time, double *values)
{
    static const double hard[KINDS][AUTH_VOICE_INPUTS] = {[AUTH_VOICE_ENGINE] = {210.0, 1.0, 1.0, 1.0},
                                                          [AUTH_VOICE_TURBO] = {210.0, 1.0},
                                                          [AUTH_VOICE_GEARS] = {200.0, 300.0},
                                                          [AUTH_VOICE_PUMP] = {210.0, 20e6},
                                                          [AUTH_VOICE_RELIEF] = {1e-3, 20e6},
                                                          [AUTH_VOICE_CYLINDER] = {0.3, 50e3, 1.2},
                                                          [AUTH_VOICE_TIRE] = {10.0, 25e3, 0.2, 0.1},
                                                          [AUTH_VOICE_TRACK] = {1.5, 100e3, 0.2},
                                                          [AUTH_VOICE_SCRAPE] = {20e3},
                                                          [AUTH_VOICE_BEEPER] = {1.0},
                                                          [AUTH_VOICE_HORN] = {1.0}};
    (void)s;
    for (int v = 0; v < KINDS; v++) memcpy(values + AUTH_VOICE_INPUTS * v, hard[v], sizeof hard[v]);
    values[AUTH_VOICE_INPUTS * AUTH_VOICE_PATTER] = 100.0 * time;
    values[AUTH_VOICE_INPUTS * AUTH_VOICE_HIT] = fmod(time, 0.3) < 0.01 ? 30e3 : 0.0;
}

static void render(set *s, filling *fill, int ticks, int blocks, float (*to)[KINDS][IO_BLOCK])
{
    for (int b = 0; b < blocks; b++) {
        for (int t = 0; t < ticks; t++) {
            samples[t].tick = ++s->tick;
            samples[t].time = 1e-3 * (double)s->tick;
            samples[t].count = AUTH_VOICE_INPUTS * KINDS;
            fill(s, samples[t].time, samples[t].values);
        }
        io_voices_block(s->voices, samples, ticks, to[b]);
    }
}

/* One voice of all, in a row. */
static const float *voice_of(float (*from)[KINDS][IO_BLOCK], int voice, int blocks)
{
    static float row[BLOCKS][IO_BLOCK];
    for (int b = 0; b < blocks; b++) memcpy(row[b], from[b][voice], sizeof row[b]);
    return row[0];
}

/* ---- tests ---- */

/* IO_STEEPEST and full scale hold whatever comes, at any level; a float's rounding is forgiven. */
static void nothing_jumps_whatever_comes(void **state)
{
    (void)state;
    static const double levels[] = {1.0, 10.0};
    for (int k = 0; k < 2; k++) {
        set s;
        open_set(&s, levels[k]);
        render(&s, jump, RIG_TICKS, BLOCKS, out);
        for (int v = 0; v < KINDS; v++) {
            const float *x = voice_of(out, v, BLOCKS);
            assert_true(rig_largest(x, BLOCKS * IO_BLOCK) <= 1.0);
            assert_true(rig_steepest(x, BLOCKS * IO_BLOCK) <= (double)IO_STEEPEST + (double)FLT_EPSILON);
            assert_true(isfinite(rig_rms(x, BLOCKS * IO_BLOCK)));
        }
        hl_arena_free(&s.arena);
    }
}

/* At work every voice is heard, has no DC, and is far from the limiter: the mean of 1 s below 1e-3, full
 * scale not reached, and the slope its own rather than the limit's. */
static void work_is_heard_and_within_bounds(void **state)
{
    (void)state;
    set s;
    open_set(&s, 1.0);
    render(&s, work, RIG_TICKS, BLOCKS, out);
    for (int v = 0; v < KINDS; v++) {
        const float *x = voice_of(out, v, BLOCKS) + IO_RATE;
        CHECK_NEAR(rig_mean(x, IO_RATE), 0.0, 1e-3);
        assert_true(rig_rms(x, IO_RATE) > 0.02);
        assert_true(rig_largest(x, IO_RATE) < 0.9);
        assert_true(rig_steepest(x, IO_RATE) < 0.34);
    }
    hl_arena_free(&s.arena);
}

static void a_pause_is_silent_and_ends_without_a_click(void **state)
{
    (void)state;
    set s;
    open_set(&s, 1.0);
    enum { BEFORE = 100, PAUSE = 20, AFTER = 50 };
    render(&s, work, RIG_TICKS, BEFORE, out);
    render(&s, work, 0, PAUSE, out + BEFORE);
    assert_false(io_voices_heard(s.voices, AUTH_VOICE_ENGINE));
    s.tick += 5000; /* elsewhere, seconds later */
    render(&s, work, RIG_TICKS, AFTER, out + BEFORE + PAUSE);
    assert_true(io_voices_heard(s.voices, AUTH_VOICE_ENGINE));
    for (int v = 0; v < KINDS; v++) {
        const float *x = voice_of(out, v, BEFORE + PAUSE + AFTER);
        const double steepest = rig_steepest(x + IO_RATE / 2, IO_RATE / 2);
        CHECK_SAME(rig_largest(x + (BEFORE + 10) * IO_BLOCK, (PAUSE - 10) * IO_BLOCK),
                   0.0); /* after 100 ms */
        /* From the beginning of the pause to its end: as steep as at work. Noise and bursts differ from place
         * to place by a factor of two */
        assert_true(rig_steepest(x + BEFORE * IO_BLOCK, (PAUSE + AFTER) * IO_BLOCK) < 2.0 * steepest);
        /* The fade takes 60 ms: in the first millisecond there is next to nothing */
        assert_true(rig_largest(x + (BEFORE + PAUSE) * IO_BLOCK, IO_RATE / 1000) < 0.02);
    }
    hl_arena_free(&s.arena);
}

/* One late block, or three, is no pause. */
static void late_ticks_are_no_pause(void **state)
{
    (void)state;
    set s;
    open_set(&s, 1.0);
    render(&s, work, RIG_TICKS, 100, out);
    const double before = rig_rms(voice_of(out, AUTH_VOICE_PUMP, 100) + 97 * IO_BLOCK, 3 * IO_BLOCK);
    render(&s, work, 0, 3, out);
    const double during = rig_rms(voice_of(out, AUTH_VOICE_PUMP, 3), 3 * IO_BLOCK);
    CHECK_RELATIVE(during, before, 0.15); /* noise, and the piece of a ripple's period */
    hl_arena_free(&s.arena);
}

static void never_a_tick_never_a_sound(void **state)
{
    (void)state;
    set s;
    open_set(&s, 1.0);
    render(&s, work, 0, 20, out);
    for (int v = 0; v < KINDS; v++) {
        CHECK_SAME(rig_largest(voice_of(out, v, 20), 20 * IO_BLOCK), 0.0);
        assert_false(io_voices_heard(s.voices, v));
    }
    hl_arena_free(&s.arena);
}

static void equal_inputs_give_equal_bits(void **state)
{
    (void)state;
    set a, b;
    open_set(&a, 1.0);
    open_set(&b, 1.0);
    render(&a, jump, RIG_TICKS, 100, out);
    render(&b, jump, RIG_TICKS, 100, again);
    assert_memory_equal(out, again, 100 * sizeof out[0]);
    io_voices_reset(a.voices); /* as new */
    a.tick = 0;
    a.seed = 7;
    render(&a, jump, RIG_TICKS, 100, again);
    assert_memory_equal(out, again, 100 * sizeof out[0]);
    hl_arena_free(&a.arena);
    hl_arena_free(&b.arena);
}

/* Ticks may come in any number a block: the pitch stays, since each carries its own time on the line. */
static void any_number_of_ticks_will_do(void **state)
{
    (void)state;
    static const int counts[] = {1, 7, 13, IO_TICKS, IO_TICKS + 1};
    for (int k = 0; k < 5; k++) {
        set s;
        open_set(&s, 1.0);
        render(&s, work, counts[k], 150, out);
        const float *x = voice_of(out, AUTH_VOICE_PUMP, 150) + IO_RATE / 2;
        CHECK_RELATIVE(rig_peak(x, IO_RATE, 20.0, 20e3), 9.0 * 210.0 / 6.283185307, 0.01);
        hl_arena_free(&s.arena);
    }
}

/* Signals that are left out take no place: the ones behind move up. */
static void signals_left_out_are_skipped(void **state)
{
    (void)state;
    auth_voice voices[2] = {rig_voice(AUTH_VOICE_TIRE), rig_voice(AUTH_VOICE_HORN)};
    const int first[] = {2, 5};
    hl_arena arena = {0};
    static float both[50][2][IO_BLOCK];
    voices[0].signals[3] = NULL; /* side slip: speed, load, slip stand at 2, 3, 4 */
    io_voices *v = io_voices_new(voices, 2, first, &arena);
    assert_non_null(v);
    memset(samples, 0, sizeof samples);
    for (int b = 0; b < 50; b++) {
        samples[0] =
            (xch_sample){.tick = b, .time = 0.01 * b, .count = 6, .values = {9.0, 9.0, 0.0, 20e3, 1.0, 1.0}};
        io_voices_block(v, samples, 1, both[b]);
    }
    assert_true(io_voices_heard(v, 1));
    assert_false(io_voices_heard(v, 0)); /* its wheel stands: the horn's signal is no side slip */
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_jumps_whatever_comes),
        cmocka_unit_test(work_is_heard_and_within_bounds),
        cmocka_unit_test(a_pause_is_silent_and_ends_without_a_click),
        cmocka_unit_test(late_ticks_are_no_pause),
        cmocka_unit_test(never_a_tick_never_a_sound),
        cmocka_unit_test(equal_inputs_give_equal_bits),
        cmocka_unit_test(any_number_of_ticks_will_do),
        cmocka_unit_test(signals_left_out_are_skipped),
    };
    return cmocka_run_group_tests_name("voices", tests, NULL, NULL);
}
