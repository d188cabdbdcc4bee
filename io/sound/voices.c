/* The voices of a machine: their inputs from samples, and the common processing of their output.
 *
 *   ticks -> limits -> lines from tick to tick -> kind -> level -> limiter within a servo against DC -> fade
 *
 * A block takes all ticks that have arrived and spreads them evenly over its samples: the sound is one block
 * late and stays synchronous. Without ticks the inputs are constant for HOLD_BLOCKS (threads are not
 * synchronous to the millisecond), then all voices fade out. */
#include "voice_internal.h"

#include <string.h>

enum { HOLD_BLOCKS = 3, FADE_BLOCKS = 6 }; /* 30 and 60 ms: silent within 100 ms */

static const float knee = 0.6f; /* from here on the limiter bends */
/* Step of a sample: IO_STEEPEST less what the fade adds, 1/(FADE_BLOCKS IO_BLOCK). */
static const float steepest = 0.345f;
static const float servo_corner = 12.0f; /* [Hz] of the high-pass that the servo is */
static const double shortest_tick = 1e-4, longest_tick = 0.1, usual_tick = 1e-3; /* [s] */

static const voice_kind *const kinds[AUTH_VOICE_KINDS + 2] = {
    [AUTH_VOICE_ENGINE] = &voice_engine,   [AUTH_VOICE_TURBO] = &voice_turbo,
    [AUTH_VOICE_GEARS] = &voice_gears,     [AUTH_VOICE_PUMP] = &voice_pump,
    [AUTH_VOICE_RELIEF] = &voice_relief,   [AUTH_VOICE_CYLINDER] = &voice_cylinder,
    [AUTH_VOICE_TIRE] = &voice_tire,       [AUTH_VOICE_TRACK] = &voice_track,
    [AUTH_VOICE_SCRAPE] = &voice_scrape,   [AUTH_VOICE_PATTER] = &voice_patter,
    [AUTH_VOICE_HIT] = &voice_hit,         [AUTH_VOICE_BEEPER] = &voice_beeper,
    [AUTH_VOICE_HORN] = &voice_horn,       [AUTH_VOICE_CUE] = &voice_cue,
    [AUTH_VOICE_CUE + 1] = &voice_objects, /* IO_VOICE_OBJECTS */
};

typedef struct voice {
    const auth_voice *author;
    const voice_kind *kind;
    void *state;
    int signal[AUTH_VOICE_INPUTS];  /* in the samples; -1: left out */
    double last[AUTH_VOICE_INPUTS]; /* value at the end of the last block */
    float dc, y;                    /* of the servo and the sample before */
    bool heard;
} voice;

struct io_voices {
    voice *voices;
    int count;
    bool started; /* a tick arrived since the last silence */
    double time;  /* of the last tick [s] */
    int waiting;  /* blocks without ticks */
    float faded;  /* at the end of the last block */
    voice_block block;
    float inputs[AUTH_VOICE_INPUTS][IO_BLOCK], fade[IO_BLOCK];
};

static void forget(voice *v, int index)
{
    memset(v->state, 0, v->kind->size);
    v->kind->begin(v->state, v->author, (uint32_t)index + 1);
    memset(v->last, 0, sizeof v->last);
    v->dc = v->y = 0.0f;
    v->heard = false;
}

static bool make(voice *v, const auth_voice *author, int index, int first, hl_arena *arena)
{
    v->author = author;
    v->kind = kinds[author->kind];
    v->state = hl_arena_take(arena, 1, v->kind->size);
    if (v->state == NULL) return false;
    for (int k = 0; k < AUTH_VOICE_INPUTS; k++) v->signal[k] = author->signals[k] ? first++ : -1;
    forget(v, index);
    return true;
}

io_voices *io_voices_new(const auth_voice *voices, int count, const int *first, hl_arena *arena)
{
    io_voices *made = HL_NEW(arena, io_voices, 1);
    if (made == NULL) return NULL;
    made->voices = HL_NEW(arena, voice, count);
    if (made->voices == NULL) return NULL;
    made->count = count;
    for (int v = 0; v < count; v++)
        if (!make(&made->voices[v], &voices[v], v, first[v], arena)) return NULL;
    for (int k = 0; k < AUTH_VOICE_INPUTS; k++) made->block.in[k] = made->inputs[k];
    return made;
}

void io_voices_reset(io_voices *voices)
{
    for (int v = 0; v < voices->count; v++) forget(&voices->voices[v], v);
    voices->started = false;
    voices->waiting = 0;
    voices->faded = 0.0f;
}

bool io_voices_heard(const io_voices *voices, int index)
{
    return voices->voices[index].heard;
}

/* ---- inputs ---- */

/* Find the end and the duration of each tick. */
static void take_times(io_voices *voices, const xch_sample *samples)
{
    voice_block *block = &voices->block;
    block->fresh = !voices->started && block->ticks > 0;
    for (int t = 0; t < block->ticks; t++) {
        const double dt = samples[t].time - voices->time;
        const bool known = isfinite(dt) && (t > 0 || !block->fresh);
        block->end[t] = (t + 1) * IO_BLOCK / block->ticks;
        block->dt[t] = known ? hl_clamp(dt, shortest_tick, longest_tick) : usual_tick;
        voices->time = samples[t].time;
    }
    voices->started = voices->started || block->ticks > 0;
}

/* Apply the limits of the kind; missing values and NaN do not change the input. */
static double input_at(const voice *v, int k, const xch_sample *sample, double before)
{
    if (v->signal[k] >= sample->count || v->signal[k] >= XCH_SAMPLED) return before;
    const double value = sample->values[v->signal[k]];
    return isnan(value) ? before : hl_clamp(value, v->kind->low[k], v->kind->high[k]);
}

static void draw_line(float *line, int from, int to, double start, double end)
{
    const float a = (float)start, slope = (float)(end - start) / (float)(to - from);
    for (int i = from; i < to; i++) line[i] = a + slope * (float)(i - from + 1);
}

static void take_input(io_voices *voices, voice *v, int k, const xch_sample *samples)
{
    voice_block *block = &voices->block;
    block->given[k] = v->signal[k] >= 0;
    if (!block->given[k] || block->ticks == 0) {
        draw_line(voices->inputs[k], 0, IO_BLOCK, v->last[k], v->last[k]);
        return;
    }
    if (block->fresh)
        v->last[k] = input_at(v, k, &samples[0], hl_clamp(0.0, v->kind->low[k], v->kind->high[k]));
    for (int t = 0, from = 0; t < block->ticks; from = block->end[t++]) {
        const double value = input_at(v, k, &samples[t], v->last[k]);
        draw_line(voices->inputs[k], from, block->end[t], v->last[k], value);
        block->tick[t][k] = v->last[k] = value;
    }
}

/* ---- what follows the kinds ---- */

/* Linear up to the knee, then towards 1, with the same slope at the knee. */
static inline float limited(float x)
{
    const float over = fabsf(x) - knee;
    if (over <= 0.0f) return x;
    return copysignf(fminf(knee + over / (1.0f + over / (1.0f - knee)), 1.0f), x);
}

/* The servo takes the integral of what comes out from what goes in: a high-pass of first order, and no DC
 * even of a signal that is limited on one side. */
static void finish(voice *v, const float *fade, float *out)
{
    const float level = (float)v->author->level, rate = 2.0f * DSP_PI * servo_corner / DSP_RATE;
    float dc = v->dc, y = v->y, most = 0.0f;
    for (int i = 0; i < IO_BLOCK; i++) {
        const float x = limited(level * out[i] - dc), step = x - y;
        y = fabsf(step) <= steepest ? x : y + copysignf(steepest, step);
        dc += rate * y;
        out[i] = y * fade[i];
    }
    for (int i = 0; i < IO_BLOCK; i++) most = hl_maxf(most, fabsf(out[i]));
    v->dc = dsp_flushed(dc);
    v->y = dsp_flushed(y);
    v->heard = most > VOICE_INAUDIBLE;
}

static void silence(voice *v, float *out)
{
    memset(out, 0, IO_BLOCK * sizeof *out);
    v->dc = v->y = 0.0f;
    v->heard = false;
}

static void one_voice(io_voices *voices, voice *v, const xch_sample *samples, float *out)
{
    static const float rest = 1e-6f; /* negligible state of the servo: -120 dB */
    for (int k = 0; k < AUTH_VOICE_INPUTS; k++) take_input(voices, v, k, samples);
    if (!v->kind->block(v->state, &voices->block, out)) {
        memset(out, 0, IO_BLOCK * sizeof *out);
        if (fabsf(v->dc) < rest && fabsf(v->y) < rest) {
            silence(v, out);
            return;
        }
    }
    finish(v, voices->fade, out);
}

/* @return whether anything can be heard */
static bool take_fade(io_voices *voices)
{
    const float step = 1.0f / (FADE_BLOCKS * IO_BLOCK);
    const bool on = voices->started && voices->waiting <= HOLD_BLOCKS;
    if (!on && voices->faded <= 0.0f) return false;
    for (int i = 0; i < IO_BLOCK; i++) {
        voices->faded = hl_clampf(voices->faded + (on ? step : -step), 0.0f, 1.0f);
        voices->fade[i] = voices->faded;
    }
    return true;
}

void io_voices_block(io_voices *voices, const xch_sample *samples, int tick_count, float (*out)[IO_BLOCK])
{
    if (tick_count > IO_TICKS) { /* the newest */
        samples += tick_count - IO_TICKS;
        tick_count = IO_TICKS;
    }
    voices->block.ticks = tick_count;
    voices->waiting = tick_count > 0 ? 0 : voices->waiting + (voices->waiting <= HOLD_BLOCKS);
    take_times(voices, samples);
    if (take_fade(voices)) {
        for (int v = 0; v < voices->count; v++) one_voice(voices, &voices->voices[v], samples, out[v]);
        return;
    }
    for (int v = 0; v < voices->count; v++) silence(&voices->voices[v], out[v]);
    voices->started = false;
}
