/* What the benchmarks of the sand share. */
#ifndef BENCH_SOIL_H
#define BENCH_SOIL_H

#include "bench/bench.h"
#include "terr/sand.h"

extern const double SOIL_CELL, SOIL_RADIUS, SOIL_STEP, SOIL_GRAVITY;

/** Dry sand, as assets/soils/dry-sand.yaml has it. */
extern const terr_soil soil_dry_sand;

/** A level field of dry sand around the origin, the last 0.2 m of it loose; nothing else.
 *  @param side  [m] along x and y */
terr_field_def soil_field_def(const double *side, double cell, hl_arena *arena);

/** Register a benchmark of the group under soil/NAME; name and group are filled in here. */
void soil_register(bench_list *list, const char *name, bench_case bench);

/* what the other files have */
void soil_particles(bench_list *list);
void soil_field(bench_list *list);
void soil_tires(bench_list *list);
void soil_cycle(bench_list *list);
void soil_container(bench_list *list);

#endif
