/* Forces on wheels, and the rumble of pads: a model of the torque, and evdev's force feedback. One thread a
 * device. */
#ifndef IO_FORCE_H
#define IO_FORCE_H

#include "auth/bindings.h"
#include "hl/random.h"

#include <linux/input.h>
#include <stdbool.h>

/** Action of the vehicle on its steering wheel. All zero: no force. */
typedef struct io_force_state {
    double torque; /**< of the tires on the steering, share of the full torque; positive: to the left */
    double turn;   /**< of the wheel: `raw` of io_mapper_axis, -1 to 1; positive: to the left */
    double stop;   /**< position of the stops, share of the way: the axis' saturation; 1: its own */
    double engine; /**< speed [rad/s] */
    double speed;  /**< of the vehicle [m/s] */
} io_force_state;

/** State of the torque. Zero-initialised before the first use. */
typedef struct force_model {
    bool begun;
    double torque;    /**< share of the maximum, before `invert` */
    double turn;      /**< last seen */
    double rate;      /**< of turning [1/s], smoothed */
    double phase;     /**< of the engine's firing [rad] */
    double roughness; /**< of the ground, -1 to 1 */
    hl_random random;
} force_model;

/** Compute the next torque: tires, stops, light damping, vibration of the engine and of the ground; limited
 * in value and rate. Pure.
 *  @param seconds  since the last call
 *  @return -1 to 1 of the maximum; positive: to the left */
double force_torque(force_model *model, const auth_force_feedback *force, const io_force_state *state,
                    double seconds);

/** Strength of the two motors of a pad, 0 to 1: the slow one for the ground, the fast one for the engine.
 * Pure. */
void force_rumble(const auth_force_feedback *force, const io_force_state *state, double *slow, double *fast);

/** A device with force feedback. Members are private to force.c. */
typedef struct io_force {
    int fd; /**< -1: no force feedback, or no longer */
    const auth_force_feedback *author;
    struct ff_effect effect; /**< as uploaded; its id is -1 before */
    force_model model;
} io_force;

/** Create the effect of a device: constant force, or else rumble. Its own centring spring is switched off.
 *  @param fd     of its node, open for writing
 *  @param force  strengths; must live until io_force_end
 *  @return false: no force feedback, or disabled in the bindings; the other calls then do nothing */
bool io_force_begin(io_force *device, int fd, const auth_force_feedback *force);

/** Update the force by the state. Unchanged values are not sent. After an error the device is no longer used.
 *  @param seconds  since the last call
 *  @return 0, or once errno */
int io_force_update(io_force *device, const io_force_state *state, double seconds);

/** Set forces to zero and erase the effect. The node stays open. */
void io_force_end(io_force *device);

#endif
