/* The instructor's server: opening, connections from the front, serving. */
#include "server_internal.h"

#include "io/address.h"
#include "train/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CONNECTIONS = GATE_CONNECTIONS + SRV_SEATS + 16, /* of all kinds, and those of libwebsockets */
    PATIENCE = 10,                                   /* [s] for a request to arrive */
    PING = 10,                                       /* [s] without traffic until a ping is sent */
    HANG_UP = 30                                     /* [s] without traffic until the connection is closed */
};

/* The last complaint of libwebsockets, for messages. */
static char complaint[IO_LINK_TEXT];

static void keep_complaint(int level, const char *line)
{
    (void)level;
    snprintf(complaint, sizeof complaint, "%.*s", (int)strcspn(line, "\n"), line);
}

/* ---- connections of browsers ---- */

/* Adopt connections whose request has arrived, from the front. */
static void adopt(srv_server *server)
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
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return -1; /* not for browsers */
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

/* ---- opening ---- */

static const lws_retry_bo_t signs_of_life = {.secs_since_valid_ping = PING,
                                             .secs_since_valid_hangup = HANG_UP};

static bool make_context(srv_server *server)
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

static bool make_vhost(srv_server *server)
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

/* libwebsockets closes the descriptor, so it gets a copy. */
static bool watch_front(srv_server *server)
{
    const lws_adopt_desc_t listener = {.vh = server->vhost,
                                       .type = LWS_ADOPT_RAW_FILE_DESC,
                                       .fd = {.filefd = dup(front_descriptor(server->front))},
                                       .vh_prot_name = "listener"};
    return listener.fd.filefd >= 0 && lws_adopt_descriptor_vhost_via_info(&listener) != NULL;
}

static srv_result open_context(srv_server *server, char *why)
{
    if (make_context(server) && make_vhost(server) && watch_front(server)) return SRV_OPEN;
    snprintf(why, SRV_WHY, "the server cannot start: %s", complaint);
    return SRV_REFUSED;
}

static srv_result name_seats(srv_server *server, char *why)
{
    server->room.seats = server->seats;
    for (int i = 0; i < server->setup.seat_count; i++) {
        srv_seat *seat = &server->seats[i];
        const char *name = server->setup.seats[i];
        if (!io_instructor_path(name, seat->path, sizeof seat->path)) {
            snprintf(why, SRV_WHY, "--seat '%s': give a name of 1 to 32 letters, digits, '-' and '_'", name);
            return SRV_REFUSED;
        }
        snprintf(seat->name, sizeof seat->name, "%s", name);
        server->room.seat_count++;
    }
    return SRV_OPEN;
}

/* A store that does not exist yet will be made by a seat. */
static srv_result check_store(const char *path, char *why)
{
    char trouble[TRAIN_WHY];
    train_store *store;
    if (access(path, F_OK) != 0) return SRV_OPEN;
    if (train_store_open_read(path, &store, trouble) == HL_OK) {
        train_store_close(store);
        return SRV_OPEN;
    }
    snprintf(why, SRV_WHY, "%s: %s", path, trouble);
    return SRV_REFUSED;
}

static srv_result choose_token(srv_server *server, char *why)
{
    const char *path = server->setup.token_file;
    if (path) return access_read_token(path, server->token, why, SRV_WHY) ? SRV_OPEN : SRV_REFUSED;
    if (access_make_token(server->token)) return SRV_OPEN;
    snprintf(why, SRV_WHY, "the system provides no random numbers for a token");
    return SRV_UNABLE;
}

/* Other computers are admitted only by a chosen token, and encrypted. */
static srv_result check_exposure(const srv_server *server, char *why)
{
    const srv_setup *setup = &server->setup;
    if ((setup->cert == NULL) != (setup->key == NULL))
        snprintf(why, SRV_WHY, "give both --cert and --key");
    else if (!server->loopback && (!setup->token_file || !setup->cert))
        snprintf(why, SRV_WHY,
                 "--listen %s can be reached from other computers: --token-file FILE, --cert FILE and --key "
                 "FILE are required (see docs/instructor.md)",
                 setup->listen);
    else
        return SRV_OPEN;
    return SRV_REFUSED;
}

/* The front closes the listening socket. */
static srv_result open_front(srv_server *server, char *why)
{
    const srv_setup *setup = &server->setup;
    const int listener = listen_at(setup->listen, setup->port, &server->loopback, why, SRV_WHY);
    if (listener < 0) return SRV_UNABLE;
    server->port = io_address_port(listener);
    snprintf(server->cookie, sizeof server->cookie, "headland-%d", server->port);
    const srv_result exposure = check_exposure(server, why);
    if (exposure != SRV_OPEN) {
        close(listener);
        return exposure;
    }
    server->front = front_open(listener, setup->cert, setup->key, why, SRV_WHY);
    return server->front ? SRV_OPEN : SRV_REFUSED;
}

static srv_result open_parts(srv_server *server, char *why)
{
    srv_result result = check_store(server->setup.store, why);
    if (result == SRV_OPEN) result = choose_token(server, why);
    if (result == SRV_OPEN && !pages_read(&server->pages, server->setup.assets, &server->arena, why, SRV_WHY))
        result = SRV_UNABLE;
    if (result == SRV_OPEN) result = name_seats(server, why);
    if (result == SRV_OPEN) result = open_front(server, why);
    return result == SRV_OPEN ? open_context(server, why) : result;
}

srv_result srv_open(const srv_setup *setup, srv_server **opened, char *why)
{
    static const double second = 1e9; /* [ns] */
    srv_server *server = calloc(1, sizeof *server);
    if (!server) {
        snprintf(why, SRV_WHY, "out of memory");
        return SRV_UNABLE;
    }
    server->setup = *setup;
    server->sessions.idle = (int64_t)(setup->idle * second);
    server->sessions.most = (int64_t)(setup->most * second);
    lws_set_log_level(LLL_ERR | LLL_WARN, keep_complaint);
    const srv_result result = open_parts(server, why);
    if (result != SRV_OPEN) {
        srv_close(server);
        return result;
    }
    server_tick(&server->timer);
    *opened = server;
    return SRV_OPEN;
}

/* ---- serving ---- */

int srv_port(const srv_server *server)
{
    return server->port;
}

const char *srv_token(const srv_server *server)
{
    return server->token;
}

bool srv_attend(srv_server *server)
{
    return lws_service(server->context, 0) >= 0;
}

void srv_close(srv_server *server)
{
    server_log_bursts(server, true);
    if (server->context) lws_context_destroy(server->context);
    if (server->front) front_close(server->front);
    hl_arena_free(&server->arena);
    free(server);
}
