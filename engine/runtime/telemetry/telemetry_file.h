/* The file of a telemetry: plain or compressed rows. */
#ifndef TELEMETRY_FILE_H
#define TELEMETRY_FILE_H

#include "hl/arena.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct rt_telemetry_file {
    FILE *rows;     /**< rows are printed here: the file itself, or memory */
    off_t whole;    /**< bytes of whole rows, or frames, in the file; -1: of a pipe, which is never cut */
    int descriptor; /**< of a packed file; -1: it is not packed */
    char *text;     /**< printed and not packed yet */
    size_t size, used;
    void *packer; /**< of zstd */
    unsigned char *packed;
    size_t room;
} rt_telemetry_file;

/** @return 0, or the error number */
int rt_telemetry_file_open(rt_telemetry_file *file, const char *path, bool packed);

/** Hand what was printed to the system. Packed rows wait until a frame is worth it, or it is the last time.
 *  @param done  out: nothing waits
 *  @return 0, or the error number: the file then ends after rt_telemetry_file_close where it ended before */
int rt_telemetry_file_put(rt_telemetry_file *file, bool last, bool *done);

/** @param cut  it ends after the last whole row. @return 0, or the error number */
int rt_telemetry_file_close(rt_telemetry_file *file, bool cut);

/** Read a file of either kind.
 *  @param text  out: ends with NUL; packed rows as far as the file goes, up to the last whole one
 *  @param why   out: FILE_WHY, what is wrong
 *  @return HL_OK; HL_IO_ERROR, errno says which; HL_BAD_INPUT: damaged, or longer than a table may be;
 *  HL_OUT_OF_MEMORY */
hl_status rt_telemetry_file_read(const char *path, hl_arena *arena, char **text, char *why);

#endif
