/* The tangent of the equations of motion, mass M + damping C + stiffness K, with K = d tau/d z,
 * C = d tau/d z_dot, M = d tau/d z_ddot: analytic and exact, after Singh, Russell and Wensing (2022, see
 * kinematics.c), in the composite form that suits velocities referred to the origin. For columns j before or
 * equal to i on one path,
 *
 *   d tau_i / d z_j     = S_i . (2B_i psi_j + I_i psi_dot_j)
 *   d tau_j / d z_i     = S_j . (2B_i psi_i + I_i psi_dot_i + S_i x* f_i)           (j before i)
 *   d tau_i / d z_dot_j = S_i . (2B_i S_j + I_i (psi_j + S_dot_j)),   likewise with i, j exchanged
 *   M_ij                = S_i . I_i S_j
 *
 * so that a row of the tangent is a sum of nine products with the rows of
 *
 *   P = mass S + damping (psi + S_dot) + stiffness psi_dot
 *   T = angular part of (damping S + stiffness psi)
 *
 * and a column one of six products with the rows of S. */
#include "hl/dense.h"

#include "hl/sparse.h"
#include "hl/status.h"
#include "multibody/model_internal.h"

#include <string.h>

static void store_motion(double *rows, int stride, int column, hl_motion m)
{
    const double six[6] = {m.lin.x, m.lin.y, m.lin.z, m.ang.x, m.ang.y, m.ang.z};
    for (int k = 0; k < 6; k++) rows[(size_t)k * (size_t)stride + (size_t)column] = six[k];
}

static hl_motion weighted_motion(const column_motion *c, double mass, double damping, double stiffness)
{
    hl_motion P = {hl_scale(mass, c->S.lin), hl_scale(mass, c->S.ang)};
    P = hl_motion_add_scaled(P, damping, hl_motion_add(c->psi, c->S_dot));
    return hl_motion_add_scaled(P, stiffness, c->psi_dot);
}

static hl_vec3 weighted_turn(const column_motion *c, double damping, double stiffness)
{
    return hl_add_scaled(hl_scale(damping, c->S.ang), stiffness, c->psi.ang);
}

/* S, P, T of the file head as rows, a column of the model each, for the vector loops below. */
static void fill_rows(const mb_model *model, double mass, double damping, double stiffness, mb_work *work)
{
    const int stride = model->column_stride;
    for (int c = 0; c < model->column_count; c++) {
        const column_motion *column = &work->columns[c];
        store_motion(work->S_rows, stride, c, column->S);
        store_motion(work->P_rows, stride, c, weighted_motion(column, mass, damping, stiffness));
        const hl_vec3 turn = weighted_turn(column, damping, stiffness);
        work->T_rows[c] = turn.x;
        work->T_rows[stride + c] = turn.y;
        work->T_rows[2 * stride + c] = turn.z;
    }
}

/* out[j] = sum of six products, j in [first, end) */
static inline void products_of_six(double *restrict out, const double *restrict rows, int stride, hl_wrench w,
                                   int first, int end)
{
    const double a = w.force.x, b = w.force.y, c = w.force.z, d = w.moment.x, e = w.moment.y, f = w.moment.z;
    const double *r0 = rows, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride, *r4 = r3 + stride,
                 *r5 = r4 + stride;
    for (int j = first; j < end; j++)
        out[j] = fma(a, r0[j], fma(b, r1[j], fma(c, r2[j], fma(d, r3[j], fma(e, r4[j], f * r5[j])))));
}

/* out[j] += sum of three products */
static void add_products_of_three(double *restrict out, const double *restrict rows, int stride, hl_vec3 v,
                                  int first, int end)
{
    const double *r0 = rows, *r1 = rows + stride, *r2 = rows + 2 * stride;
    for (int j = first; j < end; j++) out[j] = fma(v.x, r0[j], fma(v.y, r1[j], fma(v.z, r2[j], out[j])));
}

/* What row i of the tangent multiplies P with (I_i S_i) and T with (angular part of (2B_i)^T S_i). */
static hl_vec3 coriolis_row(const composite *own, const hl_motion *S)
{
    return hl_add(hl_scale(2.0, hl_cross(own->l, S->lin)), hl_mul_transposed(&own->N, S->ang));
}

/* What column i of the tangent multiplies S with: I P_i + 2B T_i + stiffness S_i x* f. */
static hl_wrench column_wrench(const composite *own, const column_motion *column, double mass, double damping,
                               double stiffness)
{
    const hl_motion P = weighted_motion(column, mass, damping, stiffness);
    const hl_vec3 T = weighted_turn(column, damping, stiffness);
    const hl_wrench f = hl_wrench_cross(column->S, own->f);
    hl_wrench g = hl_inertia_mul(&own->I, P);
    g.force = hl_add_scaled(hl_add_scaled(g.force, -2.0, hl_cross(own->l, T)), stiffness, f.force);
    g.moment = hl_add_scaled(hl_add(g.moment, hl_mul(&own->N, T)), stiffness, f.moment);
    return g;
}

/* Columns of one rotation block do not precede each other: both triangles follow the row formula. */
static void couple_rotation_block(const mb_model *model, int column, mb_work *work)
{
    const int stride = model->column_stride;
    const composite *own = &work->composites[model->column_body[column]];
    int first = column;
    while (first > 0 && model->column_block[first - 1] &&
           model->column_body[first - 1] == model->column_body[column])
        first--;
    const double *P = work->P_rows, *T = work->T_rows;
    for (int j = first; j < column; j++) {
        const hl_wrench h = hl_inertia_mul(&own->I, work->columns[j].S);
        const hl_vec3 n = coriolis_row(own, &work->columns[j].S);
        double sum = 0.0;
        const double six[6] = {h.force.x, h.force.y, h.force.z, h.moment.x, h.moment.y, h.moment.z};
        for (int k = 0; k < 6; k++) sum = fma(six[k], P[k * stride + column], sum);
        sum += n.x * T[column] + n.y * T[stride + column] + n.z * T[2 * stride + column];
        work->tangent->upper[(size_t)column * (size_t)work->tangent->stride + (size_t)j] = sum;
    }
}

static void tangent_row(const mb_model *model, int i, double mass, double damping, double stiffness,
                        mb_work *work)
{
    const int stride = model->column_stride;
    const composite *own = &work->composites[model->column_body[i]];
    const column_motion *column = &work->columns[i];
    const hl_wrench h = hl_inertia_mul(&own->I, column->S);
    const hl_vec3 n = coriolis_row(own, &column->S);
    const hl_wrench g = column_wrench(own, column, mass, damping, stiffness);
    double *lower = work->tangent->lower + (size_t)i * (size_t)work->tangent->stride;
    double *upper = work->tangent->upper + (size_t)i * (size_t)work->tangent->stride;
    for (int r = model->path_run_first[i]; r < model->path_run_first[i + 1]; r++) {
        const hl_run run = model->path_runs[r];
        products_of_six(lower, work->P_rows, stride, h, run.first, run.end);
        add_products_of_three(lower, work->T_rows, stride, n, run.first, run.end);
        products_of_six(upper, work->S_rows, stride, g, run.first, run.end);
    }
    const hl_motion P = weighted_motion(column, mass, damping, stiffness);
    work->tangent->diagonal[i] = hl_power(h, P) + hl_dot(n, weighted_turn(column, damping, stiffness));
    if (model->column_block[i]) couple_rotation_block(model, i, work);
}

void mb_tangent(const mb_model *model, double mass, double damping, double stiffness, mb_work *work)
{
    hl_ldu_clear(work->tangent);
    fill_rows(model, mass, damping, stiffness, work);
    for (int i = 0; i < model->column_count; i++) tangent_row(model, i, mass, damping, stiffness, work);
    mb_tangent_add_wrenches(model, stiffness, work);
    mb_tangent_add_efforts(model, damping, stiffness, work);
    mb_tangent_add_guest(model, stiffness, work);
}

void mb_mass_matrix(const mb_model *model, mb_work *work)
{
    hl_ldu_clear(work->tangent);
    for (int c = 0; c < model->column_count; c++)
        store_motion(work->S_rows, model->column_stride, c, work->columns[c].S);
    for (int i = 0; i < model->column_count; i++) {
        const hl_wrench h = hl_inertia_mul(&work->composites[model->column_body[i]].I, work->columns[i].S);
        double *lower = work->tangent->lower + (size_t)i * (size_t)work->tangent->stride;
        for (int r = model->path_run_first[i]; r < model->path_run_first[i + 1]; r++)
            products_of_six(lower, work->S_rows, model->column_stride, h, model->path_runs[r].first,
                            model->path_runs[r].end);
        work->tangent->diagonal[i] = hl_power(h, work->columns[i].S);
    }
}

/* ---- by differences ---- */

/* Tangent by forward differences, 002 Eq. (40)-(41): on request, to compare with the analytic one in result
 * and cost. Unknowns are the formulation's own and the effort states, the matrix is dense, one evaluation a
 * column. */

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

/* ---- solvers: dense and tree work in place on the tangent (hl/ldu.h). Sparse copies the numbers of the
 * *unfilled* structure (mb_model's pattern and the diagonal) into compressed columns: KLU (LDL for the
 * penalty formulation, whose matrix is symmetric) orders and fills them in its own way. ---- */

/* The tangent in compressed columns, and where its numbers come from. */
typedef struct mb_sparse_tangent {
    hl_sparse *sparse;
    hl_sparse_kind kind;
    int below;           /* entries of the strictly lower triangle */
    int *rows, *columns; /* [below] */
    int *lower, *upper;  /* [below] their places in the values, and those of their mirror images */
    int *diagonal;       /* [columns of the model] */
} mb_sparse_tangent;

/* Pairs (row, column) of the pattern's strictly lower triangle.
 * @return their number; with `t` NULL they are only counted */
static int list_entries(const mb_model *model, mb_sparse_tangent *t)
{
    const int n = model->column_count;
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (!model->pattern[(size_t)i * (size_t)n + (size_t)j]) continue;
            if (t != NULL) {
                t->rows[count] = i;
                t->columns[count] = j;
            }
            count++;
        }
    return count;
}

/* Compressed columns of both triangles and the diagonal, rows rising. */
static void compress(const mb_model *model, int *start, int *rows)
{
    const int n = model->column_count;
    int count = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const int high = i > j ? i : j, low = i > j ? j : i;
            if (i == j || model->pattern[(size_t)high * (size_t)n + (size_t)low]) rows[count++] = i;
        }
        start[j + 1] = count;
    }
}

static void take(mb_sparse_tangent *t, int n, hl_arena *arena)
{
    int **const lists[] = {&t->rows, &t->columns, &t->lower, &t->upper};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) *lists[i] = HL_NEW(arena, int, t->below);
    t->diagonal = HL_NEW(arena, int, n);
}

mb_sparse_tangent *mb_sparse_tangent_new(const mb_model *model, hl_arena *arena, mb_formulation formulation)
{
    const int n = model->column_count;
    hl_arena scratch = {0};
    mb_sparse_tangent *t = HL_NEW(arena, mb_sparse_tangent, 1);
    if (t == NULL) return NULL;
    t->below = list_entries(model, NULL);
    t->kind = formulation == MB_PENALTY ? HL_SPARSE_LDL : HL_SPARSE_LU;
    int *start = HL_NEW(&scratch, int, n + 1),
        *rows = HL_NEW(&scratch, int, 2 * (size_t)t->below + (size_t)n);
    take(t, n, arena);
    if (!hl_arena_failed(arena) && !hl_arena_failed(&scratch)) {
        compress(model, start, rows);
        t->sparse = hl_sparse_new(arena, t->kind, n, start, rows, NULL);
    }
    hl_arena_free(&scratch);
    if (t->sparse == NULL) return NULL;
    (void)list_entries(model, t);
    for (int k = 0; k < t->below; k++) {
        t->lower[k] = hl_sparse_find(t->sparse, t->rows[k], t->columns[k]);
        t->upper[k] = hl_sparse_find(t->sparse, t->columns[k], t->rows[k]);
    }
    for (int i = 0; i < n; i++) t->diagonal[i] = hl_sparse_find(t->sparse, i, i);
    return t;
}

/* ---- step ---- */

static void copy_numbers(const mb_sparse_tangent *t, const hl_ldu *tangent, bool symmetric)
{
    double *values = hl_sparse_values(t->sparse);
    const double *mirrored = symmetric ? tangent->lower : tangent->upper;
    for (int k = 0; k < t->below; k++) {
        const size_t at = (size_t)t->rows[k] * (size_t)tangent->stride + (size_t)t->columns[k];
        values[t->lower[k]] = tangent->lower[at];
        values[t->upper[k]] = mirrored[at];
    }
    for (int i = 0; i < tangent->n; i++) values[t->diagonal[i]] = tangent->diagonal[i];
}

hl_status mb_factor(mb_work *work, bool symmetric)
{
    const mb_sparse_tangent *t = work->sparse;
    if (t == NULL) return hl_ldu_factor(work->tangent, symmetric);
    HL_ASSERT(symmetric || t->kind == HL_SPARSE_LU);
    copy_numbers(t, work->tangent, symmetric);
    return hl_sparse_factor(t->sparse);
}

void mb_solve(const mb_work *work, double *b)
{
    if (work->sparse == NULL) {
        hl_ldu_solve(work->tangent, b);
    } else {
        hl_sparse_solve(work->sparse->sparse, b);
    }
}
