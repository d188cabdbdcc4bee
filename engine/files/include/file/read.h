/* Files that users give, and folders that are removed. */
#ifndef FILE_READ_H
#define FILE_READ_H

#include "hl/arena.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- read ---- */

/* Reading the files that users give: the one place where such a file is opened for reading.
 *
 * Only regular files are read, and no more bytes than the kind of file allows. A folder, a device, a pipe or
 * a socket is refused without being opened for longer than it takes to see what it is, so that neither
 * `machine: /dev/zero` nor a pipe without a writer holds up a seat. Symbolic links are followed unless
 * file_open_at is used. Files are read to the size that they have when they are opened. */

enum { FILE_WHY = 160 /**< room for a message */ };

/** Kinds of files. file_limit has the most bytes of each. */
typedef enum file_kind {
    FILE_AUTHORED,  /**< YAML */
    FILE_TELEMETRY, /**< tables of numbers, packed or not */
    FILE_RECORDING, /**< read frame by frame */
    FILE_REPORT,    /**< report.json, manifests, what runs print */
    FILE_OUTCOME,   /**< outcome.json of an attempt */
    FILE_IMAGE,     /**< PNG and SVG */
    FILE_MODEL,     /**< glTF and GLB, and the buffers that they name */
    FILE_MESH,      /**< triangle meshes of the ground */
    FILE_MATRIX,    /**< matrices and node tables of finite elements */
    FILE_PAGE,      /**< HTML and its scripts */
    FILE_PROGRAM,   /**< an executable */
    FILE_KINDS
} file_kind;

/** The most bytes that are read of a file of a kind. */
int64_t file_limit(file_kind kind);

/** Open a regular file for reading.
 *  @param size  out, may be NULL: bytes that it has
 *  @param why   out, may be NULL: FILE_WHY, what is wrong when it is not opened
 *  @return its descriptor, to be closed; -1: it cannot be opened (errno says why not), is no regular file
 *  (errno is EISDIR or ENOTSUP), or is longer than its kind allows (errno is EFBIG) */
int file_open(const char *path, file_kind kind, int64_t *size, char *why);

/** The same for a name in an open folder; a symbolic link is refused (errno is ELOOP).
 *  @param name  without a slash */
int file_open_at(int folder, const char *name, file_kind kind, int64_t *size, char *why);

/** The same as a stream, to be closed by fclose. @return NULL instead of -1 */
FILE *file_stream(const char *path, file_kind kind, int64_t *size, char *why);

/** The bytes of a file. */
typedef struct file_bytes {
    char *data;    /**< a NUL follows the last byte */
    size_t length; /**< bytes, without that */
} file_bytes;

/** Read a whole file into an arena.
 *  @param why  out, may be NULL: FILE_WHY, what is wrong
 *  @return HL_OK; HL_IO_ERROR: errno as file_open sets it; HL_OUT_OF_MEMORY */
hl_status file_read(const char *path, file_kind kind, hl_arena *arena, file_bytes *bytes, char *why);

/** The same from an open descriptor, which is closed.
 *  @param size  as file_open gave it */
hl_status file_read_open(int descriptor, int64_t size, hl_arena *arena, file_bytes *bytes, char *why);

/** Read a file of the kernel (/proc, /sys), whose size is not known before it is read: at most size - 1
 * bytes; a NUL follows.
 *  @return bytes; -1: errno says why not */
int64_t file_read_kernel(const char *path, char *text, size_t size);

/** Whether a file can be read, without reading it. @param why  out, may be NULL: FILE_WHY */
bool file_is_readable(const char *path, file_kind kind, char *why);

/** Write all bytes to a descriptor. @return false: errno says why */
bool file_write_all(int descriptor, const void *data, size_t size);

/* ---- remove ---- */

/* Removing a folder with all that is in it, and nothing else. */

/** Remove a name below an open folder. A folder goes with all that is in it, however deep; a symbolic link is
 * removed itself, never what it leads to. A name that is not there is removed already.
 *  @param folder  descriptor, or AT_FDCWD
 *  @param name    its last part is not followed when it is a link
 *  @return false: errno says why not; something of it may be left */
bool file_remove(int folder, const char *name);

#endif
