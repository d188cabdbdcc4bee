/* Sound of a machine: `sounds:` of machine files, a list of voices. It does not affect physics. docs/sound.md
 * explains it. */
#ifndef AUTH_SOUND_H
#define AUTH_SOUND_H

#include "hl/report.h"

#include <stdbool.h>

/* Kind, word, keys of its signals in order; those in [] are optional. */
#define AUTH_VOICE_LIST(X)                                                                                   \
    X(AUTH_VOICE_ENGINE, "engine", "speed", "load", "running", "[starter]")                                  \
    X(AUTH_VOICE_TURBO, "turbo", "speed", "load", NULL, NULL)                                                \
    X(AUTH_VOICE_GEARS, "gears", "speed", "torque", NULL, NULL)                                              \
    X(AUTH_VOICE_PUMP, "pump", "speed", "pressure", NULL, NULL)                                              \
    X(AUTH_VOICE_RELIEF, "relief", "flow", "pressure", NULL, NULL)                                           \
    X(AUTH_VOICE_CYLINDER, "cylinder", "rate", "force", "length", NULL)                                      \
    X(AUTH_VOICE_TIRE, "tire", "speed", "load", "slip", "[side_slip]")                                       \
    X(AUTH_VOICE_TRACK, "track", "speed", "load", "slip", NULL)                                              \
    X(AUTH_VOICE_SCRAPE, "scrape", "power", NULL, NULL, NULL)                                                \
    X(AUTH_VOICE_PATTER, "patter", "mass", NULL, NULL, NULL)                                                 \
    X(AUTH_VOICE_HIT, "hit", "force", NULL, NULL, NULL)                                                      \
    X(AUTH_VOICE_BEEPER, "beeper", "signal", NULL, NULL, NULL)                                               \
    X(AUTH_VOICE_HORN, "horn", "signal", NULL, NULL, NULL)

typedef enum auth_voice_kind {
#define X(kind, word, a, b, c, d) kind,
    AUTH_VOICE_LIST(X)
#undef X
        AUTH_VOICE_KINDS,             /* number of kinds in machine files */
    AUTH_VOICE_CUE = AUTH_VOICE_KINDS /**< cues of exercises, not in files; its signal is a counter */
} auth_voice_kind;

enum { AUTH_VOICE_INPUTS = 6, AUTH_VOICES = 32 };

/** A voice: a source of sound at a point of a body. Signals are given by name and resolved later, with the
 * machine (world_signal_find); their places are kept for error messages. Signal values are in SI. */
typedef struct auth_voice {
    auth_voice_kind kind;
    const char *name; /**< default: the word of its kind */
    hl_place place;
    int body;
    double at[3];  /**< in the body's frame [m] */
    double level;  /**< `level:` gain, default 1; 0 to 10 */
    double inside; /**< `inside:` share that reaches the closed cab without passing its walls, 0 to 1, default
                      0 */
    const char *signals[AUTH_VOICE_INPUTS]; /**< NULL: not given */
    hl_place signal_places[AUTH_VOICE_INPUTS];
    int cylinders; /**< engine: number of cylinders (four-stroke), default 6 */
    double idle;   /**< engine: idle speed [rad/s]; default 80 */
    double rated;  /**< engine, turbo: the engine's rated speed [rad/s]; default 230 */
    double ratio; /**< pump, gears, turbo: its revolutions per revolution of the signal `speed`; default 1, 1,
                     60 */
    int pistons;  /**< pump: delivery strokes per revolution; gears: teeth; default 9, 31 */
    double pressure;          /**< pump, relief: pressure at full level [Pa]; default 200 bar */
    double flow;              /**< relief: flow at full level [m^3/s]; default 60 l/min */
    double shortest, longest; /**< cylinder: retracted and extended length [m]; required */
    double power;             /**< scrape: power at full level [W], default 20 kW */
    double rate;  /**< patter: mass flow at full level [kg/s], default 100; cylinder: speed at full level
                     [m/s], default 0.3 */
    double force; /**< hit: smallest audible change of force [N], default 2 kN; cylinder: force at full level
                     [N], default 50 kN */
    double above; /**< beeper, horn: sounds while the signal is above this value, with `below:` while it is
                     below; default: above 0.5 */
    bool below;
    double frequency; /**< beeper, horn: frequency of the tone [Hz], default 1250 and 420 */
    int cue;          /**< cue: value of auth_cue */
} auth_voice;

/** "engine" */
const char *auth_voice_word(auth_voice_kind kind);

#endif
