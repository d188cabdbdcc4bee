/* Internals of the preview: its window and its places. */
#ifndef PREVIEW_INTERNAL_H
#define PREVIEW_INTERNAL_H

#include "paint/paint.h"
#include "rnd/preview.h"

#include <SDL2/SDL.h>

/* Pixels. */
enum {
    PREVIEW_WIDTH = 1360,
    PREVIEW_HEIGHT = 760,
    PREVIEW_LEAST_WIDTH = 640,
    PREVIEW_LEAST_HEIGHT = 360,
    PREVIEW_SIDE = 320, /* the column of sliders, at most */
    PREVIEW_ROW = 44,   /* a slider */
    PREVIEW_TRACK = 6,  /* its track */
    PREVIEW_MARGIN = 16,
    PREVIEW_FOOT = 32, /* the line below everything */
    PREVIEW_BAR = 40,  /* the bar of time above it, with telemetry */
    PREVIEW_BACKDROPS = 4
};

struct rnd_preview {
    SDL_Window *window;
    int width, height; /* [pixels] */
    double scroll;     /* of the sliders [pixels] */
    int held;          /* slider moved by the mouse; -1: none */
    bool seeking;      /* the bar of time is moved by the mouse */
    int mouse[2];      /* [pixels] */
    int backdrop;
};

/* ---- places (preview_draw.c) ---- */

/* The canvas in the middle of the stage, in proportion. */
paint_box preview_canvas(const rnd_preview *p, const double canvas[2], double length);

/* The column of sliders, and the track of one, which may lie outside of it. */
paint_box preview_column(const rnd_preview *p);
paint_box preview_track(const rnd_preview *p, int slider);

/* How far the sliders can be scrolled [pixels]. */
double preview_most_scroll(const rnd_preview *p, int sliders);

paint_box preview_play_button(const rnd_preview *p);
paint_box preview_time_track(const rnd_preview *p);

/* Whether a point is in a box or within `margin` of it. */
bool preview_inside(paint_box box, double margin, int x, int y);

/* ---- picture (preview_draw.c) ---- */

void preview_paint(const rnd_preview *p, cairo_surface_t *surface, const rnd_preview_content *content);

#endif
