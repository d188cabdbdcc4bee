/* Windows on a machine and its site: what driving and watching share. */
#ifndef SITE_WINDOW_H
#define SITE_WINDOW_H

#include "drv/display.h"
#include "rnd/window.h"
#include "window_options.h"

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

/** Draw a picture with the sand that has come meanwhile.
 *  @param newest  NULL: none has come
 *  @param command  see rnd_shown */
void site_window_draw(site_window *site, const xch_snapshot *newest, bool paused, int64_t command);

/** Keep the settings, close the windows. */
void site_window_close(site_window *site);

#endif
