/* What a connection may send: the head of one HTTP request, then its body, or, after the server has switched
 * protocols, masked frames of a WebSocket (RFC 6455, section 5.1). libwebsockets 4.1 also accepts unmasked
 * frames, and frames that arrive before its answer; therefore the bytes are checked before they reach it.
 * Pure. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_HEAD = 8192, /**< [bytes] of the head of a request at most */
    WIRE_FRAME = 14   /**< [bytes] of the head of a frame at most */
};

typedef enum wire_state {
    WIRE_READS_HEAD, /**< of the request; it is passed on when it is complete */
    WIRE_WAITS,      /**< GET: for the answer; nothing is passed on meanwhile */
    WIRE_BODY,       /**< of a request that is not GET: all is passed on */
    WIRE_FRAMES,
    WIRE_ANSWERED, /**< one request a connection: further bytes are dropped */
    WIRE_MALFORMED,
    WIRE_UNMASKED /**< an unmasked frame arrived: the connection must be closed with status 1002 */
} wire_state;

/** Position in a stream of frames. */
typedef struct wire_frames {
    uint64_t left; /**< [bytes] of the payload */
    int count;     /**< bytes of a head */
    unsigned char head[WIRE_FRAME];
} wire_frames;

typedef struct wire {
    wire_state state;
    size_t scanned; /**< bytes of the head */
    size_t answer;  /**< bytes of the answer's head so far */
    bool switched;  /**< the answer is 101 */
    int line_ends;  /**< of the answer's head: how much of CR LF CR LF has come last */
    wire_frames in, out;
} wire;

/** How many of the client's bytes may be passed to the server now. The others must be offered again, except
 * in one of the last three states: then they must be dropped.
 *  @param bytes  all bytes that were not passed on yet */
size_t wire_take_client(wire *w, const unsigned char *bytes, size_t count);

/** How many of the server's bytes may be passed to the client; the others must be dropped: after an unmasked
 * frame only the frame that has begun is completed. */
size_t wire_take_server(wire *w, const unsigned char *bytes, size_t count);

/** Whether the server's last frame is complete. */
bool wire_is_between_frames(const wire *w);

#endif
