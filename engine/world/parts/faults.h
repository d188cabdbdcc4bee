/* Faults: what other parts read of them. */
#ifndef WORLD_FAULTS_H
#define WORLD_FAULTS_H

#include "machine/machine.h"

/** What a fault of a valve or a sensor holds; of the others nothing. Doubles alone: a block of the state. */
typedef struct world_fault {
    double stuck; /**< 1: it holds */
    double value; /**< of the command, or of the signal in its unit, when it stuck */
} world_fault;

typedef struct world_faults {
    world_fault *held; /**< [fault_count]; state */
    int *signals;      /**< [fault_count] of sensors: what they show */
} world_faults;

/** Share of full load or of the fuel at the start that faults of a kind leave, 1: all. RT. */
double world_fault_left(const world_machine *machine, auth_fault_kind kind);

/** The value that a stuck command holds; NULL: it moves. RT. */
const double *world_stuck_command(const world_machine *machine, int circuit, int command);

#endif
