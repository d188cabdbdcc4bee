/* Energy over a working cycle in the air, with travel: the work of all efforts is the change of kinetic and
 * gravity's energy, and what the engine gives is taken by the oil, and that by cylinders, motors and losses.
 * Work that is no state of the simulation is integrated here by the trapezoidal rule. */
#include "excavator.h"

#include <math.h>
#include <stdio.h>

/* Efforts in the order of the model, shapes and tools taken off: the circuit, the engine, brakes, tracks.
 * Ports of the circuit: cylinders, then the shafts of pumps, swing and tracks; both pumps share the
 * crankshaft's. */
enum { CIRCUIT, ENGINE, BRAKES, SHAFTS = 4, TRACK_WORK_PORTS = 7 };

static void clear(auth_machine *author, const void *with)
{
    (void)with;
    for (int i = 0; i < author->shape_count; i++) author->shapes[i].ground = false;
}

typedef struct powers {
    double pumps;             /* taken from the crankshaft by the pumps [W] */
    double cylinders, motors; /* given to the mechanism [W] */
    double brakes, tracks;    /* given to the mechanism [W] */
    double engine, all;       /* [W] */
    double losses, missing;   /* of the oil; what its balance lacks [W] */
} powers;

static double port(const driven *e, int effort, int number)
{
    const mb_port_value value = mb_effort_port(e->mechanism->model, e->mechanism->work, effort, number);
    return value.force * value.s_dot;
}

static powers look(const driven *e)
{
    mb_evaluate_state(e->mechanism->model, e->mechanism->state,
                      e->mechanism->work); /* signals leave forces of circuits out */
    const auth_circuit *circuit = &e->author->mechanism->circuits[0];
    const int cylinders = circuit->def.cylinder_count;
    powers p = {0};
    for (int i = 0; i < cylinders; i++) p.cylinders += port(e, CIRCUIT, i);
    p.pumps = -port(e, CIRCUIT, cylinders);
    for (int i = 1; i < SHAFTS; i++) p.motors += port(e, CIRCUIT, cylinders + i);
    p.engine = port(e, ENGINE, 0);
    int effort = BRAKES;
    for (int b = 0; b < e->author->brake_count; b++) p.brakes += port(e, effort++, 0);
    for (int t = 0; t < e->author->track_count; t++, effort++)
        for (int i = 0; i < TRACK_WORK_PORTS; i++) p.tracks += port(e, effort, i);
    const world_circuit_power oil = world_mechanism_power(e->mechanism, 0);
    p.losses = oil.losses;
    p.missing = fabs(oil.sources + oil.shafts - oil.cylinders - oil.stored - oil.losses);
    p.all = p.engine - p.pumps + p.cylinders + p.motors + p.brakes + p.tracks;
    return p;
}

static powers plus(powers sum, double factor, const powers *p)
{
    return (powers){sum.pumps + factor * p->pumps,
                    sum.cylinders + factor * p->cylinders,
                    sum.motors + factor * p->motors,
                    sum.brakes + factor * p->brakes,
                    sum.tracks + factor * p->tracks,
                    sum.engine + factor * p->engine,
                    sum.all + factor * p->all,
                    sum.losses + factor * p->losses,
                    0.0};
}

/* Raise, swing, dump, swing back, lower, then travel a little and stop. */
static void operate(driven *e, double time)
{
    driven_set(e, "throttle", 1.0);
    driven_set(e, "boom", time > 0.5 && time < 1.6 ? 0.9 : time > 5.0 && time < 6.0 ? -0.6 : 0.0);
    driven_set(e, "swing", time > 1.0 && time < 2.5 ? 0.8 : time > 4.0 && time < 5.5 ? -0.8 : 0.0);
    driven_set(e, "dipper", time > 2.0 && time < 3.5 ? 0.7 : time > 5.0 && time < 6.0 ? -0.7 : 0.0);
    driven_set(e, "bucket", time > 2.5 && time < 4.0 ? -0.8 : time > 5.0 && time < 6.0 ? 0.6 : 0.0);
    driven_set(e, "left_travel", time > 6.5 && time < 8.0 ? 0.8 : 0.0);
    driven_set(e, "right_travel", time > 6.5 && time < 8.0 ? 0.5 : 0.0);
}

typedef struct account {
    powers work;               /* [J] since the start */
    double engine, mechanical; /* the engine's by its own state; change [J] */
    double missing;            /* of the oil's balance, most at any moment [W] */
} account;

static double mechanical_energy(driven *e)
{
    return driven_signal(e, "energy.kinetic") + driven_signal(e, "energy.gravity");
}

static bool cycle(valid_run *v, double step, account *a, valid_plot *plot)
{
    driven e;
    /* the rule's error is asked for, not Newton's */
    const driven_start start = {.step = step, .state_tolerance = 1e-6, .change = clear};
    *a = (account){0};
    if (!excavator_build(v, &start, &e)) return false;
    valid_curve *pumps = valid_plot_curve(plot, "pumps", false),
                *arm = valid_plot_curve(plot, "cylinders", false),
                *motors = valid_plot_curve(plot, "motors", false);
    driven_look(&e);
    const double mechanical = mechanical_energy(&e);
    powers last = look(&e);
    for (double time = 0.0; time < 9.0 - 0.5 * step; time = world_machine_time(e.machine)) {
        operate(&e, time);
        if (!driven_step(&e)) return false;
        driven_look(&e);
        const powers now = look(&e);
        a->work = plus(plus(a->work, 0.5 * step, &last), 0.5 * step, &now);
        a->missing = fmax(a->missing, now.missing);
        last = now;
        valid_curve_add(pumps, time, 1e-3 * now.pumps);
        valid_curve_add(arm, time, 1e-3 * now.cylinders);
        valid_curve_add(motors, time, 1e-3 * now.motors);
    }
    a->engine = driven_signal(&e, "engine.work") - driven_signal(&e, "engine.lost_work");
    a->mechanical = mechanical_energy(&e) - mechanical;
    return true;
}

void excavator_energy(valid_run *v)
{
    account coarse, fine;
    valid_plot *plot =
        valid_plot_new(v, "power", "a working cycle in the air: power of the oil", "time [s]", "power [kW]");
    if (!cycle(v, 1e-3, &coarse, NULL) || !cycle(v, 5e-4, &fine, plot)) return;
    /* first order: the rule lets fast modes of oil and bristles die out */
    static const char reason[] = "half of that at 1 ms, safety 1.5, + round-off of 1e6 J in 2e4 steps";
    char text[200];
    snprintf(text, sizeof text,
             "cycle of 9 s, engine %.1f kJ at the crankshaft: work of all efforts less kinetic energy and "
             "gravity, 0.5 ms",
             1e-3 * fine.engine);
    valid_bound(v, text, "J", "exact: power balance", fine.work.all - fine.mechanical,
                0.75 * fabs(coarse.work.all - coarse.mechanical) + 1e-6, reason);
    snprintf(text, sizeof text, "the oil's power balance at any moment of the cycle; losses %.1f kJ in all",
             1e-3 * fine.work.losses);
    valid_bound(v, text, "W", "exact: power balance of the circuit", fine.missing, 1e-6,
                "round-off: 1e-16 of 1e6 W in a hundred terms, safety 100");
    snprintf(
        text, sizeof text,
        "engine less pumps %.1f, plus cylinders %.1f, motors %.1f, brakes %.1f, tracks %.1f kJ and motion",
        1e-3 * fine.work.pumps, 1e-3 * fine.work.cylinders, 1e-3 * fine.work.motors, 1e-3 * fine.work.brakes,
        1e-3 * fine.work.tracks);
    const double here = fine.engine + fine.work.all - fine.work.engine - fine.mechanical,
                 there = coarse.engine + coarse.work.all - coarse.work.engine - coarse.mechanical;
    valid_bound(v, text, "J", "exact: power balance", here, 0.75 * fabs(there) + 1e-6, reason);
}
