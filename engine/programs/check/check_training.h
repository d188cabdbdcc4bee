/* headland check of what exercises name besides signals: layouts, their gauges, images. */
#ifndef CHECK_TRAINING_H
#define CHECK_TRAINING_H

#include "drv/load.h"

/** Read the layout of a scenario and put it before the machine; see that gauges of instructions are on it and
 * that images can be read. Complaints on stderr.
 *  @return the exit status */
int check_training(const drv_files *files, const world_machine *machine, hl_arena *arena);

#endif
