#include "wire.h"

#include <string.h>

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
