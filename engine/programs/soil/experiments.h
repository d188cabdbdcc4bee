/* What the experiments of `headland soil` share: a soil, and where results and plots go. */
#ifndef EXPERIMENTS_H
#define EXPERIMENTS_H

#include "terr/lab.h"
#include "valid/runner.h"

#include <cjson/cJSON.h>

typedef struct soil_study {
    const char *path; /**< of the soil's file */
    const char *stem; /**< its name without folder and ending, letters, digits and hyphens: for plots */
    terr_soil soil;
    cJSON *rows;          /**< what came out so far */
    valid_results *plots; /**< keeps none when none are wanted */
    int status;           /**< exit status: an experiment that cannot be made has said so on stderr */
} soil_study;

/** Add a result.
 *  @param here, expected  in this unit; NaN: nothing is expected */
void study_result(soil_study *study, const char *test, const char *what, const char *unit, double here,
                  double expected);

/** Whether an experiment could be made; false after a complaint. */
bool study_made(soil_study *study, const char *test, hl_status status, const char *why);

/** A plot STEM-NAME. */
valid_plot *study_plot(soil_study *study, const char *name, const char *title, const char *x_label,
                       const char *y_label);

/** All results as a table. */
void study_print(const cJSON *soils);

/* ---- the experiments ---- */

void study_repose(soil_study *study);
void study_drop(soil_study *study);
void study_bank(soil_study *study);
void study_cutting(soil_study *study);
void study_digging(soil_study *study);
void study_sinkage(soil_study *study);
void study_traction(soil_study *study);

#endif
