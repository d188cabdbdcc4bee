/* A layout on trial: its signals, a display, and a slider for each signal that it uses. */
#ifndef RND_TRIAL_H
#define RND_TRIAL_H

#include "rnd/preview.h"

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
