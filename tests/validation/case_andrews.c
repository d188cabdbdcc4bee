/* Benchmark A03 of the IFToMM library: Andrews' squeezing mechanism, 0.03 s.
 *
 * Reference: the test set for initial value problem solvers (Bari), PSIDE with tolerances of 1e-14, 16 digits
 * printed; its accelerations at the start come with the problem. The crank turns two and a half times in 30
 * ms: steps of 5 and 2.5 microseconds resolve a turn as 1 ms would one of a few seconds. */
#include "refine.h"

static const char source[] = "IFToMM A03 / IVP test set, reference solution";

static const valid_value values[] = {{0.03, "beta", "beta(0.03)", "rad", 15.81077119629904, 5e-15},
                                     {0.03, "theta", "theta(0.03)", "rad", -15.75637105984298, 5e-15},
                                     {0.03, "gamma", "gamma(0.03)", "rad", 0.04082224013073101, 5e-18},
                                     {0.03, "phi", "phi(0.03)", "rad", -0.5347301163226948, 5e-17},
                                     {0.03, "delta", "delta(0.03)", "rad", 0.5244099658805304, 5e-17},
                                     {0.03, "omega", "Omega(0.03)", "rad", 0.5347301163226948, 5e-17},
                                     {0.03, "epsilon", "epsilon(0.03)", "rad", 1.048080741042263, 5e-16}};

enum { CURVES = 4 };
static const char *const columns[CURVES] = {"gamma", "phi", "delta", "epsilon"};

static void look(valid_run *v, const world_mechanism *m, void *context)
{
    valid_curve *const *curves = context;
    if (m->state->tick % 20 != 0) return;
    for (int i = 0; i < CURVES; i++)
        valid_curve_add(curves[i], m->state->time, valid_output(v, m, columns[i]));
    valid_curve_add(curves[CURVES], m->state->time, valid_output(v, m, "beta"));
}

/* Accelerations that the assembly finds: its iteration ends at 1e-14 of the largest, with 7 bodies and
 * closures whose condition is that of bars between 7 and 40 mm; a factor of 100 is left to both. */
static void start(valid_run *v)
{
    static const char reason[] = "1e-12 of the value: consistent accelerations are iterated to 1e-14";
    const double beta = 14222.4439199541138705911625887, theta = -10666.8329399655854029433719415;
    world_mechanism *m = valid_load(v, "andrews", NULL);
    if (!m) return;
    valid_published(v, "beta''(0)", "rad/s2", source, beta, valid_output(v, m, "ddbeta"), 1e-12 * beta,
                    reason);
    valid_published(v, "theta''(0)", "rad/s2", source, theta, valid_output(v, m, "ddtheta"), -1e-12 * theta,
                    reason);
}

static void run(valid_run *v)
{
    start(v);
    valid_plot *links =
        valid_plot_new(v, "angles", "Andrews' squeezing mechanism (A03)", "t [s]", "angle [rad]");
    valid_plot *crank =
        valid_plot_new(v, "crank", "Andrews' squeezing mechanism (A03)", "t [s]", "beta [rad]");
    valid_curve *curves[CURVES + 1];
    for (int i = 0; i < CURVES; i++) curves[i] = valid_plot_curve(links, columns[i], false);
    curves[CURVES] = valid_plot_curve(crank, "beta", false);
    valid_refine(v, &(valid_refinement){.file = "andrews",
                                        .source = source,
                                        .override = {.step = 5e-6, .tolerance = 1e-12},
                                        .values = values,
                                        .count = sizeof values / sizeof *values,
                                        .look = look,
                                        .context = curves});
}

const valid_case valid_case_andrews = {"andrews", "Andrews' squeezing mechanism, IFToMM A03", run};
