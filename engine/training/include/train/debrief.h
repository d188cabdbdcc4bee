/* The debriefing of an attempt: sentences, figures and comparisons, from the store and the files of attempts.
 * Figures are gnuplot scripts, which the caller runs. */
#ifndef TRAIN_DEBRIEF_H
#define TRAIN_DEBRIEF_H

#include "auth/scenario.h"
#include "hl/arena.h"
#include "hl/status.h"
#include "train/store.h"

#include <stdio.h>

/* ---- trace ---- */

/* The trace of a drive: its signals over time, from its telemetry. The caller reads the files. */

typedef struct train_trace {
    int rows, columns;
    const char **names, **units; /**< [columns] */
    const double *time;          /**< [rows] [s] */
    const double *values;        /**< [rows][columns] */
} train_trace;

/** Copy at most `most` (at least 2) rows at even distances, with the first and the last: enough for a figure.
 * The copy is in the arena.
 *  @return HL_OK, HL_OUT_OF_MEMORY */
hl_status train_trace_thin(const train_trace *whole, int most, hl_arena *arena, train_trace *thin);

/** Column of a signal; -1: not available. */
int train_trace_find(const train_trace *trace, const char *signal);

/** A drive in a debriefing. */
typedef struct train_drive {
    const char *label;            /**< "this attempt", "2nd attempt", "reference" */
    const train_attempt *attempt; /**< NULL: not stored */
    train_trace trace;
} train_drive;

enum { TRAIN_DRIVES = 4 /**< this attempt, up to two earlier ones, the reference */ };

typedef struct train_debrief {
    const auth_scenario *scenario; /**< all zero if it is unknown, never NULL */
    int drive_count;
    train_drive drives[TRAIN_DRIVES]; /**< the first is the debriefed one */
} train_debrief;

/** A plot of a debriefing. */
typedef enum train_figure {
    TRAIN_FIGURE_PATH,     /**< from above, with objects, regions, zones, hits */
    TRAIN_FIGURE_SCORE,    /**< points of each component, beside its most points */
    TRAIN_FIGURE_FUEL,     /**< over time; not if the scenario plots it */
    TRAIN_FIGURE_HITS,     /**< over time, with impulses */
    TRAIN_FIGURE_CYCLES,   /**< duration of each turn of repeated tasks, else of each task */
    TRAIN_FIGURE_CONTROLS, /**< movement of the controls per second: smoothness */
    TRAIN_FIGURE_SIGNAL    /**< and above: `plots:` of the scenario, with their recommended ranges */
} train_figure;

/** List the figures of this debriefing without the empty ones.
 *  @param figure  out: numbers for train_figure_script */
int train_figures(const train_debrief *debrief, int figure[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS]);

/** Title of a figure. */
const char *train_figure_title(const train_debrief *debrief, int figure);

/** Write a gnuplot script, with its data, for an SVG picture. Texts of authors and trainees are quoted, so
 * gnuplot does not execute them.
 *  @param svg  path of the picture, relative to gnuplot's folder */
void train_figure_script(const train_debrief *debrief, int figure, const char *svg, FILE *script);

/** Write sentences that explain the score, one a line: what counted, where points were lost, what to try
 * next. As HTML paragraphs or plain text. Nothing without an attempt. */
void train_explain(const train_debrief *debrief, bool html, FILE *out);

enum { TRAIN_POINTS_TEXT = 256 };

/** The measured value of a component, for people: "92 s (best 80 s, nothing from 300 s on)"; empty: not
 * measured.
 *  @param text  out */
void train_points_text(const train_points *points, char text[TRAIN_POINTS_TEXT]);

/** Write the page: one printable HTML file without scripts or external files; all texts are escaped. The
 * first drive must have its attempt.
 *  @param svgs       contents of the pictures, in the order of the figures; NULL: not drawn, and the page
 * says so
 *  @param templates  folder of debrief.html and style.css: ASSETS/results
 *  @param why        out: TRAIN_WHY, unless it is HL_OK */
hl_status train_debrief_html(const train_debrief *debrief, const int *figures, const char *const *svgs,
                             int count, const char *templates, FILE *out, char *why);

/** Write the page of a store, or of one exercise or trainee: leaderboards, attempts, learning curves drawn as
 * SVG inside.
 *  @param exercise, trainee  NULL: all
 *  @param templates          folder of results.html and style.css
 *  @param why                likewise */
hl_status train_export_html(train_store *store, const char *exercise, const char *trainee,
                            const char *templates, FILE *out, char *why);

/** All attempts with all their points, one row each, RFC 4180; texts that a spreadsheet would take for
 * formulas are quoted with an apostrophe. */
hl_status train_export_csv(train_store *store, const train_filter *filter, FILE *out);

#endif
