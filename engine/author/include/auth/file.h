/* What kind of authored file a file is: the value of its key `headland`. */
#ifndef AUTH_FILE_H
#define AUTH_FILE_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum auth_file_kind {
    AUTH_FILE_MECHANISM, /**< auth/mechanism.h */
    AUTH_FILE_MACHINE,   /**< auth/machine.h */
    AUTH_FILE_SCENARIO,  /**< auth/scenario.h */
    AUTH_FILE_OPERATOR,  /**< auth/operator.h */
    AUTH_FILE_SOIL,      /**< auth/soil.h */
    AUTH_FILE_HUD,       /**< auth/hud.h */
    AUTH_FILE_SETTINGS,  /**< auth/settings.h */
    AUTH_FILE_BINDINGS,  /**< auth/bindings.h */
    AUTH_FILE_RIG,       /**< auth/rig.h */
    AUTH_FILE_KINDS
} auth_file_kind;

/** Word of a kind as files write it: "mechanism". */
const char *auth_file_kind_word(auth_file_kind kind);

/* ---- files that ship ---- */

/** The folder of the files that ship with headland, in which paths of authored files are looked for when
 * there is no such file beside the file that names them. For all files that are read afterwards.
 *  @param assets  NULL: none; it is copied */
void auth_ship_from(const char *assets);

/** A shipped file by its path from the folder of the shipped files, with or without `assets/` in front: the
 * one rule for the command line, authored files, layouts and models.
 *  @param assets  their folder
 *  @param path    out: where it lies, or would lie
 *  @return whether there is such a file */
bool auth_find_shipped(const char *assets, const char *name, char *path, size_t size);

/** Look into a file for its kind.
 *  @param report  receives one complaint when there is no telling
 *  @return HL_OK; HL_BAD_INPUT; HL_IO_ERROR when the file cannot be read; HL_OUT_OF_MEMORY */
hl_status auth_file_kind_of(const char *path, auth_file_kind *kind, hl_report *report);

/** The same of a text that has been read; AUTH_FILE_KINDS: there is no telling. */
auth_file_kind auth_file_kind_of_text(const char *text, size_t length);

#endif
