/* The loader moving: lift time against the oil that the pump delivers, relief pressure at the end of the
 * stroke, no creep under a steady load. */
#include "tractor_loader.h"

#include <math.h>
#include <stdio.h>

static const double RPM = 0.10471975511965977; /* [rad/s] */

/* Sums over a stretch of the stroke. */
typedef struct stretch {
    double seconds, oil; /* delivered by the pump's law [m^3] */
    double speed;        /* mean of the engine [rad/s] */
    double from, to;     /* pressures of the piston side at its ends [Pa] */
} stretch;

/* Pump: D n - K p. */
static double delivery(driven *t)
{
    const auth_circuit *circuit = &t->author->mechanism->circuits[0];
    const auth_pump *pump = &circuit->pumps[0];
    const double p = driven_signal(t, "pump.pressure") - circuit->def.nodes[pump->def.a].pressure;
    return pump->def.pump.machine.displacement * driven_signal(t, "engine.speed") -
           pump->def.pump.machine.leakage * p;
}

/* From one length of the lift cylinders to another, lever held. */
static bool measure(driven *t, double from, double to, stretch *s)
{
    const double h = world_machine_step_size(t->machine);
    *s = (stretch){0};
    while (driven_now(t, "cylinder.lift.length") < from)
        if (!driven_step(t) || world_machine_time(t->machine) > 60.0) return false;
    s->from = driven_signal(t, "cylinder.lift.pressure_a");
    while (driven_signal(t, "cylinder.lift.length") < to) {
        if (!driven_step(t) || world_machine_time(t->machine) > 60.0) return false;
        driven_look(t);
        s->seconds += h;
        s->oil += h * delivery(t);
        s->speed += h * driven_signal(t, "engine.speed");
    }
    s->speed /= s->seconds;
    s->to = driven_signal(t, "cylinder.lift.pressure_a");
    return true;
}

static bool lift_time(valid_run *v, driven *t)
{
    static const double SHARE = 0.9; /* of the stroke: away from the ends and from the valve's opening */
    const auth_cylinder *c = driven_cylinder(t->author, "lift");
    const double margin = 0.5 * (1.0 - SHARE) * c->def.cylinder.stroke;
    stretch s;
    driven_set(t, "lift", 1.0);
    if (!measure(t, c->def.cylinder.length_0 + margin,
                 c->def.cylinder.length_0 + c->def.cylinder.stroke - margin, &s))
        return false;
    const double volume = SHARE * c->def.cylinder.stroke * c->def.cylinder.area_a;
    /* hose and chamber take the oil of a rising pressure: 477 MPa, that of the hoses, of 0.6 l and the
     * stroke; the volumes before the valve follow: 1 l */
    const double held =
                     (1.6e-3 + c->def.cylinder.stroke * c->def.cylinder.area_a) / 477e6 * fabs(s.to - s.from),
                 tick = world_machine_step_size(t->machine) * s.oil / s.seconds;
    valid_published(v, "oil from the pump over 90 % of the lift stroke", "m3", "exact: areas times stroke",
                    volume, s.oil, held + 2.0 * tick,
                    "oil of the changing pressure, and one tick at each end");
    const double scaled = s.seconds / SHARE * s.speed / (2000.0 * RPM);
    valid_published(v, "lift time over the whole stroke, at 2000 rpm", "s", "class: 6.7 l at 90 l/min", 4.5,
                    scaled, 4.5 * 0.02, "two digits of 90 l/min; the pump's leakage, 1 to 2 %");
    return true;
}

static bool relief(valid_run *v, driven *t)
{
    if (!driven_drive(t, 3.0)) return false;
    valid_published(
        v, "pressure at the end of the stroke, lever held", "MPa", "class: relief valve 19.5 to 20 MPa",
        19.75,
        1e-6 * (driven_now(t, "pump.pressure") - t->author->mechanism->circuits[0].def.nodes[0].pressure),
        0.25, "class");
    return true;
}

/* No edge of a closed valve leaks in this model, so the load has to stay where it is. */
static bool creep(valid_run *v, driven *t)
{
    /* after 10 s swinging is 2e-4 of the load at most (virtual work); 30 kN on an oil spring of 12
     * kN/mm */
    static const double tolerance = 2e-4 * 30e3 / 12e6 + 1e-7;
    static const char reason[] = "swinging that is left in the oil's spring, and Newton's tolerance";
    driven_set(t, "lift", -0.8);
    if (!driven_drive(t, 1.5)) return false;
    driven_set(t, "lift", 0.0);
    if (!driven_drive(t, 10.0)) return false;
    const double lift = driven_now(t, "cylinder.lift.length"),
                 tilt = driven_signal(t, "cylinder.tilt.length");
    if (!driven_drive(t, 20.0)) return false;
    valid_bound(v, "lift cylinders under load: creep in 20 s", "m", "exact: closed chambers",
                driven_now(t, "cylinder.lift.length") - lift, tolerance, reason);
    valid_bound(v, "tilt cylinders under load: creep in 20 s", "m", "exact: closed chambers",
                driven_signal(t, "cylinder.tilt.length") - tilt, tolerance, reason);
    return true;
}

void tractor_loader(valid_run *v)
{
    driven t;
    if (!tractor_build(v, &(driven_start){0}, &t)) return;
    driven_set(&t, "throttle", 0.88);
    driven_set(&t, "lift", -1.0);
    if (!driven_drive(&t, 5.0)) return;
    (void)(lift_time(v, &t) && relief(v, &t) && creep(v, &t));
}
