/* The instructor's server: pages, results and WebSockets on one side, seats on the other, in one
 * thread; connections of browsers come through the thread of the front (instructor_front.h). */
#ifndef INSTRUCTOR_SERVER_H
#define INSTRUCTOR_SERVER_H

#include "instructor_access.h"
#include "instructor_pages.h"
#include "instructor_room.h"

typedef struct instructor_setup {
    int listener; /**< socket; it goes to the server */
    int port;
    bool loopback;
    const char *cert, *key; /**< files in PEM; NULL: without TLS */
    const char *token;
    double idle, most; /**< of a browser's session [s] */
    const char *store; /**< of results */
    const instructor_pages *pages;
    int seat_count;
    const char *const *seats; /**< names */
} instructor_setup;

typedef struct instructor_server instructor_server;

/** @param why  out: why not */
instructor_server *server_open(const instructor_setup *setup, char *why, size_t why_size);

/** Wait for something to happen, a second at most, and see to it. @return false: it cannot go on */
bool server_attend(instructor_server *server);

void server_close(instructor_server *server);

#endif
