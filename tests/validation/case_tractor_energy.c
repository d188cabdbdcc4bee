/* Energy over a drive: what the engine gives is stored, lost in the driveline, taken by the oil and the
 * auxiliaries, or lost in the tires and the air; and the work of all efforts is the change of kinetic and
 * gravity's energy. Work that is no state of the simulation is integrated here by the trapezoidal rule. */
#include "tractor.h"

#include <math.h>
#include <stdio.h>

/* Ports of the efforts, in the order of the model: auxiliaries and circuits of the file, driveline, tires,
 * air, contacts. */
enum { AUXILIARY_PORTS = 1, DRIVELINE_PORTS = 5, BODY_PORTS = 6, AIR_PORTS = 3 };

typedef struct powers {
    double aux;   /* taken from the crankshaft by the auxiliaries [W] */
    double oil;   /* taken from the mechanism by the circuits [W] */
    double tires; /* lost in friction, rolling resistance and radial damping, by formula [W] */
    double all;   /* of all efforts on the mechanism [W] */
} powers;

static double port_power(const driven *t, int effort, int ports)
{
    double power = 0.0;
    for (int p = 0; p < ports; p++) {
        const mb_port_value value = mb_effort_port(t->mechanism->model, t->mechanism->work, effort, p);
        power += value.force * value.s_dot;
    }
    return power;
}

static int circuit_ports(const auth_circuit *circuit)
{
    return circuit->def.pump_count + circuit->def.cylinder_count;
}

/* A tire on level ground, put together again from its wheel's motion: tire/tire.h, tire.c. */
typedef struct rolling_tire {
    hl_vec3 axle, forward, left;
    hl_vec3 velocity, angular; /* of the wheel */
    double damper;             /* power of the discs' dampers [W] */
    double offset, deflection; /* means of the discs, weighted with their deflections [m] */
} rolling_tire;

/* Disc y to the left of the middle: delta = R sqrt(1 - c^2) - z - y c, c = axle . up; damper c delta_dot^2.
 */
static void add_discs(const auth_tire *tire, double height, rolling_tire *r)
{
    static const double share_floor = 1e-4; /* [m] of tire.c */
    const hl_vec3 turn = hl_cross(r->axle, hl_v3(0, 0, 1));
    const double c = r->axle.z, root = sqrt(1.0 - c * c);
    double shares = 0.0;
    for (int i = 0; i < tire->model.discs; i++) {
        const double y = tire->model.width * ((double)i / (tire->model.discs - 1) - 0.5),
                     deflection = fmax(tire->model.radius * root - height - y * c, 0.0),
                     share = deflection + share_floor,
                     rate = -r->velocity.z - (y + tire->model.radius * c / root) * hl_dot(turn, r->angular);
        shares += share;
        r->offset += share * y;
        r->deflection += share * deflection;
        if (deflection > 0.0) r->damper += tire->model.damping / tire->model.discs * rate * rate;
    }
    r->offset /= shares;
    r->deflection /= shares;
}

/* Friction at the slip point, -F v; rolling resistance c F_n r |spin|; dampers. */
static double tire_loss(driven *t, int wheel)
{
    const auth_tire *tire = tractor_tire(t, wheel);
    const auth_machine *m = t->author;
    const double load = tractor_wheel(t, wheel, "load");
    if (load == 0.0) return 0.0;
    const int body = m->wheels[m->driveline.wheels[wheel]].body;
    const mb_pose pose = mb_pose_of(t->mechanism->model, t->mechanism->work, body);
    rolling_tire r = {.axle = hl_mul(&pose.rotation, hl_v3(0, 1, 0)),
                      .velocity =
                          mb_point(t->mechanism->model, t->mechanism->work, body, hl_v3(0, 0, 0)).velocity,
                      .angular = mb_angular_velocity(t->mechanism->model, t->mechanism->work, body)};
    r.forward = hl_normalized(hl_cross(r.axle, hl_v3(0, 0, 1)));
    r.left = hl_cross(hl_v3(0, 0, 1), r.forward);
    add_discs(tire, pose.position.z, &r);
    const double radius = tire->model.radius - r.deflection / 3.0, spin = hl_dot(r.axle, r.angular);
    const hl_vec3 arm = hl_add_scaled(hl_scale(r.offset, r.axle), radius, hl_cross(r.axle, r.forward)),
                  slip = hl_add(r.velocity, hl_cross(r.angular, arm));
    const double rolling = tractor_tire_friction(t, wheel)->law.rolling_resistance * load * radius * spin *
                           (spin / hypot(spin, 0.1)); /* 0.1 rad/s: smoothed at rest, tire.c */
    return -tractor_wheel(t, wheel, "traction") * hl_dot(r.forward, slip) -
           tractor_wheel(t, wheel, "side_force") * hl_dot(r.left, slip) + rolling + r.damper;
}

static powers look(driven *t)
{
    mb_evaluate_state(t->mechanism->model, t->mechanism->state,
                      t->mechanism->work); /* signals leave forces of circuits out */
    const auth_mechanism *m = t->author->mechanism;
    powers p = {0};
    int effort = 0;
    for (int f = 0; f < m->friction_count; f++) p.aux -= port_power(t, effort++, AUXILIARY_PORTS);
    for (int c = 0; c < m->circuit_count; c++)
        p.oil -= port_power(t, effort++, circuit_ports(&m->circuits[c]));
    p.all = -p.aux - p.oil + port_power(t, effort++, DRIVELINE_PORTS);
    for (int w = 0; w < TRACTOR_WHEELS; w++) {
        p.all += port_power(t, effort++, BODY_PORTS);
        p.tires += tire_loss(t, w);
    }
    p.all += port_power(t, effort++, AIR_PORTS);
    return p;
}

typedef struct account {
    double engine, stored, mechanical, driveline, aux, oil, tires, air, all; /* [J] since the start */
} account;

static double mechanical_energy(driven *t)
{
    return driven_signal(t, "energy.kinetic") + driven_signal(t, "energy.gravity");
}

/* Pull away, shift, steer, raise the loader, stop. */
static void operate(driven *t, double time)
{
    driven_set(t, "parking_brake", 0.0);
    driven_set(t, "throttle", time < 6.0 ? 0.8 : 0.0);
    driven_set(t, "direction", time > 0.5 && time < 6.0 ? 1.0 : 0.0);
    driven_set(t, "gear_up", fmod(time, 1.0) < 0.1 && time > 2.0 && time < 5.0 ? 1.0 : 0.0);
    driven_set(t, "steering", time > 3.0 && time < 5.0 ? 0.2 : 0.0);
    driven_set(t, "lift", time > 1.0 && time < 3.0 ? 0.6 : 0.0);
    driven_set(t, "tilt", time > 4.0 && time < 5.0 ? -0.5 : 0.0);
    driven_set(t, "brake", time > 6.5 ? 1.0 : 0.0);
}

static bool drive(valid_run *v, double step, account *a)
{
    driven t;
    const driven_start start = {.surface = "firm gravel",
                                .step = step,
                                .state_tolerance = 1e-6}; /* the rule's error is asked for, not Newton's */
    if (!tractor_build(v, &start, &t)) return false;
    driven_look(&t);
    const double mechanical = mechanical_energy(&t), stored = driven_signal(&t, "energy.stored");
    powers last = look(&t);
    *a = (account){0};
    while (world_machine_time(t.machine) < 9.0 - 0.5 * step) {
        operate(&t, world_machine_time(t.machine));
        if (!driven_step(&t)) return false;
        driven_look(&t);
        const powers now = look(&t);
        a->aux += 0.5 * step * (last.aux + now.aux);
        a->oil += 0.5 * step * (last.oil + now.oil);
        a->tires += 0.5 * step * (last.tires + now.tires);
        a->all += 0.5 * step * (last.all + now.all);
        last = now;
    }
    a->engine = driven_signal(&t, "engine.work");
    a->driveline = driven_signal(&t, "driveline.lost_work");
    a->air = driven_signal(&t, "air.lost_work");
    a->mechanical = mechanical_energy(&t) - mechanical;
    a->stored = driven_signal(&t, "energy.stored") - stored;
    return true;
}

static double missing(const account *a)
{
    return a->engine - a->driveline - a->aux - a->oil - a->tires - a->air - a->mechanical - a->stored;
}

void tractor_energy(valid_run *v)
{
    account coarse, fine;
    if (!drive(v, 1e-3, &coarse) || !drive(v, 5e-4, &fine)) return;
    static const char reason[] = "a quarter of that at 1 ms, safety 1.5, + round-off of 1e6 J in 2e4 steps";
    char text[160];
    snprintf(text, sizeof text,
             "drive of 9 s, engine %.1f kJ: work of all efforts less kinetic energy and gravity, 0.5 ms",
             1e-3 * fine.engine);
    valid_bound(v, text, "J", "exact: power balance", fine.all - fine.mechanical,
                1.5 * 0.25 * fabs(coarse.all - coarse.mechanical) + 1e-6, reason);
    snprintf(
        text, sizeof text,
        "engine less driveline %.1f, auxiliaries %.1f, oil %.1f, tires %.1f, air %.1f kJ and storage, 0.5 ms",
        1e-3 * fine.driveline, 1e-3 * fine.aux, 1e-3 * fine.oil, 1e-3 * fine.tires, 1e-3 * fine.air);
    valid_bound(v, text, "J", "exact: power balance", missing(&fine),
                1.5 * 0.25 * fabs(missing(&coarse)) + 1e-6, reason);
}
