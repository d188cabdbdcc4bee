/* The mix of all voices: volumes and the walls of a closed cab. */
#include "dsp.h"
#include "mixer_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <string.h>

/* ---- the walls of a cab ---- */

/* The closed cab: its walls pass low frequencies, and a voice may have a share of its own inside
 * (io/voice.h). */

static const float wall_corner = 420.0f; /* [Hz]: class of cabs with glass all around */
static const float wall_gain = 0.50f;    /* -6 dB below it */
static const float change_time = 0.1f;   /* [s] */

typedef struct wall {
    dsp_biquad low_pass;
    float inside; /* share */
} wall;

struct io_cab_filter {
    wall *walls;
    int count;
    bool begun;
    float inside; /* 0 outside, 1 inside, between while it changes */
};

io_cab_filter *io_cab_filter_new(const auth_voice *voices, int count, hl_arena *arena)
{
    io_cab_filter *filter = HL_NEW(arena, io_cab_filter, 1);
    if (filter == NULL) return NULL;
    filter->walls = HL_NEW(arena, wall, count);
    if (filter->walls == NULL) return NULL;
    filter->count = count;
    for (int v = 0; v < count; v++) {
        filter->walls[v].low_pass = dsp_low_pass(wall_corner, 0.7071f);
        filter->walls[v].inside = hl_clampf((float)voices[v].inside, 0.0f, 1.0f);
    }
    return filter;
}

static bool silent(const wall *w, const float *block)
{
    static const float rest = 1e-9f; /* -180 dB */
    if (fabsf(w->low_pass.z1) > rest || fabsf(w->low_pass.z2) > rest) return false;
    float most = 0.0f;
    for (int i = 0; i < IO_BLOCK; i++) most = hl_maxf(most, fabsf(block[i]));
    return most <= 0.0f;
}

/* y = (1 - m) x + m (wall gain low-pass(x) + inside x), kept within full scale */
static void pass(wall *w, float from, float to, float *block)
{
    float low[IO_BLOCK];
    if (silent(w, block)) return;
    dsp_filter(&w->low_pass, block, low);
    const float step = (to - from) / (float)IO_BLOCK;
    for (int i = 0; i < IO_BLOCK; i++) {
        const float m = from + step * (float)(i + 1);
        const float x = block[i];
        block[i] = hl_clampf(x + m * (wall_gain * low[i] + (w->inside - 1.0f) * x), -1.0f, 1.0f);
    }
}

void io_cab_filter_block(io_cab_filter *filter, bool inside, float (*blocks)[IO_BLOCK])
{
    const float target = inside ? 1.0f : 0.0f, most = (float)IO_BLOCK / (change_time * DSP_RATE);
    const float from = filter->begun ? filter->inside : target;
    const float to = from + hl_clampf(target - from, -most, most);
    filter->begun = true;
    filter->inside = to;
    if (from <= 0.0f && to <= 0.0f) return;
    for (int v = 0; v < filter->count; v++) pass(&filter->walls[v], from, to, blocks[v]);
}

float io_cab_filter_share(const io_cab_filter *filter)
{
    return filter->inside;
}

/* ---- the mix ---- */

/* Gains are ramps over a block, so that no change of a volume is a jump of the sound. */

enum { MACHINE, SIGNALS, GROUPS };

/* Peak of a signal: -26 dB; below it the engine covers how it dies away. */
static const float audible = 0.05f;

struct voice_mix {
    const auth_voice *of; /* count */
    int count, own;       /* own: of the machine that the listener sits in; the rest are of others */
    io_voices *voices;
    io_cab_filter *cab;
    float (*blocks)[IO_BLOCK];
    io_volumes wanted, now; /* volumes */
    float duck;             /* gain of the machine's voices for the signals' sake */
    int held;               /* blocks for which it stays when the signals are silent */
    float gain[GROUPS];     /* at the end of the last block */
};

static int group_of(const voice_mix *mix, int voice)
{
    const auth_voice_kind kind = mix->of[voice].kind;
    const bool warns = kind == AUTH_VOICE_BEEPER || kind == AUTH_VOICE_HORN || kind == AUTH_VOICE_CUE;
    return voice < mix->own && warns ? SIGNALS : MACHINE;
}

static void find_gains(const voice_mix *mix, float gain[GROUPS])
{
    gain[MACHINE] = (float)(mix->now.all * mix->now.machine) * mix->duck;
    gain[SIGNALS] = (float)(mix->now.all * mix->now.signals);
}

voice_mix *mix_new(const io_sound_setup *setup, hl_arena *arena)
{
    voice_mix *mix = HL_NEW(arena, voice_mix, 1);
    if (!mix) return NULL;
    mix->of = setup->voices;
    mix->count = setup->voice_count;
    mix->own = setup->voice_count - setup->other_count;
    mix->voices = io_voices_new(setup->voices, setup->voice_count, setup->first, arena);
    mix->cab = io_cab_filter_new(setup->voices, setup->voice_count, arena);
    mix->blocks = hl_arena_take(arena, (size_t)setup->voice_count, sizeof *mix->blocks);
    mix->duck = 1;
    mix_volumes(mix, &setup->volumes);
    mix->now = mix->wanted;
    find_gains(mix, mix->gain);
    return hl_arena_failed(arena) ? NULL : mix;
}

void mix_volumes(voice_mix *mix, const io_volumes *volumes)
{
    mix->wanted.all = hl_clamp(volumes->all, 0, 1);
    mix->wanted.machine = hl_clamp(volumes->machine, 0, 1);
    mix->wanted.signals = hl_clamp(volumes->signals, 0, 1);
}

/* From `now` towards `wanted`, by `step` at most. */
static double approach(double now, double wanted, double step)
{
    return now < wanted ? fmin(now + step, wanted) : fmax(now - step, wanted);
}

static bool is_loud(const float block[IO_BLOCK])
{
    float peak = 0;
    for (int n = 0; n < IO_BLOCK; n++) peak = fmaxf(peak, fabsf(block[n]));
    return peak > audible;
}

static bool signals_heard(const voice_mix *mix)
{
    if (mix->wanted.all * mix->wanted.signals <= 0) return false;
    for (int i = 0; i < mix->count; i++)
        if (group_of(mix, i) == SIGNALS && is_loud(mix->blocks[i])) return true;
    return false;
}

static void move_gains(voice_mix *mix)
{
    const double travel = 1.0 / MIX_VOLUME_TRAVEL, depth = 1.0 - (double)MIX_DUCKED;
    mix->now.all = approach(mix->now.all, mix->wanted.all, travel);
    mix->now.machine = approach(mix->now.machine, mix->wanted.machine, travel);
    mix->now.signals = approach(mix->now.signals, mix->wanted.signals, travel);
    if (signals_heard(mix)) {
        mix->held = MIX_DUCK_HOLD;
        mix->duck = (float)approach((double)mix->duck, (double)MIX_DUCKED, depth / MIX_DUCK_ATTACK);
    } else if (mix->held > 0) {
        mix->held--;
    } else {
        mix->duck = (float)approach((double)mix->duck, 1, depth / MIX_DUCK_RELEASE);
    }
}

static void apply_gain(float block[IO_BLOCK], float from, float to)
{
    for (int n = 0; n < IO_BLOCK; n++) block[n] *= from + (to - from) * (float)(n + 1) / IO_BLOCK;
}

const float (*mix_block(voice_mix *mix, const xch_sample *samples, int tick_count, bool inside))[IO_BLOCK]
{
    float to[GROUPS];
    io_voices_block(mix->voices, samples, tick_count, mix->blocks);
    io_cab_filter_block(mix->cab, inside, mix->blocks);
    move_gains(mix);
    find_gains(mix, to);
    for (int i = 0; i < mix->count; i++) {
        const int group = group_of(mix, i);
        apply_gain(mix->blocks[i], mix->gain[group], to[group]);
    }
    for (int group = 0; group < GROUPS; group++) mix->gain[group] = to[group];
    return (const float(*)[IO_BLOCK])mix->blocks;
}

/* Voices that shake the frame which the cab stands on. */
static bool is_structure_borne(auth_voice_kind kind)
{
    return kind == AUTH_VOICE_ENGINE || kind == AUTH_VOICE_TURBO || kind == AUTH_VOICE_GEARS ||
           kind == AUTH_VOICE_PUMP || kind == AUTH_VOICE_RELIEF;
}

float mix_diffusion(const voice_mix *mix, int voice)
{
    return voice < mix->own && is_structure_borne(mix->of[voice].kind) ? io_cab_filter_share(mix->cab) : 0;
}

bool mix_heard(const voice_mix *mix)
{
    for (int i = 0; i < mix->count; i++)
        if (io_voices_heard(mix->voices, i)) return true;
    return false;
}

void mix_reset(voice_mix *mix)
{
    io_voices_reset(mix->voices);
}
