/* Common parts of the experiments: a level square of soil, optionally with grains and a tool. */
#ifndef TERR_LAB_PARTS_H
#define TERR_LAB_PARTS_H

#include "terr/lab.h"
#include "terr/sand.h"

/* A field about the origin.
 * @param shape  NULL: level at height 0 */
terr_field_def lab_field_def(const terr_lab *lab, double length, double breadth, const terr_ground *shape,
                             hl_arena *arena);

/* Sand on such a field.
 * @param tool      NULL: none
 * @param capacity  of particles, at least 1 */
hl_status lab_sand(const terr_lab *lab, const terr_field_def *field, const terr_tool_def *tool, int capacity,
                   hl_arena *arena, terr_sand **sand, char *why);

/* What is no longer there: 0. */
terr_mass lab_missing(const terr_sand *sand);

#endif
