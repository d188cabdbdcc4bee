/* A hydraulic circuit of a mechanism file (`circuits:`): the definition of hyd/circuit_def.h. Names are
 * resolved to indices, quantities are in SI, defaults are filled in, and each item has its place.
 * docs/hydraulics.md explains the keys, equations and defaults.
 *
 * Cylinders, pumps and motors refer to bodies and joints instead of ports. They have their own lists here;
 * those of the definition stay empty. Throttles of the file are orifices of the definition.
 *
 * Checked here: units, ranges, names, and which keys belong together. Checked by hyd_circuit_build: every
 * node is connected, every volume has oil, and the stroke of each cylinder fits the distance of its pins. */
#ifndef AUTH_CIRCUIT_H
#define AUTH_CIRCUIT_H

#include "auth/mechanism.h"

#include "hyd/circuit_def.h"

enum { AUTH_NONE = -1 }; /**< no item */

typedef struct auth_pump {
    hyd_pump_def def;         /**< referred to the joint: `gear` is included */
    auth_joint_coordinate on; /**< an angle; unused if the pump turns at a constant speed (`driven`) */
    double gear;              /**< pump angle per angle of the joint [1] */
} auth_pump;

typedef struct auth_motor {
    hyd_motor_def def;
    auth_joint_coordinate on; /**< flow from -> to turns it in the positive direction */
} auth_motor;

/** Parallel cylinders (`count`) are one cylinder with the total area: areas, friction and all other
 * quantities that grow with their number are already multiplied by `count`. */
typedef struct auth_cylinder {
    hyd_cylinder_def def;
    int a, b;                /**< bodies of the pins, one may be MB_GROUND */
    double a_at[3], b_at[3]; /**< pin positions in the frames of a and b [m] */
    bool length_given;       /**< false: length_0 is the pin distance of the assembled mechanism */
    int count;               /**< cylinders side by side */
    mb_friction friction;    /**< of the seals, acts on the pin distance; MB_FRICTION_NONE: no friction */
} auth_cylinder;

struct auth_circuit {
    hyd_circuit_def
        def; /**< its counts include pumps, motors and cylinders, but these lists and the ports are empty */
    auth_pump *pumps;
    auth_motor *motors;
    auth_cylinder *cylinders;
};

#endif
