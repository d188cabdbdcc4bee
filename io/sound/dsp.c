/* See dsp.h. */
#include "dsp.h"

void dsp_turn(float *phase, const float *speed, float ratio, float fastest, float *out)
{
    float p = *phase;
    for (int i = 0; i < IO_BLOCK; i++) {
        p += hl_minf(fabsf(speed[i]) * ratio, fastest);
        if (p >= 1.0f) p -= 1.0f;
        out[i] = p;
    }
    *phase = p;
}

float dsp_share(float seconds)
{
    return 1.0f - expf(-1.0f / (seconds * DSP_RATE));
}

void dsp_glide(float *state, float target, float seconds, float *out)
{
    const float block = (float)IO_BLOCK, from = *state;
    const float to = dsp_flushed(from + (target - from) * block / (block + seconds * DSP_RATE));
    const float step = (to - from) / block;
    for (int i = 0; i < IO_BLOCK; i++) out[i] = from + step * (float)(i + 1);
    *state = to;
}

/* ---- filters of second order ---- */

static const float highest = 0.45f; /* frequency of filters, of the sampling rate: safely below a half */

/* RBJ: w0 and alpha = sin(w0)/(2 Q) */
typedef struct angle {
    float cosine, alpha;
} angle;

static angle angle_of(float frequency, float q)
{
    const float w0 = 2.0f * DSP_PI * fminf(frequency / DSP_RATE, highest);
    return (angle){cosf(w0), sinf(w0) / (2.0f * q)};
}

static dsp_biquad normalised(float b0, float b1, float b2, angle w)
{
    const float a0 = 1.0f + w.alpha;
    return (dsp_biquad){.b0 = b0 / a0,
                        .b1 = b1 / a0,
                        .b2 = b2 / a0,
                        .a1 = -2.0f * w.cosine / a0,
                        .a2 = (1.0f - w.alpha) / a0};
}

dsp_biquad dsp_low_pass(float frequency, float q)
{
    const angle w = angle_of(frequency, q);
    const float b = 1.0f - w.cosine;
    return normalised(0.5f * b, b, 0.5f * b, w);
}

dsp_biquad dsp_band_pass(float frequency, float q)
{
    const angle w = angle_of(frequency, q);
    return normalised(w.alpha, 0.0f, -w.alpha, w);
}

void dsp_filter(dsp_biquad *filter, const float *in, float *out)
{
    const dsp_biquad f = *filter;
    float z1 = f.z1, z2 = f.z2;
    for (int i = 0; i < IO_BLOCK; i++) {
        const float x = in[i], y = f.b0 * x + z1;
        z1 = f.b1 * x + z2 - f.a1 * y;
        z2 = f.b2 * x - f.a2 * y;
        out[i] = y;
    }
    filter->z1 = dsp_flushed(z1);
    filter->z2 = dsp_flushed(z2);
}

/* ---- banks ---- */

/* Poles at radius r and angle w. */
static void put_poles(dsp_bank *bank, int lane, float frequency, float r)
{
    const float w = 2.0f * DSP_PI * fminf(frequency / DSP_RATE, highest);
    bank->a1[lane] = -2.0f * r * cosf(w);
    bank->a2[lane] = r * r;
    bank->z1[lane] = bank->z2[lane] = 0.0f;
}

void dsp_bank_resonance(dsp_bank *bank, int lane, float frequency, float q, float gain)
{
    const float r = expf(-DSP_PI * frequency / (q * DSP_RATE)); /* bandwidth f/Q */
    put_poles(bank, lane, frequency, r);
    /* |1 - z^-2| = 2 sin w, |denominator| = (1 - r^2) sin w about */
    bank->b[lane] = 0.5f * gain * (1.0f - r * r);
}

void dsp_bank_mode(dsp_bank *bank, int lane, float frequency, float decay, float amplitude)
{
    static const float decades = 6.907755f; /* ln 1000: 60 dB */
    put_poles(bank, lane, frequency, expf(-decades / (decay * DSP_RATE)));
    bank->b[lane] = 0.5f * amplitude; /* the response to an impulse is 2 b r^n cos(w n), for r near 1 */
}

/* The lanes of one sample, y of them summed in a tree. */
static inline float bank_step(dsp_bank *bank, const float *x)
{
    float y[DSP_LANES];
    for (int k = 0; k < DSP_LANES; k++) {
        const float drive = bank->b[k] * x[k];
        y[k] = drive + bank->z1[k];
        bank->z1[k] = bank->z2[k] - bank->a1[k] * y[k];
        bank->z2[k] = -drive - bank->a2[k] * y[k];
    }
    return ((y[0] + y[4]) + (y[2] + y[6])) + ((y[1] + y[5]) + (y[3] + y[7]));
}

static void flush_bank(dsp_bank *bank)
{
    for (int k = 0; k < DSP_LANES; k++) {
        bank->z1[k] = dsp_flushed(bank->z1[k]);
        bank->z2[k] = dsp_flushed(bank->z2[k]);
    }
}

void dsp_bank_run(dsp_bank *bank, const float *in, float *out)
{
    dsp_bank b = *bank;
    for (int i = 0; i < IO_BLOCK; i++) {
        float x[DSP_LANES];
        for (int k = 0; k < DSP_LANES; k++) x[k] = in[i];
        out[i] = bank_step(&b, x);
    }
    flush_bank(&b);
    *bank = b;
}

void dsp_bank_run_lanes(dsp_bank *bank, const float (*in)[DSP_LANES], float *out)
{
    dsp_bank b = *bank;
    for (int i = 0; i < IO_BLOCK; i++) out[i] = bank_step(&b, in[i]);
    flush_bank(&b);
    *bank = b;
}

bool dsp_bank_rings(const dsp_bank *bank)
{
    static const float silent = 1e-7f; /* -140 dB of full scale */
    float most = 0.0f;
    for (int k = 0; k < DSP_LANES; k++) most = hl_maxf(most, hl_maxf(fabsf(bank->z1[k]), fabsf(bank->z2[k])));
    return most > silent;
}

/* ---- random ---- */

/* A Weyl sequence through the finaliser of MurmurHash3 (A. Appleby, public domain). */
void dsp_noise_run(dsp_noise *noise, float *out)
{
    static const uint32_t step = 0x9e3779b9u; /* 2^32 over the golden ratio */
    const uint32_t start = noise->counter;
    for (uint32_t i = 0; i < IO_BLOCK; i++) {
        uint32_t x = (start + i) * step;
        x ^= x >> 16;
        x *= 0x85ebca6bu;
        x ^= x >> 13;
        x *= 0xc2b2ae35u;
        x ^= x >> 16;
        out[i] = (float)(int32_t)x * 0x1p-31f;
    }
    noise->counter = start + IO_BLOCK;
}

float dsp_random(hl_random *random)
{
    return (float)(2.0 * hl_random_unit(random) - 1.0);
}

dsp_wander dsp_wander_begin(float frequency, uint32_t seed)
{
    dsp_wander wander = {.random = {seed}, .step = frequency / DSP_RATE};
    wander.from = wander.to = 0.5f;
    return wander;
}

void dsp_wander_run(dsp_wander *wander, float *out)
{
    dsp_wander w = *wander;
    for (int i = 0; i < IO_BLOCK; i++) {
        w.way += w.step;
        if (w.way >= 1.0f) {
            w.way -= 1.0f;
            w.from = w.to;
            w.to = (float)hl_random_unit(&w.random);
        }
        const float s = w.way * w.way * (3.0f - 2.0f * w.way); /* level at both ends */
        out[i] = w.from + (w.to - w.from) * s;
    }
    *wander = w;
}

static float waiting(hl_random *random)
{
    return -logf(1.0f - (float)hl_random_unit(random) * 0.999999f); /* never of zero */
}

dsp_poisson dsp_poisson_begin(uint32_t seed)
{
    dsp_poisson poisson = {.random = {seed}};
    poisson.left = waiting(&poisson.random);
    return poisson;
}

bool dsp_poisson_comes(dsp_poisson *poisson, float expected)
{
    poisson->left -= expected;
    if (poisson->left > 0.0f) return false;
    poisson->left = waiting(&poisson->random);
    return true;
}
