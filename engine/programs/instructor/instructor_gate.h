/* Which connections the instructor's server holds. A connection is pending until its request has shown a
 * token or a session. Pending connections are few and short: when there are too many, the oldest one of the
 * address that has most of them makes place, so that idle connections cannot keep valid requests out.
 * Admitted ones have places of their own. Pure. */
#ifndef INSTRUCTOR_GATE_H
#define INSTRUCTOR_GATE_H

#include "instructor_listen.h"

#include <stdint.h>

enum {
    GATE_PENDING = 64,      /**< connections at most */
    GATE_PEER_PENDING = 32, /**< of one address: a browser opens up to six at once */
    GATE_ADMITTED = 64,
    GATE_CONNECTIONS = GATE_PENDING + GATE_ADMITTED
};

/** A pending connection is closed after so long [ns], however busy it is. */
#define GATE_PATIENCE ((int64_t)5000000000)

typedef struct gate_connection {
    int64_t number; /**< from 1, never given twice; 0: the place is free */
    int64_t since;  /**< [ns] */
    listen_peer peer;
    bool admitted;
} gate_connection;

typedef struct instructor_gate {
    int64_t numbers; /**< given so far */
    gate_connection list[GATE_CONNECTIONS];
} instructor_gate;

/** The place whose connection must be closed before one of this address may enter. @return -1: none */
int gate_find_victim(const instructor_gate *gate, const listen_peer *peer);

/** A connection enters, pending. There must be no victim any more. @return its place */
int gate_enter(instructor_gate *gate, const listen_peer *peer, int64_t now);

/** Its request is authorised. @return false: too many are admitted, or it has gone */
bool gate_admit(instructor_gate *gate, int64_t number);

void gate_leave(instructor_gate *gate, int place);

/** Whether it has been pending for too long. */
bool gate_is_late(const instructor_gate *gate, int place, int64_t now);

/** The connection of this number; NULL: it has gone. */
const gate_connection *gate_find(const instructor_gate *gate, int64_t number);

#endif
