/* Brakes on joints, closed at the start. */
#ifndef WORLD_BRAKES_H
#define WORLD_BRAKES_H

#include "machine/machine.h"

#include "drive/driveline.h"

typedef struct world_brakes {
    int *efforts;           /**< [brake_count] */
    drive_brake_data *data; /**< [brake_count] */
    double *capacities;     /**< [brake_count] now [N m]; state */
    double *closing;        /**< [brake_count] time until it is closed, if its levers rest [s]; state */
} world_brakes;

#endif
