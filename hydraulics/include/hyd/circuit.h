/* The hydraulic circuit: nodes, and components that join them.
 *
 *   definition (hyd_circuit_def, plain data) --hyd_circuit_build--> circuit (const)
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

enum {
    HYD_NONE = -1,        /**< no node, no port, no command */
    HYD_MAX_SECTIONS = 16 /**< load-sensing sections of a circuit */
};

/* ---- definition ---- */

typedef enum hyd_node_kind { HYD_VOLUME, HYD_SOURCE } hyd_node_kind;

typedef struct hyd_node_def {
    const char *name;
    hyd_node_kind kind;
    double pressure;     /**< [Pa]: of a source for ever, of a volume at the start */
    double hose;         /**< volume: oil in hoses and pipes [m^3] >= 0; chambers of cylinders come on top */
    double hose_modulus; /**< B_h [Pa]; 0: rigid */
} hyd_node_def;

/** What a port measures. */
typedef enum hyd_port_kind {
    HYD_PORT_LENGTH, /**< distance of a cylinder's pins [m], force [N] */
    HYD_PORT_SHAFT   /**< angle of a shaft [rad], torque [N m] */
} hyd_port_kind;

typedef struct hyd_port_def {
    const char *name;
    hyd_port_kind kind;
} hyd_port_def;

/** A point of a schedule. */
typedef struct hyd_schedule_point {
    double time, value; /**< [s], [unit of the command] */
} hyd_schedule_point;

/** A command: a number from outside, or a function of time. */
typedef struct hyd_command_def {
    const char *name;
    int point_count;                  /**< 0: external, written by the caller */
    const hyd_schedule_point *points; /**< rising in time; before the first point its value holds */
    bool linear;    /**< straight lines between the points; false: steps, a value holds from its point on */
    double initial; /**< external: value until the caller writes one */
} hyd_command_def;

/** Throttle; with a command it is a proportional valve: C_v times the command, limited to 0 ... 1. One way it
 * lets oil pass from a to b only. */
typedef struct hyd_orifice_def {
    const char *name;
    int a, b;           /**< nodes */
    double coefficient; /**< C_v [m^3/(s sqrt(Pa))] > 0 */
    bool one_way, commanded;
    int command; /**< looked at when `commanded` */
} hyd_orifice_def;

typedef struct hyd_leakage_def {
    const char *name;
    int a, b;
    double conductance; /**< K [m^3/(s Pa)] > 0 */
} hyd_leakage_def;

typedef struct hyd_check_def {
    const char *name;
    int a, b, x; /**< from, to, pilot line (looked at when pilot_ratio is not 0) */
    hyd_check check;
} hyd_check_def;

typedef struct hyd_relief_def {
    const char *name;
    int a, b; /**< protected line, tank */
    hyd_relief relief;
} hyd_relief_def;

typedef struct hyd_counterbalance_def {
    const char *name;
    int a, b, x; /**< load, valve, pilot line (looked at when pilot_ratio is not 0) */
    hyd_counterbalance valve;
} hyd_counterbalance_def;

typedef struct hyd_compensator_def {
    const char *name;
    int a, b, x; /**< supply, metering edge, load pressure */
    hyd_compensator valve;
} hyd_compensator_def;

typedef struct hyd_directional_def {
    const char *name;
    int P, A, B, T; /**< nodes */
    int command;    /**< U_ref */
    double U_0;     /**< spool position at the start [unit of U] */
    hyd_directional valve;
} hyd_directional_def;

typedef struct hyd_load_sensing_def {
    const char *name;
    int P, A, B, T;
    int command; /**< U_ref */
    double U_0;
    int group; /**< pumps of the same group hear of its load */
    hyd_load_sensing section;
} hyd_load_sensing_def;

typedef struct hyd_pump_def {
    const char *name;
    int a, b;     /**< suction, delivery */
    bool driven;  /**< turns at `speed`, no port */
    int port;     /**< shaft, when not driven */
    double speed; /**< [rad/s] */
    int command;  /**< HYD_PUMP_COMMAND: displacement fraction */
    double e_0;   /**< displacement fraction at the start, when not fixed */
    int group;    /**< load-sensing sections it listens to */
    int senses;   /**< pump whose pressure counts in the torque limit too, or HYD_NONE; looked at with one */
    hyd_pump pump;
} hyd_pump_def;

typedef struct hyd_motor_def {
    const char *name;
    int a, b; /**< what flows from a to b turns the shaft forwards */
    int port; /**< shaft */
    bool commanded;
    int command; /**< of the displacement (hyd_motor_share), looked at when `commanded` */
    hyd_motor motor;
} hyd_motor_def;

typedef struct hyd_accumulator_def {
    const char *name;
    int a; /**< a volume */
    hyd_accumulator accumulator;
} hyd_accumulator_def;

typedef struct hyd_cylinder_def {
    const char *name;
    int a, b; /**< nodes of the piston side and of the rod side */
    int port; /**< distance of the pins */
    hyd_cylinder cylinder;
} hyd_cylinder_def;

typedef struct hyd_circuit_def {
    hyd_oil oil;
    hyd_flow_law flow_law; /**< of every restrictor and valve */
    int node_count, port_count, command_count;
    int orifice_count, leakage_count, check_count, relief_count, counterbalance_count, compensator_count;
    int directional_count, load_sensing_count, pump_count, motor_count, accumulator_count, cylinder_count;
    const hyd_node_def *nodes;
    const hyd_port_def *ports;
    const hyd_command_def *commands;
    const hyd_orifice_def *orifices;
    const hyd_leakage_def *leakages;
    const hyd_check_def *checks;
    const hyd_relief_def *reliefs;
    const hyd_counterbalance_def *counterbalances;
    const hyd_compensator_def *compensators;
    const hyd_directional_def *directionals;
    const hyd_load_sensing_def *load_sensings;
    const hyd_pump_def *pumps;
    const hyd_motor_def *motors;
    const hyd_accumulator_def *accumulators;
    const hyd_cylinder_def *cylinders;
} hyd_circuit_def;

/** Which list of the definition a complaint is about. */
typedef enum hyd_item {
    HYD_ITEM_OIL,
    HYD_ITEM_NODE,
    HYD_ITEM_PORT,
    HYD_ITEM_COMMAND,
    HYD_ITEM_ORIFICE,
    HYD_ITEM_LEAKAGE,
    HYD_ITEM_CHECK,
    HYD_ITEM_RELIEF,
    HYD_ITEM_COUNTERBALANCE,
    HYD_ITEM_COMPENSATOR,
    HYD_ITEM_DIRECTIONAL,
    HYD_ITEM_LOAD_SENSING,
    HYD_ITEM_PUMP,
    HYD_ITEM_MOTOR,
    HYD_ITEM_ACCUMULATOR,
    HYD_ITEM_CYLINDER
} hyd_item;

/** Where a definition was refused. */
typedef struct hyd_def_error {
    hyd_item item;  /**< list, and */
    int index;      /**< place in it (0 for the oil) */
    char text[320]; /**< what is wrong and what is expected, with the component's name; empty when nothing is
                     */
} hyd_def_error;

typedef struct hyd_circuit hyd_circuit;

/** Check a definition and build the circuit. Copies all of `def`, names and schedules included.
 *  @param error  filled when the result is HL_BAD_INPUT
 *  @return HL_OK, HL_BAD_INPUT or HL_OUT_OF_MEMORY */
hl_status hyd_circuit_build(const hyd_circuit_def *def, hl_arena *arena, const hyd_circuit **circuit,
                            hyd_def_error *error);

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

/** Index in x of a node's pressure, HYD_NONE for a source. Where oil boils the state is not the pressure:
 * hyd/oil.h, Cavitation. */
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
    double stored;    /**< p C dp/dt of the volumes: compressed oil, hoses, gas */
    double losses;    /**< throttling, leakage, drag */
} hyd_power;

/** Power terms at a state. Evaluates anew, without derivatives, into io's `force` and `x_dot`. */
hyd_power hyd_circuit_power(const hyd_circuit *circuit, hyd_io *io);

/** Oil in the circuit's volumes, as mass at p = 0 [kg]: rho (V + integral of C dp), accumulators included.
 * Constant to round-off in a closed circuit of fixed volumes; where chambers move Eq. (22) itself counts a
 * litre as a litre at any pressure, p/B or about 1 % of what flows. */
double hyd_circuit_oil_mass(const hyd_circuit *circuit, const double *s, const double *x);

/** sum of (C dp/dt + dV/dt) of all volumes less what sources give [m^3/s]: 0 to round-off for any state,
 * since each flow leaves one node and enters another. Evaluates anew, as hyd_circuit_power does. */
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
