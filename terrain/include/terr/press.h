/* Loads on the sand field: tires (a row of discs), crawler tracks (a row of stations) and plates. Bekker's
 * law under each, plastic: the surface yields while the load exceeds the bearing capacity of the previous
 * sinkage, and does not rise again. A second pass of the same load finds firm ground (multi-pass effect). The
 * plane of the tire or plate during the next step of the machine is that of the yielded field. */
#ifndef TERR_PRESS_H
#define TERR_PRESS_H

#include "terr/field.h"

enum { TERR_MAX_DISCS = 9, TERR_MAX_STATIONS = 12, TERR_TRACK_TURNS = 4 };

/** Work since the field was made or this was taken last: cells that loads have covered, and those of them
 * that have yielded. */
typedef struct terr_press_work {
    int64_t covered, yielded;
} terr_press_work;

/** RT. */
terr_press_work terr_press_take_work(terr_field *field);

/** The most cells that a tire, a track or a square plate of this size can cover [m]. RT. */
int64_t terr_wheel_most_cells(const terr_field *field, double radius, double width);
int64_t terr_track_most_cells(const terr_field *field, double length, double width);
int64_t terr_plate_most_cells(const terr_field *field, double side);

/** A tire at the beginning of a step. */
typedef struct terr_wheel {
    double radius, width;         /**< [m] */
    int discs;                    /**< 1 to TERR_MAX_DISCS */
    hl_vec3 foot[TERR_MAX_DISCS]; /**< lowest point of each disc at its free radius, world [m] */
    double force[TERR_MAX_DISCS]; /**< normal force of each disc at this state [N] */
    hl_vec3 forward;              /**< rolling direction, horizontal unit vector */
    hl_vec3 axle;                 /**< of the wheel, to the left, world */
    double rolling_speed;         /**< r omega, positive forwards [m/s] */
    double slip_velocity[2];      /**< of the tread against the ground, along forward and left [m/s] */
} terr_wheel;

/** Results for a tire for the next step. Coefficients are forces over the normal force of the tire. Without a
 * disc over the field only heights and normals are set, all others are 0. */
typedef struct terr_wheel_soil {
    double height[TERR_MAX_DISCS]; /**< of the surface under each foot, after yielding [m] */
    hl_vec3 normal[TERR_MAX_DISCS];
    double friction;           /**< mu: shear strength (c A + F tan phi)/F [1] */
    double bristle_stiffness;  /**< sigma_0: initial shear stiffness, mu/K [1/m] */
    double slip_stiffness;     /**< so that the LuGre law gives Janosi's traction at the present slip [1] */
    double rolling_resistance; /**< R_c/F times v/(r omega): the work of the rut, per rolling [1] */
    double sinkage;            /**< maximum of the discs, relative to the ground ahead of them [m] */
    double contact_length;     /**< [m] */
    double pressure;           /**< mean, under the tire [Pa] */
} terr_wheel_soil;

/** Let the field yield under a tire for one step, and evaluate its ground. A tire in the air does not press;
 * its planes are those of the field. RT: bounded by the cells under the tire. */
void terr_wheel_press(terr_field *field, const terr_wheel *wheel, double step, terr_wheel_soil *soil);

/** A crawler track at the beginning of a step: each station presses its share of the belt on the ground. */
typedef struct terr_track {
    int stations;                    /**< 1 to TERR_MAX_STATIONS, front first */
    hl_vec3 foot[TERR_MAX_STATIONS]; /**< lowest point of each station, undeflected, world [m] */
    double share[TERR_MAX_STATIONS]; /**< length of belt of the station [m] */
    double force[TERR_MAX_STATIONS]; /**< normal force at this state [N] */
    /** Of the shoes against the ground, forward and left [m/s]. */
    double slip_velocity[TERR_MAX_STATIONS][2];
    double width;               /**< of the shoes [m] */
    double shoe_pitch, grouser; /**< one rib of this height a shoe, across the belt; 0: none [m] */
    double run;                 /**< total backward travel of the lower run relative to the body [m] */
    double belt_speed;          /**< its rate [m/s] */
    hl_vec3 forward;            /**< horizontal unit vector */
    int turn;                   /**< step counter, cyclic 0 to TERR_TRACK_TURNS - 1: cells yield in turns */
} terr_track;

/** Results for a track for the next step. Coefficients are forces over the normal force. For a station
 * outside the field, friction is 0, height and normal are those of the ground. */
typedef struct terr_track_soil {
    double
        height[TERR_MAX_STATIONS]; /**< height of each station's plane under its foot, after yielding [m] */
    hl_vec3 normal[TERR_MAX_STATIONS];  /**< of that plane */
    double friction[TERR_MAX_STATIONS]; /**< mu: shear strength (c A + F tan phi)/F: soil shears on soil
                                           between the grousers [1] */
    double bristle_stiffness[TERR_MAX_STATIONS]; /**< mu/K: Janosi's law [1/m] */
    double rolling_resistance; /**< of the whole track: R_c/F times the share of its travel that deepens the
                                  rut [1] */
    double sinkage;            /**< maximum of the stations, relative to the ground ahead [m] */
    double pressure;           /**< mean, under the track [Pa] */
} terr_track_soil;

/** Let the field yield under a track for one step, and evaluate its ground. RT: bounded by the cells under
 * it.
 */
void terr_track_press(terr_field *field, const terr_track *track, double step, terr_track_soil *soil);

/** Let the field yield under a plate (a shape's corner region, the floor of a bucket) for one step. RT.
 *  @param x, y    its middle [m]
 *  @param side    of a square of its area [m], at least a cell
 *  @param force   vertical [N]
 *  @param lowest  height of its surface: soil is not pushed below it [m]
 *  @return lowering of the surface in the middle [m] */
double terr_plate_press(terr_field *field, double x, double y, double side, double force, double lowest,
                        double step);

#endif
