/* Control unit of the driveline, see drive/logic.h. Behaviour of a class-typical powershift tractor with a
 * power reverser, no published model.
 *
 * A change of gear goes to the neighbouring gear: the free path takes it, and the capacity passes linearly
 * from one path to the other. Several presses are several changes, one after the other. A gear down waits
 * until the engine would not be driven too fast. A change of direction, at any speed, lets the active path
 * go, changes at zero capacity to the direction and the gear that are asked for then, and takes hold again:
 *
 *   progress   0 ........ 0.5 ........ 1
 *   share      1 falls    0    rises   1
 *
 * If the lever moves again on the way, the path goes back the way it came. */
#include "drive/logic.h"

#include <math.h>

static const double LOCK_TIME = 0.2;   /* [s] a lock closes or opens */
static const double PRESSED = 0.5;     /* a button or a switch is on from here */
static const double OVERSPEED = 1.15;  /* of the governed top speed: no gear that drives the engine faster */
static const double CHANGE_OVER = 0.5; /* progress at which the reverser is free */
static const double DONE = 1.0 - 1e-9; /* progress is a sum of steps and carries round-off */

enum { RUN = 1, START = 2, NO_GEAR = -1 };

static double unit(double x)
{
    return fmin(fmax(x, 0.0), 1.0);
}

static double approach(double from, double to, double step)
{
    return from + fmin(fmax(to - from, -step), step);
}

static int active_path(const drive_logic *logic)
{
    return logic->active > 0.5 ? 1 : 0;
}

/* ---- gears and direction ---- */

static void read_buttons(const drive_gearbox *gearbox, const drive_controls *controls, drive_logic *logic)
{
    const bool up = controls->gear_up >= PRESSED, down = controls->gear_down >= PRESSED;
    if (up && logic->was_up < PRESSED) logic->gear += 1.0;
    if (down && logic->was_down < PRESSED) logic->gear -= 1.0;
    logic->gear = fmin(fmax(logic->gear, 0.0), gearbox->gear_count - 1.0);
    logic->was_up = up ? 1.0 : 0.0;
    logic->was_down = down ? 1.0 : 0.0;
}

static double asked_direction(const drive_controls *controls)
{
    return controls->direction > PRESSED ? 1.0 : controls->direction < -PRESSED ? -1.0 : 0.0;
}

/* Put the active path, free, into a direction and the gear that is asked for. */
static void engage(drive_logic *logic, double direction)
{
    const int k = active_path(logic);
    logic->direction[k] = direction;
    logic->engaged[k] = direction == 0.0 ? NO_GEAR : logic->gear;
    if (direction == 0.0) {
        logic->progress = 1.0;
        logic->reversing = 0.0;
    }
}

static void reverse(const drive_gearbox *gearbox, double asked, double step, drive_logic *logic)
{
    const double current = logic->direction[active_path(logic)];
    const bool falls = logic->progress < CHANGE_OVER;
    if (falls == (asked == current)) logic->progress = 1.0 - logic->progress; /* the lever moved again */
    const bool still_falls = logic->progress < CHANGE_OVER;
    logic->progress += step / gearbox->reverse_time;
    if (still_falls && logic->progress >= CHANGE_OVER) {
        logic->progress = CHANGE_OVER;
        engage(logic, asked);
    }
    if (logic->progress >= DONE) {
        logic->progress = 1.0;
        logic->reversing = 0.0;
    }
}

static void shift(const drive_gearbox *gearbox, double step, drive_logic *logic)
{
    logic->progress += step / gearbox->shift_time;
    if (logic->progress < DONE) return;
    const int old = 1 - active_path(logic);
    logic->progress = 1.0;
    logic->engaged[old] = NO_GEAR;
    logic->direction[old] = 0.0;
}

/* Start what is asked for while no change is under way. */
static void begin_change(const drive_gearbox *gearbox, double asked, double engine_limit, double output_speed,
                         drive_logic *logic)
{
    const int k = active_path(logic), other = 1 - k;
    if (asked != logic->direction[k]) {
        logic->reversing = 1.0;
        logic->progress = logic->direction[k] == 0.0 ? CHANGE_OVER : 0.0;
        if (logic->direction[k] == 0.0) engage(logic, asked);
        return;
    }
    if (asked == 0.0 || logic->gear == logic->engaged[k]) return;
    const double next = logic->engaged[k] + (logic->gear > logic->engaged[k] ? 1.0 : -1.0);
    const double driven = gearbox->ratio[(int)next] * fabs(output_speed);
    if (next < logic->engaged[k] && driven > engine_limit) return;
    logic->engaged[other] = next;
    logic->direction[other] = asked;
    logic->active = other;
    logic->progress = 0.0;
}

static void change(const drive_gearbox *gearbox, const drive_engine *engine, double asked,
                   double output_speed, double step, drive_logic *logic)
{
    if (logic->progress >= 1.0)
        begin_change(gearbox, asked, OVERSPEED * engine->top_speed, output_speed, logic);
    if (logic->progress >= 1.0) return;
    if (logic->reversing > 0.0)
        reverse(gearbox, asked, step, logic);
    else
        shift(gearbox, step, logic);
}

/* ---- what the effort gets ---- */

static void set_paths(const drive_gearbox *gearbox, double clutch, const drive_logic *logic,
                      drive_inputs *inputs)
{
    /* the pedal opens progressively: most of its travel lies where little is held */
    const double closed = 1.0 - unit(clutch), capacity = gearbox->clutch_capacity * closed * closed;
    const int active = active_path(logic);
    const bool reversing = logic->reversing > 0.0;
    double share[2];
    share[active] = reversing ? fabs(logic->progress - CHANGE_OVER) / CHANGE_OVER : logic->progress;
    share[1 - active] = reversing ? 0.0 : 1.0 - logic->progress;
    for (int k = 0; k < 2; k++) {
        const bool engaged = logic->direction[k] != 0.0 && logic->engaged[k] >= 0.0;
        const double ratio = engaged ? gearbox->ratio[(int)logic->engaged[k]] : 0.0;
        inputs->ratio[k] = logic->direction[k] < 0.0 ? -ratio * gearbox->reverse_factor : ratio;
        inputs->capacity[k] = engaged ? capacity * share[k] : 0.0;
    }
}

static void set_locks(const drive_brakes *brakes, const drive_controls *controls, double step,
                      drive_logic *logic, drive_inputs *inputs)
{
    const long mode = lround(fmin(fmax(controls->four_wheel_drive, 0.0), 2.0));
    const double move = step / LOCK_TIME;
    logic->centre = approach(logic->centre, mode == 1 ? 1.0 : 0.0, move);
    logic->front = approach(logic->front, controls->front_lock >= PRESSED ? 1.0 : 0.0, move);
    logic->rear = approach(logic->rear, controls->rear_lock >= PRESSED ? 1.0 : 0.0, move);
    inputs->split = mode == 2 ? brakes->split : 0.0;
    inputs->lock[0] = logic->centre * brakes->centre_capacity;
    inputs->lock[1] = logic->front * brakes->front_capacity;
    inputs->lock[2] = logic->rear * brakes->rear_capacity;
}

/* Wheels alternate left, right; each pedal brakes its side. */
static void set_brakes(const drive_brakes *brakes, const drive_controls *controls, drive_inputs *inputs)
{
    const double parking = unit(controls->parking_brake);
    for (int w = 0; w < 4; w++) {
        const double pedal = unit(w % 2 == 0 ? controls->brake_left : controls->brake_right);
        inputs->brake[w] = pedal * brakes->service[w] + parking * brakes->parking[w];
    }
}

/* A Diesel burns whenever it has fuel and turns fast enough, whoever turns it. */
static void set_engine(const drive_engine *engine, const drive_controls *controls, double engine_speed,
                       double fuel_left, drive_logic *logic, drive_inputs *inputs)
{
    const long key = lround(fmin(fmax(controls->key, 0.0), START));
    logic->burning = key >= RUN && fuel_left > 0.0 && engine_speed >= engine->stall_speed ? 1.0 : 0.0;
    inputs->burning = logic->burning;
    inputs->starter = key == START ? engine->starter_torque : 0.0;
    inputs->throttle = unit(controls->throttle);
}

drive_logic drive_logic_start(const drive_gearbox *gearbox, bool running)
{
    return (drive_logic){.gear = gearbox->start_gear,
                         .engaged = {NO_GEAR, NO_GEAR},
                         .progress = 1.0,
                         .burning = running ? 1.0 : 0.0};
}

void drive_logic_tick(const drive_gearbox *gearbox, const drive_brakes *brakes, const drive_engine *engine,
                      const drive_controls *controls, double engine_speed, double output_speed,
                      double fuel_left, double step, drive_logic *logic, drive_inputs *inputs)
{
    read_buttons(gearbox, controls, logic);
    change(gearbox, engine, asked_direction(controls), output_speed, step, logic);
    set_paths(gearbox, controls->clutch, logic, inputs);
    set_locks(brakes, controls, step, logic, inputs);
    set_brakes(brakes, controls, inputs);
    set_engine(engine, controls, engine_speed, fuel_left, logic, inputs);
}
