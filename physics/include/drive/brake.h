/* A brake on a joint coordinate, as an effort: between the two bodies of a swing bearing, on a sprocket. A
 * friction coupling as in drive/driveline.h, whose capacity is set once a tick. */
#ifndef DRIVE_BRAKE_H
#define DRIVE_BRAKE_H

#include "drive/driveline.h"

/** States of the effort. */
enum {
    BRAKE_BRISTLE, /**< u [1] */
    BRAKE_LOSS, /**< dissipated since the start [J]; energy stored in a bent bristle counts as lost until it
                   is returned */
    BRAKE_STATES
};

/** On a displacement read N, m and s/m. */
typedef struct drive_brake_data {
    drive_coupling coupling;
    const double *capacity; /**< [N m] >= 0, constant in a step; 0: open */
} drive_brake_data;

/** A brake as an effort; its port is the braked coordinate.
 *  @param x0  initial states, BRAKE_STATES numbers, kept by the caller; NULL: unbent. `data` outlives the
 * model */
mb_effort_def drive_brake_effort(const char *name, mb_measure_def on, const drive_brake_data *data,
                                 const double *x0);

#endif
