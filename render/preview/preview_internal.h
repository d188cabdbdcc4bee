/* Inside of the preview: where things lie in its window. */
#ifndef PREVIEW_INTERNAL_H
#define PREVIEW_INTERNAL_H

#include "rnd/preview.h"

#include <SDL2/SDL.h>
#include <cairo.h>

/* Pixels. */
enum {
    PREVIEW_WIDTH = 1360,
    PREVIEW_HEIGHT = 800,
    PREVIEW_SIDE = 320, /* the column of sliders */
    PREVIEW_ROW = 44,   /* a slider */
    PREVIEW_TRACK = 6,  /* its track */
    PREVIEW_MARGIN = 16,
    PREVIEW_BAR = 48, /* the bar of time, with telemetry */
    PREVIEW_BACKDROPS = 4
};

typedef struct preview_box {
    double x, y, w, h;
} preview_box;

struct rnd_preview {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    cairo_surface_t *surface;
    int width, height; /* of texture and surface */
    double scroll;     /* of the sliders [pixels] */
    int held;          /* slider under the pressed button; -1 none */
    bool seeking;      /* the bar of time is under it */
    int backdrop;
};

static inline preview_box preview_stage(const rnd_preview *p, double length)
{
    return (preview_box){PREVIEW_MARGIN, PREVIEW_MARGIN, p->width - PREVIEW_SIDE - 2.0 * PREVIEW_MARGIN,
                         p->height - 2.0 * PREVIEW_MARGIN - (length > 0.0 ? PREVIEW_BAR : 0.0)};
}

/* The canvas in the middle of the stage, with its proportions. */
static inline preview_box preview_canvas(const rnd_preview *p, const double canvas[2], double length)
{
    const preview_box stage = preview_stage(p, length);
    const double scale = SDL_min(stage.w / canvas[0], stage.h / canvas[1]);
    const double w = scale * canvas[0], h = scale * canvas[1];
    return (preview_box){stage.x + 0.5 * (stage.w - w), stage.y + 0.5 * (stage.h - h), w, h};
}

/* The track of a slider. */
static inline preview_box preview_track(const rnd_preview *p, int slider)
{
    return (preview_box){p->width - PREVIEW_SIDE + (double)PREVIEW_MARGIN,
                         PREVIEW_MARGIN + slider * (double)PREVIEW_ROW + 26.0 - p->scroll,
                         PREVIEW_SIDE - 2.0 * PREVIEW_MARGIN, PREVIEW_TRACK};
}

static inline preview_box preview_time_track(const rnd_preview *p)
{
    return (preview_box){PREVIEW_MARGIN + 44.0, p->height - PREVIEW_MARGIN - 16.0,
                         p->width - PREVIEW_SIDE - 2.0 * PREVIEW_MARGIN - 110.0, PREVIEW_TRACK};
}

/* Draw everything onto the surface (preview_draw.c). */
void preview_paint(const rnd_preview *p, const rnd_preview_content *content);

#endif
