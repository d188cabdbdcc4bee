/* Static equilibrium: the examples of paper 003, a pendulum and a chain of 50 links.
 *
 * Closed forms: a uniform beam hangs with -m g L/2, N of them with -N^2 m g L/2. The energy about an
 * equilibrium is of second order in the coordinates, so that an unbalanced force of 1e-10 of the weight
 * leaves nothing to be seen: the tolerance is half of the last printed digit. */
#include "mb/equilibrium.h"
#include "valid/case.h"

#include <math.h>
#include <stdio.h>

typedef struct rest {
    const world_mechanism *mechanism;
    mb_equilibrium_report report;
    mb_mode *modes;
    int mode_count;
} rest;

static bool come_to_rest(valid_run *v, const char *file, mb_equilibrium_method method, rest *r)
{
    mb_equilibrium_options options = mb_equilibrium_options_default();
    options.method = method;
    world_mechanism *m = valid_load(v, file, NULL);
    if (!m) return false;
    r->mechanism = m;
    hl_status status = mb_equilibrium(m->model, m->state, &options, valid_arena(v), &r->report);
    if (status == HL_OK) status = mb_modes(m->model, m->state, valid_arena(v), &r->modes, &r->mode_count);
    if (status != HL_OK) return valid_failed(v, "equilibrium of %s: %s", file, hl_status_text(status)), false;
    return true;
}

static const char printed[] = "half the last printed digit";

static void pendulum(valid_run *v)
{
    rest r;
    if (!come_to_rest(v, "beam-pendulum", MB_EQUILIBRIUM_DRAINAGE, &r)) return;
    valid_published(v, "pendulum: energy at rest", "J", "003 Figure 7 (printed -12.9455)", -12.9455,
                    r.report.potential, 5e-5, printed);
    valid_published(v, "pendulum: energy at rest", "J", "exact: -m g L/2", -12.94552125, r.report.potential,
                    5e-9, printed);
    valid_published(v, "pendulum: natural frequency", "rad/s", "exact: sqrt(3 g/(2 L))", sqrt(9.81),
                    r.modes[0].frequency, 1e-9,
                    "eigenvalue to round-off, angle at rest to 1e-9 rad or better");
}

static void plot_shape(valid_curve *curve, const world_mechanism *m)
{
    const int last = mb_model_counts(m->model).bodies - 1;
    mb_evaluate_state(m->model, m->state, m->work);
    valid_curve_add(curve, 0.0, 0.0);
    for (int i = 0; i <= last; i++) {
        const hl_vec3 p = mb_point(m->model, m->work, i, (hl_vec3){0.0, -1.5, 0.0}).position;
        valid_curve_add(curve, p.x, p.y);
    }
}

static void chain_rows(valid_run *v, const char *method, const rest *r)
{
    static const double frequency[] = {0.434873338, 0.998613727, 1.567616866};
    char text[80];
    snprintf(text, sizeof text, "chain: energy at rest, by %s", method);
    valid_published(v, text, "J", "exact: -N^2 m g L/2 (003 Figure 9)", -32363.803125, r->report.potential,
                    5e-7, printed);
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "chain: natural frequency %d, by %s", i + 1, method);
        valid_published(v, text, "rad/s", "independent computation", frequency[i], r->modes[i].frequency,
                        5e-10, printed);
    }
}

static double largest_angle(const world_mechanism *m)
{
    double angle = 0.0, most = 0.0;
    for (int i = 0; i < mb_model_counts(m->model).coordinates; i++) {
        angle += m->state->q[i];
        most = fmax(most, fabs(angle));
    }
    return most;
}

static void chain(valid_run *v)
{
    valid_plot *plot = valid_plot_new(v, "shape", "Chain of 50 links (003)", "x [m]", "y [m]");
    valid_curve *before = valid_plot_curve(plot, "start", false),
                *after = valid_plot_curve(plot, "at rest", false);
    world_mechanism *start = valid_load(v, "chain-50", NULL);
    rest drained, newton;
    if (!start) return;
    plot_shape(before, start);
    if (!come_to_rest(v, "chain-50", MB_EQUILIBRIUM_DRAINAGE, &drained)) return;
    plot_shape(after, drained.mechanism);
    chain_rows(v, "drainage", &drained);
    valid_bound(
        v, "chain: largest angle from the vertical at rest", "rad", "exact: hangs straight (003 Figure 10)",
        largest_angle(drained.mechanism), 50 * 1e-10 * 50.0,
        "force tolerance 1e-10 of the whole weight on the last, lightest loaded link, summed over 50 joints");
    if (come_to_rest(v, "chain-50", MB_EQUILIBRIUM_NEWTON, &newton)) chain_rows(v, "Newton", &newton);
}

static void run(valid_run *v)
{
    pendulum(v);
    chain(v);
}

const valid_case valid_case_chain_50 = {"chain-50",
                                        "static equilibrium of a pendulum and of a 50-link chain (003)", run};
