/* Signals of the wheels. */
#include "machine_internal.h"

/* In a rut the discs' normals lean towards each other: what counts is across their mean plane. */
static double wheel_load(const world_machine *machine, int wheel)
{
    const tire_contact *tire = &machine->looks.tires[wheel];
    const world_wheel *of = &machine->wheels[wheel];
    double load = 0.0;
    for (int d = 0; d < of->tire.model.discs; d++)
        load += tire->disc_force[d] * hl_dot(of->ground.normal[d], tire->normal);
    return load;
}

static double wheel_traction(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].friction[0];
}

static double wheel_side_force(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].friction[1];
}

static double wheel_side_slip(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].slip_velocity[1];
}

static double wheel_deflection(const world_machine *machine, int wheel)
{
    return machine->looks.tires[wheel].deflection;
}

static double wheel_speed(const world_machine *machine, int wheel)
{
    const world_mechanism *m = machine->mechanism;
    return m->state->v[mb_model_column(m->model, machine->wheels[wheel].author->joint)];
}

/* Slip: what the tread runs faster than the ground, over the faster of the two; below walking pace over that,
 * since a ratio of two small numbers says nothing. */
static double wheel_slip(const world_machine *machine, int wheel)
{
    static const double SLOW = 0.1; /* [m/s] */
    const tire_contact *tire = &machine->looks.tires[wheel];
    const double tread = wheel_speed(machine, wheel) * tire->rolling_radius;
    const double slip = -tire->slip_velocity[0]; /* tread backwards drives */
    return slip / fmax(fmax(fabs(tread), fabs(tread - slip)), SLOW);
}

static const world_signal_row rows[] = {
    {".load", "N", 1.0, wheel_load, "normal force on the ground"},
    {".slip", "1", 1.0, wheel_slip, "longitudinal slip, positive driving"},
    {".speed", "rad/s", 1.0, wheel_speed, "of the wheel in its bearing"},
    {".traction", "N", 1.0, wheel_traction, "force of the ground, positive forward"},
    {".side_force", "N", 1.0, wheel_side_force, "force of the ground, positive to the left"},
    {".side_slip", "m/s", 1.0, wheel_side_slip, "sideways speed of the tread, positive to the left"},
    {".deflection", "m", 1.0, wheel_deflection, "of the tire, largest"},
};

void world_wheel_signals(world_machine *machine, hl_arena *arena)
{
    for (int w = 0; w < machine->wheel_count; w++)
        world_signals_put(machine, WORLD_ROWS(rows), "wheel.", machine->wheels[w].author->name, w, arena);
}

void world_wheels_look(world_machine *machine)
{
    const world_mechanism *m = machine->mechanism;
    for (int w = 0; w < machine->wheel_count; w++) {
        const world_wheel *wheel = &machine->wheels[w];
        const mb_pose pose = mb_pose_of(m->model, m->work, wheel->body);
        machine->looks.tires[w] = tire_look(
            &wheel->tire, &pose, mb_point(m->model, m->work, wheel->body, hl_v3(0, 0, 0)).velocity,
            mb_angular_velocity(m->model, m->work, wheel->body), world_effort_states(machine, wheel->effort));
    }
}
