/* Parts of the seat's side of the link: connections, messages as lines of JSON, and their writer. */
#ifndef LINK_INTERNAL_H
#define LINK_INTERNAL_H

#include "io/instructor.h"
#include "io/link_parse.h"

#include "xch/snapshot.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- link_socket.c: the listening socket, in the file system and for its user alone ---- */

/** Listen at a path. Its folder is made, for the user alone; the socket of a seat that has ended is replaced.
 *  @param why  out: the reason of a failure
 *  @return -1: failure */
int link_socket_listen(const char *path, char *why, size_t why_size);

/** Accept the next connection; other users than that of this process are refused.
 *  @return a socket that does not block; -1: there is no new connection */
int link_socket_accept(int listener);

/* ---- link_socket.c: a connection, with bounded buffers of unfinished input and unsent output ---- */

enum {
    LINK_OUT = 1 << 19, /**< [bytes] of unsent output at most: more than a hello of 512 signals */
    LINK_MISSED = 50    /**< states that a slow reader may miss in a row, 5 s, before it is disconnected */
};

typedef struct link_client {
    int socket; /**< -1: free */
    size_t in_length, out_length;
    int missed; /**< states, in a row */
    char in[IO_LINK_REQUEST + 1];
    char out[LINK_OUT];
} link_client;

/** Handle a line, without its end. @return false: it is malformed, the connection must be closed */
typedef bool link_taker(void *context, link_client *client, const char *line, size_t length);

/** Take over a socket. */
void link_client_begin(link_client *client, int socket);
/** Close its socket, if it is open. */
void link_client_end(link_client *client);

/** Read the available input and pass its lines on.
 *  @param malformed  out: whether a line was the reason to close
 *  @return false: the connection must be closed */
bool link_client_read(link_client *client, link_taker *take, void *context, bool *malformed);

/** Send as much as possible without waiting. @return false: the connection is closed */
bool link_client_write(link_client *client);

/** Append bytes to the unsent output. @return false: too little room, nothing was appended */
bool link_client_queue(link_client *client, const char *bytes, size_t count);

/** Whether so much is unsent that a state would be old when it arrives. */
bool link_client_is_slow(const link_client *client);

/* ---- link_tell.c: JSON by cJSON into memory of a fixed size; a line that does not fit stays bad ---- */

typedef struct link_line {
    char *bytes;
    size_t size, length;
    bool bad; /**< it did not fit; its bytes must not be used */
} link_line;

/** Append a document and an end, "\n" or nothing; the document is deleted. */
void link_put(link_line *line, cJSON *document, const char *end);

/** A text. Invalid UTF-8 and control characters become '?'; it is cut to `most` bytes of whole characters. */
cJSON *link_text(const char *text, size_t most);

/** A number, null if it is not finite. @param digits  significant digits */
cJSON *link_number(double number, int digits);

cJSON *link_whole(int64_t number);

/** Bytes of the valid UTF-8 character at the start, 0: invalid, or a control character. */
size_t link_character(const char *text, size_t length);

/* ---- link_tell.c: messages of the seat, a line each ---- */

enum { LINK_PROTOCOL = 1 /**< version in the hello */ };

typedef struct link_event {
    int64_t number; /**< from 1, over the whole life of the seat */
    double time;    /**< [s] */
    char kind[32], text[IO_LINK_TEXT];
} link_event;

/** Write the hello with its lists.
 *  @param seat      NULL: nothing is driven
 *  @param instance  identifies this life of the seat */
void link_tell_hello(link_line *line, const io_link_seat *seat, int64_t instance);

/** Write the state.
 *  @param seat      NULL: nothing is driven
 *  @param snapshot  NULL: not yet available */
void link_tell_state(link_line *line, const io_link_seat *seat, const xch_snapshot *snapshot,
                     const io_link_state *state);

void link_tell_event(link_line *line, const link_event *event);

/** Write the answer to a request.
 *  @param id       of the request; 0: it has none
 *  @param refused  the reason of a refusal; NULL: it is done */
void link_tell_answer(link_line *line, int64_t id, const char *refused);

/* ---- instructor.c: counters, for tests ---- */

typedef struct link_counts {
    int64_t connections, lines;
    int64_t refused; /**< lines that were malformed or too long */
    int64_t dropped; /**< states that a slow reader missed */
} link_counts;

/** Counts since it was opened. From any thread. */
link_counts link_counts_of(const io_instructor *link);

#endif
