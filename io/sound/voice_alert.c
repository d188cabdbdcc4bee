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

/* ---- cues ---- */

/* What an exercise sounds like when it speaks: five cues, told apart by rhythm and by pitch before one has
 * learnt them. A cue is a few notes; it plays once whenever its signal, which counts, has gone up. Two of a
 * kind may ring at a time. */

enum { CUE_SIGNAL, NOTES = 4, HARMONICS = 5, RINGING = 2 };

typedef struct note {
    float at;        /* [s] from the beginning */
    float frequency; /* [Hz] */
    float held;      /* [s] at its level; then it decays */
    float decay;     /* [s] to 1/e */
} note;

typedef struct cue {
    float gain;
    int notes;
    note list[NOTES];
    float shares[HARMONICS];
} cue;

/* In the order of auth_cue. Notes of a tempered scale, A4 = 440 Hz. The fundamentals lie where an engine
 * leaves room, above its firing frequencies and below its hiss. */
static const cue cues[AUTH_CUES] = {
    /* two bars of a chime, a third down */
    {0.20f,
     2,
     {{0.0f, 1318.5f, 0.0f, 0.30f}, {0.18f, 1046.5f, 0.0f, 0.42f}},
     {1.0f, 0.0f, 0.22f, 0.0f, 0.08f}},
    /* a wood block */
    {0.30f, 1, {{0.0f, 1174.7f, 0.004f, 0.018f}}, {1.0f, 0.35f, 0.20f, 0.0f, 0.0f}},
    /* three short ones that insist */
    {0.16f,
     3,
     {{0.0f, 739.99f, 0.11f, 0.012f}, {0.20f, 739.99f, 0.11f, 0.012f}, {0.40f, 739.99f, 0.11f, 0.012f}},
     {1.0f, 0.10f, 0.45f, 0.05f, 0.25f}},
    /* a major chord, rising */
    {0.16f,
     4,
     {{0.0f, 523.25f, 0.03f, 0.20f},
      {0.11f, 659.26f, 0.03f, 0.20f},
      {0.22f, 783.99f, 0.03f, 0.22f},
      {0.33f, 1046.5f, 0.06f, 0.40f}},
     {1.0f, 0.30f, 0.15f, 0.06f, 0.0f}},
    /* two low ones, falling by a fifth, the second one long */
    {0.17f,
     2,
     {{0.0f, 329.63f, 0.20f, 0.05f}, {0.30f, 220.0f, 0.45f, 0.16f}},
     {1.0f, 0.55f, 0.45f, 0.30f, 0.18f}},
};

typedef struct ringing {
    bool on;
    int age; /* samples at the beginning of the next block; below zero: it is about to cue_begin */
    float phase[NOTES];
} ringing;

typedef struct player {
    const cue *cue;
    double count; /* of the signal so far */
    int length;   /* samples until it has died away */
    ringing list[RINGING];
    int next; /* the one that gives way */
} player;

/* Until the last note is 60 dB below. */
static int length_of(const cue *c)
{
    static const float decays = 6.9f;
    float longest = 0.0f;
    for (int n = 0; n < c->notes; n++)
        longest = hl_maxf(longest, c->list[n].at + c->list[n].held + decays * c->list[n].decay);
    return (int)(longest * DSP_RATE);
}

static void cue_begin(void *state, const auth_voice *voice, uint32_t seed)
{
    (void)seed;
    player *p = state;
    p->cue = &cues[voice->cue >= 0 && voice->cue < (int)AUTH_CUES ? voice->cue : 0];
    p->length = length_of(p->cue);
}

/* Rises in 5 ms, is held, decays. */
static float envelope(const note *n, float time)
{
    static const float attack = 0.005f; /* [s] */
    const float t = time - n->at;
    if (t <= 0.0f) return 0.0f;
    const float rise = hl_clampf(t / attack, 0.0f, 1.0f);
    const float fall = t > n->held ? expf(-(t - n->held) / n->decay) : 1.0f;
    return rise * rise * (3.0f - 2.0f * rise) * fall;
}

static void play(const cue *c, ringing *r, int length, float *out)
{
    static const float gone = 1e-3f; /* of a note: -60 dB */
    for (int n = 0; n < c->notes; n++) {
        const note *played = &c->list[n];
        const float step = played->frequency / DSP_RATE;
        for (int i = 0; i < IO_BLOCK; i++) {
            const float level = envelope(played, (float)(r->age + i) / DSP_RATE);
            if (level < gone) continue;
            r->phase[n] += step;
            r->phase[n] -= floorf(r->phase[n]);
            out[i] += c->gain * level * dsp_chord(r->phase[n], c->shares, HARMONICS);
        }
    }
    r->age += IO_BLOCK;
    r->on = r->age < length;
}

/* A session that begins anew counts from zero again: that is no cue. @return the sample at which one is due;
 * -1: none */
static int due(player *p, const voice_block *block)
{
    int at = -1;
    for (int t = 0; t < block->ticks; t++) {
        const double count = block->tick[t][CUE_SIGNAL];
        if (count >= p->count + 1.0) at = block->end[t];
        p->count = count;
    }
    return block->fresh ? -1 : at;
}

static bool cue_block(void *state, const voice_block *block, float *out)
{
    player *p = state;
    bool rings = false;
    const int at = due(p, block);
    if (at >= 0) {
        p->list[p->next] = (ringing){.on = true, .age = -at};
        p->next = (p->next + 1) % RINGING;
    }
    for (int r = 0; r < RINGING; r++) rings = rings || p->list[r].on;
    if (!rings) return false;
    for (int i = 0; i < IO_BLOCK; i++) out[i] = 0.0f;
    for (int r = 0; r < RINGING; r++)
        if (p->list[r].on) play(p->cue, &p->list[r], p->length, out);
    return true;
}

const voice_kind voice_cue = {
    .size = sizeof(player), .low = {0.0}, .high = {1e9}, .begin = cue_begin, .block = cue_block};
