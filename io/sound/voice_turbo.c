/* A turbocharger: the whistle of its shaft and blades, and rushing air. It spins up with speed and load, and
 * lags behind them. */
#include "voice_internal.h"

enum { SPEED, LOAD };

static const float whistle_gain = 0.07f, rush_gain = 0.06f;

typedef struct turbo {
    float ratio, rated;
    float spin;  /* of its highest speed */
    float level; /* smoothed */
    float phase; /* [turns] */
    dsp_noise noise;
    dsp_biquad rush;
} turbo;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    turbo *t = state;
    t->ratio = (float)voice->ratio;
    t->rated = fmaxf((float)voice->rated, 1.0f);
    t->noise.counter = seed << 20;
    t->rush = dsp_band_pass(2600.0f, 0.7f);
}

/* A turbo's power goes with the exhaust's flow and heat: speed times load; without load it still turns at a
 * third. */
static float spin_of(float speed_share, float load)
{
    return fminf(speed_share, 1.3f) * (0.35f + 0.65f * fminf(load, 1.0f));
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float lag = 1.0f, audible_from = 0.15f,
                       slowest = 1e-3f;    /* [s]; shares of the highest speed */
    static const float highest = 10000.0f; /* [Hz] */
    turbo *t = state;
    float spin[IO_BLOCK], level[IO_BLOCK], rush[IO_BLOCK], phase[IO_BLOCK];
    const int last = IO_BLOCK - 1;
    const float target = spin_of(block->in[SPEED][last] / t->rated, block->in[LOAD][last]);
    dsp_glide(&t->spin, target, lag, spin);
    if (t->spin < slowest && t->level < VOICE_INAUDIBLE) return false;
    const float above = dsp_clamp((t->spin - audible_from) / (1.0f - audible_from), 0.0f, 1.2f);
    dsp_glide(&t->level, above * above, 0.02f, level);
    dsp_noise_run(&t->noise, rush);
    dsp_filter(&t->rush, rush, rush);
    dsp_turn(&t->phase, spin, t->ratio * t->rated * VOICE_TURNS / DSP_RATE, highest / DSP_RATE, phase);
    for (int i = 0; i < IO_BLOCK; i++) {
        const float flutter = 1.0f + 0.3f * rush[i]; /* turbulence modulates the tone */
        const float tone = dsp_sine(phase[i]) * flutter + 0.15f * dsp_sine(2.0f * phase[i]);
        out[i] = level[i] * (whistle_gain * tone + rush_gain * rush[i]);
    }
    return true;
}

const voice_kind voice_turbo = {
    .size = sizeof(turbo), .high = {[SPEED] = 1000.0, [LOAD] = 1.5}, .begin = begin, .block = make_block};
