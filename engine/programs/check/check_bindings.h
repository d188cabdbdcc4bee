/* headland check of bindings: alone, or against the machine that they name. */
#ifndef CHECK_BINDINGS_H
#define CHECK_BINDINGS_H

#include "hl/arena.h"

/** Read bindings, and resolve them against the machine that they name, else against the standard commands.
 *  @return exit status; other than PROGRAM_DONE after complaints on stderr */
int check_bindings(const char *path, hl_arena *arena);

#endif
