/* A turbocharger: the whistle of its shaft and blades, and rushing air. It spins up with speed and load, and
 * lags behind them. */
#include "voice_internal.h"

enum { SPEED, LOAD };

/* Whistle: a sine of 0.06 RMS. Air: white noise of 0.58 RMS has 0.28 behind the band, with this gain a
 * quarter of the whistle. */
static const float whistle_gain = 0.085f, rush_gain = 0.06f;
static const float rush_frequency = 2600.0f; /* [Hz] of the air: above the engine's own noise */
static const float rush_q = 0.7f;            /* broad */

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
    t->rush = dsp_band_pass(rush_frequency, rush_q);
}

/* A turbo's power goes with the exhaust's flow and heat: speed times load; without load it still turns at a
 * third. */
static float spin_of(float speed_share, float load)
{
    static const float unloaded = 0.35f, fastest = 1.3f; /* of its highest speed; of rated speed: overrun */
    return fminf(speed_share, fastest) * (unloaded + (1.0f - unloaded) * fminf(load, 1.0f));
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float lag = 1.0f;                            /* [s] */
    static const float audible_from = 0.15f, slowest = 1e-3f; /* shares of the highest speed */
    static const float highest = 10000.0f;                    /* [Hz] of the tone */
    static const float loudest = 1.2f;                        /* share above `audible_from`: as overrun */
    static const float smoothing = 0.02f;                     /* [s] */
    static const float flutter_depth = 0.3f;                  /* turbulence modulates the tone */
    static const float second = 0.15f; /* harmonic: blades are nearly alike, the wave is nearly a sine */
    turbo *t = state;
    float spin[IO_BLOCK], level[IO_BLOCK], rush[IO_BLOCK], phase[IO_BLOCK];
    const int last = IO_BLOCK - 1;
    const float target = spin_of(block->in[SPEED][last] / t->rated, block->in[LOAD][last]);
    dsp_glide(&t->spin, target, lag, spin);
    if (t->spin < slowest && t->level < VOICE_INAUDIBLE) return false;
    const float above = hl_clampf((t->spin - audible_from) / (1.0f - audible_from), 0.0f, loudest);
    dsp_glide(&t->level, above * above, smoothing, level);
    dsp_noise_run(&t->noise, rush);
    dsp_filter(&t->rush, rush, rush);
    dsp_turn(&t->phase, spin, t->ratio * t->rated * VOICE_TURNS / DSP_RATE, highest / DSP_RATE, phase);
    for (int i = 0; i < IO_BLOCK; i++) {
        const float flutter = 1.0f + flutter_depth * rush[i];
        const float tone = dsp_sine(phase[i]) * flutter + second * dsp_sine(2.0f * phase[i]);
        out[i] = level[i] * (whistle_gain * tone + rush_gain * rush[i]);
    }
    return true;
}

const voice_kind voice_turbo = {
    .size = sizeof(turbo), .high = {[SPEED] = 1000.0, [LOAD] = 1.5}, .begin = begin, .block = make_block};
