/* What is done with attempts that are stored: verifying, importing, proving, debriefing, renaming
 * and deleting trainees, voiding. Only the recording decides about a score. */
#ifndef DRV_RESULTS_H
#define DRV_RESULTS_H

#include "drv/log.h"
#include "train/debrief.h"
#include "train/store.h"

/* ---- results ---- */

/** Draw a gnuplot script in a folder. @param why  out: why not @return false: it could not be drawn */
typedef bool (*drv_plotter)(const char *folder, const char *script, char *why, size_t why_size);

/** A store that is open for changes. */
typedef struct drv_results {
    const drv_log *log;
    train_store *store;
    const char *path; /**< of the store: the files of its attempts lie beside it */
    drv_plotter plot; /**< draws the figures of debriefings */
    const char
        *templates; /**< folder of the pages' templates; NULL: it is not found, no page can be written */
} drv_results;

/** Log the last message of the store. @return drv_status for its status */
int drv_results_fail(const drv_results *results, hl_status status);

/** Whether a file belongs to a store and must not be overwritten: the store itself, or the files of its
 * attempts but their debriefings. */
bool drv_belongs_to_store(const char *store_path, const char *path);

/** Check that there are attempts at an exercise. @return drv_status, after a message unless it is done */
int drv_find_exercise(const drv_results *results, const char *name, hl_arena *arena);

/** Find a trainee.
 *  @param name  in: as it was written; out: as the store has it, in the arena
 *  @return drv_status, after a message unless it is done */
int drv_find_trainee(const drv_results *results, const char **name, hl_arena *arena);

/** Rename a trainee, in the store and in the debriefings.
 *  @return drv_status, after messages unless it is done; DRV_FAILED: a debriefing could not be written */
int drv_rename_trainee(const drv_results *results, const char *name, const char *to, hl_arena *arena);

/** Delete a trainee with all attempts and their files.
 *  @param confirmed  false: nothing is deleted, and a message says what would be
 *  @return drv_status, after a message unless it is done */
int drv_delete_trainee(const drv_results *results, const char *name, bool confirmed, hl_arena *arena);

/** Exclude an attempt from the ranking, or include it again, and renew its debriefing.
 *  @return drv_status, after a message unless it is done */
int drv_void_attempt(const drv_results *results, int64_t attempt, const train_voiding *decision);

/** Attempts that have a recording, the oldest first.
 *  @param every  those too that were accepted or refused before
 *  @param ids    out, in the arena */
hl_status drv_attempts_to_verify(const drv_results *results, bool every, hl_arena *arena, int64_t **ids,
                                 int *count);

/** Compute an attempt again and keep the verdict; its debriefing is renewed if that has changed. An attempt
 * whose seat was killed before its outcome was stored is recovered from its recording; what cannot be
 * recovered is not tried again. A proof that was interrupted takes no verdict back.
 *  @param progress  its end is an interruption
 *  @param proof     out
 *  @param why       out: TRAIN_WHY, of the proof; empty: there is nothing to say
 *  @param trouble   out: TRAIN_WHY, why the debriefing could not be renewed; empty: it could
 *  @return what the store said of the verdict */
hl_status drv_verify(const drv_results *results, const train_attempt *attempt, const drv_progress *progress,
                     hl_arena *arena, train_proof *proof, char *why, char *trouble);

typedef struct drv_import_request {
    const char *folder;  /**< of `headland run --out` */
    const char *trainee; /**< tidy, not reserved unless it is a reference */
    bool reference;      /**< driven by a script, to compare with */
} drv_import_request;

/** Import a drive as an attempt: its recording is computed again, its files are copied.
 *  @param attempt  out: its number
 *  @param outcome  out
 *  @return drv_status, after a message unless it is done */
int drv_import(const drv_results *results, const drv_import_request *request, const drv_progress *progress,
               hl_arena *arena, int64_t *attempt, train_outcome *outcome);

/* ---- proof ---- */

/* Proving an attempt: its recording is computed again and must come to the very outcome that the store holds,
 * bit for bit. */

/** Compute a recording again, from a start that its texts build to an end that it tells
 * of.
 *  @param arena     keeps the texts of exercise and outcome
 *  @param exercise  out: what it is of; neither reference nor practice
 *  @param outcome   out: what comes of it, with the hash of the file; practice where a fault acted, or
 *                  it was stopped in its first ten seconds
 *  @param why       out: TRAIN_WHY, when it is not accepted
 *  @return TRAIN_ACCEPTED; TRAIN_REFUSED: it is of no exercise, does not begin as that does, or does not
 * compute to itself; TRAIN_PENDING: it cannot be told here, as without the file, by another version of the
 * program, or when `progress` ends it */
train_proof drv_prove_recording(const char *path, const drv_progress *progress, hl_arena *arena,
                                train_exercise *exercise, train_outcome *outcome, char *why);

/** The same, and compare it with what is kept: the hash of the file, the exercise and its texts, result,
 * time, fuel, hits, the state at the end, the score and every component, with exact equality.
 *  @param stored  of train_attempt_read */
train_proof drv_prove_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                              char *why);

/** Whether an attempt has ended without an outcome in the store, as when its seat was killed. */
bool drv_is_unstored(const train_attempt *stored);

/** Recover the outcome of such an attempt from its recording, of which it is a function. Marks and messages
 * of an instructor are not in it.
 *  @param arena    keeps the texts of the outcome
 *  @param outcome  out: for train_attempt_end
 *  @return TRAIN_ACCEPTED; TRAIN_PENDING: it cannot be recovered */
train_proof drv_recover_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                                hl_arena *arena, train_outcome *outcome, char *why);

/* ---- debrief ---- */

/* The debriefing of an attempt, from the store and its files: the page, and its figures as pictures. Used by
 * `headland results debrief`, by `headland run` and by `headland train`. */

enum { DRV_FIGURES = TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS };

/** All that is known for a debriefing. */
typedef struct drv_debrief {
    hl_arena arena;
    train_debrief about; /**< drives: this attempt, up to two earlier ones of the trainee, the newest accepted
                            reference; all of the very same exercise */
    int count;           /**< figures */
    int figures[DRV_FIGURES];
    const char *svgs[DRV_FIGURES]; /**< contents, once drawn; NULL: it could not be drawn */
} drv_debrief;

void drv_debrief_free(drv_debrief *d);

/** Read, draw in a folder of its own that is removed afterwards, write the page. Without gnuplot the page has
 * no figures and says so.
 *  @param out  path of the page
 *  @param why  out: TRAIN_WHY, when the result is false
 *  @return false: no such attempt, or the page cannot be written */
bool drv_debrief_write(const drv_results *results, int64_t attempt, const char *out, char *why);

/** The same among the attempt's files, as debrief.html: whole or not at all. */
bool drv_debrief_keep(const drv_results *results, int64_t attempt, char *why);

/** Write the page anew that lies among the attempt's files, where there is one: name or proof have changed.
 *  @param why  out: TRAIN_WHY, when the result is false
 *  @return false: it cannot be written */
bool drv_debrief_renew(const drv_results *results, int64_t attempt, char *why);

/** The folder of the templates of pages, ASSETS/results. @param why  out: TRAIN_WHY, when it is not there */
bool debrief_templates(char path[TRAIN_PATH], char *why);

/** Read, and draw into a folder, for a window to show: figure-0.svg, ...
 *  @param d  out: with titles by train_figure_title; free it with drv_debrief_free
 *  @return false: nothing could be drawn at all */
bool drv_debrief_figures(drv_debrief *d, const drv_results *results, int64_t attempt, const char *folder,
                         char *why);

#endif
