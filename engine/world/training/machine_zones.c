/* Zones of the scenario: the soil in them is weighed. */
#include "machine/machine_internal.h"

/* Ticks between weighings: what is in a hopper changes slowly, and weighing thousands of cells and particles
 * takes some hundredths of a millisecond. Zones have their turns in different ticks. */
enum { WEIGH_EVERY = 20 };
_Static_assert((int)AUTH_MAX_ZONES <= (int)WEIGH_EVERY, "a tick for each zone");

bool world_zones_define(world_machine *machine, hl_arena *arena)
{
    machine->zone_count = machine->scenario == NULL ? 0 : machine->scenario->zone_count;
    machine->zones = HL_NEW(arena, world_zone, machine->zone_count);
    machine->zone_masses = HL_NEW(arena, double, machine->zone_count);
    if (machine->zones == NULL || machine->zone_masses == NULL) return false;
    for (int i = 0; i < machine->zone_count; i++) {
        const auth_zone *zone = &machine->scenario->zones[i];
        const hl_vec3 half = hl_scale(0.5, world_vec3(zone->size));
        const double height = terr_ground_at(machine->ground, zone->at[0], zone->at[1]).height;
        const hl_vec3 floor_middle = hl_v3(zone->at[0], zone->at[1], height + zone->at[2]);
        machine->zones[i].low = hl_sub(floor_middle, hl_v3(half.x, half.y, 0.0));
        machine->zones[i].high = hl_add(floor_middle, hl_v3(half.x, half.y, 2.0 * half.z));
    }
    return true;
}

static void weigh(world_machine *machine, int zone)
{
    machine->zone_masses[zone] =
        terr_kilograms(terr_sand_mass_in(machine->sand, machine->zones[zone].low, machine->zones[zone].high));
}

void world_zones_weigh(world_machine *machine)
{
    for (int i = 0; i < machine->zone_count && machine->sand != NULL; i++) weigh(machine, i);
}

void world_zones_step(world_machine *machine)
{
    const int64_t turn = machine->mechanism->state->tick % WEIGH_EVERY;
    if (turn < machine->zone_count) weigh(machine, (int)turn);
}

double world_zone_mass(const world_machine *machine, int zone)
{
    return machine->zone_masses[zone];
}

void world_zone_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row mass = {".mass", "kg", 1.0, world_zone_mass, "soil in the zone"};
    for (int i = 0; i < machine->zone_count; i++)
        world_signal_put(machine, &mass, "zone.", machine->scenario->zones[i].name, i, arena);
}
