/* Efforts: evaluation, and their part of the residual and of the tangent. */
#include "model_internal.h"

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

void mb_effort_values(const mb_model *model, double time, const double *x, mb_work *work)
{
    work->potential = 0.0;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const port_values ports = gather(work, effort);
        mb_effort_io io = {.time = time,
                           .step_start = work->step_start,
                           .s = ports.s,
                           .s_dot = ports.s_dot,
                           .x = x + effort->first_state,
                           .force = work->force + effort->first_measure,
                           .x_dot = work->x_rate + effort->first_state};
        effort->def.evaluate(effort->def.parameters, &io);
        work->potential += io.potential;
    }
}

void mb_effort_evaluate(const mb_model *model, int e, double time, const double *s, const double *s_dot,
                        const double *x, mb_work *work)
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
        memset(t->block, 0, states * states * number);
    }
    mb_effort_io io = {.time = time,
                       .step_start = work->step_start,
                       .s = s,
                       .s_dot = s_dot,
                       .x = x,
                       .jacobian = true,
                       .force = work->force + effort->first_measure,
                       .x_dot = work->x_rate + effort->first_state,
                       .force_s = t->force_s,
                       .force_s_dot = t->force_s_dot,
                       .force_x = t->force_x,
                       .x_dot_s = t->gain_s,
                       .x_dot_s_dot = t->gain_s_dot,
                       .x_dot_x = t->block};
    effort->def.evaluate(effort->def.parameters, &io);
    work->potential += io.potential;
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
        for (int i = 0; i < n; i++)
            mb_raise(work->effort_tangents[e].block[i * n + i], model->column_count + effort->first_state + i,
                     &fastest, worst);
    }
    return work->options.step * fastest <= RK4_LIMIT;
}

hl_status mb_effort_tangents(const mb_model *model, double time, const double *x, double half_step,
                             mb_work *work)
{
    work->potential = 0.0;
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const port_values values = gather(work, effort);
        mb_effort_evaluate(model, e, time, values.s, values.s_dot, x + effort->first_state, work);
        if (effort->def.states == 0) continue;
        if (work->fit_theta && work->effort_tangents[e].theta != NULL) {
            if (half_step > 0.0) restrain_prediction(model, e, time, &values, work);
            mb_effort_fit_theta(model, e, half_step, work);
        }
        if (mb_effort_condense(model, e, half_step, work) != HL_OK) return HL_SINGULAR;
    }
    return HL_OK;
}

void mb_effort_project(const mb_model *model, const double *force, mb_work *work)
{
    for (int m = model->equation_count; m < model->measure_count; m++) {
        const measure_model *measure = &model->measures[m];
        for (int i = measure->first_entry; i < measure->first_entry + measure->entry_count; i++) {
            double *tau = &work->tau[model->entry_columns[i]];
            *tau = fma(-force[m], work->jacobian[i], *tau);
        }
    }
}

/* tangent -= a J_i^T J_j + b J_i^T (d s_dot_j / dz) */
static void add_coupling(const mb_model *model, int i, int j, double a, double b, mb_work *work)
{
    const measure_model *row = &model->measures[i], *column = &model->measures[j];
    if (b != 0.0) mb_measure_second_derivatives(model, work, j, NULL, work->rate_gradient);
    for (int d = 0; d < column->entry_count; d++) {
        const double gradient = b != 0.0 ? work->rate_gradient[d] : 0.0;
        const double factor = a * work->jacobian[column->first_entry + d] + b * gradient;
        for (int c = 0; c < row->entry_count; c++)
            hl_ldu_add(work->tangent, model->entry_columns[row->first_entry + c],
                       model->entry_columns[column->first_entry + d],
                       -factor * work->jacobian[row->first_entry + c]);
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

void mb_tangent_add_efforts(const mb_model *model, double damping, double stiffness, mb_work *work)
{
    const bool geometry = !(work->skip & MB_SKIP_GEOMETRY);
    for (int e = 0; e < model->effort_count; e++) {
        const effort_model *effort = &model->efforts[e];
        const effort_tangent *t = &work->effort_tangents[e];
        const int ports = effort->def.ports, first = effort->first_measure;
        for (int i = 0; i < ports; i++) {
            for (int j = 0; j < ports; j++) {
                const double k = t->force_s[i * ports + j], c = t->force_s_dot[i * ports + j];
                if (k == 0.0 && c == 0.0) continue;
                add_coupling(model, first + i, first + j, stiffness * k + damping * c,
                             geometry ? stiffness * c : 0.0, work);
            }
            if (geometry && model->measures[first + i].def.kind != MB_MEASURE_JOINT &&
                work->force[first + i] != 0.0)
                add_geometry(model, first + i, stiffness * work->force[first + i], work);
        }
    }
}
