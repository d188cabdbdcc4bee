/* A tool that scrapes through soil: grains slide over steel, in bursts, and the plates of the tool sound
 * along. Its loudness goes with the root of the power, its brightness too. */
#include "voice_internal.h"

enum { POWER };

static const float gain = 1.1f;

typedef struct scrape {
    float power; /* [W] at full level */
    float level;
    dsp_noise noise;
    dsp_biquad body, sand;
    dsp_bank plate;
    dsp_wander slow, fast;
} scrape;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    static const float plates[DSP_LANES] = {187.0f, 312.0f,  455.0f,  640.0f,
                                            905.0f, 1290.0f, 1770.0f, 2480.0f};
    scrape *s = state;
    s->power = fmaxf((float)voice->power, 1.0f);
    s->noise.counter = seed << 20;
    s->body = dsp_band_pass(380.0f, 0.6f);
    s->sand = dsp_band_pass(1600.0f, 0.7f);
    for (int k = 0; k < DSP_LANES; k++)
        dsp_bank_resonance(&s->plate, k, plates[k], 24.0f, k % 2 ? -0.5f : 0.5f);
    s->slow = dsp_wander_begin(7.0f, seed);
    s->fast = dsp_wander_begin(55.0f, seed + 1000);
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.025f;                    /* [s] */
    static const float slow_least = 0.45f, slow_more = 0.75f; /* of bursts */
    static const float fast_least = 0.3f, fast_more = 1.2f;   /* likewise */
    static const float sand_least = 0.12f, sand_most = 0.28f; /* at low and at full level */
    scrape *s = state;
    const float target = sqrtf(fminf(fabsf(block->in[POWER][IO_BLOCK - 1]) / s->power, 1.5f));
    if (target < VOICE_INAUDIBLE && s->level < VOICE_INAUDIBLE) return false;
    float level[IO_BLOCK], sand[IO_BLOCK], body[IO_BLOCK], plate[IO_BLOCK], slow[IO_BLOCK], fast[IO_BLOCK];
    dsp_glide(&s->level, target, smoothing, level);
    dsp_noise_run(&s->noise, sand);
    dsp_filter(&s->body, sand, body);
    dsp_bank_run(&s->plate, body, plate);
    dsp_filter(&s->sand, sand, sand);
    dsp_wander_run(&s->slow, slow);
    dsp_wander_run(&s->fast, fast);
    for (int i = 0; i < IO_BLOCK; i++) {
        const float burst = (slow_least + slow_more * slow[i]) * (fast_least + fast_more * fast[i] * fast[i]);
        const float bright = sand_least + (sand_most - sand_least) * level[i];
        out[i] = gain * level[i] * burst * (body[i] + bright * sand[i] + plate[i]);
    }
    return true;
}

const voice_kind voice_scrape = {
    .size = sizeof(scrape), .low = {-1e8}, .high = {1e8}, .begin = begin, .block = make_block};
