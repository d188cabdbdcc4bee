#ifndef LINK_TRY_H
#define LINK_TRY_H

#include <stdbool.h>
#include <stddef.h>

/** Parse a request and check what must hold of what the parser gave or refused. A check that fails ends the
 * program.
 *  @return whether it was taken */
bool link_try(const void *text, size_t length);

#endif
