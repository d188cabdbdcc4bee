/* Replies of the instructor's server to requests of HTTP. */
#ifndef INSTRUCTOR_REPLY_H
#define INSTRUCTOR_REPLY_H

#include <stdbool.h>
#include <stddef.h>

struct lws;

typedef struct instructor_reply {
    unsigned status; /**< of HTTP */
    const char *type;
    const char *policy;            /**< Content-Security-Policy; NULL: of our own pages */
    const char *cookie, *location; /**< Set-Cookie, Location; NULL: none */
    int retry_after;               /**< Retry-After [s]; 0: none */
    const char *body;
    size_t length, sent;
    char *owned; /**< memory that goes with the reply; NULL: none */
} instructor_reply;

/** A reply with a sentence. */
instructor_reply reply_text(unsigned status, const char *text);

/** Send its headers. The body follows when it can be written.
 *  @return for the callback of libwebsockets */
int reply_begin(struct lws *wsi, instructor_reply *reply);

/** Send some of the body; the connection ends with it. @return likewise */
int reply_go_on(struct lws *wsi, instructor_reply *reply);

void reply_free(instructor_reply *reply);

#endif
