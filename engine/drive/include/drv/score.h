/* What is watched at every tick for the report: fuel, and the highest pressures, which have their peaks
 * between the rows of any table. */
#ifndef DRV_SCORE_H
#define DRV_SCORE_H

#include "rt/session.h"

typedef struct drv_score {
    int fuel_used; /**< signal; -1: there is none */
    double fuel_used_before;
    int pressure_count;
    int *pressures; /**< signals */
    double *peaks;  /**< of each of them so far, in its unit */
} drv_score;

/** Watch a session that is about to begin. @return false: out of memory */
bool drv_score_begin(drv_score *score, world_machine *machine, rt_session *session, hl_arena *arena);

/** Fuel since the start [l]. @param signals  all, of the state at the end */
double drv_fuel_used(const drv_score *score, const double *signals);

#endif
