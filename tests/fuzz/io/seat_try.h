#ifndef SEAT_TRY_H
#define SEAT_TRY_H

#include <stdbool.h>
#include <stddef.h>

/** Let the instructor's program hear bytes of a seat, in two pieces, and check what must hold of what it
 * keeps and of the answers that it hears. A check that fails ends the program.
 *  @return whether it would listen on */
bool seat_try(const char *bytes, size_t count);

#endif
