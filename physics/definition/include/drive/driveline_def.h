/* Definitions of engine, driveline and gearbox, as plain data; their laws: drive/engine.h, drive/driveline.h.
 */
#ifndef DRIVE_DRIVELINE_DEF_H
#define DRIVE_DRIVELINE_DEF_H

enum { DRIVE_CURVE_POINTS = 16, DRIVE_MAP_SPEEDS = 8, DRIVE_MAP_LOADS = 8, DRIVE_MAX_GEARS = 32 };

/** A piecewise linear curve with increasing x; beyond its ends the end values hold. */
typedef struct drive_curve {
    int count;
    double x[DRIVE_CURVE_POINTS], y[DRIVE_CURVE_POINTS];
} drive_curve;

typedef struct drive_engine {
    drive_curve full_load; /**< F: brake torque over speed [rad/s] -> [N m] > 0, without the governor */
    drive_curve motoring;  /**< M: torque of friction and pumping [rad/s] -> [N m] > 0 */
    double idle_speed;     /**< governed speed at throttle 0 without load [rad/s] */
    double top_speed;      /**< governed speed at full throttle without load [rad/s] */
    double droop;          /**< drop of the governed speed from no load to full load, as a share of it [1] */
    double lag;            /**< time constant of the torque that depends on the turbocharger [s] */
    double prompt;         /**< share of the full-load torque available without the turbocharger [1] */
    double stall_speed;    /**< speed below which there is no combustion [rad/s] */
    double starter_torque; /**< at standstill, falling to 0 at starter_speed [N m] */
    double starter_speed;  /**< [rad/s], above stall_speed */
    /** Specific consumption [kg/J] over speed [rad/s] and load [1], bilinear, constant beyond the edges. */
    int map_speeds, map_loads;
    double map_speed[DRIVE_MAP_SPEEDS], map_load[DRIVE_MAP_LOADS];
    double consumption[DRIVE_MAP_LOADS][DRIVE_MAP_SPEEDS];
    drive_curve idle_consumption; /**< without load, over speed [rad/s] -> [kg/s] */
} drive_engine;

/** A friction coupling: clutch, lock, brake; see drive/driveline.h. For a displacement the units are m and
 * s/m. */
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

#endif
