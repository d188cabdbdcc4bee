/* The plain window on a machine and its site: what driving and watching share. */
#ifndef SITE_WINDOW_H
#define SITE_WINDOW_H

#include "rnd/plain_window.h"
#include "world/machine.h"

/** Open it; the arena and what is in it must outlive it.
 *  @param scenario  may be NULL
 *  @param instead   the option that does without a window, for the message
 *  @param error     out: why there is no window
 *  @return NULL: there is none */
rnd_plain_window *site_window_open(const world_machine *machine, const auth_machine *author,
                                   const auth_scenario *scenario, const char *instead, hl_arena *arena,
                                   char *error, size_t size);

#endif
