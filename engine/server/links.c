/* Connections of the server besides HTTP: WebSockets of viewers, and links to seats. */
#include "server_internal.h"

#include "io/thread.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Request a writable callback for each viewer that has something to be sent. */
static void wake_viewers(srv_server *server)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        const srv_viewer *v = &server->room.viewers[i];
        if (v->number && room_has_next(&server->room, v)) lws_callback_on_writable(v->connection);
    }
}

/* Request a writable callback for a seat. */
static void wake_seat(srv_server *server, int seat)
{
    if (server->seat_links[seat]) lws_callback_on_writable(server->seat_links[seat]);
}

/* ---- WebSockets of viewers ---- */

/* A WebSocket that is not admitted gets a status of HTTP, and is closed. */
static int admit(struct lws *wsi, server_socket *socket)
{
    const server_visitor visitor = server_admit(wsi, true);
    socket->session = visitor.session;
    if (visitor.refused == 0) return 0;
    (void)lws_return_http_status(wsi, visitor.refused, NULL);
    return -1;
}

static int hang_up(struct lws *wsi, enum lws_close_status status, const char *why)
{
    unsigned char text[64];
    const size_t length = strlen(why);
    memcpy(text, why, length);
    lws_close_reason(wsi, status, text, length);
    return -1;
}

static int enter(struct lws *wsi, server_socket *socket)
{
    srv_server *server = server_of(wsi);
    socket->viewer = room_enter(&server->room, wsi, io_clock_now());
    if (!socket->viewer) return hang_up(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the room is full");
    wake_viewers(server);
    return 0;
}

static void leave(struct lws *wsi, server_socket *socket)
{
    srv_server *server = server_of(wsi);
    if (!socket->viewer) return;
    room_leave(&server->room, socket->viewer);
    socket->viewer = NULL;
    wake_viewers(server);
}

/* Remove a viewer at once: no frame may follow the close frame (RFC 6455, section 5.5.1). */
static int dismiss(struct lws *wsi, server_socket *socket, enum lws_close_status why, const char *text)
{
    leave(wsi, socket);
    return hang_up(wsi, why, text);
}

/* A message may arrive in pieces. */
static int receive_piece(struct lws *wsi, server_socket *socket, const char *piece, size_t length)
{
    srv_server *server = server_of(wsi);
    srv_viewer *v = socket->viewer;
    if (lws_frame_is_binary(wsi)) {
        server->room.refused++;
        return dismiss(wsi, socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages must be text");
    }
    if (length > sizeof v->in - v->in_length) {
        server->room.refused++;
        return dismiss(wsi, socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 4096 bytes");
    }
    memcpy(v->in + v->in_length, piece, length);
    v->in_length += length;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    const int seat = room_message(&server->room, v, v->in, v->in_length, io_clock_now());
    v->in_length = 0;
    if (seat == ROOM_HANG_UP)
        return dismiss(wsi, socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "malformed, or too many messages");
    sessions_use(&server->sessions, socket->session, io_clock_now());
    if (seat >= 0) wake_seat(server, seat);
    wake_viewers(server);
    return 0;
}

static int send_next(struct lws *wsi, srv_viewer *v)
{
    srv_server *server = server_of(wsi);
    unsigned char *text = server->message + LWS_PRE;
    const size_t length = room_next(&server->room, v, (char *)text);
    if (length == 0) return 0;
    if (lws_write(wsi, text, length, LWS_WRITE_TEXT) < (int)length) return -1;
    if (room_has_next(&server->room, v)) lws_callback_on_writable(wsi);
    return 0;
}

int server_viewer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    server_socket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket ? admit(wsi, socket) : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return enter(wsi, socket);
    case LWS_CALLBACK_RECEIVE:
        return socket->viewer ? receive_piece(wsi, socket, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (socket->viewer && socket->ended)
            return dismiss(wsi, socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the session has ended");
        return socket->viewer ? send_next(wsi, socket->viewer) : 0;
    case LWS_CALLBACK_CLOSED:
        leave(wsi, socket);
        return 0;
    default:
        return 0;
    }
}

/* ---- links to seats: tried every second, read and written without waiting ---- */

enum { READS = 8 /* at a time */, PIECE = 65536 /* [bytes] */ };

static int index_of(const srv_server *server, const struct lws *wsi)
{
    for (int i = 0; i < server->room.seat_count; i++)
        if (server->seat_links[i] == wsi) return i;
    return -1;
}

static int connect_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, strlen(path) + 1);
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made >= 0 && connect(made, (const struct sockaddr *)&address, sizeof address) == 0) return made;
    if (made >= 0) close(made);
    return -1;
}

static void connect_seat(srv_server *server, int seat)
{
    const lws_adopt_desc_t link = {.vh = server->vhost,
                                   .type = LWS_ADOPT_RAW_FILE_DESC,
                                   .fd = {.filefd = connect_socket(server->seats[seat].path)},
                                   .vh_prot_name = "seat"};
    if (link.fd.filefd < 0) return;
    server->seat_links[seat] = lws_adopt_descriptor_vhost_via_info(&link);
    if (!server->seat_links[seat]) return;
    seat_begin(&server->seats[seat]);
    server->room.changes++;
}

void server_tick(lws_sorted_usec_list_t *timer)
{
    srv_server *server = lws_container_of(timer, srv_server, timer);
    for (int i = 0; i < server->room.seat_count; i++)
        if (!server->seat_links[i]) connect_seat(server, i);
    server_log_bursts(server, false);
    server_close_ended(server);
    wake_viewers(server);
    lws_sul_schedule(server->context, 0, timer, server_tick, LWS_US_PER_SEC);
}

/* @return -1: the seat has closed the link, or does not speak its protocol */
static int read_seat(srv_server *server, int seat, int socket)
{
    char bytes[PIECE];
    for (int i = 0; i < READS; i++) {
        const ssize_t got = recv(socket, bytes, sizeof bytes, 0);
        if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
        if (got == 0) return -1;
        if (!seat_receive(&server->seats[seat], bytes, (size_t)got, room_answer, &server->room)) return -1;
    }
    return 0;
}

static int write_seat(srv_server *server, int seat, int socket)
{
    srv_seat *s = &server->seats[seat];
    if (s->out_length == 0) return 0;
    const ssize_t sent = send(socket, s->out, s->out_length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    seat_sent(s, (size_t)sent);
    if (s->out_length > 0) wake_seat(server, seat);
    return 0;
}

static void disconnect(srv_server *server, int seat)
{
    server->seat_links[seat] = NULL;
    server->seats[seat].connected = false;
    server->room.changes++;
    wake_viewers(server);
}

int server_seat(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    srv_server *server = server_of(wsi);
    const int seat = index_of(server, wsi);
    int result = 0;
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) return -1; /* not for browsers */
    if (seat < 0) return 0;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        result = read_seat(server, seat, lws_get_socket_fd(wsi));
        wake_viewers(server);
        return result;
    case LWS_CALLBACK_RAW_WRITEABLE_FILE:
        return write_seat(server, seat, lws_get_socket_fd(wsi));
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        disconnect(server, seat);
        return 0;
    default:
        return 0;
    }
}
