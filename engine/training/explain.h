/* What sentences and pages say about points alike. */
#ifndef TRAIN_EXPLAIN_H
#define TRAIN_EXPLAIN_H

#include "train/store.h"

/** Points of a component; NULL: the attempt, which may be NULL, has none of that name. */
const train_points *explain_find_points(const train_attempt *attempt, const char *component);

/** True for the row of what `score` instructions gave and took: it is no component. */
bool explain_is_extra(const train_points *points);

#endif
