/* Constraint equations Phi = s - target - f(t) over measures, and products with their Jacobian. */
#include "model_internal.h"

#include "hl/real.h"

#include <float.h>
#include <string.h>

typedef struct function_value {
    double f, f_dot, f_dot_dot;
} function_value;

static function_value evaluate_function(const mb_time_function *function, double time)
{
    double sine, cosine;
    hl_sincos(function->frequency * time + function->phase, &sine, &cosine);
    const double A = function->amplitude, w = function->frequency;
    return (function_value){.f = function->offset +
                                 (function->rate + 0.5 * function->acceleration * time) * time + A * sine,
                            .f_dot = function->rate + function->acceleration * time + A * w * cosine,
                            .f_dot_dot = function->acceleration - A * w * w * sine};
}

void mb_equation_values(const mb_model *model, double time, mb_work *work)
{
    for (int e = 0; e < model->equation_count; e++) {
        const equation_model *equation = &model->equations[e];
        const measure_value *m = &work->measures[equation->measure];
        work->phi[e] = m->s - equation->target;
        work->phi_dot[e] = m->s_dot;
        work->phi_dot_dot[e] = m->s_dot_dot;
        if (equation->driven) {
            const function_value function = evaluate_function(&equation->function, time);
            work->phi[e] -= function.f;
            work->phi_dot[e] -= function.f_dot;
            work->phi_dot_dot[e] -= function.f_dot_dot;
        }
    }
}

void mb_add_constraint_forces(const mb_model *model, const mb_work *work, const double *weight, double *y)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        for (int i = 0; i < measure->entry_count; i++) y[columns[i]] = fma(weight[e], row[i], y[columns[i]]);
    }
}

void mb_constraint_product(const mb_model *model, const mb_work *work, const double *x, double *rate)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        double sum = 0.0;
        for (int i = 0; i < measure->entry_count; i++) sum = fma(row[i], x[columns[i]], sum);
        rate[e] = sum;
    }
}

void mb_tangent_add_penalty(const mb_model *model, double factor, bool symmetric, mb_work *work)
{
    hl_ldu *W = work->tangent;
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const double *row = work->jacobian + measure->first_entry;
        const int *columns = model->entry_columns + measure->first_entry;
        for (int i = 0; i < measure->entry_count; i++) {
            if (row[i] == 0.0) continue;
            const double scaled = factor * row[i];
            W->diagonal[columns[i]] = fma(scaled, row[i], W->diagonal[columns[i]]);
            for (int j = 0; j < i; j++) {
                const int c = columns[i] > columns[j] ? columns[i] : columns[j];
                const int d = columns[i] + columns[j] - c;
                const size_t at = (size_t)c * (size_t)W->stride + (size_t)d;
                W->lower[at] = fma(scaled, row[j], W->lower[at]);
                if (!symmetric) W->upper[at] = fma(scaled, row[j], W->upper[at]);
            }
        }
    }
}

void mb_tangent_add_loop_geometry(const mb_model *model, double factor, const double *weight, mb_work *work)
{
    for (int e = 0; e < model->equation_count; e++) {
        const measure_model *measure = &model->measures[e];
        const int n = measure->entry_count;
        const int *columns = model->entry_columns + measure->first_entry;
        mb_measure_second_derivatives(model, work, e, work->hessian, NULL);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                hl_ldu_add(work->tangent, columns[i], columns[j],
                           factor * weight[e] * work->hessian[i * n + j]);
    }
}

void mb_evaluate_closures(const mb_model *model, double time, unsigned skip, mb_work *work)
{
    work->skip = skip;
    mb_forward(model, work->q, work->v, work->a, work);
    work->skip = 0;
    mb_measure_values(model, work->q, work->v, work->a, 0, model->equation_count, work);
    mb_equation_values(model, time, work);
}

void mb_dense_jacobian(const mb_model *model, const mb_work *work, double *J)
{
    const size_t n = (size_t)model->column_count;
    memset(J, 0, n * (size_t)model->equation_count * sizeof(double));
    for (int e = 0; e < model->equation_count; e++)
        for (int i = model->measures[e].first_entry;
             i < model->measures[e].first_entry + model->measures[e].entry_count; i++)
            J[(size_t)e * n + (size_t)model->entry_columns[i]] = work->jacobian[i];
}

double mb_closure_rounding(const mb_model *model, const mb_work *work)
{
    double farthest = 0.0;
    for (int t = 0; t < model->tree_count; t++) farthest = fmax(farthest, hl_norm(work->origins[t]));
    return 8.0 * DBL_EPSILON * farthest;
}
