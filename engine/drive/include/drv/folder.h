/* Folders and files for what is written. */
#ifndef DRV_FOLDER_H
#define DRV_FOLDER_H

#include "drv/log.h"

#include <stddef.h>

/** Make a folder with the folders above it, where they are not there yet.
 *  @return false after a message */
bool drv_make_folder(const drv_log *log, const char *path);

/** Make a new folder for what is written for a moment, in $TMPDIR or /tmp. It is locked while it is used, so
 * that drv_sweep_temporaries knows those of programs that were killed.
 *  @param what  in its name: headland-WHAT-...
 *  @param path  out, on failure too: where
 *  @return descriptor, for drv_remove_temporary; -1: errno says why */
int drv_make_temporary(const char *what, char *path, size_t size);

/** Remove it with all that is in it. */
void drv_remove_temporary(int held, const char *path);

/** Remove those that this user's programs have left when they were killed. */
void drv_sweep_temporaries(const char *what);

/** Whether a file can be written, as far as can be told before. @return false after a message */
bool drv_can_write(const drv_log *log, const char *path);

/** Whether both are there and one file, by whatever names. */
bool drv_is_same_file(const char *a, const char *b);

#endif
