/* Steady speed in every gear at full throttle on level asphalt, rear-wheel drive, against kinematics, slip,
 * losses and the governor's droop. */
#include "tractor.h"

#include <math.h>
#include <stdio.h>

/* Surge and governor die out with about 1 s; a shift leaves 1e-3 of the speed or less: 3e-7 after 8 s. */
static const double SETTLING = 8.0; /* [s] */
static const double CORNER =
    0.1; /* physics/drive/drive_engine.c: share of the governor's range that is rounded */

/* What the engine has to give beside the wheels: the loader's pump over its by-pass, and the auxiliaries. */
static double accessory_torque(driven *t, double n)
{
    const auth_circuit *loader = &t->author->mechanism->circuits[0];
    const auth_pump *pump = &loader->pumps[0];
    const double p = driven_signal(t, "pump.pressure") - loader->def.nodes[pump->def.a].pressure;
    const hyd_machine *m = &pump->def.pump.machine;
    return m->displacement * p * (1.0 + m->pressure_drag) + m->viscous_drag * n +
           t->author->mechanism->friction[0].parameters.sigma_2 * n;
}

static double full_load(const auth_engine *e, double n)
{
    int i = 0;
    while (i < e->model.full_load.count - 2 && n > e->model.full_load.x[i + 1]) i++;
    const double share =
        (n - e->model.full_load.x[i]) / (e->model.full_load.x[i + 1] - e->model.full_load.x[i]);
    return e->model.full_load.y[i] + share * (e->model.full_load.y[i + 1] - e->model.full_load.y[i]);
}

/* Speed at which the governor gives `torque`: T = F (1 - P(1 - y)), y = (n_0 - n)/(droop n_0), where the
 * corner of P is rounded: P(u) = u^2 (2 w - u)/w^2 below w. Bisection. */
static double governed_speed(const auth_engine *e, double torque)
{
    const double n_0 = e->model.top_speed;
    double low = (1.0 - e->model.droop) * n_0, high = n_0;
    for (int i = 0; i < 60; i++) {
        const double n = 0.5 * (low + high), u = 1.0 - (n_0 - n) / (e->model.droop * n_0);
        const double P = u >= CORNER ? u : u * u * (2.0 * CORNER - u) / (CORNER * CORNER);
        if (full_load(e, n) * (1.0 - P) > torque)
            low = n;
        else
            high = n;
    }
    return low;
}

/* Speed of the rear axle's middle in a gear, where the machine resists as it does at `speed`. The rear wheels
 * pull what the front wheels and the air resist. */
static double speed_against(driven *t, int gear, double speed)
{
    const auth_driveline *d = &t->author->driveline;
    const double ratio = d->gearbox.ratio[gear], i_r = d->model.rear_ratio;
    double load[TRACTOR_WHEELS], resist[TRACTOR_WHEELS], r[TRACTOR_WHEELS];
    for (int w = 0; w < TRACTOR_WHEELS; w++) {
        load[w] = tractor_wheel(t, w, "load");
        const auth_tire_friction *f = tractor_tire_friction(t, w);
        resist[w] = f->law.rolling_resistance * (1.0 + f->law.rolling_growth * speed * speed) * load[w];
        r[w] = tractor_tire(t, w)->model.radius - tractor_wheel(t, w, "deflection") / 3.0;
    }
    const double pull = resist[FRONT_LEFT] + resist[FRONT_RIGHT] +
                        0.5 * 1.225 * t->author->air_drag.area * speed * speed,
                 rear_load = load[REAR_LEFT] + load[REAR_RIGHT],
                 torque = (pull + resist[REAR_LEFT] + resist[REAR_RIGHT]) * r[REAR_LEFT];
    const double shaft = torque / (i_r * d->model.axle_efficiency);
    const double omega_o = governed_speed(&t->author->engine, 0.0) / ratio;
    const double drag =
        d->model.drag_torque * omega_o / sqrt(omega_o * omega_o + d->model.drag_speed * d->model.drag_speed);
    const double path = (shaft + drag) / (ratio * d->model.gear_efficiency);
    double n = t->author->engine.model.top_speed;
    for (int i = 0; i < 20; i++) n = governed_speed(&t->author->engine, path + accessory_torque(t, n));
    const double slip = pull / rear_load / tractor_tire_friction(t, REAR_LEFT)->law.slip_stiffness[0];
    return n / ratio / i_r * r[REAR_LEFT] * (1.0 - slip);
}

static double expected_speed(driven *t, int gear)
{
    double speed = 0.0;
    for (int i = 0; i < 20; i++) speed = speed_against(t, gear, speed);
    return speed;
}

static bool first_gear(driven *t)
{
    driven_set(t, "parking_brake", 0.0);
    driven_set(t, "four_wheel_drive", 0.0);
    driven_set(t, "throttle", 1.0);
    if (!driven_drive(t, 1.0)) return false;
    for (int i = t->author->driveline.gearbox.start_gear; i > 0; i--)
        if (!driven_press(t, "gear_down")) return false;
    driven_set(t, "direction", 1.0);
    return driven_drive(t, SETTLING);
}

void tractor_gears(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t) || !first_gear(&t)) return;
    const auth_driveline *d = &t.author->driveline;
    double speed = 0.0;
    for (int gear = 0; gear < d->gearbox.gear_count; gear++) {
        if (gear > 0 && (!driven_press(&t, "gear_up") || !driven_drive(&t, SETTLING))) return;
        const double x = driven_now(&t, "chassis.x"), seconds = 0.5;
        const double expected = expected_speed(&t, gear);
        if (!driven_drive(&t, seconds)) return;
        speed = (driven_now(&t, "chassis.x") - x) / seconds;
        char text[80];
        snprintf(text, sizeof text, "speed in %s at full throttle", d->gears[gear].name);
        valid_published(v, text, "m/s", "exact: ratio, rolling radius, slip, droop under load", expected,
                        speed, 5e-5 * expected,
                        "second order of the slip, 1.6 % of 0.1 %; loads taken as they were 0.5 s before");
    }
    valid_published(v, "top speed, level asphalt", "km/h", "class: 40 km/h", 40.0, 3.6 * speed, 2.0,
                    "class: 40 km/h are those of 2100 rpm");
}
