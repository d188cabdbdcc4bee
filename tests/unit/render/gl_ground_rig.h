/* A field under a sun, drawn without a window, and what its pictures show. */
#ifndef GL_GROUND_RIG_H
#define GL_GROUND_RIG_H

#include "rnd/backend.h"
#include "rnd/scene.h"

#include <cglm/types.h>

enum { RIG_WIDTH = 480, RIG_HEIGHT = 270, RIG_TILES = 8 };

/** A picture, rows from the top. */
typedef struct rig_picture {
    uint8_t rgb[RIG_HEIGHT][RIG_WIDTH][3];
} rig_picture;

/** A field of RIG_TILES x RIG_TILES tiles around (0, 0) on level rigid ground at z = 0. */
typedef struct rig {
    hl_arena arena;
    rnd_offscreen *offscreen;
    rnd_backend *backend;
    rnd_ground *ground;
    rnd_stock stock;
    rnd_mesh mesh;
    rnd_instance instance;
    rnd_draw_list list;
    double (*height)(double x, double y);  /**< of the sand [m] */
    double (*pressed)(double x, double y); /**< [m] */
} rig;

/** Zeroed but for `height` and `pressed`; fails the test when there is no OpenGL. */
void rig_open(rig *r, rnd_quality quality);
/** Fails the test when the driver has complained. */
void rig_close(rig *r);

/** Give a tile as height and pressed say now. */
void rig_give(rig *r, int column, int row);

/** Look from a place to another, across 60 degrees up and down. */
void rig_look(rig *r, const vec3 from, const vec3 to);

void rig_draw(rig *r, rig_picture *picture);

/** Column and row of a point [pixels], as real numbers: (0, 0) is the upper left corner of the picture. */
void rig_project(const rig *r, const vec3 point, double pixel[2]);

/** Sum of the three channels. */
int rig_bright(const rig_picture *picture, int column, int row);
/** Mean of it in a rectangle. */
double rig_mean(const rig_picture *picture, int left, int top, int right, int bottom);
/** Largest difference of a channel. */
int rig_differ(const rig_picture *a, const rig_picture *b, int column, int row);

#endif
