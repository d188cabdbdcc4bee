/* The cockpit: what the hands, feet, ears and seat of an operator meet in a drive. Input devices, sound and
 * the motion platform are opened once, and join one session after the other. */
#ifndef DRV_COCKPIT_H
#define DRV_COCKPIT_H

#include "drv/ears.h"
#include "drv/load.h"

#include "io/bindings.h"
#include "io/device.h"
#include "io/motion.h"

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

#endif
