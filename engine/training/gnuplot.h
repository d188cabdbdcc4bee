/* What the scripts of all figures share: texts that gnuplot cannot take for commands, the look of a drive. */
#ifndef TRAIN_GNUPLOT_H
#define TRAIN_GNUPLOT_H

#include "train/debrief.h"

/** A string in single quotes, in which gnuplot substitutes nothing: quotes are doubled, control characters
 * become spaces, what is no UTF-8 a question mark, and what is longer than 60 characters is cut. */
void plot_text(FILE *out, const char *text);

/** The same for labels at tics, which gnuplot takes for formats: percent signs are doubled too. */
void plot_tic(FILE *out, const char *text);

/** Terminal, output, styles of lines and of the frame.
 *  @param width, height  of the picture [px] */
void plot_begin(FILE *out, const char *svg, int width, int height);

/** `set KEY 'TEXT [UNIT]'`: a label of an axis; the unit may be empty. */
void plot_label(FILE *out, const char *key, const char *text, const char *unit);

/** Style of a drive's lines and bars, from 1: the one that is spoken of, earlier ones, the reference. */
int plot_style(const train_debrief *debrief, int drive);

/** Colour of a style's bars, as gnuplot writes it. */
const char *plot_fill(int style);

/** `plot` of the blocks $drive0, $drive1, ... of those that are `there`: the one that is spoken of last, on
 * top, but first in the key. Ends without a newline, so that more can follow.
 *  @param with  "lines" or "steps" */
void plot_drives(FILE *out, const train_debrief *debrief, const bool there[TRAIN_DRIVES], const char *with);

/** A column of a drive's trace as it is shown. `at` -1: it has none. */
typedef struct plot_column {
    int at;
    double factor;
    const char *unit;
} plot_column;

plot_column plot_column_of(const train_trace *trace, const char *signal);

/** Shown value in a row. */
double plot_value(const train_trace *trace, plot_column column, int row);

#endif
