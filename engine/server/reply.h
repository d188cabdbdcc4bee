/* Replies to HTTP requests: texts, JSON, the files of the instructor's page, results and debriefings. */
#ifndef REPLY_H
#define REPLY_H

#include "hl/arena.h"
#include "srv/server.h"

typedef struct srv_reply {
    unsigned status; /**< of HTTP */
    const char *type;
    const char *policy;            /**< Content-Security-Policy; NULL: that of our own pages */
    const char *cookie, *location; /**< Set-Cookie, Location; NULL: without */
    int retry_after;               /**< Retry-After [s]; 0: without */
    const char *body;
    size_t length, sent;
    char *owned; /**< memory to free with the reply, or NULL */
} srv_reply;

/** A reply with a sentence. */
srv_reply reply_text(unsigned status, const char *text);

/** Free the memory of a reply. */
void reply_free(srv_reply *reply);

/* ---- pages ---- */

enum { PAGES = 4 };

/** The files of the instructor's page, read once. */
typedef struct srv_pages {
    struct {
        const char *path, *type, *body;
        size_t length;
    } list[PAGES];
    const char *door; /**< template of the page without a session */
} srv_pages;

/** Read them from ASSETS/instructor.
 *  @param why  out: the file that is missing or wrong */
bool pages_read(srv_pages *pages, const char *assets, hl_arena *arena, char *why, size_t why_size);

/** The file at a path of an address; status 404: there is no such file. */
srv_reply pages_find(const srv_pages *pages, const char *path);

/** Whether a file is served without a session: the page without a session needs it. */
bool pages_is_public(const char *path);

/** The page without a session: a field for the token.
 *  @param status  401, or 429: after too many wrong tokens
 *  @param wait    until the next token is compared [s]; 0: at once */
srv_reply pages_door(const srv_pages *pages, unsigned status, int wait);

/* ---- results ----
 * The store is opened at each request, for reading except where an attempt is voided: it may be created,
 * removed or upgraded while the server runs. */

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
