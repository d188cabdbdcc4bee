/* How the exercise of a run stands: tasks, points, why it ended. */
#ifndef RUN_EXERCISE_H
#define RUN_EXERCISE_H

#include "run.h"

#include <cjson/cJSON.h>

/** Add `exercise` and `score` to report.json; null where the scenario has none. */
void run_exercise_add(cJSON *root, const run *r);

/** Print it for people, where there is one. */
void run_exercise_print(const run *r);

#endif
