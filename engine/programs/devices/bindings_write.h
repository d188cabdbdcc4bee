/* Bindings as the text of a file, for what a program has made: docs/bindings.md. */
#ifndef BINDINGS_WRITE_H
#define BINDINGS_WRITE_H

#include "auth/bindings.h"

#include <stdio.h>

/** Write them so that auth_bindings_parse reads the same back; keys that stand at their default are left out.
 * Devices of one name are one under several ids. */
void bindings_write(const auth_bindings *bindings, FILE *out);

#endif
