/* Messages of a drive. The library prints nothing: it hands each message to its caller, who says which
 * command it belongs to. */
#ifndef DRV_LOG_H
#define DRV_LOG_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
