/* Driveline: engine, clutches, powershift gearbox with reverser, centre, front and rear differentials,
 * brakes, as one effort on the angles of the crankshaft and of four wheels.
 *
 *   crankshaft    a body of the multibody model: engine inertia; pumps sit on it
 *     |           two friction paths (gears), engine side slip s_k = omega_e - i_k omega_o;
 *     |           both have capacity while a gear changes under load; the clutch pedal scales both
 *   output shaft  inertia J_o, speed omega_o (state); drag of the turning gearbox
 *     |           elastic, twist theta (state): T = k theta + c (omega_o - omega_d)
 *   centre        omega_d = (1 - s) i_r omega_r + s i_f omega_f, torque split alike;
 *     |           centre lock: a friction coupling on i_r omega_r - i_f omega_f.
 *     |           Rear-wheel drive: s = 0, lock open; four-wheel drive clutch: s = 0, lock closed
 *   rear, front   omega_r = (omega_rl + omega_rr)/2, torque halves;
 *     |           locks: friction couplings on omega_l - omega_r
 *   wheels        service and parking brakes between wheel and carrier
 *
 * Every friction coupling (clutch path, lock, brake) is a normalised Dahl bristle with u in [-1, 1]:
 *   du/dt = (s - |s| u) / s_0,    T = capacity (u + d (s - |s| u)/sqrt(1 + d^2 s^2)),    |T| <= capacity;
 * s_0 [rad] is the slip angle to full torque. It holds at standstill without creep, and capacities may change
 * at any time.
 *
 * Losses: a gear path and the axles each resist with (1 - efficiency) |T| against the rotation of the shaft
 * with T, for both directions of power.
 *
 * drive_logic (drive/logic.h) decides gears, governor speed and capacities once a tick; the effort reads them
 * from drive_inputs, which are constant during a step. */
#ifndef DRIVE_DRIVELINE_H
#define DRIVE_DRIVELINE_H

#include "drive/engine.h"
#include "mb/model.h"

enum {
    DRIVE_CRANK, /* ports */
    DRIVE_FRONT_LEFT,
    DRIVE_FRONT_RIGHT,
    DRIVE_REAR_LEFT,
    DRIVE_REAR_RIGHT,
    DRIVE_PORTS
};

/** States of the effort. */
enum {
    DRIVE_TORQUE,       /**< indicated torque of the engine, lagging its demand [N m] */
    DRIVE_OUTPUT_SPEED, /**< omega_o [rad/s] */
    DRIVE_TWIST,        /**< theta [rad] */
    DRIVE_PATH_A,       /**< u of the two gear paths [1] */
    DRIVE_PATH_B,
    DRIVE_LOCK_CENTRE, /**< u of the locks [1] */
    DRIVE_LOCK_FRONT,
    DRIVE_LOCK_REAR,
    DRIVE_BRAKE_FRONT_LEFT, /**< u of the brakes [1] */
    DRIVE_BRAKE_FRONT_RIGHT,
    DRIVE_BRAKE_REAR_LEFT,
    DRIVE_BRAKE_REAR_RIGHT,
    DRIVE_FUEL,        /**< burnt since the start [kg] */
    DRIVE_ENGINE_WORK, /**< of the indicated torque and of the starter since the start [J] */
    DRIVE_LOSS, /**< dissipated by couplings, brakes, gears, drags and the engine's friction since the start
                   [J]; energy stored in a bent bristle counts as lost until it is returned */
    DRIVE_STATES
};

typedef struct drive_coupling {
    double slip;    /**< s_0 [rad], slip angle to full torque */
    double damping; /**< d [s/rad] */
} drive_coupling;

typedef struct drive_model {
    drive_engine engine;
    double output_inertia;  /**< J_o [kg m^2] > 0 */
    double shaft_stiffness; /**< k [N m/rad] */
    double shaft_damping;   /**< c [N m s/rad] */
    double gear_efficiency; /**< engine to output shaft, in gear [1] */
    double axle_efficiency; /**< output shaft to wheels [1] */
    double drag_torque;     /**< of the turning gearbox on the output shaft [N m] */
    double drag_speed; /**< [rad/s] range of output shaft speed in which drags and losses change their sign, >
                          0 */
    double rear_ratio; /**< i_r: turns of the output shaft per turn of the rear wheels */
    double front_ratio;         /**< i_f */
    drive_coupling clutch;      /**< slip and damping at the engine */
    drive_coupling centre;      /**< at the output shaft */
    drive_coupling lock, brake; /**< at the wheels */
} drive_model;

/** Decided once a tick, constant in a step. If throttle, burning, starter or split have jumped and an error
 * of half a step matters, call mb_restart_after_jump before the step (machines do not call it). Capacities
 * should be ramps over several steps, which do not need this call. */
typedef struct drive_inputs {
    drive_engine_inputs engine;
    double ratio[2];    /**< i of paths A and B, signed; 0: no such path */
    double capacity[2]; /**< of the paths, at the engine [N m] */
    double split;       /**< s of the centre differential, 0 to 1 */
    double lock[3];  /**< capacity of centre (at the output shaft), front, rear lock (at the wheels) [N m] */
    double brake[4]; /**< capacity at each wheel, in the order of the ports [N m] */
} drive_inputs;

typedef struct drive_effort_data {
    drive_model model;
    drive_inputs *inputs;
} drive_effort_data;

/** Results of the driveline at a moment, for signals and balances. Always engine_power = d stored/dt + loss +
 * sum of port force times port speed. */
typedef struct drive_values {
    double engine_speed;  /**< [rad/s] */
    double engine_torque; /**< indicated torque plus starter minus friction: brake torque [N m] */
    double engine_power;  /**< of the indicated torque and of the starter [W] */
    double load;          /**< brake torque over full-load torque at this speed, at least 0 [1] */
    double fuel_rate;     /**< [kg/s] */
    double path_torque[2], path_slip[2]; /**< at the engine [N m], [rad/s] */
    double output_speed, shaft_torque;   /**< [rad/s], [N m] */
    double wheel_torque[4];              /**< on each wheel, brakes included [N m] */
    double brake_torque[4];              /**< of each brake, positive against a forward turn [N m] */
    double loss;                         /**< [W] */
    double stored;                       /**< kinetic energy of the output shaft and elastic energy [J] */
} drive_values;

/** @param s_dot  speeds of the ports [rad/s]
 *  @param x      states. RT. */
drive_values drive_evaluate(const drive_effort_data *data, const double s_dot[DRIVE_PORTS],
                            const double x[DRIVE_STATES]);

/** The driveline as an effort. Ports: the joint angles of the crankshaft and of the four wheels, positive
 * forward. Its potential is `stored`.
 *  @param x0  initial states, DRIVE_STATES numbers, kept by the caller; `data` outlives the model */
mb_effort_def drive_effort(const char *name, const mb_measure_def ports[DRIVE_PORTS],
                           const drive_effort_data *data, const double *x0);

#endif
