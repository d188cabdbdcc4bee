/* Choosing the quality of pictures by how long they take. Pure.
 *
 * The times of two seconds are looked at together: when one of ten is too long, the next lower quality is
 * taken; when all but one of ten leave half of the budget, the next higher. What was too slow is not tried
 * again before the size of the picture changes, so that quality does not swing. */
#ifndef WINDOW_QUALITY_H
#define WINDOW_QUALITY_H

#include "rnd/backend.h"

enum { QUALITY_TIMES = 600 };

typedef struct quality {
    rnd_quality level;
    rnd_quality ceiling; /**< the highest that may be tried */
    double budget;       /**< of a picture [s] */
    double seconds;      /**< since the times began, or before they do: below 0 */
    int count;
    float times[QUALITY_TIMES]; /**< [s] */
} quality;

/** @param software  drawn by the processor: begin with the lowest, else with the highest
 *  @param budget    of a picture [s] */
quality quality_begin(bool software, double budget);

/** A picture was drawn.
 *  @param busy      how long that took, without waiting for the clock [s]
 *  @param interval  since the one before [s]
 *  @return whether the level has changed */
bool quality_frame(quality *q, double busy, double interval);

/** The picture has another size: what was too slow may no longer be. */
void quality_resized(quality *q);

#endif
