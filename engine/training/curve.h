/* Learning curves, drawn as SVG elements of a page. */
#ifndef TRAIN_CURVE_H
#define TRAIN_CURVE_H

#include <stdbool.h>
#include <stdio.h>

/** A point of a curve. */
typedef struct curve_point {
    double score;  /**< of 100 */
    bool finished; /**< else a cross, at 0 */
} curve_point;

/** Score over attempts, in their order.
 *  @param title  for who cannot see it; escaped here
 *  @param count  at least 1 */
void curve_svg(FILE *out, const char *title, const curve_point *points, int count);

#endif
