/* A four-stroke Diesel engine. Every firing sends one impulse into two paths:
 *
 *   exhaust  low-passes whose corner goes with the firing frequency (the pulse is as long as the crank turns,
 *            not as the clock), then the resonances of pipe and silencer; air that hisses while the pulse
 *            passes
 *   block    knock of combustion, a burst of noise that falls in milliseconds, and ticks of valves and
 *            injectors, through the modes of block, sump and covers
 *
 * and around them the fan and intake, and the starter motor. No two firings are the same: each cylinder has
 * its own strength, and each cycle its chance. Both follow from the seed. The phase of firing is the integral
 * of the speed signal, sample by sample: cylinders/2 firings a turn, exactly. */
#include "voice_internal.h"

enum { SPEED, LOAD, RUNNING, STARTER };
enum { MOST_CYLINDERS = 16, AND_NEXT = IO_BLOCK + 1 /* a block and the first sample of the next */ };

/* Shares in the whole; with them full load at rated speed has about 0.2 RMS. */
static const float boom_gain = 80.0f, pipe_gain = 32.0f, air_gain = 1.6f, knock_gain = 1.85f,
                   tick_gain = 1.0f;
static const float fan_gain = 0.06f, rattle_gain = 0.035f, whine_gain = 0.09f, brush_gain = 0.07f;

static const float compression = 0.10f; /* strength of a stroke without fire, of a firing at full load */
static const float idle_fire = 0.50f;   /* of a firing without load */

typedef struct engine {
    float per_second, idle, rated;                         /* firings for 1 rad/s; [rad/s] */
    int cylinders, cylinder;                               /* how many; which fires next */
    float strength[MOST_CYLINDERS], drift[MOST_CYLINDERS]; /* of each: its own, and how it differs just now */
    hl_random random;
    double phase; /* of firing: 0 to 1 between two of them */
    float knock;  /* burst of the combustion that goes on */
    bool between; /* the valves' tick between two firings has been */
    bool ran;     /* it has run since it last stood still */
    float fresh;  /* 1 when it begins to run, then less: the first firings are uneven */
    float load, fire, speed, lug, starter; /* smoothed, at the end of the last block */
    float sway;                            /* of all firings, in the course of seconds: as drift */
    float boom1, boom2, bright;            /* low-passes of the exhaust */
    dsp_bank pipe, block;
    dsp_noise noise;
    dsp_biquad air, fan, rattle;
    float armature; /* phase of the starter's gears [turns] */
    float exhaust[AND_NEXT], hammer[AND_NEXT], burst[IO_BLOCK];
} engine;

static void begin_modes(engine *e)
{
    /* Stack of about 2 m with a silencer, broad; block and sump: class-typical */
    static const float pipe[DSP_LANES] = {92.0f, 168.0f, 255.0f, 365.0f, 520.0f, 745.0f, 1080.0f, 1560.0f};
    static const float pipe_share[DSP_LANES] = {0.55f, 0.70f, 0.80f, 0.70f, 0.65f, 0.50f, 0.38f, 0.25f};
    static const float modes[DSP_LANES] = {480.0f,  790.0f,  1150.0f, 1620.0f,
                                           2150.0f, 2900.0f, 3900.0f, 5300.0f};
    static const float mode_share[DSP_LANES] = {0.8f, 1.0f, 1.0f, 0.9f, 0.7f, 0.55f, 0.35f, 0.22f};
    for (int k = 0; k < DSP_LANES; k++) {
        dsp_bank_resonance(&e->pipe, k, pipe[k], 3.0f, (k % 2 ? -1.0f : 1.0f) * pipe_share[k]);
        dsp_bank_resonance(&e->block, k, modes[k], 7.0f, (k % 2 ? -1.0f : 1.0f) * mode_share[k]);
    }
    e->air = dsp_band_pass(900.0f, 0.5f);
    e->fan = dsp_band_pass(330.0f, 0.5f);
    e->rattle = dsp_band_pass(3100.0f, 0.6f);
}

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    static const float spread = 0.09f, usual_cylinders = 4.0f; /* between cylinders; gains are for four */
    engine *e = state;
    e->cylinders = voice->cylinders < 1                ? 1
                   : voice->cylinders > MOST_CYLINDERS ? MOST_CYLINDERS
                                                       : voice->cylinders;
    e->per_second = 0.5f * (float)e->cylinders * VOICE_TURNS;
    e->idle = fmaxf((float)voice->idle, 1.0f);
    e->rated = fmaxf((float)voice->rated, 1.5f * e->idle);
    e->random.weyl = seed;
    e->noise.counter = seed << 20;
    /* many small ones are as loud as few large ones */
    const float one = usual_cylinders / (float)e->cylinders;
    for (int c = 0; c < e->cylinders; c++) e->strength[c] = one * (1.0f + spread * dsp_random(&e->random));
    begin_modes(e);
}

/* ---- firings ---- */

/* Put an impulse between two samples: as two, so that pitch does not go by whole samples. */
static void strike(float *line, int i, float since, float amount)
{
    line[i] += amount * since;
    line[i + 1] += amount * (1.0f - since);
}

/* What one firing is like: mean strengths of exhaust and knock, and how much chance has a say. */
typedef struct firing {
    float exhaust, knock, chance;
} firing;

static firing firing_now(const engine *e)
{
    /* Long ignition delay at low load and speed makes a Diesel knock; labouring or just started it is
     * uneven */
    static const float steady = 0.09f, labouring = 0.40f, starting = 0.35f, lug_boost = 0.25f;
    static const float calm = 0.5f; /* share of the sway that goes with full load: the governor holds it */
    static const float sway_knock = 2.0f; /* knock feels it more */
    static const float load_power = 0.7f; /* the first part of the load is heard most: does it work or not? */
    static const float knock_always = 0.30f, knock_idle = 0.60f, knock_loaded = 0.42f, knock_starting = 0.4f;
    static const float knock_turned = 0.02f; /* without fire */
    const float slow = 1.0f - hl_clampf((e->speed - e->idle) / (e->rated - e->idle), 0.0f, 1.0f);
    const float knock = knock_always + knock_idle * slow * (1.0f - e->load) + knock_loaded * e->load +
                        knock_starting * e->fresh;
    const float burning =
        (idle_fire + (1.0f - idle_fire) * powf(e->load, load_power)) * (1.0f + lug_boost * e->lug);
    const float sway = e->sway * (1.0f - calm * e->load);
    const firing f = {.exhaust = e->fire * burning * (1.0f + sway) + compression,
                      .knock = e->fire * knock * (1.0f + sway_knock * sway) + knock_turned,
                      .chance = steady + labouring * e->lug + starting * e->fresh};
    return f;
}

/* Strength of the cylinder that fires now. Besides its own it drifts in the course of seconds, as injection
 * and charge do: an engine that stands and idles is never quite the same, and no drone. */
static float wander(engine *e)
{
    static const float share = 0.1f; /* of the way in a cycle: ten cycles, 1.4 s at idle speed */
    /* of its targets, evenly spread: what follows them has drift sqrt(share/6), 6 % RMS */
    static const float drift = 0.5f;
    float *now = &e->drift[e->cylinder];
    *now += share * (drift * dsp_random(&e->random) - *now);
    return e->strength[e->cylinder] * (1.0f + *now);
}

static void fire(engine *e, const firing *f, int i, float since)
{
    static const float knock_chance = 0.3f; /* more than that of pressure: it hangs on the first drops */
    const float own = wander(e) * (1.0f + f->chance * dsp_random(&e->random));
    const float knock = f->knock * (1.0f + (knock_chance + f->chance) * dsp_random(&e->random));
    strike(e->exhaust, i, since, f->exhaust * own);
    strike(e->hammer, i, since, knock);
    e->knock += knock;
    e->cylinder = (e->cylinder + 1) % e->cylinders;
    e->between = false;
}

/* Impulses of a block. At the highest speed and most cylinders there are 1273 firings a second: never two in
 * a sample. */
static void turn(engine *e, const float *speed, const firing *f)
{
    static const float tick_share = 0.16f, knock_time = 0.0022f; /* [s] */
    const float fall = 1.0f - 1.0f / (knock_time * DSP_RATE);
    for (int i = 0; i < IO_BLOCK; i++) {
        const double step = (double)(speed[i] * e->per_second) / IO_RATE;
        e->phase += step;
        if (e->phase >= 0.5 && !e->between) { /* valves close, the next cylinder injects */
            e->between = true;
            strike(e->hammer, i, 0.5f, tick_gain * tick_share * fminf(e->speed / e->rated, 1.5f));
        }
        if (e->phase >= 1.0) {
            e->phase -= 1.0;
            fire(e, f, i, (float)(e->phase / step));
        }
        e->knock *= fall;
        e->burst[i] = e->knock;
    }
}

/* ---- paths ---- */

/* The pulse: two low-passes with a corner of so many firing frequencies; more when loaded, less when
 * labouring. */
static void exhaust_path(engine *e, const float *speed, const float *noise, float *out)
{
    static const float lowest = 24.0f, highest = 420.0f;                     /* [Hz] of the corner */
    static const float unloaded = 0.86f, per_load = 0.58f, lug_less = 0.35f; /* firing frequencies */
    static const float open_idle = 500.0f, open_per_load = 1300.0f; /* [Hz]: what the pipe is driven with */
    static const float lug_dark = 0.45f, air_idle = 0.2f;
    float bright[IO_BLOCK], air[IO_BLOCK];
    const float ratio = (unloaded + per_load * e->load) * (1.0f - lug_less * e->lug);
    const float open = dsp_corner_share((open_idle + open_per_load * e->load) * (1.0f - lug_dark * e->lug));
    float y1 = e->boom1, y2 = e->boom2, b = e->bright;
    for (int i = 0; i < IO_BLOCK; i++) {
        const float corner = hl_clampf(ratio * speed[i] * e->per_second, lowest, highest);
        const float share = dsp_corner_share(corner);
        y1 += share * (e->exhaust[i] - y1);
        y2 += share * (y1 - y2);
        b += open * (e->exhaust[i] - b);
        out[i] = y2;
        bright[i] = b;
        air[i] = y2 * noise[i];
    }
    e->boom1 = dsp_flushed(y1);
    e->boom2 = dsp_flushed(y2);
    e->bright = dsp_flushed(b);
    dsp_bank_run(&e->pipe, bright, bright);
    dsp_filter(&e->air, air, air);
    const float hiss = air_gain * boom_gain * (air_idle + (1.0f - air_idle) * e->load);
    for (int i = 0; i < IO_BLOCK; i++) out[i] = boom_gain * out[i] + pipe_gain * bright[i] + hiss * air[i];
}

static void add_block_path(engine *e, const float *noise, float *out)
{
    static const float noise_share = 0.10f; /* of the burst, beside the blow itself */
    float drive[IO_BLOCK];
    for (int i = 0; i < IO_BLOCK; i++) drive[i] = e->hammer[i] + noise_share * e->burst[i] * noise[i];
    dsp_bank_run(&e->block, drive, drive);
    for (int i = 0; i < IO_BLOCK; i++) out[i] += knock_gain * drive[i];
}

static void add_machinery(engine *e, const float *noise, float *out)
{
    static const float fastest = 2.0f;     /* share of rated speed */
    static const float rattle_idle = 0.6f; /* share of the rattle at full load */
    float fan[IO_BLOCK], rattle[IO_BLOCK];
    const float x = fminf(e->speed / e->rated, fastest);
    const float fan_level = fan_gain * x * x,
                rattle_level = rattle_gain * x * (rattle_idle + (1.0f - rattle_idle) * e->load);
    dsp_filter(&e->fan, noise, fan);
    dsp_filter(&e->rattle, noise, rattle);
    for (int i = 0; i < IO_BLOCK; i++) out[i] += fan_level * fan[i] + rattle_level * rattle[i];
}

/* Gears of the starter on the flywheel's ring, heavier before each compression, and its brushes. */
static void add_starter(engine *e, const float *speed, const float *level, const float *noise, float *out)
{
    static const float ring_teeth = 130.0f, fastest = 60.0f; /* [rad/s]: then its clutch lets go */
    static const float swing = 0.42f, second = 0.5f, third = 0.25f;
    for (int i = 0; i < IO_BLOCK; i++) {
        e->armature += hl_minf(speed[i], fastest) * VOICE_TURNS * ring_teeth / DSP_RATE;
        e->armature -= floorf(e->armature);
        const float strain = level[i] * (1.0f - swing + swing * dsp_sine((float)e->phase));
        const float whine = dsp_sine(e->armature) + second * dsp_sine(2.0f * e->armature) +
                            third * dsp_sine(3.0f * e->armature);
        out[i] += strain * (whine_gain * whine + brush_gain * noise[i]);
    }
}

/* ---- a block ---- */

/* What changes slowly, once a block; gains that are heard at once go by the sample below. */
static void take_state(engine *e, const voice_block *block)
{
    static const float sway_time = 1.5f; /* [s] */
    /* evenly spread: what follows them has sway_targets sqrt(dt/(6 sway_time)), 8 % RMS */
    static const float sway_targets = 2.4f;
    static const float load_time = 0.03f, fire_time = 0.02f, lug_time = 0.1f, fresh_time = 0.6f; /* [s] */
    const float dt = (float)IO_BLOCK / DSP_RATE;
    const int last = IO_BLOCK - 1;
    const float running = block->in[RUNNING][last], speed = block->in[SPEED][last],
                load = block->in[LOAD][last];
    const bool runs = running > 0.5f;
    if (runs && !e->ran && !block->fresh) e->fresh = 1.0f;
    e->ran = runs || (e->ran && speed > 2.0f); /* [rad/s]: running down is no cranking */
    e->speed = speed;
    e->load += (hl_clampf(load, 0.0f, 1.0f) * (runs ? 1.0f : 0.0f) - e->load) * dt / (dt + load_time);
    e->fire += ((runs ? 1.0f : 0.0f) - e->fire) * dt / (dt + fire_time);
    e->fresh = dsp_flushed(e->fresh * (1.0f - dt / fresh_time));
    const float above_idle = (speed - e->idle) / (e->rated - e->idle), labours_below = 0.55f;
    const float lug = e->load * hl_clampf(1.0f - above_idle / labours_below, 0.0f, 1.0f);
    e->lug += (lug - e->lug) * dt / (dt + lug_time);
    e->sway += (sway_targets * dsp_random(&e->random) - e->sway) * dt / (dt + sway_time);
}

/* The key at start; without that signal, whatever turns the engine before it has run. */
static bool cranks(const engine *e, const voice_block *block)
{
    static const float key_start = 1.5f;  /* between run and start */
    static const float engaged = 0.8f;    /* below this share of idle speed */
    static const float turns_from = 1.0f; /* [rad/s] */
    const int last = IO_BLOCK - 1;
    const bool burns = block->in[RUNNING][last] > 0.5f;
    if (block->given[STARTER]) return block->in[STARTER][last] > key_start && e->speed < engaged * e->idle;
    return !burns && !e->ran && e->speed > turns_from;
}

static bool quiet(const engine *e, const voice_block *block)
{
    const bool still = block->in[SPEED][0] <= 0.0f && block->in[SPEED][IO_BLOCK - 1] <= 0.0f;
    return still && e->starter < VOICE_INAUDIBLE && fabsf(e->boom2) < 1e-6f && !dsp_bank_rings(&e->pipe) &&
           !dsp_bank_rings(&e->block) && e->knock < 1e-6f;
}

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float starter_time = 0.03f; /* [s] */
    engine *e = state;
    take_state(e, block);
    const bool starter = cranks(e, block);
    if (!starter && quiet(e, block)) return false;
    float noise[IO_BLOCK], level[IO_BLOCK];
    const float *speed = block->in[SPEED];
    const firing f = firing_now(e);
    e->exhaust[0] = e->exhaust[IO_BLOCK];
    e->hammer[0] = e->hammer[IO_BLOCK];
    for (int i = 1; i < AND_NEXT; i++) e->exhaust[i] = e->hammer[i] = 0.0f;
    dsp_noise_run(&e->noise, noise);
    turn(e, speed, &f);
    exhaust_path(e, speed, noise, out);
    add_block_path(e, noise, out);
    add_machinery(e, noise, out);
    dsp_glide(&e->starter, starter ? 1.0f : 0.0f, starter_time, level);
    if (level[0] > VOICE_INAUDIBLE || level[IO_BLOCK - 1] > VOICE_INAUDIBLE)
        add_starter(e, speed, level, noise, out);
    e->knock = dsp_flushed(e->knock);
    return true;
}

const voice_kind voice_engine = {.size = sizeof(engine),
                                 .high = {[SPEED] = 1000.0, [LOAD] = 1.5, [RUNNING] = 1.0, [STARTER] = 10.0},
                                 .begin = begin,
                                 .block = make_block};

/* ---- turbochargers ---- */

/* A turbocharger: the whistle of its shaft and blades, and rushing air. It spins up with speed and load, and
 * lags behind them. */

enum { TURBO_SPEED, TURBO_LOAD };

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

static void turbo_begin(void *state, const auth_voice *voice, uint32_t seed)
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

static bool turbo_make_block(void *state, const voice_block *block, float *out)
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
    const float target = spin_of(block->in[TURBO_SPEED][last] / t->rated, block->in[TURBO_LOAD][last]);
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

const voice_kind voice_turbo = {.size = sizeof(turbo),
                                .high = {[TURBO_SPEED] = 1000.0, [TURBO_LOAD] = 1.5},
                                .begin = turbo_begin,
                                .block = turbo_make_block};

/* ---- gears ---- */

/* Gears in mesh: the tone of teeth and its harmonics, the stronger the more power they carry, and once a turn
 * a little stronger, since no wheel runs true. */

enum { GEARS_SPEED, TORQUE };

static const float full_power = 60e3f; /* [W] at which they are at full level: class of 100 kW tractors */
/* Of the tone: 0.05 RMS, -25 dB with its harmonics, below the casing's corner. */
static const float gain = 0.07f;
/* Of the full level, unloaded at full speed: oil and bearings load the teeth. */
static const float drag_share = 0.10f;
static const float full_speed = 300.0f; /* [rad/s]: some 2900 rpm, a shaft at road speed */
static const float slow = 30.0f;   /* [rad/s] below which torque alone makes no tone: teeth meet one by one */
static const float loudest = 1.5f; /* of the full power */
/* Harmonics: teeth bend, and do not mesh like sines. */
static const float second_share = 0.4f, third_share = 0.15f;

typedef struct gears {
    float ratio, teeth;
    float turn, mesh; /* phases [turns] */
    float level;
} gears;

static void gears_begin(void *state, const auth_voice *voice, uint32_t seed)
{
    (void)seed;
    gears *g = state;
    g->ratio = (float)voice->ratio;
    g->teeth = fmaxf((float)voice->pistons, 1.0f);
}

/* What the casing lets out: less and less above `corner`, or road speed would be a scream. */
static float casing(float frequency)
{
    static const float corner = 1200.0f; /* [Hz] */
    const float x = frequency / corner;
    return 1.0f / sqrtf(1.0f + x * x);
}

static bool gears_make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.03f, highest = 12000.0f; /* [s], [Hz] of the tone */
    static const float eccentricity = 0.18f;                  /* a shaft that bends beats with every turn */
    static const float coasting = 0.7f; /* the teeth's other flanks: -3 dB, one hears who drives whom */
    gears *g = state;
    const int last = IO_BLOCK - 1;
    const float speed = block->in[GEARS_SPEED][last], torque = block->in[TORQUE][last];
    const float power = speed * torque, side = power < 0.0f ? coasting : 1.0f;
    const float turns = g->ratio * VOICE_TURNS / DSP_RATE,
                teeth = turns * g->teeth; /* a sample, for 1 rad/s */
    const float loaded =
        side * sqrtf(fminf(fabsf(power) / full_power, loudest)) * fminf(fabsf(speed) / slow, 1.0f);
    const float dragging = drag_share * fminf(fabsf(speed) / full_speed, 1.0f);
    const float target = (loaded + dragging) * casing(fabsf(speed) * teeth * DSP_RATE);
    if (target < VOICE_INAUDIBLE && g->level < VOICE_INAUDIBLE) return false;
    float level[IO_BLOCK], turn[IO_BLOCK], mesh[IO_BLOCK];
    dsp_glide(&g->level, target, smoothing, level);
    dsp_turn(&g->turn, block->in[GEARS_SPEED], turns, highest / DSP_RATE, turn);
    dsp_turn(&g->mesh, block->in[GEARS_SPEED], teeth, highest / DSP_RATE, mesh);
    for (int i = 0; i < IO_BLOCK; i++) {
        /* Harmonics keep below half the rate: the third is gone at a sixth of it, the second at a quarter */
        const float at = fabsf(block->in[GEARS_SPEED][i]) * teeth;
        const float second = second_share * hl_clampf(2.0f - 8.0f * at, 0.0f, 1.0f);
        const float third = third_share * hl_clampf(2.0f - 12.0f * at, 0.0f, 1.0f);
        const float tone =
            dsp_sine(mesh[i]) + second * dsp_sine(2.0f * mesh[i]) + third * dsp_sine(3.0f * mesh[i]);
        out[i] = gain * level[i] * tone * (1.0f + eccentricity * dsp_sine(turn[i]));
    }
    return true;
}

const voice_kind voice_gears = {.size = sizeof(gears),
                                .low = {[GEARS_SPEED] = -2000.0, [TORQUE] = -1e5},
                                .high = {[GEARS_SPEED] = 2000.0, [TORQUE] = 1e5},
                                .begin = gears_begin,
                                .block = gears_make_block};
