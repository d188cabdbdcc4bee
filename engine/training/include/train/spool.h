/* Outcomes that the store could not take, as when its disk is full or it is locked: they wait as a file,
 * outcome.json, beside the recording, and go into the store when it is opened the next time. */
#ifndef TRAIN_SPOOL_H
#define TRAIN_SPOOL_H

#include "train/store.h"

/** Put the outcome of an attempt into its folder, where it is on the disk when the call returns.
 *  @param folder  of train_attempt_folder; it is made
 *  @param why     out: TRAIN_WHY, what is wrong
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why);

/** Take in the outcomes that wait. What cannot be taken in now stays; train_store_open does the same.
 *  @param count  out, may be NULL: attempts that have ended by it
 *  @return HL_OK; else what went wrong last */
hl_status train_spool_take(train_store *store, int *count);

#endif
