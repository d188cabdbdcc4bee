/* What the operator's body feels: specific force and angular velocity at the seat, in the axes of its body.
 * An accelerometer and a gyroscope would show the same. */
#include "machine_internal.h"

static hl_vec3 in_seat_axes(const world_machine *machine, hl_vec3 world)
{
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = mb_rotation(m->model, m->work, machine->author->seat_body);
    return hl_mul_transposed(&R, world);
}

/* f = a - g */
static hl_vec3 specific_force(const world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    const hl_vec3 seat = world_vec3(machine->author->seat_at);
    const hl_vec3 a = mb_point(m->model, m->work, machine->author->seat_body, seat).acceleration;
    return in_seat_axes(machine, hl_sub(a, world_vec3(machine->author->mechanism->gravity)));
}

static hl_vec3 rate(const world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    return in_seat_axes(machine, mb_angular_velocity(m->model, m->work, machine->author->seat_body));
}

static double along(hl_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static double force_along(const world_machine *machine, int axis)
{
    return along(specific_force(machine), axis);
}

static double rate_about(const world_machine *machine, int axis)
{
    return along(rate(machine), axis);
}

static const world_signal_row rows[] = {
    {"force_x", "m/s^2", 1.0, force_along, "specific force at the seat, forward"},
    {"force_y", "m/s^2", 1.0, force_along, "specific force at the seat, to the left"},
    {"force_z", "m/s^2", 1.0, force_along, "specific force at the seat, up: gravity at rest"},
    {"rate_x", "rad/s", 1.0, rate_about, "turning of the seat, left side up"},
    {"rate_y", "rad/s", 1.0, rate_about, "turning of the seat, nose down"},
    {"rate_z", "rad/s", 1.0, rate_about, "turning of the seat, to the left"},
};

void world_seat_signals(world_machine *machine, hl_arena *arena)
{
    if (!machine->author->seat) return;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
        world_signal_put(machine, &rows[i], "seat.", "", i % 3, arena);
}
