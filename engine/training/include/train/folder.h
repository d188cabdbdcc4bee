/* The files of attempts: their folders lie below the store (train_attempt_folder) and are opened step by step
 * without following symbolic links, so that nothing elsewhere is written, copied or removed through them. */
#ifndef TRAIN_FOLDER_H
#define TRAIN_FOLDER_H

#include "train/store.h"

#include <stdio.h>

/** Open an attempt's folder.
 *  @param folder  of train_attempt_folder
 *  @return descriptor, to be closed; -1: errno says why not; ELOOP, ENOTDIR: it is a link or no folder */
int train_folder_open(const char *folder);

/** Remove an attempt's folder with all that is in it; a link in its place is removed itself.
 *  @param why  out: TRAIN_WHY
 *  @return false: something of it may be left */
bool train_folder_remove(const char *folder, char *why);

/** Copy a file into an attempt's folder, so that it is on the disk. A file that is not there is left out;
 * neither side may be a link, and nothing may be there yet under this name.
 *  @param why  out: TRAIN_WHY */
bool train_folder_copy(const char *from, const char *name, const char *folder, char *why);

/** Begin to write a file in an attempt's folder: it stays under another name until train_folder_put.
 *  @return NULL: why says why not */
FILE *train_folder_begin(const char *folder, const char *name, char *why);

/** End it: it takes the place of what had this name, whole or not at all. */
bool train_folder_put(FILE *file, const char *folder, const char *name, char *why);

#endif
