/* Figures of the pictures: how many, how long they took, how old what they show is. Pure. */
#ifndef WINDOW_FIGURES_H
#define WINDOW_FIGURES_H

#include "rnd/backend.h"

#include <stdbool.h>
#include <stdint.h>

/* Choosing the quality of pictures by how long they take. Pure.
 *
 * The times of two seconds are looked at together: when one of ten is too long, the next lower quality is
 * taken; when all but one of ten leave half of the budget, the next higher. What was too slow is not tried
 * again before the size of the picture changes, so that quality does not swing. */

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

enum { FIGURES_FRAMES = 512 };

/** Of one picture [s]. */
typedef struct figures_frame {
    double interval; /**< since the one before */
    double scene;    /**< its draw list was made in */
    double draw;     /**< it was drawn in */
    double show;     /**< handed to the display in, waiting included */
} figures_frame;

typedef struct figures {
    int count, next;
    float intervals[FIGURES_FRAMES]; /**< the last ones [s] */
    figures_frame mean;              /**< sliding */
    double age;                      /**< from the world to the picture [s], sliding mean */
    double answer;    /**< from what was moved to the picture that shows it [s]; below 0: not yet known */
    int64_t waited;   /**< time of the movement that is waited for [ns]; 0: none */
    int64_t answered; /**< of the last that was seen [ns] */
} figures;

figures figures_begin(void);

/** A picture has been shown. */
void figures_add(figures *f, const figures_frame *frame);

/** What it showed.
 *  @param now    it was shown at [ns]
 *  @param world  the instant that it shows [ns], on the same clock
 *  @param moved  when something was last moved [ns]; 0: never */
void figures_latency(figures *f, int64_t now, int64_t world, int64_t moved);

/** Pictures a second, over those of the last second. */
double figures_rate(const figures *f);

/** The interval that 99 of 100 pictures keep [s]. */
double figures_p99(const figures *f);

#endif
