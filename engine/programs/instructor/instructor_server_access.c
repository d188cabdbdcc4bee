/* Who may come in: sessions, tokens, and where a request says that it comes from. */
#include "instructor_server_parts.h"

#include "rt/clock.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

enum {
    HEADER = 512,
    COOKIES = 4096, /* all that a browser has for this host, other servers' too; as much as lws keeps */
    COOKIE = 240,
    UNAUTHORIZED = 401,
    FORBIDDEN = 403,
    TOO_MANY = 429,
    BUSY = 503
};

/* A header; empty: it is not there, or too long. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, char *text, int size)
{
    if (lws_hdr_copy(wsi, text, size, token) <= 0) text[0] = '\0';
    return text;
}

static int64_t number_of(struct lws *wsi)
{
    return (int64_t)(intptr_t)lws_get_opaque_user_data(wsi);
}

/* ---- tokens ---- */

/* A connection that has gone has no address: its token is not looked at. */
server_visitor server_try_token(struct lws *wsi, const char *token)
{
    instructor_server *server = server_of(wsi);
    const int64_t now = rt_now();
    listen_peer peer;
    if (!front_peer(server->front, number_of(wsi), &peer)) return (server_visitor){.refused = UNAUTHORIZED};
    const int wait = guard_ask(&server->guard, &peer, now);
    if (wait > 0) return (server_visitor){.refused = TOO_MANY, .wait = wait};
    if (access_same(server->setup.token, token)) return (server_visitor){0};
    guard_note_wrong(&server->guard, &peer, now);
    return (server_visitor){.refused = UNAUTHORIZED};
}

void server_log_bursts(instructor_server *server, bool all)
{
    guard_burst burst;
    char peer[LISTEN_PEER_TEXT];
    while (guard_next_burst(&server->guard, rt_now(), all, &burst))
        fprintf(stderr, "headland instructor: %d wrong token%s from %s within %.1f s\n", burst.count,
                burst.count == 1 ? "" : "s", listen_print(&burst.peer, peer), burst.seconds);
}

const char *server_peer_text(struct lws *wsi, char text[LISTEN_PEER_TEXT])
{
    listen_peer peer;
    if (front_peer(server_of(wsi)->front, number_of(wsi), &peer)) return listen_print(&peer, text);
    snprintf(text, LISTEN_PEER_TEXT, "unknown address");
    return text;
}

/* ---- sessions ---- */

static const char *print_cookie(const instructor_server *server, const char *value, double seconds)
{
    static char cookie[COOKIE];
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=%.0f; HttpOnly; SameSite=Strict%s",
             server->cookie, value, seconds, server->setup.cert ? "; Secure" : "");
    return cookie;
}

/* NULL: the system has no random numbers. */
const char *server_begin_session(instructor_server *server)
{
    unsigned char random[ACCESS_RANDOM];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) return NULL;
    const instructor_session *session = sessions_begin(&server->sessions, random, rt_now());
    return print_cookie(server, session->id, server->setup.most);
}

const char *server_end_session(instructor_server *server, int64_t session)
{
    sessions_end(&server->sessions, session);
    server_close_ended(server);
    return print_cookie(server, "", 0.0);
}

/* ---- requests ---- */

bool server_is_well_addressed(struct lws *wsi, bool must_have_origin)
{
    const instructor_setup *setup = &server_of(wsi)->setup;
    char host[HEADER], origin[HEADER];
    (void)header(wsi, WSI_TOKEN_HOST, host, HEADER);
    (void)header(wsi, WSI_TOKEN_ORIGIN, origin, HEADER);
    if (setup->loopback && !access_is_loopback(host, setup->port)) return false;
    if (*origin == '\0') return !must_have_origin;
    return access_is_own(origin, host, setup->cert != NULL);
}

/* By the session of its cookie, else by the token in a header. */
static server_visitor find_visitor(struct lws *wsi)
{
    static const char bearer[] = "Bearer ";
    instructor_server *server = server_of(wsi);
    char cookies[COOKIES], text[HEADER], given[ACCESS_TOKEN];
    (void)header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, COOKIES);
    if (access_cookie(cookies, server->cookie, given, sizeof given)) {
        const int64_t session = sessions_find(&server->sessions, given, rt_now());
        if (session != 0) return (server_visitor){.session = session};
    }
    const char *authorization = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, HEADER);
    if (strncmp(authorization, bearer, sizeof bearer - 1) == 0)
        return server_try_token(wsi, authorization + sizeof bearer - 1);
    return (server_visitor){.refused = UNAUTHORIZED};
}

server_visitor server_admit(struct lws *wsi, bool origin)
{
    if (!server_is_well_addressed(wsi, origin)) return (server_visitor){.refused = FORBIDDEN};
    server_visitor visitor = find_visitor(wsi);
    if (visitor.refused == 0 && !front_admit(server_of(wsi)->front, number_of(wsi))) visitor.refused = BUSY;
    return visitor;
}
