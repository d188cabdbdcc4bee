/* Interface of the tools to the sand's step (sand.c). */
#ifndef TERR_TOOL_DIG_H
#define TERR_TOOL_DIG_H

#include "terr/particles.h"
#include "terr/tool.h"

enum { DIG_FREE_SHARE = 16 }; /* one in so many places for particles is kept free for tools that move */

/* A tool as made ready at load. */
typedef struct terr_digger terr_digger;

/* @return NULL: out of memory */
terr_digger *terr_digger_new(const terr_tool_def *tool, const terr_field *field, hl_arena *arena);

/* What a dig did. */
typedef struct terr_dig {
    terr_mass dug; /* taken from the field */
    int born;      /* particles made of it */
    int squeezed;  /* particles that the budget did not let be born: their soil stays in the field, pushed
                      ahead of the tool */
} terr_dig;

/* Soil above the tool's floor, between edge and back, becomes particles; load->resistance, dug and depth are
 * filled in; the surcharge of what rides on the tool enters through `carried`. Not beyond the particle budget
 * nor DIG_MOST_BORN a step. RT.
 * @param carried  payload of the step before */
terr_dig terr_digger_step(terr_digger *digger, const terr_tool_motion *motion, const terr_payload *carried,
                          terr_field *field, terr_particles *particles, terr_tool_load *load);

/* Whether a point of the tool's frame belongs to what the tool holds: inside the profile and between the
 * sides, or heaped above the mouth within a segment of a circle. RT. */
bool terr_digger_holds(const terr_digger *digger, hl_vec3 point);

/* Whether a particle belongs to the pile that a tool at work pushes ahead: a slow tool's lies as still as one
 * at rest. As of the last step. RT. */
bool terr_digger_pushes(const terr_digger *digger, const terr_cut_front *front, hl_vec3 place);

/* Depth of a point behind the plane of the virtual mass sensor near the teeth, positive inside [m]. RT. */
double terr_digger_sensor(const terr_digger *digger, hl_vec3 point);

#endif
