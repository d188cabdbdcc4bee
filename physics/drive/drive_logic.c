/* Control unit of the driveline, see drive/driveline.h. Behaviour of a class-typical powershift tractor with
 * a power reverser, no published model.
 *
 * A change of gear goes to the neighbouring gear: the free path takes it, and the capacity passes linearly
 * from one path to the other. Several presses are several changes, one after the other. A gear down waits
 * until the engine would not be driven too fast. A change of direction opens the active path, changes at zero
 * capacity to the direction and the gear that are asked for then, and takes hold again:
 *
 *   progress   0 ........ 0.5 ........ 0.75 ........... 1
 *   capacity   full falls  0   rises   gearbox.take_hold  rises  full
 *
 * To let go and to take hold take half of reverse_time each. What follows lasts while the path slips, at most
 * HOLD_TIME, and rises so late that a machine on the level is through before; once nothing slips it is short.
 * All the way the path gives way before it stalls the engine, and a machine that rolls makes it slip on (its
 * heat is not counted). Only where the machine stands, for its brakes, its load or the pedal, it goes on
 * until the path holds what it can, which may stall the engine. With take_hold 0 that is so at 0.75 already.
 *
 * A path that has begun to open opens to the end, wherever the lever goes, and one that takes hold opens from
 * where it stands when the lever leaves its direction. It then takes hold only
 * - of a lever that has rested for DWELL, or had before its last move: a lever that is waved to and fro
 * leaves the machine in neutral;
 * - against the way that the machine rolls, when the output shaft is no faster than reverse_speed: until then
 *   the machine rolls in neutral, for its brakes to slow down.
 *
 * Clutches are closed by oil that the engine pumps: the paths are free while the engine stands, and take
 * hold anew when it turns again. So a machine that rolls turns no stalled engine, and its brakes must hold
 * it. */
#include "drive/driveline.h"

#include "hl/clamp.h"

#include <math.h>

static const double LOCK_TIME = 0.2;   /* [s] a lock closes or opens */
static const double PRESSED = 0.5;     /* a button or a switch is on from here */
static const double BRAKING = 0.1;     /* a pedal brakes from here */
static const double OVERSPEED = 1.15;  /* of the governed top speed: no gear that drives the engine faster */
static const double CHANGE_OVER = 0.5; /* progress at which the reverser is free */
static const double TAKEN = 0.75;      /* progress at which the path has the gentle capacity */
static const double HOLD_TIME = 3.0;   /* [s] from the gentle capacity to the full one while the path slips */
static const double CLOSE_TIME = 0.2;  /* [s] likewise once it does not */
static const double CLOSED = 1.0;      /* [rad/s] slip at the engine that is called none: no jerk is left */
static const double STANDING = 5.0;    /* [rad/s] at the engine: a path that is slower stands */
static const double MOVING = 0.9;      /* progress up to which a path goes that slips and does not stand */
static const double LUGGING = 0.8; /* of the idle speed: a path that takes hold pulls no engine below it */
static const double DWELL = 0.2;   /* [s] a hand on its way to another direction does not rest so long */
static const double OIL = 0.5;     /* of the stall speed: below it the pump closes no clutch */
static const double DONE = 1.0 - 1e-9; /* progress is a sum of steps and carries round-off */

enum { RUN = 1, START = 2, NO_GEAR = -1 };

/* What is asked for and measured in this tick. */
typedef struct moment {
    double asked; /* direction: -1, 0, 1 */
    double engine_speed, output_speed, step;
} moment;

static double unit(double x)
{
    return hl_clamp(x, 0.0, 1.0);
}

static double approach(double from, double to, double step)
{
    return from + hl_clamp(to - from, -step, step);
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
    logic->gear = hl_clamp(logic->gear, 0.0, gearbox->gear_count - 1.0);
    logic->was_up = up ? 1.0 : 0.0;
    logic->was_down = down ? 1.0 : 0.0;
}

static double asked_direction(const drive_controls *controls)
{
    return controls->direction > PRESSED ? 1.0 : controls->direction < -PRESSED ? -1.0 : 0.0;
}

/* Whether the lever is waved: it has moved again before it had rested. */
static void watch_lever(const moment *now, drive_logic *logic)
{
    if (now->asked != logic->lever) {
        logic->waved = logic->rested < DWELL * DONE ? 1.0 : 0.0;
        logic->rested = 0.0;
        logic->lever = now->asked;
        return;
    }
    logic->rested = fmin(logic->rested + now->step, DWELL);
    if (logic->rested >= DWELL * DONE) logic->waved = 0.0;
}

/* Engine speed over output shaft speed of a path, signed; 0 without a gear. */
static double path_ratio(const drive_gearbox *gearbox, const drive_logic *logic, int k)
{
    if (logic->direction[k] == 0.0 || logic->engaged[k] < 0.0) return 0.0;
    const double ratio = gearbox->ratio[(int)logic->engaged[k]];
    return logic->direction[k] < 0.0 ? -ratio * gearbox->reverse_factor : ratio;
}

/* Put the active path, free, into a direction and the gear that is asked for, or the next above it that does
 * not drive the engine too fast. */
static void engage(const drive_gearbox *gearbox, const drive_engine *engine, const moment *now,
                   drive_logic *logic)
{
    const int k = active_path(logic);
    logic->direction[k] = now->asked;
    logic->engaged[k] = logic->gear;
    while (path_ratio(gearbox, logic, k) * now->output_speed > OVERSPEED * engine->top_speed &&
           logic->engaged[k] < gearbox->gear_count - 1.0)
        logic->engaged[k] += 1.0;
    if (now->asked != 0.0) return;
    logic->engaged[k] = NO_GEAR;
    logic->progress = 1.0;
    logic->reversing = 0.0;
}

/* The gentle share of a path's full capacity. */
static double gentle_share(const drive_gearbox *gearbox, double ratio)
{
    if (gearbox->take_hold <= 0.0 || ratio == 0.0) return 1.0;
    return fmin(gearbox->take_hold / (fabs(ratio) * gearbox->clutch_capacity), 1.0);
}

/* Share of its full capacity that the reverser gives the active path. */
static double reverser_share(double gentle, double progress)
{
    if (progress < CHANGE_OVER) return 1.0 - progress / CHANGE_OVER;
    if (progress < TAKEN) return gentle * (progress - CHANGE_OVER) / (TAKEN - CHANGE_OVER);
    const double late = (progress - TAKEN) / (1.0 - TAKEN);
    return gentle + (1.0 - gentle) * late * late * late;
}

/* Progress of a path that takes hold, after a step. */
static double advance(const drive_gearbox *gearbox, const moment *now, double ratio, double progress)
{
    if (progress < TAKEN * DONE)
        return progress + (TAKEN - CHANGE_OVER) * now->step / (0.5 * gearbox->reverse_time);
    const double path_speed = ratio * now->output_speed;
    if (fabs(now->engine_speed - path_speed) < CLOSED)
        return progress + (1.0 - TAKEN) * now->step / CLOSE_TIME;
    const double next = progress + (1.0 - TAKEN) * now->step / HOLD_TIME;
    return fabs(path_speed) < STANDING ? next : fmin(next, fmax(progress, MOVING));
}

/* Whether a free path may take hold of what is asked for. */
static bool may_engage(const drive_gearbox *gearbox, const moment *now, const drive_logic *logic)
{
    if (now->asked == 0.0) return true;
    const double against = -now->asked * now->output_speed;
    return logic->waved == 0.0 && (gearbox->reverse_speed <= 0.0 || against <= gearbox->reverse_speed);
}

static void reverse(const drive_gearbox *gearbox, const drive_engine *engine, const moment *now,
                    drive_logic *logic)
{
    const int k = active_path(logic);
    if (logic->progress > CHANGE_OVER && now->asked != logic->direction[k]) /* the lever moved again */
        logic->progress =
            CHANGE_OVER *
            (1.0 - reverser_share(gentle_share(gearbox, path_ratio(gearbox, logic, k)), logic->progress));
    if (logic->progress < CHANGE_OVER) {
        logic->progress = fmin(logic->progress + now->step / gearbox->reverse_time, CHANGE_OVER);
        return;
    }
    if (logic->progress <= CHANGE_OVER) {
        if (!may_engage(gearbox, now, logic)) return;
        engage(gearbox, engine, now, logic);
        if (now->asked == 0.0) return;
    }
    logic->progress = advance(gearbox, now, path_ratio(gearbox, logic, k), logic->progress);
    if (logic->progress < (gearbox->take_hold > 0.0 ? DONE : TAKEN * DONE)) return;
    logic->progress = 1.0;
    logic->reversing = 0.0;
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
static void begin_change(const drive_gearbox *gearbox, const drive_engine *engine, const moment *now,
                         drive_logic *logic)
{
    const int k = active_path(logic), other = 1 - k;
    if (now->asked != logic->direction[k]) {
        logic->reversing = 1.0;
        logic->progress = logic->direction[k] == 0.0 ? CHANGE_OVER : 0.0;
        return;
    }
    if (now->asked == 0.0 || logic->gear == logic->engaged[k]) return;
    const double next = logic->engaged[k] + (logic->gear > logic->engaged[k] ? 1.0 : -1.0);
    const double driven = gearbox->ratio[(int)next] * fabs(now->output_speed);
    if (next < logic->engaged[k] && driven > OVERSPEED * engine->top_speed) return;
    logic->engaged[other] = next;
    logic->direction[other] = now->asked;
    logic->active = other;
    logic->progress = 0.0;
}

/* Without oil both paths are free: the active one stands where it takes hold of what is asked for. */
static void let_go(const drive_gearbox *gearbox, const drive_engine *engine, const moment *now,
                   drive_logic *logic)
{
    const int other = 1 - active_path(logic);
    logic->engaged[other] = NO_GEAR;
    logic->direction[other] = 0.0;
    logic->progress = CHANGE_OVER;
    logic->reversing = 1.0;
    if (may_engage(gearbox, now, logic)) engage(gearbox, engine, now, logic);
}

/* How far the oil of the running engine closes the clutches. */
static double oil_pressure(const drive_engine *engine, double engine_speed)
{
    return unit((engine_speed / engine->stall_speed - OIL) / (1.0 - OIL));
}

static void change(const drive_gearbox *gearbox, const drive_engine *engine, const moment *now,
                   drive_logic *logic)
{
    if (oil_pressure(engine, now->engine_speed) == 0.0) {
        let_go(gearbox, engine, now, logic);
        return;
    }
    if (logic->progress >= 1.0 && logic->reversing == 0.0) begin_change(gearbox, engine, now, logic);
    if (logic->reversing > 0.0)
        reverse(gearbox, engine, now, logic);
    else if (logic->progress < 1.0)
        shift(gearbox, now->step, logic);
}

/* ---- what the effort gets ---- */

/* Largest capacity that the reverser gives the active path [N m at the engine]. */
static double reverser_limit(const drive_gearbox *gearbox, const drive_engine *engine, double engine_speed,
                             double ratio, double progress)
{
    const double limit = gearbox->clutch_capacity * reverser_share(gentle_share(gearbox, ratio), progress);
    if (gearbox->take_hold <= 0.0) return limit;
    const double lowest = LUGGING * engine->idle_speed;
    return limit * unit((engine_speed - lowest) / (engine->idle_speed - lowest));
}

static void set_paths(const drive_gearbox *gearbox, const drive_engine *engine, double clutch,
                      double engine_speed, const drive_logic *logic, drive_inputs *inputs)
{
    /* the pedal opens progressively: most of its travel lies where little is held */
    const double closed = 1.0 - unit(clutch);
    const double full = gearbox->clutch_capacity * closed * closed * oil_pressure(engine, engine_speed);
    const int k = active_path(logic), other = 1 - k;
    inputs->ratio[k] = path_ratio(gearbox, logic, k);
    inputs->ratio[other] = path_ratio(gearbox, logic, other);
    inputs->capacity[k] = inputs->capacity[other] = 0.0;
    if (inputs->ratio[k] != 0.0)
        inputs->capacity[k] =
            logic->reversing > 0.0
                ? fmin(full, reverser_limit(gearbox, engine, engine_speed, inputs->ratio[k], logic->progress))
                : full * logic->progress;
    if (inputs->ratio[other] != 0.0) inputs->capacity[other] = full * (1.0 - logic->progress);
}

/* Both pedals close the centre lock, so that service brakes on one axle brake all wheels; a single pedal,
 * which helps to steer, does not. */
static bool brakes_all_wheels(const drive_controls *controls)
{
    return fmin(controls->brake_left, controls->brake_right) > BRAKING;
}

static void set_locks(const drive_brakes *brakes, const drive_controls *controls, double step,
                      drive_logic *logic, drive_inputs *inputs)
{
    const long mode = lround(hl_clamp(controls->four_wheel_drive, 0.0, 2.0));
    const double move = step / LOCK_TIME;
    logic->centre = approach(logic->centre, mode == 1 || brakes_all_wheels(controls) ? 1.0 : 0.0, move);
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

drive_engine_inputs drive_engine_tick(const drive_engine *engine, double throttle, double key,
                                      double engine_speed, double fuel_left)
{
    const long turned = lround(hl_clamp(key, 0.0, START));
    const bool burns = turned >= RUN && fuel_left > 0.0 && engine_speed >= engine->stall_speed;
    return (drive_engine_inputs){.throttle = unit(throttle),
                                 .burning = burns ? 1.0 : 0.0,
                                 .starter = turned == START ? engine->starter_torque : 0.0};
}

drive_logic drive_logic_start(const drive_gearbox *gearbox, bool running)
{
    return (drive_logic){.gear = gearbox->start_gear,
                         .engaged = {NO_GEAR, NO_GEAR},
                         .progress = 1.0,
                         .rested = DWELL,
                         .burning = running ? 1.0 : 0.0};
}

void drive_logic_tick(const drive_gearbox *gearbox, const drive_brakes *brakes, const drive_engine *engine,
                      const drive_controls *controls, double engine_speed, double output_speed,
                      double fuel_left, double step, drive_logic *logic, drive_inputs *inputs)
{
    read_buttons(gearbox, controls, logic);
    const moment now = {asked_direction(controls), engine_speed, output_speed, step};
    watch_lever(&now, logic);
    change(gearbox, engine, &now, logic);
    set_paths(gearbox, engine, controls->clutch, engine_speed, logic, inputs);
    set_locks(brakes, controls, step, logic, inputs);
    set_brakes(brakes, controls, inputs);
    inputs->engine = drive_engine_tick(engine, controls->throttle, controls->key, engine_speed, fuel_left);
    logic->burning = inputs->engine.burning;
}
