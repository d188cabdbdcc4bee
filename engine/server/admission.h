/* Admission to the instructor's server: tokens, cookies, the addresses that a request names; how many
 * connections may wait, how long an address must wait after wrong tokens, and when sessions end. Pure, except
 * for reading and making a token: the caller gives the time. */
#ifndef ADMISSION_H
#define ADMISSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* ---- tokens ---- */

enum {
    ACCESS_TOKEN = 129, /**< room for a token */
    ACCESS_LEAST = 16,  /**< characters of a token */
    ACCESS_RANDOM = 16, /**< bytes of a made token: 128 bits */
    ACCESS_BITS = 48    /**< least estimated strength of a token */
};

/** Whether a text may be a token: 16 to 128 letters, digits, '-', '_', '.', '~', which need no escapes in
 * addresses and cookies. */
bool access_is_token(const char *text);

/** Estimated strength of a token, an upper bound. A character that repeats the one before, continues a run
 * (abc, 321, qwe) or repeats an earlier part of three or more counts nothing; each other one counts log2 of
 * the number of different characters. Words of a dictionary are not recognised. @return [bits] */
double access_bits(const char *token);

/** Write random bytes as a token of hexadecimal digits. */
void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN]);

/** Read a token from a file of one line that only its owner can read, and check its strength.
 *  @param why  out: what is wrong, and what is expected
 *  @return false: see `why` */
bool access_read_token(const char *path, char token[ACCESS_TOKEN], char *why, size_t why_size);

/** Make a token. @return false: the system has no random numbers */
bool access_make_token(char token[ACCESS_TOKEN]);

/** Whether two tokens are equal. The time of a call says nothing about where they differ. */
bool access_same(const char *token, const char *given);

/** Find the value of a cookie in the header `Cookie`. @return false: no cookie of this name, or too long */
bool access_cookie(const char *header, const char *name, char *value, size_t size);

/** Whether the header `Host` names this computer: 127.0.0.1, localhost or [::1], with this port. A page of a
 * foreign site whose name has been pointed at this computer names another host. */
bool access_is_loopback(const char *host, int port);

/** Whether the header `Origin` is a page of this server. */
bool access_is_own(const char *origin, const char *host, bool tls);

/* ---- addresses of clients ---- */

enum { PEER_BYTES = 16, PEER_TEXT = 64 };

/** Address of a client, for limits: IPv4 as in IPv6 (::ffff:a.b.c.d); of IPv6 the first 64 bits, because a
 * computer chooses the others itself. */
typedef struct peer_address {
    unsigned char bytes[PEER_BYTES];
} peer_address;

/** The address of a client's socket. */
peer_address peer_of_socket(const struct sockaddr_storage *address);

/** Whether two addresses are equal. */
bool peer_is_same(const peer_address *a, const peer_address *b);

/** "192.168.1.20", "2001:db8::/64". @return text */
const char *peer_print(const peer_address *peer, char text[PEER_TEXT]);

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
    peer_address peer;
    bool admitted;
} gate_connection;

typedef struct srv_gate {
    int64_t numbers; /**< given so far */
    gate_connection list[GATE_CONNECTIONS];
} srv_gate;

/** The place whose connection must be closed before one of this address may enter; -1: a place is free. */
int gate_find_victim(const srv_gate *gate, const peer_address *peer);

/** Add a pending connection. gate_find_victim must have returned -1. @return its place */
int gate_enter(srv_gate *gate, const peer_address *peer, int64_t now);

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
    peer_address peer;
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
    peer_address peer;
    int count;
    double seconds;
} guard_burst;

/** Whether a token of this address may be compared now. If not, it is counted as refused.
 *  @return time to wait [s, rounded up]; 0: it may be compared */
int guard_ask(srv_guard *guard, const peer_address *peer, int64_t now);

/** Count a wrong token. */
void guard_note_wrong(srv_guard *guard, const peer_address *peer, int64_t now);

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
