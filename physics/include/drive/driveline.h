/* Driveline: from the engine to the wheels, its control unit, brakes on joints, an engine alone. */
#ifndef DRIVE_DRIVELINE_H
#define DRIVE_DRIVELINE_H

#include "drive/engine.h"
#include "mb/model.h"

#include <stdbool.h>

/* ---- driveline ---- */

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
 * drive_logic decides gears, governor speed and capacities once a tick; the effort reads them from
 * drive_inputs, which are constant during a step. */

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

/* ---- logic ---- */

/* The control unit of a driveline, once a tick: engine start and stall, powershift gears, reverser,
 * four-wheel drive, locks, brakes. A pure function of its state, the operator's controls and measurements.
 * Requests are never refused, but some are delayed: a change of gear waits for the previous one or for the
 * reverser, a lower gear for a speed that does not overspeed the engine, a direction for a lever at rest and
 * for a machine that does not roll too fast against it. Controls are limited to their ranges. */

/** The operator's controls in this tick. */
typedef struct drive_controls {
    double throttle;                /**< 0 to 1 */
    double clutch;                  /**< pedal: 0 up (closed) to 1 down (open); capacity (1 - pedal)^2 */
    double brake_left, brake_right; /**< pedals, 0 to 1 */
    double parking_brake;           /**< 0 to 1 */
    double direction;               /**< -1 reverse, 0 neutral, 1 forward (rounded) */
    double gear_up, gear_down;      /**< buttons: one gear for each press (rising through 0.5) */
    double four_wheel_drive;        /**< 0 rear axle alone, 1 centre locked, 2 open centre differential; both
                                       brake pedals lock the centre too */
    double rear_lock, front_lock;   /**< 0 or 1 */
    double key; /**< 0 off, 1 run: combustion above the stall speed, 2 start: the starter turns it too */
} drive_controls;

/** State of the control unit: part of the world's state, doubles only so that it has no padding. */
typedef struct drive_logic {
    double gear;                /**< requested gear, from 0 */
    double engaged[2];          /**< gear of paths A and B, from 0; -1 none */
    double direction[2];        /**< direction of the paths, -1, 0, 1 */
    double active;              /**< closed or closing path: 0 or 1 */
    double progress;            /**< of the change of gear or direction, 0 to 1; 1: done */
    double reversing;           /**< 1 until the reverser's path is closed; it is open at progress 0.5 */
    double was_up, was_down;    /**< buttons of the tick before */
    double lever;               /**< requested direction in the previous tick */
    double rested;              /**< duration of the request, limited [s] */
    double waved;               /**< 1: the lever was not at rest before its last move */
    double burning;             /**< 1 while the engine runs */
    double centre, front, rear; /**< closing of the locks, 0 to 1; they close in 0.2 s */
} drive_logic;

/** The logic at the start: start gear, neutral; engine running or not. */
drive_logic drive_logic_start(const drive_gearbox *gearbox, bool running);

/** Effect of key and throttle on an engine in a tick: a Diesel engine burns whenever it has fuel and turns
 * fast enough, also if driven. The complete control unit of a machine without driveline.
 *  @param throttle,key  as in drive_controls
 *  @param engine_speed  [rad/s], as measured
 *  @param fuel_left     [kg]. RT. */
drive_engine_inputs drive_engine_tick(const drive_engine *engine, double throttle, double key,
                                      double engine_speed, double fuel_left);

/** One tick: new logic state and the inputs of the effort.
 *  @param engine_speed,output_speed  [rad/s], as measured
 *  @param fuel_left  [kg]; the engine stops when there is none
 *  @param step       [s]. RT. */
void drive_logic_tick(const drive_gearbox *gearbox, const drive_brakes *brakes, const drive_engine *engine,
                      const drive_controls *controls, double engine_speed, double output_speed,
                      double fuel_left, double step, drive_logic *logic, drive_inputs *inputs);

/* ---- brake ---- */

/* A brake on a joint coordinate, as an effort: between the two bodies of a swing bearing, on a sprocket. A
 * friction coupling as in drive/driveline.h, whose capacity is set once a tick. */

/** States of the effort. */
enum {
    BRAKE_BRISTLE, /**< u [1] */
    BRAKE_LOSS, /**< dissipated since the start [J]; energy stored in a bent bristle counts as lost until it
                   is returned */
    BRAKE_STATES
};

/** For a displacement the units are N, m and s/m. */
typedef struct drive_brake_data {
    drive_coupling coupling;
    const double *capacity; /**< [N m] >= 0, constant in a step; 0: open */
} drive_brake_data;

/** A brake as an effort; its port is the braked coordinate.
 *  @param x0  initial states, BRAKE_STATES numbers, kept by the caller; NULL: unbent. `data` outlives the
 *             model */
mb_effort_def drive_brake_effort(const char *name, mb_measure_def on, const drive_brake_data *data,
                                 const double *x0);

/* ---- engine effort ---- */

/* A Diesel engine without a driveline, as one effort on the angle of its crankshaft, for a machine driven by
 * its pumps. Engine: drive/engine.h; control unit: drive_engine_tick. */

/** States of the effort. */
enum {
    ENGINE_TORQUE, /**< indicated torque, lagging its demand [N m] */
    ENGINE_FUEL,   /**< burnt since the start [kg] */
    ENGINE_WORK,   /**< of the indicated torque and of the starter since the start [J] */
    ENGINE_LOSS,   /**< taken by the engine's friction since the start [J] */
    ENGINE_STATES
};

/** Engine of an effort and its inputs, constant during a step. */
typedef struct drive_engine_data {
    drive_engine engine;
    const drive_engine_inputs *inputs;
} drive_engine_data;

/** Results of the engine at a moment: its members of drive_values and `loss`; the others are zero.
 * engine_power = loss + force times speed of the port.
 *  @param speed  of the port [rad/s]
 *  @param x      states. RT. */
drive_values drive_engine_evaluate(const drive_engine_data *data, double speed,
                                   const double x[ENGINE_STATES]);

/** The engine as an effort; its port is the joint angle of the crankshaft.
 *  @param x0  initial states, ENGINE_STATES numbers, kept by the caller; `data` outlives the model */
mb_effort_def drive_engine_effort(const char *name, mb_measure_def crankshaft, const drive_engine_data *data,
                                  const double *x0);

#endif
