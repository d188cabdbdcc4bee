/* The bench of HUD designers: a window with a layout as it looks, a slider for every signal that it uses, a
 * bar to move through recorded telemetry, and complaints about the file where they are made. It draws what it
 * is given; files are read by others. */
#ifndef RND_PREVIEW_H
#define RND_PREVIEW_H

#include "rnd/hud.h"

typedef struct rnd_preview rnd_preview;

/** A signal that can be moved by hand. */
typedef struct rnd_slider {
    const char *name, *unit;
    double low, high, value; /**< in the unit */
} rnd_slider;

/** What the window shows. The window moves `value` of sliders, `playing` and `time`. */
typedef struct rnd_preview_content {
    rnd_hud *hud;            /**< NULL: the layout has never been whole; updated by its owner */
    double canvas[2];        /**< its size [dots] */
    const hl_report *report; /**< complaints about the file as it stands now; what is shown is then the last
                                  good one, dimmed */
    int slider_count;
    rnd_slider *sliders;
    double length; /**< of the telemetry [s]; 0: none */
    double time;   /**< shown, from 0 to length [s] */
    bool playing;
} rnd_preview_content;

/** What its user did since the last look. */
typedef struct rnd_preview_did {
    bool quit, moved; /**< moved: a slider, by hand */
    bool sought;      /**< `time` was moved */
    bool resized;     /**< rnd_preview_scale has changed */
} rnd_preview_did;

/** Open the window.
 *  @param error  out: why not, with the way to get it
 *  @return NULL: there is no display, or no memory */
rnd_preview *rnd_preview_open(const char *title, char *error, size_t error_size);
void rnd_preview_close(rnd_preview *preview);

/** Pixels a dot so that the canvas fills its part of the window. */
double rnd_preview_scale(const rnd_preview *preview, const double canvas[2]);

/** Take mouse and keys: drag sliders and the bar of time, wheel scrolls, Space plays, B changes what lies
 * behind the layout, Esc ends. */
rnd_preview_did rnd_preview_input(rnd_preview *preview, rnd_preview_content *content);

/** Draw and show it. */
void rnd_preview_draw(rnd_preview *preview, const rnd_preview_content *content);

#endif
