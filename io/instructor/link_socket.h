/* The socket of a seat in the machine's own file system, for its user alone. */
#ifndef LINK_SOCKET_H
#define LINK_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

/** Listen there. The folder above it is made, for the user alone; the socket of a seat that has gone is
 * replaced.
 *  @param why  out: why not, in words
 *  @return -1: it cannot be */
int link_socket_listen(const char *path, char *why, size_t why_size);

/** The next one who has connected; others than the user of this process are turned away.
 *  @return a socket that does not block; -1: nobody */
int link_socket_accept(int listener);

#endif
