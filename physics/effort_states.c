/* The states of the efforts within a step, condensed onto the ports.
 *
 * The states follow the trapezoidal rule with the positions as the papers have it (002 Eq. 32-35), or, where
 * an effort says that its states may be stiff, x = x_k + dt ((1 - theta) x_dot_k + theta x_dot) with a matrix
 * theta = (1 + S)/2, S = (Z^2 + 2 Z + 6)^-1 Z^2, Z = -dt x_dot_x. For slow modes S vanishes as Z^2/6 and the
 * rule stays of second order with the trapezoidal rule's own error constant; for fast ones S -> 1 - 2/Z and
 * their amplification goes to zero, where the trapezoidal rule's goes to -1: a small volume behind a throttle
 * would ring for hundreds of steps. It is a rational, matrix-valued form of exponential fitting (W. Liniger,
 * R. A. Willoughby, Efficient integration methods for stiff systems of ordinary differential equations, SIAM
 * J. Numer. Anal. 7, 1970); 6 brings it within 0.05 of the exactly fitted theta for all Z. theta is chosen at
 * the beginning of a step from the rates' derivatives there and held. */
#include "model_internal.h"

#include "hl/lu.h"

#include <string.h>

static const double FIT = 6.0;
static const double SMALL_TURN = 0.5, LARGE_TURN = 2.0;

/* target[rows][columns] += factor left[rows][inner] right[inner][columns]. Most states touch few others:
 * zeros of the left are skipped, and those at either end of a row of the right. */
static void add_product(double *restrict target, double factor, const double *restrict left,
                        const double *restrict right, int rows, int inner, int columns)
{
    for (int k = 0; k < inner; k++) {
        const double *row = right + k * columns;
        int first = 0, end = columns;
        while (first < end && row[first] == 0.0) first++;
        while (first < end && row[end - 1] == 0.0) end--;
        for (int i = 0; i < rows && first < end; i++) {
            const double scaled = factor * left[i * inner + k];
            if (scaled == 0.0) continue;
            for (int j = first; j < end; j++)
                target[i * columns + j] = fma(scaled, row[j], target[i * columns + j]);
        }
    }
}

static bool all_zero(const double *x, int count)
{
    int i = 0;
    while (i < count && x[i] == 0.0) i++;
    return i == count;
}

/* A step that begins with an idle effort has nothing to fit theta to, and nothing of a former step may stay.
 */
static void forget_theta(const effort_tangent *t, int states)
{
    memset(t->theta, 0, (size_t)(states * states) * sizeof(double));
    memset(t->last_step, 0, (size_t)states * sizeof(double));
    for (int i = 0; i < states; i++) {
        t->theta[i * states + i] = 0.5;
        t->theta_pivot[i] = i;
    }
    memcpy(t->theta_lu, t->theta, (size_t)(states * states) * sizeof(double));
}

void mb_effort_fit_theta(const mb_model *model, int e, double half_step, mb_work *work)
{
    const effort_tangent *t = &work->effort_tangents[e];
    const int n = model->efforts[e].def.states;
    const double dt = 2.0 * half_step;
    double *Z2 = t->theta, *D = t->theta_lu;
    if (work->idle[e]) {
        forget_theta(t, n);
        return;
    }
    memset(Z2, 0, (size_t)(n * n) * sizeof(double));
    add_product(Z2, dt * dt, t->block, t->block, n, n, n); /* block still holds x_dot_x */
    for (int i = 0; i < n * n; i++) D[i] = Z2[i] - 2.0 * dt * t->block[i];
    for (int i = 0; i < n; i++) D[i * n + i] += FIT;
    if (hl_lu_factor(D, n, t->theta_pivot) == HL_OK) {
        hl_lu_solve(D, n, t->theta_pivot, Z2, n); /* S */
    } else {
        memset(Z2, 0, (size_t)(n * n) * sizeof(double)); /* an unstable mode met the pole: trapezoidal rule */
    }
    for (int i = 0; i < n * n; i++) t->theta[i] *= 0.5;
    for (int i = 0; i < n; i++) t->theta[i * n + i] += 0.5;
    memcpy(t->theta_lu, t->theta, (size_t)(n * n) * sizeof(double));
    (void)hl_lu_factor(t->theta_lu, n,
                       t->theta_pivot); /* fails for numbers that are not finite: the step will tell */
}

/* matrix <- dt theta matrix */
static void weigh(const effort_tangent *t, int states, int columns, double half_step, double *matrix)
{
    if (t->theta == NULL) {
        for (int i = 0; i < states * columns; i++) matrix[i] *= half_step;
        return;
    }
    memcpy(t->scratch, matrix, (size_t)(states * columns) * sizeof(double));
    memset(matrix, 0, (size_t)(states * columns) * sizeof(double));
    add_product(matrix, 2.0 * half_step, t->theta, t->scratch, states, states, columns);
}

/* gain <- block^-1 dt theta gain, and what the forces on the ports then change by: force += force_x gain */
static void condense_gain(const effort_tangent *t, int states, int ports, double half_step, double *gain,
                          double *force)
{
    if (all_zero(gain, states * ports)) return;
    weigh(t, states, ports, half_step, gain);
    hl_lu_solve(t->block, states, t->pivot, gain, ports);
    add_product(force, 1.0, t->force_x, gain, ports, states, ports);
}

hl_status mb_effort_condense(const mb_model *model, int e, double half_step, mb_work *work)
{
    const effort_tangent *t = &work->effort_tangents[e];
    const int ports = model->efforts[e].def.ports, states = model->efforts[e].def.states;
    weigh(t, states, states, half_step, t->block);
    for (int i = 0; i < states * states; i++) t->block[i] = -t->block[i];
    for (int i = 0; i < states; i++) t->block[i * states + i] += 1.0;
    if (hl_lu_factor(t->block, states, t->pivot) != HL_OK) return HL_SINGULAR;
    condense_gain(t, states, ports, half_step, t->gain_s, t->force_s);
    condense_gain(t, states, ports, half_step, t->gain_s_dot, t->force_s_dot);
    return HL_OK;
}

void mb_effort_state_residual(const mb_model *model, const double *x, const double *x_k,
                              const double *x_dot_k, double half_step, const mb_work *work, double *residual)
{
    const double dt = 2.0 * half_step;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = model->efforts[e].def.states, first = model->efforts[e].first_state;
        for (int i = first; i < first + n; i++) {
            if (work->idle[e]) {
                residual[i] = x[i] - x_k[i];
                continue;
            }
            double end = 0.0; /* theta (x_dot - x_dot_k) */
            if (t->theta == NULL) {
                end = 0.5 * (work->x_rate[i] - x_dot_k[i]);
            } else {
                for (int j = 0; j < n; j++)
                    end =
                        fma(t->theta[(i - first) * n + j], work->x_rate[first + j] - x_dot_k[first + j], end);
            }
            residual[i] = x[i] - x_k[i] - dt * (x_dot_k[i] + end);
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
        const int states = effort->def.states, ports = effort->def.ports;
        double *force_step = work->force_step + effort->first_measure,
               *step = work->x_step + effort->first_state;
        for (int p = 0; p < ports; p++) force_step[p] = 0.0;
        if (states == 0 || work->idle[e] || t->idle) continue;
        hl_lu_solve(t->block, states, t->pivot, step, 1);
        add_product(force_step, 1.0, t->force_x, step, ports, states, 1);
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

void mb_effort_state_follow(const mb_model *model, const double *dz, double half_step, mb_work *work)
{
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const effort_tangent *t = &work->effort_tangents[e];
        const int states = effort->def.states, ports = effort->def.ports;
        if (states == 0 || work->idle[e] || t->idle) continue;
        double ds[MB_MAX_EFFORT_PORTS];
        for (int p = 0; p < ports; p++) ds[p] = entry_product(model, work, effort->first_measure + p, dz);
        double *step = work->x_step + effort->first_state;
        for (int i = 0; i < states; i++)
            for (int p = 0; p < ports; p++)
                step[i] +=
                    t->gain_s[i * ports + p] * ds[p] + t->gain_s_dot[i * ports + p] * (ds[p] / half_step);
        if (t->theta != NULL) cut_cycles(t, states, work->fit_theta, step);
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
        if (t->theta != NULL) hl_lu_solve(t->theta_lu, n, t->theta_pivot, change, 1);
        for (int i = 0; i < n; i++) {
            state->x_dot[first + i] += t->theta == NULL ? 2.0 * change[i] : change[i];
            state->x[first + i] = work->x[first + i];
        }
    }
}
