/* Benchmark A05 of the IFToMM library: flyball governor with stiff spring-dampers (K = 8e5 N/m, C = 4e4 N s/m
 * on a slider of 3 kg: time constants below 0.1 ms, a tenth of the step).
 *
 * The angular momentum about the shaft is known exactly at the start and conserved by the motion; the
 * trapezoidal rule conserves it to its order only. */
#include "refine.h"

#include <math.h>

static const char source[] = "IFToMM benchmark A05, reference solution";
static const double momentum = 53.8689986584; /* [kg m^2/s] */

static const valid_value values[] = {
    {0.0, "L.z", "angular momentum at the start", "kg m2/s", 53.8689986584, 5e-11},
    {1.0, "s", "s(1)", "m", 0.501420922, 5e-10},
    {10.0, "s", "s(10)", "m", 0.619622917, 5e-10},
    {10.0, "L.z", "angular momentum after 10 s", "kg m2/s", 53.8689986584, 5e-11}};

static void look(valid_run *v, const world_mechanism *m, void *context)
{
    valid_curve *const *curves = context;
    valid_curve_add(curves[0], m->state->time, valid_output(v, m, "s"));
    valid_curve_add(curves[1], m->state->time, valid_output(v, m, "L.z") - momentum);
}

static void run(valid_run *v)
{
    valid_plot *path = valid_plot_new(v, "slider", "Flyball governor (A05)", "t [s]", "s [m]");
    valid_plot *drift = valid_plot_new(v, "momentum", "Flyball governor (A05): angular momentum", "t [s]",
                                       "L - L(0) [kg m2/s]");
    valid_curve *curves[] = {valid_plot_curve(path, "slider", false),
                             valid_plot_curve(drift, "ali3p, 0.5 ms", false)};
    valid_refine(v, &(valid_refinement){.file = "flyball",
                                        .source = source,
                                        .override = {.step = 1e-3, .tolerance = 1e-12},
                                        .values = values,
                                        .count = sizeof values / sizeof *values,
                                        .look = look,
                                        .context = curves});
}

const valid_case valid_case_flyball = {"flyball", "flyball governor, IFToMM A05: a stiff system", run};
