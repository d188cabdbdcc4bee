/* Signals of the tracks. */
#include "machine_internal.h"

static const track_contact *look_of(const world_machine *machine, int track)
{
    return &machine->looks.tracks[track];
}

static double belt_speed(const world_machine *machine, int track)
{
    return look_of(machine, track)->belt_speed;
}

/* Slip: what the belt runs faster than the ground under the track's middle, over the faster of the two; below
 * a creep over that, since a ratio of two small numbers says nothing. */
static double slip(const world_machine *machine, int track)
{
    static const double SLOW = 0.1; /* [m/s] a tenth of usual travel speeds */
    const double belt = look_of(machine, track)->belt_speed, ground = look_of(machine, track)->ground_speed;
    return (belt - ground) / fmax(fmax(fabs(belt), fabs(ground)), SLOW);
}

static double load(const world_machine *machine, int track)
{
    return look_of(machine, track)->load;
}

static double traction(const world_machine *machine, int track)
{
    return look_of(machine, track)->traction;
}

static double side_force(const world_machine *machine, int track)
{
    return look_of(machine, track)->side_force;
}

static double sinkage(const world_machine *machine, int track)
{
    return machine->sand == NULL ? 0.0 : machine->track_soils[track].sinkage;
}

static const world_signal_row rows[] = {
    {".speed", "m/s", 1.0, belt_speed, "of the belt against the machine, positive driving forward"},
    {".slip", "1", 1.0, slip, "longitudinal slip, positive driving"},
    {".load", "N", 1.0, load, "normal force on the ground"},
    {".traction", "N", 1.0, traction, "force of the ground, positive forward"},
    {".side_force", "N", 1.0, side_force, "force of the ground, positive to the left"},
    {".sinkage", "m", 1.0, sinkage, "in the soil, deepest"},
};

void world_track_signals(world_machine *machine, hl_arena *arena)
{
    for (int t = 0; t < machine->track_count; t++)
        world_signals_put(machine, WORLD_ROWS(rows), "track.", machine->tracks[t].author->name, t, arena);
}
