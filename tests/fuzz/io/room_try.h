#ifndef ROOM_TRY_H
#define ROOM_TRY_H

#include <stddef.h>

/** Let a room of two instructors and one seat take messages, one a line, from each in turn, and check what is
 * to be sent to them. A check that fails ends the program. */
void room_try(const char *bytes, size_t count);

/** Look at a text as at the headers of a request: cookies, origin, host. A check that fails ends the program.
 */
void header_try(const char *bytes, size_t count);

#endif
