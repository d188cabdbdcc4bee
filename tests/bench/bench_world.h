/* A machine on the site of an authored scenario. Private to bench. */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include "bench/bench.h"
#include "world/machine.h"

typedef struct bench_world {
    auth_scenario *scenario;
    auth_machine *author;
    world_machine *machine;
} bench_world;

/** Build the world of the scenario NAME of the assets, with its soils and objects.
 *  @param formulation  NULL: the machine's own
 *  @param world        out, in the arena
 *  @return false: a file is refused, or memory is exhausted */
bool bench_world_build(const char *name, const mb_formulation *formulation, hl_arena *arena,
                       bench_world *world);

/** The same of a scenario's text, with paths as from the folder of the assets' scenarios. It names no files
 * of soils and objects. */
bool bench_world_build_text(const char *text, hl_arena *arena, bench_world *world);

#endif
