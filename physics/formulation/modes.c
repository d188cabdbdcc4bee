/* Small vibrations about a rest: K z = omega^2 M z on the null space N of Phi_z, after 003 section 1 and C.
 * Yang, D. Cao, Z. Zhao, Z. Zhang, G. Ren, A direct eigenanalysis of multibody system in equilibrium, J.
 * Applied Math. 2012.
 *
 *     K = d tau/d z + sum lambda_e d^2 Phi_e/dz dz,   (N^T K N) y = omega^2 (N^T M N) y,   z = N y
 *
 * N comes from the singular values of Phi_z, so that redundant closures need no care; damping is left out.
 * States of efforts follow the motion as far as they integrate velocities (a bristle or trapped oil is a
 * spring) and are frozen otherwise. Not real-time. */
#include "modes_internal.h"

#include "mb/equilibrium.h"

#include <float.h>
#include <lapacke.h>
#include <string.h>

static const double RANK_TOLERANCE = 1e-9; /* as in step.c */
static const double INSTANT = 1e-9;        /* [s] shorter than any state's own time constant */
static const double ZERO_SQUARE = 1e-9;    /* part of the largest omega^2: see mb_linear_stability */

/* ---- memory ---- */

bool mb_linear_new(const mb_model *model, hl_arena *arena, mb_linear *linear)
{
    const mb_step_options options = mb_step_options_default();
    const size_t n = (size_t)model->column_count, m = (size_t)model->equation_count;
    *linear = (mb_linear){.model = model, .n = model->column_count, .m = model->equation_count};
    linear->work = mb_work_new(model, &options, arena);
    const struct {
        double **numbers;
        size_t count;
    } wanted[] = {{&linear->Phi_z, m * n},   {&linear->U, m * m},    {&linear->singular, m + n},
                  {&linear->V, n * n},       {&linear->tau, n},      {&linear->state_tau, n},
                  {&linear->lambda, m},      {&linear->residual, n}, {&linear->tangent, n * n},
                  {&linear->reduced, n * n}, {&linear->mass, n * n}, {&linear->product, n * n},
                  {&linear->superb, m + n}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].numbers = HL_NEW(arena, double, wanted[i].count);
    return linear->work != NULL && !hl_arena_failed(arena);
}

/* ---- closures ---- */

static void unit_matrix(double *a, int n)
{
    memset(a, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) a[(size_t)i * (size_t)n + (size_t)i] = 1.0;
}

hl_status mb_linear_closures(mb_linear *linear)
{
    const int m = linear->m, n = linear->n, least = m < n ? m : n;
    linear->rank = 0;
    if (least == 0) {
        unit_matrix(linear->V, n);
    } else {
        mb_dense_jacobian(linear->model, linear->work, linear->Phi_z);
        if (LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', m, n, linear->Phi_z, n, linear->singular, linear->U, m,
                           linear->V, n, linear->superb) != 0)
            return HL_NOT_FINITE;
    }
    while (linear->rank < least && linear->singular[linear->rank] > RANK_TOLERANCE * linear->singular[0])
        linear->rank++;
    linear->dof = n - linear->rank;
    return HL_OK;
}

static const double *right_vector(const mb_linear *linear, int k)
{
    return linear->V + (size_t)k * (size_t)linear->n;
}

void mb_linear_close(const mb_linear *linear, double *dz)
{
    memset(dz, 0, (size_t)linear->n * sizeof(double));
    for (int k = 0; k < linear->rank; k++) {
        double share = 0.0; /* component of phi along the left singular vector */
        for (int e = 0; e < linear->m; e++)
            share = fma(linear->U[(size_t)e * (size_t)linear->m + (size_t)k], linear->work->phi[e], share);
        const double factor = -share / linear->singular[k], *v = right_vector(linear, k);
        for (int c = 0; c < linear->n; c++) dz[c] = fma(factor, v[c], dz[c]);
    }
}

void mb_linear_balance(mb_linear *linear, const double *tau)
{
    memcpy(linear->residual, tau, (size_t)linear->n * sizeof(double));
    memset(linear->lambda, 0, (size_t)linear->m * sizeof(double));
    for (int k = 0; k < linear->rank; k++) {
        const double *v = right_vector(linear, k), share = mb_dot(v, linear->residual, linear->n);
        for (int c = 0; c < linear->n; c++) linear->residual[c] = fma(-share, v[c], linear->residual[c]);
        for (int e = 0; e < linear->m; e++)
            linear->lambda[e] -=
                share / linear->singular[k] * linear->U[(size_t)e * (size_t)linear->m + (size_t)k];
    }
}

/* ---- null space ---- */

void mb_linear_project(const mb_linear *linear, const double *r, double *y)
{
    for (int k = 0; k < linear->dof; k++) y[k] = mb_dot(right_vector(linear, linear->rank + k), r, linear->n);
}

void mb_linear_expand(const mb_linear *linear, const double *y, double *z)
{
    for (int k = 0; k < linear->dof; k++) {
        const double *v = right_vector(linear, linear->rank + k);
        for (int c = 0; c < linear->n; c++) z[c] = fma(y[k], v[c], z[c]);
    }
}

/* A <- dense copy of the work's tangent; the upper triangle mirrors the lower one when symmetric */
static void dense_copy(const hl_ldu *W, bool symmetric, double *A)
{
    const size_t n = (size_t)W->n;
    memset(A, 0, n * n * sizeof(double));
    for (int i = 0; i < W->n; i++) {
        A[(size_t)i * n + (size_t)i] = W->diagonal[i];
        const double *lower = W->lower + (size_t)i * (size_t)W->stride;
        const double *upper = symmetric ? lower : W->upper + (size_t)i * (size_t)W->stride;
        for (int r = W->row_runs[i]; r < W->row_runs[i + 1]; r++)
            for (int j = W->runs[r].first; j < W->runs[r].end; j++) {
                A[(size_t)i * n + (size_t)j] = lower[j];
                A[(size_t)j * n + (size_t)i] = upper[j];
            }
    }
}

/* reduced <- N^T A N */
static void reduce(const mb_linear *linear, const double *A, double *reduced)
{
    const int n = linear->n, dof = linear->dof;
    for (int i = 0; i < n; i++) /* product = A N, stored [n][dof] */
        for (int k = 0; k < dof; k++)
            linear->product[i * dof + k] =
                mb_dot(A + (size_t)i * (size_t)n, right_vector(linear, linear->rank + k), n);
    memset(reduced, 0, (size_t)dof * (size_t)dof * sizeof(double));
    for (int k = 0; k < dof; k++) {
        const double *v = right_vector(linear, linear->rank + k);
        for (int i = 0; i < n; i++) {
            if (v[i] == 0.0) continue;
            for (int l = 0; l < dof; l++)
                reduced[k * dof + l] = fma(v[i], linear->product[i * dof + l], reduced[k * dof + l]);
        }
    }
}

void mb_linear_reduce(mb_linear *linear)
{
    dense_copy(linear->work->tangent, false, linear->tangent);
    reduce(linear, linear->tangent, linear->reduced);
}

/* ---- at rest ---- */

/* Effort tangents over `follow`, with the states' answer to a movement made part of the stiffness. */
static hl_status linear_effort_tangents(mb_linear *linear, double time, const double *x, double follow)
{
    const mb_model *model = linear->model;
    if (mb_effort_tangents(model, time, x, follow, linear->work) != HL_OK) return HL_SINGULAR;
    /* force_s += force_x dx/ds_dot / follow: ds_dot = ds / follow */
    for (int e = 0; e < model->effort_count; e++) {
        const effort_tangent *t = &linear->work->effort_tangents[e];
        const int ports = model->efforts[e].def.ports, states = model->efforts[e].def.states;
        if (t->idle) continue;
        for (int i = 0; i < ports; i++)
            for (int k = 0; k < states; k++)
                for (int j = 0; j < ports; j++)
                    t->force_s[i * ports + j] +=
                        t->force_x[i * states + k] * t->gain_s_dot[k * ports + j] / follow;
    }
    return HL_OK;
}

static void evaluate_at_rest(mb_linear *linear, double time, const double *q)
{
    const mb_model *model = linear->model;
    mb_work *work = linear->work;
    memset(work->v, 0, (size_t)linear->n * sizeof(double));
    work->step_start = time;
    mb_set_origins(model, q, work);
    mb_forward(model, q, work->v, NULL, work);
    mb_backward(model, work);
    mb_measure_values(model, q, work->v, NULL, 0, model->measure_count, work);
    mb_equation_values(model, time, work);
}

hl_status mb_linear_at_rest(mb_linear *linear, double time, const double *q, const double *x, double follow)
{
    const mb_model *model = linear->model;
    mb_work *work = linear->work;
    evaluate_at_rest(linear, time, q);
    if (linear_effort_tangents(linear, time, x, follow) != HL_OK) return HL_SINGULAR;
    mb_effort_project(model, work);
    memcpy(linear->tau, work->tau, (size_t)linear->n * sizeof(double));
    memset(work->scratch[0], 0, (size_t)model->state_count * sizeof(double)); /* no rates from before */
    mb_effort_state_step(model, x, x, work->scratch[0], follow, work);
    mb_effort_project_step(model, work);
    for (int c = 0; c < linear->n; c++) linear->state_tau[c] = work->tau[c] - linear->tau[c];
    if (mb_linear_closures(linear) != HL_OK) return HL_NOT_FINITE;
    mb_linear_balance(linear, linear->tau);
    mb_tangent(model, 0.0, 0.0, 1.0, work);
    mb_tangent_add_loop_geometry(model, 1.0, linear->lambda, work);
    mb_linear_reduce(linear);
    linear->stiffness = 0.0;
    for (int i = 0; i < linear->n * linear->n; i++)
        linear->stiffness = fmax(linear->stiffness, fabs(linear->tangent[i]));
    return HL_OK;
}

/* ---- eigenvalues ---- */

static void symmetrise(double *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) a[i * n + j] = a[j * n + i] = 0.5 * (a[i * n + j] + a[j * n + i]);
}

hl_status mb_linear_eigenvalues(mb_linear *linear, double *squares)
{
    const int dof = linear->dof;
    if (dof == 0) return HL_OK;
    mb_mass_matrix(linear->model, linear->work);
    dense_copy(linear->work->tangent, true, linear->tangent);
    reduce(linear, linear->tangent, linear->mass);
    symmetrise(linear->mass, dof);
    symmetrise(linear->reduced, dof); /* K is symmetric at an equilibrium, but for rounding */
    const lapack_int failed =
        LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'V', 'L', dof, linear->reduced, dof, linear->mass, dof, squares);
    return failed == 0 ? HL_OK : HL_SINGULAR;
}

static double largest_square(const double *squares, int dof)
{
    return dof > 0 ? fmax(fabs(squares[0]), fabs(squares[dof - 1])) : 0.0;
}

hl_status mb_linear_stability(mb_linear *linear, double time, const double *q, const double *x,
                              double *squares, bool *stable)
{
    *stable = false;
    hl_status status = mb_linear_at_rest(linear, time, q, x, INSTANT);
    if (status == HL_OK) status = mb_linear_eigenvalues(linear, squares);
    if (status == HL_OK)
        *stable = linear->dof == 0 || squares[0] >= -ZERO_SQUARE * largest_square(squares, linear->dof);
    return status;
}

/* omega of omega^2, signed; what rounding may have made of a zero is a zero */
static double signed_root(double square, double zero)
{
    if (fabs(square) <= zero) return 0.0;
    return square < 0.0 ? -sqrt(-square) : sqrt(square);
}

static void scale_to_largest(double *shape, int n)
{
    double largest = 0.0;
    for (int c = 0; c < n; c++)
        if (fabs(shape[c]) > fabs(largest)) largest = shape[c];
    for (int c = 0; c < n; c++) shape[c] /= largest;
}

/* What rounding may feign as omega^2: n eps |K| |M^-1|, the latter from the Cholesky factor that dsygv
 * leaves. */
static double rounding(const mb_linear *linear)
{
    double least = HUGE_VAL;
    for (int i = 0; i < linear->dof; i++) least = fmin(least, fabs(linear->mass[i * linear->dof + i]));
    return 8.0 * DBL_EPSILON * linear->dof * linear->stiffness / (least * least);
}

static hl_status list_modes(const mb_linear *linear, const double *squares, hl_arena *arena, mb_mode *modes)
{
    const int n = linear->n, dof = linear->dof;
    const double zero = rounding(linear);
    for (int k = 0; k < dof; k++) {
        double *shape = HL_NEW(arena, double, n), *y = linear->product;
        if (shape == NULL) return HL_OUT_OF_MEMORY;
        for (int i = 0; i < dof; i++) y[i] = linear->reduced[i * dof + k];
        mb_linear_expand(linear, y, shape);
        scale_to_largest(shape, n);
        modes[k] = (mb_mode){.frequency = signed_root(squares[k], zero), .shape = shape};
    }
    return HL_OK;
}

hl_status mb_modes(const mb_model *model, const mb_state *state, hl_arena *arena, mb_mode **modes, int *count)
{
    mb_linear linear;
    *count = 0;
    hl_arena scratch = {0};
    hl_status status = HL_OUT_OF_MEMORY;
    double *squares = HL_NEW(&scratch, double, model->column_count);
    if (squares != NULL && mb_linear_new(model, &scratch, &linear))
        status = mb_linear_at_rest(&linear, state->time, state->q, state->x, INSTANT);
    if (status == HL_OK) status = mb_linear_eigenvalues(&linear, squares);
    if (status == HL_OK) {
        *modes = HL_NEW(arena, mb_mode, linear.dof);
        status = *modes == NULL ? HL_OUT_OF_MEMORY : list_modes(&linear, squares, arena, *modes);
    }
    if (status == HL_OK) *count = linear.dof;
    hl_arena_free(&scratch);
    return status;
}
