/* The head-up display: gauges of a layout, and panels of an exercise during the drive. */
#ifndef RND_HUD_H
#define RND_HUD_H

#include "auth/hud.h"
#include "auth/training.h"

#include <stdint.h>

/* ---- hud ---- */

/* The head-up display: gauges of a layout, drawn with cairo and pango.
 *
 * Each gauge has its own image. It is redrawn only after a visible change, so an unchanged gauge costs
 * nothing. The caller copies the images whose `version` has changed. The same code draws images, PNG and SVG.
 * Signals are identified by index.
 *
 *   rnd_hud_new(layout, signals, ...)          once
 *   rnd_hud_update(hud, values, time)          per frame
 *   for i < rnd_hud_gauge_count(hud): rnd_hud_gauge(hud, i)
 *
 * A display must not be used by two threads at the same time. */

/** A signal for display. */
typedef struct rnd_signal {
    const char *name, *unit, *meaning; /**< "engine.speed", "rpm", ...; unit "1" for plain numbers */
    double si;                         /**< one unit in SI */
} rnd_signal;

/** Find the signal of a named item: "task.", "first gate", ".state" give `task.first_gate.state`; blanks
 * become '_'. @return its index; -1: not found */
int rnd_signal_of(const rnd_signal *signals, int count, const char *before, const char *name,
                  const char *after);

/** An object for maps: a rectangle seen from above. */
typedef struct rnd_map_object {
    double at[2], half[2], turn; /**< [m], [m], [rad] */
} rnd_map_object;

/** Minimum legible height of letters [pixels]. */
static const double RND_LEAST_TEXT = 11.0;

/** Parameters of a display. Layout and objects must outlive the display; the signals need not. */
typedef struct rnd_hud_setup {
    const auth_hud *layout;
    const rnd_signal *signals; /**< of the machine, in the order of values */
    int signal_count;
    double scale;      /**< pixels per dot */
    double least_text; /**< minimum letter height [pixels]: smaller text is enlarged to it, and text that then
                          does not fit is omitted; 0: no minimum */
    const rnd_map_object *objects; /**< for maps */
    int object_count;
} rnd_hud_setup;

/** The present image of a gauge. */
typedef struct rnd_hud_gauge_view {
    bool visible;
    auth_surface surface;
    double at[2],
        size[2];       /**< [dots] of the area that `pixels` shows, which may exceed the gauge by a margin */
    int width, height; /**< [pixels] */
    int stride;        /**< [bytes] per row */
    const uint8_t *pixels; /**< cairo's ARGB32: premultiplied, native byte order */
    uint32_t version;      /**< from 1, changes with the image */
} rnd_hud_gauge_view;

typedef struct rnd_hud rnd_hud;

/** Warn about fonts that are not installed, for which fontconfig's nearest font is used, and about characters
 * without a glyph in any installed font, which are drawn as boxes. */
void rnd_hud_warn_fonts(const auth_hud *layout, hl_report *warnings);

/** Make a display: resolve signals, units and images, and allocate all images. No gauge is visible before the
 * first rnd_hud_update.
 *  @param report  begun with the layout's file: unknown signals (with the most similar name), units of
 *                 another dimension, unreadable images
 *  @return NULL: see the report; out of memory if the report has no complaints */
rnd_hud *rnd_hud_new(const rnd_hud_setup *setup, hl_report *report);

/** Free a display. @param hud  NULL: no effect */
void rnd_hud_free(rnd_hud *hud);

/** Redraw the gauges that have changed.
 *  @param values  of the signals, in their units; a value that is not finite is shown as "--"
 *  @param time    of the world [s], for trends, tracks and blinking; a jump back resets them
 *  @return number of gauges redrawn */
int rnd_hud_update(rnd_hud *hud, const double *values, double time);

/** The layout of a display. */
const auth_hud *rnd_hud_layout(const rnd_hud *hud);

/** Number of gauges of the layout, including hidden ones. */
int rnd_hud_gauge_count(const rnd_hud *hud);

/** Gauge 0 to count - 1. The address of its pixels is constant until the display is freed. */
rnd_hud_gauge_view rnd_hud_gauge(const rnd_hud *hud, int gauge);

typedef enum rnd_file_kind { RND_PNG, RND_SVG } rnd_file_kind;

/** Write the present display on a background to a file.
 *  @param background  a == 0: transparent
 *  @param error       out: the reason of a failure
 *  @return false: the file cannot be written */
bool rnd_hud_write(rnd_hud *hud, rnd_file_kind kind, const char *path, auth_colour background, char *error,
                   size_t error_size);

/** Check that a PNG or SVG file can be used as an image of gauges, messages and exercises.
 *  @param why  out: the reason if it cannot be read
 *  @return false: it cannot be read */
bool rnd_image_check(const char *path, char *why, size_t size);

/* ---- tasks ---- */

/* Panels of an exercise during the drive: current and next task, time, score, counters, messages, images, and
 * the result. They are flat images on the screen in the style of the display, redrawn only when their content
 * has changed. docs/window.md shows them. */

typedef struct rnd_tasks rnd_tasks;

enum { RND_TASK_PANELS = 3 };

/** Pixels per dot for overlays on a frame of this size, so that their text is legible. */
double rnd_screen_scale(int width, int height);

/** Make the panels of an exercise.
 *  @param training  of the scenario; must outlive the panels
 *  @param practice  it has no score: the panel shows that it is practised
 *  @param signals   of the machine, in the order of values; not kept
 *  @param report    begun: unreadable images are reported and omitted
 *  @return NULL: the exercise has no tasks and no score (the report is clean), or out of memory */
rnd_tasks *rnd_tasks_new(const auth_training *training, bool practice, const rnd_signal *signals,
                         int signal_count, hl_report *report);

/** Free the panels. @param tasks  NULL: no effect */
void rnd_tasks_free(rnd_tasks *tasks);

/** Set the position of the machine's tool in the next frame. The band with the current task moves to the
 * lower edge of the screen while it would otherwise cover the tool.
 *  @param box  left, top, width, height [pixels]; width 0: not visible */
void rnd_tasks_tool(rnd_tasks *tasks, const double box[4]);

/** Redraw the panels that have changed.
 *  @param values        of the signals
 *  @param time          of the world [s]
 *  @param width,height  of the frame [pixels]
 *  @return number of panels redrawn */
int rnd_tasks_update(rnd_tasks *tasks, const double *values, double time, int width, int height);

/** Panel 0 to RND_TASK_PANELS - 1; `at` and `size` are in pixels of the frame. Its pixels are valid until the
 * next update. */
rnd_hud_gauge_view rnd_tasks_panel(const rnd_tasks *tasks, int which);

#endif
