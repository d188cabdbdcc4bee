/* What the files of this room share: messages, words of short lists, folders for what is written. */
#ifndef DRV_LOG_H
#define DRV_LOG_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- log ---- */

/* Messages of a drive. The library prints nothing: it hands each message to its caller, who says which
 * command it belongs to. */

/** Results of calls that a command ends with; the exit statuses of the program. */
enum drv_status {
    DRV_DONE = 0,
    DRV_FAILED = 1, /**< a check did not hold, the world stopped, a file could not be written to its end */
    DRV_USAGE = 2,  /**< a wrong request or a wrong authored file; nothing was written */
    DRV_ENVIRONMENT = 3 /**< the environment lacks something: memory, a device, a folder to write into */
};

typedef enum drv_message {
    DRV_MESSAGE,  /**< of the command, e.g. "flat.yaml: no such file" */
    DRV_COMPLAINT /**< about an authored file: "file:line:column: text" */
} drv_message;

typedef struct drv_log {
    /** Write one message; its text has no end of line. */
    void (*write)(void *context, drv_message kind, const char *text);
    void *context;
} drv_log;

/** Write a message of the command, printf-like. @return false, for callers that fail with it */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool drv_say(const drv_log *log, const char *format, ...);

/** Write all complaints or warnings of a report. */
void drv_complain(const drv_log *log, const hl_report *report);

/** The same for a file that was refused. If there is no complaint, as when memory is exhausted, the text of
 * the status is written instead.
 *  @return DRV_ENVIRONMENT when memory is exhausted, else DRV_USAGE */
int drv_refuse(const drv_log *log, const char *path, hl_status status, const hl_report *report);

/** How far a long computation is. */
typedef struct drv_progress {
    /** Called often. @return false: the computation is to end */
    bool (*advance)(void *context, int64_t done, int64_t total);
    void *context;
} drv_progress;

/** Report progress. @param progress  NULL: nothing is reported. @return false: the computation is to end */
static inline bool drv_advance(const drv_progress *progress, int64_t done, int64_t total)
{
    return !progress || progress->advance(progress->context, done, total);
}

/* ---- words ---- */

/* Words of short lists: the nearest spelling, and the choice of one. */

/** The one of `count` names with the fewest insertions, deletions and exchanges from `name`, however far it
 * is; NULL for an empty list. Complaints about files use hl/report.h, which names only near words. */
const char *drv_nearest(const char *name, const char *const *names, int count);

/** Look up a word of a list that is short enough to be printed.
 *  @param what  what the words are: "speed"
 *  @return its index; -1 after a message that names the nearest, and all of them */
int drv_choose_word(const drv_log *log, const char *what, const char *word, const char *const *words,
                    int count);

/** Read "WIDTHxHEIGHT" of a picture.
 *  @param most  of each [pixels]
 *  @return false: it is something else, or not within 1 to `most` */
bool drv_read_size(const char *text, int most, int *width, int *height);

/* ---- folder ---- */

/* Folders and files for what is written. */

/** Make a folder with the folders above it, where they are not there yet.
 *  @return false after a message */
bool drv_make_folder(const drv_log *log, const char *path);

/** Make a new folder for what is written for a moment, in $TMPDIR or /tmp. It is locked while it is used, so
 * that drv_sweep_temporaries knows those of programs that were killed.
 *  @param what  in its name: headland-WHAT-...
 *  @param path  out, on failure too: where
 *  @return descriptor, for drv_remove_temporary; -1: errno says why */
int drv_make_temporary(const char *what, char *path, size_t size);

/** Remove it with all that is in it. */
void drv_remove_temporary(int held, const char *path);

/** Remove those that this user's programs have left when they were killed. */
void drv_sweep_temporaries(const char *what);

/** Whether a file can be written, as far as can be told before. @return false after a message */
bool drv_can_write(const drv_log *log, const char *path);

/** Whether both are there and one file, by whatever names. */
bool drv_is_same_file(const char *a, const char *b);

#endif
