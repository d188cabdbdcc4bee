/* Efforts: evaluation, and their part of the residual. */
#include "multibody/model_internal.h"

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
        const port_values ports = gather(work, effort);
        mb_effort_io io = {.time = time, .s = ports.s, .s_dot = ports.s_dot, .x = x + effort->first_state};
        call(model, e, &io, work);
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
