/* Work cycles in sand: a scenario driven by a script, sampled. */
#ifndef VALID_SAND_CYCLE_H
#define VALID_SAND_CYCLE_H

#include "tractor_loader.h"

#include "world/operator.h"

/* Signals that a sample keeps, in SI units. */
typedef enum sand_signal {
    SAND_X, /**< of the chassis */
    SAND_Y,
    SAND_SPEED, /**< of the vehicle */
    SAND_MASS,  /**< in the bucket, from the grains */
    SAND_SENSOR,
    SAND_DEPTH, /**< of the cutting edge */
    SAND_DUG,
    SAND_GRAINS,
    SAND_LIFT, /**< force of both cylinders */
    SAND_LIFT_A,
    SAND_LIFT_B,
    SAND_TILT,
    SAND_TILT_A,
    SAND_TILT_B,
    SAND_VALVE_LIFT,
    SAND_VALVE_TILT,
    SAND_SIGNALS
} sand_signal;

/** Every 10 ms. */
typedef struct sand_sample {
    double time, signal[SAND_SIGNALS];
    double edge[2];                /**< middle of the cutting edge in the world [m] */
    double lift_peak;              /**< largest force of the lift cylinders since the last sample [N] */
    int64_t missing;               /**< initial mass less field, grains and what lies outside [quanta] */
    bool held;                     /**< `statics` is there */
    loader_pair statics;           /**< what carries loader and sand at rest in this pose [N] */
    double machine, soil, longest; /**< means of the two parts of a step, longest whole step [s] */
} sand_sample;

typedef struct sand_cycle {
    driven tractor;
    world_operator *driver;
    int signal[SAND_SIGNALS];
    loader loader;
    double statics_from, statics_to; /**< [s] when to compute the statics */
    int count, capacity;
    sand_sample *samples;
    int taped, tape_steps; /**< steps on the tape, and room on it; 0: no tape runs */
    double *tape;          /**< controls of each step */
} sand_cycle;

/** Build assets/scenarios/sand-transfer.yaml with the script assets/operators/SCRIPT.yaml. False after a
 * failing row. */
bool sand_cycle_begin(valid_run *run, const char *script, sand_cycle *cycle);

/** Step and sample until a time [s]; false after a failing row. */
bool sand_cycle_run(sand_cycle *cycle, double until);

/** Keep the controls of the next steps; begins a new tape. False after a failing row. */
bool sand_cycle_tape(sand_cycle *cycle, int steps);

/** Step with the controls of the tape instead of the script, without samples; false after a failing row. */
bool sand_cycle_play(sand_cycle *cycle);

/** Over the samples of from <= time <= to. */
double sand_mean(const sand_cycle *cycle, sand_signal signal, double from, double to);
double sand_least(const sand_cycle *cycle, sand_signal signal, double from, double to);
double sand_most(const sand_cycle *cycle, sand_signal signal, double from, double to);

/** The first time from `from` on at which |signal| is above, or not above, a bound [s]; NaN: never. */
double sand_when(const sand_cycle *cycle, sand_signal signal, double bound, bool above, double from);

/** Largest force of both lift cylinders [N]. */
double sand_lift_peak(const sand_cycle *cycle, double from, double to);

/* ---- case sand-transfer, by subject ---- */

void sand_transfer_forces(valid_run *run, const sand_cycle *cycle);
void sand_transfer_plots(valid_run *run, const sand_cycle *cycle);

#endif
