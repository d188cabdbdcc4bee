/* First- and second-order filters of the washout, with unit gain where they let pass. The low pass is the
 * state; what the washout needs of high passes and of their integrals are its derivatives:
 *
 *   first order    y' = omega (u - y)
 *                  high pass y'/omega, integrated y/omega
 *   second order   y'' = omega^2 (u - y) - 2 zeta omega y'
 *                  high pass y''/omega^2, integrated y'/omega^2, twice integrated y/omega^2
 *
 * That way "high pass, then integrate twice" has no integrator that could drift.
 *
 * Discretisation: the trapezoidal rule (Tustin), y1 = y0 + h (y0' + y1') with the half step
 * h = tan(omega T/2)/omega in place of T/2 (prewarp). The response to a sampled sine of frequency w is then
 * that of the continuous filter at w' = tan(w T/2)/h, which is w (1 + O((w T)^2/12)), and exactly omega at
 * w = omega. */
#ifndef MOTION_FILTER_H
#define MOTION_FILTER_H

#include "io/washout.h"

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

/* Limits of one axis: it follows a target and never exceeds position X, speed V and acceleration A.
 *
 * Time goes in steps T of constant acceleration: x1 = x + (v + v1) T/2. Full braking takes the speed down by
 * A T a step, and by what is left in the last one, and covers, with k = floor(|v|/(A T)),
 *
 *   D(v) = k |v| T - k^2 A T^2/2 + (|v| - k A T) T/2,
 *
 * the polygon through v^2/(2A) at the multiples of A T; D >= v^2/(2A), D' >= T/2.
 *
 * Invariant: |x| <= X, |v| <= V, and D(v) <= X - x for v > 0, D(v) <= X + x for v < 0.
 *
 *  1. A step that keeps it exists: full braking v1 = v - A T, or 0 when v <= A T (v >= 0 without loss of
 *     generality). By the making of D, D(v1) = D(v) - (x1 - x), so that D(v1) <= X - x1; and x1 >= x >= -X.
 *  2. The speeds that keep it are an interval. Above: with R = X - x - v T/2 the invariant at the end of the
 *     step reads D(v1) + v1 T/2 <= R for v1 >= 0. The left side grows with v1, so that v1 <= S(R), its
 *     inverse (limiter_approach). R >= 0 because D(v) >= v T/2. Below: the same with the signs changed. Full
 *     braking lies in both, as well as in |v1| <= V and |v1 - v| <= A T: the four intervals have a common
 *     part, and whatever the target asks for is moved into it, into one interval after the other.
 *  3. Between the steps: |v| <= V since v is linear. If v changes its sign within a step, x turns back after
 *     v^2/(2 |a|) with |a| = (v - v1)/T > v/T, that is before v T/2 <= D(v) <= X - x. Otherwise x is
 *     monotonic.
 *
 * So the limits hold whatever comes in, not only at the ticks. Rounding may break the inequalities by some
 * 1e-16; limiter_of takes a little off X, V and A to make up for that, and for single precision in packets.
 *
 * Tracking: the same law, relative to a target (r, v_r) that keeps its speed for the next step:
 *
 *   v1 = v_r + S_b(r - x - (v + v_r) T/2),
 *
 * S_b with a part of A for braking, so that the rest can follow a target that accelerates. It arrives with
 * the target's speed and no overshoot when the target accelerates by no more than the rest; a target made by
 * the trapezoidal rule within the limits is followed exactly, and near it the law is linear: no chatter. */

typedef struct limiter {
    double X, V, A; /**< limits [m or rad, per s, per s^2] */
    double T;       /**< step [s] */
    double x, v, a; /**< where it is, and the acceleration of the last step */
} limiter;

/** At 0, at rest. */
limiter limiter_of(double position, double speed, double acceleration, double step);

/** One step towards a target. RT.
 *  @param position, speed  of the target at the end of this step; finite */
void limiter_follow(limiter *axis, double position, double speed);

/** One step of full braking. RT. */
void limiter_brake(limiter *axis);

/** S(R): the highest speed at the end of a step after which braking with `acceleration` covers no more than
 * what is left of `way` once that speed's half of the step, v1 T/2, is taken off. way >= 0. RT. */
double limiter_approach(double way, double acceleration, double step);

/** Zero-initialised but for its constants: at rest. */
typedef struct filter_first {
    double omega; /**< break frequency [rad/s] */
    double h;     /**< half step [s] */
    double y, y1; /**< low pass and its derivative */
} filter_first;

typedef struct filter_second {
    double omega, zeta; /**< break frequency [rad/s], damping ratio */
    double h;           /**< half step [s] */
    double y, y1, y2;   /**< low pass and its derivatives */
} filter_second;

/** @param omega  below pi/step [rad/s]; first order: 0 stays at y = 0
 *  @param step   between calls [s] */
filter_first filter_first_of(double omega, double step);
filter_second filter_second_of(double omega, double zeta, double step);

/** Let one sample in. RT. */
void filter_first_step(filter_first *filter, double u);
void filter_second_step(filter_second *filter, double u);

/** Third-order compressive saturation: slope 1 at 0, slope 0 at u = 1.5 most and +-most beyond.
 *  y = u - 4/27 u^3/most^2: 5 % less than u at 0.58 most. RT. */
double filter_compress(double u, double most);

#endif
