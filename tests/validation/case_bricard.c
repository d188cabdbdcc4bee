/* Benchmark A04 of the IFToMM library: Bricard's mechanism, whose closure has one redundant equation.
 *
 * The reference is the library's, confirmed to ten digits by independent integration (design notes). Near its
 * ends the motion turns about at rest, so that P3(10) is met far better than P3(1): errors of the phase
 * vanish there. */
#include "refine.h"

static const char source[] = "IFToMM benchmark A04, reference solution";

static const valid_value values[] = {{1.0, "P3.x", "P3.x(1)", "m", 0.508664760, 5e-10},
                                     {1.0, "P3.y", "P3.y(1)", "m", -1.649827063, 5e-10},
                                     {1.0, "P3.z", "P3.z(1)", "m", 0.139035331, 5e-10},
                                     {10.0, "P3.x", "P3.x(10)", "m", 0.9999997294, 5e-11},
                                     {10.0, "P3.y", "P3.y(10)", "m", -1.0007353899, 5e-11},
                                     {10.0, "P3.z", "P3.z(10)", "m", 0.9992643397, 5e-11}};

typedef struct curves {
    valid_curve *x, *y, *z;
} curves;

static void look(valid_run *v, const world_mechanism *m, void *context)
{
    const curves *plotted = context;
    valid_curve_add(plotted->x, m->state->time, valid_output(v, m, "P3.x"));
    valid_curve_add(plotted->y, m->state->time, valid_output(v, m, "P3.y"));
    valid_curve_add(plotted->z, m->state->time, valid_output(v, m, "P3.z"));
}

static void run(valid_run *v)
{
    valid_plot *plot = valid_plot_new(v, "p3", "Bricard's mechanism (A04)", "t [s]", "P3 [m]");
    curves plotted = {valid_plot_curve(plot, "x", false), valid_plot_curve(plot, "y", false),
                      valid_plot_curve(plot, "z", false)};
    valid_refine(v, &(valid_refinement){.file = "bricard",
                                        .source = source,
                                        .override = {.step = 1e-3, .tolerance = 1e-12},
                                        .values = values,
                                        .count = sizeof values / sizeof *values,
                                        .look = look,
                                        .context = &plotted});
}

const valid_case valid_case_bricard = {"bricard", "Bricard's mechanism, IFToMM A04: overconstrained closure",
                                       run};
