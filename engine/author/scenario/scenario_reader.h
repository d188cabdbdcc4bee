/* What the readers of a scenario's parts share. Private to the author room. */
#ifndef AUTHOR_SCENARIO_READER_H
#define AUTHOR_SCENARIO_READER_H

#include "reader/fields.h"

#include "auth/scenario.h"

/* Counts up to it, and sums of them over any exercise, are whole numbers yet. */
#define AUTH_MOST_COUNTED "1e9"

/** The scenario that an item is in. Parts of it that stand before the item in the table have been read. */
static inline const auth_scenario *auth_scenario_of(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return item->out;
}

/** Complain about a rectangle whose corner `to` is not beyond the corner `from`. @return false after a
 * complaint */
bool auth_check_corners(const auth_item *item, const double from[2], const double to[2]);

/** Tables of the parts. */
extern const auth_table auth_sand_table, auth_skip_table, auth_weather_table, auth_scenery_table,
    auth_object_table, auth_region_table, auth_counter_table, auth_profile_table, auth_task_table,
    auth_score_table, auth_plot_table, auth_utility_table, auth_person_table, auth_ending_table;

/** Add floors and walls of the containers to the objects, before these are completed. */
void auth_add_skip_objects(auth_item *file);

/** After the list of tasks: number their instructions; and complain about names as auth_check_list_signals. A
 * row's `check`. */
bool auth_check_tasks(auth_item *item, const auth_field *field);

/** Add the endings that hold without rows of the file, and the texts of all. Called when everything else has
 * been read.
 *  @param of_exercise  number what they instruct
 *  @return false: out of memory */
bool auth_finish_endings(auth_scenario *scenario, bool of_exercise, hl_arena *arena);

/** Find tasks that can never begin, and exercises that can never end. Called with the file, without
 * complaints. */
void auth_check_order(auth_item *file);

/** Read a value as one bound of a signal; does nothing when it is left out.
 *  @param above  the bound is the lower one
 *  @return false after a complaint */
bool auth_read_bound(const auth_item *item, const char *key, const yaml_node_t *value, bool above,
                     const char *signal, auth_condition *bound);

/** True when both bounds are given and there is nothing between them. Those of different dimensions, or one
 * of them bare, are not compared. */
bool auth_bounds_exclude(const auth_condition *low, const auth_condition *high);

#endif
