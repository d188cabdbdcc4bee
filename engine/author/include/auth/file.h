/* What kind of authored file a file is: the value of its key `headland`. */
#ifndef AUTH_FILE_H
#define AUTH_FILE_H

#include "hl/report.h"
#include "hl/status.h"

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

/** Look into a file for its kind.
 *  @param report  receives one complaint when there is no telling
 *  @return HL_OK; HL_BAD_INPUT; HL_IO_ERROR when the file cannot be read; HL_OUT_OF_MEMORY */
hl_status auth_file_kind_of(const char *path, auth_file_kind *kind, hl_report *report);

#endif
