/* Connections to seats: tried every second, lost without a word, read and written without waiting. */
#include "instructor_server_parts.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READS = 8 /* at a time */, PIECE = 65536 /* [bytes] */ };

static instructor_server *server_at(lws_sorted_usec_list_t *timer)
{
    return lws_container_of(timer, instructor_server, retry);
}

static int index_of(const instructor_server *server, const struct lws *wsi)
{
    for (int i = 0; i < server->room.seat_count; i++)
        if (server->seat_links[i] == wsi) return i;
    return -1;
}

/* ---- connecting ---- */

static int dial(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, strlen(path) + 1);
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made >= 0 && connect(made, (const struct sockaddr *)&address, sizeof address) == 0) return made;
    if (made >= 0) close(made);
    return -1;
}

static void reach(instructor_server *server, int seat)
{
    const lws_adopt_desc_t link = {.vh = server->vhost,
                                   .type = LWS_ADOPT_RAW_FILE_DESC,
                                   .fd = {.filefd = dial(server->seats[seat].path)},
                                   .vh_prot_name = "seat"};
    if (link.fd.filefd < 0) return;
    server->seat_links[seat] = lws_adopt_descriptor_vhost_via_info(&link);
    if (!server->seat_links[seat]) return;
    seat_begin(&server->seats[seat]);
    server->room.changes++;
}

void server_tick(lws_sorted_usec_list_t *timer)
{
    instructor_server *server = server_at(timer);
    for (int i = 0; i < server->room.seat_count; i++)
        if (!server->seat_links[i]) reach(server, i);
    server_log_bursts(server, false);
    server_close_ended(server);
    server_wake(server);
    lws_sul_schedule(server->context, 0, timer, server_tick, LWS_US_PER_SEC);
}

/* ---- reading and writing ---- */

/* @return -1: the seat has gone, or is none */
static int hear(instructor_server *server, int seat, int socket)
{
    char bytes[PIECE];
    for (int i = 0; i < READS; i++) {
        const ssize_t got = recv(socket, bytes, sizeof bytes, 0);
        if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
        if (got == 0) return -1;
        if (!seat_hear(&server->seats[seat], bytes, (size_t)got, room_answered, &server->room)) return -1;
    }
    return 0;
}

static int speak(instructor_server *server, int seat, int socket)
{
    instructor_seat *s = &server->seats[seat];
    if (s->out_length == 0) return 0;
    const ssize_t sent = send(socket, s->out, s->out_length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    seat_sent(s, (size_t)sent);
    if (s->out_length > 0) server_speak(server, seat);
    return 0;
}

void server_speak(instructor_server *server, int seat)
{
    if (server->seat_links[seat]) lws_callback_on_writable(server->seat_links[seat]);
}

static void lose(instructor_server *server, int seat)
{
    server->seat_links[seat] = NULL;
    server->seats[seat].connected = false;
    server->room.changes++;
    server_wake(server);
}

int server_seat(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    instructor_server *server = server_of(wsi);
    const int seat = index_of(server, wsi);
    int result = 0;
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return -1; /* browsers have no business here */
    if (seat < 0) return 0;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        result = hear(server, seat, lws_get_socket_fd(wsi));
        server_wake(server);
        return result;
    case LWS_CALLBACK_RAW_WRITEABLE_FILE:
        return speak(server, seat, lws_get_socket_fd(wsi));
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        lose(server, seat);
        return 0;
    default:
        return 0;
    }
}
