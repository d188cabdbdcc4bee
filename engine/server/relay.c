/* One connection: what each side may send, and the bytes between a client and the server. */
#include "relay.h"

#include <errno.h>
#include <openssl/err.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- frames ---- */

enum { SHORT = 2 /* [bytes] of the shortest head */, MASK = 4, MASKED = 0x80, LENGTH = 0x7f };
enum { LENGTH_16 = 126, LENGTH_64 = 127 }; /* the length follows in 2 or 8 bytes */

static int extra_of(const wire_frames *f)
{
    const int length = f->head[1] & LENGTH;
    return length == LENGTH_16 ? 2 : length == LENGTH_64 ? 8 : 0;
}

static uint64_t payload_of(const wire_frames *f)
{
    const int extra = extra_of(f);
    uint64_t length = 0;
    if (extra == 0) return f->head[1] & LENGTH;
    for (int i = 0; i < extra; i++) length = length << 8 | f->head[SHORT + i];
    return length;
}

/* A byte of a head. @return false: the frame is not masked, and must be */
static bool take_head(wire_frames *f, unsigned char byte, bool must_be_masked)
{
    f->head[f->count++] = byte;
    if (f->count < SHORT) return true;
    const bool masked = (f->head[1] & MASKED) != 0;
    if (must_be_masked && !masked) return false;
    if (f->count < SHORT + extra_of(f) + (masked ? MASK : 0)) return true;
    f->left = payload_of(f);
    f->count = 0;
    return true;
}

static bool is_between(const wire_frames *f)
{
    return f->left == 0 && f->count == 0;
}

/* @return bytes that were taken: fewer than `count` after a frame that is not masked, with `good` false */
static size_t take_frames(wire_frames *f, const unsigned char *bytes, size_t count, bool must_be_masked,
                          bool *good)
{
    size_t at = 0;
    *good = true;
    while (at < count && *good) {
        if (f->left > 0) {
            const size_t piece = f->left < count - at ? (size_t)f->left : count - at;
            f->left -= piece;
            at += piece;
        } else {
            *good = take_head(f, bytes[at], must_be_masked);
            at += *good;
        }
    }
    return at;
}

/* ---- the request ---- */

/* Lines end with CR LF, and with nothing else: another reader might end the head elsewhere. */
static bool is_line(const unsigned char *bytes, size_t at)
{
    if (bytes[at] == '\n') return at > 0 && bytes[at - 1] == '\r';
    return at == 0 || bytes[at - 1] != '\r';
}

/* @return length of the head; 0: it is not complete, or malformed */
static size_t scan_head(wire *w, const unsigned char *bytes, size_t count)
{
    static const char end[] = "\r\n\r\n";
    enum { END = sizeof end - 1 };
    while (w->scanned < count) {
        const size_t at = w->scanned++;
        if (!is_line(bytes, at) || w->scanned > WIRE_HEAD) {
            w->state = WIRE_MALFORMED;
            return 0;
        }
        if (w->scanned >= END && memcmp(bytes + w->scanned - END, end, END) == 0) return w->scanned;
    }
    return 0;
}

static size_t take_request(wire *w, const unsigned char *bytes, size_t count)
{
    static const char get[] = "GET ";
    const size_t head = scan_head(w, bytes, count);
    if (head == 0) return 0;
    const bool is_get = memcmp(bytes, get, sizeof get - 1) == 0; /* a head has four bytes at least */
    w->state = is_get ? WIRE_WAITS : WIRE_BODY;
    return is_get ? head : count;
}

size_t wire_take_client(wire *w, const unsigned char *bytes, size_t count)
{
    bool good;
    size_t taken;
    switch (w->state) {
    case WIRE_READS_HEAD:
        return take_request(w, bytes, count);
    case WIRE_BODY:
        return count;
    case WIRE_FRAMES:
        taken = take_frames(&w->in, bytes, count, true, &good);
        if (!good) w->state = WIRE_UNMASKED;
        return taken;
    case WIRE_WAITS:
    case WIRE_ANSWERED:
    case WIRE_MALFORMED:
    case WIRE_UNMASKED:
        break;
    }
    return 0;
}

/* ---- the answer ---- */

/* Of the status line: "HTTP/1.1 101". */
static void read_status(wire *w, unsigned char byte)
{
    static const char switching[] = "HTTP/1.1 101";
    enum { STATUS = sizeof switching - 1 };
    if (w->answer == 0) w->switched = true;
    if (w->answer < STATUS && byte != (unsigned char)switching[w->answer]) w->switched = false;
    w->answer++;
    if (w->answer < STATUS) return;
    if (!w->switched)
        w->state = w->state == WIRE_BODY ? WIRE_BODY : WIRE_ANSWERED;
    else if (w->state == WIRE_BODY)
        w->state = WIRE_MALFORMED; /* what came after the head was not checked */
}

/* Frames begin after the head of an answer that switches protocols. */
static void read_answer_head(wire *w, unsigned char byte)
{
    enum { END = 4 };
    read_status(w, byte);
    const unsigned char expected = w->line_ends % 2 == 0 ? '\r' : '\n';
    w->line_ends = byte == expected ? w->line_ends + 1 : byte == '\r';
    if (w->switched && w->state == WIRE_WAITS && w->line_ends == END) w->state = WIRE_FRAMES;
}

/* Up to the end of the frame that has begun. */
static size_t complete_frame(wire *w, const unsigned char *bytes, size_t count)
{
    size_t at = 0;
    bool good;
    while (at < count && !is_between(&w->out)) at += take_frames(&w->out, bytes + at, 1, false, &good);
    return at;
}

size_t wire_take_server(wire *w, const unsigned char *bytes, size_t count)
{
    size_t at = 0;
    bool good;
    while (at < count && w->state == WIRE_WAITS) read_answer_head(w, bytes[at++]);
    if (w->state == WIRE_FRAMES) (void)take_frames(&w->out, bytes + at, count - at, false, &good);
    if (w->state == WIRE_UNMASKED) return complete_frame(w, bytes, count);
    for (size_t i = 0; w->state == WIRE_BODY && i < count && w->answer <= sizeof "HTTP/1.1 101"; i++)
        read_status(w, bytes[i]);
    return w->state == WIRE_MALFORMED ? 0 : count;
}

bool wire_is_between_frames(const wire *w)
{
    return is_between(&w->out);
}

/* ---- one connection ---- */

static const int64_t LINGER = 1000000000;   /* [ns] for a client to read the end of its connection */
static const int64_t STALLED = 60000000000; /* [ns] without a byte: libwebsockets pings every 10 s */

enum { ENDED = 0, WAITS = -1, FAILED = -2, ROUNDS = 16 };

void relay_begin(relay *r, int client, SSL *tls, int64_t now)
{
    *r = (relay){.client = client, .server = -1, .tls = tls, .moved = now};
}

/* ---- sockets: bytes that were moved, ENDED, WAITS or FAILED ---- */

static ssize_t explain(ssize_t result)
{
    if (result >= 0) return result;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? WAITS : FAILED;
}

static ssize_t explain_tls(const relay *r, int result)
{
    if (result > 0) return result;
    const int error = SSL_get_error(r->tls, result);
    if (error == SSL_ERROR_ZERO_RETURN) return ENDED;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? WAITS : FAILED;
}

static ssize_t read_client(relay *r, unsigned char *bytes, size_t count)
{
    if (!r->tls) return explain(recv(r->client, bytes, count, 0));
    ERR_clear_error();
    const int result = SSL_read(r->tls, bytes, (int)count);
    r->tls_writes = result <= 0 && SSL_get_error(r->tls, result) == SSL_ERROR_WANT_WRITE;
    return explain_tls(r, result);
}

static ssize_t write_client(relay *r, const unsigned char *bytes, size_t count)
{
    if (!r->tls) return explain(send(r->client, bytes, count, MSG_NOSIGNAL));
    ERR_clear_error();
    const int result = SSL_write(r->tls, bytes, (int)count);
    r->tls_reads = result <= 0 && SSL_get_error(r->tls, result) == SSL_ERROR_WANT_READ;
    return explain_tls(r, result);
}

static void consume(relay_buffer *b, size_t count)
{
    b->length -= count;
    b->ready -= count;
    memmove(b->bytes, b->bytes + count, b->length);
}

/* ---- from the client to the server ---- */

/* Whether bytes of the client are dropped. */
static bool drops(const relay *r)
{
    return r->closing || r->ended != 0 || r->server_ended || r->wire.state >= WIRE_ANSWERED;
}

static bool pull_client(relay *r)
{
    relay_buffer *b = &r->in;
    if (drops(r)) b->length = b->ready;
    if (r->client_ended || b->length == sizeof b->bytes) return false;
    const ssize_t got = read_client(r, b->bytes + b->length, sizeof b->bytes - b->length);
    r->client_ended = got == ENDED;
    r->failed = r->failed || got == FAILED;
    if (got > 0) b->length += (size_t)got;
    return got > 0;
}

static void check_client(relay *r)
{
    relay_buffer *b = &r->in;
    b->ready += wire_take_client(&r->wire, b->bytes + b->ready, b->length - b->ready);
    if (drops(r)) b->length = b->ready;
}

/* The end of a client is passed on only for a WebSocket: a client of HTTP may still read its answer. */
static bool push_server(relay *r)
{
    relay_buffer *b = &r->in;
    if (r->server_ended) b->length = b->ready = 0;
    if (r->server < 0 || b->ready == 0) {
        if (r->client_ended && r->server >= 0 && r->wire.state == WIRE_FRAMES)
            (void)shutdown(r->server, SHUT_WR);
        return false;
    }
    const ssize_t sent = explain(send(r->server, b->bytes, b->ready, MSG_NOSIGNAL));
    if (sent == FAILED)
        b->length = b->ready =
            0; /* the server has answered without reading everything: its answer may wait */
    if (sent > 0) consume(b, (size_t)sent);
    return sent > 0;
}

/* ---- from the server to the client ---- */

static void append(relay *r, const void *bytes, size_t count)
{
    memcpy(r->out.bytes + r->out.length, bytes, count);
    r->out.length = r->out.ready = r->out.length + count;
}

static bool pull_server(relay *r)
{
    relay_buffer *b = &r->out;
    if (r->server < 0 || r->server_ended || r->closing || b->length == sizeof b->bytes) return false;
    const ssize_t got = explain(recv(r->server, b->bytes + b->length, sizeof b->bytes - b->length, 0));
    if (got == ENDED || got == FAILED) r->server_ended = true;
    if (got <= 0) return false;
    b->length += wire_take_server(&r->wire, b->bytes + b->length, (size_t)got);
    b->ready = b->length;
    return true;
}

static bool push_client(relay *r)
{
    if (r->out.length == 0 || r->ended != 0) return false;
    const ssize_t sent = write_client(r, r->out.bytes, r->out.length);
    if (sent == FAILED || sent == ENDED) r->failed = true;
    if (sent > 0) consume(&r->out, (size_t)sent);
    return sent > 0;
}

/* ---- the end ---- */

/* The last bytes for a client that violates a protocol, once there is room for them and a frame is complete.
 */
static void answer_violation(relay *r)
{
    static const char bad_request[] =
        "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    static const unsigned char close_1002[] = {0x88, 0x02, 0x03, 0xea}; /* final frame, opcode 8, two bytes */
    if (r->closing || r->out.length > sizeof r->out.bytes / 2) return;
    if (r->wire.state == WIRE_MALFORMED) {
        if (r->wire.answer == 0) append(r, bad_request, sizeof bad_request - 1);
        r->closing = true;
    } else if (r->wire.state == WIRE_UNMASKED && wire_is_between_frames(&r->wire)) {
        append(r, close_1002, sizeof close_1002);
        r->closing = true;
    }
}

/* Shut down our side. Further bytes of the client are read, because a reset could discard the last bytes to
 * it. */
static void shut(relay *r, int64_t now)
{
    const bool last = (r->closing || r->server_ended) && r->out.length == 0;
    if (!last || r->ended != 0) return;
    if (r->tls) {
        ERR_clear_error();
        (void)SSL_shutdown(r->tls);
    }
    (void)shutdown(r->client, SHUT_WR);
    r->ended = now;
}

static bool is_over(const relay *r, int64_t now)
{
    if (r->failed || now - r->moved > STALLED) return true;
    if (r->ended != 0) return r->client_ended || now - r->ended > LINGER;
    return r->client_ended && r->server < 0 && !relay_has_request(r);
}

bool relay_pump(relay *r, int64_t now)
{
    bool moved = true;
    for (int i = 0; i < ROUNDS && moved && !r->failed; i++) {
        moved = pull_client(r);
        check_client(r);
        moved = push_server(r) || moved;
        moved = pull_server(r) || moved;
        answer_violation(r);
        moved = push_client(r) || moved;
        if (moved && r->ended == 0) r->moved = now;
    }
    shut(r, now);
    return !is_over(r, now);
}

bool relay_has_request(const relay *r)
{
    return r->server < 0 && r->in.ready > 0;
}

/* ---- waiting ---- */

void relay_poll(const relay *r, struct pollfd fds[2])
{
    const bool reads = !r->client_ended && (r->in.length < sizeof r->in.bytes || drops(r));
    const bool writes = r->out.length > 0 && r->ended == 0;
    const bool listens =
        r->server >= 0 && !r->server_ended && !r->closing && r->out.length < sizeof r->out.bytes;
    const bool speaks = r->server >= 0 && !r->server_ended && r->in.ready > 0;
    fds[0] = (struct pollfd){.events = (short)((reads || (writes && r->tls_reads) ? POLLIN : 0) |
                                               ((writes && !r->tls_reads) || r->tls_writes ? POLLOUT : 0))};
    fds[1] = (struct pollfd){.events = (short)((listens ? POLLIN : 0) | (speaks ? POLLOUT : 0))};
    fds[0].fd = fds[0].events ? r->client : -1;
    fds[1].fd = fds[1].events ? r->server : -1;
}

void relay_end(relay *r)
{
    if (r->tls) SSL_free(r->tls);
    if (r->server >= 0) close(r->server);
    if (r->client >= 0) close(r->client);
    *r = (relay){.client = -1, .server = -1};
}
