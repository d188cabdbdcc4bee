/* The plain window on a machine and its site: what driving and watching share. */
#ifndef SITE_WINDOW_H
#define SITE_WINDOW_H

#include "rnd/plain_window.h"
#include "world/machine.h"

typedef struct site_window {
    rnd_plain_window *window;
    rnd_sand *sand;      /**< NULL: the ground is rigid */
    xch_terrain terrain; /**< where sand comes from: of the session or the replay */
} site_window;

/** Where tiles of the sand are wanted first [m]. */
void site_window_middle(const auth_scenario *scenario, double at[2]);

/** Open it; the arena and what is in it must outlive it.
 *  @param scenario  may be NULL
 *  @param instead   the option that does without a window, for the message
 *  @param error     out: why there is no window
 *  @param site      out
 *  @return false: there is none */
bool site_window_open(world_machine *machine, const auth_machine *author, const auth_scenario *scenario,
                      const char *instead, hl_arena *arena, site_window *site, char *error, size_t size);

/** Draw a picture with the sand that has come meanwhile. */
void site_window_draw(site_window *site, const xch_snapshot *snapshot);

#endif
