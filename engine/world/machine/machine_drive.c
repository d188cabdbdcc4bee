/* Engine and driveline of a machine file in the words of drive/. */
#include "machine_internal.h"

#include <string.h>

static drive_curve curve(const auth_curve *from)
{
    drive_curve to = {.count = from->count};
    memcpy(to.x, from->x, sizeof to.x);
    memcpy(to.y, from->y, sizeof to.y);
    return to;
}

_Static_assert((int)AUTH_CURVE_POINTS == (int)DRIVE_CURVE_POINTS, "curves are copied whole");
_Static_assert((int)AUTH_MAP_POINTS == (int)DRIVE_MAP_SPEEDS && (int)AUTH_MAP_POINTS == (int)DRIVE_MAP_LOADS,
               "maps are copied whole");
_Static_assert((int)AUTH_MAX_GEARS == (int)DRIVE_MAX_GEARS, "gears are copied one by one");

static drive_engine define_engine(const auth_engine *from)
{
    drive_engine to = {.full_load = curve(&from->full_load),
                       .motoring = curve(&from->motoring),
                       .idle_speed = from->idle_speed,
                       .top_speed = from->top_speed,
                       .droop = from->droop,
                       .lag = from->lag,
                       .prompt = from->prompt,
                       .stall_speed = from->stall_speed,
                       .starter_torque = from->starter_torque,
                       .starter_speed = from->starter_speed,
                       .map_speeds = from->map_speeds,
                       .map_loads = from->map_loads,
                       .idle_consumption = curve(&from->idle_consumption)};
    memcpy(to.map_speed, from->map_speed, sizeof to.map_speed);
    memcpy(to.map_load, from->map_load, sizeof to.map_load);
    memcpy(to.consumption, from->consumption, sizeof to.consumption);
    return to;
}

static drive_model define_model(const auth_machine *author)
{
    const auth_driveline *from = &author->driveline;
    return (drive_model){
        .engine = define_engine(&author->engine),
        .output_inertia = from->output_inertia,
        .shaft_stiffness = from->shaft_stiffness,
        .shaft_damping = from->shaft_damping,
        .gear_efficiency = from->gear_efficiency,
        .axle_efficiency = from->axle_efficiency,
        .drag_torque = from->drag_torque,
        .drag_speed = from->drag_speed,
        .rear_ratio = from->rear_ratio,
        .front_ratio = from->front_ratio,
        .clutch = {from->clutch_slip, from->clutch_damping},
        .lock = {from->lock_slip, from->lock_damping},
        /* the same angle at the wheels: the centre lock sits at the output shaft, which turns faster */
        .centre = {from->lock_slip * from->rear_ratio, from->lock_damping / from->rear_ratio},
        .brake = {from->brake_slip, from->brake_damping}};
}

static drive_gearbox define_gearbox(const auth_driveline *from)
{
    drive_gearbox to = {.gear_count = from->gear_count,
                        .reverse_factor = from->reverse_factor,
                        .clutch_capacity = from->clutch_capacity,
                        .shift_time = from->shift_time,
                        .take_hold = from->take_hold,
                        .reverse_time = from->reverse_time,
                        .reverse_speed = from->reverse_speed,
                        .start_gear = from->start_gear};
    for (int g = 0; g < from->gear_count; g++) to.ratio[g] = from->gears[g].ratio;
    return to;
}

static drive_brakes define_brakes(const auth_driveline *from)
{
    return (drive_brakes){
        .service = {from->service_front, from->service_front, from->service_rear, from->service_rear},
        .parking = {from->parking_front, from->parking_front, from->parking_rear, from->parking_rear},
        .centre_capacity = from->centre_capacity,
        .front_capacity = from->front_capacity,
        .rear_capacity = from->rear_capacity,
        .split = from->split};
}

static void define_driveline(const auth_machine *author, world_drive *drive)
{
    drive->gearbox = define_gearbox(&author->driveline);
    drive->brakes = define_brakes(&author->driveline);
    drive->data = (drive_effort_data){define_model(author), &drive->inputs};
    drive->logic = drive_logic_start(&drive->gearbox, true);
    drive->fuel_state = DRIVE_FUEL;
    drive->work_state = DRIVE_ENGINE_WORK;
    drive->loss_state = DRIVE_LOSS;
}

static void define_engine_alone(const auth_machine *author, world_drive *drive)
{
    drive->alone = true;
    drive->engine = (drive_engine_data){define_engine(&author->engine), &drive->inputs.engine};
    drive->fuel_state = ENGINE_FUEL;
    drive->work_state = ENGINE_WORK;
    drive->loss_state = ENGINE_LOSS;
}

void world_drive_define(const auth_machine *author, world_drive *drive)
{
    if (author->has_driveline)
        define_driveline(author, drive);
    else
        define_engine_alone(author, drive);
    drive->fuel_at_start = author->engine.tank * author->engine.fill * author->engine.fuel_density;
}

double world_fuel_left(const world_machine *machine)
{
    const world_drive *drive = machine->drive;
    return drive->fuel_at_start * world_fault_left(machine, AUTH_FAULT_FUEL) -
           world_effort_states(machine, drive->effort)[drive->fuel_state];
}

static void find_ports(const auth_machine *author, mb_measure_def ports[DRIVE_PORTS])
{
    ports[DRIVE_CRANK] = world_joint_measure(author->engine.crankshaft);
    for (int w = 0; w < AUTH_WHEELS; w++) {
        const auth_wheel *wheel = &author->wheels[author->driveline.wheels[w]];
        ports[DRIVE_FRONT_LEFT + w] = world_joint_measure(
            (auth_joint_coordinate){.joint = wheel->joint, .coordinate = 0, .angular = true});
    }
}

mb_effort_def world_drive_effort(const auth_machine *author, const world_drive *drive)
{
    if (drive->alone)
        return drive_engine_effort("engine", world_joint_measure(author->engine.crankshaft), &drive->engine,
                                   NULL);
    mb_measure_def ports[DRIVE_PORTS];
    find_ports(author, ports);
    return drive_effort("driveline", ports, &drive->data, NULL);
}
