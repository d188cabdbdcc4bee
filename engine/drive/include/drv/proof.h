/* Proving an attempt: its recording is computed again and must come to the very outcome that the store holds,
 * bit for bit. */
#ifndef DRV_PROOF_H
#define DRV_PROOF_H

#include "drv/log.h"
#include "train/store.h"

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

#endif
