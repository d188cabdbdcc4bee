/* The clockwork of a display: keys to commands, snapshots to pictures, what the driver wishes and is asked,
 * hints. The pictures are drawn by a screen, which is a window or what a test puts in its place. */
#ifndef DRV_DISPLAY_H
#define DRV_DISPLAY_H

#include "drv/cockpit.h"
#include "drv/scene.h"
#include "rnd/window.h"
#include "rt/photons.h"

/** What draws, and what keys and menus ask for: see the functions of rnd/window.h of the same names. */
typedef struct drv_screen {
    void *context;
    rnd_input (*input)(void *context);
    /** Draw a picture. @param command  when something was last moved [ns]; 0: never */
    void (*draw)(void *context, const xch_snapshot *newest, bool paused, int64_t command);
    int64_t (*shown)(void *context, double *time);
    bool (*eye)(void *context, rnd_eye *eye);
    bool (*settings)(void *context, auth_settings *settings);
    void (*message)(void *context, const char *text);
    void (*ask)(void *context, const char *question, const char *note);
    void (*next_camera)(void *context);
    void (*switch_hud)(void *context);
    void (*set_pattern)(void *context, const char *name);
    drv_scene *scene;      /**< that it draws, for the sand; NULL: none */
    auth_weather *weather; /**< of its picture; NULL: none */
} drv_screen;

typedef struct drv_display_setup {
    const drv_files *files;
    const world_machine *machine;
    drv_cockpit *cockpit;      /**< its keyboard, when there is one, drives */
    bool person;               /**< no script drives: hints are given */
    bool attempt;              /**< it counts: giving it up needs a second key */
    bool (*interrupted)(void); /**< whether the program is to end */
} drv_display_setup;

typedef struct drv_display drv_display;

/** Make the clockwork; it needs a screen before it joins. NULL: out of memory. */
drv_display *drv_display_new(const drv_display_setup *setup, hl_arena *arena);

/** Lines of help of the keyboard for the screen, NULL ends them; NULL: there is no keyboard. */
const char *const *drv_display_help(const drv_display *display);

/** Give it a screen, which is copied. */
void drv_display_show(drv_display *display, const drv_screen *screen);

/** Join a session, which has not started; a display can join one after the other.
 *  @return false: out of memory */
bool drv_display_join(drv_display *display, rt_session *session);

/** Leave it: nothing that it published is looked at any more. */
void drv_display_leave(drv_display *display);

/** Show and drive until the session ends, or the screen is closed, which stops the session.
 *  @param look  called once a picture
 *  @return whether the drive is to begin anew */
bool drv_display_loop(drv_display *display, void (*look)(void *context), void *context);

/** Show the last picture of a session that has ended, until the time is over, or a key ends it.
 *  @return likewise */
bool drv_display_linger(drv_display *display, double seconds, void (*look)(void *context), void *context);

/** Let the world stand still, or go on. */
void drv_display_pause(drv_display *display, bool pause);

/** The cockpit has another pattern of levers, of this name: menu and keyboard follow. */
void drv_display_pattern(drv_display *display, const char *name);

/** Weather and time of day of the picture: may be changed between pictures. NULL: there is none. */
auth_weather *drv_display_weather(drv_display *display);

/** The session hears a source again that it had taken for lost: the keyboard repeats what is held. */
void drv_display_back(drv_display *display, int source);

/** Show a line for some seconds. */
void drv_display_message(drv_display *display, const char *text);

/** From events of devices to the pictures that show what they have done, in the session that was joined. */
const rt_histogram *drv_display_photons(const drv_display *display);

/** Whether the display is gone. */
bool drv_display_lost(const drv_display *display);

#endif
