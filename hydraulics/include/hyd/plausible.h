/* What a circuit's definition may say but hardly means: ports exchanged, settings that leave a function
 * without effect, figures of another unit. The circuit can be built and computed all the same.
 *
 * A further check is a function and a row of the table in plausible.c. */
#ifndef HYD_PLAUSIBLE_H
#define HYD_PLAUSIBLE_H

#include "hyd/circuit.h"

/** Receives a doubt: the component, the implausible figure, what is expected. */
typedef void (*hyd_doubt_function)(void *context, const hyd_def_error *doubt);

/** Look for implausible figures in a definition that hyd_circuit_build accepts.
 *  @param tell  called for each doubt, in the order of the table */
void hyd_circuit_doubts(const hyd_circuit_def *def, hyd_doubt_function tell, void *context);

#endif
