/* A crawler's belt: steel shoes that fall on the ground and run over rollers, each with a clank of its own;
 * pins that squeal between them; and soil that is torn when the belt slips. */
#include "voice_internal.h"

#include <string.h>

enum { SPEED, LOAD, SLIP };
/* Samples that a shoe's blow lasts, half a millisecond: class of steel on steel with grit. */
enum { STRIKE = 24 };

static const float shoe = 0.19f; /* [m] pitch of the belt: class of 20 t machines */
/* Clanks are at full level at this speed of the belt, with which a shoe falls, and under this load. */
static const float full_speed = 1.5f;  /* [m/s] */
static const float full_load = 100e3f; /* [N] */
static const float full_scrub = 1.0f;  /* [m/s] of slip */
static const float clank_gain = 0.08f, squeal_gain = 0.05f, rumble_gain = 0.06f, scrub_gain = 0.6f;

typedef struct track {
    float level, scrub; /* smoothed */
    float phase;        /* of the shoes [turns] */
    dsp_bank modes;     /* of shoes and rollers */
    dsp_noise noise;
    dsp_biquad rumble, squeal, tear;
    dsp_wander dry; /* how much the pins squeal */
    hl_random chance;
    float strike[IO_BLOCK + STRIKE];
} track;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    /* Plates of 60 x 19 x 2 cm on a chain under tension and grit: [Hz], time to fall by 60 dB [s]. Class by
     * ear of recordings' spectra: most of the clank lies between 200 Hz and 2 kHz */
    static const float modes[DSP_LANES][2] = {{165.0f, 0.10f},  {290.0f, 0.09f},  {455.0f, 0.08f},
                                              {730.0f, 0.07f},  {1120.0f, 0.06f}, {1650.0f, 0.05f},
                                              {2380.0f, 0.04f}, {3400.0f, 0.03f}};
    (void)voice;
    track *t = state;
    for (int k = 0; k < DSP_LANES; k++)
        dsp_bank_mode(&t->modes, k, modes[k][0], modes[k][1], 1.0f / (float)(k + 2));
    t->noise.counter = seed << 20;
    t->rumble = dsp_band_pass(95.0f, 0.8f);
    t->squeal = dsp_band_pass(2650.0f, 14.0f);
    t->tear = dsp_band_pass(540.0f, 0.8f);
    t->dry = dsp_wander_begin(3.0f, seed);
    t->chance = (hl_random){seed};
}

/* Half a sine wave whose height chance decides: shoes and stones under them differ. */
static void knock(track *t, int at)
{
    static const float least = 0.35f;
    const float height = least + (1.0f - least) * (float)hl_random_unit(&t->chance);
    for (int i = 0; i < STRIKE; i++)
        t->strike[at + i] += height * dsp_sine(0.5f * ((float)i + 0.5f) / (float)STRIKE);
}

/* Shoes that come down in this block. */
static void drop_shoes(track *t, const float *speed)
{
    static const float fastest = 0.01f; /* shoes a sample */
    for (int i = 0; i < IO_BLOCK; i++) {
        t->phase += hl_minf(fabsf(speed[i]) / (shoe * DSP_RATE), fastest);
        if (t->phase < 1.0f) continue;
        t->phase -= 1.0f;
        knock(t, i);
    }
}

static void levels_now(const voice_block *block, float *level, float *scrub)
{
    static const float hanging = 0.15f; /* what a belt in the air still clanks */
    const int last = IO_BLOCK - 1;
    const float speed = fabsf(block->in[SPEED][last]);
    const float weight = hanging + (1.0f - hanging) * sqrtf(fminf(block->in[LOAD][last] / full_load, 2.0f));
    *level = weight * fminf(speed / full_speed, 1.5f);
    *scrub = block->in[LOAD][last] > 0.0f
                 ? weight * fminf(speed * fminf(fabsf(block->in[SLIP][last]), 1.0f) / full_scrub, 1.5f)
                 : 0.0f;
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.05f; /* [s] */
    track *t = state;
    float level_target, scrub_target;
    levels_now(block, &level_target, &scrub_target);
    if (fmaxf(fmaxf(level_target, scrub_target), fmaxf(t->level, t->scrub)) < VOICE_INAUDIBLE &&
        !dsp_bank_rings(&t->modes))
        return false;
    float level[IO_BLOCK], scrub[IO_BLOCK], noise[IO_BLOCK], rumble[IO_BLOCK], squeal[IO_BLOCK],
        tear[IO_BLOCK], dry[IO_BLOCK];
    dsp_glide(&t->level, level_target, smoothing, level);
    dsp_glide(&t->scrub, scrub_target, smoothing, scrub);
    drop_shoes(t, block->in[SPEED]);
    dsp_bank_run(&t->modes, t->strike, out);
    memmove(t->strike, t->strike + IO_BLOCK, STRIKE * sizeof *t->strike);
    memset(t->strike + STRIKE, 0, IO_BLOCK * sizeof *t->strike);
    dsp_noise_run(&t->noise, noise);
    dsp_filter(&t->rumble, noise, rumble);
    dsp_filter(&t->squeal, noise, squeal);
    dsp_filter(&t->tear, noise, tear);
    dsp_wander_run(&t->dry, dry);
    for (int i = 0; i < IO_BLOCK; i++)
        out[i] = level[i] * (clank_gain * out[i] + rumble_gain * rumble[i] +
                             squeal_gain * dry[i] * dry[i] * squeal[i]) +
                 scrub_gain * scrub[i] * tear[i];
    return true;
}

const voice_kind voice_track = {.size = sizeof(track),
                                .low = {[SPEED] = -20.0, [SLIP] = -10.0},
                                .high = {[SPEED] = 20.0, [LOAD] = 1e6, [SLIP] = 10.0},
                                .begin = begin,
                                .block = make_block};
