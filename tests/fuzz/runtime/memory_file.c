#define _GNU_SOURCE /* memfd_create */
#include "memory_file.h"

#include "support/check.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

const char *memory_file(const void *bytes, size_t count)
{
    static int file = -1;
    static char path[40];
    if (file < 0) file = memfd_create("fuzz", MFD_CLOEXEC);
    assert_true(file >= 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    assert_int_equal(ftruncate(file, 0), 0);
    assert_true(pwrite(file, bytes, count, 0) == (ssize_t)count);
    return path;
}
