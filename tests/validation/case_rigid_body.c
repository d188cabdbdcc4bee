/* Torque-free rigid body, spun mostly about each of its principal axes (A < B < C about x, y, z): L. D.
 * Landau, E. M. Lifshitz, Mechanics, section 37. In body axes, with 2T and L^2 from the start and L^2 > 2 T
 * B, w_x = w1 cn u, w_y = w2 sn u, w_z = w3 dn u,   u = p t + u_0, w1^2 = (2TC - L^2)/(A (C - A)), w2^2 =
 * (2TC - L^2)/(B (C - B)), w3^2 = (L^2 - 2TA)/(C (C - A)), p^2 = (C - B)(L^2 - 2TA)/(A B C), k^2 = (B -
 * A)(2TC - L^2)/((C - B)(L^2 - 2TA)); for L^2 < 2 T B the letters of x and z change places. The starts have
 * w_y = 0 (u_0 = 0) or w_x = 0 with w_y at its largest (u_0 = K). */
#include "reference.h"
#include "refine.h"

#include <math.h>
#include <stdio.h>

static const double end = 10.0, newton_tolerance = 1e-12, newton_share = 1e-7;

/* ---- Jacobi's solution ---- */

typedef struct euler_top {
    double amplitude[3]; /* cn, sn, dn */
    double p, k, phase;
    bool swapped; /* L^2 < 2TB: dn belongs to x */
} euler_top;

static euler_top solve(double A, double B, double C, const double w[3])
{
    const double T2 = A * w[0] * w[0] + B * w[1] * w[1] + C * w[2] * w[2];
    const double L2 = A * A * w[0] * w[0] + B * B * w[1] * w[1] + C * C * w[2] * w[2];
    euler_top s = {.swapped = L2 < T2 * B};
    const double a = s.swapped ? C : A, c = s.swapped ? A : C;
    const double far = (T2 * c - L2) / (c - a), near = (L2 - T2 * a) / (c - a);
    s.amplitude[0] = sqrt(far / a);
    s.amplitude[1] = sqrt(far * (c - a) / (B * (c - B)));
    s.amplitude[2] = sqrt(near / c);
    s.p = sqrt((c - B) * near * (c - a) / (a * B * c));
    s.k = sqrt((B - a) * far / ((c - B) * near));
    s.phase = w[1] == 0.0 ? 0.0 : valid_elliptic_K(s.k);
    return s;
}

static void angular_velocity(const euler_top *s, double t, double w[3])
{
    double sn, cn, dn;
    valid_jacobi(s->p * t + s->phase, s->k, &sn, &cn, &dn);
    w[1] = s->amplitude[1] * sn;
    w[s->swapped ? 2 : 0] = s->amplitude[0] * cn;
    w[s->swapped ? 0 : 2] = s->amplitude[2] * dn;
}

/* ---- runs ---- */

/* What a run leaves: angular velocity in body axes, angular momentum about the centre of mass in world axes.
 */
typedef struct spin {
    double w[3], kinetic;
    hl_vec3 momentum, L;
    double first_turn; /* first time of w_y = 0 after the start [s]; NaN: none */
} spin;

enum { FREE_ROTATION = 3 }; /* first rotational velocity of a free joint */

/* About the centre of mass: L - r x p. */
static hl_vec3 spin_momentum(const world_mechanism *m, const mb_energy *e)
{
    const double *c = m->author->bodies[0].centre;
    const hl_vec3 r = mb_point(m->model, m->work, 0, (hl_vec3){c[0], c[1], c[2]}).position;
    const hl_vec3 p = e->momentum, L = e->angular_momentum;
    return (hl_vec3){L.x - (r.y * p.z - r.z * p.y), L.y - (r.z * p.x - r.x * p.z),
                     L.z - (r.x * p.y - r.y * p.x)};
}

static void observe(const world_mechanism *m, spin *s)
{
    mb_evaluate_state(m->model, m->state, m->work);
    const mb_energy e = mb_energies(m->model, m->work);
    for (int i = 0; i < 3; i++) s->w[i] = m->state->v[FREE_ROTATION + i];
    s->kinetic = e.kinetic;
    s->momentum = e.momentum;
    s->L = spin_momentum(m, &e);
}

static valid_sample middle_axis(const world_mechanism *m)
{
    return (valid_sample){m->state->time, m->state->v[FREE_ROTATION + 1], m->state->a[FREE_ROTATION + 1]};
}

static bool run_spin(valid_run *v, const char *file, double step, valid_curve *curve, spin *start, spin *last)
{
    world_mechanism *m = valid_load(v, file, &(valid_override){.step = step, .tolerance = newton_tolerance});
    if (!m) return false;
    observe(m, start);
    last->first_turn = (double)NAN;
    while (m->state->time < end - 0.5 * step) {
        const valid_sample before = middle_axis(m);
        if (!valid_step(v, m)) return false;
        const valid_sample now = middle_axis(m);
        if (before.value > 0.0 && now.value <= 0.0 && isnan(last->first_turn))
            last->first_turn = valid_crossing(before, now);
        valid_curve_add(curve, now.t, now.value);
    }
    observe(m, last);
    return true;
}

/* ---- rows ---- */

static void row(valid_run *v, char axis, const char *what, const char *unit, const char *source, double exact,
                double coarse, double fine)
{
    char text[80];
    snprintf(text, sizeof text, "spin about %c: %s", axis, what);
    /* Newton's tolerance of 1e-12 enters velocities 2/h-fold, 4e-9, and momenta with 10 kg, 4e-8: 1e-7. */
    valid_published(
        v, text, unit, source, exact, fine, valid_richardson(coarse, fine, 2, 2.0) + newton_share,
        "2 |f(h) - f(h/2)|/3 (Richardson, order 2, safety 2) + Newton's tolerance of 1e-12 in velocities");
}

static void conserved(valid_run *v, char axis, const spin *start, const spin *coarse, const spin *fine)
{
    static const char kept[] = "exact: conserved";
    row(v, axis, "kinetic energy", "J", kept, start->kinetic, coarse->kinetic, fine->kinetic);
    row(v, axis, "Lx", "kg m2/s", kept, start->L.x, coarse->L.x, fine->L.x);
    row(v, axis, "Ly", "kg m2/s", kept, start->L.y, coarse->L.y, fine->L.y);
    row(v, axis, "Lz", "kg m2/s", kept, start->L.z, coarse->L.z, fine->L.z);
    row(v, axis, "momentum px", "kg m/s", kept, start->momentum.x, coarse->momentum.x, fine->momentum.x);
}

static void spin_about(valid_run *v, char axis, valid_curve *curve)
{
    static const char jacobi[] = "exact: Jacobi's elliptic functions";
    static const char *const what[] = {"w_x(10), body axes", "w_y(10)", "w_z(10)"};
    char file[20];
    snprintf(file, sizeof file, "rigid-body-%c", axis);
    const auth_mechanism *author = valid_read(v, file);
    spin start, coarse, fine;
    if (!author || !run_spin(v, file, 1e-3, NULL, &start, &coarse) ||
        !run_spin(v, file, 5e-4, curve, &start, &fine))
        return;
    const double *J = author->bodies[0].inertia;
    const euler_top exact = solve(J[0], J[1], J[2], start.w);
    double w[3];
    angular_velocity(&exact, end, w);
    for (int i = 0; i < 3; i++) row(v, axis, what[i], "rad/s", jacobi, w[i], coarse.w[i], fine.w[i]);
    if (exact.phase > 0.0)
        row(v, axis, "time of the first turning over", "s", jacobi, valid_elliptic_K(exact.k) / exact.p,
            coarse.first_turn, fine.first_turn);
    conserved(v, axis, &start, &coarse, &fine);
}

static void run(valid_run *v)
{
    valid_plot *plot =
        valid_plot_new(v, "middle-axis", "Torque-free body: angular velocity about its middle axis", "t [s]",
                       "w_y, body axes [rad/s]");
    spin_about(v, 'x', valid_plot_curve(plot, "spun about x (smallest)", false));
    spin_about(v, 'y', valid_plot_curve(plot, "spun about y (middle)", false));
    spin_about(v, 'z', valid_plot_curve(plot, "spun about z (largest)", false));
}

const valid_case valid_case_rigid_body = {"rigid-body",
                                          "torque-free rigid body, spun about each principal axis", run};
