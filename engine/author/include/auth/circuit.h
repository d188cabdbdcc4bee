/* A hydraulic circuit of a mechanism file (`circuits:`): the definition of hyd/circuit_def.h with names
 * resolved to indices, every quantity in SI, defaults filled in, every item with its place.
 * docs/hydraulics.md explains the keys, equations and defaults.
 *
 * Cylinders, pumps and motors name bodies and joints instead of ports: theirs stand in lists of their own,
 * those of the definition are left out. Throttles are its orifices.
 *
 * What is checked here: units, ranges, names, keys that belong together. What is checked by
 * hyd_circuit_build: that every node is connected and every volume has one, and that a cylinder's stroke fits
 * its pins. */
#ifndef AUTH_CIRCUIT_H
#define AUTH_CIRCUIT_H

#include "auth/mechanism.h"

#include "hyd/circuit_def.h"

enum { AUTH_NONE = -1 }; /**< no item */

typedef struct auth_pump {
    hyd_pump_def def;         /**< as seen from the joint: `gear` is multiplied into it */
    auth_joint_coordinate on; /**< an angle; looked at unless driven */
    double gear;              /**< pump angle per angle of the joint [1] */
} auth_pump;

typedef struct auth_motor {
    hyd_motor_def def;
    auth_joint_coordinate on; /**< oil from -> to drives it up */
} auth_motor;

/** Twin cylinders (`count`) are one of the summed areas: what grows with their number is multiplied already,
 * friction included. */
typedef struct auth_cylinder {
    hyd_cylinder_def def;
    int a, b;                /**< bodies of the pins, one may be MB_GROUND */
    double a_at[3], b_at[3]; /**< pins in the frames of a and b [m] */
    bool length_given;       /**< false: length_0 is the distance of the pins once assembled */
    int count;               /**< cylinders side by side */
    mb_friction friction;    /**< of the seals, on the distance of the pins; MB_FRICTION_NONE: none */
} auth_cylinder;

struct auth_circuit {
    hyd_circuit_def
        def; /**< without ports, pumps, motors, cylinders, whose numbers stand in it all the same */
    auth_pump *pumps;
    auth_motor *motors;
    auth_cylinder *cylinders;
};

#endif
