/* Figures of a debriefing: gnuplot scripts, their common texts and styles, and learning curves. */
#ifndef TRAIN_FIGURES_H
#define TRAIN_FIGURES_H

#include "train/debrief.h"

#include <stdbool.h>
#include <stdio.h>

/** A string in single quotes, in which gnuplot substitutes nothing: quotes are doubled, control characters
 * become spaces, invalid UTF-8 question marks; longer texts are cut to 60 characters. */
void plot_text(FILE *out, const char *text);

/** The same for labels at tics, which are formats to gnuplot: percent signs are doubled too. */
void plot_tic(FILE *out, const char *text);

/** Terminal, output, styles of lines and of the frame.
 *  @param width, height  of the picture [px] */
void plot_begin(FILE *out, const char *svg, int width, int height);

/** `set KEY 'TEXT [UNIT]'`: a label of an axis; the unit may be empty. */
void plot_label(FILE *out, const char *key, const char *text, const char *unit);

/** Style of a drive's lines and bars, from 1: the debriefed one, earlier ones, the reference. */
int plot_style(const train_debrief *debrief, int drive);

/** Colour of a style's bars, as gnuplot writes it. */
const char *plot_fill(int style);

/** `plot` of the blocks $drive0, $drive1, ... of the drives that are `there`: the debriefed one is drawn
 * last, on top, but first in the key. Ends without a newline, so that more can follow.
 *  @param with  "lines" or "steps" */
void plot_drives(FILE *out, const train_debrief *debrief, const bool there[TRAIN_DRIVES], const char *with);

/** A column of a drive's trace in the shown unit. `at` -1: there is no such column. */
typedef struct plot_column {
    int at;
    double factor;
    const char *unit;
} plot_column;

plot_column plot_column_of(const train_trace *trace, const char *signal);

/** Shown value in a row. */
double plot_value(const train_trace *trace, plot_column column, int row);

/* ---- learning curves, as SVG elements of a page ---- */

/** A point of a curve. */
typedef struct curve_point {
    double score;  /**< of 100 */
    bool finished; /**< else a cross, at 0 */
} curve_point;

/** Score over attempts, in their order.
 *  @param title  for screen readers; escaped here
 *  @param count  at least 1 */
void curve_svg(FILE *out, const char *title, const curve_point *points, int count);

/* ---- figures: whether there is data, and the script ---- */

bool figure_path_there(const train_debrief *debrief);
void figure_path(const train_debrief *debrief, const char *svg, FILE *out);

bool figure_score_there(const train_debrief *debrief);
void figure_score(const train_debrief *debrief, const char *svg, FILE *out);

bool figure_cycles_there(const train_debrief *debrief);
void figure_cycles(const train_debrief *debrief, const char *svg, FILE *out);

/** Whether tasks were done more than once: the bars are then their turns. */
bool figure_cycles_repeat(const train_debrief *debrief);

/** Whether the machine stays in place: the path is then that of its tool. */
bool figure_path_of_tool(const train_debrief *debrief);

#endif
