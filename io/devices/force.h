/* Forces on wheels, and the rumble of pads that can do no more: what the steering feels (force_model.c), and
 * how the device is told (force.c, evdev's force feedback). One thread a device. */
#ifndef IO_FORCE_H
#define IO_FORCE_H

#include "auth/bindings.h"
#include "hl/random.h"

#include <linux/input.h>
#include <stdbool.h>

/** What the vehicle does to its steering wheel. All of it zero: nothing is felt. */
typedef struct io_force_state {
    double torque; /**< of the tires on the steering, share of what is full; positive: to the left */
    double turn;   /**< of the wheel: `raw` of io_mapper_axis, -1 to 1; positive: to the left */
    double stop; /**< where the wheel has its stops, share of the way: the axis' saturation; 1: at its own */
    double engine; /**< speed [rad/s] */
    double speed;  /**< of the vehicle [m/s] */
} io_force_state;

/** Torque as it builds up. Zero-initialised before the first use. */
typedef struct force_model {
    bool begun;
    double torque;    /**< share of what the wheel can, before `invert` */
    double turn;      /**< last seen */
    double rate;      /**< of turning [1/s], smoothed */
    double phase;     /**< of the engine's firing [rad] */
    double roughness; /**< of the ground, -1 to 1 */
    hl_random random;
} force_model;

/** The next torque: the tires' own, stops, light damping, vibration of the engine and of the ground; limited
 * in value and in how fast it changes. Pure.
 *  @param seconds  since the last call
 *  @return -1 to 1 of what the wheel can; positive: to the left */
double force_torque(force_model *model, const auth_force_feedback *force, const io_force_state *state,
                    double seconds);

/** Strength of the two motors of a pad: the slow one feels the ground, the fast one the engine; 0 to 1.
 * Pure. */
void force_rumble(const auth_force_feedback *force, const io_force_state *state, double *slow, double *fast);

/** A device that pushes. Members are force.c's own. */
typedef struct io_force {
    int fd; /**< -1: there is nothing to push with, or no longer */
    const auth_force_feedback *author;
    struct ff_effect effect; /**< as the device has it; its id is -1 before */
    force_model model;
} io_force;

/** Find out what a device can do and make its effect: constant force, else rumble. Its own centring spring
 * goes off.
 *  @param fd     of its node, open for writing
 *  @param force  how strongly; lives until io_force_end
 *  @return false: it cannot push, or the bindings want no force; the other calls then do nothing */
bool io_force_begin(io_force *device, int fd, const auth_force_feedback *force);

/** Let it push with what the state asks for; a device that feels so already is not spoken to. After an error
 * it is left alone.
 *  @param seconds  since the last call
 *  @return 0; errno of what failed, once */
int io_force_update(io_force *device, const io_force_state *state, double seconds);

/** Forces off; what the device kept for us is erased. The node stays open. */
void io_force_end(io_force *device);

#endif
