/* Scenes for tests of the sand: a level field of dry sand, and a bucket above it. */
#ifndef SAND_CHECK_H
#define SAND_CHECK_H

#include "support/check.h"

#include "terr/sand.h"

enum { SCENE_CAPACITY = 1500 };

extern const double SCENE_RADIUS, SCENE_STEP, SCENE_GRAVITY, SCENE_CELL, SCENE_SIDE;

typedef struct sand_scene {
    hl_arena arena;
    terr_sand *sand;
    terr_tool_motion motion; /* of the bucket */
    terr_tool_load load;     /* of its last step */
} sand_scene;

/* A level field of SCENE_SIDE about the origin, height 0. */
terr_sand_def scene_def(void);

/* With a bucket. */
void scene_add_bucket(terr_sand_def *def);

/* @param bucket  with a level bucket at rest, its floor 1 m above the field */
void scene_open(sand_scene *scene, bool bucket);
void scene_open_def(sand_scene *scene, const terr_sand_def *def);
void scene_close(sand_scene *scene);

/* One step; fails when a quantum is missing. */
void scene_step(sand_scene *scene);
void scene_run(sand_scene *scene, double seconds);

/* Place of a point of the bucket in the world. */
hl_vec3 scene_world(const sand_scene *scene, hl_vec3 local);

/* Particles at rest in a block, just not touching, its middle at the bottom at `foot`.
 * @return their mass */
terr_mass scene_block(sand_scene *scene, hl_vec3 foot, int nx, int ny, int nz);

/* Let a block that fills the bucket fall into it. */
terr_mass scene_fill(sand_scene *scene);

/* Turn the bucket about its y axis, mouth forwards, by `angle` [rad] within `time` [s], with a smooth start
 * and stop. @return steps in which its lot was not frozen */
int scene_tilt(sand_scene *scene, double angle, double time);

#endif
