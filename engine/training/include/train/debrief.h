/* The debriefing of an attempt: what is said, plotted and compared. From the store and the files of attempts;
 * plots are drawn by gnuplot, from scripts made here; whoever has processes runs it. */
#ifndef TRAIN_DEBRIEF_H
#define TRAIN_DEBRIEF_H

#include "auth/scenario.h"
#include "hl/arena.h"
#include "hl/status.h"
#include "train/store.h"

#include <stdio.h>

/* ---- trace ---- */

/* The trace of a drive: its signals over time, as its telemetry has them. Whoever has files reads them. */

typedef struct train_trace {
    int rows, columns;
    const char **names, **units; /**< [columns] */
    const double *time;          /**< [rows] [s] */
    const double *values;        /**< [rows][columns] */
} train_trace;

/** Copy at most `most` (at least 2) rows at even distances, the first and the last among them: what a figure
 * can show. All of the copy lies in the arena.
 *  @return HL_OK, HL_OUT_OF_MEMORY */
hl_status train_trace_thin(const train_trace *whole, int most, hl_arena *arena, train_trace *thin);

/** Column of a signal; -1: there is none. */
int train_trace_find(const train_trace *trace, const char *signal);

/** A drive that can be plotted beside others. */
typedef struct train_drive {
    const char *label;            /**< "this attempt", "2nd attempt", "reference" */
    const train_attempt *attempt; /**< NULL: none, as of a reference that nobody keeps */
    train_trace trace;
} train_drive;

enum { TRAIN_DRIVES = 4 /**< this one, up to two earlier ones, the reference */ };

typedef struct train_debrief {
    const auth_scenario *scenario; /**< all zero when nobody knows it any more, never NULL */
    int drive_count;
    train_drive drives[TRAIN_DRIVES]; /**< the first is the one that is spoken of */
} train_debrief;

/** A plot of a debriefing. */
typedef enum train_figure {
    TRAIN_FIGURE_PATH,     /**< from above, with objects, regions, zones, hits */
    TRAIN_FIGURE_SCORE,    /**< points of each component, beside the most there are */
    TRAIN_FIGURE_FUEL,     /**< over time; not where the scenario plots it itself */
    TRAIN_FIGURE_HITS,     /**< over time, with impulses */
    TRAIN_FIGURE_CYCLES,   /**< duration of each turn of the tasks that were done again, else of each task */
    TRAIN_FIGURE_CONTROLS, /**< movement of the controls per second: smoothness */
    TRAIN_FIGURE_SIGNAL    /**< and beyond: `plots:` of the scenario, with their recommended ranges */
} train_figure;

/** How many figures this debriefing has, and which; those that would be empty are left out.
 *  @param figure  out: numbers for train_figure_script */
int train_figures(const train_debrief *debrief, int figure[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS]);

/** Title of a figure. */
const char *train_figure_title(const train_debrief *debrief, int figure);

/** Write a gnuplot script with its data inside that writes an SVG picture. Texts of authors and trainees are
 * quoted: gnuplot takes none of them for a command.
 *  @param svg  path it writes to, as gnuplot sees it from its folder */
void train_figure_script(const train_debrief *debrief, int figure, const char *svg, FILE *script);

/** Sentences that explain the score, one a line: what counted, what was lost where, what to try next. As HTML
 * paragraphs or plain. Nothing without an attempt. */
void train_explain(const train_debrief *debrief, bool html, FILE *out);

enum { TRAIN_POINTS_TEXT = 256 };

/** What a component measured, as people read it: "92 s (best 80 s, nothing from 300 s on)"; empty: nothing
 * was measured.
 *  @param text  out */
void train_points_text(const train_points *points, char text[TRAIN_POINTS_TEXT]);

/** The page: one HTML file, nothing fetched from elsewhere, no scripts, printable; every text escaped. The
 * first drive must have its attempt.
 *  @param svgs       contents of the figures' pictures, in their order; NULL: it could not be drawn, and the
 * page says so
 *  @param templates  folder of debrief.html and style.css: ASSETS/results
 *  @param why        out: TRAIN_WHY, unless it is HL_OK */
hl_status train_debrief_html(const train_debrief *debrief, const int *figures, const char *const *svgs,
                             int count, const char *templates, FILE *out, char *why);

/** The page of a whole store, or of one exercise or trainee: leaderboards, attempts, learning curves drawn as
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
