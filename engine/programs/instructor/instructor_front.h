/* The front of the instructor's server: a thread that accepts connections, decrypts them, checks what they
 * may send (instructor_wire.h), bounds how many there are (instructor_gate.h), and hands those whose request
 * has come to the server behind it, each as one end of a pair of local sockets. */
#ifndef INSTRUCTOR_FRONT_H
#define INSTRUCTOR_FRONT_H

#include "instructor_listen.h"

#include <stdint.h>

typedef struct instructor_front instructor_front;

/** Begin to accept.
 *  @param listener  a listening socket; it goes to the front
 *  @param cert, key  files in PEM, checked before; NULL: without TLS
 *  @param why  out: why not
 *  @return NULL: it cannot begin */
instructor_front *front_open(int listener, const char *cert, const char *key, char *why, size_t why_size);

/** Readable when front_take has a connection. */
int front_descriptor(const instructor_front *front);

/** The next connection with a request.
 *  @param number  out: of the connection
 *  @return a socket that does not block; -1: there is none */
int front_take(instructor_front *front, int64_t *number);

/** Its request is authorised: it is no longer pending. @return false: too many are, or it has gone */
bool front_admit(instructor_front *front, int64_t number);

/** Where it comes from. @return false: it has gone */
bool front_peer(instructor_front *front, int64_t number, listen_peer *peer);

/** End the thread and all connections. */
void front_close(instructor_front *front);

#endif
