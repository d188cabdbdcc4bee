/* HTTP: admission by session or token, pages, results, logging in and out. */
#include "server_internal.h"

#include "io/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    HEADER = 512,
    COOKIES =
        4096, /* all cookies of a browser for this host, of other servers too; libwebsockets keeps as many */
    COOKIE = 240,
    MOST_ID = 18, /* digits */
    SEE_OTHER = 303,
    UNAUTHORIZED = 401,
    FORBIDDEN = 403,
    METHOD = 405,
    TOO_LARGE = 413,
    TOO_MANY = 429,
    FAILED = 500,
    BUSY = 503
};

/* A header; empty if it is missing or too long. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, char *text, int size)
{
    if (lws_hdr_copy(wsi, text, size, token) <= 0) text[0] = '\0';
    return text;
}

/* Number of the connection in the front. */
static int64_t number_of(struct lws *wsi)
{
    return (int64_t)(intptr_t)lws_get_opaque_user_data(wsi);
}

/* ---- tokens ---- */

/* The address of a closed connection is not known: its token is not compared. */
static server_visitor try_token(struct lws *wsi, const char *token)
{
    srv_server *server = server_of(wsi);
    const int64_t now = io_clock_now();
    peer_address peer;
    if (!front_peer(server->front, number_of(wsi), &peer)) return (server_visitor){.refused = UNAUTHORIZED};
    const int wait = guard_ask(&server->guard, &peer, now);
    if (wait > 0) return (server_visitor){.refused = TOO_MANY, .wait = wait};
    if (access_same(server->token, token)) return (server_visitor){0};
    guard_note_wrong(&server->guard, &peer, now);
    return (server_visitor){.refused = UNAUTHORIZED};
}

void server_log_bursts(srv_server *server, bool all)
{
    guard_burst burst;
    char peer[PEER_TEXT];
    while (guard_next_burst(&server->guard, io_clock_now(), all, &burst))
        fprintf(stderr, "headland instructor: %d wrong token%s from %s within %.1f s\n", burst.count,
                burst.count == 1 ? "" : "s", peer_print(&burst.peer, peer), burst.seconds);
}

static const char *peer_text(struct lws *wsi, char text[PEER_TEXT])
{
    peer_address peer;
    if (front_peer(server_of(wsi)->front, number_of(wsi), &peer)) return peer_print(&peer, text);
    snprintf(text, PEER_TEXT, "unknown address");
    return text;
}

/* ---- sessions ---- */

static const char *print_cookie(const srv_server *server, const char *value, double seconds)
{
    static char cookie[COOKIE];
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=%.0f; HttpOnly; SameSite=Strict%s",
             server->cookie, value, seconds, server->setup.cert ? "; Secure" : "");
    return cookie;
}

/* NULL: the system provides no random numbers. */
static const char *begin_session(srv_server *server)
{
    unsigned char random[ACCESS_RANDOM];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) return NULL;
    const srv_session *session = sessions_begin(&server->sessions, random, io_clock_now());
    return print_cookie(server, session->id, server->setup.most);
}

void server_close_ended(srv_server *server)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        const srv_viewer *v = &server->room.viewers[i];
        server_socket *socket = v->number ? lws_wsi_user(v->connection) : NULL;
        if (!socket || socket->session == 0) continue;
        socket->ended = !sessions_lives(&server->sessions, socket->session, io_clock_now());
        if (socket->ended) lws_callback_on_writable(v->connection);
    }
}

static const char *end_session(srv_server *server, int64_t session)
{
    sessions_end(&server->sessions, session);
    server_close_ended(server);
    return print_cookie(server, "", 0.0);
}

/* ---- requests ---- */

static bool is_well_addressed(struct lws *wsi, bool must_have_origin)
{
    const srv_server *server = server_of(wsi);
    char host[HEADER], origin[HEADER];
    (void)header(wsi, WSI_TOKEN_HOST, host, HEADER);
    (void)header(wsi, WSI_TOKEN_ORIGIN, origin, HEADER);
    if (server->loopback && !access_is_loopback(host, server->port)) return false;
    if (*origin == '\0') return !must_have_origin;
    return access_is_own(origin, host, server->setup.cert != NULL);
}

/* Admission by the session of the cookie, else by the token in a header. */
static server_visitor find_visitor(struct lws *wsi)
{
    static const char bearer[] = "Bearer ";
    srv_server *server = server_of(wsi);
    char cookies[COOKIES], text[HEADER], given[ACCESS_TOKEN];
    (void)header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, COOKIES);
    if (access_cookie(cookies, server->cookie, given, sizeof given)) {
        const int64_t session = sessions_find(&server->sessions, given, io_clock_now());
        if (session != 0) return (server_visitor){.session = session};
    }
    const char *authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, HEADER);
    if (strncmp(authorization, bearer, sizeof bearer - 1) == 0)
        return try_token(wsi, authorization + sizeof bearer - 1);
    return (server_visitor){.refused = UNAUTHORIZED};
}

server_visitor server_admit(struct lws *wsi, bool origin)
{
    if (!is_well_addressed(wsi, origin)) return (server_visitor){.refused = FORBIDDEN};
    server_visitor visitor = find_visitor(wsi);
    if (visitor.refused == 0 && !front_admit(server_of(wsi)->front, number_of(wsi))) visitor.refused = BUSY;
    return visitor;
}

/* ---- replies ---- */

static srv_reply refuse(const srv_pages *pages, server_visitor visitor)
{
    if (visitor.refused == UNAUTHORIZED || visitor.refused == TOO_MANY)
        return pages_door(pages, visitor.refused, visitor.wait);
    return reply_text(visitor.refused, visitor.refused == FORBIDDEN ? "this is not the address of this server"
                                                                    : "too many connections");
}

/* Back to the page, with a cookie. */
static srv_reply redirect(const char *cookie)
{
    if (!cookie) return reply_text(FAILED, "the system provides no random numbers");
    return (srv_reply){
        .status = SEE_OTHER, .type = "text/plain", .cookie = cookie, .location = "/", .body = ""};
}

/* The token is exchanged for a session; the redirection removes it from the address. */
static srv_reply log_in_with(struct lws *wsi, const char *token)
{
    srv_server *server = server_of(wsi);
    const server_visitor visitor = try_token(wsi, token);
    return visitor.refused ? refuse(&server->pages, visitor) : redirect(begin_session(server));
}

/* ---- GET ---- */

static srv_reply debrief(const char *store, const char *number)
{
    const size_t length = strlen(number);
    if (length == 0 || length > MOST_ID || strspn(number, "0123456789") != length)
        return reply_text(404, "there is no such attempt");
    return results_debrief(store, strtoll(number, NULL, 10));
}

static srv_reply find(const srv_server *server, const char *path)
{
    static const char debriefs[] = "/api/debrief/";
    const char *store = server->setup.store;
    if (strcmp(path, "/api/session") == 0) return reply_text(200, "the session has not ended");
    if (strcmp(path, "/api/attempts") == 0) return results_attempts(store);
    if (strcmp(path, "/api/leaderboard") == 0) return results_leaderboard(store);
    if (strncmp(path, debriefs, sizeof debriefs - 1) == 0) return debrief(store, path + sizeof debriefs - 1);
    return pages_find(&server->pages, path);
}

/* The page asks whether its session has ended; this does not count as use. */
static srv_reply answer_get(struct lws *wsi, const char *path)
{
    srv_server *server = server_of(wsi);
    char argument[HEADER];
    if (!is_well_addressed(wsi, false)) return refuse(&server->pages, (server_visitor){.refused = FORBIDDEN});
    const char *token = lws_get_urlarg_by_name(wsi, "token=", argument, sizeof argument);
    if (token && strcmp(path, "/") == 0) return log_in_with(wsi, token);
    if (pages_is_public(path)) return pages_find(&server->pages, path);
    const server_visitor visitor = server_admit(wsi, false);
    if (visitor.refused) return refuse(&server->pages, visitor);
    if (strcmp(path, "/api/session") != 0) sessions_use(&server->sessions, visitor.session, io_clock_now());
    return find(server, path);
}

/* ---- POST ---- */

static bool takes_post(const char *path)
{
    return strcmp(path, "/login") == 0 || strcmp(path, "/logout") == 0 || strcmp(path, "/api/void") == 0;
}

/* The body of the form: token=... */
static srv_reply log_in(struct lws *wsi, const char *body)
{
    static const char field[] = "token=";
    if (!is_well_addressed(wsi, true))
        return refuse(&server_of(wsi)->pages, (server_visitor){.refused = FORBIDDEN});
    const bool has = strncmp(body, field, sizeof field - 1) == 0;
    return log_in_with(wsi, has ? body + sizeof field - 1 : "");
}

static srv_reply answer_post(struct lws *wsi, const server_request *request)
{
    srv_server *server = server_of(wsi);
    char peer[PEER_TEXT];
    if (strcmp(request->path, "/login") == 0) return log_in(wsi, request->body);
    const server_visitor visitor = server_admit(wsi, true);
    if (visitor.refused) return refuse(&server->pages, visitor);
    if (strcmp(request->path, "/logout") == 0) return redirect(end_session(server, visitor.session));
    sessions_use(&server->sessions, visitor.session, io_clock_now());
    return results_void(&server->setup, request->body, request->length, peer_text(wsi, peer));
}

/* ---- sending ---- */

enum { HEADERS = 2048, PIECE = 16384 };

/* Scripts, styles and pictures of this server alone, nothing inline, no frames of other pages around it. */
static const char OWN_PAGES[] = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
                                "frame-ancestors 'none'";

typedef struct header_room {
    struct lws *wsi;
    unsigned char *at, *end;
} header_room;

static bool add(header_room *room, const char *name, const char *value)
{
    return lws_add_http_header_by_name(room->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), &room->at, room->end) == 0;
}

static bool add_retry(header_room *room, int seconds)
{
    char text[16];
    snprintf(text, sizeof text, "%d", seconds);
    return seconds == 0 || add(room, "retry-after:", text);
}

static bool add_all(header_room *room, const srv_reply *r)
{
    return lws_add_http_common_headers(room->wsi, r->status | LWSAHH_FLAG_NO_SERVER_NAME, r->type, r->length,
                                       &room->at, room->end) == 0 &&
           add(room, "content-security-policy:", r->policy ? r->policy : OWN_PAGES) &&
           add(room, "x-content-type-options:", "nosniff") && add(room, "referrer-policy:", "same-origin") &&
           add(room, "cross-origin-resource-policy:", "same-origin") &&
           add(room, "cache-control:", "no-store") && add(room, "connection:", "close") &&
           (!r->cookie || add(room, "set-cookie:", r->cookie)) &&
           (!r->location || add(room, "location:", r->location)) && add_retry(room, r->retry_after);
}

/* Send the headers; the body follows when the connection is writable. */
static int begin_reply(struct lws *wsi, server_request *request, srv_reply made)
{
    unsigned char bytes[LWS_PRE + HEADERS], *start = bytes + LWS_PRE;
    header_room room = {wsi, start, bytes + sizeof bytes};
    request->reply = made;
    request->begun = true;
    if (!add_all(&room, &made) || lws_finalize_write_http_header(wsi, start, &room.at, room.end)) return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

/* Send a piece of the body; the connection ends with the last one. */
static int continue_reply(struct lws *wsi, srv_reply *r)
{
    unsigned char bytes[LWS_PRE + PIECE];
    const size_t left = r->length - r->sent, count = left < PIECE ? left : PIECE;
    const bool last = count == left;
    if (count > 0) memcpy(bytes + LWS_PRE, r->body + r->sent, count);
    r->sent += count;
    if (lws_write(wsi, bytes + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)count)
        return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    reply_free(r);
    return -1; /* one request a connection: relay.h */
}

/* ---- callbacks ---- */

/* A POST is answered when its body has arrived. */
static int receive(struct lws *wsi, server_request *request, const char *path)
{
    char *uri;
    int uri_length;
    const int method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    if (method == LWSHUMETH_GET) return begin_reply(wsi, request, answer_get(wsi, path));
    if (method != LWSHUMETH_POST || !takes_post(path))
        return begin_reply(wsi, request, reply_text(METHOD, "only GET is answered here"));
    snprintf(request->path, sizeof request->path, "%s", path);
    return 0;
}

static int receive_body(struct lws *wsi, server_request *request, const char *piece, size_t length)
{
    if (request->begun) return 0;
    if (length > SERVER_BODY - request->length)
        return begin_reply(wsi, request, reply_text(TOO_LARGE, "at most 4096 bytes"));
    if (length > 0) memcpy(request->body + request->length, piece, length); /* an empty body has no piece */
    request->length += length;
    request->body[request->length] = '\0';
    return 0;
}

int server_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    server_request *request = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return receive(wsi, request, in);
    case LWS_CALLBACK_HTTP_BODY:
        return receive_body(wsi, request, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return request->begun ? 0 : begin_reply(wsi, request, answer_post(wsi, request));
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request && request->begun ? continue_reply(wsi, &request->reply) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
        if (request && request->begun) reply_free(&request->reply);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* relay.h does not check HTTP/2 */
        return strcmp(in, "websocket") == 0 ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket of an unknown protocol */
        return -1;
    default:
        return 0;
    }
}
