/* Something hits a steel structure. A blow begins when the contact force rises above its slow mean by more
 * than the threshold; its impulse over the first 20 ms makes the loudness. Nothing waits for those 20 ms: the
 * structure is struck at once, and its gain follows the impulse as that grows.
 *
 *   J = integral of (F - mean) dt,  loudness L = (J/J_full)^0.5
 *
 * Two blows may ring at the same time; a third one takes over the older of them. */
#include "voice_internal.h"

#include <string.h>

enum { FORCE };
enum { STRIKE = 40 /* samples of a strike: 0.8 ms */, BLOWS = 2 };

static const float hit_gain = 0.75f;
static const double full_impulse = 400.0; /* [N s]: a loaded bucket put down hard */
static const float loudest = 1.4f;

typedef struct blow {
    float loudness, gain; /* L, and what follows it smoothly */
    float strike[IO_BLOCK + STRIKE];
    bool struck; /* something is left in it */
    dsp_bank modes;
    float burst; /* of the noise of crushed soil and paint that goes with it */
    dsp_noise noise;
    dsp_biquad crunch;
} blow;

typedef struct hit {
    double threshold; /* [N] */
    double mean;      /* of the force, slow [N] */
    double impulse;   /* J of the blow that goes on [N s] */
    double since;     /* its beginning [s] */
    bool armed;       /* the force has been low, and long enough ago */
    int now;          /* which of the blows goes on */
    blow blows[BLOWS];
} hit;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    /* A welded box of plates and arms; soil and pins damp it. Each structure is a little different */
    static const float modes[DSP_LANES] = {74.0f, 131.0f, 223.0f, 379.0f, 587.0f, 941.0f, 1490.0f, 2310.0f};
    static const float decays[DSP_LANES] = {0.35f, 0.40f, 0.45f, 0.42f, 0.36f, 0.28f, 0.20f, 0.14f};
    static const float shares[DSP_LANES] = {0.50f, 0.42f, 0.38f, 0.34f, 0.30f, 0.26f, 0.20f, 0.15f};
    static const float spread = 0.07f;
    hit *h = state;
    hl_random random = {seed};
    h->threshold = fmax(voice->force, 1.0);
    for (int b = 0; b < BLOWS; b++) {
        h->blows[b].noise.counter = (seed * BLOWS + (uint32_t)b) << 20;
        h->blows[b].crunch = dsp_band_pass(1900.0f, 0.6f);
    }
    for (int k = 0; k < DSP_LANES; k++) {
        const float frequency = modes[k] * (1.0f + spread * dsp_random(&random));
        const float share = (k % 3 == 1 ? -1.0f : 1.0f) * shares[k] / STRIKE;
        for (int b = 0; b < BLOWS; b++) dsp_bank_mode(&h->blows[b].modes, k, frequency, decays[k], share);
    }
}

/* Half a sine wave squared, of mean 1. */
static void strike(blow *b, int at)
{
    for (int i = 0; i < STRIKE; i++) {
        const float s = dsp_sine(0.5f * ((float)i + 0.5f) / (float)STRIKE);
        b->strike[at + i] += 2.0f * s * s;
    }
    b->struck = true;
}

/* One tick of the force; a strike begins at sample `at`. */
static void take_tick(hit *h, double force, double dt, int at)
{
    static const double window = 0.02, pause = 0.06, mean_time = 0.03; /* [s] */
    const double excess = force - h->mean;
    h->since += dt;
    if (h->armed && excess > h->threshold) {
        h->armed = false;
        h->impulse = h->since = 0.0;
        h->now = (h->now + 1) % BLOWS;
        strike(&h->blows[h->now], at);
    }
    if (!h->armed && h->since < window) {
        h->impulse += fmax(excess, 0.0) * dt;
        h->blows[h->now].loudness = fminf(sqrtf((float)(h->impulse / full_impulse)), loudest);
    }
    if (h->since > pause && excess < 0.5 * h->threshold) h->armed = true;
    h->mean += excess * dt / (dt + mean_time);
}

/* @return false: it does not sound */
static bool ring(blow *b, float *out)
{
    static const float gain_time = 0.001f, burst_time = 0.009f; /* [s] */
    static const float crunch_gain = 0.8f;
    float crunch[IO_BLOCK];
    const float share = dsp_share(gain_time);
    if (!b->struck && !dsp_bank_rings(&b->modes)) {
        b->gain = b->loudness; /* ready for the next: nothing is left that could jump */
        return false;
    }
    dsp_bank_run(&b->modes, b->strike, out);
    dsp_noise_run(&b->noise, crunch);
    dsp_filter(&b->crunch, crunch, crunch);
    const float fall = 1.0f - dsp_share(burst_time);
    for (int i = 0; i < IO_BLOCK; i++) {
        b->gain += share * (b->loudness - b->gain);
        b->burst = b->burst * fall + b->strike[i] / STRIKE;
        out[i] = hit_gain * b->gain * (out[i] + crunch_gain * b->burst * crunch[i]);
    }
    b->burst = dsp_flushed(b->burst);
    memmove(b->strike, b->strike + IO_BLOCK, STRIKE * sizeof *b->strike);
    memset(b->strike + STRIKE, 0, IO_BLOCK * sizeof *b->strike);
    b->struck = b->strike[0] > 0.0f; /* the rest of a strike at the block's end */
    return true;
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    hit *h = state;
    float second[IO_BLOCK];
    for (int t = 0, from = 0; t < block->ticks; from = block->end[t++]) {
        if (block->fresh && t == 0) h->mean = block->tick[0][FORCE];
        take_tick(h, block->tick[t][FORCE], block->dt[t], from);
    }
    const bool first_rings = ring(&h->blows[0], out), second_rings = ring(&h->blows[1], second);
    if (second_rings && !first_rings) memcpy(out, second, sizeof second);
    for (int i = 0; i < IO_BLOCK && first_rings && second_rings; i++) out[i] += second[i];
    return first_rings || second_rings;
}

const voice_kind voice_hit = {
    .size = sizeof(hit), .low = {-1e8}, .high = {1e8}, .begin = begin, .block = make_block};
