/* Limits of the instructor's server: how many connections may wait for admission, how long an address must
 * wait after wrong tokens, and when sessions end. Pure: the caller gives the time. */
#ifndef ADMISSION_H
#define ADMISSION_H

#include "access.h"
#include "listen.h"

#include <stdint.h>

#define ADMISSION_SECOND ((int64_t)1000000000) /* [ns] */

/* ---- connections ----
 * A connection is pending until its request has shown a token or a session. Pending connections are few and
 * short. When there are too many, the oldest one of the address that has most of them is closed, so that idle
 * connections cannot keep valid requests out. Admitted connections have places of their own. */

enum {
    GATE_PENDING = 64,      /**< connections at most */
    GATE_PEER_PENDING = 32, /**< of one address: a browser opens up to six at once */
    GATE_ADMITTED = 64,
    GATE_CONNECTIONS = GATE_PENDING + GATE_ADMITTED
};

/** A pending connection is closed after this time [ns], however busy it is. */
#define GATE_PATIENCE (5 * ADMISSION_SECOND)

typedef struct gate_connection {
    int64_t number; /**< from 1, never given twice; 0: the place is free */
    int64_t since;  /**< [ns] */
    listen_peer peer;
    bool admitted;
} gate_connection;

typedef struct srv_gate {
    int64_t numbers; /**< given so far */
    gate_connection list[GATE_CONNECTIONS];
} srv_gate;

/** The place whose connection must be closed before one of this address may enter; -1: a place is free. */
int gate_find_victim(const srv_gate *gate, const listen_peer *peer);

/** Add a pending connection. gate_find_victim must have returned -1. @return its place */
int gate_enter(srv_gate *gate, const listen_peer *peer, int64_t now);

/** Admit a connection whose request is authorised. @return false: too many are admitted, or it is closed */
bool gate_admit(srv_gate *gate, int64_t number);

/** Free the place of a closed connection. */
void gate_leave(srv_gate *gate, int place);

/** Whether a connection has been pending for longer than GATE_PATIENCE. */
bool gate_is_late(const srv_gate *gate, int place, int64_t now);

/** The connection of this number; NULL: it is closed. */
const gate_connection *gate_find(const srv_gate *gate, int64_t number);

/* ---- wrong tokens ----
 * After GUARD_FREE wrong tokens from one address its next tokens are not compared for a delay that doubles
 * with each wrong one. A burst of wrong tokens is one line of the log. Sessions are not affected. */

enum {
    GUARD_PEERS = 64,
    GUARD_FREE = 5, /**< wrong tokens without a delay */
    GUARD_MOST = 60 /**< longest delay [s] */
};

#define GUARD_QUIET (5 * ADMISSION_SECOND)  /* a burst ends after this time without a wrong token */
#define GUARD_LONG  (60 * ADMISSION_SECOND) /* a longer burst is logged at this interval */
#define GUARD_FORGET                                                                                         \
    (600 * ADMISSION_SECOND) /* an address is forgotten after this time without a wrong token */

typedef struct guard_peer {
    listen_peer peer;
    int wrong;           /**< tokens that were compared; 0: the place is free */
    int64_t open_from;   /**< when the next token is compared [ns] */
    int64_t last;        /**< time of the last wrong or refused token [ns] */
    int burst;           /**< wrong and refused tokens that are not logged yet */
    int64_t burst_begun; /**< [ns] */
} guard_peer;

typedef struct srv_guard {
    guard_peer list[GUARD_PEERS];
} srv_guard;

/** A burst of wrong tokens, for the log. */
typedef struct guard_burst {
    listen_peer peer;
    int count;
    double seconds;
} guard_burst;

/** Whether a token of this address may be compared now. If not, it is counted as refused.
 *  @return time to wait [s, rounded up]; 0: it may be compared */
int guard_ask(srv_guard *guard, const listen_peer *peer, int64_t now);

/** Count a wrong token. */
void guard_note_wrong(srv_guard *guard, const listen_peer *peer, int64_t now);

/** Take the next burst that is to be logged.
 *  @param all  include bursts that have not ended
 *  @return false: there is no burst */
bool guard_next_burst(srv_guard *guard, int64_t now, bool all, guard_burst *burst);

/* ---- sessions ----
 * A browser whose token was right gets a session: a random id in a cookie. A session ends when it was not
 * used for a while, after a longest time, or when the user logs out. */

enum { SESSIONS = 64 };

typedef struct srv_session {
    int64_t number;        /**< from 1, never given twice; 0: the place is free */
    char id[ACCESS_TOKEN]; /**< hexadecimal digits */
    int64_t begun, used;   /**< [ns] */
} srv_session;

typedef struct srv_sessions {
    int64_t idle; /**< a session ends after this time without use [ns] */
    int64_t most; /**< and after this time in any case [ns] */
    int64_t numbers;
    srv_session list[SESSIONS];
} srv_sessions;

/** Begin a session. If all places are taken, the session that was not used for longest ends.
 *  @param random  of its id
 *  @return the session; valid until the next call */
const srv_session *sessions_begin(srv_sessions *sessions, const unsigned char random[ACCESS_RANDOM],
                                  int64_t now);

/** Number of the session with this id; 0: no session has it. All ids are compared to their ends, so that the
 * time of a call says nothing about them. */
int64_t sessions_find(const srv_sessions *sessions, const char *id, int64_t now);

/** Note that a session was used. */
void sessions_use(srv_sessions *sessions, int64_t number, int64_t now);

/** Whether a session has not ended yet. */
bool sessions_lives(const srv_sessions *sessions, int64_t number, int64_t now);

/** End a session. */
void sessions_end(srv_sessions *sessions, int64_t number);

#endif
