/* What the files of the server share. */
#ifndef INSTRUCTOR_SERVER_PARTS_H
#define INSTRUCTOR_SERVER_PARTS_H

#include "instructor_front.h"
#include "instructor_guard.h"
#include "instructor_server.h"
#include "instructor_sessions.h"

#include <libwebsockets.h>

enum { SERVER_PATH = 64, SERVER_BODY = 4096 };

struct instructor_server {
    instructor_setup setup;
    char cookie[40]; /**< its name: cookies know no ports */
    instructor_front *front;
    instructor_sessions sessions;
    instructor_guard guard;
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t retry; /**< timer of server_tick */
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

/** What is kept for each request. */
typedef struct server_request {
    bool begun;
    instructor_reply reply;
    char path[SERVER_PATH]; /**< of a POST whose body is still coming */
    size_t length;
    char body[SERVER_BODY + 1];
} server_request;

/** And for each WebSocket. */
typedef struct server_socket {
    instructor_viewer *viewer; /**< NULL: not entered */
    int64_t session;           /**< 0: the token came in a header, and does not end */
    bool ended;                /**< its session has: the WebSocket is to be closed */
} server_socket;

/** Who has sent a request. */
typedef struct server_visitor {
    unsigned refused; /**< status of HTTP; 0: the request has a right to be answered */
    int wait;         /**< until another token is looked at [s] */
    int64_t session;  /**< its number; 0: the token came with the request */
} server_visitor;

/** Whether the request has a right to be answered. If so its connection is admitted.
 *  @param origin  whether it must say that it comes from our own page */
server_visitor server_admit(struct lws *wsi, bool origin);

/** The same for a token that came in an address or a form. A wrong one is counted. */
server_visitor server_try_token(struct lws *wsi, const char *token);

/** Whether Host and Origin are this server's own. */
bool server_is_well_addressed(struct lws *wsi, bool must_have_origin);

/** Where a request comes from, for people. */
const char *server_peer_text(struct lws *wsi, char text[LISTEN_PEER_TEXT]);

/** A session begins, or ends: the cookie, until the next call. */
const char *server_begin_session(instructor_server *server);
const char *server_end_session(instructor_server *server, int64_t session);

/** Log bursts of wrong tokens. @param all  also those that go on */
void server_log_bursts(instructor_server *server, bool all);

/** WebSockets whose session has ended are to be closed. */
void server_close_ended(instructor_server *server);

/** What is done every second: seats that are not connected are tried, bursts are logged, ended sessions
 * closed.
 */
void server_tick(lws_sorted_usec_list_t *timer);

/** There is something to be said to a seat. */
void server_speak(instructor_server *server, int seat);

#endif
