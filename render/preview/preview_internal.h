/* Inside of the preview: its window, and where things lie in it. */
#ifndef PREVIEW_INTERNAL_H
#define PREVIEW_INTERNAL_H

#include "rnd/preview.h"

#include <SDL2/SDL.h>
#include <cairo.h>

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

typedef struct preview_box {
    double x, y, w, h;
} preview_box;

struct rnd_preview {
    SDL_Window *window;
    int width, height; /* [pixels] */
    double scroll;     /* of the sliders [pixels] */
    int held;          /* slider under the pressed button; -1 none */
    bool seeking;      /* the bar of time is under it */
    int mouse[2];      /* [pixels] */
    int backdrop;
};

/* ---- places (preview_places.c) ---- */

/* What is left for the layout. `length` of telemetry: with any there is a bar of time. */
preview_box preview_stage(const rnd_preview *p, double length);

/* The canvas in the middle of the stage, with its proportions. */
preview_box preview_canvas(const rnd_preview *p, const double canvas[2], double length);

/* The column of sliders, and the track of one, which may lie outside of it. */
preview_box preview_column(const rnd_preview *p);
preview_box preview_track(const rnd_preview *p, int slider);

/* How far the sliders can be scrolled [pixels]. */
double preview_most_scroll(const rnd_preview *p, int sliders);

preview_box preview_play_button(const rnd_preview *p);
preview_box preview_time_track(const rnd_preview *p);

/* Whether a point lies in a box or up to `margin` beside it. */
bool preview_inside(preview_box box, double margin, int x, int y);

/* ---- text (preview_text.c) ---- */

typedef struct preview_ink {
    double r, g, b;
} preview_ink;

typedef enum preview_side { PREVIEW_LEFT, PREVIEW_RIGHT, PREVIEW_CENTRE } preview_side;

typedef struct preview_text {
    double x, y;  /* upper left corner, upper right one, or the middle of the upper edge [pixels] */
    double size;  /* of the letters [pixels] */
    double width; /* [pixels]; 0: as wide as it is */
    bool wraps;   /* at `width`, instead of being cut off with an ellipsis */
    preview_side side;
    preview_ink ink;
    size_t bold; /* so many bytes at its begin are bold, in `bold_ink` */
    preview_ink bold_ink;
} preview_text;

/* Draw a text, or only measure it, with cr NULL. */
preview_box preview_write(cairo_t *cr, const preview_text *how, const char *text);

/* ---- picture (preview_draw.c) ---- */

void preview_paint(const rnd_preview *p, cairo_surface_t *surface, const rnd_preview_content *content);

#endif
