/* Folders and files for what is written. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/** Make a folder with the folders above it, where they are not there yet.
 *  @param command  sub-command, for messages
 *  @return false after a message on stderr */
bool make_folder(const char *command, const char *path);

/** Make a new folder for what is written for a moment, in $TMPDIR or /tmp.
 *  @param what  in its name: headland-WHAT-...
 *  @param path  out, on failure too: where
 *  @return false: errno says why */
bool make_temporary(const char *what, char *path, size_t size);

/** Whether a file can be written, as far as can be told before. @return false after a message on stderr */
bool can_be_written(const char *command, const char *path);

/** Whether both are there and one file, by whatever names. */
bool is_same_file(const char *a, const char *b);

#endif
