/* The states of a platform, and the factor that blends between neutral and following:
 *
 *   PARKED --engage--> ENGAGING --(at 1)--> RUNNING
 *      ^                 |  ^                  |
 *      |               park engage            park
 *      |                 v  |                  |
 *      '---(at neutral)-- PARKING <------------'        any --stop--> STOPPED --engage, park--> PARKING
 *
 * Behind a stop the way leads from where the platform stands to neutral, and only then, if it was to engage,
 * on. */
#ifndef MOTION_RAMP_H
#define MOTION_RAMP_H

#include "io/washout.h"

typedef struct ramp {
    io_motion_state state;
    double phase; /**< 0 at neutral, 1 following */
    double rate;  /**< of the phase, either way [1/s] */
    bool held;    /**< what is blended is where it was stopped, not the washout */
    bool again;   /**< engage once it has parked */
} ramp;

/** Blend of a phase, and its derivative by time. */
typedef struct ramp_blend {
    double factor, speed;
} ramp_blend;

/** @param seconds  of a whole ramp */
ramp ramp_of(double seconds);

/** The arrows of the states; what does not fit the state changes nothing. RT. */
void ramp_engage(ramp *r);
void ramp_park(ramp *r);
void ramp_stop(ramp *r);

/** One step. RT.
 *  @param step     [s]
 *  @param neutral  whether the axes stand at neutral */
void ramp_step(ramp *r, double step, bool neutral);

/** The blend now: b = 6 s^5 - 15 s^4 + 10 s^3, whose first and second derivatives are 0 at both ends. RT. */
ramp_blend ramp_now(const ramp *r);

#endif
