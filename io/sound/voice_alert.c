/* What warns: the beeper of reverse travel, half a second on, half a second off, from the moment on at which
 * it is told to; and the horn, two discs a third apart, rich in harmonics. */
#include "voice_internal.h"

enum { SIGNAL };

typedef struct alert {
    double above; /* sounds while the signal is above, or below */
    bool below;
    float frequency; /* [Hz] */
    float phase[2];  /* of tones [turns] */
    int beat;        /* of the beeper: samples since it was told to */
    float level;
} alert;

static void begin(void *state, const auth_voice *voice, uint32_t seed)
{
    (void)seed;
    alert *a = state;
    a->above = voice->above;
    a->below = voice->below;
    a->frequency = hl_clampf((float)voice->frequency, 20.0f, 5000.0f);
}

static bool told(const alert *a, float signal)
{
    return a->below ? (double)signal < a->above : (double)signal > a->above;
}

static float next_phase(float *phase, float frequency)
{
    *phase += frequency / DSP_RATE;
    *phase -= floorf(*phase);
    return *phase;
}

/* How many harmonics lie below 16 kHz. */
static int harmonics_of(float frequency, int most)
{
    static const float highest = 16000.0f; /* [Hz] */
    const int count = (int)(highest / frequency);
    return count < most ? count : most;
}

/* ---- beeper ---- */

static bool beeper_block(void *state, const voice_block *block, float *out)
{
    enum { ON = IO_RATE / 2, PERIOD = 2 * ON, HARMONICS = 5 };
    static const float beeper_gain = 0.17f, edge = 0.004f; /* [s]: rounded, and yet a beep */
    /* a piezo disc driven by a square wave */
    static const float shares[HARMONICS] = {1.0f, 0.0f, 0.30f, 0.0f, 0.10f};

    alert *a = state;
    const float share = 1.0f / (edge * DSP_RATE);
    const int harmonics = harmonics_of(a->frequency, HARMONICS);
    const float *signal = block->in[SIGNAL];
    if (!told(a, signal[0]) && !told(a, signal[IO_BLOCK - 1]) && a->level <= 0.0f) {
        a->beat = 0;
        return false;
    }
    for (int i = 0; i < IO_BLOCK; i++) {
        const bool now = told(a, signal[i]);
        const bool on = now && a->beat < ON;
        a->beat = now ? (a->beat + 1) % PERIOD : 0;
        a->level = hl_clampf(a->level + (on ? share : -share), 0.0f, 1.0f);
        const float round = a->level * a->level * (3.0f - 2.0f * a->level);
        out[i] = beeper_gain * round * dsp_chord(next_phase(&a->phase[0], a->frequency), shares, harmonics);
    }
    return true;
}

/* ---- horn ---- */

static bool horn_block(void *state, const voice_block *block, float *out)
{
    enum { HARMONICS = 10 };
    static const float horn_gain = 0.095f, attack = 0.02f, decay = 0.07f; /* [s] to follow */
    static const float third = 1.26f;                                     /* between the tones */
    static const float droop = 0.03f; /* below their pitch while the disc starts */
    /* The disc beats on its core: many harmonics, a formant of the snail about 2 kHz */
    static const float shares[HARMONICS] = {1.0f,  0.80f, 0.70f, 0.75f, 0.75f,
                                            0.45f, 0.28f, 0.18f, 0.12f, 0.08f};
    alert *a = state;
    const float *signal = block->in[SIGNAL];
    const int harmonics = harmonics_of(third * a->frequency, HARMONICS);
    const float up = dsp_share(attack), down = dsp_share(decay);
    if (!told(a, signal[0]) && !told(a, signal[IO_BLOCK - 1]) && a->level < VOICE_INAUDIBLE) return false;
    for (int i = 0; i < IO_BLOCK; i++) {
        const bool on = told(a, signal[i]);
        a->level += on ? up * (1.0f - a->level) : -down * a->level;
        const float low = a->frequency * (1.0f - droop * (1.0f - a->level)), high = third * low;
        const float wave = dsp_chord(next_phase(&a->phase[0], low), shares, harmonics) +
                           0.9f * dsp_chord(next_phase(&a->phase[1], high), shares, harmonics);
        out[i] = horn_gain * a->level * wave;
    }
    return true;
}

const voice_kind voice_beeper = {
    .size = sizeof(alert), .low = {-1e9}, .high = {1e9}, .begin = begin, .block = beeper_block};
const voice_kind voice_horn = {
    .size = sizeof(alert), .low = {-1e9}, .high = {1e9}, .begin = begin, .block = horn_block};
