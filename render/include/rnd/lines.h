/* A machine and its site as lines: outlines of shapes, wheels and linkage in the frames of their bodies,
 * ground and objects in the world. Made once from the authored files; no window, no drawing. */
#ifndef RND_LINES_H
#define RND_LINES_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "hl/vec3.h"

/** Heights of the ground on a square grid, for the picture. */
typedef struct rnd_ground {
    double origin[2], spacing; /**< [m] */
    int columns, rows;
    const float *heights; /**< [rows][columns] [m] */
} rnd_ground;

typedef enum rnd_colour { RND_GROUND, RND_OBJECT, RND_SHAPE, RND_WHEEL, RND_LINK, RND_COLOURS } rnd_colour;

typedef struct rnd_line {
    hl_vec3 a, b; /**< [m], in the frame of `body` */
    int body;     /**< AUTH_GROUND: in the world */
    rnd_colour colour;
} rnd_line;

typedef struct rnd_lines {
    int count;
    rnd_line *list;
} rnd_lines;

/** Height of the ground's grid at a place, bilinear; at its edge beyond [m]. */
double rnd_ground_height(const rnd_ground *ground, double x, double y);

/** All lines of a machine on a ground. @param scenario  may be NULL. @return false: out of memory */
bool rnd_lines_make(const auth_machine *machine, const auth_scenario *scenario, const rnd_ground *ground,
                    hl_arena *arena, rnd_lines *lines);

#endif
