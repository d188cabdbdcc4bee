/* A wheel that is moved over a sand field under a constant load, for tests: it has a height of its own, found
 * from its vertical equilibrium on springs of discs. */
#ifndef PRESS_CHECK_H
#define PRESS_CHECK_H

#include "terr/press.h"

/** Dry sand with Bekker's and Janosi's constants, cohesion 0. */
terr_soil press_sand(void);

/** A flat field, its corner in the origin, 1 m deep, without loose soil. */
terr_field *press_field(const terr_soil *soil, double cell, int columns, int rows, hl_arena *arena);

typedef struct press_wheel {
    terr_wheel wheel;     /* as last pressed */
    double stiffness;     /* radial, of the tire [N/m] */
    double load;          /* [N] */
    double x, y, heading; /* of its middle [m], [rad] */
    double z, vz;         /* of its lowest point, undeflected [m], [m/s] */
    double speed, slip;   /* forwards [m/s]; i = 1 - v/(r omega) */
    terr_wheel_soil soil;
    bool flows; /* the field relaxes as well */
} press_wheel;

/** A wheel over flat ground of height 0, just touching. */
press_wheel press_wheel_at(double x, double y, double radius, double width, double stiffness, double load);

/** Steps of a millisecond. */
void press_wheel_run(press_wheel *wheel, terr_field *field, int steps);

/** Mean sinkage of the cells' surfaces between two places along x, a line of cells at y [m]. */
double press_rut(const terr_field *field, double from, double to, double y);

#endif
