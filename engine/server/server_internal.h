/* The state of the server, and what its files share. */
#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

#include "front.h"
#include "reply.h"
#include "room.h"
#include "srv/server.h"

#include <libwebsockets.h>

enum { SERVER_PATH = 64, SERVER_BODY = 4096 };

struct srv_server {
    srv_setup setup;
    hl_arena arena; /**< of the pages */
    srv_pages pages;
    char token[ACCESS_TOKEN];
    int port;
    bool loopback;   /**< only this computer can reach it */
    char cookie[40]; /**< its name has the port: cookies are shared by all ports of a host */
    srv_front *front;
    srv_sessions sessions;
    srv_guard guard;
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t timer; /**< of server_tick */
    srv_room room;
    srv_seat seats[SRV_SEATS];
    struct lws *seat_links[SRV_SEATS];           /**< NULL: not connected */
    unsigned char message[LWS_PRE + SEAT_HELLO]; /**< that is being sent */
};

/** The server of a connection. */
static inline srv_server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/** Callbacks of the protocols. */
int server_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int server_viewer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int server_seat(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/** State of an HTTP request. */
typedef struct server_request {
    bool begun; /**< the reply has begun */
    srv_reply reply;
    char path[SERVER_PATH]; /**< of a POST whose body is still arriving */
    size_t length;
    char body[SERVER_BODY + 1];
} server_request;

/** State of a WebSocket. */
typedef struct server_socket {
    srv_viewer *viewer; /**< NULL: not entered */
    int64_t session;    /**< 0: admitted by a token in a header, which does not end */
    bool ended;         /**< its session has ended: the WebSocket must be closed */
} server_socket;

/** Result of an admission. */
typedef struct server_visitor {
    unsigned refused; /**< status of HTTP; 0: admitted */
    int wait;         /**< until another token is compared [s] */
    int64_t session;  /**< its number; 0: admitted by a token in the request */
} server_visitor;

/** Admit a request, and its connection, by session or token.
 *  @param origin  whether it must name a page of this server as its origin */
server_visitor server_admit(struct lws *wsi, bool origin);

/** Log bursts of wrong tokens. @param all  include bursts that have not ended */
void server_log_bursts(srv_server *server, bool all);

/** Request closing of WebSockets whose session has ended. */
void server_close_ended(srv_server *server);

/** Once a second: connect to seats that are not connected, log bursts, close ended sessions. */
void server_tick(lws_sorted_usec_list_t *timer);

#endif
