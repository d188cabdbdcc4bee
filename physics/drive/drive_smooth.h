/* Rounded corners of the driveline's laws: values and slopes. Square roots only, so that every C library
 * gives the same bits. */
#ifndef DRIVE_SMOOTH_H
#define DRIVE_SMOOTH_H

#include <math.h>

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

#endif
