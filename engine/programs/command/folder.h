/* Folders and files for what is written. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/** Make a folder with the folders above it, where they are not there yet.
 *  @param command  sub-command, for messages
 *  @return false after a message on stderr */
bool make_folder(const char *command, const char *path);

/** Make a new folder for what is written for a moment, in $TMPDIR or /tmp. It is locked while it is used, so
 * that sweep_temporaries knows those of programs that were killed.
 *  @param what  in its name: headland-WHAT-...
 *  @param path  out, on failure too: where
 *  @return descriptor, for remove_temporary; -1: errno says why */
int make_temporary(const char *what, char *path, size_t size);

/** Remove it with all that is in it. */
void remove_temporary(int held, const char *path);

/** Remove those that this user's programs have left when they were killed. */
void sweep_temporaries(const char *what);

/** Whether a file can be written, as far as can be told before. @return false after a message on stderr */
bool can_be_written(const char *command, const char *path);

/** Whether both are there and one file, by whatever names. */
bool is_same_file(const char *a, const char *b);

#endif
