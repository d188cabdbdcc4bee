/* Figures of the pictures: rate, times, latency; and the automatic quality. Pure. */
#ifndef WINDOW_FIGURES_H
#define WINDOW_FIGURES_H

#include "rnd/backend.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- automatic quality ----
 *
 * The decision uses the times of two seconds: if one of ten is too long, the next lower quality is chosen; if
 * nine of ten need less than half of the budget, the next higher. A quality that was too slow is not tried
 * again until the size of the picture changes, so that the quality does not oscillate.
 *
 * If the lowest quality is too slow, the world is drawn at a lower resolution, with coarser shapes and
 * shadows; each second it is corrected towards the budget. */

enum { QUALITY_TIMES = 600 };

typedef struct quality {
    rnd_quality level;
    rnd_quality ceiling; /**< the highest allowed */
    double resolution;   /**< of the world, as a share of the picture's: rnd_backend */
    double least;        /**< the lowest resolution */
    double budget;       /**< of a picture [s] */
    double seconds;      /**< since the beginning of the period; below 0: before it */
    int count;
    float times[QUALITY_TIMES]; /**< [s] */
} quality;

/** @param software  drawn by the processor: begin with the lowest, else with the highest
 *  @param budget    of a picture [s] */
quality quality_begin(bool software, double budget);

/** Add the times of a picture.
 *  @param busy      its duration, without waiting for the clock [s]
 *  @param interval  since the previous picture [s]
 *  @return whether level or resolution has changed */
bool quality_frame(quality *q, double busy, double interval);

/** The lowest resolution for a height of the picture [pixels]: half of small pictures, a third of large ones.
 */
double quality_least_resolution(int height);

/** Handle a new size of the picture: all qualities are allowed again. */
void quality_resized(quality *q);

enum { FIGURES_FRAMES = 512 };

/** Times of a picture [s]. */
typedef struct figures_frame {
    double interval; /**< since the previous picture */
    double scene;    /**< making its draw list */
    double draw;     /**< drawing it */
    double show;     /**< presenting it, including waiting */
} figures_frame;

typedef struct figures {
    int count, next;
    float intervals[FIGURES_FRAMES]; /**< the last ones [s] */
    figures_frame mean;              /**< sliding */
    double age;                      /**< from simulation to picture [s], sliding mean */
    double answer;    /**< from a command to the picture that shows it [s]; below 0: not yet known */
    int64_t waited;   /**< time of the pending command [ns]; 0: none */
    int64_t answered; /**< time of the last command shown [ns] */
} figures;

figures figures_begin(void);

/** Add the times of a shown picture. */
void figures_add(figures *f, const figures_frame *frame);

/** Update the latencies. @param now    time of presentation [ns] @param world  the shown instant of the
 * simulation [ns], on the same clock @param moved  time of the last command [ns]; 0: never */
void figures_latency(figures *f, int64_t now, int64_t world, int64_t moved);

/** Pictures a second, over those of the last second. */
double figures_rate(const figures *f);

/** The 99th percentile of the interval [s]. */
double figures_p99(const figures *f);

#endif
