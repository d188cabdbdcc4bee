/* Stored attempts: verifying, importing, proving, debriefing, voiding; trainees renamed and deleted. */
#ifndef DRV_RESULTS_H
#define DRV_RESULTS_H

#include "drv/log.h"
#include "train/debrief.h"
#include "train/store.h"

/* ---- results ---- */

/* Verifying stored attempts and importing drives recorded elsewhere. Only the recording decides. */

/** Draw a gnuplot script in a folder. @param why  out: the reason @return false: not drawn */
typedef bool (*drv_plotter)(const char *folder, const char *script, char *why, size_t why_size);

/** A store that is open for writing. */
typedef struct drv_results {
    const drv_log *log;
    train_store *store;
    const char *path;      /**< of the store: files of attempts are beside it */
    drv_plotter plot;      /**< draws the figures of debriefings */
    const char *templates; /**< folder of page templates; NULL: not found, so pages cannot be written */
} drv_results;

/** Log the last message of the store. @return drv_status for its status */
int drv_results_fail(const drv_results *results, hl_status status);

/** Whether a file belongs to a store and must not be overwritten: the store itself, or the files of its
 * attempts but their debriefings. */
bool drv_belongs_to_store(const char *store_path, const char *path);

/** Check that there are attempts at an exercise. @return drv_status, after a message unless it is DRV_DONE */
int drv_find_exercise(const drv_results *results, const char *name, hl_arena *arena);

/** Find a trainee.
 *  @param name  in: as it was written; out: as the store has it, in the arena
 *  @return drv_status, after a message unless it is DRV_DONE */
int drv_find_trainee(const drv_results *results, const char **name, hl_arena *arena);

/** Rename a trainee, in the store and in the debriefings.
 *  @return drv_status, after messages unless it is done; DRV_FAILED: a debriefing could not be written */
int drv_rename_trainee(const drv_results *results, const char *name, const char *to, hl_arena *arena);

/** Delete a trainee with all attempts and their files.
 *  @param confirmed  false: nothing is deleted, and a message says what would be
 *  @return drv_status, after a message unless it is DRV_DONE */
int drv_delete_trainee(const drv_results *results, const char *name, bool confirmed, hl_arena *arena);

/** Exclude an attempt from the ranking, or include it again, and renew its debriefing.
 *  @return drv_status, after a message unless it is DRV_DONE */
int drv_void_attempt(const drv_results *results, int64_t attempt, const train_voiding *decision);

/** Attempts that have a recording, the oldest first.
 *  @param every  also those already accepted or refused
 *  @param ids    out, in the arena */
hl_status drv_attempts_to_verify(const drv_results *results, bool every, hl_arena *arena, int64_t **ids,
                                 int *count);

/** Replay an attempt and store the verdict; its debriefing is renewed if the verdict has changed. An attempt
 * whose seat was killed before its outcome was stored is recovered from its recording; failed recoveries are
 * not repeated. An interrupted proof does not change the verdict.
 *  @param progress  ending it interrupts the proof
 *  @param proof     out
 *  @param why       out: TRAIN_WHY, of the proof; empty: no remark
 *  @param trouble   out: TRAIN_WHY, why the debriefing could not be renewed; empty: no error
 *  @return status of storing the verdict */
hl_status drv_verify(const drv_results *results, const train_attempt *attempt, const drv_progress *progress,
                     hl_arena *arena, train_proof *proof, char *why, char *trouble);

typedef struct drv_import_request {
    const char *folder;  /**< of `headland run --out` */
    const char *trainee; /**< normalised; reserved only for a reference */
    bool reference;      /**< driven by a script, for comparison */
} drv_import_request;

/** Import a drive as an attempt: replay its recording and copy its files.
 *  @param attempt  out: its number
 *  @param outcome  out
 *  @return drv_status, after a message unless it is DRV_DONE */
int drv_import(const drv_results *results, const drv_import_request *request, const drv_progress *progress,
               hl_arena *arena, int64_t *attempt, train_outcome *outcome);

/* ---- proof ---- */

/* Proving an attempt: the replay of its recording must give the stored outcome, bit for bit. */

/** Replay a recording from the initial state built from its texts to its recorded end.
 *  @param arena     of the texts of exercise and outcome
 *  @param exercise  out: the exercise; neither reference nor practice
 *  @param outcome   out: the outcome, with the hash of the file; practice if a fault was active or it was
 * stopped in its first ten seconds
 *  @param why       out: TRAIN_WHY, unless accepted
 *  @return TRAIN_ACCEPTED; TRAIN_REFUSED: not an exercise, another initial state, or the replay differs;
 * TRAIN_PENDING: undecided, e.g. the file is missing, the version of the program is another one, or
 * `progress` ended it */
train_proof drv_prove_recording(const char *path, const drv_progress *progress, hl_arena *arena,
                                train_exercise *exercise, train_outcome *outcome, char *why);

/** The same, compared with the stored attempt for exact equality: hash of the file, exercise and texts,
 * result, time, fuel, hits, final state, score and components.
 *  @param stored  of train_attempt_read */
train_proof drv_prove_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                              char *why);

/** Whether an attempt has ended without a stored outcome, e.g. because its seat was killed. */
bool drv_is_unstored(const train_attempt *stored);

/** Recover the outcome of such an attempt from its recording, without marks and messages of the instructor.
 *  @param arena    of the texts of the outcome
 *  @param outcome  out: for train_attempt_end
 *  @return TRAIN_ACCEPTED; TRAIN_PENDING: it cannot be recovered */
train_proof drv_recover_attempt(const char *path, const train_attempt *stored, const drv_progress *progress,
                                hl_arena *arena, train_outcome *outcome, char *why);

/* ---- debrief ---- */

/* The debriefing of an attempt, from the store and its files: the page and its figures. Used by `headland
 * results debrief`, `headland run` and `headland train`. */

enum { DRV_FIGURES = TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS };

/** Data of a debriefing. */
typedef struct drv_debrief {
    hl_arena arena;
    train_debrief about; /**< drives: this attempt, up to two earlier ones of the trainee, the newest accepted
                            reference; all of the same exercise and texts */
    int count;           /**< figures */
    int figures[DRV_FIGURES];
    const char *svgs[DRV_FIGURES]; /**< contents; NULL: could not be drawn */
} drv_debrief;

void drv_debrief_free(drv_debrief *d);

/** Read the data, draw the figures in a temporary folder, write the page. Without gnuplot the page says that
 * it has no figures.
 *  @param out  path of the page
 *  @param why  out: TRAIN_WHY, if false is returned
 *  @return false: no such attempt, or the page cannot be written */
bool drv_debrief_write(const drv_results *results, int64_t attempt, const char *out, char *why);

/** The same into the attempt's folder, as debrief.html: completely or not at all. */
bool drv_debrief_keep(const drv_results *results, int64_t attempt, char *why);

/** Write the page in the attempt's folder again, if it exists, after its name or proof has changed.
 *  @param why  out: TRAIN_WHY, if false is returned
 *  @return false: it cannot be written */
bool drv_debrief_renew(const drv_results *results, int64_t attempt, char *why);

/** The folder of the templates of pages, ASSETS/results. @param why  out: TRAIN_WHY, if false is returned */
bool debrief_templates(char path[TRAIN_PATH], char *why);

/** Read the data and draw the figures into a folder, for a window: figure-0.svg, ...
 *  @param d  out: with titles by train_figure_title; free it with drv_debrief_free
 *  @return false: no figure could be drawn */
bool drv_debrief_figures(drv_debrief *d, const drv_results *results, int64_t attempt, const char *folder,
                         char *why);

#endif
