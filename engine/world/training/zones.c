/* Places of a scenario: zones, in which soil is weighed, and regions, which a point of the machine can enter.
 */
#include "training/training.h"

#include "hl/real.h"
#include "hl/report.h"

#include <math.h>
#include <string.h>

/* Ticks between weighings: what is in a hopper changes slowly, and weighing thousands of cells and particles
 * takes some hundredths of a millisecond. Zones have their turns in different ticks. */
enum { WEIGH_EVERY = 20 };
_Static_assert((int)AUTH_MAX_ZONES <= (int)WEIGH_EVERY, "a tick for each zone");

/* Corners of its box in the world [m]. */
typedef struct corners {
    hl_vec3 low, high;
} corners;

typedef struct world_zones {
    int count;
    corners *list;
    int64_t *cells; /* [count] of the field in each */
    double *masses; /* [count] when they were weighed last [kg]; state */
} world_zones;

/* Cells of the field whose middles lie in the box. */
static int64_t cells_in(const world_site *site, const corners *box)
{
    const double low[2] = {box->low.x, box->low.y}, high[2] = {box->high.x, box->high.y};
    return terr_field_cells_in(terr_sand_field(site->sand), low, high);
}

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    world_zones *zones = machine->zones = HL_NEW(with->arena, world_zones, 1);
    if (zones == NULL) return HL_OUT_OF_MEMORY;
    zones->count = scenario == NULL ? 0 : scenario->zone_count;
    zones->list = HL_NEW(with->arena, corners, zones->count);
    zones->masses = HL_NEW(with->arena, double, zones->count);
    zones->cells = HL_NEW(with->arena, int64_t, zones->count);
    if (zones->list == NULL || zones->masses == NULL || zones->cells == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < zones->count; i++) {
        const auth_zone *author = &scenario->zones[i];
        const hl_vec3 half = hl_scale(0.5, world_vec3(author->size));
        const double height = terr_ground_at(machine->site->terrain, author->at[0], author->at[1]).height;
        const hl_vec3 floor_middle = hl_v3(author->at[0], author->at[1], height + author->at[2]);
        zones->list[i].low = hl_sub(floor_middle, hl_v3(half.x, half.y, 0.0));
        zones->list[i].high = hl_add(floor_middle, hl_v3(half.x, half.y, 2.0 * half.z));
        if (machine->site->sand != NULL) zones->cells[i] = cells_in(machine->site, &zones->list[i]);
    }
    return HL_OK;
}

static void put_blocks(world_machine *machine)
{
    world_block_put(machine, "zones", machine->zones->masses, (size_t)machine->zones->count * sizeof(double),
                    NULL, NULL);
}

static void weigh(world_machine *machine, int zone)
{
    machine->zones->masses[zone] = terr_kilograms(terr_sand_mass_in(
        machine->site->sand, machine->zones->list[zone].low, machine->zones->list[zone].high));
}

static void start(world_machine *machine)
{
    for (int i = 0; i < machine->zones->count && machine->site->sand != NULL; i++) weigh(machine, i);
}

static void step(world_machine *machine)
{
    const int64_t turn = machine->mechanism->state->tick % WEIGH_EVERY;
    if (machine->site->sand != NULL && turn < machine->zones->count) weigh(machine, (int)turn);
}

static int64_t places_of(const world_machine *machine, int zone, int64_t particles)
{
    return machine->site->sand != NULL ? machine->zones->cells[zone] + particles : 0;
}

int64_t world_zones_measured(const world_machine *machine)
{
    const int64_t turn = machine->mechanism->state->tick % WEIGH_EVERY;
    if (machine->zones == NULL || turn >= machine->zones->count || machine->site->sand == NULL) return 0;
    return places_of(machine, (int)turn, terr_particles_count(terr_sand_particles(machine->site->sand)));
}

int64_t world_zones_most_measured(const world_machine *machine, int64_t particles)
{
    int64_t most = 0;
    for (int i = 0; machine->zones != NULL && i < machine->zones->count; i++) {
        const int64_t places = places_of(machine, i, particles);
        if (places > most) most = places;
    }
    return most;
}

double world_zone_mass(const world_machine *machine, int zone)
{
    return machine->zones->masses[zone];
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row mass = {".mass", "kg", 1.0, world_zone_mass, "soil in the zone"};
    for (int i = 0; i < machine->zones->count; i++)
        world_signal_put(machine, &mass, "zone.", world_scenario_of(machine)->zones[i].name, i, arena);
}

const world_part_row world_zones_row = {.name = "zones",
                                        .of_exercise = true,
                                        .define = define,
                                        .signals = put_signals,
                                        .blocks = put_blocks,
                                        .start = start,
                                        .step = step};

/* ---- regions: boxes on the ground, turned about the vertical, that a point of the machine can enter ---- */

/* -1 after a complaint with the nearest name */
static int find_body(const world_machine *machine, const auth_region *region, hl_report *report)
{
    const auth_mechanism *author = machine->author->mechanism;
    if (region->body == NULL) return machine->author->chassis;
    char hint[HL_HINT_LENGTH];
    hl_nearest nearest = hl_spelling_begin(region->body);
    for (int b = 0; b < author->body_count; b++) {
        if (strcmp(author->bodies[b].name, region->body) == 0) return b;
        hl_spelling_offer(&nearest, author->bodies[b].name);
    }
    hl_report_add(report, region->body_place, "unknown body '%s': give a body of the machine%s", region->body,
                  hl_did_you_mean(nearest.best, hint));
    return -1;
}

bool world_regions_define(world_machine *machine, hl_arena *arena, hl_report *report)
{
    world_training *training = machine->training;
    const int count = training->author->region_count;
    training->regions = HL_NEW(arena, world_region, count);
    training->marked = HL_NEW(arena, double, count);
    if (training->regions == NULL || training->marked == NULL) return false;
    for (int i = 0; i < count; i++) {
        const auth_region *region = &training->author->regions[i];
        const double ground = terr_ground_at(machine->site->terrain, region->at[0], region->at[1]).height;
        training->regions[i] =
            (world_region){.body = find_body(machine, region, report),
                           .point = world_vec3(region->point),
                           .floor = hl_v3(region->at[0], region->at[1], ground + region->at[2]),
                           .size = world_vec3(region->size)};
        hl_sincos(region->heading, &training->regions[i].along[1], &training->regions[i].along[0]);
    }
    return true;
}

bool world_region_has(const world_machine *machine, int of, hl_vec3 at)
{
    const world_region *region = &machine->training->regions[of];
    const hl_vec3 away = hl_sub(at, region->floor);
    const double x = region->along[0] * away.x + region->along[1] * away.y;
    const double y = region->along[0] * away.y - region->along[1] * away.x;
    return fabs(x) <= 0.5 * region->size.x && fabs(y) <= 0.5 * region->size.y && away.z >= 0.0 &&
           away.z <= region->size.z;
}

double world_region_inside(const world_machine *machine, int of)
{
    const world_region *region = &machine->training->regions[of];
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, region->body);
    const hl_vec3 at = hl_add(pose.position, hl_mul(&pose.rotation, region->point));
    return world_region_has(machine, of, at) ? 1.0 : 0.0;
}

static double marked(const world_machine *machine, int of)
{
    return machine->training->marked[of];
}

void world_region_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".inside", "1", 1.0, world_region_inside, "1 while the point of the machine is in the region"},
        {".marked", "1", 1.0, marked, "1 while the region stands out in the picture"},
    };
    const auth_training *author = machine->training->author;
    for (int i = 0; i < author->region_count; i++)
        world_signals_put(machine, WORLD_ROWS(rows), "region.", author->regions[i].name, i, arena);
}
