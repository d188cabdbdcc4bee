/* Double pendulum of two equal uniform rods (m = L = 1).
 *  - from 60 deg, against Lagrange's equations in the absolute angles a and b, c = cos(a - b), s = sin(a -
 * b): 4/3 a'' + 1/2 c b'' + 1/2 s b'^2 + 3/2 g sin a = 0 1/2 c a'' + 1/3 b'' - 1/2 s a'^2 + 1/2 g sin b = 0
 *  - small vibrations: omega^2 = g (3 -+ 6/sqrt 7), by the linearised model and from the motion in the lowest
 * mode. */
#include "mb/equilibrium.h"
#include "reference.h"
#include "refine.h"

#include <math.h>

static const double g = 9.81;
static const double newton_tolerance = 1e-12; /* [rad]; see case_pendulum.c */

/* ---- large motion ---- */

/* y = a, b, a', b' */
static void rates(const void *parameters, double t, const double *y, double *dy)
{
    (void)parameters, (void)t;
    const double c = 0.5 * cos(y[0] - y[1]), s = 0.5 * sin(y[0] - y[1]);
    const double f = -s * y[3] * y[3] - 1.5 * g * sin(y[0]), h = s * y[2] * y[2] - 0.5 * g * sin(y[1]);
    const double determinant = 4.0 / 9.0 - c * c;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = (f / 3.0 - c * h) / determinant;
    dy[3] = (4.0 / 3.0 * h - c * f) / determinant;
}

typedef struct observed {
    valid_curve *curve;
    double energy_at_start, drift;
} observed;

static void look(valid_run *v, const world_mechanism *m, void *context)
{
    observed *o = context;
    const double energy = valid_output(v, m, "total");
    if (m->state->tick == 0) o->energy_at_start = energy;
    o->drift = fmax(o->drift, fabs(energy - o->energy_at_start));
    valid_curve_add(o->curve, m->state->time, energy - o->energy_at_start);
}

static void large_motion(valid_run *v)
{
    double y[] = {acos(0.5), acos(0.5), 0.0, 0.0};
    const double error = valid_reference(rates, NULL, 4, y, 10.0, 100000);
    const valid_value values[] = {{10.0, "z1", "z1(10)", "rad", y[0], error},
                                  {10.0, "z2", "z2(10)", "rad", y[1] - y[0], 2.0 * error},
                                  {10.0, "dz1", "dz1(10)", "rad/s", y[2], error},
                                  {10.0, "total", "energy after 10 s", "J", -9.81, 0.0}};
    valid_plot *plot = valid_plot_new(v, "energy", "Double pendulum: energy error", "t [s]", "E - E(0) [J]");
    observed fine = {.curve = valid_plot_curve(plot, "ali3p, 0.5 ms", false)};
    valid_refine(v, &(valid_refinement){.file = "double-pendulum",
                                        .source = "exact: Lagrange's equations, integrated tightly",
                                        .override = {.step = 1e-3, .tolerance = newton_tolerance},
                                        .values = values,
                                        .count = sizeof values / sizeof *values,
                                        .look = look,
                                        .context = &fine});
}

/* ---- small vibrations ---- */

static const char small_source[] = "exact: omega^2 = g/L (3 -+ 6/sqrt 7)";

static void linear_modes(valid_run *v)
{
    world_mechanism *m = valid_load(v, "double-pendulum", NULL);
    if (!m) return;
    mb_equilibrium_options options = mb_equilibrium_options_default();
    mb_equilibrium_report report;
    mb_mode *modes = NULL;
    int count = 0;
    if (mb_equilibrium(m->model, m->state, &options, valid_arena(v), &report) != HL_OK ||
        mb_modes(m->model, m->state, valid_arena(v), &modes, &count) != HL_OK || count != 2) {
        valid_failed(v, "no equilibrium, or not two modes");
        return;
    }
    static const char *const what[] = {"omega 1 of the linearised model", "omega 2 of the linearised model"};
    for (int i = 0; i < 2; i++) {
        const double exact = sqrt(g * (3.0 + (i ? 6.0 : -6.0) / sqrt(7.0)));
        valid_published(v, what[i], "rad/s", small_source, exact, modes[i].frequency, 1e-9 * exact,
                        "angles at rest to 1e-9 rad or better; eigenvalues to round-off");
    }
}

/* Frequency of the motion that starts in the shape of the lowest mode with amplitude `small`. */
static double frequency(valid_run *v, double step, double small)
{
    auth_mechanism *author = valid_read(v, "double-pendulum");
    if (!author) return (double)NAN;
    const double lambda = 3.0 - 6.0 / sqrt(7.0);                      /* omega^2 L/g */
    const double ratio = (1.5 - 4.0 / 3.0 * lambda) / (0.5 * lambda); /* b/a of the shape */
    author->joints[0].position[0] = small;
    author->joints[1].position[0] = (ratio - 1.0) * small;
    world_mechanism *m =
        valid_build(v, author, &(valid_override){.step = step, .tolerance = newton_tolerance * small});
    valid_period period = {.crossings = 0};
    while (m && m->state->time < 12.0) {
        valid_period_add(&period,
                         (valid_sample){m->state->time, valid_output(v, m, "z1"), valid_output(v, m, "dz1")});
        if (!valid_step(v, m)) break;
    }
    return 2.0 * acos(-1.0) / valid_period_mean(&period);
}

static void small_motion(valid_run *v)
{
    const double small = 1e-4; /* [rad]; the amplitude changes omega by its square, 1e-8 */
    const double exact = sqrt(g * (3.0 - 6.0 / sqrt(7.0)));
    const double coarse = frequency(v, 1e-3, small), fine = frequency(v, 5e-4, small);
    valid_published(v, "omega 1 from the motion in the lowest mode", "rad/s", small_source, exact, fine,
                    valid_richardson(coarse, fine, 2, 2.0) + exact * small * small,
                    "2 |f(h) - f(h/2)|/3 (Richardson) + omega times amplitude squared");
}

static void run(valid_run *v)
{
    large_motion(v);
    linear_modes(v);
    small_motion(v);
}

const valid_case valid_case_double_pendulum = {"double-pendulum",
                                               "double pendulum: motion, energy, small vibrations", run};
