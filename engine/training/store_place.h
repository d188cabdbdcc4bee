/* Where the store lies. */
#ifndef TRAIN_STORE_PLACE_H
#define TRAIN_STORE_PLACE_H

#include <stdbool.h>

/** Make the folders above a file, where they are not there yet, for their owner alone: results are personal.
 *  @return false: errno says why */
bool train_make_place(const char *path);

/** What was made, renamed or removed in the folder of this file is on the disk. @return false: errno says
 * why */
bool train_sync_folder(const char *path);

#endif
