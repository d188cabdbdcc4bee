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
    const char *wav; /**< file instead of the sound card; NULL: sound card */
} drv_ears_setup;

typedef struct drv_ears drv_ears;

/** Whether there is anything to hear: sounds of a machine of the world, or an exercise's cues. */
bool drv_ears_needed(const world_machine *machine);

/** Open the sound, with the listener in the seat. NULL after a message; a missing sound card is not an error.
 */
drv_ears *drv_ears_open(const drv_ears_setup *setup, hl_arena *arena);

/** Join a session or a replay before it starts. @return false: no room */
bool drv_ears_join(drv_ears *e, rt_session *session);
bool drv_ears_join_player(drv_ears *e, rt_player *player);

/** Leave the session. */
void drv_ears_leave(drv_ears *e);

/** Set the listener to the camera; for the cab camera, to the seat. */
void drv_ears_listen(drv_ears *e, const rnd_eye *eye);

void drv_ears_volumes(drv_ears *e, const auth_settings *settings);

/** The next message. @return false: no message */
bool drv_ears_news(drv_ears *e, char *text, size_t size);

/** @return false after a message: the sound file could not be written */
bool drv_ears_close(drv_ears *e);

/* ---- cockpit ---- */

/* The cockpit: input devices, sound and the motion platform. They are opened once and join one session after
 * the other. */

typedef struct drv_cockpit_setup {
    const drv_log *log;
    const drv_files *files;
    const world_machine *machine;
    const auth_settings *settings;
    const char *pattern;                /**< requested; NULL: that of the settings */
    const io_device_bindings *keyboard; /**< of the window; NULL: it does not drive */
    const io_binding_files *bindings;   /**< of input devices; NULL: they do not drive */
    bool need;                          /**< at least one device is required */
    const char *wav;                    /**< file for the sound; NULL: none */
    bool sound;                         /**< play on a sound card, unless a file is written */
    const char *rig;                    /**< rig file of the motion platform; NULL: none */
} drv_cockpit_setup;

typedef struct drv_cockpit drv_cockpit;

/** Open the requested parts: all files are read before a device is opened or a file written.
 *  @param status  out: drv_status if NULL is returned, after messages */
drv_cockpit *drv_cockpit_open(const drv_cockpit_setup *setup, hl_arena *arena, int *status);

/** The binding of the window's keyboard; NULL: none. */
const io_device_bindings *drv_cockpit_keyboard(const drv_cockpit *c);

/** Index of the present pattern of levers. */
int drv_cockpit_pattern(const drv_cockpit *c);

/** List the controls of the machine to which no present input is bound, with the present pattern. @return
 * their number; 0 if no input drives */
int drv_cockpit_unreached(const drv_cockpit *c, char *text, size_t size);

/** Join a session before it starts. @return false: no room in the session, or memory is exhausted */
bool drv_cockpit_join(drv_cockpit *c, rt_session *session);

/** Leave the session. */
void drv_cockpit_leave(drv_cockpit *c);

/** Set the listener to the camera; before the first call, and for the cab camera, the listener is in the
 * seat.
 */
void drv_cockpit_listen(drv_cockpit *c, const rnd_eye *eye);

/** Set volumes and pattern. */
void drv_cockpit_choose(drv_cockpit *c, const auth_settings *settings);

/** Counts of the platform's thread. @return false: there is no platform */
bool drv_cockpit_motion(const drv_cockpit *c, io_motion_counts *counts);

/** The next message. @return false: no message */
bool drv_cockpit_news(drv_cockpit *c, char *text, size_t size);

/** The next action of a button. @return false: no action */
bool drv_cockpit_action(drv_cockpit *c, io_action *action);

/** Park the platform, end the sound. @return false after a message: the sound file could not be written */
bool drv_cockpit_close(drv_cockpit *c);

/* ---- hints ---- */

/* Hints when a driver moves a control and the machine does not move: engine, safety lever, parking brake,
 * neutral. They use the roles of controls, so they work for any machine. */

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
    drv_hint seen; /**< present cause */
    double since;  /**< of the world [s] */
    bool told;
    int times[DRV_HINT_KINDS]; /**< hints given so far */
} drv_hints;

/** Find the index of a signal by its name; -1: unknown. */
typedef int (*drv_hints_find)(const void *machine, const char *name);

/** Begin with a machine. @param find called with `machine` */
void drv_hints_begin(drv_hints *h, const auth_machine *author, drv_hints_find find, const void *machine);

/** Evaluate the newest snapshot. @return the hint to show now: once each time that its cause has lasted a
 * second, at most three times; DRV_HINT_NONE: no hint */
drv_hint drv_hints_look(drv_hints *h, const xch_snapshot *snapshot);

/** "The parking brake is on: P releases it". @param keyboard  NULL: without a key */
void drv_hints_text(const drv_hints *h, drv_hint of, const io_keyboard *keyboard, char text[DRV_HINT_TEXT]);

#endif
