/* What a connection may send: the head of one request of HTTP, then its body, or, once the server has
 * switched protocols, frames of a WebSocket that are masked (RFC 6455, section 5.1). libwebsockets 4.1 takes
 * unmasked frames too, and takes frames that come before its answer; so its bytes are checked before it sees
 * them. Pure.
 */
#ifndef INSTRUCTOR_WIRE_H
#define INSTRUCTOR_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_HEAD = 8192, /**< [bytes] of a request's head at most */
    WIRE_FRAME = 14   /**< of a frame's head at most */
};

typedef enum wire_state {
    WIRE_READS_HEAD, /**< of the request; nothing of it goes on before it is complete */
    WIRE_WAITS,      /**< GET: for the answer; nothing goes on meanwhile */
    WIRE_BODY,       /**< of a request that is not GET: all goes on */
    WIRE_FRAMES,
    WIRE_ANSWERED, /**< one request a connection: what follows is dropped */
    WIRE_MALFORMED,
    WIRE_UNMASKED /**< an unmasked frame came: the connection is to be closed with status 1002 */
} wire_state;

/** Where a stream of frames stands. */
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

/** How many of the client's bytes may go on to the server now; the others must be offered again, except when
 * the state is one of the last three: then they are to be dropped.
 *  @param bytes  all that have not gone on yet */
size_t wire_take_client(wire *w, const unsigned char *bytes, size_t count);

/** How many of the server's bytes may go to the client; the others are to be dropped: after an unmasked frame
 * only the frame that has begun is completed. */
size_t wire_take_server(wire *w, const unsigned char *bytes, size_t count);

/** Whether the server's last frame is complete. */
bool wire_is_between_frames(const wire *w);

#endif
