/* What a machine sounds like: `sounds:` of machine files, a list of voices. Nothing here has a say in
 * physics. docs/sound.md explains it. */
#ifndef AUTH_SOUND_H
#define AUTH_SOUND_H

#include "hl/report.h"

#include <stdbool.h>

/* kind, word, the keys of its signals in order: those in [] may be left out. */
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
        AUTH_VOICE_KINDS,             /* that machine files name */
    AUTH_VOICE_CUE = AUTH_VOICE_KINDS /**< of exercises: no file names it; its signal counts */
} auth_voice_kind;

enum { AUTH_VOICE_INPUTS = 4, AUTH_VOICES = 32 };

/** A voice: something that sounds, at a place of a body. Signals are named; whoever knows the machine finds
 * them (world_signal_find), with the places kept here. They arrive in SI. */
typedef struct auth_voice {
    auth_voice_kind kind;
    const char *name; /**< default: the word of its kind */
    hl_place place;
    int body;
    double at[3];  /**< in the body's frame [m] */
    double level;  /**< `level:` gain, default 1; 0 to 10 */
    double inside; /**< `inside:` share that comes into the closed cab beside what passes its walls, 0 to 1,
                      default 0 */
    const char *signals[AUTH_VOICE_INPUTS]; /**< NULL: left out */
    hl_place signal_places[AUTH_VOICE_INPUTS];
    int cylinders;   /**< engine: of four strokes, default 6 */
    double idle;     /**< engine: its speed there [rad/s]; default 80 */
    double rated;    /**< engine, turbo: the engine's rated speed [rad/s]; default 230 */
    double ratio;    /**< pump, gears, turbo: turns of it for one of the speed given; default 1, 1, 60 */
    int pistons;     /**< pump: delivery strokes a turn; gears: teeth; default 9, 31 */
    double pressure; /**< pump, relief: where it is at full level [Pa]; default 200 bar */
    double flow;     /**< relief: likewise [m^3/s]; default 60 l/min */
    double shortest, longest; /**< cylinder: lengths at its ends [m]; required */
    double power;             /**< scrape: where it is at full level [W], default 20 kW */
    double rate;  /**< patter: change of mass at full level [kg/s], default 100; cylinder: speed there [m/s],
                     0.3 */
    double force; /**< hit: change of force that is heard [N], default 2 kN; cylinder: at full level [N], 50
                     kN */
    double above; /**< beeper, horn: sounds while the signal is above; `below:` while it is below; default
                     above 0.5 */
    bool below;
    double frequency; /**< beeper, horn: of its tone [Hz], default 1250 and 420 */
    int cue;          /**< cue: an auth_cue */
} auth_voice;

/** "engine" */
const char *auth_voice_word(auth_voice_kind kind);

#endif
