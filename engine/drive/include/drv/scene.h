/* The scene of a machine and its site, with its display: what windows and pictures in files share. */
#ifndef DRV_SCENE_H
#define DRV_SCENE_H

#include "drv/log.h"
#include "rnd/scene.h"
#include "world/machine.h"
#include "xch/terrain.h"

enum { DRV_SCENE_PATH = 1024 };

/** What is shown, and from which files. */
typedef struct drv_scene_request {
    const drv_log *log;
    const auth_machine *author;
    const auth_scenario *scenario;            /**< NULL: none */
    const char *machine_path, *scenario_path; /**< their files; NULL: a recording's texts */
    const char *assets;                       /**< folder of the files that ship */
    const char *hud;  /**< layout; NULL: the scenario's, else the machine's own; "none": no display */
    double hud_width; /**< pixels across the display's canvas; 0: a pixel a dot */
} drv_scene_request;

typedef struct drv_scene {
    rnd_scene *scene;
    const auth_scenario *scenario;
    const rnd_signal *signals;
    const auth_hud *layout;        /**< NULL: no display */
    rnd_hud *hud;                  /**< likewise */
    rnd_tasks *tasks;              /**< of the scenario; NULL: it is no exercise */
    const rnd_map_object *objects; /**< of the scenario, for maps; NULL: none */
    bool sand;
    xch_terrain terrain; /**< where sand comes from: set when a session or a replay is joined */
} drv_scene;

/** Where tiles of the sand are wanted first [m]. */
void drv_site_middle(const auth_scenario *scenario, double at[2]);

/** A layout that another file names: beside it, else in the assets, where `../hud/tractor.yaml` is
 * `hud/tractor.yaml`.
 *  @param folder  of the file that names it; NULL: where the program was started
 *  @param path    out: where it lies, or was looked for last
 *  @return whether it can be read */
bool drv_find_layout(const char *name, const char *folder, const char *assets, char path[DRV_SCENE_PATH]);

/** The objects of a scenario as maps show them; NULL: out of memory. */
rnd_map_object *drv_map_objects(const auth_scenario *scenario, hl_arena *arena);

/** Make it; the arena and what is in it must outlive it. What is missing but can be done without is logged.
 *  @param status  out: the exit status when false */
bool drv_scene_make(world_machine *machine, const drv_scene_request *request, hl_arena *arena,
                    drv_scene *site, int *status);

/** Make the display for another number of pixels across its canvas; the old one stays where that fails. */
void drv_scene_resize(drv_scene *site, world_machine *machine, double hud_width, hl_arena *arena);

/** Take the tiles and grains that have come meanwhile. @return tiles */
int drv_scene_take(drv_scene *site);

/** Take one tile over: for rt_session_send_whole_terrain. @param site  of drv_scene */
void drv_scene_tile(void *site, const xch_tile *tile);

/** Forget where sand came from: the session is over. The ground stays as it was seen last. */
void drv_scene_leave(drv_scene *site);

/** End its display and what shows tasks; all else is the arena's. */
void drv_scene_free(drv_scene *site);

#endif
