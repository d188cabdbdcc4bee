/* A scripted operator: reads signals, sets controls. Pure and deterministic. Its state is not part of the
 * world's state: recordings contain the controls that it set. */
#ifndef WORLD_OPERATOR_H
#define WORLD_OPERATOR_H

#include "auth/operator.h"
#include "world/machine.h"

typedef struct world_operator world_operator;

/** Resolve a script for a machine. Unknown controls and signals are reported with the most similar name.
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_operator_build(const auth_operator *script, const world_machine *machine, hl_arena *arena,
                               hl_report *report, world_operator **built);

/** Warn about conditions of a script that never or always hold. The script must be one that
 * world_operator_build has accepted. Not RT.
 *  @param warnings  begun by hl_report_begin_warnings */
void world_operator_warn(const auth_operator *script, const world_machine *machine, hl_report *warnings);

/** Set the controls for the next tick. RT.
 *  @param signals  of the present state, all of them
 *  @return false: the script has ended */
bool world_operator_act(world_operator *driver, world_machine *machine, const double *signals);

#endif
