/* What the files of the server share. */
#ifndef INSTRUCTOR_SERVER_PARTS_H
#define INSTRUCTOR_SERVER_PARTS_H

#include "instructor_server.h"

#include <libwebsockets.h>

struct instructor_server {
    instructor_setup setup;
    char cookie[40]; /**< its name: cookies know no ports */
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t retry; /**< timer of connections to seats */
    instructor_room room;
    instructor_seat seats[ROOM_SEATS];
    struct lws *seat_links[ROOM_SEATS];          /**< NULL: not connected */
    unsigned char message[LWS_PRE + SEAT_HELLO]; /**< that is being sent */
};

/** The server that a connection belongs to. */
instructor_server *server_of(struct lws *wsi);

/** Those who have something to hear are to be written to. */
void server_wake(instructor_server *server);

/** Callbacks of the protocols. */
int server_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int server_viewer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int server_seat(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/** What is kept for each connection. */
typedef struct server_request {
    bool begun;
    instructor_reply reply;
} server_request;

typedef struct server_session {
    instructor_viewer *viewer; /**< NULL: not entered */
} server_session;

/** Whether the request has a right to be answered.
 *  @param origin  whether it must say that it comes from our own page
 *  @return 0, or the status of HTTP that refuses it */
unsigned server_admit(struct lws *wsi, bool origin);

/** Try to reach the seats that are not connected; again every second. */
void server_reach_seats(lws_sorted_usec_list_t *timer);

/** There is something to be said to a seat. */
void server_speak(instructor_server *server, int seat);

#endif
