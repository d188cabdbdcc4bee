/* What makes a scenario an exercise, as libcyaml reads it; see mechanism_raw.h. Private to the author room.
 */
#ifndef AUTHOR_TRAINING_RAW_H
#define AUTHOR_TRAINING_RAW_H

#include <cyaml/cyaml.h>
#include <stdbool.h>

typedef struct raw_texts {
    char *title, *briefing, *finished, *failed;
} raw_texts;

typedef struct raw_region {
    char *name, *at[3], *size[3], *heading, *body, *point[3];
} raw_region;

typedef struct raw_counter {
    char *name, *initial;
} raw_counter;

typedef struct raw_profile {
    char *name, *at[2], *heading, *length, *width, *height, *grade, *tolerance;
} raw_profile;

typedef struct raw_test {
    char *signal, *rate_of, *above, *below, *inside, *outside, *hit, *hold;
    struct raw_test *any; /* these have none of their own */
    unsigned any_count;
} raw_test;

typedef struct raw_instruction {
    char *message, *image, *gauge, *mark, *count, *score, *fail, *finish, *next, *seconds, *add, *text;
    int sound, level; /* looked at when their keys are there */
    bool shown;
} raw_instruction;

typedef struct raw_task {
    char *name, *text, **after, **after_any, *within;
    raw_test *when;
    raw_instruction *begin, *then, *late;
    unsigned after_count, after_any_count, when_count, begin_count, then_count, late_count, repeat;
    bool optional;
} raw_task;

typedef struct raw_component {
    char *name, *text, *signal, *low, *high, *during, *best, *worst, *weight;
    int of;
} raw_component;

typedef struct raw_score {
    char *pass;
    raw_component *components;
    unsigned components_count;
} raw_score;

typedef struct raw_plot {
    char *title, *signal, *low, *high;
} raw_plot;

typedef struct raw_training {
    raw_texts *texts;
    char *hud;
    raw_region *regions;
    raw_counter *counters;
    raw_profile *profiles;
    raw_task *tasks;
    raw_score *score;
    raw_plot *plots;
    unsigned level, attempts, regions_count, counters_count, profiles_count, tasks_count, plots_count;
} raw_training;

/** Tables of the parts, for that of the scenario. */
extern const cyaml_schema_field_t auth_texts_fields[], auth_score_fields[];
extern const cyaml_schema_value_t auth_region_value, auth_counter_value, auth_profile_value, auth_task_value,
    auth_plot_value;

/** Word of a measure as files write it. */
const char *auth_measure_word(int value);

#endif
