/* Opening, waiting, closing. */
#include "instructor_server_parts.h"

#include "instructor_gate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONNECTIONS = GATE_CONNECTIONS + ROOM_SEATS + 16, /* of all kinds, and the library's own */
    PATIENCE = 10,                                    /* [s] for a request to come */
    PING = 10,                                        /* [s] without a sign of life until one is asked for */
    HANG_UP = 30                                      /* [s] until it is taken for gone */
};

/* The library's last complaint, for messages. */
static char complaint[IO_LINK_TEXT];

static void keep_complaint(int level, const char *line)
{
    (void)level;
    snprintf(complaint, sizeof complaint, "%.*s", (int)strcspn(line, "\n"), line);
}

instructor_server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

void server_wake(instructor_server *server)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        const instructor_viewer *v = &server->room.viewers[i];
        if (v->number && room_waits(&server->room, v)) lws_callback_on_writable(v->who);
    }
}

/* ---- connections of browsers ---- */

/* From the front, once their request has come. */
static void adopt(instructor_server *server)
{
    int64_t number;
    for (int made = front_take(server->front, &number); made >= 0;
         made = front_take(server->front, &number)) {
        void *of = (void *)(intptr_t)number; /* NOLINT(performance-no-int-to-ptr): it carries the number */
        const lws_adopt_desc_t connection = {.vh = server->vhost,
                                             .type = LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET,
                                             .fd = {.sockfd = made},
                                             .opaque = of};
        (void)lws_adopt_descriptor_vhost_via_info(&connection); /* closes it when there is no room */
    }
}

static int server_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length)
{
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return -1; /* browsers have no business here */
    if (reason == LWS_CALLBACK_RAW_RX_FILE) adopt(server_of(wsi));
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = server_http, .per_session_data_size = sizeof(server_request)},
    {.name = "headland",
     .callback = server_viewer,
     .per_session_data_size = sizeof(server_socket),
     .rx_buffer_size = ROOM_MESSAGE},
    {.name = "seat", .callback = server_seat},
    {.name = "listener", .callback = server_listener},
    {0}};

/* ---- opening and closing ---- */

static const lws_retry_bo_t signs_of_life = {.secs_since_valid_ping = PING,
                                             .secs_since_valid_hangup = HANG_UP};

static bool make_context(instructor_server *server)
{
    const struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN_SERVER,
                                                   .protocols = protocols,
                                                   .gid = (int)(gid_t)-1,
                                                   .uid = (int)(uid_t)-1,
                                                   .user = server,
                                                   .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                                   .fd_limit_per_thread = CONNECTIONS};
    server->context = lws_create_context(&info);
    return server->context != NULL;
}

static bool make_vhost(instructor_server *server)
{
    const struct lws_context_creation_info info = {.port = CONTEXT_PORT_NO_LISTEN_SERVER,
                                                   .protocols = protocols,
                                                   .timeout_secs = PATIENCE,
                                                   .timeout_secs_ah_idle = PATIENCE,
                                                   .keepalive_timeout = PATIENCE,
                                                   .retry_and_idle_policy = &signs_of_life};
    server->vhost = lws_create_vhost(server->context, &info);
    return server->vhost != NULL;
}

/* The library closes the descriptor: it gets one of its own. */
static bool watch_front(instructor_server *server)
{
    const lws_adopt_desc_t listener = {.vh = server->vhost,
                                       .type = LWS_ADOPT_RAW_FILE_DESC,
                                       .fd = {.filefd = dup(front_descriptor(server->front))},
                                       .vh_prot_name = "listener"};
    return listener.fd.filefd >= 0 && lws_adopt_descriptor_vhost_via_info(&listener) != NULL;
}

static bool name_seats(instructor_server *server, char *why, size_t why_size)
{
    server->room.seats = server->seats;
    for (int i = 0; i < server->setup.seat_count; i++) {
        instructor_seat *seat = &server->seats[i];
        const char *name = server->setup.seats[i];
        if (!io_instructor_path(name, seat->path, sizeof seat->path)) {
            snprintf(why, why_size, "--seat '%s': 1 to 32 letters, digits, '-' and '_' are expected", name);
            return false;
        }
        snprintf(seat->name, sizeof seat->name, "%s", name);
        server->room.seat_count++;
    }
    return true;
}

static bool open_context(instructor_server *server, char *why, size_t why_size)
{
    if (make_context(server) && make_vhost(server) && watch_front(server)) return true;
    snprintf(why, why_size, "the server cannot start: %s", complaint);
    return false;
}

static void set_up(instructor_server *server, const instructor_setup *setup)
{
    static const double second = 1e9; /* [ns] */
    server->setup = *setup;
    server->sessions.idle = (int64_t)(setup->idle * second);
    server->sessions.most = (int64_t)(setup->most * second);
    snprintf(server->cookie, sizeof server->cookie, "headland-%d", setup->port);
    lws_set_log_level(LLL_ERR | LLL_WARN, keep_complaint);
}

instructor_server *server_open(const instructor_setup *setup, char *why, size_t why_size)
{
    instructor_server *server = calloc(1, sizeof *server);
    if (!server) {
        snprintf(why, why_size, "out of memory");
        close(setup->listener);
        return NULL;
    }
    set_up(server, setup);
    if (!name_seats(server, why, why_size)) {
        close(setup->listener);
        server_close(server);
        return NULL;
    }
    server->front = front_open(setup->listener, setup->cert, setup->key, why, why_size);
    if (!server->front || !open_context(server, why, why_size)) {
        server_close(server);
        return NULL;
    }
    server_tick(&server->retry);
    return server;
}

bool server_attend(instructor_server *server)
{
    return lws_service(server->context, 0) >= 0;
}

void server_close(instructor_server *server)
{
    server_log_bursts(server, true);
    if (server->context) lws_context_destroy(server->context);
    if (server->front) front_close(server->front);
    free(server);
}
