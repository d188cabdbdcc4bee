/* A snapshot of a world. */
#ifndef RUNTIME_SNAPSHOT_H
#define RUNTIME_SNAPSHOT_H

#include "world/machine.h"
#include "xch/snapshot.h"

/** Set tick, time, signals and poses of the present state; other fields are unchanged. RT.
 *  @param signals  of that state, as world_machine_signals gave them */
void snapshot_of(const world_machine *machine, const double *signals, xch_snapshot *to);

#endif
