/* Efforts: evaluation, and their part of the residual. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <string.h>

/* Values and rates of the measures of one effort, gathered for the call. */
typedef struct port_values {
    double s[MB_MAX_EFFORT_PORTS], s_dot[MB_MAX_EFFORT_PORTS];
} port_values;

static port_values gather(const mb_work *work, const effort_model *effort)
{
    port_values ports;
    for (int p = 0; p < effort->def.ports; p++) {
        ports.s[p] = work->measures[effort->first_measure + p].s;
        ports.s_dot[p] = work->measures[effort->first_measure + p].s_dot;
    }
    return ports;
}

/* Calls the effort, and makes its silence true. */
static void call(const mb_model *model, int e, mb_effort_io *io, mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    mb_pose poses[MB_MAX_EFFORT_POSES];
    for (int k = 0; k < effort->def.pose_count; k++)
        poses[k] = mb_pose_of(model, work, effort->def.pose_body[k]);
    io->step_start = work->step_start;
    io->pose = poses;
    io->force = work->force + effort->first_measure;
    io->x_dot = work->x_rate + effort->first_state;
    effort->def.evaluate(effort->def.parameters, io);
    work->idle[e] = io->idle;
    if (io->idle) {
        for (int p = 0; p < effort->def.ports; p++) io->force[p] = 0.0;
        for (int i = 0; i < effort->def.states; i++) io->x_dot[i] = 0.0;
    } else {
        work->potential += io->potential;
    }
}

void mb_effort_values(const mb_model *model, double time, const double *x, mb_work *work)
{
    work->potential = 0.0;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        if (effort->def.not_queried && (work->skip & MB_SKIP_NOT_QUERIED)) continue;
        const port_values ports = gather(work, effort);
        mb_effort_io io = {.time = time, .s = ports.s, .s_dot = ports.s_dot, .x = x + effort->first_state};
        call(model, e, &io, work);
    }
}

/* force, x_rate, idle and the raw partial derivatives (gains: x_dot_s, x_dot_s_dot) of effort `e`; adds to
 * potential. Poses are those of the motions. */
static void mb_effort_evaluate(const mb_model *model, int e, double time, const double *s,
                               const double *s_dot, const double *x, mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const effort_tangent *t = &work->effort_tangents[e];
    const size_t ports = (size_t)effort->def.ports, states = (size_t)effort->def.states,
                 number = sizeof(double);
    memset(t->force_s, 0, ports * ports * number);
    memset(t->force_s_dot, 0, ports * ports * number);
    if (states > 0) {
        memset(t->force_x, 0, ports * states * number);
        memset(t->gain_s, 0, ports * states * number);
        memset(t->gain_s_dot, 0, ports * states * number);
        memset(t->x_dot_x, 0, states * states * number);
    }
    mb_effort_io io = {.time = time,
                       .s = s,
                       .s_dot = s_dot,
                       .x = x,
                       .jacobian = true,
                       .force_s = t->force_s,
                       .force_s_dot = t->force_s_dot,
                       .force_x = t->force_x,
                       .x_dot_s = t->gain_s,
                       .x_dot_s_dot = t->gain_s_dot,
                       .x_dot_x = t->x_dot_x};
    call(model, e, &io, work);
}

static const double RK4_LIMIT = 2.785; /* |lambda| dt of a decaying mode up to which RK4 is stable */
static const double LASTING =
    4.0; /* change of a rate over a step, in its own size, beyond which it cannot be followed */

/* A stiff state off its balance has a rate that does not last a step: extrapolated along it, the iteration
 * would start orders of magnitude away. Where the rates at the predicted states differ from those at the
 * start by more than LASTING times their size, the states at the start are the better guess. */
static void restrain_prediction(const mb_model *model, int e, double time, const port_values *values,
                                mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const int first = effort->first_state, states = effort->def.states;
    const double potential = work->potential;
    double rate = 0.0, change = 0.0;
    for (int i = first; i < first + states; i++) {
        rate = fmax(rate, fabs(work->before->x_dot[i]) / model->x_scale[i]);
        change = fmax(change, fabs(work->x_rate[i] - work->before->x_dot[i]) / model->x_scale[i]);
    }
    if (change <= LASTING * rate) return;
    memcpy(work->x + first, work->before->x + first, (size_t)states * sizeof(double));
    mb_effort_evaluate(model, e, time, values->s, values->s_dot, work->x + first, work);
    work->potential = potential;
}

bool mb_effort_explicit_fits(const mb_model *model, const mb_state *state, mb_work *work, int *worst)
{
    double fastest = 0.0;
    mb_forward(model, state->q, state->v, NULL, work);
    mb_measure_values(model, state->q, state->v, NULL, model->equation_count, model->measure_count, work);
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const port_values values = gather(work, effort);
        const int n = effort->def.states;
        if (n == 0) continue;
        mb_effort_evaluate(model, e, state->time, values.s, values.s_dot, state->x + effort->first_state,
                           work);
        if (work->idle[e]) continue;
        for (int i = 0; i < n; i++)
            mb_raise(work->effort_tangents[e].x_dot_x[i * n + i],
                     model->column_count + effort->first_state + i, &fastest, worst);
    }
    return work->options.step * fastest <= RK4_LIMIT;
}

/* theta anew, or 1/2 for an idle effort: it has nothing to fit to. */
static void choose_theta(const mb_model *model, int e, double time, const port_values *values,
                         double half_step, mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    effort_tangent *t = &work->effort_tangents[e];
    if (work->idle[e]) {
        mb_effort_forget_theta(t, effort->coupled);
        return;
    }
    if (half_step > 0.0) restrain_prediction(model, e, time, values, work);
    mb_effort_find_blocks(effort, false, t);
    mb_effort_fit_theta(effort, half_step, t);
}

hl_status mb_effort_tangents(const mb_model *model, double time, const double *x, double half_step,
                             mb_work *work)
{
    work->potential = 0.0;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        effort_tangent *t = &work->effort_tangents[e];
        const port_values values = gather(work, effort);
        mb_effort_evaluate(model, e, time, values.s, values.s_dot, x + effort->first_state, work);
        const bool fit = work->fit_theta && t->theta != NULL;
        if (fit) choose_theta(model, e, time, &values, half_step, work);
        t->idle = work->idle[e];
        if (effort->def.states == 0 || work->idle[e]) continue;
        if (!fit) mb_effort_find_blocks(effort, true, t);
        if (mb_effort_condense(effort, half_step, t) != HL_OK) return HL_SINGULAR;
    }
    return HL_OK;
}

/* tau -= J^T force of the efforts; `lasting`: of the forces themselves, not of a change to come */
static void project(const mb_model *model, const double *force, bool lasting, mb_work *work)
{
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        if (work->idle[e]) continue;
        for (int m = effort->first_measure; m < effort->first_measure + effort->def.ports; m++) {
            const measure_model *measure = &model->measures[m];
            if (measure->starts_body_ports) {
                mb_body_port_project(model, m, force + m, lasting, work);
                m += MB_BODY_PORTS - 1;
                continue;
            }
            for (int i = measure->first_entry; i < measure->first_entry + measure->entry_count; i++) {
                double *tau = &work->tau[model->entry_columns[i]];
                *tau = fma(-force[m], work->jacobian[i], *tau);
            }
        }
    }
}

void mb_effort_project(const mb_model *model, mb_work *work)
{
    project(model, work->force, true, work);
}

void mb_effort_project_step(const mb_model *model, mb_work *work)
{
    project(model, work->force_step, false, work);
}

/* Weak coupling: co-simulation of the mechanics with the effort states, to compare with the monolithic step.
 * The mechanics takes its step with the states held at their start; then each effort's states take n steps of
 * the trapezoidal rule, with their measures moving linearly from the start of the step to its end and poses
 * as they are there. One exchange a step, without iteration between both sides: an explicit coupling of first
 * order, unstable for stiff oil. */

enum { MAX_STATE_ITERATIONS = 10 };

void mb_weak_begin(const mb_model *model, const mb_state *state, mb_work *work)
{
    mb_forward(model, state->q, state->v, NULL, work);
    mb_measure_values(model, state->q, state->v, NULL, model->equation_count, model->measure_count, work);
    for (int m = model->equation_count; m < model->measure_count; m++) {
        work->s_start[m] = work->measures[m].s;
        work->s_dot_start[m] = work->measures[m].s_dot;
    }
}

/* Measures of an effort at the fraction `share` of the step. */
static void interpolate(const mb_work *work, const effort_model *effort, double share, double *s,
                        double *s_dot)
{
    for (int p = 0; p < effort->def.ports; p++) {
        const int m = effort->first_measure + p;
        s[p] = work->s_start[m] + share * (work->measures[m].s - work->s_start[m]);
        s_dot[p] = work->s_dot_start[m] + share * (work->measures[m].s_dot - work->s_dot_start[m]);
    }
}

/* x, x_dot <- one step of length h to `time`, by Newton on x - x_k - h/2 (x_dot_k + x_dot). */
static hl_status state_step(const mb_model *model, int e, double time, double h, const double *s,
                            const double *s_dot, double *x, double *x_dot, mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const effort_tangent *t = &work->effort_tangents[e];
    const int n = effort->def.states, first = effort->first_state;
    double *base = work->scratch[1], *step = work->scratch[2]; /* x_k + h/2 x_dot_k */
    double *x_k = work->scratch[3];
    memcpy(x_k, x, (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) {
        base[i] = x[i] + 0.5 * h * x_dot[i];
        x[i] += h * x_dot[i];
    }
    for (int k = 0; k < MAX_STATE_ITERATIONS; k++) {
        double size = 0.0;
        int at = 0;
        mb_effort_evaluate(model, e, time, s, s_dot, x, work);
        if (work->idle[e]) {
            memcpy(x, x_k, (size_t)n * sizeof(double));
            memset(x_dot, 0, (size_t)n * sizeof(double));
            return HL_OK;
        }
        for (int i = 0; i < n * n; i++) t->block[i] = -0.5 * h * t->x_dot_x[i];
        for (int i = 0; i < n; i++) {
            t->block[i * n + i] += 1.0;
            step[i] = base[i] + 0.5 * h * work->x_rate[first + i] - x[i];
        }
        if (hl_lu_factor(t->block, n, t->pivot) != HL_OK) return HL_SINGULAR;
        hl_lu_solve(t->block, n, t->pivot, step, 1);
        for (int i = 0; i < n; i++) {
            x[i] += step[i];
            mb_raise(step[i] / (model->x_scale[first + i] * work->options.state_tolerance), i, &size, &at);
        }
        if (!isfinite(size)) return HL_NOT_FINITE;
        if (size > 1.0) continue;
        for (int i = 0; i < n; i++) x_dot[i] = 2.0 / h * (x[i] - base[i]);
        return HL_OK;
    }
    return HL_NOT_CONVERGED;
}

hl_status mb_weak_states(const mb_model *model, mb_state *state, mb_work *work)
{
    const int substeps = work->options.weak_substeps;
    const double h = work->options.step / substeps;
    mb_forward(model, work->q, work->v, NULL, work);
    mb_measure_values(model, work->q, work->v, NULL, model->equation_count, model->measure_count, work);
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        double *x = state->x + effort->first_state, *x_dot = state->x_dot + effort->first_state;
        if (effort->def.states == 0) continue;
        for (int k = 1; k <= substeps; k++) {
            double s[MB_MAX_EFFORT_PORTS], s_dot[MB_MAX_EFFORT_PORTS];
            interpolate(work, effort, (double)k / substeps, s, s_dot);
            const hl_status status =
                state_step(model, e, work->step_start + k * h, h, s, s_dot, x, x_dot, work);
            if (status != HL_OK) return status;
        }
    }
    return HL_OK;
}
