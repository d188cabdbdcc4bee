/* What runs of a sweep are compared by, and how each is shown: in tables, in files and in plots. */
#ifndef SWP_MEASURE_H
#define SWP_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/** What is compared. NaN where a report has none of it. */
typedef enum swp_measure {
    SWP_SCORE,   /**< of an exercise, of 100 points */
    SWP_TIME,    /**< until the goal or the end of the exercise, else of the whole run [s] */
    SWP_FUEL,    /**< [l] */
    SWP_MASS,    /**< in all zones together [kg] */
    SWP_HITS,    /**< number of them */
    SWP_IMPULSE, /**< of all hits [N s] */
    SWP_PEAK,    /**< largest of all pressures of the machine [Pa] */
    SWP_FACTOR,  /**< simulated over elapsed time */
    SWP_MEASURES
} swp_measure;

/** How a measure is shown. */
typedef struct swp_look {
    const char *title; /**< of its column, for people */
    const char *unit;  /**< for people; empty where there is none */
    double scale;      /**< number for people per number in files */
    int digits;        /**< after the point, for people */
    bool more_is_better;
    const char *key;        /**< in files */
    const char *files_unit; /**< in files: SI, but for litres */
    const char *plot;       /**< name of its plot's files, "cycle-time"; NULL: it is not drawn */
    const char *plot_title; /**< NULL likewise */
} swp_look;

/** Of one of SWP_MEASURES; never NULL. */
const swp_look *swp_style_of(swp_measure measure);

/** A title with the measure's unit, "fuel [l]"; the title alone where there is none. */
void swp_title(const char *title, swp_measure measure, char *text, size_t size);

#endif
