/* A small debriefing: an attempt, an earlier one and a reference drive, with round numbers. */
#ifndef DRIVES_H
#define DRIVES_H

#include "support/check.h"

#include "train/debrief.h"

enum { DRIVES_ROWS = 6, DRIVES_POINTS = 3 };

/** All of it, fresh, to be changed by a test: drives 0 "this attempt", 1 "attempt 5", 2 "reference". */
typedef struct drives {
    auth_scenario scenario;
    auth_task tasks[1];
    auth_plot plots[1];
    train_attempt attempts[3];
    train_points points[3][DRIVES_POINTS];
    train_event events[3];
    double values[3][DRIVES_ROWS][9];
    train_debrief debrief;
} drives;

drives *drives_new(void);

/** What is written between these two; good until the next drives_written. */
FILE *drives_write(void);
const char *drives_written(FILE *file);

/** The script of a figure; good until the next drives_written. */
const char *drives_script(const train_debrief *debrief, int figure);

/** How often a text occurs in another. */
int drives_count(const char *text, const char *part);

#endif
