/* The bench of HUD designers: a layout on trial, in a window, read again when it is saved. */
#ifndef RND_PREVIEW_H
#define RND_PREVIEW_H

#include "rnd/hud.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- watch ---- */

/* Files that are watched for being saved: those of a layout. */

enum { RND_WATCHED = 64, RND_WATCHED_PATH = 1024 };

/** Zero-initialise, then rnd_watch_begin. */
typedef struct rnd_watch {
    int notify;  /**< descriptor of inotify; -1: not available, the files are polled */
    bool closed; /**< one of them was closed after writing, or put in its place, since the last answer */
    int count;
    char paths[RND_WATCHED][RND_WATCHED_PATH];
    uint64_t taken; /**< how they stood when they were last said to have changed */
    uint64_t seen;  /**< at the last look */
    int64_t since;  /**< when they began to stand so [ns] */
} rnd_watch;

/** Begin, without files; end. */
void rnd_watch_begin(rnd_watch *files);
void rnd_watch_end(rnd_watch *files);

/** What changes whenever a file is written; 0: it is not there. */
uint64_t rnd_file_stamp(const char *path);

/** Watch a file too, if there is room. @param path  NULL: none */
void rnd_watch_add(rnd_watch *files, const char *path);

/** Whether the files, or the choice of them, have changed since it last returned true. Editors write in
 * parts, or remove a file and put another in its place: a file that has been closed, or put in its place, is
 * complete. Where the kernel does not report that, on a network file system for example, the files must not
 * change for a moment, and longer if one is empty or missing.
 *  @param now  time [ns], of a clock that never goes back */
bool rnd_watch_changed(rnd_watch *files, int64_t now);

/* ---- preview ---- */

/* The bench of HUD designers: a window with a layout as it looks, a slider for every signal that it uses, a
 * bar to move through recorded telemetry, and complaints about the file where they are made. It draws what it
 * is given; files are read by others. */

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

/* ---- trial ---- */

/* A layout on trial: its signals, a display, and a slider for each signal that it uses. */

/* ---- a layout and its signals ---- */

typedef struct rnd_layout {
    auth_hud *author;
    bool of_machine;     /**< signals and values are those of a machine; else those that the layout names */
    int count;           /**< signals */
    rnd_signal *signals; /**< [count] */
    double *values;      /**< [count] of the machine at its start, else 0; in the signal's unit */
    bool *used;          /**< [count] by the layout */
    int object_count;
    rnd_map_object *objects; /**< [object_count] of the scenario, for maps */
} rnd_layout;

/** Take memory for signals. @return false: out of memory */
bool rnd_layout_room(rnd_layout *layout, int count, hl_arena *arena);

/** List the signals that the layout names, in the units that it shows. @return false: out of memory */
bool rnd_layout_name_signals(rnd_layout *layout, hl_arena *arena);

/** Mark the signals that the layout uses. */
void rnd_layout_mark_used(rnd_layout *layout);

/** Index of a signal; -1: there is no such signal. */
int rnd_layout_find(const rnd_layout *layout, const char *name);

/** The unit in which a gauge shows a signal, else its own; degrees for radians.
 *  @param factor  out: this unit, in the signal's own */
const char *rnd_layout_unit(const rnd_layout *layout, int signal, double *factor);

/** Whether a signal counts, gears for example: only whole numbers are worth trying. */
bool rnd_layout_counts(const rnd_layout *layout, int signal);

/** The span in which a signal is worth trying: scales, marks and conditions that use it, in its own unit. */
void rnd_layout_span(const rnd_layout *layout, int signal, double *low, double *high);

/** The longest line or track that the layout draws [s]. */
double rnd_layout_longest_trace(const rnd_layout *layout);

/** Make its display. @param scale  pixels a dot. @return NULL: see `report`; a clean one: out of memory */
rnd_hud *rnd_layout_display(const rnd_layout *layout, double scale, hl_report *report);

/* ---- its trial ---- */

/** Zero-initialise. */
typedef struct rnd_trial {
    hl_arena arena; /**< of everything in it */
    rnd_layout layout;
    rnd_hud *hud;
    int slider_count;
    rnd_slider *sliders;
    int *signals;    /**< [slider_count] of the layout */
    double *factors; /**< [slider_count] the slider's unit, in the signal's */
} rnd_trial;

/** Make a slider for each signal that the layout uses.
 *  @param recorded  [layout.count] whether telemetry moves it; NULL: no telemetry
 *  @return false: out of memory */
bool rnd_trial_sliders(rnd_trial *trial, const bool *recorded);

/** Make the display, or make it anew; the old one stays where that fails. @param scale  pixels a dot */
bool rnd_trial_display(rnd_trial *trial, double scale, hl_report *report);

void rnd_trial_free(rnd_trial *trial);

/** Sliders that another trial has too take its values, within their spans. */
void rnd_trial_keep(rnd_trial *trial, const rnd_trial *from);

/** Sliders that are recorded move to recorded values. @param values  [layout.count], in the signals' units */
void rnd_trial_play(rnd_trial *trial, const double *values);

/** Bring the display up to date with the sliders.
 *  @param time  [s]
 *  @return a number that changes with what is seen */
uint64_t rnd_trial_update(rnd_trial *trial, double time);

#endif
