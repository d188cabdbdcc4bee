/* The scene: what stands where and looks how, under which sky, seen from where. */
#ifndef RND_SCENE_H
#define RND_SCENE_H

#include "auth/machine.h"
#include "auth/picture.h"
#include "auth/scenario.h"
#include "hl/arena.h"
#include "rnd/backend.h"
#include "rnd/draw_list.h"
#include "rnd/hud.h"
#include "xch/snapshot.h"
#include "xch/terrain.h"

#include <stdbool.h>

/* ---- sky ---- */

/* Light and air: the sun by day and hour, the sky's radiance, fog and rain, as the draw list wants them. */

/** Direction to the sun, unit vector (x, y, z up), may lie below the horizon. Spencer's declination, hour
 * angle from the sun's own time. */
void rnd_sun_direction(const auth_weather *weather, vec3 to_sun);

/** The sky of a weather. */
rnd_sky rnd_sky_of(const auth_weather *weather);

/* ---- camera ---- */

/* Cameras: from the driver's seat, behind the machine, around it, before the bucket; and mirrors. */

typedef enum rnd_camera_kind { RND_CAB, RND_CHASE, RND_ORBIT, RND_BUCKET, RND_CAMERAS } rnd_camera_kind;

/** "cab", never NULL. */
const char *rnd_camera_word(rnd_camera_kind kind);

/** A camera as its user has turned it. Zero-initialised: straight ahead. */
typedef struct rnd_camera {
    rnd_camera_kind kind;
    double yaw, pitch; /**< [rad] turned left, up, from where the kind looks by itself */
    double distance;   /**< factor on the kind's own distance, 0: 1 */
    double angle;      /**< of view, across [rad]; 0: the kind's own */
    double display;    /**< [rad] turned left: of a monitor beside the middle one */
} rnd_camera;

/** What cameras need of a machine. */
typedef struct rnd_rig {
    int chassis; /**< body */
    const auth_picture *picture;
    double middle[3]; /**< of the machine in the chassis' frame [m]; with radius 0 a tractor's */
    double radius;    /**< half the machine's length [m]; 0: a tractor's */
    double mirror_aspect[AUTH_MAX_MIRRORS]; /**< width over height of the glasses; 0: 1 */
} rnd_rig;

/** A view for a picture of that size. The chase camera keeps its horizon and looks over the ground.
 *  @param ground  its height [m], so that no camera dives into it; NULL: none
 *  @param context  of `ground` */
rnd_view rnd_camera_view(const rnd_camera *camera, const rnd_rig *rig, const xch_snapshot *snapshot,
                         int width, int height, double (*ground)(void *context, double x, double y),
                         void *context);

/** The view of a mirror: what its glass shows to the driver, already turned left for right: its projection
 * mirrors, so that triangles seen from outside go round clockwise.
 *  @param mirror  of the picture's list
 *  @return false: there is no such mirror */
bool rnd_mirror_view(int mirror, const rnd_rig *rig, const xch_snapshot *snapshot, rnd_view *view);

/* ---- dust ---- */

/* What flies: dust from wheels and falling sand, smoke from the exhaust, drops. Only for the eye: particles
 * of a fixed number, old ones make room. Same snapshots, same dust. */

typedef struct rnd_dust rnd_dust;

/** A place that gives off dust or smoke. */
typedef struct rnd_source {
    float at[3], velocity[3]; /**< [m], [m/s] of what comes out */
    float rate;               /**< puffs a second */
    float radius, growth;     /**< [m] at birth, [m/s] */
    float life;               /**< [s] */
    float colour[3], alpha;
} rnd_source;

/** Clean air. @return NULL: out of memory */
rnd_dust *rnd_dust_new(hl_arena *arena);

/** Move everything on by `seconds` (a negative or long time starts anew) and let sources give off.
 *  @param wind     [m/s]
 *  @param sources  in the same order each time */
void rnd_dust_step(rnd_dust *dust, double seconds, const float wind[2], int source_count,
                   const rnd_source *sources);

/** Sprites, far ones first as seen from the eye. They stay as they are until the next call.
 *  @return how many */
int rnd_dust_sprites(rnd_dust *dust, const vec3 eye, const rnd_sprite **sprites);

/* ---- ground ---- */

/* The ground as pictures want it: heights and shades of the sand at full resolution, put together from tiles,
 * levels of detail by distance, and a mesh of the rigid ground around it that grows coarser outwards. */

typedef struct rnd_ground rnd_ground;

/** Height of the rigid ground, z(x, y) [m]. */
typedef struct rnd_surface {
    double (*height)(void *context, double x, double y);
    void *context;
} rnd_surface;

/** @param columns,rows  tiles of the sand; 0: there is none
 *  @return NULL: out of memory */
rnd_ground *rnd_ground_new(int columns, int rows, rnd_surface rigid, hl_arena *arena);

/** Take a tile over; the first tells where the field lies: where no tile has come yet it is the rigid ground.
 * So are its outermost knots for ever, so that it meets the ground around it. */
void rnd_ground_take(rnd_ground *ground, const xch_tile *tile);

/** Fill holes of one knot in which a grain lies, in the picture alone: soil that was lifted and has not been
 * carried away lies where it was. The holes of other calls open again.
 *  @param grains  middle and radius of each [m] */
void rnd_ground_fill(rnd_ground *ground, int count, const float *grains);

/** Surface at a place: the sand's where it is known, else the rigid ground's [m]. */
double rnd_ground_at(const rnd_ground *ground, double x, double y);

/** Fill the list's field and patches: what views and cascades of the list see, finer near the eye of view 0.
 * Tiles that have changed since the last call are listed as dirty. The field has 32 knots a tile and one
 * more; colours of soils are left as they are. */
void rnd_ground_list(rnd_ground *ground, rnd_draw_list *list);

/** Mesh of the rigid ground around a place, out to `reach` [m], so that its horizon closes: for
 * rnd_stock.ground_mesh. Finest within 45 m of the place, so that should be the middle of the field; it
 * follows the rigid ground for a third of the reach, and becomes low hills.
 *  @return false: out of memory */
bool rnd_ground_mesh(rnd_surface rigid, const double at[2], double reach, hl_arena *arena, rnd_mesh *mesh);

/* ---- motion ---- */

/* Between snapshots: the picture's own time lies a little behind the newest snapshot, and poses and signals
 * are interpolated between the last two, so that motion is smooth whatever the rates of world and display. */

typedef struct rnd_motion {
    bool any;             /**< a snapshot has come */
    xch_snapshot last[2]; /**< the one before, the newest */
} rnd_motion;

/** Take a snapshot over, if it is newer; one that is older than the newest (the drive began anew) starts
 * anew. */
void rnd_motion_take(rnd_motion *motion, const xch_snapshot *snapshot);

/** World time that a picture shown now should show [s].
 *  @param now  CLOCK_MONOTONIC [ns]; compared with xch_snapshot.woke; where that is 0 the newest snapshot
 *              is shown */
double rnd_motion_time(const rnd_motion *motion, int64_t now);

/** The world at that time, kept within the last two snapshots: positions and signals linearly, rotations
 * along the shorter arc (normalised linear interpolation: the arcs are small); ticks and counts are the
 * newest's.
 *  @param out  poses, signals, time */
void rnd_motion_at(const rnd_motion *motion, double time, xch_snapshot *out);

/* ---- scene ---- */

/* The scene: what stands where and looks how; it makes draw lists from snapshots. No graphics library, no
 * window.
 *
 *   rnd_scene_new(setup)                                 reads models, once
 *   rnd_scene_tile / _grains / _snapshot                 what has come from the world
 *   rnd_scene_picture(scene, picture)  ->  draw list     once a picture */

typedef struct rnd_scene rnd_scene;

enum { RND_MESSAGES = 16 };

/** A machine beside the one that is driven. */
typedef struct rnd_scene_machine {
    const auth_machine *machine;
    const char *file; /**< as machine_file */
    const char *name; /**< before the names of its signals, with a point between */
    int first_body;   /**< of snapshots */
} rnd_scene_machine;

typedef struct rnd_scene_setup {
    const auth_machine *machine; /**< that is driven: its bodies are the first, its cameras, mirrors, dust */
    int other_count;
    const rnd_scene_machine *others;
    const auth_scenario *scenario; /**< NULL: a plain place, no objects */
    const rnd_signal *signals;     /**< in the order of snapshots */
    int signal_count;
    rnd_surface ground;            /**< rigid */
    int field_columns, field_rows; /**< tiles of the sand; 0: none */
    const char *assets;            /**< folder of the assets */
    const char *machine_file,
        *scenario_file; /**< for messages; their folders are searched first; NULL: none */
} rnd_scene_setup;

/** What is asked of a picture. */
typedef struct rnd_picture {
    rnd_camera camera;
    int width, height; /**< [pixels] */
    double time;       /**< of the world [s], see rnd_motion_time */
    rnd_quality quality;
    bool mirrors;       /**< draw them too, where the machine has some and the camera is in the cab */
    rnd_hud *hud;       /**< NULL: none; updated by the scene */
    bool hud_on_screen; /**< all gauges on the screen: for cameras outside the cab */
    rnd_tasks *tasks;   /**< of an exercise; NULL: none; updated by the scene */
} rnd_picture;

/** Read models and make tables. For a model that cannot be read a box is drawn, which cannot be
 * overlooked, and a message says why.
 *  @return NULL: out of memory */
rnd_scene *rnd_scene_new(const rnd_scene_setup *setup, hl_arena *arena);

/** What could not be read or found: "models/tree.glb: ...". */
int rnd_scene_message_count(const rnd_scene *scene);
const char *rnd_scene_message(const rnd_scene *scene, int message);

/** For the back end. */
const rnd_stock *rnd_scene_stock(const rnd_scene *scene);

/** Take a snapshot over, see rnd_motion_take. */
void rnd_scene_snapshot(rnd_scene *scene, const xch_snapshot *snapshot);

/** Take a tile of the sand over, see rnd_ground_take. What lies under walls is left out. */
void rnd_scene_tile(rnd_scene *scene, const xch_tile *tile);

/** Show these grains; NULL: none. The grains stay where they are until the next call. */
void rnd_scene_grains(rnd_scene *scene, const xch_grains *grains);

/** World time that a picture now should show [s], see rnd_motion_time. */
double rnd_scene_time(const rnd_scene *scene, int64_t now);

/** Make the draw list of a picture; it and what it points to stay until the next call. Panels are those of
 * the display and of the exercise; who draws may add more, in slots from AUTH_MOST_GAUGES + RND_TASK_PANELS
 * on.
 *  @return NULL: no snapshot has come yet */
rnd_draw_list *rnd_scene_picture(rnd_scene *scene, const rnd_picture *picture);

/** The world as the last picture showed it. */
const xch_snapshot *rnd_scene_shown(const rnd_scene *scene);

/** Weather may be changed between pictures: by instructors and settings. */
auth_weather *rnd_scene_weather(rnd_scene *scene);

#endif
