/* Authored files of a drive, as read and recorded. */
#include "file/read.h"
#include "refuse.h"
#include "rt/recording.h"

hl_status rt_text_read(const char *path, hl_arena *arena, rt_text *text, char *why)
{
    char reason[FILE_WHY];
    file_bytes bytes;
    const hl_status status = file_read(path, FILE_AUTHORED, arena, &bytes, reason);
    *text = (rt_text){.path = path, .text = bytes.data, .length = bytes.length};
    if (status == HL_OUT_OF_MEMORY) return rt_out_of_memory(why);
    return status == HL_OK ? HL_OK : rt_refuse(status, why, "%s", reason);
}
