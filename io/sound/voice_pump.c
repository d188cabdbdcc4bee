/* A piston pump: ripple of delivery at pistons x turns, with harmonics that grow with pressure; near the
 * relief pressure it screams. Oil rushes along. */
#include "voice_internal.h"

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
