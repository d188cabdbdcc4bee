/* A mechanism stepped for a time: what its steps have done, and why it stopped; and its coordinates by name.
 * Pure. */
#ifndef WORLD_MECHANISM_RUN_H
#define WORLD_MECHANISM_RUN_H

#include "world/mechanism.h"

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
