/* One who is connected: what it has said of a line so far, and what waits to be sent to it. Both are bounded;
 * its socket never blocks. */
#ifndef LINK_CLIENT_H
#define LINK_CLIENT_H

#include "io/link_parse.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINK_OUT = 1 << 19, /**< [bytes] that wait at most: the hello of 512 signals and lists, and some more */
    LINK_MISSED = 50    /**< states that it may miss in a row, 5 s of them, before it is given up */
};

typedef struct link_client {
    int socket; /**< -1: nobody */
    size_t in_length, out_length;
    int missed; /**< states, in a row */
    char in[IO_LINK_REQUEST + 1];
    char out[LINK_OUT];
} link_client;

/** A whole line, without its end. @return false: malformed, the connection is to end */
typedef bool link_taker(void *context, link_client *client, const char *line, size_t length);

/** Take over a socket. */
void link_client_begin(link_client *client, int socket);
/** Close it, if there is one. */
void link_client_end(link_client *client);

/** Read what has come, and hand over its lines. @return false: the connection is to end; `malformed` tells
 * whether because of what was said */
bool link_client_read(link_client *client, link_taker *take, void *context, bool *malformed);

/** Send what waits, as much as goes. @return false: the connection has gone */
bool link_client_write(link_client *client);

/** Put bytes behind what waits. @return false: there is no room for all of them, nothing has happened */
bool link_client_queue(link_client *client, const char *bytes, size_t count);

/** Whether it has taken so little that a state is better left out: it would be old when it comes. */
bool link_client_is_slow(const link_client *client);

#endif
