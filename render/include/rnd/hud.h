/* The head-up display: gauges of a layout, and what an exercise shows while it is driven. */
#ifndef RND_HUD_H
#define RND_HUD_H

#include "auth/hud.h"
#include "auth/training.h"

#include <stdint.h>

/* ---- hud ---- */

/* The head-up display: gauges of a layout, drawn with cairo and pango.
 *
 * Every gauge has a picture of its own, which is drawn anew only when what it shows has changed by what an
 * eye can see: an unchanged gauge costs nothing. Whoever shows the display copies the pictures whose
 * `version` has changed. The same drawing code makes pictures, PNG and SVG. Knows signals by numbers only.
 *
 *   rnd_hud_new(layout, signals, ...)          once
 *   rnd_hud_update(hud, values, time)          per picture
 *   for i < rnd_hud_gauge_count(hud): rnd_hud_gauge(hud, i)
 *
 * A display is for one thread at a time. */

/** A signal that can be shown. */
typedef struct rnd_signal {
    const char *name, *unit, *meaning; /**< "engine.speed", "rpm", ...; unit "1" for plain numbers */
    double si;                         /**< one unit in SI */
} rnd_signal;

/** The signal of a named thing: "task." "first gate" ".state" is `task.first_gate.state`, with '_' where the
 * name has blanks. @return its index; -1: there is none */
int rnd_signal_of(const rnd_signal *signals, int count, const char *before, const char *name,
                  const char *after);

/** An object of the site for maps: a rectangle from above. */
typedef struct rnd_map_object {
    double at[2], half[2], turn; /**< [m], [m], [rad] */
} rnd_map_object;

/** Letters that are smaller cannot be read [pixels]. */
static const double RND_LEAST_TEXT = 11.0;

/** What a display is made for. The layout and the objects must live as long as the display; the signals need
 * not. */
typedef struct rnd_hud_setup {
    const auth_hud *layout;
    const rnd_signal *signals; /**< of the machine, in the order of values */
    int signal_count;
    double scale;                  /**< pixels a dot */
    double least_text;             /**< height of the smallest letters [pixels]: what a layout has smaller is
                                        drawn so large, and what then has no room is left out; 0: as it is */
    const rnd_map_object *objects; /**< for maps */
    int object_count;
} rnd_hud_setup;

/** A gauge as it is to be shown. */
typedef struct rnd_hud_gauge_view {
    bool visible;
    auth_surface surface;
    double at[2],
        size[2];       /**< [dots] of what `pixels` shows, which may be wider than the gauge by a margin */
    int width, height; /**< [pixels] */
    int stride;        /**< [bytes] of a row */
    const uint8_t *pixels; /**< cairo's ARGB32: premultiplied, native byte order */
    uint32_t version;      /**< changes with the picture, from 1 */
} rnd_hud_gauge_view;

typedef struct rnd_hud rnd_hud;

/** Warn of what a layout is drawn without: families of letters that are not installed, for which fontconfig's
 * nearest stands in, and characters that no installed font has, which are drawn as boxes. */
void rnd_hud_warn_fonts(const auth_hud *layout, hl_report *warnings);

/** Resolve signals, units, images and make all pictures' memory.
 *  @param report  begun with the layout's file: unknown signals (with the nearest), units that do not fit,
 *                 images that cannot be read
 *  @return NULL when the report has complaints, or out of memory (then the report is clean); nothing is
 *          visible before the first rnd_hud_update */
rnd_hud *rnd_hud_new(const rnd_hud_setup *setup, hl_report *report);

/** @param hud  NULL: nothing happens */
void rnd_hud_free(rnd_hud *hud);

/** Draw what has changed.
 *  @param values  of the signals, in their units; a value that is not finite is shown as "--"
 *  @param time    of the world [s]: trends, tracks and blinking follow it; a jump back starts them anew
 *  @return gauges drawn anew */
int rnd_hud_update(rnd_hud *hud, const double *values, double time);

/** What it was made from. */
const auth_hud *rnd_hud_layout(const rnd_hud *hud);

/** Gauges of the layout, hidden ones too. */
int rnd_hud_gauge_count(const rnd_hud *hud);

/** Gauge 0..count - 1; its pixels stay where they are until the display is freed. */
rnd_hud_gauge_view rnd_hud_gauge(const rnd_hud *hud, int gauge);

typedef enum rnd_file_kind { RND_PNG, RND_SVG } rnd_file_kind;

/** Write the whole display as it stands on a background.
 *  @param background  a == 0: transparent
 *  @param error       out: why not
 *  @return false: the file cannot be written */
bool rnd_hud_write(rnd_hud *hud, rnd_file_kind kind, const char *path, auth_colour background, char *error,
                   size_t error_size);

/** Read an image as gauges, messages and exercises show it, a PNG or SVG file, and forget it.
 *  @param why  out: why it cannot be read
 *  @return false: it cannot */
bool rnd_image_check(const char *path, char *why, size_t size);

/* ---- tasks ---- */

/* What an exercise shows while it is driven: the task at hand and the next, time, score and counters,
 * messages, images, and how it ended. Flat pictures on the screen, drawn with the display's pen; each is
 * drawn anew only when what it says has changed. docs/window.md shows them. */

typedef struct rnd_tasks rnd_tasks;

enum { RND_TASK_PANELS = 3 };

/** Pixels a dot, for what lies over a picture of that size: letters that are read everywhere. */
double rnd_screen_scale(int width, int height);

/** @param training  of the scenario; must live as long
 *  @param signals   of the machine, in the order of values; need not
 *  @param report    begun: images that cannot be read are complained about, and done without
 *  @return NULL: there are no tasks and no score (the report is clean), or no memory */
rnd_tasks *rnd_tasks_new(const auth_training *training, const rnd_signal *signals, int signal_count,
                         hl_report *report);

/** @param tasks  NULL: nothing happens */
void rnd_tasks_free(rnd_tasks *tasks);

/** Where the machine's tool is in the next picture: the band with the task at hand keeps away from it, at the
 * lower edge while the tool works where the band lies else.
 *  @param box  left, top, width, height [pixels]; width 0: it is not seen */
void rnd_tasks_tool(rnd_tasks *tasks, const double box[4]);

/** Draw what has changed.
 *  @param values        of the signals
 *  @param time          of the world [s]
 *  @param width,height  of the picture [pixels]
 *  @return panels drawn anew */
int rnd_tasks_update(rnd_tasks *tasks, const double *values, double time, int width, int height);

/** Panel 0 to RND_TASK_PANELS - 1: `at` and `size` in pixels of the picture. Its pixels stay until the next
 * update. */
rnd_hud_gauge_view rnd_tasks_panel(const rnd_tasks *tasks, int which);

#endif
