/* The scene: sky, cameras, dust, ground, interpolated motion, and the draw lists made from them. */
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

/* Light and atmosphere of a draw list: the sun by day and hour, radiance of the sky, fog and rain. */

/** Direction to the sun, a unit vector (z up), possibly below the horizon. Spencer's declination; hour angle
 * from solar time. */
void rnd_sun_direction(const auth_weather *weather, vec3 to_sun);

/** Compute the sky for a weather. */
rnd_sky rnd_sky_of(const auth_weather *weather);

/* ---- camera ---- */

/* Cameras: in the cab, behind the machine, around it, in front of the bucket; and mirrors. */

typedef enum rnd_camera_kind { RND_CAB, RND_CHASE, RND_ORBIT, RND_BUCKET, RND_CAMERAS } rnd_camera_kind;

/** "cab", never NULL. */
const char *rnd_camera_word(rnd_camera_kind kind);

/** A camera with the user's adjustments. Zero-initialised: straight ahead. */
typedef struct rnd_camera {
    rnd_camera_kind kind;
    double yaw, pitch; /**< [rad] to the left and up, from the default direction of the kind */
    double distance;   /**< factor on the default distance of the kind; 0: 1 */
    double angle;      /**< horizontal angle of view [rad]; 0: default of the kind */
    double display;    /**< [rad] to the left, of a monitor beside the middle one */
} rnd_camera;

/** Properties of a machine for its cameras. */
typedef struct rnd_rig {
    int chassis; /**< body */
    const auth_picture *picture;
    double middle[3]; /**< middle of the machine in the chassis' frame [m]; a tractor's if radius is 0 */
    double radius;    /**< half the length of the machine [m]; 0: a tractor's */
    double mirror_aspect[AUTH_MAX_MIRRORS]; /**< width over height of the glasses; 0: 1 */
} rnd_rig;

/** The view of a camera for a frame of this size. The chase camera keeps the horizon level and stays above
 * the ground.
 *  @param ground   height of the ground [m], which keeps cameras above it; NULL: none
 *  @param context  of `ground` */
rnd_view rnd_camera_view(const rnd_camera *camera, const rnd_rig *rig, const xch_snapshot *snapshot,
                         int width, int height, double (*ground)(void *context, double x, double y),
                         void *context);

/** The view of a mirror as seen by the driver. Its projection exchanges left and right, so triangles seen
 * from outside are clockwise.
 *  @param mirror  index in the list of auth_picture
 *  @return false: no such mirror */
bool rnd_mirror_view(int mirror, const rnd_rig *rig, const xch_snapshot *snapshot, rnd_view *view);

/* ---- dust ---- */

/* Dust from wheels and falling sand, exhaust smoke, drops of water. Visual only. The number of particles is
 * fixed; new ones replace the oldest. The same snapshots give the same dust. */

typedef struct rnd_dust rnd_dust;

/** An emitter of dust or smoke. */
typedef struct rnd_source {
    float at[3], velocity[3]; /**< [m], [m/s] of the emitted particles */
    float rate;               /**< particles per second */
    float radius, growth;     /**< [m] at birth, [m/s] */
    float life;               /**< [s] */
    float colour[3], alpha;
} rnd_source;

/** Make dust without particles. @return NULL: out of memory */
rnd_dust *rnd_dust_new(hl_arena *arena);

/** Advance the particles by `seconds` and emit new ones. A negative or long time removes all particles.
 *  @param wind     [m/s]
 *  @param sources  in the same order in each call */
void rnd_dust_step(rnd_dust *dust, double seconds, const float wind[2], int source_count,
                   const rnd_source *sources);

/** Sprites, sorted from far to near for the eye; valid until the next call.
 *  @return their number */
int rnd_dust_sprites(rnd_dust *dust, const vec3 eye, const rnd_sprite **sprites);

/* ---- ground ---- */

/* The ground for rendering: heights and shades of the sand at full resolution, assembled from tiles; levels
 * of detail by distance; and a mesh of the rigid ground around the field, coarser with distance. */

typedef struct rnd_ground rnd_ground;

/** Height of the rigid ground, z(x, y) [m]. */
typedef struct rnd_surface {
    double (*height)(void *context, double x, double y);
    void *context;
    /** Distance from the mesh of the ground, 0 on it [m]; NULL: the ground is no mesh. */
    double (*beyond)(void *context, double x, double y);
    double lowest; /**< of the mesh [m] */
    double apron;  /**< width of what is drawn around the mesh [m]: see rnd_ground_add_site */
} rnd_surface;

/** Make the ground.
 *  @param columns,rows  tiles of the sand; 0: no sand
 *  @return NULL: out of memory */
rnd_ground *rnd_ground_new(int columns, int rows, rnd_surface rigid, hl_arena *arena);

/** Copy a tile. The first tile gives the position of the field. Knots without a tile have the height of the
 * rigid ground. So have the outermost knots, unless they are more than 20 mm higher: the field joins the
 * ground around it, and slopes of heaps at the border are drawn outside. */
void rnd_ground_take(rnd_ground *ground, const xch_tile *tile);

/** Fill each hole of one knot that contains a grain, because lifted soil that still lies in place should not
 * show a hole. Only the rendered ground changes. Holes filled by the previous call are restored.
 *  @param grains  middle and radius of each [m] */
void rnd_ground_fill(rnd_ground *ground, int count, const float *grains);

/** Height of the surface at a point [m]: of the sand where it is known, otherwise of the rigid ground. */
double rnd_ground_at(const rnd_ground *ground, double x, double y);

/** Fill field and patches of a draw list: the tiles visible in its views and cascades, finer near the eye of
 * view 0. Tiles changed since the last call are listed as dirty. The field has 32 knots per tile plus one.
 * Colours of soils are not changed. */
void rnd_ground_list(rnd_ground *ground, rnd_draw_list *list);

/** Make the mesh of the rigid ground around a point, up to the distance `reach` [m], for
 * rnd_stock.ground_mesh. It is finest within 45 m of the point, which should be the middle of the field. Up
 * to a third of the reach it follows the rigid ground; beyond, it has low hills up to the horizon.
 * Below the mesh of the ground it is sunk out of sight.
 *  @return false: out of memory */
bool rnd_ground_mesh(rnd_surface rigid, const double at[2], double reach, hl_arena *arena, rnd_mesh *mesh);

/** Width of an apron that covers the cells of this mesh up to a distance from the point [m]. */
double rnd_ground_apron(double distance);

/** Put the mesh of a scenario's ground, and an apron around it, in front of the mesh of the rigid ground.
 *  @param usual   name of the surface of faces that name none; NULL: not given
 *  @param ground  in: of rnd_ground_mesh; out: both
 *  @return false: out of memory */
bool rnd_ground_add_site(rnd_surface rigid, const auth_mesh *mesh, const char *usual, hl_arena *arena,
                         rnd_mesh *ground);

/* ---- motion ---- */

/* Interpolation between snapshots: a frame shows a time shortly before the newest snapshot. Poses and signals
 * are interpolated between the last two snapshots, so motion is smooth for all rates of world and display. */

typedef struct rnd_motion {
    bool any;             /**< at least one snapshot has arrived */
    xch_snapshot last[2]; /**< the one before, the newest */
} rnd_motion;

/** Copy a newer snapshot. If the snapshot is older than the newest one, the drive was restarted, and the
 * interpolation restarts too. */
void rnd_motion_take(rnd_motion *motion, const xch_snapshot *snapshot);

/** World time for a frame drawn now [s].
 *  @param now  CLOCK_MONOTONIC [ns], compared with xch_snapshot.woke; if that is 0, the newest snapshot is
 *              shown */
double rnd_motion_time(const rnd_motion *motion, int64_t now);

/** The world at a time, limited to the last two snapshots. Positions and signals are interpolated linearly,
 * rotations by normalised linear interpolation along the shorter arc, which is accurate for small arcs. Ticks
 * and counts are those of the newest snapshot.
 *  @param out  poses, signals, time */
void rnd_motion_at(const rnd_motion *motion, double time, xch_snapshot *out);

/* ---- scene ---- */

/* The scene makes draw lists from snapshots. It uses no graphics library and no window.
 *
 *   rnd_scene_new(setup)                                 once, reads models
 *   rnd_scene_tile / _grains / _snapshot                 data from the world
 *   rnd_scene_picture(scene, picture)  ->  draw list     once per frame */

typedef struct rnd_scene rnd_scene;

enum { RND_MESSAGES = 16 };

/** A machine besides the driven one. */
typedef struct rnd_scene_machine {
    const auth_machine *machine;
    const char *file; /**< as rnd_scene_setup.machine_file */
    const char *name; /**< prefix of the names of its signals, before a dot */
    int first_body;   /**< index of its first body in snapshots */
} rnd_scene_machine;

typedef struct rnd_scene_setup {
    const auth_machine *machine; /**< driven machine: its bodies are the first in snapshots; cameras, mirrors
                                    and dust are its own */
    int other_count;
    const rnd_scene_machine *others;
    const auth_scenario *scenario; /**< NULL: plain surroundings without objects */
    const rnd_signal *signals;     /**< in the order of snapshots */
    int signal_count;
    rnd_surface ground;            /**< rigid ground */
    int field_columns, field_rows; /**< tiles of the sand; 0: none */
    bool show_utilities;           /**< mark the ways of utilities on the ground */
    const char *assets;            /**< folder of the assets */
    const char *machine_file,
        *scenario_file; /**< for messages; their folders are searched first; NULL: none */
} rnd_scene_setup;

/** Parameters of a frame. */
typedef struct rnd_picture {
    rnd_camera camera;
    int width, height; /**< [pixels] */
    double time;       /**< of the world [s], see rnd_motion_time */
    rnd_quality quality;
    bool mirrors;       /**< draw mirrors, if the machine has any and the camera is in the cab */
    rnd_hud *hud;       /**< NULL: none; updated by the scene */
    bool hud_on_screen; /**< draw all gauges on the screen, for cameras outside the cab */
    rnd_tasks *tasks;   /**< of an exercise; NULL: none; updated by the scene */
} rnd_picture;

/** Make a scene: read models and build tables. A model that cannot be read is replaced by a conspicuous box,
 * and a message has the reason.
 *  @return NULL: out of memory */
rnd_scene *rnd_scene_new(const rnd_scene_setup *setup, hl_arena *arena);

/** Messages about files that could not be found or read: "models/tree.glb: ...". */
int rnd_scene_message_count(const rnd_scene *scene);
const char *rnd_scene_message(const rnd_scene *scene, int message);

/** Meshes and textures for the back end. */
const rnd_stock *rnd_scene_stock(const rnd_scene *scene);

/** Copy a snapshot, see rnd_motion_take. */
void rnd_scene_snapshot(rnd_scene *scene, const xch_snapshot *snapshot);

/** Copy a tile of the sand, see rnd_ground_take. Parts under walls are omitted. */
void rnd_scene_tile(rnd_scene *scene, const xch_tile *tile);

/** Set the grains to show; NULL: none. They must remain valid until the next call. */
void rnd_scene_grains(rnd_scene *scene, const xch_grains *grains);

/** Heaps in containers for the next picture; they are copied into meshes. */
void rnd_scene_heaps(rnd_scene *scene, const xch_heaps *heaps);

/** World time for a frame drawn now [s], see rnd_motion_time. */
double rnd_scene_time(const rnd_scene *scene, int64_t now);

/** Make the draw list of a frame. The list and all data in it are valid until the next call. It has the
 * panels of the display and of the exercise; the caller may add panels in slots from AUTH_MOST_GAUGES +
 * RND_TASK_PANELS on.
 *  @return NULL: no snapshot has arrived yet */
rnd_draw_list *rnd_scene_picture(rnd_scene *scene, const rnd_picture *picture);

/** The world as shown in the last frame. */
const xch_snapshot *rnd_scene_shown(const rnd_scene *scene);

/** The weather, which instructors and settings may change between frames. */
auth_weather *rnd_scene_weather(rnd_scene *scene);

#endif
