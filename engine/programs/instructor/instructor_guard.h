/* Wrong tokens: after some from one address its next ones are not looked at for a while, which doubles with
 * each further wrong one. A burst of them is one line of the log. Sessions are not concerned. Pure. */
#ifndef INSTRUCTOR_GUARD_H
#define INSTRUCTOR_GUARD_H

#include "instructor_listen.h"

#include <stdint.h>

enum {
    GUARD_PEERS = 64,
    GUARD_FREE = 5, /**< wrong tokens without a delay */
    GUARD_MOST = 60 /**< longest delay [s] */
};

#define GUARD_SECOND ((int64_t)1000000000) /* [ns] */
#define GUARD_QUIET  (5 * GUARD_SECOND)    /* without a wrong token a burst is over */
#define GUARD_LONG   (60 * GUARD_SECOND)   /* a burst that lasts is told at this interval */
#define GUARD_FORGET (600 * GUARD_SECOND)  /* without a wrong token an address is forgotten */

typedef struct guard_peer {
    listen_peer peer;
    int wrong;           /**< tokens that were looked at; 0: the place is free */
    int64_t open_from;   /**< when the next token is looked at [ns] */
    int64_t last;        /**< wrong or refused token [ns] */
    int burst;           /**< wrong and refused tokens that have not been told yet */
    int64_t burst_begun; /**< [ns] */
} guard_peer;

typedef struct instructor_guard {
    guard_peer list[GUARD_PEERS];
} instructor_guard;

/** A burst for the log. */
typedef struct guard_burst {
    listen_peer peer;
    int count;
    double seconds;
} guard_burst;

/** Whether a token of this address is looked at. If not, it is counted as refused.
 *  @return how long it has to wait [s, rounded up]; 0: it is looked at */
int guard_ask(instructor_guard *guard, const listen_peer *peer, int64_t now);

/** It was wrong. */
void guard_note_wrong(instructor_guard *guard, const listen_peer *peer, int64_t now);

/** The next burst that is to be told.
 *  @param all  also those that go on
 *  @return false: there is none */
bool guard_next_burst(instructor_guard *guard, int64_t now, bool all, guard_burst *burst);

#endif
