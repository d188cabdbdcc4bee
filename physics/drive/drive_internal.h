/* Internals of engine and driveline: rounded corners, friction couplings, terms of the engine. */
#ifndef DRIVE_INTERNAL_H
#define DRIVE_INTERNAL_H

#include "drive/driveline.h"
#include "drive/engine.h"

#include <math.h>

/* ---- rounded corners: square roots only, so that every C library gives the same bits ---- */

/** A function of one number and its derivative. */
typedef struct drive_smooth {
    double y, y_x;
} drive_smooth;

/** As above, with the derivative with respect to the width of the corner. */
typedef struct drive_rounded {
    double y, y_x, y_width;
} drive_rounded;

/** max(0, x), its corner rounded over 0 < x < width: x^2 (2 width - x)/width^2 there, exactly x beyond and 0
 * below; continuous to the first derivative. Width 0 leaves the corner. */
static inline drive_rounded drive_positive(double x, double width)
{
    if (x <= 0.0) return (drive_rounded){0.0, 0.0, 0.0};
    if (x >= width) return (drive_rounded){x, 1.0, 0.0};
    const double z = x / width;
    return (drive_rounded){x * z * (2.0 - z), z * (4.0 - 3.0 * z), 2.0 * z * z * (z - 1.0)};
}

/** Sign of v that turns over within `width` [as v] > 0: v/sqrt(v^2 + width^2). */
static inline drive_smooth drive_sign(double v, double width)
{
    const double r = 1.0 / sqrt(v * v + width * width), a = width * r;
    return (drive_smooth){v * r, a * a * r};
}

/** |T| rounded within `width` [as T] > 0: sqrt(T^2 + width^2) - width, never above |T|. */
static inline drive_smooth drive_size(double T, double width)
{
    const double r = sqrt(T * T + width * width);
    return (drive_smooth){r - width, T / r};
}

/* ---- drive_driveline.c: friction coupling, a normalised Dahl bristle ---- */

/** Torque of a coupling [N m], positive against the slip, rate of its bristle [1/s], and their derivatives
 * with respect to slip s and bristle u. */
typedef struct drive_grip {
    double torque, torque_s, torque_u;
    double u_dot, u_dot_s, u_dot_u;
} drive_grip;

/** The law of a coupling.
 *  @param capacity  [N m] >= 0; 0: open, no torque, the bristle straightens slowly
 *  @param slip      s [rad/s]
 *  @param u         bristle, -1 to 1. RT. */
drive_grip drive_grip_at(const drive_coupling *coupling, double capacity, double slip, double u);

/* ---- drive_engine.c: torque on the crankshaft and terms of the balances, with and without driveline ---- */

/** Torques on the crankshaft and rates of the engine's states, with their derivatives. */
typedef struct drive_engine_terms {
    drive_torque starter, friction; /**< friction resists */
    drive_rate torque;              /**< of the indicated torque [N m/s] */
    drive_rate fuel;                /**< [kg/s] */
    drive_rate work;                /**< of the indicated torque and of the starter [W] */
} drive_engine_terms;

/** @param speed   n [rad/s]
 *  @param torque  T_i, the state [N m]. RT. */
drive_engine_terms drive_engine_terms_at(const drive_engine *engine, const drive_engine_inputs *inputs,
                                         double speed, double torque);

/** Brake torque over full load at this speed, at least 0 [1]. RT. */
double drive_engine_load(const drive_engine *engine, double speed, double torque);

#endif
