/* The display as a whole: its gauges. */
#ifndef RND_HUD_DISPLAY_H
#define RND_HUD_DISPLAY_H

#include "gauge.h"

struct rnd_hud {
    hl_arena arena;
    const auth_hud *layout;
    double scale; /* pixels a dot */
    hud_fonts fonts;
    int count;
    hud_gauge *gauges;
    double time; /* of the last update [s]; NaN before the first */
};

/** Draw a gauge as it stands, all of it, into a context whose origin is the canvas's, in pixels. */
void hud_gauge_paint(const hud_gauge *gauge, cairo_t *c);

#endif
