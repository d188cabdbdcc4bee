/* Friction coupling: a normalised Dahl bristle. */
#ifndef DRIVE_COUPLING_H
#define DRIVE_COUPLING_H

#include "drive/driveline.h"

/** Torque of a coupling [N m], positive against the slip, rate of its bristle [1/s], and their derivatives
 * with respect to slip s and bristle u. */
typedef struct drive_grip {
    double torque, torque_s, torque_u;
    double u_dot, u_dot_s, u_dot_u;
} drive_grip;

/** The law of a coupling: see drive_brake.c.
 *  @param capacity  [N m] >= 0; 0: open, no torque, the bristle straightens slowly
 *  @param slip      s [rad/s]
 *  @param u         bristle, -1 to 1. RT. */
drive_grip drive_grip_at(const drive_coupling *coupling, double capacity, double slip, double u);

#endif
