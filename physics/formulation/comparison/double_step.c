/* Double-step semi-recursive formulation: coordinate partitioning with the trapezoidal rule on the
 * independent coordinates, 002 section 2.2, Eq. (13)-(17), (32)-(38).
 *
 * Each step chooses the independent coordinates at its start by Gaussian elimination with full pivoting on
 * Phi_z, so the choice is a function of the state alone; redundant equations simply yield no pivot. Given the
 * independent increments, the dependent ones follow from Phi = 0 (Newton), Phi_dot = 0 and Phi_ddot = 0
 * (linear), to round-off. Newton on  R_z^T tau = 0  with the tangent R_z^T W R_z: tau by the recursions of
 * the tree, so that neither M'' nor R_z_dot z_dot of (16) is formed. The tangent leaves out d R_z / dz, terms
 * of the order of dt. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <string.h>

enum { MAX_CLOSURE_ITERATIONS = 12 };
static const double RANK_TOLERANCE = 1e-9;     /* pivots below this part of the first one count as zero */
static const double CLOSURE_TOLERANCE = 1e-12; /* [rad or m] last increment of the dependent coordinates */

typedef struct partition {
    int rank, freedom;
    int *rows, *dependent; /* [rank] pivot equations and columns */
    int *independent;      /* [freedom] */
    int *row_order, *column_order;
    double *elimination; /* [equations][columns] */
    double *block;       /* LU of Phi_z^d, [rank][rank] */
    int *pivot;
    double *R_d;            /* -(Phi_z^d)^-1 Phi_z^i, [rank][freedom] */
    double *reduced, *step; /* R_z^T W R_z, [freedom][freedom]; [freedom] */
    int *reduced_pivot;
    double *basis, *product; /* [columns] one column of R_z, and W times it */
    double *unknown;         /* [rank] */
} partition;

bool mb_double_step_prepare(const mb_model *model, mb_work *work, hl_arena *arena)
{
    const size_t m = (size_t)model->equation_count, n = (size_t)model->column_count;
    partition *p = HL_NEW(arena, partition, 1);
    if (p == NULL) return false;
    work->formulation = p;
    int **integers[] = {&p->rows,         &p->dependent, &p->independent,  &p->row_order,
                        &p->column_order, &p->pivot,     &p->reduced_pivot};
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++)
        *integers[i] = HL_NEW(arena, int, m + n);
    const struct {
        double **array;
        size_t count;
    } arrays[] = {{&p->elimination, m * n}, {&p->block, m * m}, {&p->R_d, m * n},
                  {&p->reduced, n * n},     {&p->step, n},      {&p->basis, n},
                  {&p->product, n},         {&p->unknown, m}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i].array = HL_NEW(arena, double, arrays[i].count);
    return !hl_arena_failed(arena);
}

/* ---- partition ---- */

static void swap(int *list, int i, int j)
{
    const int held = list[i];
    list[i] = list[j];
    list[j] = held;
}

/* Largest entry of what is left to eliminate. */
static double find_pivot(const partition *p, int k, int m, int n, int *row, int *column)
{
    double most = -1.0;
    for (int i = k; i < m; i++)
        for (int j = k; j < n; j++) {
            const double size =
                fabs(p->elimination[(size_t)p->row_order[i] * (size_t)n + (size_t)p->column_order[j]]);
            if (size > most) most = size, *row = i, *column = j;
        }
    return most;
}

static void eliminate(const partition *p, int k, int m, int n)
{
    const double *pivot_row = p->elimination + (size_t)p->row_order[k] * (size_t)n;
    const double inverse = 1.0 / pivot_row[p->column_order[k]];
    for (int i = k + 1; i < m; i++) {
        double *row = p->elimination + (size_t)p->row_order[i] * (size_t)n;
        const double factor = -inverse * row[p->column_order[k]];
        if (factor == 0.0) continue;
        for (int j = k; j < n; j++)
            row[p->column_order[j]] = fma(factor, pivot_row[p->column_order[j]], row[p->column_order[j]]);
    }
}

/* Full pivoting on Phi_z: pivot columns are dependent, the others independent, in rising order. */
static void choose_partition(const mb_model *model, mb_work *work)
{
    partition *p = work->formulation;
    const int m = model->equation_count, n = model->column_count;
    mb_dense_jacobian(model, work, p->elimination);
    for (int i = 0; i < m; i++) p->row_order[i] = i;
    for (int j = 0; j < n; j++) p->column_order[j] = j;
    double first = 0.0;
    p->rank = 0;
    while (p->rank < m && p->rank < n) {
        int row = p->rank, column = p->rank;
        const double size = find_pivot(p, p->rank, m, n, &row, &column);
        if (p->rank == 0) first = size;
        if (!(size > RANK_TOLERANCE * first) || !(size > 0.0)) break;
        swap(p->row_order, p->rank, row);
        swap(p->column_order, p->rank, column);
        eliminate(p, p->rank, m, n);
        p->rank++;
    }
    memcpy(p->rows, p->row_order, (size_t)p->rank * sizeof(int));
    memcpy(p->dependent, p->column_order, (size_t)p->rank * sizeof(int));
    p->freedom = n - p->rank;
    for (int c = 0, f = 0; c < n; c++) {
        bool is_dependent = false;
        for (int k = 0; k < p->rank; k++) is_dependent |= p->dependent[k] == c;
        if (!is_dependent) p->independent[f++] = c;
    }
}

int mb_independent_columns(const mb_work *work, int *columns)
{
    if (work->options.formulation != MB_DOUBLE_STEP) return 0;
    const partition *p = work->formulation;
    memcpy(columns, p->independent, (size_t)p->freedom * sizeof(int));
    return p->freedom;
}

/* LU of Phi_z^d at the present configuration. */
static hl_status factor_dependent(const mb_model *model, mb_work *work)
{
    partition *p = work->formulation;
    const size_t n = (size_t)model->column_count;
    mb_dense_jacobian(model, work, p->elimination);
    for (int i = 0; i < p->rank; i++)
        for (int j = 0; j < p->rank; j++)
            p->block[i * p->rank + j] = p->elimination[(size_t)p->rows[i] * n + (size_t)p->dependent[j]];
    return hl_lu_factor(p->block, p->rank, p->pivot);
}

/* Correct the dependent entries of `x` so that the violation vanishes to first order; returns the largest
 * change. */
static double correct_dependent(mb_work *work, const double *violation, double *x)
{
    partition *p = work->formulation;
    double most = 0.0;
    int at = 0;
    for (int i = 0; i < p->rank; i++) p->unknown[i] = -violation[p->rows[i]];
    hl_lu_solve(p->block, p->rank, p->pivot, p->unknown, 1);
    for (int i = 0; i < p->rank; i++) {
        x[p->dependent[i]] += p->unknown[i];
        mb_raise(p->unknown[i], i, &most, &at);
    }
    return most;
}

/* ---- kinematics of the closed loops ---- */

static hl_status close_positions(const mb_model *model, double time, mb_work *work)
{
    double last = HUGE_VAL;
    for (int i = 0; i < MAX_CLOSURE_ITERATIONS; i++) {
        mb_trapezoid_move(model, work);
        mb_evaluate_closures(model, time, 0, work);
        if (factor_dependent(model, work) != HL_OK) return HL_SINGULAR;
        if (last <= CLOSURE_TOLERANCE + mb_closure_rounding(model, work)) return HL_OK;
        last = correct_dependent(work, work->phi, work->theta);
        if (!isfinite(last)) return HL_NOT_FINITE;
    }
    return HL_NOT_CONVERGED;
}

/* q, v, a <- theta of the independent coordinates: trapezoidal rule for them (33), closures for the others
 * (13)-(15). */
static hl_status close_loops(const mb_model *model, double time, mb_work *work)
{
    const hl_status status = close_positions(model, time, work);
    if (status != HL_OK) return status;
    mb_trapezoid_rates(model, work);
    mb_evaluate_closures(model, time, 0, work);
    correct_dependent(work, work->phi_dot, work->v);
    mb_evaluate_closures(model, time, 0, work);
    correct_dependent(work, work->phi_dot_dot, work->a);
    return HL_OK;
}

/* R_d = -(Phi_z^d)^-1 Phi_z^i */
static void velocity_transformation(const mb_model *model, mb_work *work)
{
    partition *p = work->formulation;
    const size_t n = (size_t)model->column_count;
    for (int i = 0; i < p->rank; i++)
        for (int j = 0; j < p->freedom; j++)
            p->R_d[i * p->freedom + j] = -p->elimination[(size_t)p->rows[i] * n + (size_t)p->independent[j]];
    hl_lu_solve(p->block, p->rank, p->pivot, p->R_d, p->freedom);
}

/* full <- R_z reduced */
static void expand(const partition *p, const double *reduced, double *full)
{
    for (int j = 0; j < p->freedom; j++) full[p->independent[j]] = reduced[j];
    for (int i = 0; i < p->rank; i++) {
        double sum = 0.0;
        for (int j = 0; j < p->freedom; j++) sum = fma(p->R_d[i * p->freedom + j], reduced[j], sum);
        full[p->dependent[i]] = sum;
    }
}

/* entry j of R_z^T full */
static double project_on(const partition *p, const double *full, int j)
{
    double sum = full[p->independent[j]];
    for (int i = 0; i < p->rank; i++) sum = fma(p->R_d[i * p->freedom + j], full[p->dependent[i]], sum);
    return sum;
}

/* ---- Newton ---- */

static hl_status evaluate_residual(const mb_model *model, double time, mb_work *work)
{
    const double half = 0.5 * work->options.step;
    const hl_status status = close_loops(model, time, work);
    if (status != HL_OK) return status;
    mb_forward(model, work->q, work->v, work->a, work);
    mb_backward(model, work);
    mb_measure_values(model, work->q, work->v, work->a, 0, model->measure_count, work);
    mb_equation_values(model, time, work);
    if (mb_effort_tangents(model, time, work->x, half, work) != HL_OK) return HL_SINGULAR;
    mb_effort_state_step(model, work->x, work->before->x, work->before->x_dot, half, work);
    mb_effort_project(model, work);
    mb_effort_project_step(model, work);
    velocity_transformation(model, work);
    return HL_OK;
}

static hl_status reduced_tangent(const mb_model *model, mb_work *work)
{
    partition *p = work->formulation;
    const double dt = work->options.step;
    mb_tangent(model, 1.0, 0.5 * dt, 0.25 * dt * dt, work);
    for (int j = 0; j < p->freedom; j++) {
        for (int k = 0; k < p->freedom; k++) p->step[k] = k == j ? 1.0 : 0.0;
        expand(p, p->step, p->basis);
        hl_ldu_multiply(work->tangent, p->basis, p->product);
        for (int i = 0; i < p->freedom; i++) p->reduced[i * p->freedom + j] = project_on(p, p->product, i);
    }
    return hl_lu_factor(p->reduced, p->freedom, p->reduced_pivot);
}

/* Residual (38) as a plain function of the independent theta and x: for forward differences. */
static hl_status plain_residual(const mb_model *model, double time, mb_work *work, double *residual)
{
    const partition *p = work->formulation;
    const double quarter = 0.25 * work->options.step * work->options.step;
    const hl_status status = close_loops(model, time, work);
    if (status != HL_OK) return status;
    mb_evaluate(model, time, work->q, work->v, work->a, work->x, work);
    velocity_transformation(model, work);
    for (int j = 0; j < p->freedom; j++) residual[j] = quarter * project_on(p, work->tau, j);
    mb_effort_state_residual(model, work->x, work->before->x, work->before->x_dot, 0.5 * work->options.step,
                             work, residual + p->freedom);
    return HL_OK;
}

/* delta (all columns), x_step <- Newton step from the residual just evaluated. */
static hl_status newton_step(const mb_model *model, double time, mb_work *work)
{
    partition *p = work->formulation;
    const double half = 0.5 * work->options.step;
    if (work->options.numeric_tangent) {
        const hl_status status =
            mb_numeric_step(model, time, plain_residual, p->independent, p->freedom, work);
        if (status != HL_OK) return status;
        for (int j = 0; j < p->freedom; j++) p->step[j] = work->delta[p->independent[j]];
        expand(p, p->step, work->delta);
        return HL_OK;
    }
    if (reduced_tangent(model, work) != HL_OK) return HL_SINGULAR;
    for (int j = 0; j < p->freedom; j++) p->step[j] = -half * half * project_on(p, work->tau, j);
    hl_lu_solve(p->reduced, p->freedom, p->reduced_pivot, p->step, 1);
    expand(p, p->step, work->delta);
    mb_effort_state_follow(model, work->delta, half, work);
    return HL_OK;
}

/* Applies the Newton step; returns its size in tolerances. */
static double apply_step(const mb_model *model, mb_work *work, int *worst)
{
    const partition *p = work->formulation;
    double size = 0.0;
    for (int i = 0; i < model->column_count; i++) work->theta[i] += work->delta[i];
    for (int j = 0; j < p->freedom; j++)
        mb_raise(p->step[j] / work->options.tolerance, p->independent[j], &size, worst);
    for (int i = 0; i < model->state_count; i++) {
        work->x[i] += work->x_step[i];
        mb_raise(work->x_step[i] / (model->x_scale[i] * work->options.state_tolerance),
                 model->column_count + i, &size, worst);
    }
    return size;
}

static hl_status iterate(const mb_model *model, double time, mb_work *work, mb_step_report *report)
{
    for (int h = 0; h < work->options.max_iterations; h++) {
        work->fit_theta = h == 0;
        hl_status status = evaluate_residual(model, time, work);
        if (status == HL_OK) status = newton_step(model, time, work);
        if (status != HL_OK) return status;
        report->iterations = h + 1;
        report->left = report->increment = apply_step(model, work, &report->worst_unknown);
        if (!isfinite(report->increment)) return HL_NOT_FINITE;
        if (report->increment <= 1.0) return HL_OK;
    }
    report->cut = work->options.bounded;
    return report->cut ? HL_OK : HL_NOT_CONVERGED;
}

/* Multipliers of the pivot equations from the dependent rows of tau + Phi_z^T lambda = 0; redundant ones stay
 * 0. */
static void multipliers(const mb_model *model, mb_work *work, mb_state *state)
{
    partition *p = work->formulation;
    const size_t n = (size_t)model->column_count;
    memset(state->lambda, 0, (size_t)model->equation_count * sizeof(double));
    for (int i = 0; i < p->rank; i++) {
        for (int j = 0; j < p->rank; j++)
            p->block[i * p->rank + j] = p->elimination[(size_t)p->rows[j] * n + (size_t)p->dependent[i]];
        p->unknown[i] = -work->tau[p->dependent[i]];
    }
    if (hl_lu_factor(p->block, p->rank, p->pivot) != HL_OK) return;
    hl_lu_solve(p->block, p->rank, p->pivot, p->unknown, 1);
    for (int i = 0; i < p->rank; i++) state->lambda[p->rows[i]] = p->unknown[i];
}

hl_status mb_step_double_step(const mb_model *model, mb_state *state, mb_work *work, mb_step_report *report)
{
    const double time = state->time + work->options.step;
    mb_set_origins(model, state->q, work);
    memcpy(work->q, state->q, (size_t)model->coordinate_count * sizeof(double));
    memcpy(work->v, state->v, (size_t)model->column_count * sizeof(double));
    memcpy(work->a, state->a, (size_t)model->column_count * sizeof(double));
    mb_evaluate_closures(model, state->time, 0, work);
    choose_partition(model, work);
    mb_trapezoid_predict(model, work);
    hl_status status = iterate(model, time, work, report);
    work->fit_theta = false;
    if (status == HL_OK) status = close_loops(model, time, work);
    if (status != HL_OK) return status;
    mb_evaluate(model, time, work->q, work->v, work->a, work->x, work);
    report->position_violation = mb_norm(work->phi, model->equation_count);
    report->velocity_violation = mb_norm(work->phi_dot, model->equation_count);
    report->acceleration_violation = mb_norm(work->phi_dot_dot, model->equation_count);
    multipliers(model, work, state);
    mb_trapezoid_store(model, work, state);
    return HL_OK;
}
