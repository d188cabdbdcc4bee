/* Tangent by forward differences, 002 Eq. (40)-(41): on request, to compare with the analytic one in result
 * and cost. Unknowns are the formulation's own and the effort states, the matrix is dense, one evaluation a
 * column. */
#include "multibody/model_internal.h"

#include "hl/lu.h"

struct mb_numeric {
    double **unknowns, *magnitudes;
    double *matrix, *base, *moved;
    int *pivot;
};

bool mb_numeric_prepare(const mb_model *model, mb_work *work, hl_arena *arena)
{
    if (!work->options.numeric_tangent) return true;
    const size_t n = (size_t)(model->column_count + model->state_count);
    mb_numeric *numeric = HL_NEW(arena, mb_numeric, 1);
    if (numeric == NULL) return false;
    *numeric = (mb_numeric){.unknowns = HL_NEW(arena, double *, n),
                            .magnitudes = HL_NEW(arena, double, n),
                            .matrix = HL_NEW(arena, double, n *n),
                            .base = HL_NEW(arena, double, n),
                            .moved = HL_NEW(arena, double, n),
                            .pivot = HL_NEW(arena, int, n)};
    work->numeric = numeric;
    return !hl_arena_failed(arena);
}

/* (41): eps = 1e-8 max(1e-2, |x|) */
static double increment_for(double magnitude)
{
    return 1e-8 * fmax(1e-2, magnitude);
}

/* Size of coordinate `column` for (41); rotation vectors start from zero. */
static double coordinate_magnitude(const mb_model *model, const mb_work *work, int column)
{
    const body_model *body = &model->bodies[model->column_body[column]];
    return model->column_block[column] ? 0.0 : fabs(work->q[body->q_index + column - body->column]);
}

hl_status mb_numeric_step(const mb_model *model, double time, mb_residual_function residual,
                          const int *columns, int count, mb_work *work)
{
    mb_numeric *numeric = work->numeric;
    const int n = count + model->state_count;
    for (int i = 0; i < count; i++) {
        numeric->unknowns[i] = &work->theta[columns[i]];
        numeric->magnitudes[i] = coordinate_magnitude(model, work, columns[i]);
    }
    for (int i = 0; i < model->state_count; i++) {
        numeric->unknowns[count + i] = &work->x[i];
        numeric->magnitudes[count + i] = fabs(work->x[i]);
    }
    hl_status status = residual(model, time, work, numeric->base);
    for (int j = 0; j < n && status == HL_OK; j++) {
        const double held = *numeric->unknowns[j];
        *numeric->unknowns[j] = held + increment_for(numeric->magnitudes[j]);
        const double taken = *numeric->unknowns[j] - held; /* as rounded */
        status = residual(model, time, work, numeric->moved);
        *numeric->unknowns[j] = held;
        for (int i = 0; i < n; i++)
            numeric->matrix[i * n + j] = (numeric->moved[i] - numeric->base[i]) / taken;
    }
    if (status != HL_OK) return status;
    if (hl_lu_factor(numeric->matrix, n, numeric->pivot) != HL_OK) return HL_SINGULAR;
    for (int i = 0; i < n; i++) numeric->base[i] = -numeric->base[i];
    hl_lu_solve(numeric->matrix, n, numeric->pivot, numeric->base, 1);
    for (int i = 0; i < count; i++) work->delta[columns[i]] = numeric->base[i];
    for (int i = 0; i < model->state_count; i++) work->x_step[i] = numeric->base[count + i];
    return HL_OK;
}
