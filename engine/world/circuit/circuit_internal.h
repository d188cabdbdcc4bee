/* What the files of the circuits share. */
#ifndef WORLD_CIRCUIT_INTERNAL_H
#define WORLD_CIRCUIT_INTERNAL_H

#include "auth/circuit.h"
#include "hydraulic_effort.h"
#include "mechanism/mechanism_internal.h"

/** A circuit of a mechanism ready to run. */
struct world_circuit {
    const auth_circuit *author;
    world_hydraulics *hydraulics;
    hyd_watch watch;
    double *s, *s_dot; /**< port values, for the watch */
    double *rates;     /**< room for the rates of its states */
};

/** Build all circuits of a mechanism and fill their efforts, one per circuit, in their order. `lengths`:
 * distances of all cylinders' pins at the start, circuit by circuit.
 *  @return HL_OK, HL_BAD_INPUT with complaints, HL_OUT_OF_MEMORY */
hl_status world_circuits_build(world_mechanism *mechanism, const double *lengths, hl_arena *arena,
                               hl_report *report, mb_effort_def *efforts);

/** Count what happens in the circuits, after a step. RT. */
void world_circuits_count_events(world_mechanism *mechanism);

/** Name of state `state` of a circuit's effort. */
void world_circuit_state_name(const world_circuit *circuit, int state, char *text, size_t size);

/** An output of a circuit, one number. RT. */
double world_circuit_output(const world_mechanism *mechanism, const auth_output *output);

#endif
