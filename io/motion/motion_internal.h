/* Parts of motion: UDP sockets, and errors of a virtual platform for tests. */
#ifndef MOTION_INTERNAL_H
#define MOTION_INTERNAL_H

#include "io/motion.h"

#include <stddef.h>

/** Open a socket to one host that does not block and receives from that host only. @return -1 with `error`
 * set */
int udp_connect(const char *host, int port, char *error, size_t error_size);

/** Open a socket that does not block and receives from all. @param port  0: any. @return -1 with `error` set
 */
int udp_listen(int port, char *error, size_t error_size);

/** Errors of a platform or its network. */
typedef struct platform_trouble {
    int drop;       /**< every so many datagrams one is lost; 0: none is */
    bool mute;      /**< no heartbeats */
    uint32_t fault; /**< code in the heartbeats */
} platform_trouble;

/** Set the errors, from the next datagram until the next call. */
void platform_make_trouble(io_platform *platform, const platform_trouble *trouble);

#endif
