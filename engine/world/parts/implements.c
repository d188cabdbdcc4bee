/* Implements of a machine: their bodies, where they are. All else of them belongs to the machine
 * (auth_machine_join). */
#include "parts/parts.h"

#include "hl/real.h"

#include <math.h>

/* ---- units ---- */

world_unit world_unit_at(const world_machine *machine, int unit)
{
    const auth_machine *author = machine->author;
    const int count = author->implement_count, bodies = author->mechanism->body_count;
    const int end = unit < count ? author->implements[unit].first_body : bodies;
    if (unit == 0) return (world_unit){NULL, author->chassis, 0, end, machine->start};
    const auth_implement *implement = &author->implements[unit - 1];
    return (world_unit){implement->name, implement->first_body + implement->machine->chassis,
                        implement->first_body, end, implement->start};
}

int world_unit_of(const world_machine *machine, int body)
{
    for (int u = machine->author->implement_count; u > 0; u--)
        if (body >= machine->author->implements[u - 1].first_body) return u;
    return 0;
}

/* ---- signals ---- */

static mb_pose implement_pose(const world_machine *machine, int of)
{
    const world_unit unit = world_unit_at(machine, of);
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, unit.chassis);
}

static double implement_x(const world_machine *machine, int of)
{
    return implement_pose(machine, of).position.x;
}

static double implement_y(const world_machine *machine, int of)
{
    return implement_pose(machine, of).position.y;
}

static double implement_z(const world_machine *machine, int of)
{
    return implement_pose(machine, of).position.z;
}

static double implement_heading(const world_machine *machine, int of)
{
    const hl_mat3 R = implement_pose(machine, of).rotation;
    return hl_atan2(R.m[1][0], R.m[0][0]);
}

static double implement_roll(const world_machine *machine, int of)
{
    return hl_asin(fmin(fmax(implement_pose(machine, of).rotation.m[2][1], -1.0), 1.0));
}

static double implement_pitch(const world_machine *machine, int of)
{
    return hl_asin(fmin(fmax(implement_pose(machine, of).rotation.m[2][0], -1.0), 1.0));
}

static double implement_speed(const world_machine *machine, int of)
{
    const world_unit unit = world_unit_at(machine, of);
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = implement_pose(machine, of).rotation;
    return hl_dot(hl_v3(R.m[0][0], R.m[1][0], R.m[2][0]),
                  mb_point(m->model, m->work, unit.chassis, hl_v3(0, 0, 0)).velocity);
}

static void put_implement_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".chassis.x", "m", 1.0, implement_x, "position of the implement's chassis"},
        {".chassis.y", "m", 1.0, implement_y, "position of the implement's chassis"},
        {".chassis.z", "m", 1.0, implement_z, "height of the implement's chassis"},
        {".chassis.heading", "rad", 1.0, implement_heading, "of the implement, from x towards y"},
        {".chassis.roll", "rad", 1.0, implement_roll, "of the implement: positive with the left side up"},
        {".chassis.pitch", "rad", 1.0, implement_pitch, "of the implement: positive with the nose up"},
        {".vehicle.speed", "m/s", 1.0, implement_speed, "of the implement along its chassis"},
    };
    for (int i = 0; i < machine->author->implement_count; i++)
        world_signals_put(machine, WORLD_ROWS(rows), "", machine->author->implements[i].name, i + 1, arena);
}

const world_part_row world_implements_row = {.name = "implements", .signals = put_implement_signals};
