/* Figures of the pictures: how many, how long they took, how old what they show is. Pure. */
#ifndef WINDOW_FIGURES_H
#define WINDOW_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

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
