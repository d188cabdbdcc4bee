/* The front of the instructor's server: a thread that accepts connections, decrypts them, checks what they
 * send (relay.h), limits their number (admission.h), and hands each connection whose request has arrived to
 * the server, as one end of a pair of local sockets. */
#ifndef FRONT_H
#define FRONT_H

#include "admission.h"

typedef struct srv_front srv_front;

/** Listen at a TCP port.
 *  @param address   numeric, or a name of this computer
 *  @param port      0: any free port
 *  @param loopback  out: whether only this computer can reach it
 *  @param why       out: why not
 *  @return a socket that does not block; -1: see `why` */
int listen_at(const char *address, int port, bool *loopback, char *why, size_t why_size);

/** Start the thread.
 *  @param listener   a listening socket; the front closes it
 *  @param cert, key  files in PEM: the certificate with its chain, and its private key, which only the owner
 *                   may be able to read; NULL: without TLS
 *  @param why        out: what is wrong, and what to do
 *  @return NULL: see `why` */
srv_front *front_open(int listener, const char *cert, const char *key, char *why, size_t why_size);

/** A descriptor that is readable while front_take has a connection. */
int front_descriptor(const srv_front *front);

/** Take the next connection with a request.
 *  @param number  out: of the connection
 *  @return a socket that does not block; -1: no connection waits */
int front_take(srv_front *front, int64_t *number);

/** Admit a connection whose request is authorised. @return false: too many are admitted, or it is closed */
bool front_admit(srv_front *front, int64_t number);

/** Address of the client of a connection. @return false: it is closed */
bool front_peer(srv_front *front, int64_t number, peer_address *peer);

/** End the thread and close all connections. */
void front_close(srv_front *front);

#endif
