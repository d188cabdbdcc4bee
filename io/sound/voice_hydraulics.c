/* What hydraulics sound like: pumps, relief valves, cylinders. */
#include "voice_internal.h"

#include <string.h>

/* ---- pumps ---- */

enum { SPEED, PRESSURE };
enum { PARTIALS = 8 };

static const float gain = 0.115f, rush_gain = 0.02f;

typedef struct pump {
    float ratio, strokes, pressure; /* turns, strokes for a turn of what turns it; [Pa] at full level */
    float stroke, turn;             /* phases [turns] */
    float turns_a_stroke;
    float level, share[PARTIALS];
    dsp_noise noise;
    dsp_biquad rush;
} pump;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    pump *p = state;
    const float pistons = fmaxf((float)voice->pistons, 1.0f);
    p->ratio = fabsf((float)voice->ratio);
    p->strokes = pistons * p->ratio;
    p->turns_a_stroke = 1.0f / pistons;
    p->pressure = fmaxf((float)voice->pressure, 1.0f);
    p->noise.counter = seed << 20;
    p->rush = dsp_band_pass(1700.0f, 0.6f);
}

/* Level by pressure, of the full one: 2 x/(1 + x) rises fast, so that an arm that is lifted is heard at a
 * quarter of the pressure and lower, and leaves what circulates without pressure to a purr. */
static float level_of(float x)
{
    static const float purr = 0.02f; /* delivery without pressure: -34 dB */
    return purr + (1.0f - purr) * 2.0f * x / (1.0f + x);
}

/* Harmonic n at n^-1.2 at full pressure and falling faster below; none above `highest`. */
static float share_of(int n, float x, float frequency)
{
    static const float highest = 16000.0f; /* [Hz] */
    if (frequency * (float)n > highest) return 0.0f;
    return powf((float)n, -1.2f - 1.6f * (1.0f - fminf(x, 1.0f)));
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.008f, least_speed = 20.0f; /* [s], [rad/s] of full level */
    static const float eccentricity = 0.12f, fastest = 0.3f;    /* strokes a sample */
    pump *p = state;
    const int last = IO_BLOCK - 1;
    const float x = fminf(block->in[PRESSURE][last] / p->pressure, 1.2f);
    const float speed = fabsf(block->in[SPEED][last]);
    const float target = level_of(x) * fminf(speed * p->ratio / least_speed, 1.0f);
    if (target < VOICE_INAUDIBLE && p->level < VOICE_INAUDIBLE) return false;
    float level[IO_BLOCK], share[PARTIALS][IO_BLOCK], rush[IO_BLOCK], phase[IO_BLOCK], turn[IO_BLOCK];
    dsp_glide(&p->level, target, smoothing, level);
    for (int n = 0; n < PARTIALS; n++)
        dsp_glide(&p->share[n], share_of(n + 1, x, speed * p->strokes * VOICE_TURNS), smoothing, share[n]);
    dsp_noise_run(&p->noise, rush);
    dsp_filter(&p->rush, rush, rush);
    const float strokes = p->strokes * VOICE_TURNS / DSP_RATE; /* a sample, for 1 rad/s */
    dsp_turn(&p->stroke, block->in[SPEED], strokes, fastest, phase);
    dsp_turn(&p->turn, block->in[SPEED], strokes * p->turns_a_stroke, fastest * p->turns_a_stroke, turn);
    for (int i = 0; i < IO_BLOCK; i++) {
        float now[PARTIALS];
        for (int n = 0; n < PARTIALS; n++) now[n] = share[n][i];
        const float wobble = 1.0f + eccentricity * dsp_sine(turn[i]);
        out[i] = level[i] * (gain * wobble * dsp_chord(phase[i], now, PARTIALS) + rush_gain * rush[i]);
    }
    return true;
}

const voice_kind voice_pump = {.size = sizeof(pump),
                               .low = {[SPEED] = -2000.0}, /* a motor turns both ways */
                               .high = {[SPEED] = 2000.0, [PRESSURE] = 1e8},
                               .begin = begin,
                               .block = make_block};

/* ---- relief valves ---- */

/* A relief valve that blows off: oil under pressure through a slit hisses broadly, and the poppet screeches.
 * Its power is flow x pressure. */

enum { FLOW, RELIEF_PRESSURE };

static const float relief_gain = 0.40f;

typedef struct relief {
    float power; /* [W] at full level */
    float level;
    dsp_noise noise;
    dsp_biquad hiss;
    dsp_bank screech;
    dsp_wander wander;
} relief;

static void relief_begin(void *state, const auth_voice *voice, uint32_t seed)
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

static bool relief_make_block(void *state, const voice_block *block, float *out)
{
    static const float hiss_share = 0.55f, screech_share = 0.6f, trembling = 0.8f;
    static const float smoothing = 0.012f, opens = 0.002f; /* [s]; share of the power that is not heard */
    relief *r = state;
    const int last = IO_BLOCK - 1;
    const float x = fminf(block->in[FLOW][last] * block->in[RELIEF_PRESSURE][last] / r->power, 1.5f);
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
        out[i] = relief_gain * level[i] * (hiss_share * hiss[i] + screech);
    }
    return true;
}

const voice_kind voice_relief = {.size = sizeof(relief),
                                 .high = {[FLOW] = 0.1, [RELIEF_PRESSURE] = 1e8},
                                 .begin = relief_begin,
                                 .block = relief_make_block};

/* ---- cylinders ---- */

/* A hydraulic cylinder: oil hisses through its ports with rate and force, and at the ends of its stroke the
 * piston thumps on the cover, the harder the faster it came. */

enum { RATE, FORCE, LENGTH };

/* Hiss: noise of 0.58 RMS, of which the two bands pass 0.25. Thump: all modes cylinder_begin together and add
 * up to 2.3 of a blow, so that one at `rate` comes to 0.44 and the hardest to 0.65, where the limiter begins.
 */
static const float hiss_gain = 0.30f, thump_gain = 0.19f;
static const float low_share = 0.6f; /* of the deeper band, the flow in hoses, beside the valve's edges */
static const float unforced = 0.3f;  /* of the hiss: oil rushes along without any force, too */
static const float hardest = 1.5f;   /* of rate, force and blow at full level */

typedef struct cylinder {
    double shortest, longest; /* [m] */
    float rate, force;        /* at full level */
    float level;
    int stands;    /* -1 at the short end, 1 at the long one */
    double speed;  /* largest in the last ticks [m/s], falling */
    float waiting; /* until the next thump may come [s] */
    float blow;    /* amplitude of the blow that goes on */
    int blown;     /* samples of it gone */
    dsp_noise noise;
    dsp_biquad hiss, low;
    dsp_bank thump;
} cylinder;

enum { BLOW = 96 }; /* samples: 2 ms */

static void cylinder_begin(void *state, const auth_voice *voice, uint32_t seed)
{
    /* Piston and cover on a column of oil, then the tube and what it hangs in */
    static const float modes[DSP_LANES] = {58.0f, 93.0f, 151.0f, 236.0f, 388.0f, 610.0f, 1040.0f, 1750.0f};
    static const float decays[DSP_LANES] = {0.28f, 0.25f, 0.20f, 0.16f, 0.13f, 0.10f, 0.07f, 0.05f};
    static const float shares[DSP_LANES] = {1.0f, 0.9f, 0.6f, 0.5f, 0.35f, 0.25f, 0.15f, 0.10f};
    cylinder *c = state;
    c->shortest = voice->shortest;
    c->longest = voice->longest;
    c->rate = fmaxf((float)voice->rate, 1e-3f);
    c->force = fmaxf((float)voice->force, 1.0f);
    c->blown = BLOW;
    c->noise.counter = seed << 20;
    c->hiss = dsp_band_pass(1500.0f, 0.6f);
    c->low = dsp_band_pass(420.0f, 0.8f);
    for (int k = 0; k < DSP_LANES; k++) dsp_bank_mode(&c->thump, k, modes[k], decays[k], shares[k] / BLOW);
}

/* ---- ends of the stroke ---- */

/* Where the piston stands; it has left an end when it is twice as far away as where that began. */
static int end_of(const cylinder *c, double length)
{
    static const double reach = 0.002; /* [m] before the end: its cushion begins to press */
    const double far = c->stands ? 2.0 * reach : reach;
    if (length <= c->shortest + far && c->stands <= 0) return -1;
    if (length >= c->longest - far && c->stands >= 0) return 1;
    return 0;
}

static void meet_end(cylinder *c, double speed)
{
    static const float pause = 0.15f;  /* [s] */
    static const double least = 0.005; /* [m/s] that is heard */
    if (speed < least || c->waiting > 0.0f) return;
    c->blow = fminf((float)speed / c->rate, hardest);
    c->blown = 0;
    c->waiting = pause;
}

static void look(cylinder *c, const voice_block *block)
{
    static const double memory = 0.02; /* [s] */
    for (int t = 0; t < block->ticks; t++) {
        const double length = block->tick[t][LENGTH], rate = block->tick[t][RATE];
        const int was = c->stands;
        c->speed = fmax(fabs(rate), c->speed * (1.0 - fmin(block->dt[t] / memory, 1.0)));
        c->waiting = fmaxf(c->waiting - (float)block->dt[t], 0.0f);
        c->stands = end_of(c, length);
        if (c->stands != 0 && was != c->stands && !(block->fresh && t == 0)) meet_end(c, c->speed);
    }
}

/* The blow: half a sine wave squared, so that nothing jumps. @return whether the modes sound */
static bool thump(cylinder *c, float *out)
{
    if (c->blown >= BLOW && !dsp_bank_rings(&c->thump)) return false;
    memset(out, 0, IO_BLOCK * sizeof *out);
    for (int i = 0; i < IO_BLOCK && c->blown < BLOW; i++, c->blown++) {
        const float s = dsp_sine(0.5f * ((float)c->blown + 0.5f) / (float)BLOW);
        out[i] = 2.0f * c->blow * s * s;
    }
    dsp_bank_run(&c->thump, out, out);
    return true;
}

/* ---- a block ---- */

static bool cylinder_make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.03f; /* [s] */
    cylinder *c = state;
    const int last = IO_BLOCK - 1;
    look(c, block);
    const float x = fminf(fabsf(block->in[RATE][last]) / c->rate, hardest);
    const float force = fminf(fabsf(block->in[FORCE][last]) / c->force, hardest);
    const float target = x * (unforced + (1.0f - unforced) * force);
    float blow[IO_BLOCK], level[IO_BLOCK], hiss[IO_BLOCK], low[IO_BLOCK];
    const bool thumps = thump(c, blow);
    if (!thumps && target < VOICE_INAUDIBLE && c->level < VOICE_INAUDIBLE) return false;
    dsp_glide(&c->level, target, smoothing, level);
    dsp_noise_run(&c->noise, hiss);
    dsp_filter(&c->low, hiss, low);
    dsp_filter(&c->hiss, hiss, hiss);
    for (int i = 0; i < IO_BLOCK; i++) out[i] = hiss_gain * level[i] * (hiss[i] + low_share * low[i]);
    for (int i = 0; i < IO_BLOCK && thumps; i++) out[i] += thump_gain * blow[i];
    return true;
}

const voice_kind voice_cylinder = {.size = sizeof(cylinder),
                                   .low = {[RATE] = -5.0, [FORCE] = -5e6, [LENGTH] = -100.0},
                                   .high = {[RATE] = 5.0, [FORCE] = 5e6, [LENGTH] = 100.0},
                                   .begin = cylinder_begin,
                                   .block = cylinder_make_block};
