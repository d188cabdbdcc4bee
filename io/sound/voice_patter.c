/* Grains that patter on steel and sand: each a short ring, at times of a Poisson process whose rate goes with
 * the change of a mass. What is heard as one grain stands for a clod of several. */
#include "voice_internal.h"

#include <string.h>

enum { MASS };
enum { KNOCK = 8 }; /* samples that a grain presses */

static const float full_grains = 900.0f; /* [1/s] at the full rate: they begin to merge */
static const float gain = 0.30f; /* a small grain knocks with 0.08, a clod with 0.38; 900 make 0.1 RMS */
static const float ring_periods = 14.0f; /* until a ring has fallen by 60 dB: sand damps */
static const float smallest = 0.25f;     /* of the sizes, which reach 1 above it by the cube of chance */
static const float depth = 0.4f;        /* of all pitches, by which the largest lie lower than the smallest */
static const float most_flow = 2.0f;    /* of the full rate: of what is heard */
static const float most_change = 20.0f; /* of the full rate: of one tick */
static const float dying = 0.8f;        /* of the flow that is left, each block without ticks */

typedef struct patter {
    float rate; /* [kg/s] at full level */
    double mass;
    float flow;     /* |d(mass)/dt|, smoothed, of the full rate */
    float expected; /* grains a sample, at the end of the last block */
    dsp_poisson grains;
    dsp_bank rings;
    float knocks[IO_BLOCK + KNOCK][DSP_LANES];
    bool knocked; /* something is left in them */
} patter;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    static const float rings[DSP_LANES] = {640.0f,  930.0f,  1350.0f, 1880.0f,
                                           2600.0f, 3500.0f, 4700.0f, 6300.0f};
    patter *p = state;
    p->rate = fmaxf((float)voice->rate, 1e-3f);
    p->grains = dsp_poisson_begin(seed);
    for (int k = 0; k < DSP_LANES; k++)
        dsp_bank_mode(&p->rings, k, rings[k], ring_periods / rings[k], 1.0f / KNOCK);
}

static void take_flow(patter *p, const voice_block *block)
{
    static const double smoothing = 0.05; /* [s] */
    for (int t = 0; t < block->ticks; t++) {
        const double dt = block->dt[t], mass = block->tick[t][MASS];
        const double change = block->fresh && t == 0 ? 0.0 : fabs(mass - p->mass) / dt;
        /* a mass that jumps is no flow without end */
        const double flow = fmin(change / (double)p->rate, (double)most_change);
        p->flow += (float)((flow - (double)p->flow) * dt / (dt + smoothing));
        p->mass = mass;
    }
    if (block->ticks == 0) p->flow *= dying;
    p->flow = dsp_flushed(p->flow);
}

/* A grain presses for KNOCK samples like half a sine wave squared; large ones are rarer and lower. */
static void drop(patter *p, int i)
{
    static const float press[KNOCK] = {0.0761f, 0.6173f, 1.3827f, 1.9239f,
                                       1.9239f, 1.3827f, 0.6173f, 0.0761f};
    const float u = (float)hl_random_unit(&p->grains.random);
    const float size = smallest + u * u * u, pitch = (float)hl_random_unit(&p->grains.random);
    /* rounded to single precision, chance may be 1 */
    const int lane = (int)fminf((float)DSP_LANES * pitch * (1.0f - depth * u * u), (float)(DSP_LANES - 1));
    const float side = hl_random_unit(&p->grains.random) < 0.5 ? -size : size;
    for (int k = 0; k < KNOCK; k++) p->knocks[i + k][lane] += side * press[k];
    p->knocked = true;
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float least = 0.005f; /* of the full rate, 4.5 grains a second: less only rolls about */
    patter *p = state;
    take_flow(p, block);
    const float flow = p->flow < least ? 0.0f : fminf(p->flow, most_flow);
    const float from = p->expected, to = flow * full_grains / DSP_RATE;
    p->expected = to;
    if (from <= 0.0f && to <= 0.0f && !p->knocked && !dsp_bank_rings(&p->rings)) return false;
    memmove(p->knocks[0], p->knocks[IO_BLOCK], sizeof p->knocks[0] * KNOCK);
    memset(p->knocks[KNOCK], 0, sizeof p->knocks[0] * IO_BLOCK);
    p->knocked = false;
    for (int i = 0; i < IO_BLOCK; i++)
        if (dsp_poisson_comes(&p->grains, from + (to - from) * (float)i / (float)IO_BLOCK)) drop(p, i);
    dsp_bank_run_lanes(&p->rings, (const float(*)[DSP_LANES])p->knocks, out);
    for (int i = 0; i < IO_BLOCK; i++) out[i] *= gain;
    return true;
}

const voice_kind voice_patter = {
    .size = sizeof(patter), .low = {-1e6}, .high = {1e6}, .begin = begin, .block = make_block};
