/* The world of a recording, built from its texts. */
#ifndef REPLAY_WORLD_H
#define REPLAY_WORLD_H

#include "rt/recording.h"
#include "world/machine.h"

typedef struct rt_replay_world {
    auth_machine *author;
    auth_scenario *scenario; /**< NULL: none */
    world_machine *machine;
} rt_replay_world;

/** Read the recorded texts, build the world, and compare it with the recorded one: version of the program,
 * names and sizes of states and controls, the model. Not RT.
 *  @param version  of this program
 *  @param world    all zero; out, in the arena
 *  @param why      out: RT_WHY_LENGTH, the reason
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status rt_replay_build(const rt_recording_info *recorded, const char *version, hl_arena *arena,
                          rt_replay_world *world, char *why);

#endif
