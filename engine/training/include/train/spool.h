/* Outcomes that the store could not take, as when its disk is full or it is locked: they wait as a file,
 * outcome.json, beside the recording, and go into the store when it is opened the next time. */
#ifndef TRAIN_SPOOL_H
#define TRAIN_SPOOL_H

#include "train/store.h"

/** Keep room on the disk for the outcome of an attempt that begins: train_spool_write then finds it when the
 * disk has filled up. Where a file system cannot keep room, nothing is kept.
 *  @param folder  of train_attempt_folder, which is there
 *  @param why     out: TRAIN_WHY, e.g. that the disk is full
 *  @return false: there is no room */
bool train_spool_reserve(const char *folder, char *why);

/** Give the room back: the outcome is in the store, or there will be none. */
void train_spool_release(const char *folder);

/** Put the outcome of an attempt into its folder, where it is on the disk when the call returns.
 *  @param folder  of train_attempt_folder; it is made
 *  @param why     out: TRAIN_WHY, what is wrong
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why);

/** Take in the outcomes that wait, and remove what seats that were killed have not finished writing. What
 * cannot be taken in now stays; train_store_open does the same.
 *  @param count  out, may be NULL: attempts that have ended by it
 *  @return HL_OK; else what went wrong last */
hl_status train_spool_take(train_store *store, int *count);

#endif
