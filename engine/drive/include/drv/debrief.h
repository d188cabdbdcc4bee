/* The debriefing of an attempt, from the store and its files: the page, and its figures as pictures. Used by
 * `headland results debrief`, by `headland run` and by `headland train`. */
#ifndef DRV_DEBRIEF_H
#define DRV_DEBRIEF_H

#include "drv/results.h"
#include "train/debrief.h"

enum { DRV_FIGURES = TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS };

/** All that is known for a debriefing. */
typedef struct drv_debrief {
    hl_arena arena;
    train_debrief about; /**< drives: this attempt, up to two earlier ones of the trainee, the newest accepted
                            reference; all of the very same exercise */
    int count;           /**< figures */
    int figures[DRV_FIGURES];
    const char *svgs[DRV_FIGURES]; /**< contents, once drawn; NULL: it could not be drawn */
} drv_debrief;

void drv_debrief_free(drv_debrief *d);

/** Read, draw in a folder of its own that is removed afterwards, write the page. Without gnuplot the page has
 * no figures and says so.
 *  @param out  path of the page
 *  @param why  out: TRAIN_WHY, when the result is false
 *  @return false: no such attempt, or the page cannot be written */
bool drv_debrief_write(const drv_results *results, int64_t attempt, const char *out, char *why);

/** The same among the attempt's files, as debrief.html: whole or not at all. */
bool drv_debrief_keep(const drv_results *results, int64_t attempt, char *why);

/** Write the page anew that lies among the attempt's files, where there is one: name or proof have changed.
 *  @param why  out: TRAIN_WHY, when the result is false
 *  @return false: it cannot be written */
bool drv_debrief_renew(const drv_results *results, int64_t attempt, char *why);

/** The folder of the templates of pages, ASSETS/results. @param why  out: TRAIN_WHY, when it is not there */
bool debrief_templates(char path[TRAIN_PATH], char *why);

/** Read, and draw into a folder, for a window to show: figure-0.svg, ...
 *  @param d  out: with titles by train_figure_title; free it with drv_debrief_free
 *  @return false: nothing could be drawn at all */
bool drv_debrief_figures(drv_debrief *d, const drv_results *results, int64_t attempt, const char *folder,
                         char *why);

#endif
