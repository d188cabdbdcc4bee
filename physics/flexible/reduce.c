/* Columns of the reductions (001 (2.46)-(2.48)), their orthonormalisation, order and signs. */
#include "flex/reduce.h"

#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-10; /* of its norm: what is left of a column that adds nothing */
static const double EQUAL = 1e-9;      /* relative difference of two frequencies of a square section */

/* What is built: columns over the free degrees of freedom. */
typedef struct basis {
    const flex_model *model;
    const flex_reduction *reduction;
    hl_arena *work;
    hl_report *report;
    int n, count, capacity;
    double *column;
} basis;

static double *column_of(const basis *b, int k)
{
    return &b->column[(size_t)k * (size_t)b->n];
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static hl_status take_columns(basis *b, int capacity)
{
    b->capacity = capacity;
    b->column = HL_NEW(b->work, double, (size_t)b->n *(size_t)capacity);
    return b->column ? HL_OK : HL_OUT_OF_MEMORY;
}

/* ---- places ---- */

/* Index among the free degrees of freedom; -1: clamped, or none. */
static int free_index(const flex_model *m, int row)
{
    int low = 0, high = m->free_count - 1;
    while (low <= high) {
        const int middle = (low + high) / 2;
        if (m->free[middle] == row) return middle;
        if (m->free[middle] < row)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* Mark the free degrees of freedom of the interfaces. @return their number */
static int mark_interfaces(const basis *b, bool *is_boundary)
{
    int count = 0;
    for (int i = 0; i < b->reduction->interface_count; i++) {
        const flex_point *p = &b->model->points[b->model->markers[b->reduction->interfaces[i]]];
        for (int d = 0; d < FLEX_FREEDOMS; d++) {
            const int place = p->row[d] < 0 ? -1 : free_index(b->model, p->row[d]);
            if (place < 0 || is_boundary[place]) continue;
            is_boundary[place] = true;
            count++;
        }
    }
    return count;
}

static hl_status refuse_count(const basis *b, int wanted, int most, const char *of)
{
    hl_report_add(b->report, b->reduction->place, "the reduction asks for %d %s; at most %d are expected",
                  wanted, of, most);
    return HL_BAD_INPUT;
}

/* ---- Guyan, Craig and Bampton ---- */

typedef struct split {
    int *boundary, *inner, boundary_count, inner_count;
    flex_matrix *K_II, *M_II, *K_IB;
    flex_factor *factor;
} split;

static hl_status split_model(const basis *b, split *s)
{
    const flex_model *m = b->model;
    bool *is_boundary = HL_NEW(b->work, bool, b->n);
    s->boundary = HL_NEW(b->work, int, b->n);
    s->inner = HL_NEW(b->work, int, b->n);
    if (hl_arena_failed(b->work)) return HL_OUT_OF_MEMORY;
    mark_interfaces(b, is_boundary);
    for (int i = 0; i < b->n; i++) {
        if (is_boundary[i])
            s->boundary[s->boundary_count++] = i;
        else
            s->inner[s->inner_count++] = i;
    }
    s->K_II = flex_matrix_part(b->work, m->K_free, s->inner, s->inner_count, s->inner, s->inner_count);
    s->M_II = flex_matrix_part(b->work, m->M_free, s->inner, s->inner_count, s->inner, s->inner_count);
    s->K_IB = flex_matrix_part(b->work, m->K_free, s->inner, s->inner_count, s->boundary, s->boundary_count);
    if (hl_arena_failed(b->work)) return HL_OUT_OF_MEMORY;
    int weak;
    double ratio;
    return flex_factor_new(s->K_II, &weak, &ratio, &s->factor);
}

/* [-K_II^-1 K_IB; 1]: the static shapes of unit displacements of the interfaces. */
static hl_status add_static_shapes(basis *b, const split *s)
{
    double *x = HL_NEW(b->work, double, (size_t)s->inner_count *(size_t)s->boundary_count);
    if (!x) return HL_OUT_OF_MEMORY;
    for (int j = 0; j < s->boundary_count; j++)
        for (int k = s->K_IB->start[j]; k < s->K_IB->start[j + 1]; k++)
            x[(size_t)j * (size_t)s->inner_count + (size_t)s->K_IB->row[k]] = -s->K_IB->value[k];
    const hl_status status = flex_factor_solve(s->factor, x, s->boundary_count);
    for (int j = 0; j < s->boundary_count; j++, b->count++) {
        double *to = column_of(b, b->count);
        for (int i = 0; i < s->inner_count; i++)
            to[s->inner[i]] = x[(size_t)j * (size_t)s->inner_count + (size_t)i];
        to[s->boundary[j]] = 1;
    }
    return status;
}

static hl_status add_fixed_modes(basis *b, const split *s, int count)
{
    double *omega = HL_NEW(b->work, double, count);
    double *shapes = HL_NEW(b->work, double, (size_t)s->inner_count *(size_t)count);
    if (hl_arena_failed(b->work)) return HL_OUT_OF_MEMORY;
    const hl_status status = flex_modes(s->K_II, s->M_II, s->factor, count, omega, shapes);
    for (int k = 0; k < count; k++, b->count++)
        for (int i = 0; i < s->inner_count; i++)
            column_of(b, b->count)[s->inner[i]] = shapes[(size_t)k * (size_t)s->inner_count + (size_t)i];
    return status;
}

static hl_status build_boundary_basis(basis *b)
{
    const int fixed = b->reduction->method == FLEX_CRAIG_BAMPTON ? b->reduction->fixed_modes : 0;
    split s = {0};
    hl_status status = split_model(b, &s);
    if (status == HL_OK && fixed > s.inner_count)
        status = refuse_count(b, fixed, s.inner_count,
                              "fixed modes, the degrees of freedom between its interfaces");
    if (status == HL_OK) status = take_columns(b, s.boundary_count + fixed);
    if (status == HL_OK) status = add_static_shapes(b, &s);
    if (status == HL_OK) status = add_fixed_modes(b, &s, fixed);
    flex_factor_free(s.factor);
    return status;
}

/* ---- Krylov ---- */

static hl_status count_krylov(const basis *b, int *loads)
{
    int of_node = 0;
    for (int d = 0; d < FLEX_LOADS; d++) of_node += b->reduction->loads[d];
    *loads = of_node * b->reduction->interface_count + (b->reduction->inertia_loads ? FLEX_RIGID : 0);
    if (*loads * b->reduction->blocks <= b->n) return HL_OK;
    return refuse_count(b, *loads * b->reduction->blocks, b->n, "Krylov columns, the degrees of freedom");
}

static int put_loads(const basis *b, double *loads)
{
    const flex_model *m = b->model;
    int count = 0;
    for (int i = 0; i < b->reduction->interface_count; i++)
        for (int d = 0; d < FLEX_LOADS; d++) {
            if (!b->reduction->loads[d]) continue;
            const int row = m->points[m->markers[b->reduction->interfaces[i]]].row[d];
            if (row < 0) continue;
            const int place = free_index(m, row);
            if (place >= 0) loads[(size_t)count++ * (size_t)b->n + (size_t)place] = 1;
        }
    for (int k = 0; k < FLEX_RIGID && b->reduction->inertia_loads; k++, count++)
        for (int i = 0; i < b->n; i++)
            loads[(size_t)count * (size_t)b->n + (size_t)i] =
                m->momentum[(size_t)k * (size_t)m->n + (size_t)m->free[i]];
    return count;
}

/* Orthonormalise a column against all earlier ones in the product with M, twice; keep it unless nothing is
 * left. `scratch` [n]: M times a column. */
static void keep_independent(basis *b, const double *from, double *scratch)
{
    const flex_matrix *M = b->model->M_free;
    double *to = column_of(b, b->count);
    memcpy(to, from, (size_t)b->n * sizeof *to);
    flex_matrix_multiply(M, to, b->n, 1, scratch, b->n);
    const double before = sqrt(dot(to, scratch, b->n));
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < b->count; k++) {
            flex_matrix_multiply(M, to, b->n, 1, scratch, b->n);
            const double share = dot(column_of(b, k), scratch, b->n);
            for (int i = 0; i < b->n; i++) to[i] -= share * column_of(b, k)[i];
        }
    }
    flex_matrix_multiply(M, to, b->n, 1, scratch, b->n);
    const double after = sqrt(fmax(dot(to, scratch, b->n), 0));
    if (!(after > DEPENDENT * before)) return;
    for (int i = 0; i < b->n; i++) to[i] /= after;
    b->count++;
}

/* Blocks of K^-1 loads, then of K^-1 M times the orthonormal columns of the last block. */
static hl_status build_krylov_basis(basis *b)
{
    int loads;
    hl_status status = count_krylov(b, &loads);
    if (status == HL_OK) status = take_columns(b, loads * b->reduction->blocks + 1);
    double *block = HL_NEW(b->work, double, (size_t)loads *(size_t)b->n);
    double *scratch = HL_NEW(b->work, double, b->n);
    if (status == HL_OK && hl_arena_failed(b->work)) status = HL_OUT_OF_MEMORY;
    if (status != HL_OK) return status;
    int width = put_loads(b, block);
    for (int k = 0; k < b->reduction->blocks && status == HL_OK; k++) {
        const int first = b->count;
        status = flex_factor_solve(b->model->factor, block, width);
        for (int j = 0; j < width; j++) keep_independent(b, &block[(size_t)j * (size_t)b->n], scratch);
        width = b->count - first;
        if (width > 0) flex_matrix_multiply(b->model->M_free, column_of(b, first), b->n, width, block, b->n);
    }
    return status;
}

/* ---- normal modes ---- */

static hl_status build_normal_basis(basis *b)
{
    const int count = b->reduction->keep;
    if (count > b->n) return refuse_count(b, count, b->n, "modes, the degrees of freedom");
    hl_status status = take_columns(b, count);
    double *omega = HL_NEW(b->work, double, count);
    if (status == HL_OK && !omega) status = HL_OUT_OF_MEMORY;
    if (status != HL_OK) return status;
    b->count = count;
    return flex_modes(b->model->K_free, b->model->M_free, b->model->factor, count, omega, b->column);
}

/* ---- orthonormalisation ---- */

/* A^T = V^T (matrix) V of all columns. */
static bool project(const basis *b, const flex_matrix *matrix, double *to)
{
    double *product = HL_NEW(b->work, double, b->n);
    if (!product) return false;
    for (int j = 0; j < b->count; j++) {
        flex_matrix_multiply(matrix, column_of(b, j), b->n, 1, product, b->n);
        for (int i = 0; i < b->count; i++)
            to[(size_t)j * (size_t)b->count + (size_t)i] = dot(column_of(b, i), product, b->n);
    }
    return true;
}

/* V <- V y, in the rows of all degrees of freedom, the first `modes->count` columns. */
static void combine(const basis *b, const double *y, flex_modes_set *modes)
{
    for (int k = 0; k < modes->count; k++)
        for (int j = 0; j < b->count; j++) {
            const double share = y[(size_t)k * (size_t)b->count + (size_t)j];
            for (int i = 0; i < b->n; i++)
                modes->V[(size_t)k * (size_t)modes->n + (size_t)b->model->free[i]] +=
                    share * column_of(b, j)[i];
        }
}

static hl_status orthonormalise(const basis *b, hl_arena *arena, flex_modes_set *modes)
{
    const size_t square = (size_t)b->count * (size_t)b->count;
    double *K = HL_NEW(b->work, double, square), *M = HL_NEW(b->work, double, square);
    double *omega = HL_NEW(b->work, double, b->count);
    if (hl_arena_failed(b->work) || !project(b, b->model->K_free, K) || !project(b, b->model->M_free, M))
        return HL_OUT_OF_MEMORY;
    const hl_status status = flex_modes_dense(K, M, b->count, omega);
    if (status != HL_OK) return status;
    const int keep = b->reduction->keep;
    *modes = (flex_modes_set){.n = b->model->n, .count = keep > 0 && keep < b->count ? keep : b->count};
    modes->V = HL_NEW(arena, double, (size_t)modes->n *(size_t)modes->count);
    modes->omega = HL_COPY(arena, double, omega, modes->count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    combine(b, K, modes);
    return HL_OK;
}

/* ---- signs ---- */

static int farthest_point(const flex_model *m)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < m->point_count; i++) {
        const double *x = m->points[i].position, square = dot(x, x, 3);
        if (square <= most * (1 + EQUAL)) continue;
        most = square;
        best = i;
    }
    return best;
}

/* Turn two columns of equal frequency until the first has no z at the farthest node. */
static void split_pair(const flex_model *m, flex_modes_set *modes, int first)
{
    const int row = m->points[farthest_point(m)].row[2];
    double *a = &modes->V[(size_t)first * (size_t)modes->n], *b = a + modes->n;
    if (row < 0 || modes->omega[first + 1] - modes->omega[first] > EQUAL * modes->omega[first]) return;
    const double za = a[row], zb = b[row], r = sqrt(za * za + zb * zb);
    if (!(r > 0)) return;
    for (int i = 0; i < modes->n; i++) {
        const double x = a[i], y = b[i];
        a[i] = (zb * x - za * y) / r;
        b[i] = (za * x + zb * y) / r;
    }
    a[row] = 0;
}

/* Largest of the entries of three degrees of freedom from `first` on; of nearly equal ones the first. */
static double largest_entry(const flex_model *m, const double *column, int first)
{
    double best = 0;
    for (int i = 0; i < m->point_count; i++)
        for (int d = first; d < first + 3; d++) {
            const int row = m->points[i].row[d];
            if (row >= 0 && fabs(column[row]) > fabs(best) * (1 + EQUAL)) best = column[row];
        }
    return best;
}

static void choose_signs(const flex_model *m, flex_modes_set *modes)
{
    const double *tip = m->points[farthest_point(m)].position, size = sqrt(dot(tip, tip, 3));
    for (int k = 0; k + 1 < modes->count; k++) split_pair(m, modes, k);
    for (int k = 0; k < modes->count; k++) {
        double *column = &modes->V[(size_t)k * (size_t)modes->n];
        const double translation = largest_entry(m, column, 0), rotation = largest_entry(m, column, 3);
        const bool is_twist = fabs(translation) < EQUAL * size * fabs(rotation);
        if ((is_twist ? rotation : translation) >= 0) continue;
        for (int i = 0; i < modes->n; i++) column[i] = -column[i];
    }
}

/* ---- the whole ---- */

static hl_status build(basis *b)
{
    if (b->reduction->method == FLEX_NORMAL) return build_normal_basis(b);
    return b->reduction->method == FLEX_KRYLOV ? build_krylov_basis(b) : build_boundary_basis(b);
}

hl_status flex_reduce(const flex_model *model, const flex_reduction *reduction, hl_arena *arena,
                      hl_report *report, flex_modes_set *modes)
{
    hl_arena work = {0};
    basis b = {
        .model = model, .reduction = reduction, .work = &work, .report = report, .n = model->free_count};
    hl_status status = build(&b);
    if (status == HL_OK && b.count == 0)
        status = refuse_count(&b, 0, FLEX_MAX_MODES, "modes; at least 1, and");
    if (status == HL_OK && reduction->keep > b.count)
        status = refuse_count(&b, reduction->keep, b.count, "columns ('keep') of the reduction");
    if (status == HL_OK) status = orthonormalise(&b, arena, modes);
    if (status == HL_OK && modes->count > FLEX_MAX_MODES)
        status = refuse_count(&b, modes->count, FLEX_MAX_MODES, "modes (limit them with 'keep')");
    if (status == HL_OK) choose_signs(model, modes);
    hl_arena_free(&work);
    return status;
}

hl_status flex_full_frequencies(const flex_model *m, int count, hl_arena *arena, double *omega)
{
    double *shapes = HL_NEW(arena, double, (size_t)m->free_count *(size_t)count);
    if (!shapes) return HL_OUT_OF_MEMORY;
    return flex_modes(m->K_free, m->M_free, m->factor, count, omega, shapes);
}

hl_status flex_unit_load(const flex_model *m, const flex_modes_set *modes, int point, int freedom,
                         double *full, double *reduced)
{
    const int row = m->points[point].row[freedom], place = row < 0 ? -1 : free_index(m, row);
    if (place < 0) return HL_BAD_INPUT;
    hl_arena work = {0};
    double *x = HL_NEW(&work, double, m->free_count);
    hl_status status = x ? HL_OK : HL_OUT_OF_MEMORY;
    if (status == HL_OK) {
        x[place] = 1;
        status = flex_factor_solve(m->factor, x, 1);
        *full = x[place];
    }
    *reduced = 0;
    for (int k = 0; k < modes->count; k++) {
        const double shape = modes->V[(size_t)k * (size_t)modes->n + (size_t)row];
        *reduced += shape * shape / (modes->omega[k] * modes->omega[k]);
    }
    hl_arena_free(&work);
    return status;
}
