/* A tire on sand and earth: a low rush of soil that is pressed aside, grains, lugs that come down one after
 * the other; and scrubbing when it slips: the tread tears at the ground in jerks. */
#include "voice_internal.h"

enum { SPEED, LOAD, SLIP, SIDE_SLIP };

static const float radius = 0.8f;      /* [m], class of tractor tires: makes speeds of turns */
static const float full_speed = 10.0f; /* [m/s] at which it is at full level */
static const float full_load = 25e3f;  /* [N] likewise */
static const float full_scrub = 2.0f;  /* [m/s] of slip */
static const float lugs = 22.0f;       /* a turn and side, class */
static const float roll_gain = 0.45f, grain_gain = 0.04f, scrub_gain = 0.8f;

typedef struct tire {
    float roll, scrub; /* levels, smoothed */
    float lug;         /* phase [turns] */
    dsp_noise noise;
    dsp_biquad low, grain, tear;
    dsp_wander uneven, jerk;
} tire;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    (void)voice;
    tire *t = state;
    t->noise.counter = seed << 20;
    t->low = dsp_band_pass(170.0f, 0.7f);
    t->grain = dsp_band_pass(2700.0f, 0.5f);
    t->tear = dsp_band_pass(620.0f, 0.8f);
    t->uneven = dsp_wander_begin(11.0f, seed);
    t->jerk = dsp_wander_begin(37.0f, seed + 1000);
}

/* Levels now: of rolling, and of what slides. */
static void levels_now(const voice_block *block, float *roll, float *scrub)
{
    const int last = IO_BLOCK - 1;
    const float speed = fabsf(block->in[SPEED][last]) * radius;
    const float weight = sqrtf(fminf(block->in[LOAD][last] / full_load, 2.0f));
    const float slide = speed * fminf(fabsf(block->in[SLIP][last]), 1.0f) + fabsf(block->in[SIDE_SLIP][last]);
    *roll = weight * powf(fminf(speed / full_speed, 1.5f), 0.7f);
    *scrub = weight * fminf(slide / full_scrub, 1.5f);
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.04f; /* [s] */
    static const float lug_depth = 0.5f, even = 0.6f, jerk_least = 0.35f, tear_grain = 0.2f;
    tire *t = state;
    float roll_target, scrub_target;
    levels_now(block, &roll_target, &scrub_target);
    if (fmaxf(fmaxf(roll_target, scrub_target), fmaxf(t->roll, t->scrub)) < VOICE_INAUDIBLE) return false;
    float roll[IO_BLOCK], scrub[IO_BLOCK], low[IO_BLOCK], grain[IO_BLOCK], tear[IO_BLOCK], uneven[IO_BLOCK],
        jerk[IO_BLOCK], lug[IO_BLOCK];
    dsp_glide(&t->roll, roll_target, smoothing, roll);
    dsp_glide(&t->scrub, scrub_target, smoothing, scrub);
    dsp_turn(&t->lug, block->in[SPEED], VOICE_TURNS * lugs / DSP_RATE, 0.1f, lug);
    dsp_noise_run(&t->noise, grain);
    dsp_filter(&t->low, grain, low);
    dsp_filter(&t->tear, grain, tear);
    dsp_filter(&t->grain, grain, grain);
    dsp_wander_run(&t->uneven, uneven);
    dsp_wander_run(&t->jerk, jerk);
    for (int i = 0; i < IO_BLOCK; i++) {
        const float tread = 1.0f + lug_depth * dsp_sine(lug[i]);
        const float ground = even + (2.0f - 2.0f * even) * uneven[i]; /* of mean 1 */
        const float rolling = ground * tread * (roll_gain * low[i] + grain_gain * grain[i]);
        const float tearing = jerk[i] * (jerk_least + jerk[i]) * (tear[i] + tear_grain * grain[i]);
        out[i] = roll[i] * rolling + scrub_gain * scrub[i] * tearing;
    }
    return true;
}

const voice_kind voice_tire = {.size = sizeof(tire),
                               .low = {[SPEED] = -300.0, [SLIP] = -10.0, [SIDE_SLIP] = -50.0},
                               .high = {[SPEED] = 300.0, [LOAD] = 1e6, [SLIP] = 10.0, [SIDE_SLIP] = 50.0},
                               .begin = begin,
                               .block = make_block};
