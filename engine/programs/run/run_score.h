/* What a drive of `headland run` is judged by: goal, fuel, soil in zones, hits, the highest pressures. */
#ifndef RUN_SCORE_H
#define RUN_SCORE_H

#include "run.h"

#include <cjson/cJSON.h>

/** Watch the session that is about to begin. @return false: out of memory */
bool run_score_begin(run *r);

/** Add it to report.json.
 *  @param signals  of the state at the end */
void run_score_add(cJSON *root, const run *r, const double *signals);

/** Print it for people, likewise: lines only for what there is. */
void run_score_print(const run *r, const double *signals);

#endif
