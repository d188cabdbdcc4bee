/* The control unit of a driveline, once a tick: engine start and stall, powershift gears, reverser,
 * four-wheel drive, locks, brakes. A pure function of its state, the operator's controls and measurements.
 * Requests are never refused, but some are delayed: a change of gear waits for the previous one or for the
 * reverser, a lower gear for a speed that does not overspeed the engine, a direction for a lever at rest and
 * for a machine that does not roll too fast against it. Controls are limited to their ranges. */
#ifndef DRIVE_LOGIC_H
#define DRIVE_LOGIC_H

#include "drive/driveline.h"

#include <stdbool.h>

enum { DRIVE_MAX_GEARS = 32 };

typedef struct drive_gearbox {
    int gear_count;
    double ratio[DRIVE_MAX_GEARS]; /**< engine speed over output shaft speed of each gear, decreasing */
    double reverse_factor;         /**< ratio in reverse = - ratio * reverse_factor */
    double clutch_capacity;        /**< of a gear path at the engine [N m] */
    double shift_time;             /**< duration of a shift between paths [s] */
    double reverse_time;           /**< duration of a change of direction [s] */
    double reverse_speed; /**< speed of the output shaft against the lever above which the path stays open
                             [rad/s]; 0: closes at any speed */
    double take_hold; /**< torque at the output shaft while a path slips to start a direction [N m], limited
                         so that the engine does not stall; 0: capacity of the clutch */
    int start_gear;   /**< from 0 */
} drive_gearbox;

typedef struct drive_brakes {
    double service[4];      /**< capacity of each wheel at full pedal, order of the ports [N m] */
    double parking[4];      /**< likewise of the parking brake [N m] */
    double centre_capacity; /**< of the centre lock, at the output shaft [N m] */
    double front_capacity, rear_capacity; /**< of the differential locks at the wheels [N m] */
    double split; /**< share of the front axle while the centre differential is open [1] */
} drive_brakes;

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

#endif
