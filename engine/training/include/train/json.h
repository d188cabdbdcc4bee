/* Contents of the results store as JSON. */
#ifndef TRAIN_JSON_H
#define TRAIN_JSON_H

#include "train/store.h"

#include <cjson/cJSON.h>

/** An attempt without its points and events. NULL: out of memory. */
cJSON *train_json_attempt(const train_attempt *attempt);

/** A decision that an attempt is void, or counts again. */
cJSON *train_json_voiding(const train_voiding *decision);

/** An attempt with its points and events. */
cJSON *train_json_whole(const train_attempt *attempt);

/** A trainee, and a row of a leaderboard. */
cJSON *train_json_trainee(const train_trainee *trainee);
cJSON *train_json_rank(const train_rank *rank);

#endif
