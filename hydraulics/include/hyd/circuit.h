/* The hydraulic circuit: nodes, and components that join them.
 *
 *   definition (hyd_circuit_def of hyd/circuit_def.h, plain data) --hyd_circuit_build--> circuit (const)
 *
 * A node is a control volume, whose pressure is a state (except with bubbles: hyd/oil.h), or a source of
 * constant pressure. Restrictors, valves, pumps, motors and cylinders carry oil from node to node. A circuit
 * meets the mechanics only through its ports: a cylinder sees the distance of its pins and gives a force, a
 * pump or motor sees a shaft angle's rate and gives a torque. Several components may share a port (twin
 * cylinders).
 *
 * States, in this order: pressures of the volumes [Pa] in the order of the nodes, spool positions of
 * directional valves and then of load-sensing sections [their unit], displacement fractions of pumps that are
 * not fixed [1].
 *
 * Evaluation is a pure function. A command is constant during a step: the caller samples the commands at the
 * start of a step and passes the same values to every evaluation of the step, including its end. */
#ifndef HYD_CIRCUIT_H
#define HYD_CIRCUIT_H

#include "hl/arena.h"
#include "hl/status.h"
#include "hyd/circuit_def.h"
#include "hyd/cylinder.h"
#include "hyd/oil.h"
#include "hyd/pump.h"
#include "hyd/valves.h"

#include <stdbool.h>

typedef struct hyd_circuit hyd_circuit;

/** Check a definition: its numbers and connections; every node must be connected and every volume must have
 * oil.
 *  @param report  receives every error, at the place of its item
 *  @return whether there was none */
bool hyd_circuit_check(const hyd_circuit_def *def, hl_report *report);

/** Check a definition and build the circuit. Copies all of `def`, including names and schedules.
 *  @param report  receives the errors if the result is HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT or HL_OUT_OF_MEMORY */
hl_status hyd_circuit_build(const hyd_circuit_def *def, hl_arena *arena, const hyd_circuit **circuit,
                            hl_report *report);

/* ---- contents of a circuit ---- */

typedef struct hyd_counts {
    int nodes, ports, commands, states, volumes, events;
} hyd_counts;

hyd_counts hyd_circuit_counts(const hyd_circuit *circuit);

/** The definition as built (the circuit's own copy). */
const hyd_circuit_def *hyd_circuit_definition(const hyd_circuit *circuit);

/** Initial states: pressures, spool positions, displacement fractions; `states` numbers. */
const double *hyd_circuit_initial(const hyd_circuit *circuit);

/** Convergence unit of each state: 1 Pa for pressures and 1e-5 for spool positions and displacement
 * fractions, so that a relative tolerance of 1e-2 means 1e-2 Pa and 1e-7 V, as in the papers. */
const double *hyd_circuit_scale(const hyd_circuit *circuit);

/** Index in x of the state of a node, HYD_NONE for a source. The state is the pressure, except with bubbles
 * (hyd/oil.h, Cavitation) and with open accumulators (circuit_volumes.c); hyd_circuit_pressure gives the
 * pressure. */
int hyd_circuit_pressure_state(const hyd_circuit *circuit, int node);

/** Index in x of a directional valve's spool; of a load-sensing section's spool; of a pump's displacement
 * fraction (HYD_NONE for a fixed pump). */
int hyd_circuit_spool_state(const hyd_circuit *circuit, int directional);
int hyd_circuit_section_state(const hyd_circuit *circuit, int load_sensing);
int hyd_circuit_swash_state(const hyd_circuit *circuit, int pump);

/** Pressure of a node [Pa], source or volume. RT. */
double hyd_circuit_pressure(const hyd_circuit *circuit, const double *x, int node);

/** Derivative of that pressure by the node's state [1]; 0 for a source. RT. */
double hyd_circuit_pressure_slope(const hyd_circuit *circuit, const double *x, int node);

/** Index of the command with this name, HYD_NONE: not found. */
int hyd_circuit_find_command(const hyd_circuit *circuit, const char *name);

/* ---- commands ---- */

/** A point of a schedule takes effect this time early [s], so that a step that begins at 2.5 s minus rounding
 * error has the value of 2.5 s. */
#define HYD_SCHEDULE_SLACK 1e-9

/** Write the initial values of the external commands: `commands` numbers, zero for scheduled ones. */
void hyd_circuit_initial_commands(const hyd_circuit *circuit, double *commands);

/** Write the scheduled commands at `time`, with the new value at a step of the schedule. External commands
 * are unchanged. Call it once per step, with the start time of the step. RT. */
void hyd_circuit_sample_commands(const hyd_circuit *circuit, double time, double *commands);

/* ---- evaluation ---- */

/** Inputs and outputs of a circuit; the fields have the meaning of those in mb_effort_io. Matrices are
 * row-major. They may be the top left corner of larger ones, for efforts with further states or ports: a row
 * then has `port_stride` or `state_stride` numbers. */
typedef struct hyd_io {
    const double *s;        /**< values of the ports: [m] or [rad] */
    const double *s_dot;    /**< their rates */
    const double *x;        /**< states */
    const double *commands; /**< sampled at the start of the step */
    bool jacobian;          /**< true: also fill the partial derivatives (they are zero at the call) */
    int port_stride;  /**< columns of force_s, force_s_dot, x_dot_s, x_dot_s_dot; 0: the circuit's ports */
    int state_stride; /**< columns of force_x, x_dot_x; 0: the circuit's states */
    double *force;    /**< out: force on each port; positive increases the value of the port */
    double *x_dot;    /**< out: rates of the states */
    double *force_s, *force_s_dot, *force_x; /**< out: partial derivatives of force */
    double *x_dot_s, *x_dot_s_dot, *x_dot_x; /**< out: partial derivatives of x_dot */
} hyd_io;

/** Evaluate. RT; pure; takes no memory. */
void hyd_circuit_evaluate(const hyd_circuit *circuit, hyd_io *io);

/* ---- balances ---- */

/** Power balance [W]: sources + shafts = cylinders + stored + losses. */
typedef struct hyd_power {
    double sources;   /**< power of the sources of constant pressure: p times their outflow */
    double shafts;    /**< power of pump and motor shafts; negative for a driving motor */
    double cylinders; /**< power of the cylinders: (p_a A_a - p_b A_b) s_dot, including friction and stops */
    double stored;    /**< p C dp/dt of the volumes (compressed oil, hoses, gas), and the energy of compressed
                         oil that flows in */
    double losses;    /**< throttling, leakage, drag */
} hyd_power;

/** Power terms at a state. Evaluates the circuit without derivatives, into io's `force` and `x_dot`. */
hyd_power hyd_circuit_power(const hyd_circuit *circuit, hyd_io *io);

/** Oil in the volumes of the circuit, including accumulators [kg]: rho r (V + expansion of walls and
 * compression of gas - bubbles), r the density divided by that at p = 0. In a closed circuit it is constant,
 * except within `least_chamber` of a cylinder's end and with chambers of the printed sign. With
 * volume_balance it is rho (V + integral of C dp), constant while no chamber moves. */
double hyd_circuit_oil_mass(const hyd_circuit *circuit, const double *s, const double *x);

/** Sum of r (C dp/dt + dV/dt) of all volumes minus the flow from sources, as volume at p = 0 [m^3/s]: 0 to
 * round-off for any state, because each flow leaves one node and enters another. Evaluates the circuit, like
 * hyd_circuit_power. */
double hyd_circuit_flow_defect(const hyd_circuit *circuit, hyd_io *io);

/* ---- events ---- */

typedef enum hyd_event_kind {
    HYD_EVENT_CAVITATION, /**< a volume's pressure is below the vapour pressure (below 0 where cavitation is
                             off); extreme: the lowest pressure [Pa] */
    HYD_EVENT_EMPTIED,    /**< a volume is all bubbles; extreme: the largest bubbles [m^3] */
    HYD_EVENT_END_STOP,   /**< a cylinder is in an end stop; extreme: the highest speed of entry [m/s] */
    HYD_EVENT_RELIEF,     /**< a relief valve is open; extreme: the highest pressure drop [Pa] */
    HYD_EVENT_BACKWARDS   /**< a pump turns backwards; extreme: the highest backward speed [rad/s] */
} hyd_event_kind;

/** A watched condition. */
typedef struct hyd_event {
    hyd_event_kind kind;
    const char *name; /**< of the node, cylinder, valve or pump */
    int index;        /**< its index in the list of the definition */
} hyd_event;

/** Observed events, one entry per watched condition. */
typedef struct hyd_watch {
    bool *active;    /**< true: active at the last sample */
    long *count;     /**< number of times it became active */
    double *extreme; /**< see hyd_event_kind; 0: never active */
} hyd_watch;

hyd_event hyd_circuit_event(const hyd_circuit *circuit, int event);

/** Name as printed: "cavitation", "emptied", "end-stop", "relief-open", "pump-backwards". */
const char *hyd_event_name(hyd_event_kind kind);

/** Allocate a watch, all zero. `active` is NULL if memory is exhausted. */
hyd_watch hyd_event_counters_new(const hyd_circuit *circuit, hl_arena *arena);

/** Update the events with a state, after a step. RT. */
void hyd_circuit_count_events(const hyd_circuit *circuit, const double *s, const double *s_dot,
                              const double *x, hyd_watch *watch);

/* ---- plausible ---- */

/* Probable mistakes in the definition of a circuit: exchanged ports, settings that make a function
 * ineffective, figures in another unit. Such a circuit can be built and computed.
 *
 * To add a check, add a function and a row of the table in plausible.c. */

/** Look for implausible figures in a definition that hyd_circuit_build accepts.
 *  @param report  receives every warning at the place of its item: the component, the implausible figure,
 *                 the expected one */
void hyd_circuit_warn(const hyd_circuit_def *def, hl_report *report);

#endif
