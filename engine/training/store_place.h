/* Where the store lies. */
#ifndef TRAIN_STORE_PLACE_H
#define TRAIN_STORE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/** Make the folders above a file, where they are not there yet, for their owner alone: results are personal.
 *  @return false: errno says why */
bool train_make_place(const char *path);

/** What was made, renamed or removed in the folder of this file is on the disk. @return false: errno says
 * why */
bool train_sync_folder(const char *path);

/** The entries of an attempt's files are on the disk. @return false: errno says why; it has none, or so */
bool train_attempt_sync_folder(const char *store_path, int64_t attempt);

#endif
