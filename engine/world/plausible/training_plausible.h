/* Doubts about scenarios and scripts: conditions on signals that never or always hold. */
#ifndef WORLD_TRAINING_PLAUSIBLE_H
#define WORLD_TRAINING_PLAUSIBLE_H

#include "machine/machine.h"
#include "training/condition.h"

/** Least and largest value of a signal, in its unit. */
typedef struct world_signal_span {
    double low, high;
} world_signal_span;

/** Between what values a signal lies (signal_ranges.c).
 *  @return false: nothing is known */
bool world_signal_between(const world_machine *machine, int signal, world_signal_span *range);

#endif
