/* What free objects sound like: blows, scraping and rolling, by their material.
 *
 * A blow begins where the sum of their normal forces rises above its slow mean, and strikes the modes of a
 * structure of this material when the force has reached its peak; its loudness goes with the square root of
 * the peak. Scraping and rolling are noise whose loudness goes with the square root of their powers, so that
 * twice as many objects are 3 dB louder. */
#include "voice_internal.h"

#include <string.h>

enum { FORCE, SCRAPE, ROLL };
enum { STRIKE = 24 /* samples that a strike lasts, half a millisecond */ };

static const float full_peak = 30e3f;  /* [N] a blow at full level: 200 kg at 1 m/s on steel */
static const float least_peak = 60.0f; /* [N] a smaller jump is no blow */
static const float full_scrape = 4e3f, full_roll = 8e3f; /* [W] at full level */
static const float loudest = 1.5f;
static const float blow_gain = 0.5f, scrape_gain = 0.5f, roll_gain = 0.9f;

/* Modes [Hz] and the times in which they fall by 60 dB [s] of a steel drum, a concrete pipe or stone, a
 * wooden crate, and of rubber or straw: class of such things; bands of scraping and rolling [Hz]. */
typedef struct material {
    float modes[DSP_LANES], decay[2]; /* of the lowest mode, of the highest */
    float scrape, roll;
} material;

static const material materials[IO_OBJECT_MATERIALS] = {
    {{142.0f, 260.0f, 431.0f, 702.0f, 1090.0f, 1720.0f, 2610.0f, 3900.0f}, {0.70f, 0.30f}, 2400.0f, 320.0f},
    {{310.0f, 520.0f, 890.0f, 1340.0f, 2050.0f, 2900.0f, 4100.0f, 5600.0f}, {0.07f, 0.03f}, 1500.0f, 150.0f},
    {{118.0f, 185.0f, 290.0f, 430.0f, 610.0f, 870.0f, 1240.0f, 1800.0f}, {0.16f, 0.05f}, 700.0f, 180.0f},
    {{55.0f, 82.0f, 120.0f, 170.0f, 230.0f, 310.0f, 420.0f, 560.0f}, {0.09f, 0.03f}, 380.0f, 90.0f},
};

typedef struct objects {
    float scrape, roll; /* levels, smoothed */
    double mean, peak;  /* slow mean of the force; highest excess of the blow that rises [N] */
    double since;       /* the last strike [s] */
    bool rises, struck; /* struck: some of `strike` is to come */
    dsp_bank modes;
    dsp_noise noise;
    dsp_biquad scrape_band, roll_band;
    dsp_wander uneven, jerk;
    float strike[IO_BLOCK + STRIKE];
} objects;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    objects *o = state;
    const material *m = &materials[voice->cue >= 0 && voice->cue < IO_OBJECT_MATERIALS ? voice->cue : 1];
    for (int k = 0; k < DSP_LANES; k++) {
        const float way = (float)k / (DSP_LANES - 1);
        dsp_bank_mode(&o->modes, k, m->modes[k], m->decay[0] + way * (m->decay[1] - m->decay[0]),
                      (k % 2 == 1 ? -1.0f : 1.0f) / (float)(k + 3) / (float)STRIKE);
    }
    o->noise.counter = seed << 20;
    o->scrape_band = dsp_band_pass(m->scrape, 0.8f);
    o->roll_band = dsp_band_pass(m->roll, 0.7f);
    o->uneven = dsp_wander_begin(14.0f, seed);
    o->jerk = dsp_wander_begin(41.0f, seed + 1000);
    o->since = 1.0;
}

/* Half a sine wave squared, of mean `height`. */
static void knock(objects *o, int at, float height)
{
    for (int i = 0; i < STRIKE; i++) {
        const float s = dsp_sine(0.5f * ((float)i + 0.5f) / (float)STRIKE);
        o->strike[at + i] += 2.0f * height * s * s;
    }
    o->since = 0.0;
    o->struck = true;
}

/* One tick of the force, whose sample is `at`. */
static void take_tick(objects *o, double force, double dt, int at)
{
    static const double mean_time = 0.04, pause = 0.02; /* [s] */
    const double excess = force - o->mean;
    o->since += dt;
    if (o->rises && excess < o->peak) {
        knock(o, at, fminf(sqrtf((float)o->peak / full_peak), loudest));
        o->rises = false;
        o->mean = force;
    } else if (excess > (double)least_peak && o->since > pause) {
        o->rises = true;
        o->peak = excess;
    }
    o->mean += excess * dt / (dt + mean_time);
}

static float level_of(float power, float full)
{
    return fminf(sqrtf(fmaxf(power, 0.0f) / full), loudest);
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.03f; /* [s] */
    static const float even = 0.5f;
    objects *o = state;
    const int last = IO_BLOCK - 1;
    const float scrape_target = level_of(block->in[SCRAPE][last], full_scrape),
                roll_target = level_of(block->in[ROLL][last], full_roll);
    for (int t = 0, from = 0; t < block->ticks; from = block->end[t++]) {
        if (block->fresh && t == 0) o->mean = block->tick[0][FORCE];
        take_tick(o, block->tick[t][FORCE], block->dt[t], from);
    }
    if (fmaxf(fmaxf(scrape_target, roll_target), fmaxf(o->scrape, o->roll)) < VOICE_INAUDIBLE && !o->struck &&
        !dsp_bank_rings(&o->modes))
        return false;
    float scrape[IO_BLOCK], roll[IO_BLOCK], noise[IO_BLOCK], rough[IO_BLOCK], rumble[IO_BLOCK],
        uneven[IO_BLOCK], jerk[IO_BLOCK];
    dsp_glide(&o->scrape, scrape_target, smoothing, scrape);
    dsp_glide(&o->roll, roll_target, smoothing, roll);
    dsp_noise_run(&o->noise, noise);
    dsp_filter(&o->scrape_band, noise, rough);
    dsp_filter(&o->roll_band, noise, rumble);
    dsp_wander_run(&o->uneven, uneven);
    dsp_wander_run(&o->jerk, jerk);
    dsp_bank_run(&o->modes, o->strike, out);
    memmove(o->strike, o->strike + IO_BLOCK, STRIKE * sizeof *o->strike);
    memset(o->strike + STRIKE, 0, IO_BLOCK * sizeof *o->strike);
    o->struck = o->strike[0] > 0.0f; /* the rest of a strike at the block's end */
    for (int i = 0; i < IO_BLOCK; i++)
        out[i] = blow_gain * out[i] + scrape_gain * scrape[i] * (even + jerk[i]) * rough[i] +
                 roll_gain * roll[i] * (even + uneven[i]) * rumble[i];
    return true;
}

const voice_kind voice_objects = {.size = sizeof(objects),
                                  .high = {[FORCE] = 1e8, [SCRAPE] = 1e7, [ROLL] = 1e7},
                                  .begin = begin,
                                  .block = make_block};
