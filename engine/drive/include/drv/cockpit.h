/* The cockpit: input devices, sound, motion, force feedback; and hints when nothing moves. */
#ifndef DRV_COCKPIT_H
#define DRV_COCKPIT_H

#include "auth/machine.h"
#include "auth/settings.h"
#include "drv/load.h"
#include "drv/log.h"
#include "io/bindings.h"
#include "io/device.h"
#include "io/devices.h"
#include "io/motion.h"
#include "rnd/window.h"
#include "rt/replay.h"
#include "rt/session.h"
#include "xch/snapshot.h"

#include <stdbool.h>

/* ---- ears ---- */

/* The sound of a drive or a replay: the voices of all machines, where one hears from, how loud. */

typedef struct drv_ears_setup {
    const drv_log *log;
    const auth_machine *author;
    const world_machine *machine;
    const auth_settings *settings;
    const char *wav; /**< file that is written instead of playing; NULL: the sound card plays */
} drv_ears_setup;

typedef struct drv_ears drv_ears;

/** Whether there is anything to hear: sounds of a machine of the world, or an exercise's cues. */
bool drv_ears_needed(const world_machine *machine);

/** Hear from the seat. NULL after a message; a sound card that is missing is no reason. */
drv_ears *drv_ears_open(const drv_ears_setup *setup, hl_arena *arena);

/** Hear a session, or a replay, which has not started. @return false: it has no room */
bool drv_ears_join(drv_ears *e, rt_session *session);
bool drv_ears_join_player(drv_ears *e, rt_player *player);

/** Leave it: it may go. */
void drv_ears_leave(drv_ears *e);

/** Hear from where a picture is seen; from a picture of the cab one hears from the seat. */
void drv_ears_listen(drv_ears *e, const rnd_eye *eye);

void drv_ears_volumes(drv_ears *e, const auth_settings *settings);

/** The next piece of news. @return false: there is none */
bool drv_ears_news(drv_ears *e, char *text, size_t size);

/** @return false after a message: what was heard could not be written */
bool drv_ears_close(drv_ears *e);

/* ---- cockpit ---- */

/* The cockpit: what the hands, feet, ears and seat of an operator meet in a drive. Input devices, sound and
 * the motion platform are opened once, and join one session after the other. */

typedef struct drv_cockpit_setup {
    const drv_log *log;
    const drv_files *files;
    const world_machine *machine;
    const auth_settings *settings;
    const char *pattern;                /**< asked for; NULL: as chosen in the settings */
    const io_device_bindings *keyboard; /**< of the window; NULL: none, or it does not drive */
    const io_binding_files *bindings;   /**< input devices drive; NULL: none does */
    bool need;                          /**< and there must be one */
    const char *wav;                    /**< file that is written with what is heard; NULL: none */
    bool sound;                         /**< a sound card plays, unless a file is written */
    const char *rig;                    /**< file of the motion platform; NULL: none */
} drv_cockpit_setup;

typedef struct drv_cockpit drv_cockpit;

/** Open what is asked for: all files are read before anything is opened or written.
 *  @param status  out: drv_status when NULL, which comes after messages */
drv_cockpit *drv_cockpit_open(const drv_cockpit_setup *setup, hl_arena *arena, int *status);

/** The binding of the window's keyboard; NULL: none. */
const io_device_bindings *drv_cockpit_keyboard(const drv_cockpit *c);

/** Index of the pattern of levers that is chosen now. */
int drv_cockpit_pattern(const drv_cockpit *c);

/** Name the controls of the machine that neither the keyboard nor a device which is there reaches, with the
 * pattern that is chosen now. @return their number; 0 when neither drives */
int drv_cockpit_unreached(const drv_cockpit *c, char *text, size_t size);

/** Join a session, which has not started. @return false: it has no room, or memory is exhausted */
bool drv_cockpit_join(drv_cockpit *c, rt_session *session);

/** Leave it: it may go. */
void drv_cockpit_leave(drv_cockpit *c);

/** Hear from where the picture is seen; until then, and from a picture of the cab, one hears from the seat.
 */
void drv_cockpit_listen(drv_cockpit *c, const rnd_eye *eye);

/** Volumes and pattern as they are chosen from now on. */
void drv_cockpit_choose(drv_cockpit *c, const auth_settings *settings);

/** What the platform's thread has counted. @return false: there is no platform */
bool drv_cockpit_motion(const drv_cockpit *c, io_motion_counts *counts);

/** The next piece of news. @return false: there is none */
bool drv_cockpit_news(drv_cockpit *c, char *text, size_t size);

/** The next action that a button asks for. @return false: there is none */
bool drv_cockpit_action(drv_cockpit *c, io_action *action);

/** Park the platform, end the sound. @return false after a message: what was heard could not be written */
bool drv_cockpit_close(drv_cockpit *c);

/* ---- hints ---- */

/* What is in the way when a driver moves something and nothing moves: engine, safety lever, parking
 * brake, neutral. Known by what the controls are for, so that any machine has its own. */

enum { DRV_HINT_LEVERS = 32, DRV_HINT_TEXT = 160 };

typedef enum drv_hint {
    DRV_HINT_NONE,
    DRV_HINT_ENGINE,
    DRV_HINT_LOCK,
    DRV_HINT_PARKING,
    DRV_HINT_NEUTRAL,
    DRV_HINT_KINDS
} drv_hint;

typedef struct drv_hints {
    int running, speed;             /**< signals; -1: none */
    int controls[AUTH_DRIVE_ROLES]; /**< -1: none */
    int signals[AUTH_DRIVE_ROLES];  /**< of these controls */
    int lever_count, levers[DRV_HINT_LEVERS];
    drv_hint seen; /**< what is in the way now */
    double since;  /**< of the world [s] */
    bool told;
    int times[DRV_HINT_KINDS]; /**< told so far */
} drv_hints;

/** Index of a signal, by its name; -1: there is none. */
typedef int (*drv_hints_find)(const void *machine, const char *name);

/** Begin with a machine. @param find  asked with `machine` */
void drv_hints_begin(drv_hints *h, const auth_machine *author, drv_hints_find find, const void *machine);

/** Look at the newest snapshot.
 *  @return what is to be told now: once each time that it has been in the way for a second, and three times
 * at most; DRV_HINT_NONE: nothing */
drv_hint drv_hints_look(drv_hints *h, const xch_snapshot *snapshot);

/** "The parking brake is on: P releases it". @param keyboard  NULL: no key is named */
void drv_hints_text(const drv_hints *h, drv_hint of, const io_keyboard *keyboard, char text[DRV_HINT_TEXT]);

#endif
