/* Internals of incidents. Private to the world room. */
#ifndef WORLD_INCIDENTS_INTERNAL_H
#define WORLD_INCIDENTS_INTERNAL_H

#include "parts/parts.h"
#include "world/incident.h"

/* ---- parts of the machine and their distances (clearance.c) ---- */

/** A convex part of a body: a box, or a disc about its y axis. */
typedef struct world_solid {
    int body;
    bool disc;      /**< half.x is its radius, half.y half its width */
    bool edge;      /**< the digging edge of a tool, with its teeth */
    bool carries;   /**< of a body with a tool */
    hl_vec3 centre; /**< in the body's frame [m] */
    hl_mat3 axes;   /**< to the body's frame */
    hl_vec3 half;   /**< [m] >= 0 */
    double reach;   /**< radius of a sphere about the centre that holds it [m] */
    hl_vec3 at;     /**< its centre in the world, by world_solids_place [m] */
    hl_mat3 turn;   /**< its axes to the world, likewise */
} world_solid;

/** The solids of a machine: shapes, tires, tracks, edges of tools. */
typedef struct world_solids {
    world_solid *list;
    int count;
} world_solids;

/** @return false: out of memory */
bool world_solids_define(const world_machine *machine, world_solids *solids, hl_arena *arena);

/** The nearest places of a solid and a segment. */
typedef struct world_gap {
    double distance;    /**< [m]; 0: they overlap */
    hl_vec3 on_segment; /**< [m] */
    hl_vec3 on_solid;   /**< [m] */
} world_gap;

/** Move the solids to the evaluated poses. RT. */
void world_solids_place(const world_machine *machine, world_solids *solids);

/** A lower bound of the distance between a placed solid and a segment [m]. RT. */
double world_gap_bound(const world_solid *solid, const hl_vec3 segment[2]);

/** Their distance. RT. */
world_gap world_gap_of(const world_solid *solid, const hl_vec3 segment[2]);

/** Speed of the place `at` of a body [m/s]. RT. */
double world_speed_at(const world_machine *machine, int body, hl_vec3 at);

/* ---- persons and utilities (sense.c) ---- */

typedef struct world_utility {
    const auth_utility *author;
    hl_vec3 points[AUTH_MAX_UTILITY_POINTS]; /**< of its axis [m] */
} world_utility;

/** Nearest part of a machine to a utility or a person at the present poses. Not part of the state. */
typedef struct world_sense {
    double distance; /**< between the surfaces [m], 0: they touch; HUGE_VAL: the machine has no solids */
    int body;        /**< of the nearest solid; -1: none */
    double speed;    /**< of the nearest place of it [m/s] */
    hl_vec3 place;   /**< on the axis of the utility, or of the person [m] */
    bool endangered; /**< of a person */
    double danger;   /**< smallest distance of dangerous parts [m] */
    double danger_speed;
} world_sense;

typedef struct world_person_pose {
    hl_vec3 feet;   /**< [m] */
    double heading; /**< [rad] */
} world_person_pose;

/** Axes of the utilities on the terrain of the site. */
void world_utility_place(const world_machine *machine, const auth_utility *author, world_utility *utility);

/** Pose of a person at a tick; depends only on the tick. RT. */
world_person_pose world_person_at(const world_machine *machine, const auth_person *person, int64_t tick);

void world_sense_utility(const world_machine *machine, const world_solids *solids,
                         const world_utility *utility, world_sense *sense);
void world_sense_person(const world_machine *machine, const world_solids *solids, const auth_person *person,
                        hl_vec3 feet, world_sense *sense);

/* ---- the part (incidents.c) ---- */

/** All incidents so far; a block of the state. */
typedef struct world_incident_log {
    int64_t count;
    world_incident kept[WORLD_INCIDENTS_KEPT]; /**< a ring */
} world_incident_log;

typedef struct world_incidents {
    bool started; /**< not while the machine settles */
    bool kept;    /**< the scenario has hazards or endings: keep a log and signals */
    int utility_count, person_count, object_count, latch_count;
    int machine_count;    /**< of the world */
    int listed_count;     /**< of the scenario's list `machines` */
    world_solids *solids; /**< [machines of the world]; without persons only of the first */
    world_utility *utilities;
    world_person_pose *persons; /**< [persons] now */
    world_sense *of_utilities;  /**< [utilities] now, of the driven machine */
    world_sense *of_persons;    /**< [persons][machines of the world] now */

    /* state */
    world_incident_log *log;
    int64_t *latches;         /**< [latches] tick until which the incident lasts; -1: no incident */
    double *strikes, *struck; /**< [utilities], [persons] so far */
    double *seen;             /**< [objects] hits that have been processed */
} world_incidents;

/** Report a dropped object; called by the free objects at the impact.
 *  @param height  of the fall [m]
 *  @param speed   of the impact [m/s]. RT. */
void world_object_dropped(world_machine *machine, int object, hl_vec3 place, double height, double speed);

#endif
