/* The room of instructors: who is there, which seat each watches, and who controls it. One at most controls a
 * seat: whoever asks first, until he lets go, hands over or leaves. Commands of others are refused. Pure:
 * what is to be sent waits in the viewers, whoever has sockets sends it. */
#ifndef INSTRUCTOR_ROOM_H
#define INSTRUCTOR_ROOM_H

#include "instructor_seat.h"

enum {
    ROOM_VIEWERS = 32,
    ROOM_SEATS = 8,
    ROOM_MESSAGE = IO_LINK_REQUEST, /**< [bytes] of a message at most */
    ROOM_NOTES = 16,                /**< answers that wait at most */
    ROOM_NOTE = 700, /**< [bytes]: a reason, every character of it escaped, and what is about it */
    ROOM_RATE = 20,  /**< messages a second that a viewer may send, over a longer time */
    ROOM_BURST = 40  /**< and at once */
};

/** What room_message says besides the index of a seat. */
enum { ROOM_NO_SEAT = -1, ROOM_HANG_UP = -2 };

typedef struct instructor_viewer {
    int number;                              /**< from 1, never given twice; 0: nobody */
    void *who;                               /**< the server's */
    int seat;                                /**< that is watched */
    int64_t hellos, states, events, changes; /**< that have been sent */
    int first_note, notes;
    char note[ROOM_NOTES][ROOM_NOTE];
    size_t in_length; /**< of a message that is still coming */
    char in[ROOM_MESSAGE];
    double allowance; /**< messages that it may send at once, at `told` */
    int64_t told;     /**< [ns] */
} instructor_viewer;

typedef struct instructor_room {
    int seat_count;
    instructor_seat *seats;     /**< [ROOM_SEATS] */
    int controller[ROOM_SEATS]; /**< number of a viewer; 0: nobody */
    int64_t changes;            /**< of who is there, who controls, which seats answer */
    int numbers;                /**< given so far */
    int64_t refused;            /**< messages that were malformed or too many */
    instructor_viewer viewers[ROOM_VIEWERS];
} instructor_room;

/** Somebody comes. @param now [ns]. @return NULL: the room is full */
instructor_viewer *room_enter(instructor_room *room, void *who, int64_t now);

void room_leave(instructor_room *room, instructor_viewer *viewer);

/** A whole message of somebody.
 *  @param now  [ns]
 *  @return the seat that has something to be said to it; ROOM_NO_SEAT; ROOM_HANG_UP: it was malformed, or he
 * speaks too often */
int room_message(instructor_room *room, instructor_viewer *viewer, const char *text, size_t length,
                 int64_t now);

/** A seat has answered: the note goes to who has asked, if he is still there. A seat_answered. */
void room_answered(void *room, instructor_seat *seat, const seat_answer *answer);

/** The next thing that is to be sent to somebody: notes, who is there, hello, events, state.
 *  @param text  out: room for SEAT_HELLO bytes
 *  @return bytes; 0: nothing */
size_t room_next(instructor_room *room, instructor_viewer *viewer, char *text);

/** Whether room_next has something. */
bool room_waits(const instructor_room *room, const instructor_viewer *viewer);

#endif
