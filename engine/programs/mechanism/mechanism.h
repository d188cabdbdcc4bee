/* Loading mechanism files with complaints on stderr: what simulate, equilibrium and check share. */
#ifndef MECHANISM_H
#define MECHANISM_H

#include "world/mechanism.h"

/** Read a file. NULL after complaints on stderr; *status then is the exit status. */
auth_mechanism *mechanism_read(const char *path, hl_arena *arena, int *status);

/** Build and assemble what was read from `path`. NULL after complaints on stderr. */
world_mechanism *mechanism_build(const char *path, const auth_mechanism *author,
                                 const mb_step_options *options, hl_arena *arena, int *status);

/** Put the formulation and the solver of these names (NULL: keep) into the options; a formulation that is not
 * the file's own gets its default penalty, whose unit differs. False after a message that names the nearest.
 */
bool mechanism_choose(const char *formulation, const char *solver, mb_step_options *options);

#endif
