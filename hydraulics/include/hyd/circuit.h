/* The hydraulic circuit: nodes, and components that join them.
 *
 *   definition (hyd_circuit_def of hyd/circuit_def.h, plain data) --hyd_circuit_build--> circuit (const)
 *
 * A node is a control volume, whose pressure is a state (but for bubbles: hyd/oil.h), or a source of constant
 * pressure. Restrictors, valves, pumps, motors and cylinders carry oil from node to node. A circuit meets the
 * mechanics only through its ports: a cylinder sees the distance of its pins and gives a force, a pump or
 * motor sees a shaft angle's rate and gives a torque. Several components may share a port (twin cylinders).
 *
 * States, in this order: pressures of the volumes [Pa] in the order of the nodes, spool positions of
 * directional valves and then of load-sensing sections [their unit], displacement fractions of pumps that are
 * not fixed [1].
 *
 * Evaluation is a pure function. A command acts for the whole step that it begins: the caller samples the
 * commands at the start of a step and hands the same numbers to every evaluation of the step, end point
 * included. */
#ifndef HYD_CIRCUIT_H
#define HYD_CIRCUIT_H

#include "hl/arena.h"
#include "hl/status.h"
#include "hyd/accumulator.h"
#include "hyd/check.h"
#include "hyd/circuit_def.h"
#include "hyd/compensator.h"
#include "hyd/counterbalance.h"
#include "hyd/cylinder.h"
#include "hyd/directional.h"
#include "hyd/load_sensing.h"
#include "hyd/motor.h"
#include "hyd/oil.h"
#include "hyd/orifice.h"
#include "hyd/pump.h"
#include "hyd/relief.h"

#include <stdbool.h>

typedef struct hyd_circuit hyd_circuit;

/** Check a definition: numbers, connections, that every node is connected and every volume has one.
 *  @param report  receives every complaint, at the place of its item
 *  @return whether there was none */
bool hyd_circuit_check(const hyd_circuit_def *def, hl_report *report);

/** Check a definition and build the circuit. Copies all of `def`, names and schedules included.
 *  @param report  receives the complaints when the result is HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT or HL_OUT_OF_MEMORY */
hl_status hyd_circuit_build(const hyd_circuit_def *def, hl_arena *arena, const hyd_circuit **circuit,
                            hl_report *report);

/* ---- what a circuit has ---- */

typedef struct hyd_counts {
    int nodes, ports, commands, states, volumes, events;
} hyd_counts;

hyd_counts hyd_circuit_counts(const hyd_circuit *circuit);

/** The definition as built (the circuit's own copy). */
const hyd_circuit_def *hyd_circuit_definition(const hyd_circuit *circuit);

/** States at the start: pressures, spool positions, displacement fractions; `states` numbers. */
const double *hyd_circuit_initial(const hyd_circuit *circuit);

/** Size of a unit of each state for convergence: 1 Pa for pressures and 1e-5 for spool positions and
 * displacement fractions, so that one relative tolerance of 1e-2 asks for the papers' 1e-2 Pa and 1e-7 V. */
const double *hyd_circuit_scale(const hyd_circuit *circuit);

/** Index in x of a node's pressure, HYD_NONE for a source. The state is not the pressure where oil boils
 * (hyd/oil.h, Cavitation) and where accumulators are open (circuit_volumes.c): hyd_circuit_pressure. */
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

/** Index of a command by its name, HYD_NONE when there is none. */
int hyd_circuit_find_command(const hyd_circuit *circuit, const char *name);

/* ---- commands ---- */

/** A schedule's point counts as reached this much before its time, so that a step which begins at 2.5 s but
 * for rounding begins with the value of 2.5 s [s]. */
#define HYD_SCHEDULE_SLACK 1e-9

/** Write the values of the external commands at the start: `commands` numbers, zero for scheduled ones. */
void hyd_circuit_initial_commands(const hyd_circuit *circuit, double *commands);

/** Write the scheduled commands at `time`, right-continuous: at a step of the schedule the new value.
 * External commands are left alone. Call it once a step, with the time at which the step begins. RT. */
void hyd_circuit_sample_commands(const hyd_circuit *circuit, double time, double *commands);

/* ---- evaluation ---- */

/** What a circuit is given and what it gives back; the fields have the meaning of mb_effort_io's. Matrices
 * are row-major. All of them may be the top left corner of larger ones, for efforts that carry further states
 * or ports beside the circuit's own: a row then has `port_stride` or `state_stride` numbers. */
typedef struct hyd_io {
    const double *s;        /**< values of the ports: [m] or [rad] */
    const double *s_dot;    /**< their rates */
    const double *x;        /**< states */
    const double *commands; /**< sampled at the start of the step */
    bool jacobian;          /**< fill the partial derivatives too (they come zeroed) */
    int port_stride;  /**< columns of force_s, force_s_dot, x_dot_s, x_dot_s_dot; 0: the circuit's ports */
    int state_stride; /**< columns of force_x, x_dot_x; 0: the circuit's states */
    double *force;    /**< out: on each port; positive drives the port up */
    double *x_dot;    /**< out: rates of the states */
    double *force_s, *force_s_dot, *force_x; /**< out: partial derivatives of force */
    double *x_dot_s, *x_dot_s_dot, *x_dot_x; /**< out: partial derivatives of x_dot */
} hyd_io;

/** Evaluate. RT; pure; takes no memory. */
void hyd_circuit_evaluate(const hyd_circuit *circuit, hyd_io *io);

/* ---- balances ---- */

/** Where the power goes [W]:  sources + shafts = cylinders + stored + losses. */
typedef struct hyd_power {
    double sources;   /**< given by the sources of constant pressure: p times what flows out of them */
    double shafts;    /**< given by pump and motor shafts; negative for a motor that works */
    double cylinders; /**< given to cylinders: (p_a A_a - p_b A_b) s_dot; friction and stops are inside */
    double stored;    /**< p C dp/dt of the volumes: compressed oil, hoses, gas; and compression that oil
                         brings along */
    double losses;    /**< throttling, leakage, drag */
} hyd_power;

/** Power terms at a state. Evaluates anew, without derivatives, into io's `force` and `x_dot`. */
hyd_power hyd_circuit_power(const hyd_circuit *circuit, hyd_io *io);

/** Oil in the circuit's volumes, accumulators included [kg]: rho r (V + what walls and gas give way -
 * bubbles), r the density over that at p = 0. Its rate in a closed circuit is 0, except within `least_chamber`
 * of a cylinder's end and with chambers of the printed sign. With volume_balance rho (V + integral of C dp),
 * kept while no chamber moves. */
double hyd_circuit_oil_mass(const hyd_circuit *circuit, const double *s, const double *x);

/** sum of r (C dp/dt + dV/dt) of all volumes less what sources give, as volume at p = 0 [m^3/s]: 0 to
 * round-off for any state, since each flow leaves one node and enters another. Evaluates anew, as
 * hyd_circuit_power does. */
double hyd_circuit_flow_defect(const hyd_circuit *circuit, hyd_io *io);

/* ---- events ---- */

typedef enum hyd_event_kind {
    HYD_EVENT_CAVITATION, /**< a volume's pressure is below the vapour pressure (below 0 where cavitation is
                             off); extreme: the lowest pressure [Pa] */
    HYD_EVENT_EMPTIED,    /**< a volume is all bubbles; extreme: the largest bubbles [m^3] */
    HYD_EVENT_END_STOP,   /**< a cylinder is in an end stop; extreme: the fastest entry [m/s] */
    HYD_EVENT_RELIEF,     /**< a relief valve is open; extreme: the highest pressure drop [Pa] */
    HYD_EVENT_BACKWARDS   /**< a pump is turned backwards; extreme: the highest speed backwards [rad/s] */
} hyd_event_kind;

/** One thing that is watched. */
typedef struct hyd_event {
    hyd_event_kind kind;
    const char *name; /**< of the node, cylinder, valve or pump */
    int index;        /**< in its list of the definition */
} hyd_event;

/** What has been seen, one entry per event. */
typedef struct hyd_watch {
    bool *active;    /**< going on at the last sample */
    long *count;     /**< how many times it began */
    double *extreme; /**< see hyd_event_kind; 0 before the first time */
} hyd_watch;

hyd_event hyd_circuit_event(const hyd_circuit *circuit, int event);

/** Name as printed: "cavitation", "emptied", "end-stop", "relief-open", "pump-backwards". */
const char *hyd_event_name(hyd_event_kind kind);

/** Take the memory of a watch, all zero. `active` is NULL when memory is exhausted. */
hyd_watch hyd_watch_new(const hyd_circuit *circuit, hl_arena *arena);

/** Look at a state, after a step. RT. */
void hyd_circuit_watch(const hyd_circuit *circuit, const double *s, const double *s_dot, const double *x,
                       hyd_watch *watch);

#endif
