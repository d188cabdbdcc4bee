/* The states of the efforts within a step, condensed onto the ports.
 *
 * The states follow the trapezoidal rule with the positions as the papers have it (002 Eq. 32-35), or, where
 * an effort says that its states may be stiff, x = x_k + dt ((1 - theta) x_dot_k + theta x_dot) with a matrix
 * theta = (1 + S)/2, S = (24 + 6 Z + Z^2)^-1 (4 Z + Z^2), Z = -dt x_dot_x. The rule then takes x' = -(Z/dt) x
 * over a step by (24 - 6 Z)/(24 + 18 Z + 6 Z^2 + Z^3), the Pade approximant (1, 3) of exp(-Z): no mode that
 * decays or swings ever grows, and the amplification of fast ones goes to zero (L-stable: B. L. Ehle,
 * A-stable methods and Pade approximations to the exponential, SIAM J. Math. Anal. 4, 1973), where the
 * trapezoidal rule's goes to -1: a small volume behind a throttle would ring for hundreds of steps. S
 * vanishes as Z/6: with what acts from outside the rule stays of second order. It is a rational,
 * matrix-valued form of exponential fitting (W. Liniger, R. A. Willoughby, Efficient integration methods for
 * stiff systems of ordinary differential equations, SIAM J. Numer. Anal. 7, 1970), exactly fitted S =
 * coth(Z/2) - 2/Z. theta is chosen at the beginning of a step from the rates' derivatives there and held.
 * effort_blocks.c has the matrices. */
#include "multibody/model_internal.h"

#include <string.h>

static const double SMALL_TURN = 0.5, LARGE_TURN = 2.0;

/* residual <- x - x_k - dt (x_dot_k + theta (x_dot - x_dot_k)) of one effort that is not idle; all arrays
 * begin with its first state. */
static void effort_residual(const effort_model *effort, const effort_tangent *t, const double *x,
                            const double *x_k, const double *x_dot, const double *x_dot_k, double dt,
                            double *residual)
{
    const int states = effort->def.states, n = t->theta == NULL ? 0 : effort->coupled;
    for (int i = n; i < states; i++) residual[i] = 0.5 * (x_dot[i] - x_dot_k[i]);
    for (const state_block *b = t->blocks; n > 0 && b < t->blocks + t->block_count; b++) {
        const int *state = t->order + b->first;
        for (int i = 0; i < b->size; i++) {
            const double *theta = t->theta + state[i] * n;
            double sum = 0.0;
            for (int j = 0; j < b->size; j++)
                sum = fma(theta[state[j]], x_dot[state[j]] - x_dot_k[state[j]], sum);
            residual[state[i]] = sum;
        }
    }
    for (int i = 0; i < states; i++) residual[i] = x[i] - x_k[i] - dt * (x_dot_k[i] + residual[i]);
}

void mb_effort_state_residual(const mb_model *model, const double *x, const double *x_k,
                              const double *x_dot_k, double half_step, const mb_work *work, double *residual)
{
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const int first = effort->first_state, states = effort->def.states;
        if (work->idle[e]) {
            for (int i = first; i < first + states; i++) residual[i] = x[i] - x_k[i];
        } else {
            effort_residual(effort, &work->effort_tangents[e], x + first, x_k + first, work->x_rate + first,
                            x_dot_k + first, 2.0 * half_step, residual + first);
        }
    }
}

void mb_effort_state_step(const mb_model *model, const double *x, const double *x_k, const double *x_dot_k,
                          double half_step, mb_work *work)
{
    mb_effort_state_residual(model, x, x_k, x_dot_k, half_step, work, work->x_step);
    for (int i = 0; i < model->state_count; i++) work->x_step[i] = -work->x_step[i];
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = effort->coupled, states = effort->def.states;
        double *force_step = work->force_step + effort->first_measure,
               *step = work->x_step + effort->first_state;
        for (int p = 0; p < effort->def.ports; p++) force_step[p] = 0.0;
        if (n == 0 || work->idle[e] || t->idle) continue;
        mb_effort_solve_states(t, step);
        for (int p = 0; p < effort->def.ports; p++)
            for (int i = 0; i < n; i++)
                force_step[p] = fma(t->force_x[p * states + i], step[i], force_step[p]);
    }
}

static double entry_product(const mb_model *model, const mb_work *work, int measure, const double *x)
{
    const measure_model *m = &model->measures[measure];
    double sum = 0.0;
    for (int i = m->first_entry; i < m->first_entry + m->entry_count; i++)
        sum = fma(work->jacobian[i], x[model->entry_columns[i]], sum);
    return sum;
}

/* Newton on sgn(x) sqrt|x|, an orifice's flow, steps from x to -x and back. A step that turns the last one
 * round at about its size (SMALL_TURN to LARGE_TURN times) is cut to where the secant of the two would go;
 * slower turns converge by themselves. */
static void cut_cycles(const effort_tangent *t, int states, bool first, double *step)
{
    for (int i = 0; i < states; i++) {
        const double last = first ? 0.0 : t->last_step[i],
                     ratio = -step[i] / last; /* NaN or infinite: no cycle */
        if (ratio > SMALL_TURN && ratio < LARGE_TURN) step[i] /= 1.0 + ratio;
        t->last_step[i] = step[i];
    }
}

/* From either side of a bend Newton's method sees a line that is far off on the other: it would step over the
 * bend and back. A step ends there first; near it, within a unit, there is nothing to be gained. */
static void stop_at_bends(const mb_model *model, int first, int count, const double *x, double *step)
{
    for (int i = 0; i < count; i++) {
        const double way = model->x_bend[first + i] - x[i];
        if (fabs(way) > model->x_scale[first + i] && step[i] / way > 1.0) step[i] = way;
    }
}

/* step[rows first to end) += factor (gain_s ds + gain_s_dot ds_dot) */
static void add_gains(const effort_tangent *t, int first, int end, int ports, double factor, const double *ds,
                      const double *ds_dot, double *step)
{
    for (int i = first; i < end; i++) {
        const double *gain_s = t->gain_s + i * ports, *gain_s_dot = t->gain_s_dot + i * ports;
        double sum = 0.0;
        for (int p = 0; p < ports; p++) sum = fma(gain_s[p], ds[p], fma(gain_s_dot[p], ds_dot[p], sum));
        step[i] = fma(factor, sum, step[i]);
    }
}

/* The steps of the quadratures, to first order in those of all else */
static void follow_quadratures(const effort_model *effort, const effort_tangent *t, const double *ds,
                               const double *ds_dot, double half_step, double *step)
{
    const int n = effort->coupled, states = effort->def.states;
    for (int i = n; i < states; i++)
        for (int j = 0; j < n; j++) step[i] = fma(half_step * t->x_dot_x[i * states + j], step[j], step[i]);
    add_gains(t, n, states, effort->def.ports, half_step, ds, ds_dot, step);
}

void mb_effort_state_follow(const mb_model *model, const double *dz, double half_step, mb_work *work)
{
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = effort->coupled, ports = effort->def.ports;
        if (effort->def.states == 0 || work->idle[e] || t->idle) continue;
        double ds[MB_MAX_EFFORT_PORTS], ds_dot[MB_MAX_EFFORT_PORTS];
        for (int p = 0; p < ports; p++) {
            ds[p] = entry_product(model, work, effort->first_measure + p, dz);
            ds_dot[p] = ds[p] / half_step;
        }
        double *step = work->x_step + effort->first_state;
        add_gains(t, 0, n, ports, 1.0, ds, ds_dot, step);
        if (t->theta != NULL) cut_cycles(t, n, work->fit_theta, step);
        stop_at_bends(model, effort->first_state, n, work->x + effort->first_state, step);
        follow_quadratures(effort, t, ds, ds_dot, half_step, step);
    }
}

void mb_effort_store_states(const mb_model *model, const mb_work *work, mb_state *state)
{
    const double dt = work->options.step;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = model->efforts[e].def.states, first = model->efforts[e].first_state;
        if (work->idle[e]) {
            memset(state->x_dot + first, 0, (size_t)n * sizeof(double));
            continue;
        }
        double *change = work->scratch[3]; /* theta (x_dot - x_dot_k) */
        for (int i = 0; i < n; i++)
            change[i] = (work->x[first + i] - state->x[first + i]) / dt - state->x_dot[first + i];
        const int fitted = t->theta != NULL ? model->efforts[e].coupled : 0;
        if (fitted > 0) mb_effort_undo_theta(t, fitted, change);
        for (int i = 0; i < n; i++) {
            state->x_dot[first + i] += i < fitted ? change[i] : 2.0 * change[i];
            state->x[first + i] = work->x[first + i];
        }
    }
}
