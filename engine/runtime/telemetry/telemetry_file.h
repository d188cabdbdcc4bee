/* A telemetry file: plain or compressed rows. */
#ifndef TELEMETRY_FILE_H
#define TELEMETRY_FILE_H

#include "hl/arena.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct rt_telemetry_file {
    FILE *rows;     /**< destination of printed rows: the file itself, or memory */
    off_t whole;    /**< bytes of whole rows or frames in the file; -1: a pipe, which cannot be cut */
    int descriptor; /**< descriptor of a packed file; -1: not packed */
    char *text;     /**< printed, not yet packed */
    size_t size, used;
    void *packer; /**< of zstd */
    unsigned char *packed;
    size_t room;
} rt_telemetry_file;

/** @return 0, or the error number */
int rt_telemetry_file_open(rt_telemetry_file *file, const char *path, bool packed);

/** Write the printed rows to the file. Packed rows wait until there are enough for a frame, or for the last
 * call.
 *  @param done  out: no rows are pending
 *  @return 0, or the error number: rt_telemetry_file_close then cuts the file to its previous end */
int rt_telemetry_file_put(rt_telemetry_file *file, bool last, bool *done);

/** @param cut  true: cut the file after the last whole row. @return 0, or the error number */
int rt_telemetry_file_close(rt_telemetry_file *file, bool cut);

/** Read a file of either kind.
 *  @param text  out: ends with NUL; up to the last whole row of an incomplete packed file
 *  @param why   out: FILE_WHY, the reason
 *  @return HL_OK; HL_IO_ERROR, errno says which; HL_BAD_INPUT: damaged, or too long for a table;
 * HL_OUT_OF_MEMORY */
hl_status rt_telemetry_file_read(const char *path, hl_arena *arena, char **text, char *why);

#endif
