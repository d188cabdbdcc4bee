/* Building blocks of sound: smoothing, filters, noise, events. Pure, on blocks of IO_BLOCK samples at
 * IO_RATE; no allocation, bounded work.
 *
 * Decaying filters would reach subnormal numbers, with which processors are slow: every block ends by setting
 * small states to zero.
 *
 *   RBJ   R. Bristow-Johnson, Cookbook formulae for audio EQ biquad filter coefficients (W3C note 2021) */
#ifndef DSP_H
#define DSP_H

#include "hl/clamp.h"
#include "hl/random.h"
#include "io/voice.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define DSP_RATE ((float)IO_RATE)
#define DSP_PI   3.14159265358979f

/** sin(2 pi `turns`): Taylor's series to the ninth order on a quarter turn, error below 4e-6, harmonics below
 * -100 dB. Without branches, so that loops of it become vectors. @param turns  below 1e6 */
static inline float dsp_sine(float turns)
{
    const float p = turns - rintf(turns);                          /* -0.5 to 0.5 */
    const float q = copysignf(0.25f - fabsf(fabsf(p) - 0.25f), p); /* sin(pi - x) = sin(x) */
    const float x = 2.0f * DSP_PI * q, xx = x * x;
    return x * (1.0f - xx / 6.0f * (1.0f - xx / 20.0f * (1.0f - xx / 42.0f * (1.0f - xx / 72.0f))));
}

/** Sum of harmonics: share[n] sin(2 pi (n + 1) `turns`), by Chebyshev's recurrence
 * sin((n + 1) a) = 2 cos(a) sin(n a) - sin((n - 1) a). */
static inline float dsp_chord(float turns, const float *share, int count)
{
    const float twice_cosine = 2.0f * dsp_sine(turns + 0.25f);
    float before = 0.0f, now = dsp_sine(turns), sum = 0.0f;
    for (int n = 0; n < count; n++) {
        sum += share[n] * now;
        const float next = twice_cosine * now - before;
        before = now;
        now = next;
    }
    return sum;
}

/** Phases [turns] of a rotation by |`speed`| x `ratio` turns a sample, limited to `fastest`, below 1. */
void dsp_turn(float *phase, const float *speed, float ratio, float fastest, float *out);

/* ---- smoothing ---- */

/** Share of the way to the target in a sample, for a follower with the time constant `seconds`. */
float dsp_share(float seconds);

/** The same share for a one-pole low-pass of `corner` [Hz], by the bilinear rule's first order: w/(1 + w). */
static inline float dsp_corner_share(float corner)
{
    const float w = 2.0f * DSP_PI * corner / DSP_RATE;
    return w / (1.0f + w);
}

/** A follower updated once a block: `out` is linear from the old value to the new one. */
void dsp_glide(float *state, float target, float seconds, float *out);

/** Set small states to zero. */
static inline float dsp_flushed(float state)
{
    static const float tiny = 1e-20f; /* -400 dB, and far above the subnormal numbers */
    return fabsf(state) < tiny ? 0.0f : state;
}

/* ---- filters of second order ---- */

typedef struct dsp_biquad {
    float b0, b1, b2, a1, a2; /* RBJ, divided by a0 */
    float z1, z2;             /* transposed direct form II */
} dsp_biquad;

/** RBJ low-pass, and band-pass with a peak of 0 dB. `frequency` [Hz] is kept below 0.45 IO_RATE. */
dsp_biquad dsp_low_pass(float frequency, float q);
dsp_biquad dsp_band_pass(float frequency, float q);

/** Filter a block. `in` and `out` may be the same. */
void dsp_filter(dsp_biquad *filter, const float *in, float *out);

/* ---- banks of resonators, side by side ---- */

enum { DSP_LANES = 8 };

/** y = b (x - x[-2]) - a1 y[-1] - a2 y[-2], DSP_LANES times */
typedef struct dsp_bank {
    float b[DSP_LANES], a1[DSP_LANES], a2[DSP_LANES], z1[DSP_LANES], z2[DSP_LANES];
} dsp_bank;

/** A resonance with the peak `gain`. */
void dsp_bank_resonance(dsp_bank *bank, int lane, float frequency, float q, float gain);

/** A mode of a structure: an impulse of 1 lets it ring with `amplitude`, falling by 60 dB in `decay` [s]. */
void dsp_bank_mode(dsp_bank *bank, int lane, float frequency, float decay, float amplitude);

/** Sum of all resonators, each excited by `in`. `in` and `out` may be the same. */
void dsp_bank_run(dsp_bank *bank, const float *in, float *out);

/** The same, with an excitation for each. */
void dsp_bank_run_lanes(dsp_bank *bank, const float (*in)[DSP_LANES], float *out);

/** Whether a resonator still rings. */
bool dsp_bank_rings(const dsp_bank *bank);

/* ---- random ---- */

/** White noise, evenly spread over -1 to 1: a mixed counter, so that blocks of it become vectors. */
typedef struct dsp_noise {
    uint32_t counter;
} dsp_noise;

void dsp_noise_run(dsp_noise *noise, float *out);

/** The next number in -1 to 1. */
float dsp_random(hl_random *random);

/** Noise that wanders smoothly between 0 and 1, to a new value every 1/`frequency`. */
typedef struct dsp_wander {
    hl_random random;
    float from, to, way, step;
} dsp_wander;

dsp_wander dsp_wander_begin(float frequency, uint32_t seed);
void dsp_wander_run(dsp_wander *wander, float *out);

/** Events of a Poisson process with variable rate: an event occurs when the integral of the rate reaches a
 * number drawn from the exponential distribution. */
typedef struct dsp_poisson {
    hl_random random;
    float left; /* of that number */
} dsp_poisson;

dsp_poisson dsp_poisson_begin(uint32_t seed);

/** @param expected  events expected in this sample, below 1. @return whether one occurs */
bool dsp_poisson_comes(dsp_poisson *poisson, float expected);

#endif
