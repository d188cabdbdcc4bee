/* Zones of the scenario: the soil in them is weighed. */
#include "machine/machine.h"

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
    double *masses; /* [count] when they were weighed last [kg]; state */
} world_zones;

static hl_status define(world_machine *machine, world_building *with)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    world_zones *zones = machine->zones = HL_NEW(with->arena, world_zones, 1);
    if (zones == NULL) return HL_OUT_OF_MEMORY;
    zones->count = scenario == NULL ? 0 : scenario->zone_count;
    zones->list = HL_NEW(with->arena, corners, zones->count);
    zones->masses = HL_NEW(with->arena, double, zones->count);
    if (zones->list == NULL || zones->masses == NULL) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < zones->count; i++) {
        const auth_zone *author = &scenario->zones[i];
        const hl_vec3 half = hl_scale(0.5, world_vec3(author->size));
        const double height = terr_ground_at(machine->site->terrain, author->at[0], author->at[1]).height;
        const hl_vec3 floor_middle = hl_v3(author->at[0], author->at[1], height + author->at[2]);
        zones->list[i].low = hl_sub(floor_middle, hl_v3(half.x, half.y, 0.0));
        zones->list[i].high = hl_add(floor_middle, hl_v3(half.x, half.y, 2.0 * half.z));
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
