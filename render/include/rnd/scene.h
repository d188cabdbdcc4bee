/* The scene: what stands where and looks how; it makes draw lists from snapshots. No graphics library, no
 * window.
 *
 *   rnd_scene_new(setup)                                 reads models, once
 *   rnd_scene_tile / _grains / _snapshot                 what has come from the world
 *   rnd_scene_picture(scene, picture)  ->  draw list     once a picture
 */
#ifndef RND_SCENE_H
#define RND_SCENE_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "rnd/backend.h"
#include "rnd/camera.h"
#include "rnd/ground.h"
#include "rnd/tasks.h"
#include "xch/snapshot.h"

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
