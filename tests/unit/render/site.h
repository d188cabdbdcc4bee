/* The tractor in a scenario, as pictures get to know it: for tests of the scene. */
#ifndef SITE_H
#define SITE_H

#include "rnd/scene.h"
#include "world/machine.h"

typedef struct site {
    auth_machine *author;
    auth_scenario *scenario;
    world_machine *machine;
    rnd_scene_setup setup; /**< level ground at z = 0, no sand */
} site;

/** Read a scenario and its machine and build them; failures end the test.
 *  @param scenario  file */
site *site_new(const char *scenario, hl_arena *arena);

/** The world as it is. */
void site_look(const site *s, xch_snapshot *snapshot);

/** Steps with one control held, "" for none. */
void site_run(const site *s, int steps, const char *control, double value);

/** Index of a body; ends the test when there is none. */
int site_body(const site *s, const char *name);

#endif
