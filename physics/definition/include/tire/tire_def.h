/* Definitions of tires and crawler tracks, as plain data; their laws: tire/tire.h, track/track.h. */
#ifndef TIRE_TIRE_DEF_H
#define TIRE_TIRE_DEF_H

#include "hl/vec3.h"

enum { TIRE_MAX_DISCS = 9, TRACK_MAX_STATIONS = 12 };

/** Friction between a tire or track and one kind of ground; arrays: longitudinal, lateral. */
typedef struct tire_friction {
    double stiffness[2];       /**< sigma_0 [1/m] > 0 */
    double damping[2];         /**< sigma_1 [s/m] */
    double viscous[2];         /**< sigma_2 [s/m] */
    double kinetic;            /**< mu_c [1] > 0 */
    double stiction;           /**< mu_s [1] >= mu_c */
    double stribeck_velocity;  /**< v_s [m/s] > 0 */
    double exponent;           /**< alpha [1] > 0 */
    double slip_stiffness[2];  /**< force over normal force per unit of slip, rolling [1]; 0: no such term */
    double rolling_resistance; /**< c_rr: resisting moment over F_n r, at low speed [1] */
    double rolling_growth;     /**< 1/v_2^2: relative growth with the square of the speed [s^2/m^2] */
} tire_friction;

typedef struct tire_model {
    double radius;    /**< free radius [m] */
    double width;     /**< between the outer discs [m] */
    int discs;        /**< 1 to TIRE_MAX_DISCS */
    double stiffness; /**< radial, of the whole tire [N/m] */
    double damping;   /**< radial [N s/m] */
    hl_vec3 axle;     /**< unit vector in the wheel's frame, to the left of the vehicle */
} tire_model;

typedef struct track_station {
    hl_vec3 centre; /**< of the wheel, in the carrying body's frame [m] */
    double radius;  /**< to the outside of the shoes [m] */
} track_station;

typedef struct track_model {
    int stations; /**< 2 to TRACK_MAX_STATIONS, front first */
    track_station station[TRACK_MAX_STATIONS];
    double pitch_radius;       /**< of the sprocket [m] */
    double width;              /**< of the shoes [m] */
    double stiffness, damping; /**< of a station [N/m], [N s/m] */
    double dissipation;        /**< of a station, as of Hunt and Crossley's law [s/m] */
    double resistance;         /**< c_rr of rollers and belt [1] */
} track_model;

#endif
