/* sweep.json: what the results in a folder belong to. */
#ifndef SWP_MANIFEST_H
#define SWP_MANIFEST_H

#include "swp/plan.h"

/** As JSON, to be freed with free(); NULL: out of memory. */
char *swp_manifest_write(const swp_plan *plan);

/** Read it back.
 *  @return false: it is something else; `why` says what */
bool swp_manifest_read(const char *text, hl_arena *arena, swp_plan *plan, char why[SWP_WHY]);

/** Whether results of `old` are results of `now`. More or fewer values of the same keys do not matter: each
 * run keeps its name.
 *  @param why  out: what differs, when false */
bool swp_manifest_agrees(const swp_plan *old, const swp_plan *now, char why[SWP_WHY]);

#endif
