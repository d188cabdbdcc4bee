/* What a circuit's definition may say but hardly means: ports exchanged, settings that leave a function
 * without effect, figures of another unit. The circuit can be built and computed all the same.
 *
 * A further check is a function and a row of the table in plausible.c. */
#ifndef HYD_PLAUSIBLE_H
#define HYD_PLAUSIBLE_H

#include "hyd/circuit.h"

/** Look for implausible figures in a definition that hyd_circuit_build accepts.
 *  @param report  receives every doubt at its item's place: the component, the implausible figure, what is
 *                 expected */
void hyd_circuit_doubts(const hyd_circuit_def *def, hl_report *report);

#endif
