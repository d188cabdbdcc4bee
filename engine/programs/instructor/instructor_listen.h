/* Where the instructor's server listens. */
#ifndef INSTRUCTOR_LISTEN_H
#define INSTRUCTOR_LISTEN_H

#include <stdbool.h>
#include <stddef.h>

/** Listen at a TCP port.
 *  @param address   numeric, or a name of this computer
 *  @param port      0: any that is free
 *  @param loopback  out: whether only this computer can reach it
 *  @param why       out: why not
 *  @return a socket that does not block; -1: it cannot be */
int listen_at(const char *address, int port, bool *loopback, char *why, size_t why_size);

/** The next one who has connected. @return -1: nobody */
int listen_accept(int socket);

#endif
