/* The cockpit: what the hands, feet, ears and seat of an operator meet in a run. Input devices, sound and the
 * motion platform are opened once, and join one session after the other. */
#ifndef COCKPIT_H
#define COCKPIT_H

#include "command/options.h"
#include "machine.h"

#include "auth/settings.h"
#include "io/bindings.h"
#include "io/motion.h"
#include "rnd/window.h"
#include "rt/session.h"

/** As it was written; NULL: not given. */
typedef struct cockpit_request {
    const char *bindings, *pattern, *sound, *motion;
    bool mute;
} cockpit_request;

/** Their entries in a table of options. */
#define COCKPIT_OPTIONS(request)                                                                             \
    {"bindings", OPTION_FILE, &(request)->bindings, "FILE",                                                  \
     "bindings of devices to controls (default: the user's own bindings.yaml)"},                             \
        {"pattern", OPTION_TEXT, &(request)->pattern, "NAME",                                                \
         "control pattern of the levers, one of the machine's (default: as chosen in the window)"},          \
        {"sound", OPTION_OUTPUT, &(request)->sound, "FILE.wav",                                              \
         "write the sound to a file instead of playing it"},                                                 \
        {"mute", OPTION_FLAG, &(request)->mute, NULL, "play no sound"},                                      \
    {                                                                                                        \
        "motion", OPTION_FILE, &(request)->motion, "RIG", "rig file of a motion platform to move"            \
    }

typedef struct cockpit_setup {
    const cockpit_request *request;
    const machine_files *files;
    const world_machine *machine;
    const auth_settings *settings;
    bool keyboard; /**< the keyboard of the window drives */
    bool devices;  /**< input devices drive */
    bool need;     /**< and there must be one */
    bool sound;    /**< a sound card plays; a file is written in any case */
} cockpit_setup;

typedef struct cockpit cockpit;

/** Open what is asked for.
 *  @param status  out: the exit status when NULL, which comes after messages on stderr */
cockpit *cockpit_open(const cockpit_setup *setup, hl_arena *arena, int *status);

/** The binding of the window's keyboard; NULL: none, or somebody else drives. */
const io_device_bindings *cockpit_keyboard(const cockpit *c);

/** Index of the pattern that is chosen now. */
int cockpit_pattern(const cockpit *c);

/** Name the controls of the machine that neither the keyboard nor a device which is there reaches, with the
 * pattern that is chosen now. @return how many they are; 0 where somebody else drives */
int cockpit_unreached(const cockpit *c, char *text, size_t size);

/** Join a session, which has not started. @return false: it has no room, or memory is exhausted */
bool cockpit_join(cockpit *c, rt_session *session);

/** Leave it: it may go. */
void cockpit_leave(cockpit *c);

/** Hear from where the picture is seen; until then, and from a picture of the cab, one hears from the seat.
 */
void cockpit_listen(cockpit *c, const rnd_eye *eye);

/** Volumes and pattern as they are chosen from now on. */
void cockpit_choose(cockpit *c, const auth_settings *settings);

/** What the platform's thread has counted. @return false: there is no platform */
bool cockpit_motion(const cockpit *c, io_motion_counts *counts);

/** The next piece of news. @return false: there is none */
bool cockpit_news(cockpit *c, char *text, size_t size);

/** The next action that a button asks for. @return false: there is none */
bool cockpit_action(cockpit *c, io_action *action);

/** Park the platform, end the sound. @return false after a message: what was heard could not be written */
bool cockpit_close(cockpit *c);

#endif
