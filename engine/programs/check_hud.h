/* headland check of layouts of head-up displays. */
#ifndef CHECK_HUD_H
#define CHECK_HUD_H

#include "hl/arena.h"

/** Read a layout; where it names a machine, look its signals and their units up in it; see that its images
 * can be read. Complaints on stderr, what is good on stdout.
 *  @return the exit status */
int check_hud(const char *path, hl_arena *arena);

#endif
