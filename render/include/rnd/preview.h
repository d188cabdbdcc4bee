/* Preview for designers of head-up displays: a layout in a window, reloaded when its file is saved. */
#ifndef RND_PREVIEW_H
#define RND_PREVIEW_H

#include "rnd/hud.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- watch ---- */

/* Detection of saved files, for the files of a layout. */

enum { RND_WATCHED = 64, RND_WATCHED_PATH = 1024 };

/** Zero-initialise, then rnd_watch_begin. */
typedef struct rnd_watch {
    int notify;  /**< descriptor of inotify; -1: not available, the files are polled */
    bool closed; /**< a file was closed after writing, or replaced, since rnd_watch_changed last returned true
                  */
    int count;
    char paths[RND_WATCHED][RND_WATCHED_PATH];
    uint64_t taken; /**< stamp of the files when a change was last reported */
    uint64_t seen;  /**< stamp at the last check */
    int64_t since;  /**< time since which the stamp is unchanged [ns] */
} rnd_watch;

/** Start without files; stop. */
void rnd_watch_begin(rnd_watch *files);
void rnd_watch_end(rnd_watch *files);

/** A number that changes whenever the file is written; 0: the file does not exist. */
uint64_t rnd_file_stamp(const char *path);

/** Add a file, if there is room. @param path  NULL: no effect */
void rnd_watch_add(rnd_watch *files, const char *path);

/** Whether the files or their list have changed since it last returned true. Editors write a file in parts,
 * or replace it by another; the file is complete when it has been closed or replaced. If the kernel does not
 * report this, e.g. on a network file system, a change is reported after a short time without changes, or a
 * longer time if a file is empty or missing.
 *  @param now  time of a monotonic clock [ns] */
bool rnd_watch_changed(rnd_watch *files, int64_t now);

/* ---- preview ---- */

/* The preview window: a layout, a slider for each signal that it uses, a time bar for recorded telemetry, and
 * the errors of the file. It only draws; the caller reads the files. */

typedef struct rnd_preview rnd_preview;

/** A slider that sets a signal. */
typedef struct rnd_slider {
    const char *name, *unit; /**< unit "1": a plain number */
    double low, high, value; /**< in the unit */
    double step;             /**< the slider's values are multiples of it; 0: any */
    bool recorded;           /**< telemetry sets it */
} rnd_slider;

/** Content of the window. The window changes `value` of sliders, `playing` and `time`. */
typedef struct rnd_preview_content {
    rnd_hud *hud;            /**< NULL: no valid layout yet; updated by the caller */
    double canvas[2];        /**< its size [dots] */
    const char *note;        /**< description of the content, one line */
    const hl_report *report; /**< errors of the present file; if it has any, the window shows the last valid
                                layout instead, dimmed */
    int slider_count;
    rnd_slider *sliders;
    double length; /**< of the telemetry [s]; 0: none */
    double time;   /**< displayed time, 0 to length [s] */
    bool playing;
} rnd_preview_content;

/** User input since the last call. */
typedef struct rnd_preview_did {
    bool quit;
    bool any;     /**< the window must be redrawn */
    bool sought;  /**< `time` was moved */
    bool resized; /**< rnd_preview_scale has changed */
} rnd_preview_did;

/** Open the window.
 *  @param error  out: the reason of a failure and its remedy
 *  @return NULL: no display, or out of memory */
rnd_preview *rnd_preview_open(const char *title, char *error, size_t error_size);
void rnd_preview_close(rnd_preview *preview);

void rnd_preview_title(rnd_preview *preview, const char *title);

/** Pixels per dot at which a canvas [dots] fills its part of the window. */
double rnd_preview_scale(const rnd_preview *preview, const rnd_preview_content *content,
                         const double canvas[2]);

/** Process mouse and keys: the mouse drags sliders and time bar, the wheel scrolls, Space plays, Left and
 * Right seek, B changes the background, Esc ends.
 *  @param wait   maximum wait for the first event [ms]
 *  @param other  descriptor that ends the wait when it becomes readable; -1: none */
rnd_preview_did rnd_preview_input(rnd_preview *preview, rnd_preview_content *content, int wait, int other);

/** Release the dragged slider, because the sliders have been replaced. */
void rnd_preview_release(rnd_preview *preview);

/** Draw and show the content. A display made for another scale is stretched. @return false: the window was
 * lost */
bool rnd_preview_draw(rnd_preview *preview, const rnd_preview_content *content);

/* ---- trial ---- */

/* A layout in preview: its signals, a display, and a slider for each signal that it uses. */

/* ---- a layout and its signals ---- */

typedef struct rnd_layout {
    auth_hud *author;
    bool of_machine; /**< true: signals and values of a machine; false: the signals that the layout names */
    int count;       /**< signals */
    rnd_signal *signals; /**< [count] */
    double *values;      /**< [count] start values of the machine, otherwise 0; in the signal's unit */
    bool *used;          /**< [count] used by the layout */
    int object_count;
    rnd_map_object *objects; /**< [object_count] of the scenario, for maps */
} rnd_layout;

/** Allocate memory for signals. @return false: out of memory */
bool rnd_layout_room(rnd_layout *layout, int count, hl_arena *arena);

/** List the signals that the layout names, in the units of their gauges. @return false: out of memory */
bool rnd_layout_name_signals(rnd_layout *layout, hl_arena *arena);

/** Mark the signals that the layout uses. */
void rnd_layout_mark_used(rnd_layout *layout);

/** Index of a signal; -1: not found. */
int rnd_layout_find(const rnd_layout *layout, const char *name);

/** The unit of a gauge that shows the signal, otherwise the signal's unit, with degrees for radians.
 *  @param factor  out: this unit in the signal's unit */
const char *rnd_layout_unit(const rnd_layout *layout, int signal, double *factor);

/** Whether a signal has only integer values, e.g. a gear. */
bool rnd_layout_counts(const rnd_layout *layout, int signal);

/** A useful range for the slider of a signal, from the scales, marks and conditions that use it, in its own
 * unit. */
void rnd_layout_span(const rnd_layout *layout, int signal, double *low, double *high);

/** The longest duration of a trend or track in the layout [s]. */
double rnd_layout_longest_trace(const rnd_layout *layout);

/** Make a display of the layout. @param scale  pixels per dot
 *  @return NULL: see `report`; out of memory if it has no complaints */
rnd_hud *rnd_layout_display(const rnd_layout *layout, double scale, hl_report *report);

/* ---- its trial ---- */

/** Zero-initialise. */
typedef struct rnd_trial {
    hl_arena arena; /**< memory of all members */
    rnd_layout layout;
    rnd_hud *hud;
    int slider_count;
    rnd_slider *sliders;
    int *signals;    /**< [slider_count] index of the slider's signal in the layout */
    double *factors; /**< [slider_count] the slider's unit in the signal's unit */
} rnd_trial;

/** Make a slider for each signal that the layout uses.
 *  @param recorded  [layout.count] whether telemetry moves it; NULL: no telemetry
 *  @return false: out of memory */
bool rnd_trial_sliders(rnd_trial *trial, const bool *recorded);

/** Make the display, or replace it. On failure the old one is kept. @param scale  pixels per dot */
bool rnd_trial_display(rnd_trial *trial, double scale, hl_report *report);

void rnd_trial_free(rnd_trial *trial);

/** Copy the values of sliders from another trial that has the same sliders, limited to their ranges. */
void rnd_trial_keep(rnd_trial *trial, const rnd_trial *from);

/** Set the recorded sliders to recorded values. @param values  [layout.count], in the signals' units */
void rnd_trial_play(rnd_trial *trial, const double *values);

/** Update the display from the sliders.
 *  @param time  [s]
 *  @return a number that changes with the visible content */
uint64_t rnd_trial_update(rnd_trial *trial, double time);

#endif
