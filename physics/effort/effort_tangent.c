/* The efforts' part of the tangent: with J the rows of an effort's measures and f(s, s_dot) its forces, the
 * states condensed,
 *     d (J^T f)/dz = J^T (K J + C d s_dot/dz) + f . d J/dz,    d (J^T f)/d z_dot = J^T C J,
 * K = force_s, C = force_s_dot. Consecutive ports that join the same two bodies share their columns: such a
 * group is a small dense matrix, and the products are taken group by group.
 *
 * Geometry, f . dJ/dz, of a body's six ports: their wrench is among the composites' forces already
 * (measure.c) and turns with the body there. It really stands still in the world: what is missing, for a
 * turn w of the body, is the wrench -w x F, -w x M at the ports' point, a stiffness like any other. */
#include "multibody/model_internal.h"

#include <string.h>

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
static bool cut_cycles(const effort_tangent *t, int states, bool first, double *step)
{
    bool cut = false;
    for (int i = 0; i < states; i++) {
        const double last = first ? 0.0 : t->last_step[i],
                     ratio = -step[i] / last; /* NaN or infinite: no cycle */
        const bool cycles = ratio > SMALL_TURN && ratio < LARGE_TURN;
        if (cycles) step[i] /= 1.0 + ratio;
        cut |= cycles;
        t->last_step[i] = step[i];
    }
    return cut;
}

/* From either side of a bend Newton's method sees a line that is far off on the other: it would step over the
 * bend and back. A step ends there first; near it, within a unit, there is nothing to be gained. */
static bool stop_at_bends(const mb_model *model, int first, int count, const double *x, double *step)
{
    bool cut = false;
    for (int i = 0; i < count; i++) {
        const double way = model->x_bend[first + i] - x[i];
        const bool passes = fabs(way) > model->x_scale[first + i] && step[i] / way > 1.0;
        if (passes) step[i] = way;
        cut |= passes;
    }
    return cut;
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
    work->shortened = false;
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
        if (t->theta != NULL) work->shortened |= cut_cycles(t, n, work->fit_theta, step);
        work->shortened |= stop_at_bends(model, effort->first_state, n, work->x + effort->first_state, step);
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

enum { MOST = MB_MAX_EFFORT_PORTS };

/* What the ports' forces change by, row-major [ports][ports]. */
typedef struct port_coupling {
    int ports;
    double by_s[MOST * MOST];    /* stiffness K + damping C: multiplies J */
    double by_rate[MOST * MOST]; /* stiffness C: multiplies d s_dot/dz */
    bool rate_matters[MOST];     /* a column of by_rate is not zero */
} port_coupling;

static void weigh(const effort_tangent *t, int ports, double damping, double stiffness, bool geometry,
                  port_coupling *w)
{
    w->ports = ports;
    memset(w->rate_matters, 0, sizeof w->rate_matters);
    for (int i = 0; i < ports; i++)
        for (int j = 0; j < ports; j++) {
            const int at = i * ports + j;
            w->by_s[at] = stiffness * t->force_s[at] + damping * t->force_s_dot[at];
            w->by_rate[at] = geometry ? stiffness * t->force_s_dot[at] : 0.0;
            w->rate_matters[j] |= w->by_rate[at] != 0.0;
        }
}

/* by_s += stiffness [0, skew(F); 0, skew(M)]: -w x F = F x w */
static void stand_still(int port, const double *force, double stiffness, port_coupling *w)
{
    for (int half = 0; half < MB_BODY_PORTS; half += 3) {
        const hl_mat3 skew = hl_skew(hl_v3(force[half], force[half + 1], force[half + 2]));
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                w->by_s[(port + half + r) * w->ports + port + 3 + c] += stiffness * skew.m[r][c];
    }
}

static inline int whole_vectors(int columns)
{
    return (columns + MB_VECTOR - 1) / MB_VECTOR * MB_VECTOR;
}

/* sum[MB_VECTOR] += sum over i of weights[i * step] rows[i * stride + (0 to MB_VECTOR)] */
static inline void add_rows(double *restrict sum, const double *restrict weights, int step,
                            const double *restrict rows, int stride, int count)
{
    for (int i = 0; i < count; i++) {
        const double weight = weights[i * step];
        const double *restrict row = rows + i * stride;
        for (int k = 0; k < MB_VECTOR; k++) sum[k] = fma(weight, row[k], sum[k]);
    }
}

static bool rates_matter(const effort_model *effort, const port_group *group, const port_coupling *w)
{
    bool any = false;
    for (int k = 0; k < group->count; k++) any |= w->rate_matters[group->first - effort->first_measure + k];
    return any;
}

/* rate_gradient <- d s_dot/dz of the ports of a group that something depends on, where their Jacobian rows
 * stand */
static void fill_rates(const mb_model *model, const effort_model *effort, const port_group *group,
                       const port_coupling *w, mb_work *work)
{
    const int base = model->measures[effort->first_measure].first_entry;
    if (!rates_matter(effort, group, w)) return;
    if (group->body_ports) {
        mb_body_port_rates(model, work, group->first,
                           work->rate_gradient + model->measures[group->first].first_entry - base);
        return;
    }
    for (int m = group->first; m < group->first + group->count; m++)
        mb_measure_second_derivatives(model, work, m, NULL,
                                      work->rate_gradient + model->measures[m].first_entry - base);
}

/* Whether the forces on the ports of g depend on those of h. */
static bool coupled(const port_coupling *w, const port_group *g, const port_group *h, int first_port)
{
    for (int i = g->first - first_port; i < g->first - first_port + g->count; i++)
        for (int j = h->first - first_port; j < h->first - first_port + h->count; j++)
            if (w->by_s[i * w->ports + j] != 0.0 || w->by_rate[i * w->ports + j] != 0.0) return true;
    return false;
}

/* port_rows[count of g][entries of h, whole vectors] <- what the forces on g change by when the columns of h
 * move */
static void force_changes(const mb_model *model, const effort_model *effort, const port_group *g,
                          const port_group *h, const port_coupling *w, mb_work *work)
{
    const bool rates = rates_matter(effort, h, w);
    const int n = model->measures[h->first].entry_count, wide = whole_vectors(n);
    const int at = model->measures[h->first].first_entry,
              base = model->measures[effort->first_measure].first_entry;
    for (int i = 0; i < g->count; i++) {
        const int pair = (g->first - effort->first_measure + i) * w->ports + h->first - effort->first_measure;
        for (int d = 0; d < n; d += MB_VECTOR) {
            double sum[MB_VECTOR] = {0.0};
            add_rows(sum, w->by_s + pair, 1, work->jacobian + at + d, n, h->count);
            if (rates) add_rows(sum, w->by_rate + pair, 1, work->rate_gradient + at - base + d, n, h->count);
            memcpy(work->port_rows + i * wide + d, sum, sizeof sum);
        }
    }
}

/* tangent -= J_g^T port_rows */
static void subtract_block(const mb_model *model, const port_group *g, const port_group *h, mb_work *work)
{
    const measure_model *row = &model->measures[g->first], *column = &model->measures[h->first];
    const int *rows = model->entry_columns + row->first_entry,
              *columns = model->entry_columns + column->first_entry;
    const int n = column->entry_count, wide = whole_vectors(n);
    for (int c = 0; c < row->entry_count; c++)
        for (int d = 0; d < n; d += MB_VECTOR) {
            double sum[MB_VECTOR] = {0.0};
            add_rows(sum, work->jacobian + row->first_entry + c, row->entry_count, work->port_rows + d, wide,
                     g->count);
            for (int k = 0; k < MB_VECTOR && d + k < n; k++)
                hl_ldu_add(work->tangent, rows[c], columns[d + k], -sum[k]);
        }
}

/* tangent -= stiffness * force * d^2 s / dz dz */
static void add_geometry(const mb_model *model, int index, double factor, mb_work *work)
{
    const measure_model *measure = &model->measures[index];
    const int n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    mb_measure_second_derivatives(model, work, index, work->hessian, NULL);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            hl_ldu_add(work->tangent, columns[i], columns[j], -factor * work->hessian[i * n + j]);
}

static void add_group_geometry(const mb_model *model, const port_group *group, double stiffness,
                               mb_work *work)
{
    for (int m = group->first; m < group->first + group->count; m++)
        if (model->measures[m].def.kind != MB_MEASURE_JOINT && work->force[m] != 0.0)
            add_geometry(model, m, stiffness * work->force[m], work);
}

static void add_effort(const mb_model *model, int e, double damping, double stiffness, bool geometry,
                       mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const port_group *groups = model->groups + effort->first_group;
    port_coupling w;
    weigh(&work->effort_tangents[e], effort->def.ports, damping, stiffness, geometry, &w);
    for (int g = 0; g < effort->group_count; g++) {
        if (groups[g].body_ports)
            stand_still(groups[g].first - effort->first_measure, work->force + groups[g].first, stiffness,
                        &w);
        if (geometry) fill_rates(model, effort, &groups[g], &w, work);
    }
    for (int g = 0; g < effort->group_count; g++) {
        for (int h = 0; h < effort->group_count; h++)
            if (coupled(&w, &groups[g], &groups[h], effort->first_measure)) {
                force_changes(model, effort, &groups[g], &groups[h], &w, work);
                subtract_block(model, &groups[g], &groups[h], work);
            }
        if (geometry && !groups[g].body_ports) add_group_geometry(model, &groups[g], stiffness, work);
    }
}

void mb_tangent_add_efforts(const mb_model *model, double damping, double stiffness, mb_work *work)
{
    const bool geometry = !(work->skip & MB_SKIP_GEOMETRY);
    for (int e = 0; e < model->effort_count; e++)
        if (!work->effort_tangents[e].idle) add_effort(model, e, damping, stiffness, geometry, work);
}
