/* The bench of HUD designers: a window with a layout as it looks, a slider for every signal that it uses, a
 * bar to move through recorded telemetry, and complaints about the file where they are made. It draws what it
 * is given; files are read by others. */
#ifndef RND_PREVIEW_H
#define RND_PREVIEW_H

#include "rnd/hud.h"

typedef struct rnd_preview rnd_preview;

/** A signal that can be moved by hand. */
typedef struct rnd_slider {
    const char *name, *unit; /**< unit "1": a plain number */
    double low, high, value; /**< in the unit */
    double step;             /**< the slider's values are multiples of it; 0: any */
    bool recorded;           /**< telemetry moves it */
} rnd_slider;

/** What the window shows. The window moves `value` of sliders, `playing` and `time`. */
typedef struct rnd_preview_content {
    rnd_hud *hud;            /**< NULL: the layout has never been whole; updated by its owner */
    double canvas[2];        /**< its size [dots] */
    const char *note;        /**< what is shown, in a line */
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
    bool quit;
    bool any;     /**< the picture has to be drawn anew */
    bool sought;  /**< `time` was moved */
    bool resized; /**< rnd_preview_scale has changed */
} rnd_preview_did;

/** Open the window.
 *  @param error  out: why not, with the way to get it
 *  @return NULL: there is no display, or no memory */
rnd_preview *rnd_preview_open(const char *title, char *error, size_t error_size);
void rnd_preview_close(rnd_preview *preview);

void rnd_preview_title(rnd_preview *preview, const char *title);

/** Pixels a dot so that a canvas [dots] fills its part of the window. */
double rnd_preview_scale(const rnd_preview *preview, const rnd_preview_content *content,
                         const double canvas[2]);

/** Take mouse and keys: drag sliders and the bar of time, wheel scrolls, Space plays, Left and Right seek,
 * B changes what lies behind the layout, Esc ends.
 *  @param wait   for the first of them [ms]
 *  @param other  descriptor that ends the wait when there is something to be read from it; -1: none */
rnd_preview_did rnd_preview_input(rnd_preview *preview, rnd_preview_content *content, int wait, int other);

/** Let go of the slider that is dragged: the sliders have become others. */
void rnd_preview_release(rnd_preview *preview);

/** Draw and show it. A display made for another scale is stretched. @return false: the window is gone */
bool rnd_preview_draw(rnd_preview *preview, const rnd_preview_content *content);

#endif
