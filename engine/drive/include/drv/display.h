/* Pictures of a drive: its scene, in windows and in PNG files. */
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

/* The scene of a machine and its site, with its HUD: for windows and for pictures in files. */

enum { DRV_SCENE_PATH = 1024 };

/** A machine and its site, and their files. */
typedef struct drv_scene_request {
    const drv_log *log;
    const auth_machine *author;
    const auth_scenario *scenario;            /**< NULL: none */
    const char *machine_path, *scenario_path; /**< their files; NULL: texts of a recording */
    const char *assets;                       /**< folder of the shipped files */
    const char *hud;  /**< layout; NULL: the scenario's, else the machine's own; "none": no display */
    const char *show; /**< "utilities": their ways are marked on the ground; NULL: nothing more */
    double hud_width; /**< width of the HUD's canvas [pixels]; 0: one pixel a dot */
} drv_scene_request;

typedef struct drv_scene {
    rnd_scene *scene;
    const auth_scenario *scenario;
    const rnd_signal *signals;
    const auth_hud *layout;        /**< NULL: no display */
    rnd_hud *hud;                  /**< likewise */
    rnd_tasks *tasks;              /**< of the scenario; NULL: not an exercise */
    const rnd_map_object *objects; /**< of the scenario, for maps; NULL: none */
    bool sand;
    xch_terrain terrain; /**< source of the sand: set when joining a session or a replay */
} drv_scene;

/** Position of the tiles of sand that are sent first [m]. */
void drv_site_middle(const auth_scenario *scenario, double at[2]);

/** Find a layout named by another file: beside it, else in the assets, where `../hud/tractor.yaml` is
 * `hud/tractor.yaml`.
 *  @param folder  of the file that names it; NULL: the current folder
 *  @param path    out: its path, or the last one that was tried
 *  @return whether it can be read */
bool drv_find_layout(const char *name, const char *folder, const char *assets, char path[DRV_SCENE_PATH]);

/** The objects of a scenario as maps show them; NULL: out of memory. */
rnd_map_object *drv_map_objects(const auth_scenario *scenario, hl_arena *arena);

/** Create the scene; the arena and its contents must outlive it. Missing optional files are logged.
 *  @param status  out: drv_status if false is returned */
bool drv_scene_make(world_machine *machine, const drv_scene_request *request, hl_arena *arena,
                    drv_scene *site, int *status);

/** Create the HUD for another width of its canvas [pixels]; on failure the old one stays. */
void drv_scene_resize(drv_scene *site, world_machine *machine, double hud_width, hl_arena *arena);

/** Receive pending tiles and grains. @return number of tiles */
int drv_scene_take(drv_scene *site);

/** Receive one tile: for rt_session_send_whole_terrain. @param site  of drv_scene */
void drv_scene_tile(void *site, const xch_tile *tile);

/** Disconnect the source of the sand after the session. The last ground stays visible. */
void drv_scene_leave(drv_scene *site);

/** Free its HUD and tasks; the arena owns the rest. */
void drv_scene_free(drv_scene *site);

/* ---- display ---- */

/* The loop of a display: keys to commands, snapshots to pictures, requests of the driver, questions, hints.
 * The pictures are drawn by a screen, which is a window or its replacement in a test. */

/** What a picture shows. */
typedef struct drv_shown {
    const xch_snapshot *newest; /**< NULL: none yet */
    bool paused;
    bool waits;              /**< it is paused until the first control is moved */
    int64_t command;         /**< time of the last command [ns]; 0: never */
    rnd_meanwhile meanwhile; /**< called while it is drawn */
} drv_shown;

/** Drawing and input: see the functions of the same names in rnd/window.h. */
typedef struct drv_screen {
    void *context;
    rnd_input (*input)(void *context);
    void (*draw)(void *context, const drv_shown *shown);
    int64_t (*shown)(void *context, double *time);
    bool (*eye)(void *context, rnd_eye *eye);
    bool (*settings)(void *context, auth_settings *settings);
    void (*message)(void *context, const char *text);
    void (*ask)(void *context, const char *question, const char *note);
    void (*next_camera)(void *context);
    void (*switch_hud)(void *context);
    void (*set_pattern)(void *context, const char *name);
    drv_scene *scene;      /**< that it draws, which receives the sand; NULL: none */
    auth_weather *weather; /**< of its picture; NULL: none */
} drv_screen;

typedef struct drv_display_setup {
    const drv_files *files;
    const world_machine *machine;
    drv_cockpit *cockpit;      /**< its keyboard drives, if there is one */
    bool person;               /**< no script drives: show hints */
    bool attempt;              /**< it counts: ending it needs a second key */
    bool (*interrupted)(void); /**< whether the program must end */
} drv_display_setup;

typedef struct drv_display drv_display;

/** Create a display; it needs a screen before it joins a session. NULL: out of memory. */
drv_display *drv_display_new(const drv_display_setup *setup, hl_arena *arena);

/** Lines of keyboard help for the screen, ended by NULL; NULL: no keyboard. */
const char *const *drv_display_help(const drv_display *display);

/** Set the screen, which is copied. */
void drv_display_show(drv_display *display, const drv_screen *screen);

/** Join a session before it starts; a display can join one session after the other.
 *  @return false: out of memory */
bool drv_display_join(drv_display *display, rt_session *session);

/** Leave the session: its snapshots are no longer used. */
void drv_display_leave(drv_display *display);

/** Show and drive until the session ends, or the screen is closed, which stops the session.
 *  @param look  called once a picture
 *  @return whether to repeat the drive */
bool drv_display_loop(drv_display *display, void (*look)(void *context), void *context);

/** Show the last picture of an ended session for some time, or until a key is pressed.
 *  @return likewise */
bool drv_display_linger(drv_display *display, double seconds, void (*look)(void *context), void *context);

/** Pause or resume the world. */
void drv_display_pause(drv_display *display, bool pause);

/** Set menu and keyboard to another pattern of levers of the cockpit. */
void drv_display_pattern(drv_display *display, const char *name);

/** Weather and time of day of the picture; may be changed between pictures. NULL: none. */
auth_weather *drv_display_weather(drv_display *display);

/** A source that was lost is back: the keyboard repeats its held keys. */
void drv_display_back(drv_display *display, int source);

/** Show a line for some seconds. */
void drv_display_message(drv_display *display, const char *text);

/** Latency from device events to the pictures that show their effect, in the present session. */
const rt_histogram *drv_display_photons(const drv_display *display);

/** Pictures that were shown in a session. */
typedef struct drv_frames {
    int64_t first, last;   /**< times of the first and the last [ns]; 0: none yet */
    rt_histogram interval; /**< from one to the next */
} drv_frames;

/** Pictures of the present session. */
const drv_frames *drv_display_frames(const drv_display *display);

/** Whether the connection to the display was lost. */
bool drv_display_lost(const drv_display *display);

/* ---- pictures ---- */

/* Pictures of a drive in PNG files, without a window. */

/** Requested pictures. */
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

/** Create the scene and a drawing context.
 *  @param folder  existing folder of frame-000000.png, frame-000001.png, ...
 *  @param site    the scene; its `hud_width` is set here
 *  @param status  out: drv_status if NULL is returned, after a message */
drv_pictures *drv_pictures_open(const drv_pictures_request *request, const char *folder,
                                world_machine *machine, const drv_scene_request *site, hl_arena *arena,
                                int *status);

/** Source of the sand, to be set before the world runs. NULL: rigid ground. */
xch_terrain *drv_pictures_terrain(drv_pictures *pictures);

/** Receive tiles of sand. @return number of tiles */
int drv_pictures_sand(drv_pictures *pictures);

/** Ticks between pictures. */
int64_t drv_pictures_ticks(const drv_pictures *pictures);

/** Draw the world at a snapshot and write the picture. @return false after a message: it cannot be written */
bool drv_pictures_take(drv_pictures *pictures, const xch_snapshot *snapshot);

/** Pictures written so far. */
int drv_pictures_count(const drv_pictures *pictures);

/** Join a session before it starts. At maximum speed the world waits for each picture, so that it shows its
 * tick exactly; in real time a picture shows the newest state.
 *  @param waits  the world waits
 *  @param tick   of the world
 *  @return false: out of memory */
bool drv_pictures_join(drv_pictures *pictures, rt_session *session, bool waits, int64_t tick);

/** Draw the due picture, if its snapshot and sand have arrived.
 *  @param ended  whether the session had ended before the snapshot was read
 *  @return false: it cannot be written */
bool drv_pictures_serve(drv_pictures *pictures, const xch_snapshot *snapshot, bool ended);

/** Close it; the files stay. */
void drv_pictures_close(drv_pictures *pictures);

#endif
