/* One connection of the instructor's server: what a client may send, and the bytes between its socket, with
 * or without TLS, and the server's end of a socket pair. */
#ifndef RELAY_H
#define RELAY_H

#include <openssl/ssl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what a connection may send ----
 * The head of one HTTP request, then its body or, after the server has switched protocols, masked frames of a
 * WebSocket (RFC 6455, section 5.1). libwebsockets 4.1 also accepts unmasked frames, and frames that arrive
 * before its answer; therefore the bytes are checked before they reach it. Pure. */

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

/* ---- the connection ---- */

enum { RELAY_BUFFER = 16384 /* [bytes] each way */ };

typedef struct relay_buffer {
    size_t length;
    size_t ready; /**< of them may be passed on */
    unsigned char bytes[RELAY_BUFFER];
} relay_buffer;

typedef struct relay {
    int client; /**< -1: there is no connection */
    int server; /**< our end of the pair; -1: no request has arrived yet, or the server has ended */
    SSL *tls;   /**< NULL: without */
    wire wire;
    relay_buffer in, out;
    bool client_ended, server_ended, failed;
    bool tls_writes; /**< TLS must write before it can read */
    bool tls_reads;  /**< TLS must read before it can write */
    bool closing;    /**< the last bytes to the client are in `out` */
    int64_t moved;   /**< time of the last byte [ns] */
    int64_t ended;   /**< when our side was shut down; 0: it is open [ns] */
} relay;

/** Begin with a client's socket. */
void relay_begin(relay *r, int client, SSL *tls, int64_t now);

/** Move all bytes that can be moved. @return false: the connection has ended and must be closed */
bool relay_pump(relay *r, int64_t now);

/** Whether a request has arrived that was not handed to the server yet. */
bool relay_has_request(const relay *r);

/** What to wait for. @param fds  out: of the client and the server */
void relay_poll(const relay *r, struct pollfd fds[2]);

/** Close its sockets. */
void relay_end(relay *r);

#endif
