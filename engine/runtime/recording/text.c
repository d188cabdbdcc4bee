/* Authored files, as a drive reads and records them. */
#include "recording_bytes.h"
#include "refuse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* @return 0, or the error number */
static int read_bytes(const char *path, rt_bytes *bytes)
{
    char piece[4096];
    FILE *file = fopen(path, "rb");
    if (!file) return errno;
    errno = 0;
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;) rt_put(bytes, piece, got);
    const int trouble = !ferror(file) ? 0 : errno ? errno : EIO;
    (void)fclose(file);
    return trouble;
}

hl_status rt_text_read(const char *path, hl_arena *arena, rt_text *text, char *why)
{
    rt_bytes bytes = {0};
    const int trouble = read_bytes(path, &bytes);
    const bool whole = !trouble && !bytes.lost;
    char *copy = whole ? hl_arena_string(arena, (const char *)bytes.data, bytes.size) : NULL;
    *text = (rt_text){.path = path, .text = copy, .length = bytes.size};
    rt_bytes_free(&bytes);
    if (trouble) return rt_refuse(HL_IO_ERROR, why, "%s", strerror(trouble));
    return copy ? HL_OK : rt_out_of_memory(why);
}
