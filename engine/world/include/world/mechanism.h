/* A mechanism ready to run: the model built from an authored mechanism, its assembled start state, its work
 * and its outputs. Pure: no files, no clocks. */
#ifndef WORLD_MECHANISM_H
#define WORLD_MECHANISM_H

#include "auth/mechanism.h"
#include "mb/step.h"

/** A hydraulic circuit of the mechanism, as built; private to this room. */
typedef struct world_circuit world_circuit;

typedef struct world_mechanism {
    const auth_mechanism *author;
    mb_model *model;
    mb_state *state; /**< present state; changed by the caller that steps */
    mb_state *start; /**< as assembled, before the first step */
    mb_work *work;
    mb_step_options options; /**< options of the work */
    mb_assembly_report assembly;
    mb_step_report report; /**< of the last step */
    int circuit_count;
    world_circuit *circuits;
    bool jumped;      /**< a command has changed since the last step */
    int output_count; /**< output columns, time not counted */
    const char *const *output_names, *const *output_units, *const *output_meanings;
} world_mechanism;

/** Options for a mechanism: the defaults, overridden by the file's `simulation:` section. */
mb_step_options world_mechanism_options(const auth_mechanism *author);

/** Build and assemble. All memory comes from the arena, which must outlive the mechanism.
 *  @param report  complaints with places, e.g. the loop that cannot be closed
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_mechanism_build(const auth_mechanism *author, const mb_step_options *options, hl_arena *arena,
                                hl_report *report, world_mechanism **mechanism);

/** Warn about allowed but improbable values in the file. A warning gives the part, the value, what is
 * expected, and the part's place. Not RT.
 *  @param warnings  begun by hl_report_begin_warnings */
void world_mechanism_warn(const world_mechanism *mechanism, hl_report *warnings);

/** One step; its report is in mechanism->report. RT. */
hl_status world_mechanism_step(world_mechanism *mechanism);

/** Evaluate all outputs at the present state.
 *  @param values  out: output_count numbers, SI units. RT. */
void world_mechanism_outputs(const world_mechanism *mechanism, double *values);

/** Index of a command of circuit `circuit` by its name in the file; -1: not found. */
int world_mechanism_find_command(const world_mechanism *mechanism, int circuit, const char *name);

/** Set an external command, effective from the next step on. Scheduled commands follow their schedule. RT. */
void world_mechanism_command(world_mechanism *mechanism, int circuit, int command, double value);

/** A condition of a circuit that is checked after each step: cavitation, end stops, relief valves ... */
typedef struct world_event {
    const char *circuit, *kind, *name; /**< kind: "cavitation", "end-stop" ...; name of the component */
    bool active;                       /**< present now */
    long count;                        /**< number of times it began */
    double extreme; /**< worst value, SI; its meaning depends on the kind, see hyd/circuit.h */
} world_event;

int world_mechanism_event_count(const world_mechanism *mechanism);

/** Event `event`, 0 to the count - 1. RT. */
world_event world_mechanism_event(const world_mechanism *mechanism, int event);

/** Power balance of a circuit [W]: sources + shafts = cylinders + stored + losses. */
typedef struct world_circuit_power {
    double sources, shafts; /**< supplied to the oil; negative for shafts of driving motors */
    double cylinders;       /**< supplied to the cylinders, including friction and stops */
    double stored;          /**< stored in compressed oil and hoses */
    double losses;          /**< throttling, leakage, drag of pumps and motors */
} world_circuit_power;

/** Power of circuit `circuit` at the state last evaluated by mb_evaluate_state or the outputs. RT. */
world_circuit_power world_mechanism_power(const world_mechanism *mechanism, int circuit);

/** Describe an unknown (a velocity or effort state): "joint z3", "friction seal, state 1", "circuit c,
 * pressure of node V1".
 *  @return its place in the file; line 0 if it is not in the file */
hl_place world_mechanism_unknown_name(const world_mechanism *mechanism, int unknown, char *text, size_t size);

/* ---- a run ---- */

/* A run of a mechanism over a time span: statistics of its steps, the cause of a failure; and coordinates by
 * name. */

/** Sums and extremes of all steps. Zero-initialise, then world_run_begin. */
typedef struct world_run {
    world_mechanism *mechanism;
    long steps;
    double iterations; /**< sum over the steps */
    int most_iterations;
    long cut;            /**< steps whose iterations ended at the limit */
    double largest_left; /**< largest remaining increment of such a step [tolerances] */
    long open;           /**< steps with loop violations above mb_loop_bounds */
    double first_open;   /**< time at the end of the first such step [s] */
    double violation[3]; /**< largest |Phi|, |Phi_dot|, |Phi_dot_dot| of any step */
    mb_energy at_start, at_end;
} world_run;

/** Number of steps to reach a time, tolerant of rounding in the quotient. */
double world_run_steps(double seconds, double step);

/** Begin a run at the present state of the mechanism. */
void world_run_begin(world_run *run, world_mechanism *mechanism);

/** One step; it is counted if it succeeds. RT. */
hl_status world_run_step(world_run *run);

/** End a run: compute the energies at the present state. */
void world_run_end(world_run *run);

/** Describe a failed step: its number, start time and status, and the unknown that did not converge or the
 * violation of the loops. */
void world_run_describe(const world_run *run, hl_status status, char *text, size_t size);

/** Sum of kinetic, gravity and stored energy [J]. */
double world_energy_total(mb_energy energy);

/** Degrees of freedom: number of velocities minus the rank of the loop closures. */
int world_mechanism_freedom(const world_mechanism *mechanism);

/** One number of a joint's `position` as in mechanism files: rotations are rotation vectors. */
typedef struct world_coordinate {
    char name[160]; /**< "hinge", "ball.rx" */
    bool is_angle;  /**< true: an angle; false: a length */
    double value;   /**< [rad, m] */
} world_coordinate;

/** Coordinate `k` of a joint, 0 to its degrees of freedom - 1. */
world_coordinate world_mechanism_coordinate(const world_mechanism *m, int joint, int k);

#endif
