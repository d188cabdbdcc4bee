/* Wheels on tires. */
#ifndef WORLD_WHEELS_H
#define WORLD_WHEELS_H

#include "machine/machine.h"

#include "terr/press.h"
#include "tire/tire.h"

/** A wheel: its tire, what it stands on, where it is in the model. */
typedef struct world_wheel {
    const auth_wheel *author;
    int body, effort;
    const auth_tire_friction *firm; /**< what the file says: on the scenario's surface, or the first */
    tire_friction friction;         /**< as it is in this step */
    tire_ground ground;
    tire_effort_data tire;
} world_wheel;

typedef struct world_wheels {
    int count;
    world_wheel *list;
    terr_wheel_soil *soils; /**< [count] what is under the tires; friction 0: not yet found; NULL: no sand;
                               state */
    tire_contact *looks;    /**< [count] */
} world_wheels;

/** A tire's or a track's friction as the file says it. */
tire_friction world_friction_of(const auth_tire_friction *from);

#endif
