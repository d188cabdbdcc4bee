/* The crank-rocker of crank-rocker.yaml as an equation in its crank angle: the reference for orders of
 * convergence. */
#ifndef VALID_CRANK_ROCKER_H
#define VALID_CRANK_ROCKER_H

#include "valid/case.h"

/** Crank angle and angular velocity every 0.1 s, up to 1 s: a little more than one turn. */
enum { VALID_CRANK_ROCKER_TIMES = 10 };
typedef struct valid_crank_motion {
    double phi[VALID_CRANK_ROCKER_TIMES], dphi[VALID_CRANK_ROCKER_TIMES];
} valid_crank_motion;

/** The tightly integrated equation.
 *  @return estimate of its error */
double valid_crank_rocker_reference(valid_crank_motion *motion);

/** Run crank-rocker.yaml with these options; the step must divide 0.1 s. False after a failing row. */
bool valid_crank_rocker_run(valid_run *run, const mb_step_options *options, valid_crank_motion *motion);

#endif
