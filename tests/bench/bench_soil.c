/* Sand: particles, field, tires, tools, and the published work cycle with the whole tractor.
 *
 *   soil/particles/N, soil/tumbling/N   a step of N particles, all awake: settled in a box, turned over in a
 *                                       drum
 *   soil/heap/V, soil/cells/N           relaxation: of a fresh heap of V m^3, of N cells that lie still
 *   soil/quiet/...                      a step of a large field in which nothing happens
 *   soil/tires, soil/tires-standing     four tires of the tractor on the sand
 *   soil/scoop                          a bucket that digs, curls and lifts, by itself
 *   soil/container/...                  a trailer's body full of sand, at rest and tilted
 *   soil/work-cycle, soil/state/...     the tractor in assets/scenarios/sand-transfer.yaml */
#include "bench_soil.h"

const double SOIL_CELL = 0.05, SOIL_RADIUS = 0.025, SOIL_STEP = 1e-3, SOIL_GRAVITY = 9.80665;

static const double DEPTH = 1.0, LOOSE_DEPTH = 0.2; /* [m] */

const terr_soil soil_dry_sand = {.name = "dry sand",
                                 .loose_density = 1420.0,
                                 .bank_density = 1600.0,
                                 .repose = 0.593411945678072, /* 34 deg */
                                 .friction_angle = 0.558505360638185,
                                 .steel_friction = 0.366519142918809,
                                 .bekker_cohesive = 0.99e3,
                                 .bekker_frictional = 1528.43e3,
                                 .bekker_exponent = 1.10,
                                 .janosi_displacement = 0.025,
                                 .tip_pressure = 2e6,
                                 .pressing = 4.0,
                                 .solid_share = 0.6,
                                 .restitution = 0.2,
                                 .sliding_friction = 0.55,
                                 .rolling_friction = 0.15};

terr_field_def soil_field_def(const double *side, double cell, hl_arena *arena)
{
    return (terr_field_def){.origin = {-0.5 * side[0], -0.5 * side[1]},
                            .cell = cell,
                            .columns = (int)(side[0] / cell + 0.5),
                            .rows = (int)(side[1] / cell + 0.5),
                            .shape = terr_ground_plane(&(terr_plane){0.0, 0.0, 0}, arena),
                            .depth = DEPTH,
                            .loose_depth = LOOSE_DEPTH,
                            .soils = &soil_dry_sand,
                            .soil_count = 1,
                            .step = SOIL_STEP};
}

void soil_register(bench_list *list, const char *name, bench_case bench)
{
    snprintf(bench.name, sizeof bench.name, "soil/%s", name);
    bench_register(list, &bench);
}

void bench_group_soil(bench_list *list)
{
    soil_particles(list);
    soil_field(list);
    soil_tires(list);
    soil_cycle(list);
    soil_container(list);
}
