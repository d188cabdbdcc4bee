/* From a raw scenario to its descriptor: what the readers of its parts share. Private to the author room. */
#ifndef AUTHOR_SCENARIO_READER_H
#define AUTHOR_SCENARIO_READER_H

#include "reader/reader.h"
#include "scenario_raw.h"

#include "auth/scenario.h"

/** Complain about a rectangle whose corner `to` is not beyond the corner `from`.
 *  @return false after a complaint */
bool auth_check_corners(const auth_reader *reader, const yaml_node_t *item, const double from[2],
                        const double to[2]);

/** Read `sand`; does nothing when the file has none. The soils' files are not read yet. */
void auth_read_sand(const auth_reader *reader, const yaml_node_t *root, const raw_sand *raw, auth_sand *sand);

/** Read `weather`; what the file is silent about gets its default. */
void auth_read_weather(const auth_reader *reader, const yaml_node_t *root, const raw_weather *raw,
                       auth_weather *weather);

/** Read `scenery`. */
void auth_read_scenery(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *raw,
                       auth_scenario *scenario);

/** Read what makes an exercise: texts, regions, tasks, score and the like. Sand and objects are read before.
 *  @return false: out of memory */
bool auth_read_training(const auth_reader *reader, const yaml_node_t *root, const raw_training *raw,
                        auth_scenario *scenario);

#endif
