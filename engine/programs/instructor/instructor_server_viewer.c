/* WebSockets: those who watch and command. */
#include "instructor_server_parts.h"

#include "rt/clock.h"

#include <string.h>

/* Not admitted: the status of HTTP, and the end of the connection. */
static int receive(struct lws *wsi, server_socket *socket)
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
    instructor_server *server = server_of(wsi);
    socket->viewer = room_enter(&server->room, wsi, rt_now());
    if (!socket->viewer) return hang_up(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the room is full");
    server_wake(server);
    return 0;
}

static void leave(struct lws *wsi, server_socket *socket)
{
    instructor_server *server = server_of(wsi);
    if (!socket->viewer) return;
    room_leave(&server->room, socket->viewer);
    socket->viewer = NULL;
    server_wake(server);
}

/* Who is hung up on hears nothing more: after a close frame come no others (RFC 6455, section 5.5.1). */
static int show_out(struct lws *wsi, server_socket *socket, enum lws_close_status why, const char *text)
{
    leave(wsi, socket);
    return hang_up(wsi, why, text);
}

/* A message may come in pieces. */
static int hear(struct lws *wsi, server_socket *socket, const char *piece, size_t length)
{
    instructor_server *server = server_of(wsi);
    instructor_viewer *v = socket->viewer;
    if (lws_frame_is_binary(wsi)) {
        server->room.refused++;
        return show_out(wsi, socket, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text is expected");
    }
    if (length > sizeof v->in - v->in_length) {
        server->room.refused++;
        return show_out(wsi, socket, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 4096 bytes");
    }
    memcpy(v->in + v->in_length, piece, length);
    v->in_length += length;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    const int seat = room_message(&server->room, v, v->in, v->in_length, rt_now());
    v->in_length = 0;
    if (seat == ROOM_HANG_UP)
        return show_out(wsi, socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "malformed, or too many messages");
    sessions_use(&server->sessions, socket->session, rt_now());
    if (seat >= 0) server_speak(server, seat);
    server_wake(server);
    return 0;
}

static int speak(struct lws *wsi, instructor_viewer *v)
{
    instructor_server *server = server_of(wsi);
    unsigned char *text = server->message + LWS_PRE;
    const size_t length = room_next(&server->room, v, (char *)text);
    if (length == 0) return 0;
    if (lws_write(wsi, text, length, LWS_WRITE_TEXT) < (int)length) return -1;
    if (room_waits(&server->room, v)) lws_callback_on_writable(wsi);
    return 0;
}

void server_close_ended(instructor_server *server)
{
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        const instructor_viewer *v = &server->room.viewers[i];
        server_socket *socket = v->number ? lws_wsi_user(v->who) : NULL;
        if (!socket || socket->session == 0) continue;
        socket->ended = !sessions_lives(&server->sessions, socket->session, rt_now());
        if (socket->ended) lws_callback_on_writable(v->who);
    }
}

int server_viewer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    server_socket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return socket ? receive(wsi, socket) : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return enter(wsi, socket);
    case LWS_CALLBACK_RECEIVE:
        return socket->viewer ? hear(wsi, socket, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (socket->viewer && socket->ended)
            return show_out(wsi, socket, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the session has ended");
        return socket->viewer ? speak(wsi, socket->viewer) : 0;
    case LWS_CALLBACK_CLOSED:
        leave(wsi, socket);
        return 0;
    default:
        return 0;
    }
}
