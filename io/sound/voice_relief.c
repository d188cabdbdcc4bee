/* A relief valve that blows off: oil under pressure through a slit hisses broadly, and the poppet screeches.
 * Its power is flow x pressure. */
#include "voice_internal.h"

enum { FLOW, PRESSURE };

static const float gain = 0.40f;

typedef struct relief {
    float power; /* [W] at full level */
    float level;
    dsp_noise noise;
    dsp_biquad hiss;
    dsp_bank screech;
    dsp_wander wander;
} relief;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    static const float tones[DSP_LANES] = {1180.0f, 1790.0f, 2350.0f, 2830.0f,
                                           3560.0f, 4380.0f, 5200.0f, 6100.0f};
    static const float shares[DSP_LANES] = {0.5f, 0.8f, 1.6f, 1.0f, 1.3f, 0.7f, 0.5f, 0.3f};
    relief *r = state;
    r->power = fmaxf((float)(voice->flow * voice->pressure), 1.0f);
    r->noise.counter = seed << 20;
    r->hiss = dsp_band_pass(2300.0f, 0.6f);
    for (int k = 0; k < DSP_LANES; k++) dsp_bank_resonance(&r->screech, k, tones[k], 32.0f, shares[k]);
    r->wander = dsp_wander_begin(34.0f, seed);
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float hiss_share = 0.55f, screech_share = 0.6f, trembling = 0.8f;
    static const float smoothing = 0.012f, opens = 0.002f; /* [s]; share of the power that is not heard */
    relief *r = state;
    const int last = IO_BLOCK - 1;
    const float x = fminf(block->in[FLOW][last] * block->in[PRESSURE][last] / r->power, 1.5f);
    const float target = x > opens ? sqrtf(x) : 0.0f;
    if (target <= 0.0f && r->level < VOICE_INAUDIBLE) return false;
    float level[IO_BLOCK], hiss[IO_BLOCK], tone[IO_BLOCK], tremble[IO_BLOCK];
    dsp_glide(&r->level, target, smoothing, level);
    dsp_noise_run(&r->noise, hiss);
    dsp_bank_run(&r->screech, hiss, tone);
    dsp_filter(&r->hiss, hiss, hiss);
    dsp_wander_run(&r->wander, tremble);
    for (int i = 0; i < IO_BLOCK; i++) {
        /* with the power */
        const float screech = (screech_share + trembling * tremble[i]) * level[i] * tone[i];
        out[i] = gain * level[i] * (hiss_share * hiss[i] + screech);
    }
    return true;
}

const voice_kind voice_relief = {
    .size = sizeof(relief), .high = {[FLOW] = 0.1, [PRESSURE] = 1e8}, .begin = begin, .block = make_block};
