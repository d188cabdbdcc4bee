/* A scenario file (`headland: scenario`): which machine stands where on what ground, among which objects.
 * docs/scenario.md explains the file. */
#ifndef AUTH_SCENARIO_H
#define AUTH_SCENARIO_H

#include "auth/condition.h"
#include "auth/materials.h"
#include "auth/picture.h"
#include "auth/soil.h"
#include "auth/training.h"
#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

typedef enum auth_ground_kind { AUTH_GROUND_PLANE, AUTH_GROUND_WAVES, AUTH_GROUND_GRID } auth_ground_kind;

/** `ground:` a mapping. */
typedef struct auth_ground {
    hl_place place;
    auth_ground_kind kind; /**< `kind: plane | waves | grid` */
    const char *surface;   /**< kind of surface, as tires name them; NULL: left out, only with sand */
    hl_place surface_place;
    const char *material; /**< `material`, default `surface` where that is a known material, else
                             AUTH_GROUND_MATERIAL; of sand AUTH_SAND_MATERIAL. NULL: these two */
    hl_place material_place;
    double slope, direction;                   /**< plane [rad], default 0 */
    double amplitude, wavelength, flat_radius; /**< waves [m] */
    int octaves;                               /**< waves, default 3 */
    int seed;                                  /**< waves, default 1 */
    double origin[2], spacing;                 /**< grid [m] */
    int columns, rows;                         /**< grid */
    double *heights;                           /**< grid: `heights: [[...], ...]` row by row */
} auth_ground;

enum { AUTH_MAX_SOILS = 8 };

/** A soil by its file. */
typedef struct auth_soil_file {
    const char *name; /**< how the scenario calls it: key `name`, default the file's name without folder and
                         ending */
    const char *path; /**< `file:`, resolved from the scenario's folder */
    hl_place place;
    auth_soil *soil; /**< NULL until auth_scenario_read_soils, or whoever has its text, has put it here */
} auth_soil_file;

/** A heap poured on the ground before time 0: a cone at its soil's angle of repose. */
typedef struct auth_pile {
    hl_place place;
    double at[2], height; /**< [m] */
    int soil;             /**< `soil: NAME`, default the first */
} auth_pile;

/** A rectangle of another soil. */
typedef struct auth_soil_patch {
    hl_place place;
    double low[2], high[2]; /**< `from`, `to`: corners [m] */
    int soil;
} auth_soil_patch;

/** `sand:` a mapping; without it the ground is rigid. The ground's `kind` gives the initial surface, its
 * `surface` is not needed then. */
typedef struct auth_sand {
    bool present;
    hl_place place;
    double from[2], to[2];  /**< corners of the field [m] */
    double cell;            /**< [m], default 0.05 m */
    double depth;           /**< of soil over the rigid bottom [m], default 1 m */
    double loose_depth;     /**< of the uppermost, loose part [m], default 0.2 m, at most `depth` */
    double particle_radius; /**< [m], half a cell to five cells, default half a cell */
    int particles;          /**< budget, default 10000 */
    int tiles;              /**< of 32 x 32 cells that may be touched; default 0: all, at most 2048 */
    int soil_count, pile_count, patch_count;
    auth_soil_file soils[AUTH_MAX_SOILS]; /**< `soils:` list, at least one; the first is everywhere */
    auth_pile *piles;                     /**< `piles:` list */
    auth_soil_patch *patches;             /**< `patches:` list */
} auth_sand;

/** `start:` a mapping. */
typedef struct auth_start {
    hl_place place;
    double at[2];   /**< of the chassis' origin [m], default (0, 0) */
    double heading; /**< [rad] from x towards y, default 0 */
    double drop;    /**< height of the lowest part above the ground [m], default 0 */
    bool settled;   /**< default true with drop 0: the machine has come to rest before time 0 */
    bool engine;    /**< the engine runs, default true */
    double fuel;    /**< share of a full tank, up to 1; 0, the default: what the machine's file says */
} auth_start;

enum { AUTH_MAX_MACHINES = 8 };

typedef enum auth_machine_role {
    AUTH_MACHINE_DRIVEN,   /**< by people, or by a script for the drive */
    AUTH_MACHINE_SCRIPTED, /**< by its own `operator` */
    AUTH_MACHINE_PARKED    /**< without input: its controls keep their initial values */
} auth_machine_role;

/** One of several machines of a scenario: `machines:` a list of up to AUTH_MAX_MACHINES, one of them driven.
 */
typedef struct auth_site_machine {
    const char *name; /**< before the names of its signals and controls, unless it is driven */
    hl_place place;
    const char *machine; /**< path of its file, resolved */
    hl_place machine_place;
    auth_machine_role role;
    const char *operator_script; /**< `operator:` NULL: none */
    hl_place operator_place;
    auth_start start; /**< `start:`; the engine of a parked machine stands unless it says otherwise */
} auth_site_machine;

/** A box of the scenery. */
typedef struct auth_object {
    const char *name;
    hl_place place;
    double at[3];      /**< centre of its base; z above the ground there unless `absolute` [m] */
    double turn[3];    /**< rotation vector [rad] */
    double size[3];    /**< edges [m] */
    bool absolute;     /**< at[2] counts from z = 0 of the world, default false */
    const char *model; /**< how it looks, named as auth_scenery's; NULL: a plain box of that size; "none": it
                          is not drawn, another's model shows it too */
    hl_place model_place;
    const char *material; /**< default AUTH_OBJECT_MATERIAL, for NULL too */
    hl_place material_place;
} auth_object;

enum { AUTH_MAX_ZONES = 16 };

/** A box in which soil is counted: the inside of a hopper, the bed of a truck. `zones:` a list of up to
 * AUTH_MAX_ZONES; signal `zone.NAME.mass`. */
typedef struct auth_zone {
    const char *name;
    hl_place place;
    double at[3];   /**< middle of its floor [m]; z above the ground there, as objects have it */
    double size[3]; /**< edges along x, y, z [m] */
} auth_zone;

typedef struct auth_scenario {
    const char *name, *description;
    const char *machine; /**< `machine:` path of the file of the machine that is driven, relative to the
                            scenario's own folder resolved; with `machines` that of the list */
    hl_place machine_place;
    int machine_count; /**< 0: `machine` alone */
    auth_site_machine *machines;
    int driven;                  /**< number of the driven one in `machines` */
    const char *operator_script; /**< `operator:` default script, resolved likewise; NULL: none */
    hl_place operator_place;
    double seconds; /**< length of the exercise; 0: open end */
    double step;    /**< [s]; 0: the machine's own */
    auth_ground ground;
    auth_sand sand; /**< `sand:` */
    auth_start start;
    int object_count;
    auth_object *objects;
    auth_materials materials; /**< `materials:` list, over the machine's */
    int zone_count;
    auth_zone *zones;
    auth_condition goal;  /**< `goal: {signal: zone.hopper.mass, above: 2 t}`: when it holds the exercise is
                             finished; signal NULL: none */
    auth_weather weather; /**< `weather:`, defaults where left out */
    int scenery_count;
    auth_scenery *scenery;  /**< `scenery:` list */
    auth_training training; /**< tasks, score and all that makes an exercise */
} auth_scenario;

/** Machines beside the one that is driven. */
static inline int auth_scenario_others(const auth_scenario *scenario)
{
    return scenario == NULL || scenario->machine_count == 0 ? 0 : scenario->machine_count - 1;
}

/** One of them, from 0, in the order of the list. */
static inline const auth_site_machine *auth_scenario_other(const auth_scenario *scenario, int other)
{
    return &scenario->machines[other < scenario->driven ? other : other + 1];
}

/** Read a scenario, as auth_mechanism_read does a mechanism. */
hl_status auth_scenario_read(const char *path, hl_arena *arena, auth_scenario **scenario, hl_report *report);
hl_status auth_scenario_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_scenario **scenario, hl_report *report);

/** Warn about what a scenario may say but hardly means, as far as that shows without the machine.
 *  @param warnings  begun by hl_report_begin_warnings */
void auth_scenario_warn(const auth_scenario *scenario, hl_report *warnings);

/** Read the soil files that a scenario names, those that are not there yet. Complaints about a soil carry its
 * own file's name; one that cannot be read is complained about in the scenario.
 *  @param report  begun with the scenario's file, and clean
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status auth_scenario_read_soils(auth_scenario *scenario, hl_arena *arena, hl_report *report);

/** Whether a scenario is an exercise: there is something to do or to score. NULL is none. */
bool auth_scenario_is_exercise(const auth_scenario *scenario);

#endif
