/* A scenario file (`headland: scenario`): machines and their start positions, ground, objects, weather and
 * tasks. docs/scenario.md explains the file. */
#ifndef AUTH_SCENARIO_H
#define AUTH_SCENARIO_H

#include "auth/condition.h"
#include "auth/endings.h"
#include "auth/machine.h"
#include "auth/materials.h"
#include "auth/mesh.h"
#include "auth/object.h"
#include "auth/picture.h"
#include "auth/soil.h"
#include "auth/training.h"
#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

typedef enum auth_ground_kind {
    AUTH_GROUND_PLANE,
    AUTH_GROUND_WAVES,
    AUTH_GROUND_GRID,
    AUTH_GROUND_MESH,
    AUTH_GROUND_WASHBOARD
} auth_ground_kind;

typedef enum auth_washboard_shape { AUTH_WASHBOARD_SINE, AUTH_WASHBOARD_TRAPEZOID } auth_washboard_shape;

/** `ground:` a mapping. */
typedef struct auth_ground {
    hl_place place;
    auth_ground_kind kind; /**< `kind: plane | waves | grid | mesh | washboard` */
    const char *surface;   /**< kind of surface, a name from the friction lists of tires; NULL: not given,
                              allowed only with sand */
    hl_place surface_place;
    const char *material; /**< `material:`; NULL: default. The default is `surface` if that is a known
                             material, otherwise AUTH_GROUND_MATERIAL; for sand it is AUTH_SAND_MATERIAL */
    hl_place material_place;
    double slope, direction;                   /**< plane [rad], default 0 */
    double amplitude, wavelength, flat_radius; /**< waves, wavelength of washboards too [m] */
    int octaves;                               /**< waves, default 3 */
    int seed;                                  /**< waves, default 1 */
    auth_washboard_shape shape;                /**< washboard, default sine */
    double height, shift, from;                /**< washboard [m], the last two default 0 */
    double crest, bottom;      /**< washboard, trapezoid [m], default a quarter of the wavelength */
    int periods;               /**< washboard, default 0: without end */
    double origin[2], spacing; /**< grid [m] */
    int columns, rows;         /**< grid */
    double *heights;           /**< grid: `heights: [[...], ...]` row by row */
    bool ledges;               /**< grid: triangles instead of bilinear cells, default false */
    const char *file;          /**< mesh: resolved from the scenario's folder */
    hl_place file_place;
    auth_mesh *mesh; /**< mesh: NULL until auth_scenario_read_mesh or the caller sets it */
} auth_ground;

enum { AUTH_MAX_SOILS = 8 };

/** A soil file used by a scenario. */
typedef struct auth_soil_file {
    const char *name; /**< its name in the scenario: key `name`; default: the name of the file, without folder
                         and extension */
    const char *path; /**< `file:`, resolved from the scenario's folder */
    hl_place place;
    auth_soil *soil; /**< NULL until auth_scenario_read_soils, or a caller that has the text, sets it */
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

/** `sand:` a mapping; without it the ground is rigid. The ground's `kind` gives the initial surface of the
 * sand; the ground's `surface` is then optional. */
typedef struct auth_sand {
    bool present;
    hl_place place;
    double from[2], to[2];  /**< opposite corners of the field [m] */
    double cell;            /**< [m], default 0.05 m */
    double depth;           /**< of soil over the rigid bottom [m], default 1 m */
    double loose_depth;     /**< of the uppermost, loose part [m], default 0.2 m, at most `depth` */
    double particle_radius; /**< [m], half a cell to five cells, default half a cell */
    int particles;          /**< budget, default 10000 */
    int tiles; /**< maximum number of tiles (32 x 32 cells) that may change; default 0: all, at most 2048 */
    int soil_count, pile_count, patch_count;
    auth_soil_file soils[AUTH_MAX_SOILS]; /**< `soils:` list, at least one; the first is the default soil */
    auth_pile *piles;                     /**< `piles:` list */
    auth_soil_patch *patches;             /**< `patches:` list */
} auth_sand;

/** `start:` a mapping. */
struct auth_start {
    hl_place place;
    double at[2];   /**< position of the chassis' origin [m], default (0, 0) */
    double heading; /**< [rad] from x towards y, default 0 */
    double drop;    /**< height of the lowest part above the ground [m], default 0 */
    bool settled;   /**< the machine comes to rest before time 0; default true if drop is 0 */
    bool engine;    /**< the engine runs, default true */
    double fuel;    /**< share of a full tank, up to 1; 0 (default): as in the machine file */
};

enum { AUTH_MAX_MACHINES = 8 };

typedef enum auth_machine_role {
    AUTH_MACHINE_DRIVEN,   /**< by a person, or by the script of the drive */
    AUTH_MACHINE_SCRIPTED, /**< by its own `operator` */
    AUTH_MACHINE_PARKED    /**< without input: its controls keep their initial values */
} auth_machine_role;

/** A machine of a scenario with several machines: `machines:` a list of up to AUTH_MAX_MACHINES, exactly one
 * driven. */
typedef struct auth_site_machine {
    const char *name; /**< prefix of the names of its signals and controls, unless it is driven */
    hl_place place;
    const char *machine; /**< path of its file, resolved */
    hl_place machine_place;
    auth_machine_role role;
    const char *operator_script; /**< `operator:` NULL: none */
    hl_place operator_place;
    auth_start start; /**< `start:`; the engine of a parked machine is off by default */
} auth_site_machine;

/** An implement of the scenario: `implements:` a list. */
typedef struct auth_site_implement {
    const char *name; /**< prefix of its signals */
    hl_place place;
    const char *file; /**< path of its machine file, resolved */
    hl_place file_place;
    const char *of; /**< name of the machine of `machines` that can couple it; NULL: the driven one */
    hl_place of_place;
    auth_start start; /**< `start:` */
} auth_site_implement;

enum { AUTH_MAX_ZONES = 16 };

/** A box in which soil is weighed: the inside of a hopper, the bed of a truck. `zones:` a list of up to
 * AUTH_MAX_ZONES; signal `zone.NAME.mass`. */
typedef struct auth_zone {
    const char *name;
    hl_place place;
    double at[3];   /**< middle of its floor [m]; z is the height above the ground there */
    double size[3]; /**< edges along x, y, z [m] */
} auth_zone;

enum { AUTH_MAX_SKIPS = 8, AUTH_SKIP_OBJECTS = 5 };

/** A box on the ground that holds soil, e.g. a skip: `containers:` a list. Its floor and walls are appended
 * to `objects`: "NAME floor", "NAME front", rear, left, right. */
typedef struct auth_skip {
    const char *name;
    hl_place place;
    double at[3];     /**< middle of its base; z above the ground there [m] */
    double heading;   /**< of its x axis [rad] */
    double size[3];   /**< inside [m] */
    double cell;      /**< [m], default 0.1 m */
    double thickness; /**< of floor and walls [m], default 50 mm */
    double friction; /**< angle of friction of soil on its floor [rad]; negative: that of the soil on steel */
    double filled;   /**< mass at the start [kg], default 0 */
    bool drawn;      /**< draw its boxes, default true */
    const char *material; /**< of the objects, default AUTH_SHAPE_MATERIAL */
    hl_place material_place;
} auth_skip;

typedef struct auth_scenario {
    const char *name, *description;
    const char *machine; /**< `machine:` file of the driven machine, path resolved from the scenario's folder;
                            with `machines` that of the driven entry */
    hl_place machine_place;
    int machine_count; /**< 0: `machine` alone */
    auth_site_machine *machines;
    int driven; /**< index of the driven machine in `machines` */
    int implement_count;
    auth_site_implement *implements; /**< `implements:` list */
    int choice_count;
    auth_choice *choices;        /**< `choices:` of the variants of the driven machine */
    const char *operator_script; /**< `operator:` default script, path resolved in the same way; NULL: none */
    hl_place operator_place;
    double seconds; /**< duration [s]; 0: unlimited */
    double step;    /**< [s]; 0: the step of the machine file */
    auth_ground ground;
    auth_sand sand; /**< `sand:` */
    auth_start start;
    int object_count;
    auth_object *objects; /**< complete: copies are made; first those that do not move. Until the types are
                             read: as in the file */
    bool objects_complete;
    int object_type_count;
    auth_object_file object_types[AUTH_MAX_OBJECT_TYPES]; /**< that the objects use, each once */
    int skip_count;
    auth_skip *skips;         /**< `containers:` list */
    auth_materials materials; /**< `materials:` list; overrides the machine's */
    int zone_count;
    auth_zone *zones;
    auth_condition goal;  /**< `goal: {signal: zone.hopper.mass, above: 2 t}`: the run is finished when it
                             holds; signal NULL: no goal */
    auth_weather weather; /**< `weather:`, with defaults filled in */
    int scenery_count;
    auth_scenery *scenery; /**< `scenery:` list */
    int utility_count, person_count;
    auth_utility *utilities; /**< `utilities:` in the ground */
    auth_person *persons;    /**< `persons:` */
    int ending_count;        /**< rows of the file, then the default rows */
    int ending_given;        /**< rows of the file */
    auth_ending *endings;    /**< `endings:` the first that fits applies */
    auth_training training;  /**< tasks, score and other parts of an exercise */
} auth_scenario;

/** Number of machines besides the driven one. */
static inline int auth_scenario_others(const auth_scenario *scenario)
{
    return scenario == NULL || scenario->machine_count == 0 ? 0 : scenario->machine_count - 1;
}

/** One of these machines, from 0, in the order of the list. */
static inline const auth_site_machine *auth_scenario_other(const auth_scenario *scenario, int other)
{
    return &scenario->machines[other < scenario->driven ? other : other + 1];
}

/** Join one of its machines with its implements (auth_machine_join).
 *  @param name        of the machine in `machines`; NULL: the driven one
 *  @param implements  [implement_count] their files, read
 *  @param report      of the scenario
 *  @param joined      out: NULL if it has none */
hl_status auth_scenario_join(const auth_scenario *scenario, const char *name, const auth_machine *machine,
                             auth_machine *const *implements, hl_arena *arena, hl_report *report,
                             auth_machine **joined);

/** Read a scenario; see auth_mechanism_read. */
hl_status auth_scenario_read(const char *path, hl_arena *arena, auth_scenario **scenario, hl_report *report);
hl_status auth_scenario_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_scenario **scenario, hl_report *report);

/** Warn about allowed but improbable values of a scenario, as far as they can be detected without the
 * machine.
 *  @param warnings  begun by hl_report_begin_warnings */
void auth_scenario_warn(const auth_scenario *scenario, hl_report *warnings);

/** Read the soil files of a scenario that are not yet loaded. Errors in a soil file are reported with its
 * file name; an unreadable file is reported at its place in the scenario.
 *  @param report  begun with the scenario's file, without complaints
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status auth_scenario_read_soils(auth_scenario *scenario, hl_arena *arena, hl_report *report);

/** Read the file of a mesh ground that is not yet loaded; nothing to do for other grounds. Errors as in
 * auth_scenario_read_soils. */
hl_status auth_scenario_read_mesh(auth_scenario *scenario, hl_arena *arena, hl_report *report);

/** Read the object files of a scenario that are not yet loaded, and complete its objects. Like
 * auth_scenario_read_soils. */
hl_status auth_scenario_read_objects(auth_scenario *scenario, hl_arena *arena, hl_report *report);

/** Complete the objects once their types are set: apply the types, make the copies, order them. Done by the
 * parser where there are no types.
 *  @param report  begun with the scenario's file
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status auth_scenario_complete_objects(auth_scenario *scenario, hl_arena *arena, hl_report *report);

/** Number of fixed objects. */
static inline int auth_scenario_fixed(const auth_scenario *scenario)
{
    int count = 0;
    while (count < scenario->object_count && !scenario->objects[count].free) count++;
    return count;
}

/** Whether a scenario is an exercise, i.e. has tasks or a score. False for NULL. */
bool auth_scenario_is_exercise(const auth_scenario *scenario);

#endif
