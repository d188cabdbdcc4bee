/* Sessions of browsers: who has shown the token gets a random id as a cookie, which ends when it was not used
 * for some time, after a longer time in any case, and when the user logs out. Pure. */
#ifndef INSTRUCTOR_SESSIONS_H
#define INSTRUCTOR_SESSIONS_H

#include "instructor_access.h"

#include <stdint.h>

enum { SESSIONS = 64 };

typedef struct instructor_session {
    int64_t number;        /**< from 1, never given twice; 0: the place is free */
    char id[ACCESS_TOKEN]; /**< hexadecimal digits */
    int64_t begun, used;   /**< [ns] */
} instructor_session;

typedef struct instructor_sessions {
    int64_t idle; /**< a session ends when it was not used for so long [ns] */
    int64_t most; /**< and after so long in any case [ns] */
    int64_t numbers;
    instructor_session list[SESSIONS];
} instructor_sessions;

/** A session begins. When there are too many, the one that was used longest ago ends.
 *  @param random  of its id
 *  @return it, until the next call */
const instructor_session *sessions_begin(instructor_sessions *sessions,
                                         const unsigned char random[ACCESS_RANDOM], int64_t now);

/** The session of an id. The time it takes tells nothing about ids. @return its number; 0: there is none */
int64_t sessions_find(instructor_sessions *sessions, const char *id, int64_t now);

/** Its user has done something. */
void sessions_use(instructor_sessions *sessions, int64_t number, int64_t now);

/** Whether it has not ended yet. */
bool sessions_lives(const instructor_sessions *sessions, int64_t number, int64_t now);

/** Its user logs out. */
void sessions_end(instructor_sessions *sessions, int64_t number);

#endif
