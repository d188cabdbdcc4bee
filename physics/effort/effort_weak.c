/* Weak coupling: co-simulation of the mechanics with the effort states, to compare with the monolithic step.
 * The mechanics takes its step with the states held at their start; then each effort's states take n steps of
 * the trapezoidal rule, with their measures moving linearly from the start of the step to its end and poses
 * as they are there. One exchange a step, without iteration between both sides: an explicit coupling of first
 * order, unstable for stiff oil. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <string.h>

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
