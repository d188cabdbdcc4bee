/* Motion cueing: what a trainee in the cab would feel, made from what a platform may do. The classical
 * washout:
 *
 *   specific force --scale--> high pass 2nd order, 1st order --> double integration --> position
 *                 \--scale--> low pass 2nd order --> tilt, limited in angle, rate, acceleration
 *   angular rate --scale--> high pass --> angle                     (both added: roll and pitch)
 *
 * and behind it a limiter of position, speed and acceleration for every axis. Pure; RT; allocates nothing
 * behind io_washout_new. */
#ifndef IO_WASHOUT_H
#define IO_WASHOUT_H

#include "auth/rig.h"
#include "hl/arena.h"

/** At the seat point, in the cab's frame: x forward, y left, z up. */
typedef struct io_seat {
    double force[3]; /**< specific force, acceleration less gravity: (0, 0, 9.81) at rest [m/s^2] */
    double rate[3];  /**< angular velocity [rad/s] */
} io_seat;

/** Parked: at neutral, standing. The ramps lead from there and back. */
typedef enum io_motion_state {
    IO_MOTION_PARKED,
    IO_MOTION_ENGAGING,
    IO_MOTION_RUNNING,
    IO_MOTION_PARKING,
    IO_MOTION_STOPPED /**< emergency: brought to rest where it is; engaging and parking lead out by neutral */
} io_motion_state;

/** What the platform shall do. */
typedef struct io_platform_pose {
    double position[AUTH_RIG_AXES]; /**< [m, rad], of an axis that does not exist 0 */
    double speed[AUTH_RIG_AXES];    /**< its derivatives */
    double acceleration[AUTH_RIG_AXES];
    io_motion_state state;
} io_platform_pose;

typedef struct io_washout io_washout;

/** Parked.
 *  @param rig   lives as long
 *  @param step  between calls of io_washout_step [s], at most 10 ms
 *  @return NULL when memory is exhausted */
io_washout *io_washout_new(const auth_rig *rig, double step, hl_arena *arena);

/** One step: filter, state, limits. Positions, speeds and accelerations never exceed the rig's limits,
 * whatever comes in; what is not finite counts as rest. RT.
 *  @param seat  NULL: nothing came; it is taken as rest */
void io_washout_step(io_washout *washout, const io_seat *seat, io_platform_pose *pose);

/** Ramp up and run; ramp down and park; stop at once. Asking again for what is under way changes nothing.
 * RT. */
void io_washout_engage(io_washout *washout);
void io_washout_park(io_washout *washout);
void io_washout_stop(io_washout *washout);

#endif
