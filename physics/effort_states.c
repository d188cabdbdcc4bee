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
 * coth(Z/2) - 2/Z. theta is chosen at the beginning of a step from the rates' derivatives there and held. */
#include "model_internal.h"

#include "hl/lu.h"

#include <string.h>

static const double FIT_0 = 24.0, FIT_1 = 6.0, GAIN_1 = 4.0; /* of S */
static const double SMALL_TURN = 0.5, LARGE_TURN = 2.0;

/* target[rows][columns] += factor left[rows][inner] right[inner][columns]; a row of the left is `stride`
 * long. Most states touch few others: zeros of the left are skipped, and those at either end of a row of the
 * right.
 */
static void add_product(double *restrict target, double factor, const double *restrict left, int stride,
                        const double *restrict right, int rows, int inner, int columns)
{
    for (int k = 0; k < inner; k++) {
        const double *row = right + k * columns;
        int first = 0, end = columns;
        while (first < end && row[first] == 0.0) first++;
        while (first < end && row[end - 1] == 0.0) end--;
        for (int i = 0; i < rows && first < end; i++) {
            const double scaled = factor * left[i * stride + k];
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

/* matrix[coupled][coupled] <- factor x_dot_x of the coupled states */
static void take_coupled(const effort_model *effort, const effort_tangent *t, double factor, double *matrix)
{
    const int n = effort->coupled, stride = effort->def.states;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) matrix[i * n + j] = factor * t->x_dot_x[i * stride + j];
}

void mb_effort_fit_theta(const mb_model *model, int e, double half_step, mb_work *work)
{
    const effort_tangent *t = &work->effort_tangents[e];
    const int n = model->efforts[e].coupled;
    const double dt = 2.0 * half_step;
    double *S = t->theta, *D = t->theta_lu;
    if (work->idle[e]) {
        forget_theta(t, n);
        return;
    }
    double *Z = t->scratch;
    take_coupled(&model->efforts[e], t, -dt, Z);
    memset(S, 0, (size_t)(n * n) * sizeof(double));
    add_product(S, 1.0, Z, n, Z, n, n, n);
    for (int i = 0; i < n * n; i++) {
        D[i] = S[i] + FIT_1 * Z[i];
        S[i] += GAIN_1 * Z[i];
    }
    for (int i = 0; i < n; i++) D[i * n + i] += FIT_0;
    if (hl_lu_factor(D, n, t->theta_pivot) == HL_OK) {
        hl_lu_solve(D, n, t->theta_pivot, S, n);
    } else {
        memset(S, 0, (size_t)(n * n) * sizeof(double)); /* an unstable mode met the pole: trapezoidal rule */
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
    add_product(matrix, 2.0 * half_step, t->theta, states, t->scratch, states, states, columns);
}

/* gain <- block^-1 dt theta gain of the coupled states, and what the forces on the ports then change by:
 * force
 * += force_x gain */
static void condense_gain(const effort_model *effort, const effort_tangent *t, double half_step, double *gain,
                          double *force)
{
    const int ports = effort->def.ports, n = effort->coupled;
    if (all_zero(gain, n * ports)) return;
    weigh(t, n, ports, half_step, gain);
    hl_lu_solve(t->block, n, t->pivot, gain, ports);
    add_product(force, 1.0, t->force_x, effort->def.states, gain, ports, n, ports);
}

hl_status mb_effort_condense(const mb_model *model, int e, double half_step, mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const effort_tangent *t = &work->effort_tangents[e];
    const int n = effort->coupled;
    take_coupled(effort, t, -1.0, t->block);
    weigh(t, n, n, half_step, t->block);
    for (int i = 0; i < n; i++) t->block[i * n + i] += 1.0;
    if (hl_lu_factor(t->block, n, t->pivot) != HL_OK) return HL_SINGULAR;
    condense_gain(effort, t, half_step, t->gain_s, t->force_s);
    condense_gain(effort, t, half_step, t->gain_s_dot, t->force_s_dot);
    return HL_OK;
}

void mb_effort_state_residual(const mb_model *model, const double *x, const double *x_k,
                              const double *x_dot_k, double half_step, const mb_work *work, double *residual)
{
    const double dt = 2.0 * half_step;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = model->efforts[e].coupled, first = model->efforts[e].first_state;
        for (int i = first; i < first + model->efforts[e].def.states; i++) {
            if (work->idle[e]) {
                residual[i] = x[i] - x_k[i];
                continue;
            }
            double end = 0.0; /* theta (x_dot - x_dot_k) */
            if (t->theta == NULL || i >= first + n) {
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
        const int n = effort->coupled, ports = effort->def.ports;
        double *force_step = work->force_step + effort->first_measure,
               *step = work->x_step + effort->first_state;
        for (int p = 0; p < ports; p++) force_step[p] = 0.0;
        if (n == 0 || work->idle[e] || t->idle) continue;
        hl_lu_solve(t->block, n, t->pivot, step, 1);
        add_product(force_step, 1.0, t->force_x, effort->def.states, step, ports, n, 1);
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

/* step[rows first to end) += factor gain ds */
static void add_gain(double *step, int first, int end, double factor, const double *gain, int ports,
                     const double *ds)
{
    for (int i = first; i < end; i++) {
        double sum = 0.0;
        for (int p = 0; p < ports; p++) sum = fma(gain[i * ports + p], ds[p], sum);
        step[i] = fma(factor, sum, step[i]);
    }
}

/* The steps of the quadratures, to first order in those of all else */
static void follow_quadratures(const effort_model *effort, const effort_tangent *t, const double *ds,
                               double half_step, double *step)
{
    const int n = effort->coupled, states = effort->def.states, ports = effort->def.ports;
    for (int i = n; i < states; i++)
        for (int j = 0; j < n; j++) step[i] = fma(half_step * t->x_dot_x[i * states + j], step[j], step[i]);
    add_gain(step, n, states, half_step, t->gain_s, ports, ds);
    add_gain(step, n, states, 1.0, t->gain_s_dot, ports, ds); /* half_step ds_dot = ds */
}

void mb_effort_state_follow(const mb_model *model, const double *dz, double half_step, mb_work *work)
{
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = effort->coupled, ports = effort->def.ports;
        if (effort->def.states == 0 || work->idle[e] || t->idle) continue;
        double ds[MB_MAX_EFFORT_PORTS];
        for (int p = 0; p < ports; p++) ds[p] = entry_product(model, work, effort->first_measure + p, dz);
        double *step = work->x_step + effort->first_state;
        add_gain(step, 0, n, 1.0, t->gain_s, ports, ds);
        add_gain(step, 0, n, 1.0 / half_step, t->gain_s_dot, ports, ds);
        if (t->theta != NULL) cut_cycles(t, n, work->fit_theta, step);
        stop_at_bends(model, effort->first_state, n, work->x + effort->first_state, step);
        follow_quadratures(effort, t, ds, half_step, step);
    }
}

void mb_effort_store_states(const mb_model *model, const mb_work *work, mb_state *state)
{
    const double dt = work->options.step;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_tangent *t = &work->effort_tangents[e];
        const int n = model->efforts[e].def.states, coupled = model->efforts[e].coupled;
        const int first = model->efforts[e].first_state;
        if (work->idle[e]) {
            memset(state->x_dot + first, 0, (size_t)n * sizeof(double));
            continue;
        }
        double *change = work->scratch[3]; /* theta (x_dot - x_dot_k) */
        for (int i = 0; i < n; i++)
            change[i] = (work->x[first + i] - state->x[first + i]) / dt - state->x_dot[first + i];
        const bool fitted = t->theta != NULL;
        if (fitted) hl_lu_solve(t->theta_lu, coupled, t->theta_pivot, change, 1);
        for (int i = 0; i < n; i++) {
            state->x_dot[first + i] += fitted && i < coupled ? change[i] : 2.0 * change[i];
            state->x[first + i] = work->x[first + i];
        }
    }
}
