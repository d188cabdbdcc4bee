/* What is done with attempts that are stored: verifying them, importing drives that were recorded elsewhere.
 * The recording alone decides. */
#ifndef DRV_RESULTS_H
#define DRV_RESULTS_H

#include "drv/log.h"
#include "train/store.h"

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

/** Path of a file of an attempt. */
void drv_attempt_file(const char *store_path, int64_t attempt, const char *name, char path[TRAIN_PATH]);

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

#endif
