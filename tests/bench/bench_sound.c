/* Sound of the tractor: one block of 10 ms of all its voices at hard work, 10 ticks, and the cab's filter.
 *
 *   io/sound       digging at full load: everything sounds that can at the same time, beeper and horn too
 *   io/sound/idle  the engine idles, the rest is at its ease */
#include "bench/bench.h"

#include "io/voice.h"

#include <math.h>
#include <string.h>

enum { VOICES = 20, TICKS = 10, SIGNALS = 4 };

/* The voices of assets/machines/tractor.yaml, by kind. */
static const auth_voice_kind kinds[VOICES] = {
    AUTH_VOICE_ENGINE,   AUTH_VOICE_TURBO,    AUTH_VOICE_GEARS,    AUTH_VOICE_PUMP,   AUTH_VOICE_RELIEF,
    AUTH_VOICE_CYLINDER, AUTH_VOICE_CYLINDER, AUTH_VOICE_CYLINDER, AUTH_VOICE_TIRE,   AUTH_VOICE_TIRE,
    AUTH_VOICE_TIRE,     AUTH_VOICE_TIRE,     AUTH_VOICE_SCRAPE,   AUTH_VOICE_PATTER, AUTH_VOICE_HIT,
    AUTH_VOICE_HIT,      AUTH_VOICE_HIT,      AUTH_VOICE_HIT,      AUTH_VOICE_BEEPER, AUTH_VOICE_HORN};

typedef struct sound {
    auth_voice authored[VOICES];
    io_voices *voices;
    io_cab_filter *cab;
    bool works;
    long tick;
    xch_sample samples[TICKS];
    float out[VOICES][IO_BLOCK];
    int heard;
} sound;

static void put_signals(const sound *s, int voice, double time, double *values)
{
    static const double work[AUTH_VOICE_KINDS][SIGNALS] = {[AUTH_VOICE_ENGINE] = {200.0, 0.9, 1.0, 1.0},
                                                           [AUTH_VOICE_TURBO] = {200.0, 0.9},
                                                           [AUTH_VOICE_GEARS] = {60.0, 800.0},
                                                           [AUTH_VOICE_PUMP] = {200.0, 19e6},
                                                           [AUTH_VOICE_RELIEF] = {1e-3, 19e6},
                                                           [AUTH_VOICE_CYLINDER] = {0.2, 50e3, 1.2},
                                                           [AUTH_VOICE_TIRE] = {2.0, 30e3, 0.3, 0.1},
                                                           [AUTH_VOICE_SCRAPE] = {15e3},
                                                           [AUTH_VOICE_BEEPER] = {1.0},
                                                           [AUTH_VOICE_HORN] = {1.0}};
    static const double idle[AUTH_VOICE_KINDS][SIGNALS] = {[AUTH_VOICE_ENGINE] = {89.0, 0.1, 1.0, 1.0},
                                                           [AUTH_VOICE_TURBO] = {89.0, 0.1},
                                                           [AUTH_VOICE_PUMP] = {89.0, 2e6},
                                                           [AUTH_VOICE_CYLINDER] = {0.0, 20e3, 1.2},
                                                           [AUTH_VOICE_TIRE] = {0.0, 30e3, 0.0, 0.0}};
    const auth_voice_kind kind = kinds[voice];
    memcpy(values, s->works ? work[kind] : idle[kind], sizeof work[kind]);
    if (!s->works) return;
    if (kind == AUTH_VOICE_PATTER) values[0] = 80.0 * time;
    if (kind == AUTH_VOICE_HIT) values[0] = fmod(time + 0.1 * voice, 0.4) < 0.01 ? 20e3 : 0.0;
}

static auth_voice authored(int v)
{
    const auth_voice_kind kind = kinds[v];
    return (auth_voice){.kind = kind,
                        .level = 1.0,
                        .inside = 0.2,
                        .signals = {"a", "b", "c", "d"},
                        .cylinders = 4,
                        .idle = 89.0,
                        .rated = 220.0,
                        .ratio = kind == AUTH_VOICE_TURBO ? 60.0 : 1.0,
                        .pistons = kind == AUTH_VOICE_GEARS ? 31 : 11,
                        .pressure = 19.5e6,
                        .flow = 1.5e-3,
                        .shortest = 1.0,
                        .longest = 1.5,
                        .power = 20e3,
                        .rate = kind == AUTH_VOICE_CYLINDER ? 0.2 : 100.0,
                        .force = kind == AUTH_VOICE_CYLINDER ? 50e3 : 2e3,
                        .above = 0.5,
                        .frequency = kind == AUTH_VOICE_HORN ? 420.0 : 1250.0};
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    sound *s = HL_NEW(arena, sound, 1);
    int first[VOICES];
    if (s == NULL) return NULL;
    s->works = bench->variant == 0;
    for (int v = 0; v < VOICES; v++) {
        s->authored[v] = authored(v);
        first[v] = SIGNALS * v;
    }
    s->voices = io_voices_new(s->authored, VOICES, first, arena);
    s->cab = io_cab_filter_new(s->authored, VOICES, arena);
    return s->voices && s->cab ? s : NULL;
}

static void prepare(void *subject)
{
    sound *s = subject;
    for (int t = 0; t < TICKS; t++) {
        xch_sample *sample = &s->samples[t];
        sample->tick = ++s->tick;
        sample->time = 1e-3 * (double)s->tick;
        sample->count = SIGNALS * VOICES;
        for (int v = 0; v < VOICES; v++) put_signals(s, v, sample->time, sample->values + SIGNALS * v);
    }
}

static bool step(void *subject)
{
    sound *s = subject;
    io_voices_block(s->voices, s->samples, TICKS, s->out);
    io_cab_filter_block(s->cab, true, s->out);
    return true;
}

static void finish(void *subject, char *note, size_t size)
{
    sound *s = subject;
    for (int v = 0; v < VOICES; v++) s->heard += io_voices_heard(s->voices, v);
    snprintf(note, size, "%d of %d voices heard, 10 ms of sound, within the cab", s->heard, VOICES);
}

void bench_group_sound(bench_list *list)
{
    static const char *const names[] = {"io/sound", "io/sound/idle"};
    for (int k = 0; k < 2; k++) {
        bench_case bench = {.variant = k,
                            .setup = setup,
                            .prepare = prepare,
                            .step = step,
                            .finish = finish,
                            .bar = k ? NULL : "500"};
        snprintf(bench.name, sizeof bench.name, "%s", names[k]);
        bench_register(list, &bench);
    }
}
