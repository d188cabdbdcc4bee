/* The results store as the instructor's page asks for it: JSON, and debriefings. The store is opened for
 * reading at each request: it may come, go and be brought up to date while the server runs. */
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

/** The debriefing of an attempt. */
instructor_reply results_debrief(const char *store, int64_t attempt);

#endif
