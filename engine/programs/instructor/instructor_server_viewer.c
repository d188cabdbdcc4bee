/* WebSockets: those who watch and command. */
#include "instructor_server_parts.h"

#include "rt/clock.h"

#include <string.h>

/* Not admitted: the status of HTTP, and the end of the connection. */
static int refuse(struct lws *wsi)
{
    const unsigned refused = server_admit(wsi, true);
    if (refused == 0) return 0;
    (void)lws_return_http_status(wsi, refused, NULL);
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

static int enter(struct lws *wsi, server_session *session)
{
    instructor_server *server = server_of(wsi);
    session->viewer = room_enter(&server->room, wsi, rt_now());
    if (!session->viewer) return hang_up(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the room is full");
    server_wake(server);
    return 0;
}

static void leave(struct lws *wsi, server_session *session)
{
    instructor_server *server = server_of(wsi);
    if (!session->viewer) return;
    room_leave(&server->room, session->viewer);
    session->viewer = NULL;
    server_wake(server);
}

/* Who is hung up on hears nothing more: after a close frame come no others (RFC 6455, section 5.5.1). */
static int show_out(struct lws *wsi, server_session *session, enum lws_close_status why, const char *text)
{
    leave(wsi, session);
    return hang_up(wsi, why, text);
}

/* A message may come in pieces. */
static int hear(struct lws *wsi, server_session *session, const char *piece, size_t length)
{
    instructor_server *server = server_of(wsi);
    instructor_viewer *v = session->viewer;
    if (lws_frame_is_binary(wsi)) {
        server->room.refused++;
        return show_out(wsi, session, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text is expected");
    }
    if (length > sizeof v->in - v->in_length) {
        server->room.refused++;
        return show_out(wsi, session, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 4096 bytes");
    }
    memcpy(v->in + v->in_length, piece, length);
    v->in_length += length;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    const int seat = room_message(&server->room, v, v->in, v->in_length, rt_now());
    v->in_length = 0;
    if (seat == ROOM_HANG_UP)
        return show_out(wsi, session, LWS_CLOSE_STATUS_POLICY_VIOLATION, "malformed, or too many messages");
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

int server_viewer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    server_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return refuse(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return enter(wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return session->viewer ? hear(wsi, session, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return session->viewer ? speak(wsi, session->viewer) : 0;
    case LWS_CALLBACK_CLOSED:
        leave(wsi, session);
        return 0;
    default:
        return 0;
    }
}
