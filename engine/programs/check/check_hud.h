/* headland check of layouts of head-up displays. */
#ifndef CHECK_HUD_H
#define CHECK_HUD_H

#include "auth/hud.h"
#include "world/machine.h"

/** Read a layout; where it names a machine, look its signals and their units up in it; see that its images
 * can be read. Complaints on stderr, what is good on stdout.
 *  @return the exit status */
int check_hud(const char *path, hl_arena *arena);

/** Complain about an image that cannot be read as a picture shows it. */
void check_image(const char *path, hl_place place, hl_report *complaints);

/** Complain about what of a layout does not fit a machine.
 *  @param complaints  begun with the layout's file
 *  @return false after a complaint, or, with a clean report, out of memory */
bool check_hud_fits(const auth_hud *hud, const world_machine *machine, hl_arena *arena,
                    hl_report *complaints);

/** Read the layout that another file names for a machine.
 *  @param complaints  begun with the layout's file by this
 *  @return NULL: after a complaint, or, with a clean report, out of memory */
const auth_hud *check_hud_for(const char *path, const world_machine *machine, hl_arena *arena,
                              hl_report *complaints);

#endif
