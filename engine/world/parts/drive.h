/* Engine and driveline. */
#ifndef WORLD_DRIVE_H
#define WORLD_DRIVE_H

#include "machine/machine.h"

#include "drive/driveline.h"

/** Engine and driveline; or the engine alone: of `inputs` only its own count then, and data and logic are not
 * used. */
typedef struct world_drive {
    int effort;
    bool alone;
    drive_engine_data engine; /**< of the engine alone */
    drive_effort_data data;
    drive_inputs inputs; /**< state */
    drive_logic logic;   /**< state */
    drive_values look;
    int fuel_state, work_state, loss_state; /**< of the effort */
    double fuel_at_start;                   /**< [kg] */
} world_drive;

/** Speed of the crankshaft in the state; NULL: no engine. RT. */
double *world_crank_speed(const world_machine *machine);

/** The engine runs or stands, its tank is filled.
 *  @param share  of the tank; 0: as the machine's file says */
void world_drive_start(world_machine *machine, bool runs, double share);

#endif
