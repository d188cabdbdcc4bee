/* Tipping loads of an excavator as a rigid machine, and its load chart beside them. */
#ifndef VALID_LOAD_CHART_H
#define VALID_LOAD_CHART_H

#include "excavator_arm.h"

typedef struct chart_corner {
    double x, y; /**< [m] in the undercarriage's frame */
} chart_corner;

/** What the machine stands on: a polygon, counter-clockwise seen from above or below. */
typedef struct chart_stand {
    const char *name;
    bool blade, outriggers; /**< on the ground */
    int count;
    chart_corner corners[4];
} chart_stand;

/** Mass at a place that moves the common centre of mass onto the first tipping line on its way [kg]. */
double chart_tipping_load(const chart_stand *stand, double mass, const hl_vec3 *centre, const hl_vec3 *load);

/** Rows of a state of the file's load chart: at each radius at most three quarters of the least tipping load
 * all round and 87 % of what the boom cylinders lift, with the bucket's pin 1.5 m high, and not much less
 * than the lesser of both. Blade and outriggers stay as they are. */
void chart_rows(valid_run *v, arm *a, const chart_stand *stand, int state);

#endif
