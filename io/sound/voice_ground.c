/* What touches the ground sounds like: tires, tracks, grains, tools, hits. */
#include "voice_internal.h"

#include <string.h>

/* ---- tires ---- */

enum { SPEED, LOAD, SLIP, SIDE_SLIP };

static const float radius = 0.8f;      /* [m], class of tractor tires: makes speeds of turns */
static const float full_speed = 10.0f; /* [m/s] at which it is at full level */
static const float full_load = 25e3f;  /* [N] likewise */
static const float full_scrub = 2.0f;  /* [m/s] of slip */
static const float lugs = 22.0f;       /* a turn and side, class */
static const float roll_gain = 0.45f, grain_gain = 0.04f, scrub_gain = 0.8f;

typedef struct tire {
    float roll, scrub; /* levels, smoothed */
    float lug;         /* phase [turns] */
    dsp_noise noise;
    dsp_biquad low, grain, tear;
    dsp_wander uneven, jerk;
} tire;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    (void)voice;
    tire *t = state;
    t->noise.counter = seed << 20;
    t->low = dsp_band_pass(170.0f, 0.7f);
    t->grain = dsp_band_pass(2700.0f, 0.5f);
    t->tear = dsp_band_pass(620.0f, 0.8f);
    t->uneven = dsp_wander_begin(11.0f, seed);
    t->jerk = dsp_wander_begin(37.0f, seed + 1000);
}

/* Levels now: of rolling, and of what slides. */
static void levels_now(const voice_block *block, float *roll, float *scrub)
{
    const int last = IO_BLOCK - 1;
    const float speed = fabsf(block->in[SPEED][last]) * radius;
    const float weight = sqrtf(fminf(block->in[LOAD][last] / full_load, 2.0f));
    const float slide = speed * fminf(fabsf(block->in[SLIP][last]), 1.0f) + fabsf(block->in[SIDE_SLIP][last]);
    *roll = weight * powf(fminf(speed / full_speed, 1.5f), 0.7f);
    *scrub = weight * fminf(slide / full_scrub, 1.5f);
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.04f; /* [s] */
    static const float lug_depth = 0.5f, even = 0.6f, jerk_least = 0.35f, tear_grain = 0.2f;
    tire *t = state;
    float roll_target, scrub_target;
    levels_now(block, &roll_target, &scrub_target);
    if (fmaxf(fmaxf(roll_target, scrub_target), fmaxf(t->roll, t->scrub)) < VOICE_INAUDIBLE) return false;
    float roll[IO_BLOCK], scrub[IO_BLOCK], low[IO_BLOCK], grain[IO_BLOCK], tear[IO_BLOCK], uneven[IO_BLOCK],
        jerk[IO_BLOCK], lug[IO_BLOCK];
    dsp_glide(&t->roll, roll_target, smoothing, roll);
    dsp_glide(&t->scrub, scrub_target, smoothing, scrub);
    dsp_turn(&t->lug, block->in[SPEED], VOICE_TURNS * lugs / DSP_RATE, 0.1f, lug);
    dsp_noise_run(&t->noise, grain);
    dsp_filter(&t->low, grain, low);
    dsp_filter(&t->tear, grain, tear);
    dsp_filter(&t->grain, grain, grain);
    dsp_wander_run(&t->uneven, uneven);
    dsp_wander_run(&t->jerk, jerk);
    for (int i = 0; i < IO_BLOCK; i++) {
        const float tread = 1.0f + lug_depth * dsp_sine(lug[i]);
        const float ground = even + (2.0f - 2.0f * even) * uneven[i]; /* of mean 1 */
        const float rolling = ground * tread * (roll_gain * low[i] + grain_gain * grain[i]);
        const float tearing = jerk[i] * (jerk_least + jerk[i]) * (tear[i] + tear_grain * grain[i]);
        out[i] = roll[i] * rolling + scrub_gain * scrub[i] * tearing;
    }
    return true;
}

const voice_kind voice_tire = {.size = sizeof(tire),
                               .low = {[SPEED] = -300.0, [SLIP] = -10.0, [SIDE_SLIP] = -50.0},
                               .high = {[SPEED] = 300.0, [LOAD] = 1e6, [SLIP] = 10.0, [SIDE_SLIP] = 50.0},
                               .begin = begin,
                               .block = make_block};

/* ---- tracks ---- */

/* A crawler's belt: steel shoes that fall on the ground and run over rollers, each with a clank of its own;
 * pins that squeal between them; and soil that is torn when the belt slips. */

enum { TRACK_SPEED, TRACK_LOAD, TRACK_SLIP };
/* Samples that a shoe's blow lasts, half a millisecond: class of steel on steel with grit. */
enum { STRIKE = 24 };

static const float shoe = 0.19f; /* [m] pitch of the belt: class of 20 t machines */
/* Clanks are at full level at this speed of the belt, with which a shoe falls, and under this load. */
static const float track_full_speed = 1.5f;  /* [m/s] */
static const float track_full_load = 100e3f; /* [N] */
static const float track_full_scrub = 1.0f;  /* [m/s] of slip */
static const float clank_gain = 0.08f, squeal_gain = 0.05f, rumble_gain = 0.06f, track_scrub_gain = 0.6f;

typedef struct track {
    float level, scrub; /* smoothed */
    float phase;        /* of the shoes [turns] */
    dsp_bank modes;     /* of shoes and rollers */
    dsp_noise noise;
    dsp_biquad rumble, squeal, tear;
    dsp_wander dry; /* how much the pins squeal */
    hl_random chance;
    float strike[IO_BLOCK + STRIKE];
} track;

static void track_begin(void *state, const auth_voice *voice, uint32_t seed)
{
    /* Plates of 60 x 19 x 2 cm on a chain under tension and grit: [Hz], time to fall by 60 dB [s]. Class by
     * ear of recordings' spectra: most of the clank lies between 200 Hz and 2 kHz */
    static const float modes[DSP_LANES][2] = {{165.0f, 0.10f},  {290.0f, 0.09f},  {455.0f, 0.08f},
                                              {730.0f, 0.07f},  {1120.0f, 0.06f}, {1650.0f, 0.05f},
                                              {2380.0f, 0.04f}, {3400.0f, 0.03f}};
    (void)voice;
    track *t = state;
    for (int k = 0; k < DSP_LANES; k++)
        dsp_bank_mode(&t->modes, k, modes[k][0], modes[k][1], 1.0f / (float)(k + 2));
    t->noise.counter = seed << 20;
    t->rumble = dsp_band_pass(95.0f, 0.8f);
    t->squeal = dsp_band_pass(2650.0f, 14.0f);
    t->tear = dsp_band_pass(540.0f, 0.8f);
    t->dry = dsp_wander_begin(3.0f, seed);
    t->chance = (hl_random){seed};
}

/* Half a sine wave whose height chance decides: shoes and stones under them differ. */
static void knock(track *t, int at)
{
    static const float least = 0.35f;
    const float height = least + (1.0f - least) * (float)hl_random_unit(&t->chance);
    for (int i = 0; i < STRIKE; i++)
        t->strike[at + i] += height * dsp_sine(0.5f * ((float)i + 0.5f) / (float)STRIKE);
}

/* Shoes that come down in this block. */
static void drop_shoes(track *t, const float *speed)
{
    static const float fastest = 0.01f; /* shoes a sample */
    for (int i = 0; i < IO_BLOCK; i++) {
        t->phase += hl_minf(fabsf(speed[i]) / (shoe * DSP_RATE), fastest);
        if (t->phase < 1.0f) continue;
        t->phase -= 1.0f;
        knock(t, i);
    }
}

static void track_levels_now(const voice_block *block, float *level, float *scrub)
{
    static const float hanging = 0.15f; /* what a belt in the air still clanks */
    const int last = IO_BLOCK - 1;
    const float speed = fabsf(block->in[TRACK_SPEED][last]);
    const float weight =
        hanging + (1.0f - hanging) * sqrtf(fminf(block->in[TRACK_LOAD][last] / track_full_load, 2.0f));
    *level = weight * fminf(speed / track_full_speed, 1.5f);
    *scrub =
        block->in[TRACK_LOAD][last] > 0.0f
            ? weight * fminf(speed * fminf(fabsf(block->in[TRACK_SLIP][last]), 1.0f) / track_full_scrub, 1.5f)
            : 0.0f;
}

static bool track_make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.05f; /* [s] */
    track *t = state;
    float level_target, scrub_target;
    track_levels_now(block, &level_target, &scrub_target);
    if (fmaxf(fmaxf(level_target, scrub_target), fmaxf(t->level, t->scrub)) < VOICE_INAUDIBLE &&
        !dsp_bank_rings(&t->modes))
        return false;
    float level[IO_BLOCK], scrub[IO_BLOCK], noise[IO_BLOCK], rumble[IO_BLOCK], squeal[IO_BLOCK],
        tear[IO_BLOCK], dry[IO_BLOCK];
    dsp_glide(&t->level, level_target, smoothing, level);
    dsp_glide(&t->scrub, scrub_target, smoothing, scrub);
    drop_shoes(t, block->in[TRACK_SPEED]);
    dsp_bank_run(&t->modes, t->strike, out);
    memmove(t->strike, t->strike + IO_BLOCK, STRIKE * sizeof *t->strike);
    memset(t->strike + STRIKE, 0, IO_BLOCK * sizeof *t->strike);
    dsp_noise_run(&t->noise, noise);
    dsp_filter(&t->rumble, noise, rumble);
    dsp_filter(&t->squeal, noise, squeal);
    dsp_filter(&t->tear, noise, tear);
    dsp_wander_run(&t->dry, dry);
    for (int i = 0; i < IO_BLOCK; i++)
        out[i] = level[i] * (clank_gain * out[i] + rumble_gain * rumble[i] +
                             squeal_gain * dry[i] * dry[i] * squeal[i]) +
                 track_scrub_gain * scrub[i] * tear[i];
    return true;
}

const voice_kind voice_track = {.size = sizeof(track),
                                .low = {[TRACK_SPEED] = -20.0, [TRACK_SLIP] = -10.0},
                                .high = {[TRACK_SPEED] = 20.0, [TRACK_LOAD] = 1e6, [TRACK_SLIP] = 10.0},
                                .begin = track_begin,
                                .block = track_make_block};

/* ---- falling grains ---- */

/* Grains that patter on steel and sand: each a short ring, at times of a Poisson process whose rate goes with
 * the change of a mass. What is heard as one grain stands for a clod of several. */

enum { MASS };
enum { KNOCK = 8 }; /* samples that a grain presses */

static const float full_grains = 900.0f; /* [1/s] at the full rate: they patter_begin to merge */
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

static void patter_begin(void *state, const auth_voice *voice, uint32_t seed)
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

static bool patter_make_block(void *state, const voice_block *block, float *out)
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
    .size = sizeof(patter), .low = {-1e6}, .high = {1e6}, .begin = patter_begin, .block = patter_make_block};

/* ---- scraping tools ---- */

/* A tool that scrapes through soil: grains slide over steel, in bursts, and the plates of the tool sound
 * along. Its loudness goes with the root of the power, its brightness too. */

enum { POWER };

static const float scrape_gain = 1.1f;

typedef struct scrape {
    float power; /* [W] at full level */
    float level;
    dsp_noise noise;
    dsp_biquad body, sand;
    dsp_bank plate;
    dsp_wander slow, fast;
} scrape;

static void scrape_begin(void *state, const auth_voice *voice, uint32_t seed)
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

static bool scrape_make_block(void *state, const voice_block *block, float *out)
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
        out[i] = scrape_gain * level[i] * burst * (body[i] + bright * sand[i] + plate[i]);
    }
    return true;
}

const voice_kind voice_scrape = {
    .size = sizeof(scrape), .low = {-1e8}, .high = {1e8}, .begin = scrape_begin, .block = scrape_make_block};

/* ---- hits ---- */

/* Something hits a steel structure. A blow begins when the contact force rises above its slow mean by more
 * than the threshold; its impulse over the first 20 ms makes the loudness. Nothing waits for those 20 ms: the
 * structure is struck at once, and its gain follows the impulse as that grows.
 *
 *   J = integral of (F - mean) dt,  loudness L = (J/J_full)^0.5
 *
 * Two blows may ring at the same time; a third one takes over the older of them. */

enum { FORCE };
enum { HIT_STRIKE = 40 /* samples of a strike: 0.8 ms */, BLOWS = 2 };

static const float hit_gain = 0.75f;
static const double full_impulse = 400.0; /* [N s]: a loaded bucket put down hard */
static const float loudest = 1.4f;

typedef struct blow {
    float loudness, gain; /* L, and what follows it smoothly */
    float strike[IO_BLOCK + HIT_STRIKE];
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

static void hit_begin(void *state, const auth_voice *voice, uint32_t seed)
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
        const float share = (k % 3 == 1 ? -1.0f : 1.0f) * shares[k] / HIT_STRIKE;
        for (int b = 0; b < BLOWS; b++) dsp_bank_mode(&h->blows[b].modes, k, frequency, decays[k], share);
    }
}

/* Half a sine wave squared, of mean 1. */
static void strike(blow *b, int at)
{
    for (int i = 0; i < HIT_STRIKE; i++) {
        const float s = dsp_sine(0.5f * ((float)i + 0.5f) / (float)HIT_STRIKE);
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
        b->burst = b->burst * fall + b->strike[i] / HIT_STRIKE;
        out[i] = hit_gain * b->gain * (out[i] + crunch_gain * b->burst * crunch[i]);
    }
    b->burst = dsp_flushed(b->burst);
    memmove(b->strike, b->strike + IO_BLOCK, HIT_STRIKE * sizeof *b->strike);
    memset(b->strike + HIT_STRIKE, 0, IO_BLOCK * sizeof *b->strike);
    b->struck = b->strike[0] > 0.0f; /* the rest of a strike at the block's end */
    return true;
}

static bool hit_make_block(void *state, const voice_block *block, float *out)
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
    .size = sizeof(hit), .low = {-1e8}, .high = {1e8}, .begin = hit_begin, .block = hit_make_block};
