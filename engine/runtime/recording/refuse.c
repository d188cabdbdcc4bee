#include "refuse.h"

#include "file/read.h"
#include "rt/recording.h"

#include <stdarg.h>
#include <stdio.h>

hl_status rt_set_error(hl_status status, char *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, RT_WHY_LENGTH, format, arguments);
    va_end(arguments);
    return status;
}

hl_status rt_out_of_memory(char *why)
{
    return rt_set_error(HL_OUT_OF_MEMORY, why, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}

/* ---- texts of files ---- */

/* Authored files of a drive, as read and recorded. */

hl_status rt_text_read(const char *path, hl_arena *arena, rt_text *text, char *why)
{
    char reason[FILE_WHY];
    file_bytes bytes;
    const hl_status status = file_read(path, FILE_AUTHORED, arena, &bytes, reason);
    *text = (rt_text){.path = path, .text = bytes.data, .length = bytes.length};
    if (status == HL_OUT_OF_MEMORY) return rt_out_of_memory(why);
    return status == HL_OK ? HL_OK : rt_set_error(status, why, "%s", reason);
}
