#ifndef RECORDING_TRY_H
#define RECORDING_TRY_H

#include <stdbool.h>

/** Open a recording, read all of it, replay it with the fake machine, and check what must hold. A check that
 * fails ends the program.
 *  @return whether it was opened */
bool recording_try(const char *path);

#endif
