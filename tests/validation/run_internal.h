/* What the files of the runner share. */
#ifndef VALID_RUN_INTERNAL_H
#define VALID_RUN_INTERNAL_H

#include "valid/runner.h"

typedef struct valid_row {
    const char *case_name;
    char *what, *unit, *source, *reason;
    double published; /* NaN: none */
    double here;      /* NaN: could not be computed */
    double tolerance;
    bool holds;
} valid_row;

struct valid_curve {
    char *name;
    bool points;
    double *xy; /* pairs */
    size_t count, capacity;
    valid_curve *next;
};

struct valid_plot {
    const char *case_name;
    char *name, *title, *x_label, *y_label;
    bool logarithmic_x, logarithmic_y, equal;
    valid_curve *curves;
    valid_plot *next;
};

struct valid_results {
    const char *assets;
    bool plots_wanted;
    valid_row *rows;
    int count, capacity;
    valid_plot *plots;
};

struct valid_run {
    valid_results *results;
    const valid_case *the_case;
    hl_arena arena;
    double *values; /* room for the outputs of a mechanism */
    int value_count;
};

/** Memory or the end: a runner of tests has no better answer to exhaustion. */
void *valid_grow(void *old, size_t count, size_t size);
char *valid_copy(const char *text);

void valid_plots_free(valid_plot *plots);

#endif
