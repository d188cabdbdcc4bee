/* Gains are ramps over a block, so that no change of a volume is a jump of the sound. */
#include "mix.h"

#include "hl/clamp.h"

#include <math.h>

enum { MACHINE, SIGNALS, GROUPS };

/* Peak of a signal: -26 dB; below it the engine covers how it dies away. */
static const float audible = 0.05f;

struct voice_mix {
    const auth_voice *of; /* count */
    int count;
    io_voices *voices;
    io_cab_filter *cab;
    float (*blocks)[IO_BLOCK];
    io_volumes wanted, now; /* volumes */
    float duck;             /* gain of the machine's voices for the signals' sake */
    int held;               /* blocks for which it stays when the signals are silent */
    float gain[GROUPS];     /* at the end of the last block */
};

static int group_of(auth_voice_kind kind)
{
    return kind == AUTH_VOICE_BEEPER || kind == AUTH_VOICE_HORN || kind == AUTH_VOICE_CUE ? SIGNALS : MACHINE;
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
        if (group_of(mix->of[i].kind) == SIGNALS && is_loud(mix->blocks[i])) return true;
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
        const int group = group_of(mix->of[i].kind);
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
    return is_structure_borne(mix->of[voice].kind) ? io_cab_filter_share(mix->cab) : 0;
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
