/* The figures, a file a kind: whether there is anything to draw, and the script. */
#ifndef TRAIN_FIGURES_H
#define TRAIN_FIGURES_H

#include "train/debrief.h"

#include <stdbool.h>
#include <stdio.h>

/* Learning curves, drawn as SVG elements of a page. */

/** A point of a curve. */
typedef struct curve_point {
    double score;  /**< of 100 */
    bool finished; /**< else a cross, at 0 */
} curve_point;

/** Score over attempts, in their order.
 *  @param title  for who cannot see it; escaped here
 *  @param count  at least 1 */
void curve_svg(FILE *out, const char *title, const curve_point *points, int count);

bool figure_path_there(const train_debrief *debrief);
void figure_path(const train_debrief *debrief, const char *svg, FILE *out);

bool figure_score_there(const train_debrief *debrief);
void figure_score(const train_debrief *debrief, const char *svg, FILE *out);

bool figure_cycles_there(const train_debrief *debrief);
void figure_cycles(const train_debrief *debrief, const char *svg, FILE *out);

/** Whether tasks were done more than once: the bars are then their turns. */
bool figure_cycles_repeat(const train_debrief *debrief);

/** Whether the machine stands, and the path is that of its tool. */
bool figure_path_of_tool(const train_debrief *debrief);

/** Fuel, hits, movement of the controls, `plots:` of the scenario. */
bool figure_has_curve(const train_debrief *debrief, int figure);
void figure_curve(const train_debrief *debrief, int figure, const char *svg, FILE *out);

#endif
