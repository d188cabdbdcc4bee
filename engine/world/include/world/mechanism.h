/* A mechanism ready to run: the model built from an authored mechanism, its assembled start state, its work
 * and its outputs. Pure: no files, no clocks. */
#ifndef WORLD_MECHANISM_H
#define WORLD_MECHANISM_H

#include "auth/mechanism.h"
#include "mb/step.h"

/** A hydraulic circuit of the mechanism, built; its inside is this room's. */
typedef struct world_circuit world_circuit;

typedef struct world_mechanism {
    const auth_mechanism *author;
    mb_model *model;
    mb_state *state; /**< assembled; owned by whoever steps */
    mb_state *start; /**< as it was assembled, before anything moved */
    mb_work *work;
    mb_step_options options; /**< what the work was made with */
    mb_assembly_report assembly;
    mb_step_report report; /**< of the last step */
    int circuit_count;
    world_circuit *circuits;
    bool jumped;      /**< a command has been changed since the last step */
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

/** Warn about what the file may say but hardly means: a part, an implausible figure, what is expected, at the
 * part's place. Not RT.
 *  @param warnings  begun by hl_report_begin_warnings */
void world_mechanism_warn(const world_mechanism *mechanism, hl_report *warnings);

/** One step; the result is kept in mechanism->report too. RT. */
hl_status world_mechanism_step(world_mechanism *mechanism);

/** Evaluate all outputs at the present state.
 *  @param values  out: output_count numbers, SI units. RT. */
void world_mechanism_outputs(const world_mechanism *mechanism, double *values);

/** Index of a command of circuit `circuit` by its name in the file, -1 when there is none. */
int world_mechanism_find_command(const world_mechanism *mechanism, int circuit, const char *name);

/** Write an external command: it acts from the next step on. Scheduled ones follow their schedule. RT. */
void world_mechanism_command(world_mechanism *mechanism, int circuit, int command, double value);

/** Something that is watched in a circuit after each step: cavitation, end stops, relief valves ... */
typedef struct world_event {
    const char *circuit, *kind, *name; /**< kind: "cavitation", "end-stop" ...; name of the component */
    bool active;                       /**< going on */
    long count;                        /**< times that it began */
    double extreme;                    /**< worst value, SI; what it is depends on the kind: hyd/circuit.h */
} world_event;

int world_mechanism_event_count(const world_mechanism *mechanism);

/** Event `event`, 0 to the count less one. RT. */
world_event world_mechanism_event(const world_mechanism *mechanism, int event);

/** Where the power of a circuit goes [W]: sources + shafts = cylinders + stored + losses. */
typedef struct world_circuit_power {
    double sources, shafts; /**< given to the oil; shafts of motors that work are negative */
    double cylinders;       /**< given to the cylinders, their friction and stops */
    double stored;          /**< going into compressed oil and hoses */
    double losses;          /**< throttling, leakage, drag of pumps and motors */
} world_circuit_power;

/** Power of circuit `circuit` at the state that the work has been refreshed for (mb_evaluate_state, outputs).
 * RT. */
world_circuit_power world_mechanism_power(const world_mechanism *mechanism, int circuit);

/** What a column (velocity or effort state) belongs to, in words: "joint z3", "friction seal, state 1",
 * "circuit c, pressure of node V1".
 *  @return its place in the file; line 0 when it does not stand there */
hl_place world_mechanism_unknown_name(const world_mechanism *mechanism, int unknown, char *text, size_t size);

/* ---- a run ---- */

/* A mechanism stepped for a time: what its steps have done, and why it stopped; and its coordinates by name.
 */

/** Sums and extremes of all steps. Zero-initialise, then world_run_begin. */
typedef struct world_run {
    world_mechanism *mechanism;
    long steps;
    double iterations; /**< sum over the steps */
    int most_iterations;
    long cut;            /**< steps whose iterations were cut at the bound */
    double largest_left; /**< largest increment that a cut step left [tolerances] */
    long open;           /**< steps that left closures open: mb_loop_bounds */
    double first_open;   /**< time at the end of the first of them [s] */
    double violation[3]; /**< largest |Phi|, |Phi_dot|, |Phi_dot_dot| of any step */
    mb_energy at_start, at_end;
} world_run;

/** Steps that reach a time; the rounding of the quotient is forgiven. */
double world_run_steps(double seconds, double step);

/** Begin at the present state of the mechanism. */
void world_run_begin(world_run *run, world_mechanism *mechanism);

/** One step; it is counted if it succeeds. RT. */
hl_status world_run_step(world_run *run);

/** Take the energies at the present state. */
void world_run_end(world_run *run);

/** Describe a step that has failed: the number and begin of the step, its status, and the unknown that did
 * not settle or how far the loops came apart. */
void world_run_describe(const world_run *run, hl_status status, char *text, size_t size);

/** Kinetic, gravity and stored energy together [J]. */
double world_energy_total(mb_energy energy);

/** Degrees of freedom: columns less the rank of the closures. */
int world_mechanism_freedom(const world_mechanism *mechanism);

/** One number of the `position` of a joint, as mechanism files write it: rotations are rotation vectors. */
typedef struct world_coordinate {
    char name[160]; /**< "hinge", "ball.rx" */
    bool is_angle;  /**< else a length */
    double value;   /**< [rad, m] */
} world_coordinate;

/** Coordinate `k` of a joint, 0 to its degrees of freedom less one. */
world_coordinate world_mechanism_coordinate(const world_mechanism *m, int joint, int k);

#endif
