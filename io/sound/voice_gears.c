/* Gears in mesh: the tone of teeth and its harmonics, the stronger the more power they carry, and once a turn
 * a little stronger, since no wheel runs true. */
#include "voice_internal.h"

enum { SPEED, TORQUE };

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

static void begin(void *state, const auth_voice *voice, uint32_t seed)
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

static bool make_block(void *state, const voice_block *block, float *out)
{
    static const float smoothing = 0.03f, highest = 12000.0f; /* [s], [Hz] of the tone */
    static const float eccentricity = 0.18f;                  /* a shaft that bends beats with every turn */
    static const float coasting = 0.7f; /* the teeth's other flanks: -3 dB, one hears who drives whom */
    gears *g = state;
    const int last = IO_BLOCK - 1;
    const float speed = block->in[SPEED][last], torque = block->in[TORQUE][last];
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
    dsp_turn(&g->turn, block->in[SPEED], turns, highest / DSP_RATE, turn);
    dsp_turn(&g->mesh, block->in[SPEED], teeth, highest / DSP_RATE, mesh);
    for (int i = 0; i < IO_BLOCK; i++) {
        /* Harmonics keep below half the rate: the third is gone at a sixth of it, the second at a quarter */
        const float at = fabsf(block->in[SPEED][i]) * teeth;
        const float second = second_share * hl_clampf(2.0f - 8.0f * at, 0.0f, 1.0f);
        const float third = third_share * hl_clampf(2.0f - 12.0f * at, 0.0f, 1.0f);
        const float tone =
            dsp_sine(mesh[i]) + second * dsp_sine(2.0f * mesh[i]) + third * dsp_sine(3.0f * mesh[i]);
        out[i] = gain * level[i] * tone * (1.0f + eccentricity * dsp_sine(turn[i]));
    }
    return true;
}

const voice_kind voice_gears = {.size = sizeof(gears),
                                .low = {[SPEED] = -2000.0, [TORQUE] = -1e5},
                                .high = {[SPEED] = 2000.0, [TORQUE] = 1e5},
                                .begin = begin,
                                .block = make_block};
