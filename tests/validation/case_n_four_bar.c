/* Benchmark A02 of the IFToMM library: 40 four-bar linkages side by side for 20 s. Whenever the bars lie flat
 * the closures lose 40 of their equations at once. The augmented Lagrangian formulation goes through;
 * coordinate partitioning has no partition there (002 section 2.2): unless a step leaps over the position it
 * stops, which is what its row tells, and says so.
 *
 * The library's error measure is the energy: 1e-1 J for low, 1e-3 J for high precision. */
#include "refine.h"

#include <math.h>

static const char source[] = "IFToMM benchmark A02, N = 40";

static const valid_value values[] = {{20.0, "B0.x", "x of B0(20)", "m", 0.410901153740, 5e-13},
                                     {20.0, "B0.y", "y of B0(20)", "m", 0.911679900982, 5e-13}};

/* 41 bars at half their height, 40 couplers at 1 m; T = (41/3 + 40) v^2/2 with v = 1 m/s. */
static const double energy_at_start = 9.81 * (41 * 0.5 + 40) + 0.5 * (41 / 3.0 + 40);

typedef struct observed {
    valid_curve *y, *energy; /* of the finer run */
    double energy_at_start, drift;
} observed;

/* Largest energy error since the start of the run. */
static void look(valid_run *v, const world_mechanism *m, void *context)
{
    observed *o = context;
    mb_evaluate_state(m->model, m->state, m->work);
    const mb_energy e = mb_energies(m->model, m->work);
    if (m->state->tick == 0) o->energy_at_start = e.kinetic + e.gravity, o->drift = 0.0;
    const double error = e.kinetic + e.gravity - o->energy_at_start;
    o->drift = fmax(o->drift, fabs(error));
    if (m->state->tick % 10 != 0) return;
    valid_curve_add(o->y, m->state->time, valid_output(v, m, "B0.y"));
    valid_curve_add(o->energy, m->state->time, error);
}

/* Where does coordinate partitioning stop? */
static void partitioning(valid_run *v)
{
    const double h = 5e-4;
    world_mechanism *m = valid_load(
        v, "n-four-bar-40", &(valid_override){.formulation = "double-step", .step = h, .tolerance = 1e-12});
    if (!m) return;
    while (m->state->time < 1.0 && world_mechanism_step(m) == HL_OK) {
    }
    mb_evaluate_state(m->model, m->state, m->work);
    const double y = valid_output(v, m, "B0.y"), dy = valid_output(v, m, "v.y");
    if (m->state->time < 1.0 - 0.5 * h)
        valid_bound(v, "double-step stops at the first singular position: y of B0 there", "m",
                    "002: no partition where the rank falls", y, 2.0 * h * fabs(dy), "two steps of travel");
    else
        valid_bound(v, "double-step leapt over the first singular position: energy error after 1 s", "J",
                    source, valid_output(v, m, "total") - energy_at_start, 1e-1,
                    "the benchmark's own measure, low precision");
}

static void run(valid_run *v)
{
    valid_plot *path = valid_plot_new(v, "b0", "N-four-bar (A02), N = 40", "t [s]", "y of B0 [m]");
    valid_plot *drift = valid_plot_new(v, "energy", "N-four-bar (A02), N = 40", "t [s]", "E - E(0) [J]");
    observed fine = {.y = valid_plot_curve(path, "ali3p, 0.5 ms", false),
                     .energy = valid_plot_curve(drift, "ali3p, 0.5 ms", false),
                     .drift = (double)NAN};
    valid_refine(v, &(valid_refinement){.file = "n-four-bar-40",
                                        .source = source,
                                        .override = {.step = 1e-3, .tolerance = 1e-12},
                                        .values = values,
                                        .count = sizeof values / sizeof *values,
                                        .look = look,
                                        .context = &fine});
    valid_bound(v, "largest energy error, 0.5 ms", "J", source, fine.drift, 1e-3,
                "the benchmark's own measure, high precision");
    partitioning(v);
}

const valid_case valid_case_n_four_bar = {
    "n-four-bar", "40 four-bar linkages through their singular positions, IFToMM A02", run};
