/* The results store for the instructor's page: JSON, and debriefings. The store is opened at each request,
 * for reading except where an attempt is voided: it may be made, removed or upgraded while the server runs.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "reply.h"
#include "srv/server.h"

/** The newest attempts of the store at `path` as `headland results attempts --json` prints them, each with
 * "debrief": whether it has one; "why" if there is no store. */
srv_reply results_attempts(const char *path);

/** {"exercises": [{"name", "ranks": [...]}]} */
srv_reply results_leaderboard(const char *path);

/** Void an attempt, or count it again: {"attempt": NUMBER, "void": true | false, "by": NAME, "why": TEXT}.
 *  @param peer  address of the browser, kept with the name
 *  @return {"ok": true}, or {"ok": false, "why": TEXT} */
srv_reply results_void(const srv_setup *setup, const char *body, size_t length, const char *peer);

/** The debriefing of an attempt. */
srv_reply results_debrief(const char *store, int64_t attempt);

#endif
