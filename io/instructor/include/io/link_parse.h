/* Requests of the instructor's link: what a line or a WebSocket message says. The parser is strict and pure:
 * both ends of the link use it on whatever comes from outside, before anything else looks at it.
 *
 *   {"type": "pause" | "resume" | "reset" | "stop"}
 *   {"type": "load", "exercise": NAME}
 *   {"type": "pattern", "pattern": NAME}
 *   {"type": "weather", "time_of_day": h, "cloud": 0-1, "rain": 0-1, "visibility": m, "wind": [m/s, m/s]}
 *   {"type": "message" | "mark", "text": TEXT}
 *   {"type": "fault", "fault": NAME, "severity": 0-1}
 *
 * and in each of them "id", a whole number that the answer repeats. */
#ifndef IO_LINK_PARSE_H
#define IO_LINK_PARSE_H

#include "xch/messages.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;

enum {
    IO_LINK_REQUEST = 4096, /**< bytes of a request at most */
    IO_LINK_NAME = 256      /**< of a name in it, with its NUL */
};

/** Ranges of the weather, as scenarios have them. */
#define IO_LINK_DAY        24.0     /* [h] */
#define IO_LINK_VISIBILITY 10.0     /* least [m] */
#define IO_LINK_FAR        200000.0 /* most [m] */
#define IO_LINK_WIND       60.0     /* most, either way [m/s] */

/** A number that JSON's readers keep exactly: 2^53. */
#define IO_LINK_MOST_ID 9007199254740992

typedef struct io_link_request {
    int32_t kind;                 /**< xch_director_kind */
    int64_t id;                   /**< 0 to IO_LINK_MOST_ID; 0: none given */
    double values[6];             /**< as in xch_director; what is not said is NaN */
    char name[IO_LINK_NAME];      /**< of exercise, pattern or fault; else empty */
    char text[XCH_DIRECTOR_TEXT]; /**< of message or mark; else empty */
} io_link_request;

/** Read one.
 *  @param why  out: what is wrong, in words; untouched when it is right
 *  @return false: it is malformed, too long, of a kind that is not known, or some field is missing, unknown,
 *          twice there, of another type or out of its range */
bool io_link_parse(const char *line, size_t length, io_link_request *request, char *why, size_t why_size);

/** Write one, so that io_link_parse reads the same.
 *  @return bytes, without a line's end; 0: `size` is too small */
size_t io_link_print(const io_link_request *request, char *line, size_t size);

/** The tree of one object of JSON, whole and with nothing after it, at most IO_LINK_REQUEST bytes of UTF-8
 * without control characters and without the escape of NUL, its members each once.
 *  @return to be deleted; NULL: it is something else */
struct cJSON *io_link_read(const char *line, size_t length);

/** Whether this is UTF-8 without control characters. */
bool io_link_is_text(const char *text, size_t length);

#endif
