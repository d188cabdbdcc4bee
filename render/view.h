/* A camera: from the world to the picture. */
#ifndef VIEW_H
#define VIEW_H

#include "hl/vec3.h"

#include <SDL2/SDL.h>

enum { VIEW_POINTS = 64 /**< of a strip, at most */ };

/** The eye: world to its axes (right, up, away), and the size of the picture. */
typedef struct view {
    SDL_Renderer *renderer;
    hl_vec3 eye, right, up, away;
    int width, height;
} view;

/** An eye that looks at a target, with its horizon level. */
view view_of(SDL_Renderer *renderer, hl_vec3 eye, hl_vec3 target);

/** A line in the world, cut before the eye, in the renderer's colour. */
void view_segment(const view *v, hl_vec3 a, hl_vec3 b);

/** Points joined by lines. @param xyz  of each [m] @param count  2 to VIEW_POINTS */
void view_strip(const view *v, const float *xyz, int count);

/** Spheres as squares, at least a pixel each. @param xyzr  middle and radius of each [m] */
void view_grains(const view *v, const float *xyzr, int count);

#endif
