/* A hydraulic circuit as one effort of the multibody model, so that pressures, spools, bristles and films are
 * unknowns of the same Newton iteration as the joint coordinates: 002 section 3, Eq. (36), (48).
 *
 * Ports are the circuit's: distances of cylinder pins and angles of shafts. States, in this order:
 *   - the circuit's own (hyd/circuit.h),
 *   - of each cylinder those of its seal friction: bristle deflection q [m], film thickness h [1]
 *     (mb/force.h),
 *   - on request, of each cylinder its work W [J]: W_dot = F s_dot, F the whole force on the mechanism,
 *     friction included.
 *
 * On a port the circuit's force and, less, its cylinders' seal friction: F_s = p1 A1 - p2 A2 - F_mu, 002
 * Eq. (29). */
#ifndef WORLD_CIRCUIT_H
#define WORLD_CIRCUIT_H

#include "mechanism/mechanism_internal.h"

#include "auth/circuit.h"
#include "hyd/circuit.h"
#include "mb/force.h"
#include "mb/model.h"

enum { WORLD_MAX_COMMANDS = 64 /**< commands of a circuit: they are sampled onto the stack */ };

typedef struct world_hydraulics_def {
    const char *name;
    const hyd_circuit *circuit;     /**< at most MB_MAX_EFFORT_PORTS ports and WORLD_MAX_COMMANDS commands */
    const mb_measure_def *measures; /**< one per port */
    const mb_friction *seals;       /**< one per cylinder; NULL: none has friction */
    bool work;                      /**< carry a work state per cylinder */
    bool stiff; /**< mb_effort_def.stiff_states; false: the trapezoidal rule as in the papers */
} world_hydraulics_def;

/** A cylinder as the effort sees it. */
typedef struct world_cylinder {
    const hyd_cylinder *cylinder;
    mb_friction seal;
    int port, node_a, node_b;
    int pressure_a, pressure_b; /**< states; HYD_NONE where the node is a source */
    int seal_state, work_state; /**< first of each; HYD_NONE where there is none */
} world_cylinder;

/** Parameters of the effort: constant while it runs, but for `commands`. */
typedef struct world_hydraulics {
    const hyd_circuit *circuit;
    int ports, states, cylinder_count, command_count;
    const world_cylinder *cylinders;
    double *commands; /**< [command_count] external commands, written between steps by whoever owns the
                         mechanism; entries of scheduled commands are not read */
    bool any_linear;  /**< some schedule has straight lines */
} world_hydraulics;

/** Make the effort. All memory comes from the arena.
 *  @return HL_OK, HL_BAD_INPUT (too many ports or commands) or HL_OUT_OF_MEMORY */
hl_status world_hydraulic_effort(const world_hydraulics_def *def, hl_arena *arena,
                                 world_hydraulics **hydraulics, mb_effort_def *effort);

/** What a cylinder does at the port values s, s_dot and the effort's states x. RT. */
typedef struct world_cylinder_values {
    double length, rate;  /**< [m], [m/s] */
    double force;         /**< on the mechanism, friction included; positive extends [N] */
    double friction;      /**< of the seals and of the efficiency law, likewise [N] */
    double bristle, film; /**< [m], [1]; 0 where the law has none */
    double work;          /**< [J]; 0 where it is not carried */
} world_cylinder_values;
world_cylinder_values world_cylinder_look(const world_hydraulics *hydraulics, int cylinder, double s,
                                          double s_dot, const double *x);

/** All commands as they act in the step that begins at `time`: `command_count` numbers. RT. */
void world_hydraulic_commands(const world_hydraulics *hydraulics, double time, double *commands);

/* ---- the circuits of a mechanism ---- */

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
