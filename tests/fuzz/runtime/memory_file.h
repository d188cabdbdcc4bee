/* A file in memory for readers that take a path. */
#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

#include <stddef.h>

/** Put bytes into the one file that there is, in the place of what it held.
 *  @return its path */
const char *memory_file(const void *bytes, size_t count);

#endif
