/* Heavy symmetric top: steady precession at the slower root of I1 cos(lean) p^2 - I3 w3 p + m g l = 0, and
 * the frequency of small nutations about it, sqrt(p^2 sin^2(lean) + (I3 w3/I1 - 2 p cos(lean))^2): H.
 * Goldstein, Classical Mechanics, section 5.7, linearised about the steady lean. */
#include "reference.h"
#include "refine.h"

#include <math.h>

static const double end = 3.0, newton_tolerance = 1e-12;

typedef struct steady {
    double lean, precession, nutation;
} steady;

static steady steady_precession(const auth_mechanism *author)
{
    const auth_body *b = &author->bodies[0];
    const double *w = author->joints[0].velocity, l = b->centre[2];
    const double I1 = b->inertia[0] + b->mass * l * l, spin = b->inertia[2] * w[2];
    steady s = {.lean = author->joints[0].position[0]};
    const double weight = -author->gravity[2] * b->mass * l, c = I1 * cos(s.lean);
    s.precession = (spin - sqrt(spin * spin - 4.0 * c * weight)) / (2.0 * c);
    s.nutation = hypot(s.precession * sin(s.lean), spin / I1 - 2.0 * s.precession * cos(s.lean));
    return s;
}

/* ---- steady precession ---- */

typedef struct precession {
    double angle, lean, vertical, energy; /* at the end */
} precession;

/* The axis starts towards -y; its angle about the vertical, followed over whole turns. */
static bool precess(valid_run *v, double step, valid_curve *curve, precession *p)
{
    world_mechanism *m = valid_load(v, "top", &(valid_override){.step = step, .tolerance = newton_tolerance});
    if (!m) return false;
    p->angle = 0.0;
    const double turn = 2.0 * acos(-1.0);
    for (;;) {
        const double x = valid_output(v, m, "e.x"), y = valid_output(v, m, "e.y");
        p->angle += remainder(atan2(x, -y) - p->angle, turn);
        p->lean = asin(hypot(x, y));
        valid_curve_add(curve, x, y);
        if (m->state->time > end - 0.5 * step) break;
        if (!valid_step(v, m)) return false;
    }
    p->vertical = valid_output(v, m, "L.z");
    p->energy = valid_output(v, m, "total");
    return true;
}

static void row(valid_run *v, const char *what, const char *unit, const char *source, double exact,
                double coarse, double fine)
{
    /* Newton's tolerance of 1e-12 rad turns up 2/h-fold in the velocities, 2e-8, and in what is made of them.
     */
    valid_published(v, what, unit, source, exact, fine, valid_richardson(coarse, fine, 2, 2.0) + 2e-8,
                    "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2) + Newton's tolerance 2/h-fold");
}

static void steady_rows(valid_run *v, const steady *s, valid_curve *curve)
{
    static const char source[] = "exact: steady precession";
    precession coarse, fine;
    world_mechanism *m = valid_load(v, "top", NULL);
    if (!m || !precess(v, 2e-4, NULL, &coarse) || !precess(v, 1e-4, curve, &fine)) return;
    row(v, "rate of precession", "rad/s", source, s->precession, coarse.angle / end, fine.angle / end);
    row(v, "lean after 3 s", "rad", source, s->lean, coarse.lean, fine.lean);
    row(v, "vertical angular momentum after 3 s", "kg m2/s", "exact: conserved", valid_output(v, m, "L.z"),
        coarse.vertical, fine.vertical);
    row(v, "energy after 3 s", "J", "exact: conserved", valid_output(v, m, "total"), coarse.energy,
        fine.energy);
}

/* ---- nutation ---- */

/* The axis is pushed with `rate` in its lean: momenta about the vertical and the axis stay what they were. */
static double nutation(valid_run *v, const steady *s, double step, double rate)
{
    auth_mechanism *author = valid_read(v, "top");
    if (!author) return (double)NAN;
    author->joints[0].velocity[0] = rate;
    world_mechanism *m =
        valid_build(v, author, &(valid_override){.step = step, .tolerance = newton_tolerance * 1e-2});
    valid_period period = {.crossings = 0};
    while (m && m->state->time < end) {
        const double lowered = cos(s->lean) - valid_output(v, m, "e.z");
        valid_period_add(&period, (valid_sample){m->state->time, lowered, -valid_output(v, m, "de.z")});
        if (!valid_step(v, m)) break;
    }
    return 2.0 * acos(-1.0) / valid_period_mean(&period);
}

static void nutation_row(valid_run *v, const steady *s)
{
    const double amplitude = 1e-3; /* [rad]; changes the frequency by about its square */
    const double rate = amplitude * s->nutation;
    const double coarse = nutation(v, s, 2e-4, rate), fine = nutation(v, s, 1e-4, rate);
    valid_published(v, "frequency of small nutations", "rad/s", "exact: linearised about steady precession",
                    s->nutation, fine,
                    valid_richardson(coarse, fine, 2, 2.0) + s->nutation * amplitude * amplitude,
                    "2 |f(h) - f(h/2)|/3 (Richardson) + frequency times amplitude squared");
}

static void run(valid_run *v)
{
    const auth_mechanism *author = valid_read(v, "top");
    if (!author) return;
    const steady s = steady_precession(author);
    valid_plot *plot =
        valid_plot_new(v, "axis", "Heavy top: track of its axis in steady precession", "x", "y");
    steady_rows(v, &s, valid_plot_curve(plot, "point of the axis, ali3p, 0.1 ms", false));
    nutation_row(v, &s);
}

const valid_case valid_case_top = {"top", "fast heavy top: precession and nutation", run};
