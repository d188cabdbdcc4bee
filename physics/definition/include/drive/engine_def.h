/* Definition of a diesel engine, as plain data; its laws: drive/engine.h. */
#ifndef DRIVE_ENGINE_DEF_H
#define DRIVE_ENGINE_DEF_H

enum { DRIVE_CURVE_POINTS = 16, DRIVE_MAP_SPEEDS = 8, DRIVE_MAP_LOADS = 8 };

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
    double droop;          /**< share of the governed speed from no load to full load [1] */
    double lag;            /**< time constant of the torque that depends on the turbocharger [s] */
    double prompt;         /**< share of the full-load torque available without the turbocharger [1] */
    double stall_speed;    /**< speed below which there is no combustion [rad/s] */
    double starter_torque; /**< at standstill, falling to 0 at starter_speed [N m] */
    double starter_speed;  /**< [rad/s], above stall_speed */
    /** Specific consumption [kg/J] over speed [rad/s] and load [1], bilinear, edges go on. */
    int map_speeds, map_loads;
    double map_speed[DRIVE_MAP_SPEEDS], map_load[DRIVE_MAP_LOADS];
    double consumption[DRIVE_MAP_LOADS][DRIVE_MAP_SPEEDS];
    drive_curve idle_consumption; /**< without load, over speed [rad/s] -> [kg/s] */
} drive_engine;

#endif
