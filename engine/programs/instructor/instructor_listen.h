/* Where the instructor's server listens, and who connects. */
#ifndef INSTRUCTOR_LISTEN_H
#define INSTRUCTOR_LISTEN_H

#include <stdbool.h>
#include <stddef.h>

enum { LISTEN_PEER = 16 /* [bytes] */, LISTEN_PEER_TEXT = 64 };

/** Address of a computer, for limits: IPv4 as in IPv6 (::ffff:a.b.c.d); of IPv6 the first 64 bits, because a
 * computer chooses the others itself. */
typedef struct listen_peer {
    unsigned char bytes[LISTEN_PEER];
} listen_peer;

/** Listen at a TCP port.
 *  @param address   numeric, or a name of this computer
 *  @param port      0: any that is free
 *  @param loopback  out: whether only this computer can reach it
 *  @param why       out: why not
 *  @return a socket that does not block; -1: it cannot be */
int listen_at(const char *address, int port, bool *loopback, char *why, size_t why_size);

/** The next connection, as a socket that does not block.
 *  @param peer  out
 *  @return -1: there is none */
int listen_accept(int socket, listen_peer *peer);

bool listen_is_same(const listen_peer *a, const listen_peer *b);

/** "192.168.1.20", "2001:db8::/64". @return text */
const char *listen_print(const listen_peer *peer, char text[LISTEN_PEER_TEXT]);

#endif
