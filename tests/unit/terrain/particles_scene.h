/* A plane field of sand and particles above it, for the tests of particles. */
#ifndef PARTICLES_SCENE_H
#define PARTICLES_SCENE_H

#include "terr/particles.h"

#include "support/check.h"

/* What differs between tests; zero: flat, no soil's friction, no tools or boxes. */
typedef struct scene_def {
    int capacity;
    double radius, gravity;
    double slope;  /* of the field, rising along x [rad] */
    double repose; /* of its soil [rad]; 0: so flat that the grains' own frictions count */
    double restitution, sliding, rolling;
    double steel_friction; /* [rad] */
    double origin;         /* of the field's middle along x and y [m] */
    const terr_tool_def *tools;
    int tool_count;
    const terr_box *boxes;
    int box_count;
} scene_def;

typedef struct scene {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
    terr_particles *particles;
    double step;
} scene;

void scene_open(scene *s, const scene_def *def);
void scene_close(scene *s);

/* An added particle of the soil's mass. */
int scene_add(scene *s, hl_vec3 position, hl_vec3 velocity);

/* Steps without tools. */
void scene_run(scene *s, int steps);

/* Tools at rest with their frames at these places. */
terr_tool_motion motion_at(hl_vec3 position);

/* Columns x columns particles a layer, shaken in their places, from `low` upwards within a square of half the
 * side `half`. */
void scene_pour(scene *s, int count, int columns, double half, hl_vec3 low);

double scene_mass(const scene *s);

/* Kinetic energy and that of height, of all awake particles [J]. */
double scene_kinetic(const scene *s);
double scene_height_energy(const scene *s);

#endif
