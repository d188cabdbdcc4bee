/* Viewers and seats of the instructor's server. A seat keeps what it has sent: its hello with the lists, the
 * newest state, the last events. A viewer is a browser's WebSocket: it watches one seat. At most one viewer
 * controls a seat, the first that takes it, until it releases or gives the control, watches another seat or
 * leaves; requests of other viewers are refused. Bounded and pure: the caller has the sockets and takes what
 * is to be sent. */
#ifndef ROOM_H
#define ROOM_H

#include "io/instructor.h"
#include "io/link_parse.h"
#include "srv/server.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- seats ---- */

enum {
    SEAT_NAME = 33,
    SEAT_HELLO = 1 << 20, /**< [bytes] */
    SEAT_EVENTS = 64,
    SEAT_EVENT = 2048, /**< [bytes] */
    SEAT_OUT = 1 << 16 /**< [bytes] */
};

typedef struct srv_seat {
    char name[SEAT_NAME];
    char path[IO_LINK_TEXT];
    bool connected;

    int64_t hellos, states, events; /**< received so far, over all connections: versions for viewers */
    int64_t first_event; /**< first event of this connection: a seat repeats those that still matter */
    size_t hello_length, state_length;
    char hello[SEAT_HELLO];   /**< lines */
    char state[IO_LINK_LINE]; /**< a line */
    struct {
        size_t length;
        char line[SEAT_EVENT];
    } kept[SEAT_EVENTS]; /**< event n, from 0, is [n % SEAT_EVENTS] */

    size_t in_length, out_length;
    char in[IO_LINK_LINE + 1], out[SEAT_OUT];
} srv_seat;

/** An answer of the seat to a request. */
typedef struct seat_answer {
    int64_t id;
    bool ok;
    char why[IO_LINK_TEXT]; /**< why not */
} seat_answer;

typedef void seat_answered(void *context, const seat_answer *answer);

/** Begin a connection: lines of the connection before are dropped, their counts are kept. */
void seat_begin(srv_seat *seat);

/** Take received bytes.
 *  @param answered  called for each answer in them
 *  @return false: unknown protocol, or a line is too long: close the connection */
bool seat_receive(srv_seat *seat, const char *bytes, size_t count, seat_answered *answered, void *context);

/** Remove bytes that were sent. */
void seat_sent(srv_seat *seat, size_t count);

/* ---- viewers ---- */

enum {
    ROOM_VIEWERS = 32,
    ROOM_MESSAGE = IO_LINK_REQUEST, /**< [bytes] of a message at most */
    ROOM_NOTES = 16,                /**< answers that wait at most */
    ROOM_NOTE = 700, /**< [bytes]: a reason, every character of it escaped, and the keys around it */
    ROOM_RATE = 20,  /**< messages a second that a viewer may send on average */
    ROOM_BURST = 40  /**< and at once */
};

/** Results of room_message besides the index of a seat. */
enum { ROOM_NO_SEAT = -1, ROOM_HANG_UP = -2 };

typedef struct srv_viewer {
    int number;                              /**< from 1, never given twice; 0: the place is free */
    void *connection;                        /**< of the caller */
    int seat;                                /**< that is watched */
    int64_t hellos, states, events, changes; /**< that have been sent */
    int first_note, notes;
    char note[ROOM_NOTES][ROOM_NOTE];
    size_t in_length; /**< of a message that is still arriving */
    char in[ROOM_MESSAGE];
    double allowance; /**< messages that may be sent at once, at time `told` */
    int64_t told;     /**< [ns] */
} srv_viewer;

typedef struct srv_room {
    int seat_count;
    srv_seat *seats;           /**< [SRV_SEATS] */
    int controller[SRV_SEATS]; /**< number of a viewer; 0: not controlled */
    int64_t changes;           /**< of viewers, controllers and connected seats */
    int numbers;               /**< given so far */
    int64_t refused;           /**< messages that were malformed or too many */
    srv_viewer viewers[ROOM_VIEWERS];
} srv_room;

/** Add a viewer. @param now [ns]. @return NULL: the room is full */
srv_viewer *room_enter(srv_room *room, void *connection, int64_t now);

/** Remove a viewer; its control is released. */
void room_leave(srv_room *room, srv_viewer *viewer);

/** Handle a complete message of a viewer.
 *  @param now  [ns]
 *  @return index of the seat that has a request to send; ROOM_NO_SEAT; ROOM_HANG_UP: the message is
 * malformed, or messages come too often */
int room_message(srv_room *room, srv_viewer *viewer, const char *text, size_t length, int64_t now);

/** Pass the answer of a seat to the viewer that has asked, if it is still there. A seat_answered. @param room
 */
void room_answer(void *room, const seat_answer *answer);

/** Take the next text for a viewer: answers, the room, hello, events, the state, in this order.
 *  @param text  out: room for SEAT_HELLO bytes
 *  @return bytes; 0: nothing */
size_t room_next(srv_room *room, srv_viewer *viewer, char *text);

/** Whether room_next has a text. */
bool room_has_next(const srv_room *room, const srv_viewer *viewer);

#endif
