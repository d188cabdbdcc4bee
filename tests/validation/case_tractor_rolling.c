/* Rolling and standing: coast-down, braking, neutral at full throttle, holding on a slope. */
#include "tractor.h"

#include <math.h>
#include <stdio.h>

static const double LONGEST = 60.0;            /* [s] until it has slowed down */
static const double RPM = 0.10471975511965977; /* [rad/s] */

static double rolling_radius(driven *t, int wheel)
{
    return tractor_tire(t, wheel)->model.radius - tractor_wheel(t, wheel, "deflection") / 3.0;
}

/* Drag of the air on the machine at a speed [N], ISO 2533 at sea level. */
static double air_drag(const driven *t, double speed)
{
    return 0.5 * 1.225 * t->author->air_drag.area * speed * speed;
}

/* ---- coast-down ---- */

/* In neutral on rear-wheel drive: m a = sum of tractions F; every wheel I a/r = -F r - c N r - T, where T is,
 * on the rear wheels, half of what the output shaft asks for at the wheels, its drag and its inertia J_o,
 * with the axle's losses on top:  T_rear = i (1 + 1 - eta) (drag + J_o i a/r). Air at a speed. */
static double coasting_deceleration(driven *t, double speed)
{
    const auth_driveline *d = &t->author->driveline;
    hl_vec3 centre;
    double inertia = driven_mass(t, &centre), force = 0.0;
    for (int w = 0; w < TRACTOR_WHEELS; w++) {
        const double r = rolling_radius(t, w);
        inertia += tractor_spin_inertia(t, w) / (r * r);
        force += tractor_tire_friction(t, w)->law.rolling_resistance * tractor_wheel(t, w, "load");
    }
    const double per_metre = d->model.rear_ratio / rolling_radius(t, REAR_LEFT),
                 losses = 2.0 - d->model.axle_efficiency;
    inertia += losses * d->model.output_inertia * per_metre * per_metre;
    force += losses * d->model.drag_torque * per_metre + air_drag(t, speed);
    return force / inertia;
}

/* Slope of the speed over `seconds`, by least squares. */
static bool measured_slope(driven *t, double seconds, double *slope)
{
    const double h = world_machine_step_size(t->machine);
    const int steps = (int)lround(seconds / h);
    double st = 0, sv = 0, stt = 0, stv = 0;
    for (int i = 0; i < steps; i++) {
        if (!driven_step(t)) return false;
        const double time = h * (i - 0.5 * (steps - 1)), v = driven_now(t, "vehicle.speed");
        st += time, sv += v, stt += time * time, stv += time * v;
    }
    *slope = (stv - st * sv / steps) / (stt - st * st / steps);
    return true;
}

static bool get_going(driven *t, int gears_up, double seconds)
{
    driven_set(t, "parking_brake", 0.0);
    driven_set(t, "four_wheel_drive", 0.0);
    driven_set(t, "throttle", 1.0);
    driven_set(t, "direction", 1.0);
    if (!driven_drive(t, 1.0)) return false;
    for (int i = 0; i < gears_up; i++)
        if (!driven_press(t, "gear_up") || !driven_drive(t, 0.6)) return false;
    return driven_drive(t, seconds);
}

static void coast_down(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){.surface = "firm gravel"}, &t) || !get_going(&t, 12, 4.0)) return;
    driven_set(&t, "direction", 0.0);
    if (!driven_drive(&t, 3.0)) return; /* the change to neutral and the pitching after it are over */
    driven_look(&t);
    const double from = driven_signal(&t, "vehicle.speed"), seconds = 2.0;
    const double middle = from - 0.5 * seconds * coasting_deceleration(&t, from);
    const double expected = coasting_deceleration(&t, middle);
    double slope;
    if (!measured_slope(&t, seconds, &slope)) return;
    char text[120];
    snprintf(text, sizeof text, "coast-down on firm gravel from %.1f km/h: deceleration", 3.6 * from);
    valid_published(v, text, "m/s2", "exact: resistances over rotating and moving inertia", expected, -slope,
                    5e-4 * expected, "0.5 % of slip and 0.1 % of the radii, of the 7 % that rotate");
}

/* ---- braking ---- */

/* Brakes and rolling resistance against the mass alone: wheels that slow down pull less at the ground, never
 * more. Four-wheel drive spreads it, so that grip does not limit. */
static double most_deceleration(driven *t, double *inertia)
{
    const auth_driveline *d = &t->author->driveline;
    const double r = rolling_radius(t, REAR_LEFT), per_metre = d->model.rear_ratio / r;
    hl_vec3 centre;
    const double mass = driven_mass(t, &centre);
    const double force = (2.0 * d->brakes.service[2] / r) +
                         (2.0 - d->model.axle_efficiency) * d->model.drag_torque * per_metre +
                         tractor_tire_friction(t, REAR_LEFT)->law.rolling_resistance * mass * DRIVEN_GRAVITY +
                         air_drag(t, driven_signal(t, "vehicle.speed"));
    *inertia = mass + (2.0 - d->model.axle_efficiency) * d->model.output_inertia * per_metre * per_metre;
    for (int w = 0; w < TRACTOR_WHEELS; w++) {
        const double radius = rolling_radius(t, w);
        *inertia += tractor_spin_inertia(t, w) / (radius * radius);
    }
    return force / mass;
}

static bool slow_down(driven *t, double speed)
{
    while (driven_now(t, "vehicle.speed") > speed)
        if (world_machine_time(t->machine) > LONGEST || !driven_step(t)) return false;
    return true;
}

static bool coast_to(driven *t, double speed)
{
    driven_set(t, "throttle", 0.0);
    driven_set(t, "direction", 0.0);
    return slow_down(t, speed);
}

static void brake(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t) || !get_going(&t, 10, 2.0)) return;
    driven_set(&t, "four_wheel_drive", 1.0);
    if (!driven_drive(&t, 1.0) || !coast_to(&t, 20.0 / 3.6)) return;
    const double from = driven_signal(&t, "vehicle.speed"), x = driven_signal(&t, "chassis.x");
    double inertia;
    const double most = most_deceleration(&t, &inertia),
                 grip = tractor_tire_friction(&t, REAR_LEFT)->law.kinetic * DRIVEN_GRAVITY;
    hl_vec3 centre;
    const double least = most * driven_mass(&t, &centre) / inertia;
    driven_set(&t, "brake", 1.0);
    if (!slow_down(&t, 0.0)) return;
    const auth_tire_friction *f = tractor_tire_friction(&t, REAR_LEFT);
    const double delay =
        f->law.slip_stiffness[0] / f->law.stiffness[0]; /* tires take hold over this way [m] */
    const double shortest = from * from / (2.0 * fmin(most, f->law.stiction * DRIVEN_GRAVITY)),
                 longest = from * from / (2.0 * fmin(least, grip)) + 2.0 * delay;
    char text[120];
    snprintf(text, sizeof text, "way to a stop from %.1f km/h on asphalt, bounds' middle", 3.6 * from);
    valid_published(v, text, "m", "exact: v2/(2 a), brakes of 2 x 20 kN m", 0.5 * (shortest + longest),
                    driven_signal(&t, "chassis.x") - x, 0.5 * (longest - shortest),
                    "between brakes on the mass alone, and on rotating parts too with two ways to take hold");
}

/* ---- neutral, hill hold ---- */

static void neutral(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "throttle", 1.0);
    if (!driven_drive(&t, 5.0)) return;
    valid_published(v, "neutral, full throttle", "rpm", "class: high idle speed", 2200.0,
                    driven_now(&t, "engine.speed") / RPM, 20.0,
                    "class: droop under the idling pump is 5 rpm");
}

static void hold(valid_run *v, const char *control)
{
    driven t;
    if (!tractor_build(v, &(driven_start){.surface = "firm gravel", .slope = 0.2617993877991494}, &t)) return;
    driven_set(&t, "parking_brake", 0.0);
    driven_set(&t, control, 1.0);
    const double x = driven_now(&t, "chassis.x"), z = driven_signal(&t, "chassis.z");
    double most = 0.0;
    for (int k = 0; k < 600; k++) {
        if (!driven_drive(&t, 0.1)) return;
        driven_look(&t);
        most = fmax(most, hypot(driven_signal(&t, "chassis.x") - x, driven_signal(&t, "chassis.z") - z));
    }
    char text[120];
    snprintf(text, sizeof text, "slope of 15 deg, %s on: the most that it moves in 60 s", control);
    valid_bound(v, text, "m", "required of a brake that holds", most, 1e-3, "requirement");
}

void tractor_rolling(valid_run *v)
{
    coast_down(v);
    brake(v);
    neutral(v);
    hold(v, "brake");
    hold(v, "parking_brake");
}
