/* Hazards of a site and the consequences of incidents: buried utilities, persons, endings. Parts of a
 * scenario; docs/scenario.md explains the keys. */
#ifndef AUTH_ENDINGS_H
#define AUTH_ENDINGS_H

#include "auth/training.h"

enum {
    AUTH_MAX_UTILITIES = 8,
    AUTH_MAX_UTILITY_POINTS = 16,
    AUTH_MAX_PERSONS = 8,
    AUTH_MAX_PERSON_POINTS = 16,
    AUTH_MAX_ENDINGS = 32
};

typedef enum auth_utility_kind { AUTH_UTILITY_CABLE, AUTH_UTILITY_GAS, AUTH_UTILITY_WATER } auth_utility_kind;

/** A cable or pipe in the ground: `utilities:` a list. Signals `utility.NAME.distance`, `.strikes`. */
typedef struct auth_utility {
    const char *name;
    hl_place place;
    auth_utility_kind kind; /**< `kind: cable | gas | water` */
    int point_count;
    double (*points)[2]; /**< `points:` its course in plan, [[x, y], ...] [m] */
    double depth;        /**< depth of the axis below the initial ground at each point [m] */
    double radius;       /**< outer radius [m] */
    double warning;      /**< distance from its surface that counts as near [m]; 0: no warning */
} auth_utility;

/** A person on the site, detected but without contact forces: `persons:` a list. Signals
 * `person.NAME.distance`,
 * `.endangered`, `.hits`, `.x`, `.y`, `.z`, `.heading`. All machines of the site can hit a person. */
typedef struct auth_person {
    const char *name;
    hl_place place;
    double at[2];   /**< position without `path` [m] */
    double heading; /**< direction in which the person looks without `path` [rad] */
    int point_count;
    double (*points)[2]; /**< `path:` walked back and forth, [[x, y], ...] [m]; 0 points: the person stands at
                            `at` */
    double speed;        /**< walking speed [m/s] */
    double pause;        /**< rest at both ends of the path [s] */
    int seed;            /**< seed of the starting point on the path; 0: its first point */
    double danger;       /**< distance from moving parts of a machine that is dangerous [m] */
} auth_person;

/** Kind of an incident. In the order of the words in the file. */
typedef enum auth_ending_kind {
    AUTH_ENDING_OVERTURNED, /**< the machine lies on a side, beyond its tipping line */
    AUTH_ENDING_UTILITY,    /**< a utility has been struck */
    AUTH_ENDING_NEAR,       /**< a utility is nearer than its `warning` */
    AUTH_ENDING_PERSON,     /**< a person has been hit */
    AUTH_ENDING_DANGER,     /**< a person is in the danger zone */
    AUTH_ENDING_HIT,        /**< an object of the scenario has been hit */
    AUTH_ENDING_MACHINE,    /**< another machine has been hit */
    AUTH_ENDING_DROPPED,    /**< an object has been dropped */
    AUTH_ENDING_KINDS
} auth_ending_kind;

typedef enum auth_ending_end { AUTH_END_NONE, AUTH_END_FAIL, AUTH_END_FINISH } auth_ending_end;

/** The consequence of an incident: `endings:` a list. The first row that matches an incident applies. Default
 * rows follow those of the file: the exercise fails when the machine overturns, a person is hit, or a gas
 * pipe or cable is struck. */
typedef struct auth_ending {
    hl_place place;
    auth_ending_kind kind;
    int of;              /**< index of the utility, person, object or machine; -1: the row applies to all */
    int by;              /**< person, danger: index of the machine in `machines`; -1: any machine */
    auth_ending_end end; /**< `end: fail | finish | none` */
    double penalty;      /**< points deducted for each incident, 0 to 100 */
    const char *message; /**< shown text; never NULL after reading */
    double speed;        /**< smallest speed of matching incidents [m/s] */
    double height;       /**< smallest height of matching falls, for drops [m] */
    auth_instructions then; /**< resulting instructions: points, then message, fail or finish */
} auth_ending;

#endif
