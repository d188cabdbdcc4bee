/* What the seat says, as lines of JSON, each with its end. */
#ifndef LINK_TELL_H
#define LINK_TELL_H

#include "io/instructor.h"
#include "link_write.h"

#include "xch/snapshot.h"

enum { LINK_PROTOCOL = 1 /**< version that hello tells */ };

/** Something that happened. */
typedef struct link_event {
    int64_t number; /**< from 1, over the whole life of the seat */
    double time;    /**< [s] */
    char kind[32], text[IO_LINK_TEXT];
} link_event;

/** The hello and the lists that belong to it.
 *  @param seat      NULL: nothing is driven
 *  @param instance  that tells this life of the seat from others */
void link_tell_hello(link_line *out, const io_link_seat *seat, int64_t instance);

/** How the seat stands.
 *  @param seat      NULL: nothing is driven
 *  @param snapshot  NULL: there is none yet */
void link_tell_state(link_line *out, const io_link_seat *seat, const xch_snapshot *snapshot,
                     const io_link_state *state);

/** What happened. */
void link_tell_event(link_line *out, const link_event *event);

/** What became of a request.
 *  @param id       that it had; 0: none
 *  @param refused  why not; NULL: it is done */
void link_tell_answer(link_line *out, int64_t id, const char *refused);

#endif
