/* Levers: their response, what they do to the circuits' commands. */
#ifndef WORLD_LEVERS_H
#define WORLD_LEVERS_H

#include "machine/machine.h"

typedef struct world_levers {
    int lock, auto_idle; /**< controls with these roles, -1: none */
    double idle_rest;    /**< how long all levers have rested, no longer than auto idle's delay [s]; state */
} world_levers;

/** Response of a control that moves a command directly, or that a pilot line follows, -1 to 1: 0 in its dead
 * band, and of a lever while the lock has taken its oil. RT. */
double world_lever(const world_machine *machine, int control);

/** Throttle after auto idle, and its timer. RT. */
double world_auto_idle(world_machine *machine, double throttle);

#endif
