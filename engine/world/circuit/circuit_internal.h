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

/** Where a circuit meets the mechanism. */
typedef struct world_ports {
    int count;
    auth_joint_coordinate *on; /**< of shafts; ports 0 ... cylinders - 1 are pins */
    const char **names;
} world_ports;

/** Translate an authored circuit; `lengths`: distances of the cylinders' pins at the start [m]. False: out of
 * memory. */
bool world_circuit_define(const auth_circuit *circuit, const double *lengths, hl_arena *arena,
                          world_ports *ports, hyd_circuit_def *def);

/** Where in the file a complaint of the hydraulics library stands. */
hl_place world_circuit_place(const auth_circuit *circuit, const hyd_def_error *error);

/** s_0 of a cylinder [m]: what the file says, or the distance of the pins at the start. */
double world_cylinder_length_0(const auth_cylinder *cylinder, double start_length);

/** Build all circuits of a mechanism and fill their efforts, one per circuit, in their order. `lengths`:
 * distances of all cylinders' pins at the start, circuit by circuit.
 *  @return HL_OK, HL_BAD_INPUT with complaints, HL_OUT_OF_MEMORY */
hl_status world_circuits_build(world_mechanism *mechanism, const double *lengths, hl_arena *arena,
                               hl_report *report, mb_effort_def *efforts);

/** Count what happens in the circuits, after a step. RT. */
void world_circuits_watch(world_mechanism *mechanism);

/** Name of state `state` of a circuit's effort. */
void world_circuit_state_name(const world_circuit *circuit, int state, char *text, size_t size);

/** An output of a circuit, one number. RT. */
double world_circuit_output(const world_mechanism *mechanism, const auth_output *output);

#endif
