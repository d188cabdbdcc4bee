/* The description of a machine in a recording. */
#ifndef RECORDING_INFO_H
#define RECORDING_INFO_H

#include "rt/recording.h"
#include "world/machine.h"

/** Fill in names, sizes and hashes of a machine; version, options and texts are the caller's. Not RT.
 *  @return HL_OK, HL_OUT_OF_MEMORY */
hl_status rt_info_of(const world_machine *machine, hl_arena *arena, rt_recording_info *info);

#endif
