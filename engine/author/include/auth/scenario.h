/* A scenario file (`headland: scenario`): which machine stands where on what ground, among which objects.
 * docs/scenario.md explains the file. */
#ifndef AUTH_SCENARIO_H
#define AUTH_SCENARIO_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

typedef enum auth_ground_kind { AUTH_GROUND_PLANE, AUTH_GROUND_WAVES, AUTH_GROUND_GRID } auth_ground_kind;

/** `ground:` a mapping. */
typedef struct auth_ground {
    hl_place place;
    auth_ground_kind kind; /**< `kind: plane | waves | grid` */
    const char *surface;   /**< kind of surface, as tires name them */
    hl_place surface_place;
    double slope, direction;                   /**< plane [rad], default 0 */
    double amplitude, wavelength, flat_radius; /**< waves [m] */
    int octaves;                               /**< waves, default 3 */
    int seed;                                  /**< waves, default 1 */
    double origin[2], spacing;                 /**< grid [m] */
    int columns, rows;                         /**< grid */
    double *heights;                           /**< grid: `heights: [[...], ...]` row by row */
} auth_ground;

/** `start:` a mapping. */
typedef struct auth_start {
    double at[2];   /**< of the chassis' origin [m], default (0, 0) */
    double heading; /**< [rad] from x towards y, default 0 */
    double drop;    /**< height of the lowest tire above the ground [m], default 0 */
    bool settled;   /**< default true with drop 0: the machine has come to rest before time 0 */
    bool engine;    /**< the engine runs, default true */
} auth_start;

/** A box of the scenery. */
typedef struct auth_object {
    const char *name;
    hl_place place;
    double at[3];   /**< centre of its base; z above the ground there unless `absolute` [m] */
    double turn[3]; /**< rotation vector [rad] */
    double size[3]; /**< edges [m] */
    bool absolute;  /**< at[2] counts from z = 0 of the world, default false */
} auth_object;

typedef struct auth_scenario {
    const char *name, *description;
    const char *machine; /**< path of the machine file, relative to the scenario's own folder resolved */
    hl_place machine_place;
    const char *operator_script; /**< `operator:` default script, resolved likewise; NULL: none */
    hl_place operator_place;
    double seconds; /**< length of the exercise; 0: open end */
    double step;    /**< [s]; 0: the machine's own */
    auth_ground ground;
    auth_start start;
    int object_count;
    auth_object *objects;
} auth_scenario;

hl_status auth_scenario_read(const char *path, hl_arena *arena, auth_scenario **scenario, hl_report *report);
hl_status auth_scenario_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_scenario **scenario, hl_report *report);

#endif
