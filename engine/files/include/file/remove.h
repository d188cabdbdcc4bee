/* Removing a folder with all that is in it, and nothing else. */
#ifndef FILE_REMOVE_H
#define FILE_REMOVE_H

#include <stdbool.h>

/** Remove a name below an open folder. A folder goes with all that is in it, however deep; a symbolic link is
 * removed itself, never what it leads to. A name that is not there is removed already.
 *  @param folder  descriptor, or AT_FDCWD
 *  @param name    its last part is not followed when it is a link
 *  @return false: errno says why not; something of it may be left */
bool file_remove(int folder, const char *name);

#endif
