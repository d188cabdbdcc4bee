/* Incidents on a site: the machine overturns, strikes a buried utility, hits a person, an object or another
 * machine, comes too near, or drops a load.
 *
 * A scenario with `utilities`, `persons` or `endings` keeps incidents in the state of the driven machine, so
 * a replay gives the same ones, and has these signals:
 *   incidents.count             all so far
 *   utility.NAME.distance       from the nearest edge or shape of the machine to its surface [m]; 0: inside
 *   utility.NAME.strikes        so far
 *   person.NAME.distance        to the nearest part of any machine of the site [m]; 0: touches
 *   person.NAME.endangered      1 while in the danger zone of a machine (a moving part nearer than `danger`,
 *                               or a body with a tool above the person)
 *   person.NAME.hits            by all machines so far
 *   person.NAME.x, .y, .z, .heading
 *
 * The endings of the scenario (auth/endings.h) are applied within the same tick. Without these sections an
 * exercise fails when its machine overturns; other incidents are not observed. */
#ifndef WORLD_INCIDENT_H
#define WORLD_INCIDENT_H

#include "world/machine.h"

typedef struct world_incident {
    int64_t tick;
    int16_t kind;    /**< auth_ending_kind */
    int16_t by;      /**< machine of the world, 0: the driven one; others only hit and endanger persons */
    int32_t of;      /**< utility, person, object, or machine of the list `machines`; 0 */
    double place[3]; /**< [m] */
    double speed;    /**< of the part of the machine, against what it touches [m/s] */
    double value;    /**< overturned: tilt of the chassis [rad]; near, danger: distance [m]; dropped: height
                        of the fall [m]; else 0 */
    int32_t body;    /**< of machine `by`; -1: none */
    int32_t row;     /**< the scenario's ending that applies; -1: none */
} world_incident;

enum { WORLD_INCIDENTS_KEPT = 64 /**< the most recent */ };

/** Number of incidents since the start; incident `index`, one of the last WORLD_INCIDENTS_KEPT. RT. */
int64_t world_incident_count(const world_machine *machine);
world_incident world_incident_at(const world_machine *machine, int64_t index);

/** Whether machine `index` of the world has overturned, by the poses of the last evaluation of the signals:
 * the chassis is tilted by more than 60 deg, and the vertical through the centre of mass of the machine with
 * its loads passes outside the support polygon of its tires and tracks. The edge of the
 * polygon is the tipping line of static stability (ISO 16231-2); beyond it the weight turns the machine over.
 * The 60 deg are beyond the stable tilt of real machines.
 *  @param what  out: the incident, if it has. RT. */
bool world_has_overturned(const world_machine *machine, int index, world_incident *what);

#endif
