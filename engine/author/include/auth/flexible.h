/* Flexible bodies (`headland: flexible`): a beam or matrices of another program, and how they are reduced.
 * docs/flexible.md explains the file. And the result (`headland: flexible-body`), which machines carry. */
#ifndef AUTH_FLEXIBLE_H
#define AUTH_FLEXIBLE_H

#include "flex/body_def.h"
#include "flex/flex_def.h"
#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

typedef struct auth_flexible {
    const char *name, *description;
    flex_def def;
} auth_flexible;

/** Read a flexible body; see auth_mechanism_read. Matrices and node tables that it names are read too. What
 * the finite elements make of it is checked by flex_model_new and flex_reduce. */
hl_status auth_flexible_read(const char *path, hl_arena *arena, auth_flexible **flexible, hl_report *report);
hl_status auth_flexible_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_flexible **flexible, hl_report *report);

/* ---- reduced bodies ---- */

typedef struct auth_flexible_body {
    const char *name, *description;
    flex_body body;
} auth_flexible_body;

/** Read a reduced body. Lists of another length than the number of modes asks for, and matrices that are not
 * symmetric, are errors. */
hl_status auth_flexible_body_read(const char *path, hl_arena *arena, auth_flexible_body **body,
                                  hl_report *report);
hl_status auth_flexible_body_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                                   auth_flexible_body **body, hl_report *report);

/** The text of a file from which the same bits are read. @return NULL: out of memory */
const char *auth_flexible_body_text(const flex_body *body, hl_arena *arena);

#endif
