/* The machine as a whole. */
#ifndef WORLD_CHASSIS_H
#define WORLD_CHASSIS_H

#include "machine/machine.h"

typedef struct world_chassis {
    int body;         /**< of the mechanism, on a free joint */
    mb_energy energy; /**< when it was looked at last */
} world_chassis;

#endif
