/* What a seat has said, kept for whoever watches it: its hello with the lists, the newest state, the last
 * events. And what is still to be said to it. Bounded; it knows no sockets. */
#ifndef INSTRUCTOR_SEAT_H
#define INSTRUCTOR_SEAT_H

#include "io/instructor.h"
#include "io/link_parse.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEAT_NAME = 33,
    SEAT_HELLO = 1 << 20, /**< [bytes] */
    SEAT_EVENTS = 64,
    SEAT_EVENT = 2048, /**< [bytes] */
    SEAT_OUT = 1 << 16 /**< [bytes] */
};

typedef struct instructor_seat {
    char name[SEAT_NAME];
    char path[IO_LINK_TEXT];
    bool connected;

    int64_t hellos, states, events; /**< so far, over all connections: versions for those who watch */
    int64_t first_event;            /**< of this connection, which tells all that is still of interest */
    size_t hello_length, state_length;
    char hello[SEAT_HELLO];   /**< lines */
    char state[IO_LINK_LINE]; /**< a line */
    struct {
        size_t length;
        char line[SEAT_EVENT];
    } kept[SEAT_EVENTS]; /**< event n, from 0, is [n % SEAT_EVENTS] */

    size_t in_length, out_length;
    char in[IO_LINK_LINE + 1], out[SEAT_OUT];
} instructor_seat;

/** An answer of the seat to a request. */
typedef struct seat_answer {
    int64_t id;
    bool ok;
    char why[IO_LINK_TEXT]; /**< why not */
} seat_answer;

typedef void seat_answered(void *context, instructor_seat *seat, const seat_answer *answer);

/** A connection begins: what was said before is forgotten, but not how much that was. */
void seat_begin(instructor_seat *seat);

/** Take what has come.
 *  @return false: it is no protocol that is known, or a line is too long: hang up */
bool seat_hear(instructor_seat *seat, const char *bytes, size_t count, seat_answered *answered,
               void *context);

/** Put a request behind what waits to be said. @return false: there is no room */
bool seat_ask(instructor_seat *seat, const io_link_request *request);

/** So many bytes of what waits have been sent. */
void seat_sent(instructor_seat *seat, size_t count);

#endif
