/* The files of attempts: copied, removed. */
#ifndef ATTEMPT_FILES_H
#define ATTEMPT_FILES_H

#include <stdbool.h>

/** Copy a file, so that it is on the disk. One that is not there is left out.
 *  @param command  for messages
 *  @return false after a message */
bool attempt_copy_file(const char *command, const char *from, const char *to);

/** Remove a folder with all that is in it; there may be none. Links are removed, not followed.
 *  @return false after a message */
bool attempt_remove_folder(const char *command, const char *folder);

#endif
