/* Two free bodies and a spring: distance 1 + 0.2 cos(20 t) m, the centre of mass drifts uniformly.
 *
 * Momentum is linear in the velocities and the forces are equal and opposite: it is kept to round-off, whose
 * bound is that of 10 000 steps each of which rounds numbers of the size of the forces times the step, 96 N.
 */
#include "reference.h"
#include "refine.h"

#include <math.h>

static const char source[] = "exact: omega = sqrt(k (1/m1 + 1/m2)) = 20 rad/s";

typedef struct observed {
    valid_period period;
    double energy_at_start, drift, momentum;
} observed;

static void look(valid_run *v, const world_mechanism *m, void *context)
{
    observed *o = context;
    valid_period_add(&o->period,
                     (valid_sample){m->state->time, valid_output(v, m, "s") - 1.0, valid_output(v, m, "ds")});
    mb_evaluate_state(m->model, m->state, m->work);
    const mb_energy e = mb_energies(m->model, m->work);
    if (m->state->tick == 0) o->energy_at_start = e.kinetic + e.stored;
    o->drift = fmax(o->drift, fabs(e.kinetic + e.stored - o->energy_at_start));
    o->momentum = fmax(o->momentum, fabs(e.momentum.x - 1.5));
    o->momentum = fmax(o->momentum, fabs(e.momentum.y - 1.0));
    o->momentum = fmax(o->momentum, fabs(e.momentum.z + 0.5));
}

static bool observe(valid_run *v, double step, observed *o)
{
    world_mechanism *m =
        valid_load(v, "two-body-spring", &(valid_override){.step = step, .tolerance = 1e-12});
    if (!m) return false;
    for (look(v, m, o); m->state->time < 5.0 - 0.5 * step; look(v, m, o))
        if (!valid_step(v, m)) return false;
    return true;
}

static void run(valid_run *v)
{
    const valid_value values[] = {{5.0, "s", "distance s(5)", "m", 1.0 + 0.2 * cos(100.0), 0.0},
                                  {5.0, "ds", "ds(5)", "m/s", -4.0 * sin(100.0), 0.0}};
    valid_refine(v, &(valid_refinement){.file = "two-body-spring",
                                        .source = source,
                                        .override = {.step = 1e-3, .tolerance = 1e-12},
                                        .values = values,
                                        .count = sizeof values / sizeof *values});
    observed coarse = {.drift = 0.0}, fine = {.drift = 0.0};
    if (!observe(v, 1e-3, &coarse) || !observe(v, 5e-4, &fine)) return;
    const double turn = 2.0 * acos(-1.0);
    const double omega = turn / valid_period_mean(&fine.period),
                 rough = turn / valid_period_mean(&coarse.period);
    valid_published(v, "frequency", "rad/s", source, 20.0, omega, valid_richardson(rough, omega, 2, 2.0),
                    valid_refinement_reason);
    /* The trapezoidal rule turns this vibration at (2/h) atan(omega h/2): known exactly, too. */
    const double h = 5e-4;
    valid_published(v, "frequency of the trapezoidal rule, 0.5 ms", "rad/s", "exact: (2/h) atan(omega h/2)",
                    2.0 / h * atan(20.0 * h / 2.0), omega, 20.0 * 1e-8,
                    "reading crossings off a cubic: (omega h)^4/384 of a period, and Newton's tolerance");
    valid_bound(
        v, "largest error of the momentum", "kg m/s", "exact: conserved", fine.momentum,
        10000 * 96.0 * h * 2.3e-16 + 2.0 * 1e-12 / h * 3.0,
        "round-off of 10000 steps of 96 N x h, and Newton's tolerance of 1e-12 m in velocities of 3 kg");
    valid_bound(v, "largest energy error", "J", "exact: conserved", fine.drift, 10000 * 1e-12 * 96.0,
                "a linear vibration keeps it: Newton's tolerance of 1e-12 m times 96 N, 10000 steps");
}

const valid_case valid_case_two_body_spring = {"two-body-spring",
                                               "two free bodies and a spring: frequency, momentum", run};
