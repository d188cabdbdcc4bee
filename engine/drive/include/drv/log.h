/* Messages, choices from short lists of words, folders for written files. */
#ifndef DRV_LOG_H
#define DRV_LOG_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- log ---- */

/* Messages of a drive. The library prints nothing: it passes each message to its caller, which adds the name
 * of the command. */

/** Exit statuses of commands. */
enum drv_status {
    DRV_DONE = 0,
    DRV_FAILED = 1,     /**< a check failed, the world stopped, or a file could not be written completely */
    DRV_USAGE = 2,      /**< a wrong option or authored file; nothing was written */
    DRV_ENVIRONMENT = 3 /**< memory, a device or a writable folder is missing */
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

/** Progress of a long computation. */
typedef struct drv_progress {
    /** Called often. @return false: end the computation */
    bool (*advance)(void *context, int64_t done, int64_t total);
    void *context;
} drv_progress;

/** Report progress. @param progress  NULL: nothing is reported. @return false: end the computation */
static inline bool drv_advance(const drv_progress *progress, int64_t done, int64_t total)
{
    return !progress || progress->advance(progress->context, done, total);
}

/* ---- words ---- */

/* Choices from short lists of words. */

/** The nearest of `count` names, at any distance; NULL for an empty list. Messages about files use
 * hl/report.h, which suggests only near words. */
const char *drv_nearest(const char *name, const char *const *names, int count);

/** Find a word in a short list.
 *  @param what  what the words name: "speed"
 *  @return its index; -1 after a message that lists the words */
int drv_choose_word(const drv_log *log, const char *what, const char *word, const char *const *words,
                    int count);

/** Read "WIDTHxHEIGHT" of a picture.
 *  @param most  of each [pixels]
 *  @return false: it is something else, or not within 1 to `most` */
bool drv_read_size(const char *text, int most, int *width, int *height);

/* ---- folder ---- */

/* Folders and files. */

/** Create a folder and the missing folders above it.
 *  @return false after a message */
bool drv_make_folder(const drv_log *log, const char *path);

/** Create a temporary folder in $TMPDIR or /tmp. It is locked while it is used, so that drv_sweep_temporaries
 * recognises folders of killed programs.
 *  @param what  in its name: headland-WHAT-...
 *  @param path  out, also after a failure: its path
 *  @return descriptor, for drv_remove_temporary; -1: errno says why */
int drv_make_temporary(const char *what, char *path, size_t size);

/** Remove a temporary folder with its contents. */
void drv_remove_temporary(int held, const char *path);

/** Remove temporary folders of killed programs of this user. */
void drv_sweep_temporaries(const char *what);

/** Whether a file can probably be written. @return false after a message */
bool drv_can_write(const drv_log *log, const char *path);

/** Whether two paths name the same existing file. */
bool drv_is_same_file(const char *a, const char *b);

#endif
