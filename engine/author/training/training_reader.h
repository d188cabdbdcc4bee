/* From the raw parts of an exercise to their descriptors: what the readers of the parts share. Private to the
 * author room. */
#ifndef AUTHOR_TRAINING_READER_H
#define AUTHOR_TRAINING_READER_H

#include "scenario/scenario_reader.h"

/* Counts up to it, and sums of them over any exercise, are whole numbers yet. */
enum { AUTH_MOST_COUNTED = 1000000000 };

typedef struct auth_training_reader {
    const auth_reader *file;
    const yaml_node_t *root;
    const raw_training *raw;
    const auth_scenario *scenario; /* ground, sand and objects are read */
    auth_training *out;
    auth_names objects, regions, counters, tasks;
} auth_training_reader;

/** Read the value under `key` of an item as one bound of a signal; does nothing when it was not given.
 *  @param above  the bound is the lower one
 *  @return false after a complaint */
bool auth_read_bound(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                     const char *text, bool above, const char *signal, auth_condition *bound);

/** True when both bounds were given and there is nothing between them. Those of different dimensions, or one
 * of them bare, are not compared. */
bool auth_bounds_exclude(const auth_condition *low, const auth_condition *high);

/** Read `regions`, `counters`, `profiles`. False: out of memory. */
bool auth_read_places(auth_training_reader *t);

/** Read `tasks`. False: out of memory. */
bool auth_read_tasks(auth_training_reader *t);

/** Read `when` of a task. */
void auth_read_tests(const auth_training_reader *t, const yaml_node_t *item, const raw_task *raw,
                     auth_task *task);

/** Read the instructions under `key` of a task. */
void auth_read_instructions(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                            const raw_instruction *raw, unsigned count, auth_instructions *list);

/** Find tasks that can never begin, and exercises that can never end. Called with tasks without complaints.
 */
void auth_check_order(const auth_training_reader *t);

/** Read `score` and `plots`. False: out of memory. */
bool auth_read_score(auth_training_reader *t);
bool auth_read_plots(auth_training_reader *t);

#endif
