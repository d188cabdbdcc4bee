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

/** Make the folder of an attempt (train_attempt_folder), for its owner alone, and sync its entry.
 *  @return false: errno says why, e.g. that a link is in its place */
bool train_folder_make(const char *folder);

/** The entries of an attempt's files are on the disk. @return false: errno says why */
bool train_folder_sync(const char *folder);

#endif
