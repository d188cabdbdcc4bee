/* Benchmark A01 of the IFToMM library: a 1 kg point on a massless 1 m bar, from (-1, 0) at rest, 10 s.
 * Reference: exact solution by elliptic functions; period 4 K(sin 45 deg) sqrt(l/g) = 2.36784194757624 s.
 *
 * Tolerances: the trapezoidal rule's own error by Richardson's rule from steps h and h/2 (order 2, safety 2),
 * plus half of the last printed digit of the reference. */
#include "valid/case.h"

#include <math.h>

static const char source[] = "IFToMM benchmark A01, exact solution";
static const char reason[] =
    "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2) + half the last printed digit";

static const double h = 1e-3; /* [s] coarse step */
/* Newton's increments enter the velocity 2/h-fold: 4e-9 rad/s, three orders below the integrator's own error.
 */
static const double newton_tolerance = 1e-12; /* [rad] */
static const double end = 10.0;               /* [s] */
static const double printed_position = 5e-13; /* [m] half of the last printed digit */
static const double printed_period = 5e-15;   /* [s] */

typedef struct swing {
    double x, y, period, energy_drift;
} swing;

/* ---- period ---- */

typedef struct sample {
    double t, z, dz;
} sample;

/* Time of z = 0 between two samples, on the cubic through both values and both slopes: its error is O(h^4),
 * two orders below that of the integrator. */
static double crossing_time(sample a, sample b)
{
    const double step = b.t - a.t;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        const double s = 0.5 * (low + high);
        const double z = (1 + 2 * s) * (1 - s) * (1 - s) * a.z + s * (1 - s) * (1 - s) * step * a.dz +
                         s * s * (3 - 2 * s) * b.z + s * s * (s - 1) * step * b.dz;
        if (z < 0.0)
            low = s;
        else
            high = s;
    }
    return a.t + low * step;
}

/* ---- one run ---- */

typedef struct curves {
    valid_curve *x, *y, *energy;
} curves;

static double total_energy(const world_mechanism *m)
{
    const mb_energy energy = mb_energies(m->model, m->work);
    return energy.kinetic + energy.gravity + energy.stored;
}

static sample look(valid_run *v, const world_mechanism *m)
{
    return (sample){m->state->time, valid_output(v, m, "z"), valid_output(v, m, "dz")};
}

static bool run_swing(valid_run *v, double step, curves plotted, swing *result)
{
    world_mechanism *m =
        valid_load(v, "pendulum", &(valid_override){.step = step, .tolerance = newton_tolerance});
    if (!m) return false;
    const double energy_at_start = total_energy(m);
    double first = 0.0, last = 0.0;
    int periods = -1;
    sample before = look(v, m);
    result->energy_drift = 0.0;
    while (m->state->time < end - 0.5 * step) {
        if (!valid_step(v, m)) return false;
        const sample now = look(v, m);
        if (before.z < 0.0 && now.z >= 0.0) { /* upwards through the lowest point: once a period */
            last = crossing_time(before, now);
            if (periods++ < 0) first = last;
        }
        const double drift = total_energy(m) - energy_at_start;
        result->energy_drift = fmax(result->energy_drift, fabs(drift));
        valid_curve_add(plotted.x, now.t, valid_output(v, m, "P.x"));
        valid_curve_add(plotted.y, now.t, valid_output(v, m, "P.y"));
        valid_curve_add(plotted.energy, now.t, drift);
        before = now;
    }
    if (periods < 1) return valid_failed(v, "the pendulum did not complete a period"), false;
    result->period = (last - first) / periods;
    result->x = valid_output(v, m, "P.x");
    result->y = valid_output(v, m, "P.y");
    return true;
}

static void compare(valid_run *v, const char *what, const char *unit, double published, double coarse,
                    double fine, double printed)
{
    valid_published(v, what, unit, source, published, fine, valid_richardson(coarse, fine, 2, 2.0) + printed,
                    reason);
}

static void run(valid_run *v)
{
    valid_plot *path = valid_plot_new(v, "position", "Simple pendulum (A01)", "t [s]", "position [m]");
    valid_plot *drift =
        valid_plot_new(v, "energy", "Simple pendulum (A01): energy error", "t [s]", "E - E(0) [J]");
    const curves plotted = {valid_plot_curve(path, "x", false), valid_plot_curve(path, "y", false),
                            valid_plot_curve(drift, "ali3p, 0.5 ms", false)};
    swing coarse, fine;
    if (!run_swing(v, h, (curves){NULL, NULL, NULL}, &coarse) || !run_swing(v, 0.5 * h, plotted, &fine))
        return;
    compare(v, "x(10)", "m", -0.275087462576, coarse.x, fine.x, printed_position);
    compare(v, "y(10)", "m", -0.961419205099, coarse.y, fine.y, printed_position);
    compare(v, "period", "s", 2.36784194757624, coarse.period, fine.period, printed_period);
    /* The energy's error too is of second order: what a quarter of the coarse run's drift leaves, with
     * safety 2. */
    valid_bound(v, "largest energy error at h/2 (bound: half of that at h)", "J",
                "exact: energy is conserved", fine.energy_drift, 0.5 * coarse.energy_drift,
                "second order: a quarter; safety 2");
}

const valid_case valid_case_pendulum = {"pendulum",
                                        "simple pendulum, IFToMM A01: position after 10 s, period", run};
