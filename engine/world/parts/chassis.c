/* The machine as a whole: pose and motion of its chassis, energies, the solver; drag of the air; the seat;
 * the outputs that the file lists. */
#include "parts/parts.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* ---- chassis ---- */

static mb_pose chassis_pose(const world_machine *machine)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, machine->chassis->body);
}

static double chassis_x(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.x;
}

static double chassis_y(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.y;
}

static double chassis_z(const world_machine *machine, int of)
{
    (void)of;
    return chassis_pose(machine).position.z;
}

static double heading(const world_machine *machine, int of)
{
    (void)of;
    const hl_mat3 R = chassis_pose(machine).rotation;
    return hl_atan2(R.m[1][0], R.m[0][0]);
}

/* Angles of the body's axes against the horizontal, as an inclinometer shows them. */
static double roll(const world_machine *machine, int of)
{
    (void)of;
    return hl_asin(fmin(fmax(chassis_pose(machine).rotation.m[2][1], -1.0), 1.0));
}

static double pitch(const world_machine *machine, int of)
{
    (void)of;
    return hl_asin(fmin(fmax(chassis_pose(machine).rotation.m[2][0], -1.0), 1.0));
}

static double speed(const world_machine *machine, int of)
{
    (void)of;
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = chassis_pose(machine).rotation;
    const hl_vec3 forward = {R.m[0][0], R.m[1][0], R.m[2][0]};
    return hl_dot(forward, mb_point(m->model, m->work, machine->chassis->body, hl_v3(0, 0, 0)).velocity);
}

static double yaw_rate(const world_machine *machine, int of)
{
    (void)of;
    return mb_angular_velocity(machine->mechanism->model, machine->mechanism->work, machine->chassis->body).z;
}

static double now(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->state->time;
}

/* ---- energies, solver ---- */

static double contacts_left_out(const world_machine *machine, int of)
{
    (void)of;
    double count = 0.0;
    for (int h = 0; h < machine->contacts->count; h++) count += machine->contacts->list[h].left_out;
    return count;
}

static double kinetic(const world_machine *machine, int of)
{
    (void)of;
    return machine->chassis->energy.kinetic;
}

static double gravity(const world_machine *machine, int of)
{
    (void)of;
    return machine->chassis->energy.gravity;
}

static double stored(const world_machine *machine, int of)
{
    (void)of;
    return machine->chassis->energy.stored;
}

static double iterations(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->report.iterations;
}

double world_loop_violation(const world_machine *machine)
{
    return machine->mechanism->report.position_violation;
}

bool world_loops_open(const world_machine *machine)
{
    return machine->mechanism->report.open;
}

static double violation(const world_machine *machine, int of)
{
    (void)of;
    return world_loop_violation(machine);
}

static double cut(const world_machine *machine, int of)
{
    (void)of;
    return machine->mechanism->report.cut ? 1.0 : 0.0;
}

static const world_signal_row chassis_rows[] = {
    {"time", "s", 1.0, now, "time since the start"},
    {"chassis.x", "m", 1.0, chassis_x, "position of the chassis' origin"},
    {"chassis.y", "m", 1.0, chassis_y, "position of the chassis' origin"},
    {"chassis.z", "m", 1.0, chassis_z, "height of the chassis' origin"},
    {"chassis.heading", "rad", 1.0, heading, "direction of travel, from x towards y"},
    {"chassis.roll", "rad", 1.0, roll, "inclinometer: positive with the left side up"},
    {"chassis.pitch", "rad", 1.0, pitch, "inclinometer: positive with the nose up"},
    {"chassis.yaw_rate", "rad/s", 1.0, yaw_rate, "turning about the vertical, positive to the left"},
    {"vehicle.speed", "m/s", 1.0, speed, "along the chassis, positive forward"},
    {"contact.left_out", "1", 1.0, contacts_left_out,
     "boxes and points of contact that found no room in their tables"},
    {"energy.kinetic", "J", 1.0, kinetic, "of all bodies"},
    {"energy.gravity", "J", 1.0, gravity, "of all bodies, zero at the world's origin"},
    {"energy.stored", "J", 1.0, stored, "in springs, tires, shafts"},
    {"solver.iterations", "1", 1.0, iterations, "Newton iterations of the last step"},
    {"solver.cut", "1", 1.0, cut, "1 when the last step's iterations ended before they had converged"},
    {"solver.violation", "m", 1.0, violation, "of the loop closures after the last step"},
};

static hl_status define(world_machine *machine, world_building *with)
{
    machine->chassis = HL_NEW(with->arena, world_chassis, 1);
    if (machine->chassis == NULL) return HL_OUT_OF_MEMORY;
    machine->chassis->body = machine->author->chassis;
    return HL_OK;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    world_signals_put(machine, WORLD_ROWS(chassis_rows), "", "", 0, arena);
}

static void put_doubles(world_machine *machine, const char *name, double *data, int count)
{
    world_block_put(machine, name, data, (size_t)count * sizeof(double), NULL, NULL);
}

/* Times of tasks are told by the tick. */
static bool tick_fits(const world_machine *machine, const void *from)
{
    static const int64_t most = 1000000000000000; /* more than any drive has */
    int64_t tick;
    (void)machine;
    memcpy(&tick, from, sizeof tick);
    return tick >= 0 && tick <= most;
}

static void put_blocks(world_machine *machine)
{
    const mb_counts counts = mb_model_counts(machine->mechanism->model);
    mb_state *s = machine->mechanism->state;
    world_block_put(machine, "tick", &s->tick, sizeof s->tick, NULL, tick_fits);
    world_block_put(machine, "time", &s->time, sizeof s->time, NULL, NULL);
    put_doubles(machine, "coordinates", s->q, counts.coordinates);
    put_doubles(machine, "velocities", s->v, counts.columns);
    put_doubles(machine, "accelerations", s->a, counts.columns);
    put_doubles(machine, "multipliers", s->lambda, counts.equations);
    put_doubles(machine, "pressures, bristles and other effort states", s->x, counts.effort_states);
    put_doubles(machine, "rates of the effort states", s->x_dot, counts.effort_states);
    put_doubles(machine, "nonlinearity of the last steps", s->nonlinearity, 1);
}

static void look(world_machine *machine)
{
    machine->chassis->energy = mb_energies(machine->mechanism->model, machine->mechanism->work);
}

const world_part_row world_chassis_row = {
    .name = "chassis", .define = define, .signals = put_signals, .blocks = put_blocks, .look = look};

/* ---- drag of the air ---- */

static const double AIR_DENSITY = 1.225; /* [kg/m^3] at sea level and 15 degrees, ISO 2533 */

typedef struct world_air {
    mb_drag drag;
    int effort;
} world_air;

static hl_status define_air(world_machine *machine, world_building *with)
{
    if (!machine->author->air_drag.present) return HL_OK;
    machine->air = HL_NEW(with->arena, world_air, 1);
    if (machine->air == NULL) return HL_OUT_OF_MEMORY;
    machine->air->drag = (mb_drag){AIR_DENSITY, machine->author->air_drag.area};
    return HL_OK;
}

static void put_air_effort(world_machine *machine, world_building *with)
{
    const auth_air_drag *drag = &machine->author->air_drag;
    if (machine->air != NULL)
        machine->air->effort = world_effort_put(
            with, mb_drag_effort("air", drag->body, world_vec3(drag->at), &machine->air->drag));
}

static double air_force(const world_machine *machine, int of)
{
    (void)of;
    const world_mechanism *m = machine->mechanism;
    const auth_air_drag *drag = &machine->author->air_drag;
    const hl_vec3 velocity = mb_point(m->model, m->work, drag->body, world_vec3(drag->at)).velocity;
    return hl_norm(mb_drag_force(&machine->air->drag, velocity));
}

static double air_lost(const world_machine *machine, int of)
{
    (void)of;
    return world_effort_states(machine, machine->air->effort)[MB_DRAG_LOSS];
}

static void put_air_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"air.drag", "N", 1.0, air_force, "drag of the air"},
        {"air.lost_work", "J", 1.0, air_lost, "taken by the drag of the air since the start"},
    };
    if (machine->air != NULL) world_signals_put(machine, WORLD_ROWS(rows), "", "", 0, arena);
}

static void forget_air(world_machine *machine)
{
    if (machine->air != NULL) world_effort_set(machine, machine->air->effort)[MB_DRAG_LOSS] = 0.0;
}

const world_part_row world_air_row = {.name = "air",
                                      .define = define_air,
                                      .efforts = put_air_effort,
                                      .signals = put_air_signals,
                                      .forget = forget_air};

/* ---- seat: specific force and angular velocity in the axes of its body, as an accelerometer and a gyroscope
 * show them ---- */

static hl_vec3 in_seat_axes(const world_machine *machine, hl_vec3 vector)
{
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = mb_rotation(m->model, m->work, machine->author->seat_body);
    return hl_mul_transposed(&R, vector);
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

static void put_seat_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {"force_x", "m/s^2", 1.0, force_along, "specific force at the seat, forward"},
        {"force_y", "m/s^2", 1.0, force_along, "specific force at the seat, to the left"},
        {"force_z", "m/s^2", 1.0, force_along, "specific force at the seat, up: gravity at rest"},
        {"rate_x", "rad/s", 1.0, rate_about, "turning of the seat, left side up"},
        {"rate_y", "rad/s", 1.0, rate_about, "turning of the seat, nose down"},
        {"rate_z", "rad/s", 1.0, rate_about, "turning of the seat, to the left"},
    };
    if (!machine->author->seat) return;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
        world_signal_put(machine, &rows[i], "seat.", "", i % 3, arena);
}

const world_part_row world_seat_row = {.name = "seat", .signals = put_seat_signals};

/* ---- outputs that the file lists ---- */

static void put_outputs(world_machine *machine, hl_arena *arena)
{
    const world_mechanism *m = machine->mechanism;
    for (int i = 0; i < m->output_count; i++) {
        const world_signal_row row = {"", m->output_units[i], 1.0, NULL, m->output_meanings[i]};
        world_signal_put(machine, &row, "", m->output_names[i], i, arena);
    }
}

const world_part_row world_outputs_row = {.name = "outputs", .signals = put_outputs};
