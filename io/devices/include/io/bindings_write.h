/* Writing bindings as the text of a file: docs/bindings.md. */
#ifndef IO_BINDINGS_WRITE_H
#define IO_BINDINGS_WRITE_H

#include "auth/bindings.h"

#include <stdio.h>

/** Write bindings so that auth_bindings_parse reads the same; keys with their default are left out. Devices
 * of one name are one device under several ids. */
void io_bindings_write(const auth_bindings *bindings, FILE *out);

#endif
