/* How long a sweep takes, and whether somebody should be asked first. */
#ifndef SWP_GUESS_H
#define SWP_GUESS_H

#include <stdbool.h>
#include <stddef.h>

enum { SWP_MANY = 100 /* runs that are not begun without --yes */ };
extern const double swp_long; /**< nor a sweep that takes longer than this [s] */

/** What is known of a sweep under way. */
typedef struct swp_guess {
    int runs;     /**< to be made now: those that stand from before do not count */
    int done;     /**< of these */
    int parallel; /**< runs at once */
    int timed;    /**< runs whose time is known, those from before among them */
    double time;  /**< of those together [s] */
    double since; /**< the sweep has begun [s] */
} swp_guess;

/** Time that is left [s], from the mean of the runs whose time is known. Before there is one: at least this,
 * since no run has taken less than has gone by. */
double swp_estimate_remaining(const swp_guess *guess);

/** Whether to ask: more than SWP_MANY runs, as soon as a run's time is known; or a whole that takes longer
 * than swp_long, as soon as that is sure. */
bool swp_estimate_needs_consent(const swp_guess *guess);

/** "40 s", "12 min", "3.4 h". */
void swp_estimate_text(double seconds, char *text, size_t size);

#endif
