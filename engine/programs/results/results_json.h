/* What the store holds, as JSON. */
#ifndef RESULTS_JSON_H
#define RESULTS_JSON_H

#include "train/store.h"

#include <cjson/cJSON.h>

/** An attempt without its points and events. NULL: out of memory. */
cJSON *results_json_attempt(const train_attempt *attempt);

/** A decision about an attempt: void, or not. */
cJSON *results_json_voiding(const train_voiding *decision);

/** With them. */
cJSON *results_json_whole(const train_attempt *attempt);

cJSON *results_json_trainee(const train_trainee *trainee);
cJSON *results_json_rank(const train_rank *rank);

#endif
