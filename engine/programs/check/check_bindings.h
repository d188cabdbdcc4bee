/* headland check of bindings: alone, or against the machine that they name. */
#ifndef CHECK_BINDINGS_H
#define CHECK_BINDINGS_H

#include "auth/machine.h"
#include "hl/arena.h"
#include "hl/report.h"

/** Read bindings, and resolve them against the machine that they name, else against the standard commands.
 *  @return exit status; other than PROGRAM_DONE after complaints on stderr */
int check_bindings(const char *path, hl_arena *arena);

/** Warn of controls of a machine that no shipped profile moves.
 *  @param path  of its file */
void check_reach(const auth_machine *machine, const char *path, hl_arena *arena, hl_report *warnings);

#endif
