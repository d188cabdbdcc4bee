/* The results store as the instructor's page asks for it: JSON, and debriefings. The store is opened at each
 * request, for reading but where an attempt is voided: it may come, go and be brought up to date while the
 * server runs. */
#ifndef INSTRUCTOR_RESULTS_H
#define INSTRUCTOR_RESULTS_H

#include "instructor_reply.h"

#include <stdint.h>

/** Newest attempts as `headland results attempts --json` has them, each with "debrief": whether there is one.
 * With "why" where there is no store.
 *  @param path  of the store */
instructor_reply results_attempts(const char *path);

/** {"exercises": [{"name", "ranks": [...]}]} */
instructor_reply results_leaderboard(const char *path);

/** Void an attempt, or let it count again: {"attempt": NUMBER, "void": true | false, "by": NAME, "why":
 * TEXT}.
 *  @param peer  where it is asked from: it is kept with the name
 *  @return {"ok": true}, or {"ok": false, "why": TEXT} */
instructor_reply results_void(const char *store, const char *body, size_t length, const char *peer);

/** The debriefing of an attempt. */
instructor_reply results_debrief(const char *store, int64_t attempt);

#endif
