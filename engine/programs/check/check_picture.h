/* headland check of what a picture is made of: models, and the layout of a machine. */
#ifndef CHECK_PICTURE_H
#define CHECK_PICTURE_H

#include "drv/load.h"

/** See that the models are there which the machine's `picture:`, the objects and the scenery name, and put
 * the machine's layout before it. Complaints on stderr.
 *  @return the exit status */
int check_picture(const drv_files *files, const world_machine *machine, hl_arena *arena);

#endif
