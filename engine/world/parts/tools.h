/* Tools that dig. */
#ifndef WORLD_TOOLS_H
#define WORLD_TOOLS_H

#include "machine/machine.h"

#include "contact/resistance.h"

/** A tool in the sand; what the sand does to it stands in media[] and payloads[]. */
typedef struct world_tool {
    const auth_tool *author;
    int body, effort;
    hl_vec3 at;   /**< of its frame in the body's [m] */
    hl_mat3 turn; /**< its frame to the body's */
} world_tool;

typedef struct world_tools {
    int count; /**< that dig: 0 without sand */
    int first; /**< number of the first among all tools in the sand */
    world_tool *list;
    contact_medium *media; /**< [count] what surrounds them in the next step; state */
    mb_payload *payloads;  /**< [count] what lies still in them; state */
} world_tools;

/** Motion of the tools at the poses that were looked at. RT.
 *  @param motion  out: [count] */
void world_tools_move(const world_machine *machine, terr_tool_motion *motion);

/** What the sand's step found acts on the tools in the next step. RT.
 *  @param motion, loads  [count] */
void world_tools_load(world_machine *machine, const terr_tool_motion *motion, const terr_tool_load *loads);

#endif
