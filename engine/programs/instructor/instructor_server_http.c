/* Requests of HTTP: who may come in, pages, results. */
#include "instructor_server_parts.h"

#include "instructor_results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 512,
    COOKIES = 4096, /* all that a browser has for this host, other servers' too; as much as lws keeps */
    MOST_ID = 18,   /* digits */
    OK = 0,
    UNAUTHORIZED = 401,
    FORBIDDEN = 403,
    METHOD = 405,
    SEE_OTHER = 303
};

/* ---- who may come in ---- */

/* A header; empty: it is not there, or too long. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, char *text, int size)
{
    if (lws_hdr_copy(wsi, text, size, token) <= 0) text[0] = '\0';
    return text;
}

static bool knows_token(struct lws *wsi)
{
    static const char bearer[] = "Bearer ";
    const instructor_server *server = server_of(wsi);
    char cookies[COOKIES], text[HEADER], given[ACCESS_TOKEN];
    (void)header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, COOKIES);
    if (access_cookie(cookies, server->cookie, given, sizeof given) &&
        access_same(server->setup.token, given))
        return true;
    const char *authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, HEADER);
    return strncmp(authorization, bearer, sizeof bearer - 1) == 0 &&
           access_same(server->setup.token, authorization + sizeof bearer - 1);
}

static bool is_well_addressed(struct lws *wsi, bool must_have_origin)
{
    const instructor_setup *setup = &server_of(wsi)->setup;
    char host[HEADER], origin[HEADER];
    (void)header(wsi, WSI_TOKEN_HOST, host, HEADER);
    (void)header(wsi, WSI_TOKEN_ORIGIN, origin, HEADER);
    if (setup->loopback && !access_is_loopback(host, setup->port)) return false;
    if (*origin == '\0') return !must_have_origin;
    return access_is_own(origin, host, setup->cert != NULL);
}

unsigned server_admit(struct lws *wsi, bool origin)
{
    if (!is_well_addressed(wsi, origin)) return FORBIDDEN;
    return knows_token(wsi) ? OK : UNAUTHORIZED;
}

/* ---- what is asked for ---- */

/* The token in the address becomes a cookie, and goes from the address. */
static instructor_reply let_in(struct lws *wsi)
{
    static _Thread_local char cookie[ACCESS_TOKEN + 100];
    const instructor_server *server = server_of(wsi);
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Lax%s", server->cookie,
             server->setup.token, server->setup.cert ? "; Secure" : "");
    return (instructor_reply){
        .status = SEE_OTHER, .type = "text/plain", .cookie = cookie, .location = "/", .body = ""};
}

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
    if (strcmp(path, "/api/attempts") == 0) return results_attempts(store);
    if (strcmp(path, "/api/leaderboard") == 0) return results_leaderboard(store);
    if (strncmp(path, debriefs, sizeof debriefs - 1) == 0) return debrief(store, path + sizeof debriefs - 1);
    return pages_find(server->setup.pages, path);
}

static instructor_reply answer(struct lws *wsi, const char *path)
{
    const instructor_server *server = server_of(wsi);
    char argument[HEADER], *uri;
    int uri_length;
    if (lws_http_get_uri_and_method(wsi, &uri, &uri_length) != LWSHUMETH_GET)
        return reply_text(METHOD, "only GET is answered here");
    const unsigned refused = server_admit(wsi, false);
    if (refused == FORBIDDEN) return reply_text(FORBIDDEN, "this is not the address of this server");
    const char *token = lws_get_urlarg_by_name(wsi, "token=", argument, sizeof argument);
    if (token && strcmp(path, "/") == 0)
        return access_same(server->setup.token, token) ? let_in(wsi) : pages_door(UNAUTHORIZED);
    return refused ? pages_door(refused) : find(server, path);
}

int server_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    server_request *request = user;
    (void)length;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        request->reply = answer(wsi, in);
        request->begun = true;
        return reply_begin(wsi, &request->reply);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request && request->begun ? reply_go_on(wsi, &request->reply) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
        if (request && request->begun) reply_free(&request->reply);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket of no protocol of ours */
        return -1;
    default:
        return 0;
    }
}
