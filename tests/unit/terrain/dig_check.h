/* Scenes for tests of digging tools: a level field of sand, 6 x 4 m, its surface at height 0, and a
 * loader's bucket. */
#ifndef DIG_CHECK_H
#define DIG_CHECK_H

#include "support/check.h"
#include "tool/tool_internal.h"

extern const double DIG_CELL, DIG_STEP, DIG_RADIUS;
extern const terr_tool_def
    DIG_BUCKET; /* floor 0.8 m at z = 0, edge at x = 0.8 m, back wall 0.8 m, 2.2 m wide */

typedef struct dig_scene {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
    terr_particles *particles;
    terr_digger *digger;
    terr_tool_motion motion;
    terr_payload carried;
    terr_tool_load load;
    terr_dig sum; /* of all steps */
} dig_scene;

/* Dry sand without tip resistance, so that its cutting force is the equation's. */
terr_soil dig_sand(void);

/* @param loose     depth of the loose part [m], the rest is bank soil
 * @param capacity  most particles */
void dig_open(dig_scene *scene, const terr_tool_def *tool, const terr_soil *soil, double loose, int capacity);
void dig_close(dig_scene *scene);

/* Put the tool's edge (middle) at a place, its floor rising backwards by `rake`, rolled by `roll` [rad]. */
void dig_place(dig_scene *scene, const terr_tool_def *tool, hl_vec3 edge, double rake, double roll);

/* One step where the tool is, then move it on by its velocity. Fails when a quantum is missing.
 * @return what was dug */
terr_dig dig_step(dig_scene *scene);

#endif
