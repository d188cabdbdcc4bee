/* Probable mistakes in the definition of a circuit: exchanged ports, settings that make a function
 * ineffective, figures in another unit. Such a circuit can be built and computed.
 *
 * To add a check, add a function and a row of the table in plausible.c. */
#ifndef HYD_PLAUSIBLE_H
#define HYD_PLAUSIBLE_H

#include "hyd/circuit.h"

/** Look for implausible figures in a definition that hyd_circuit_build accepts.
 *  @param report  receives every warning at the place of its item: the component, the implausible figure, the
 * expected one */
void hyd_circuit_warn(const hyd_circuit_def *def, hl_report *report);

#endif
