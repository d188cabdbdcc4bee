/* Requests of HTTP: pages, results, logging in and out. */
#include "instructor_server_parts.h"

#include "instructor_results.h"

#include "rt/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 512,
    MOST_ID = 18, /* digits */
    SEE_OTHER = 303,
    UNAUTHORIZED = 401,
    FORBIDDEN = 403,
    METHOD = 405,
    TOO_LARGE = 413,
    TOO_MANY = 429,
    FAILED = 500
};

static instructor_reply refuse(server_visitor visitor)
{
    if (visitor.refused == UNAUTHORIZED || visitor.refused == TOO_MANY)
        return pages_door(visitor.refused, visitor.wait);
    return reply_text(visitor.refused, visitor.refused == FORBIDDEN ? "this is not the address of this server"
                                                                    : "too many connections");
}

/* Back to the page, with a cookie. */
static instructor_reply redirect(const char *cookie)
{
    if (!cookie) return reply_text(FAILED, "the system provides no random numbers");
    return (instructor_reply){
        .status = SEE_OTHER, .type = "text/plain", .cookie = cookie, .location = "/", .body = ""};
}

/* The token becomes a session, and goes from the address. */
static instructor_reply let_in(struct lws *wsi, const char *token)
{
    const server_visitor visitor = server_try_token(wsi, token);
    return visitor.refused ? refuse(visitor) : redirect(server_begin_session(server_of(wsi)));
}

/* ---- GET ---- */

static instructor_reply debrief(const char *store, const char *number)
{
    const size_t length = strlen(number);
    if (length == 0 || length > MOST_ID || strspn(number, "0123456789") != length)
        return reply_text(404, "there is no such attempt");
    return results_debrief(store, strtoll(number, NULL, 10));
}

static instructor_reply find(const instructor_server *server, const char *path)
{
    static const char debriefs[] = "/api/debrief/";
    const char *store = server->setup.store;
    if (strcmp(path, "/api/session") == 0) return reply_text(200, "it lives");
    if (strcmp(path, "/api/attempts") == 0) return results_attempts(store);
    if (strcmp(path, "/api/leaderboard") == 0) return results_leaderboard(store);
    if (strncmp(path, debriefs, sizeof debriefs - 1) == 0) return debrief(store, path + sizeof debriefs - 1);
    return pages_find(server->setup.pages, path);
}

/* That the page asks whether its session lives is no use of it. */
static instructor_reply answer_get(struct lws *wsi, const char *path)
{
    instructor_server *server = server_of(wsi);
    char argument[HEADER];
    if (!server_is_well_addressed(wsi, false)) return refuse((server_visitor){.refused = FORBIDDEN});
    const char *token = lws_get_urlarg_by_name(wsi, "token=", argument, sizeof argument);
    if (token && strcmp(path, "/") == 0) return let_in(wsi, token);
    if (pages_is_public(path)) return pages_find(server->setup.pages, path);
    const server_visitor visitor = server_admit(wsi, false);
    if (visitor.refused) return refuse(visitor);
    if (strcmp(path, "/api/session") != 0) sessions_use(&server->sessions, visitor.session, rt_now());
    return find(server, path);
}

/* ---- POST ---- */

static bool takes_post(const char *path)
{
    return strcmp(path, "/login") == 0 || strcmp(path, "/logout") == 0 || strcmp(path, "/api/void") == 0;
}

/* The body of the form: token=... */
static instructor_reply log_in(struct lws *wsi, const char *body)
{
    static const char field[] = "token=";
    if (!server_is_well_addressed(wsi, true)) return refuse((server_visitor){.refused = FORBIDDEN});
    const bool has = strncmp(body, field, sizeof field - 1) == 0;
    return let_in(wsi, has ? body + sizeof field - 1 : "");
}

static instructor_reply answer_post(struct lws *wsi, const server_request *request)
{
    instructor_server *server = server_of(wsi);
    char peer[LISTEN_PEER_TEXT];
    if (strcmp(request->path, "/login") == 0) return log_in(wsi, request->body);
    const server_visitor visitor = server_admit(wsi, true);
    if (visitor.refused) return refuse(visitor);
    if (strcmp(request->path, "/logout") == 0) return redirect(server_end_session(server, visitor.session));
    sessions_use(&server->sessions, visitor.session, rt_now());
    return results_void(server->setup.store, request->body, request->length, server_peer_text(wsi, peer));
}

/* ---- callbacks ---- */

static int reply(struct lws *wsi, server_request *request, instructor_reply made)
{
    request->reply = made;
    request->begun = true;
    return reply_begin(wsi, &request->reply);
}

/* A POST is answered when its body has come. */
static int receive(struct lws *wsi, server_request *request, const char *path)
{
    char *uri;
    int uri_length;
    const int method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    if (method == LWSHUMETH_GET) return reply(wsi, request, answer_get(wsi, path));
    if (method != LWSHUMETH_POST || !takes_post(path))
        return reply(wsi, request, reply_text(METHOD, "only GET is answered here"));
    snprintf(request->path, sizeof request->path, "%s", path);
    return 0;
}

static int receive_body(struct lws *wsi, server_request *request, const char *piece, size_t length)
{
    if (request->begun) return 0;
    if (length > SERVER_BODY - request->length)
        return reply(wsi, request, reply_text(TOO_LARGE, "at most 4096 bytes"));
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
        return request->begun ? 0 : reply(wsi, request, answer_post(wsi, request));
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request && request->begun ? reply_go_on(wsi, &request->reply) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
        if (request && request->begun) reply_free(&request->reply);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* HTTP/2 is not checked by instructor_wire.h */
        return strcmp(in, "websocket") == 0 ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket of no protocol of ours */
        return -1;
    default:
        return 0;
    }
}
