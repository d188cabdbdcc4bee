/* Windows on a machine and its site: options of the command line, the settings' file, what driving and
 * watching share. */
#ifndef PICTURE_WINDOW_H
#define PICTURE_WINDOW_H

#include "command/options.h"
#include "drv/display.h"
#include "rnd/window.h"

/** As it was written; NULL: not given. */
typedef struct window_request {
    const char *displays, *quality, *hud, *show, *camera;
} window_request;

/** Their entries in a table of options. */
#define WINDOW_OPTIONS(request)                                                                              \
    {"displays", OPTION_TEXT, &(request)->displays, "A,B,C",                                                 \
     "one window for each view angle [deg], positive to the left, listed from left to right, e.g. 45,0,-45 " \
     "(default: 0)"},                                                                                        \
        {"quality", OPTION_TEXT, &(request)->quality, "Q",                                                   \
         "quality of the picture: auto, low, medium or high (default: as chosen in the window)"},            \
        {"hud", OPTION_FILE, &(request)->hud, "LAYOUT",                                                      \
         "file of a HUD layout, or none (default: the scenario's, else the machine's)"},                     \
        {"show", OPTION_TEXT, &(request)->show, "WHAT",                                                      \
         "utilities: mark the ways of buried cables and pipes on the ground, for instructors"},              \
    {                                                                                                        \
        "camera", OPTION_TEXT, &(request)->camera, "C",                                                      \
            "camera at the start: cab, chase, orbit or bucket (default: as chosen in the window)"            \
    }

typedef struct window_choice {
    int displays;
    double angles[RND_DISPLAYS]; /**< [rad] */
    auth_settings settings;      /**< with what the command line says */
    auth_settings kept;          /**< as the file has them */
    const char *hud;             /**< NULL: the scenario's or the machine's own */
    const char *show;            /**< see drv_scene_request */
} window_choice;

/** Settings from their file, overridden by the request. A bad file is told of, and not heeded.
 *  @return false after a message on stderr: a word that is not known, angles that cannot be read */
bool window_choose(const window_request *request, window_choice *choice);

/** Refuse what only a window heeds, where there is none.
 *  @param pictures  are written by --frames: a layout is heeded then
 *  @return false after a message on stderr */
bool window_without(const window_request *request, bool pictures);

/** Write the settings back, if they were changed in the window; what only the command line said is not kept.
 */
void window_keep(const window_choice *choice, const rnd_window *window);

typedef struct site_window {
    const window_choice *choice;
    world_machine *machine;
    hl_arena *arena;
    drv_scene scene;
    rnd_window *window;
    int hud_width;       /**< that the display was made for [pixels] */
    double since_resize; /**< when that was last wanted to change [s] */
    int64_t titled;      /**< when the title was written [ns] */
    int speed, engine;   /**< signals of the title, -1: none */
} site_window;

/** How a window on a site is asked for. */
typedef struct site_window_setup {
    drv_scene_request site;
    const window_choice *choice;
    const char *const *help, *const *patterns; /**< see rnd_window_setup */
    bool reset;
    const char *pictures; /**< folder of screenshots; NULL: the current one */
    const char *instead;  /**< the option that does without a window, for the message */
} site_window_setup;

/** Make the scene, then open the windows; the arena and what is in it must outlive them.
 *  @param status  out: the exit status when false, which comes after a message on stderr */
bool site_window_open(world_machine *machine, const site_window_setup *setup, hl_arena *arena,
                      site_window *site, int *status);

/** The windows as a display draws with them. */
drv_screen site_window_screen(site_window *site);

/** Draw a picture with the sand that has arrived. */
void site_window_draw(site_window *site, const drv_shown *shown);

/** Keep the settings, close the windows. */
void site_window_close(site_window *site);

#endif
