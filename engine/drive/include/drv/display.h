/* What is seen of a drive: its scene, in windows and in PNG files. */
#ifndef DRV_DISPLAY_H
#define DRV_DISPLAY_H

#include "drv/cockpit.h"
#include "drv/log.h"
#include "rnd/scene.h"
#include "rnd/window.h"
#include "rt/loop.h"
#include "rt/session.h"
#include "world/machine.h"
#include "xch/terrain.h"

/* ---- scene ---- */

/* The scene of a machine and its site, with its display: what windows and pictures in files share. */

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

/* ---- display ---- */

/* The clockwork of a display: keys to commands, snapshots to pictures, what the driver wishes and is asked,
 * hints. The pictures are drawn by a screen, which is a window or what a test puts in its place. */

/** What draws, and what keys and menus ask for: see the functions of rnd/window.h of the same names. */
typedef struct drv_screen {
    void *context;
    rnd_input (*input)(void *context);
    /** Draw a picture. @param command  when something was last moved [ns]; 0: never */
    void (*draw)(void *context, const xch_snapshot *newest, bool paused, int64_t command);
    int64_t (*shown)(void *context, double *time);
    bool (*eye)(void *context, rnd_eye *eye);
    bool (*settings)(void *context, auth_settings *settings);
    void (*message)(void *context, const char *text);
    void (*ask)(void *context, const char *question, const char *note);
    void (*next_camera)(void *context);
    void (*switch_hud)(void *context);
    void (*set_pattern)(void *context, const char *name);
    drv_scene *scene;      /**< that it draws, for the sand; NULL: none */
    auth_weather *weather; /**< of its picture; NULL: none */
} drv_screen;

typedef struct drv_display_setup {
    const drv_files *files;
    const world_machine *machine;
    drv_cockpit *cockpit;      /**< its keyboard, when there is one, drives */
    bool person;               /**< no script drives: hints are given */
    bool attempt;              /**< it counts: giving it up needs a second key */
    bool (*interrupted)(void); /**< whether the program is to end */
} drv_display_setup;

typedef struct drv_display drv_display;

/** Make the clockwork; it needs a screen before it joins. NULL: out of memory. */
drv_display *drv_display_new(const drv_display_setup *setup, hl_arena *arena);

/** Lines of help of the keyboard for the screen, NULL ends them; NULL: there is no keyboard. */
const char *const *drv_display_help(const drv_display *display);

/** Give it a screen, which is copied. */
void drv_display_show(drv_display *display, const drv_screen *screen);

/** Join a session, which has not started; a display can join one after the other.
 *  @return false: out of memory */
bool drv_display_join(drv_display *display, rt_session *session);

/** Leave it: nothing that it published is looked at any more. */
void drv_display_leave(drv_display *display);

/** Show and drive until the session ends, or the screen is closed, which stops the session.
 *  @param look  called once a picture
 *  @return whether the drive is to begin anew */
bool drv_display_loop(drv_display *display, void (*look)(void *context), void *context);

/** Show the last picture of a session that has ended, until the time is over, or a key ends it.
 *  @return likewise */
bool drv_display_linger(drv_display *display, double seconds, void (*look)(void *context), void *context);

/** Let the world stand still, or go on. */
void drv_display_pause(drv_display *display, bool pause);

/** The cockpit has another pattern of levers, of this name: menu and keyboard follow. */
void drv_display_pattern(drv_display *display, const char *name);

/** Weather and time of day of the picture: may be changed between pictures. NULL: there is none. */
auth_weather *drv_display_weather(drv_display *display);

/** The session hears a source again that it had taken for lost: the keyboard repeats what is held. */
void drv_display_back(drv_display *display, int source);

/** Show a line for some seconds. */
void drv_display_message(drv_display *display, const char *text);

/** From events of devices to the pictures that show what they have done, in the session that was joined. */
const rt_histogram *drv_display_photons(const drv_display *display);

/** Whether the display is gone. */
bool drv_display_lost(const drv_display *display);

/* ---- pictures ---- */

/* Pictures of a drive as PNG files, without a window. */

/** What pictures are asked for. */
typedef struct drv_pictures_request {
    double every;      /**< between pictures [s]; 0: none */
    int width, height; /**< [pixels] */
    rnd_camera_kind camera;
    rnd_quality quality;
} drv_pictures_request;

/** Read `every=S[,size=WxH][,camera=NAME][,quality=NAME]`; default: 1280x720, cab, high.
 *  @return false after a message */
bool drv_pictures_parse(const drv_log *log, const char *text, drv_pictures_request *request);

typedef struct drv_pictures drv_pictures;

/** Make the scene and a context to draw with.
 *  @param folder  where they go, as frame-000000.png and so on; it is there
 *  @param site    what is shown; its `hud_width` is chosen here
 *  @param status  out: the exit status when NULL, which comes after a message */
drv_pictures *drv_pictures_open(const drv_pictures_request *request, const char *folder,
                                world_machine *machine, const drv_scene_request *site, hl_arena *arena,
                                int *status);

/** Where sand comes from: to be put in before the world runs. NULL: the ground is rigid. */
xch_terrain *drv_pictures_terrain(drv_pictures *pictures);

/** Take what of the sand has come. @return tiles */
int drv_pictures_sand(drv_pictures *pictures);

/** Ticks between pictures. */
int64_t drv_pictures_ticks(const drv_pictures *pictures);

/** Draw and write the world at a snapshot. @return false after a message: it cannot be written */
bool drv_pictures_take(drv_pictures *pictures, const xch_snapshot *snapshot);

/** Pictures written so far. */
int drv_pictures_count(const drv_pictures *pictures);

/** Let the pictures ride along with a session, which has not started. At maximum speed the world waits for
 * each of them, so that a picture shows the tick that it is of; in real time a picture shows what is there
 * when it is drawn.
 *  @param waits  the world waits
 *  @param tick   that the world stands at
 *  @return false: out of memory */
bool drv_pictures_join(drv_pictures *pictures, rt_session *session, bool waits, int64_t tick);

/** Draw the picture that is due, if its snapshot and its sand have come.
 *  @param ended  whether the session had ended before the snapshot was read
 *  @return false: it cannot be written */
bool drv_pictures_serve(drv_pictures *pictures, const xch_snapshot *snapshot, bool ended);

/** End it; the pictures stay. */
void drv_pictures_close(drv_pictures *pictures);

#endif
