/* The listening socket of the instructor's server, the addresses of its clients, and its certificate. */
#ifndef LISTEN_H
#define LISTEN_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>

enum { LISTEN_PEER = 16 /* [bytes] */, LISTEN_PEER_TEXT = 64 };

/** Address of a client, for limits: IPv4 as in IPv6 (::ffff:a.b.c.d); of IPv6 the first 64 bits, because a
 * computer chooses the others itself. */
typedef struct listen_peer {
    unsigned char bytes[LISTEN_PEER];
} listen_peer;

/** Listen at a TCP port.
 *  @param address   numeric, or a name of this computer
 *  @param port      0: any free port
 *  @param loopback  out: whether only this computer can reach it
 *  @param why       out: why not
 *  @return a socket that does not block; -1: see `why` */
int listen_at(const char *address, int port, bool *loopback, char *why, size_t why_size);

/** Accept the next connection, as a socket that does not block.
 *  @param peer  out
 *  @return -1: no connection waits */
int listen_accept(int socket, listen_peer *peer);

/** Whether two addresses are equal. */
bool listen_is_same(const listen_peer *a, const listen_peer *b);

/** "192.168.1.20", "2001:db8::/64". @return text */
const char *listen_print(const listen_peer *peer, char text[LISTEN_PEER_TEXT]);

/** Read a certificate with its chain, and its private key, both in PEM. Only the owner may be able to read
 * the key.
 *  @param why  out: what is wrong, and what is expected
 *  @return settings of connections (TLS 1.2 and newer), to be freed; NULL: see `why` */
SSL_CTX *tls_open(const char *cert, const char *key, char *why, size_t why_size);

#endif
