/* The kind of an authored file: the value of its key `headland`. */
#ifndef AUTH_FILE_H
#define AUTH_FILE_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum auth_file_kind {
    AUTH_FILE_MECHANISM,     /**< auth/mechanism.h */
    AUTH_FILE_MACHINE,       /**< auth/machine.h */
    AUTH_FILE_SCENARIO,      /**< auth/scenario.h */
    AUTH_FILE_OPERATOR,      /**< auth/operator.h */
    AUTH_FILE_SOIL,          /**< auth/soil.h */
    AUTH_FILE_HUD,           /**< auth/hud.h */
    AUTH_FILE_SETTINGS,      /**< auth/settings.h */
    AUTH_FILE_BINDINGS,      /**< auth/bindings.h */
    AUTH_FILE_RIG,           /**< auth/rig.h */
    AUTH_FILE_OBJECT,        /**< auth/object.h */
    AUTH_FILE_COSTS,         /**< auth/costs.h */
    AUTH_FILE_FLEXIBLE,      /**< auth/flexible.h */
    AUTH_FILE_FLEXIBLE_BODY, /**< auth/flexible.h */
    AUTH_FILE_COURSE,        /**< auth/course.h */
    AUTH_FILE_KINDS
} auth_file_kind;

/** Word of a kind as files write it: "mechanism". */
const char *auth_file_kind_word(auth_file_kind kind);

/* ---- supplied files ---- */

/** Set the folder of the files supplied with headland. A path in an authored file is searched relative to
 * that file first, then in this folder. Applies to all files read afterwards.
 *  @param assets  copied; NULL: no such folder */
void auth_ship_from(const char *assets);

/** Find a supplied file by its path within their folder, with or without the prefix `assets/`. The command
 * line, authored files, layouts and models all use this function.
 *  @param assets  the folder
 *  @param path    out: the complete path, whether or not the file exists
 *  @return whether the file exists */
bool auth_find_shipped(const char *assets, const char *name, char *path, size_t size);

/** Read the kind of a file.
 *  @param report  receives one complaint if the kind cannot be determined
 *  @return HL_OK; HL_BAD_INPUT; HL_IO_ERROR when the file cannot be read; HL_OUT_OF_MEMORY */
hl_status auth_file_kind_of(const char *path, auth_file_kind *kind, hl_report *report);

/** The same for a text in memory; AUTH_FILE_KINDS: the kind cannot be determined. */
auth_file_kind auth_file_kind_of_text(const char *text, size_t length);

#endif
