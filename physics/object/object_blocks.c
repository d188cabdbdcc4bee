/* Newton matrices of blocks of six. Up to 64 nodes: LDU by blocks in an order of least degree, found per
 * structure with sets of bits; ports come last and are not eliminated, so the rest of the elimination is
 * their Schur complement. More nodes: block Gauss-Seidel sweeps, which converge since the inertia outweighs
 * contacts that last ten steps. */
#include "object_internal.h"

#include <string.h>

enum { BLOCK = 36, MOST_SWEEPS = 100 };

static const double SWEEP_TOLERANCE = 1e-3; /* of the first change: Newton's method corrects the rest */
static const double SWEEP_FLOOR = 2e-10;    /* [m], [rad] */

object_blocks *object_blocks_new(int most_nodes, int most_pairs, hl_arena *arena)
{
    const int direct = DIRECT_NODES * DIRECT_NODES, sparse = most_nodes + 2 * most_pairs;
    const int capacity = direct > sparse ? direct : sparse, nodes = most_nodes + DIRECT_NODES;
    object_blocks *m = HL_NEW(arena, object_blocks, 1);
    double *values = HL_NEW(arena, double, (long)capacity *BLOCK),
           *inverse = HL_NEW(arena, double, (long)nodes *BLOCK);
    int *diagonal = HL_NEW(arena, int, nodes), *row = HL_NEW(arena, int, nodes + 1),
        *column = HL_NEW(arena, int, capacity), *row_block = HL_NEW(arena, int, capacity),
        *order = HL_NEW(arena, int, nodes);
    uint64_t *later = HL_NEW(arena, uint64_t, nodes);
    if (hl_arena_failed(arena)) return NULL;
    *m = (object_blocks){.capacity = capacity,
                         .most = most_nodes,
                         .values = values,
                         .inverse = inverse,
                         .diagonal = diagonal,
                         .row = row,
                         .column = column,
                         .row_block = row_block,
                         .order = order,
                         .later = later};
    return m;
}

/* ---- structure ---- */

static int bit_count(uint64_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

static int lowest_bit(uint64_t set)
{
    int at = 0;
    while ((set >> at & 1) == 0) at++;
    return at;
}

/* The node of fewest neighbours next, the lowest of equal ones. */
static void order_nodes(object_blocks *m, uint64_t *near)
{
    uint64_t left = m->nodes == 64 ? ~UINT64_C(0) : (UINT64_C(1) << m->nodes) - 1;
    for (int k = 0; k < m->bodies; k++) {
        int best = lowest_bit(left), least = 65;
        for (int i = 0; i < m->bodies; i++) {
            if ((left >> i & 1) == 0) continue;
            const int degree = bit_count(near[i] & left);
            if (degree < least) {
                least = degree;
                best = i;
            }
        }
        left &= ~(UINT64_C(1) << best);
        m->order[k] = best;
        m->later[k] = near[best] & left;
        for (uint64_t set = m->later[k]; set != 0; set &= set - 1) {
            const int i = lowest_bit(set);
            near[i] |= m->later[k] & ~(UINT64_C(1) << i);
        }
    }
}

static void shape_direct(object_blocks *m, int count, int (*pairs)[2], int (*places)[2])
{
    uint64_t near[DIRECT_NODES] = {0};
    m->count = m->nodes * m->nodes;
    for (int p = 0; p < count; p++) {
        const int i = pairs[p][0], j = pairs[p][1];
        near[i] |= UINT64_C(1) << j;
        near[j] |= UINT64_C(1) << i;
        places[p][0] = i * m->nodes + j;
        places[p][1] = j * m->nodes + i;
    }
    for (int i = 0; i < m->nodes; i++) m->diagonal[i] = i * m->nodes + i;
    order_nodes(m, near);
}

/* Pairs of the same nodes come one after the other: they share their blocks. */
static bool repeats(int (*pairs)[2], int p)
{
    return p > 0 && pairs[p][0] == pairs[p - 1][0] && pairs[p][1] == pairs[p - 1][1];
}

static void shape_sparse(object_blocks *m, int count, int (*pairs)[2], int (*places)[2])
{
    m->count = 0;
    for (int i = 0; i < m->nodes; i++) m->diagonal[i] = m->count++;
    for (int i = 0; i <= m->nodes; i++) m->row[i] = 0;
    for (int p = 0; p < count; p++) {
        if (repeats(pairs, p)) {
            places[p][0] = places[p - 1][0];
            places[p][1] = places[p - 1][1];
            continue;
        }
        m->row[pairs[p][0] + 1]++;
        m->row[pairs[p][1] + 1]++;
        places[p][0] = m->count++;
        places[p][1] = m->count++;
    }
    for (int i = 0; i < m->nodes; i++) m->row[i + 1] += m->row[i];
    int *filled = m->order;
    for (int i = 0; i < m->nodes; i++) filled[i] = m->row[i];
    for (int p = 0; p < count; p++) {
        if (repeats(pairs, p)) continue;
        const int i = pairs[p][0], j = pairs[p][1];
        m->column[filled[i]] = j;
        m->row_block[filled[i]++] = places[p][0];
        m->column[filled[j]] = i;
        m->row_block[filled[j]++] = places[p][1];
    }
}

void object_blocks_shape(object_blocks *m, int bodies, int ports, int count, int (*pairs)[2],
                         int (*places)[2])
{
    m->bodies = bodies;
    m->nodes = bodies + ports;
    m->direct = m->nodes <= DIRECT_NODES;
    if (m->direct)
        shape_direct(m, count, pairs, places);
    else
        shape_sparse(m, count, pairs, places);
}

void object_blocks_clear(object_blocks *m)
{
    memset(m->values, 0, (size_t)m->count * BLOCK * sizeof(double));
}

/* ---- blocks ---- */

/* row += a B_k. The loops stay loops until they become vector code of four and two numbers; unrolled before,
 * they would be scalar. */
static inline void add_scaled_row(double a, const double *restrict B_k, double *restrict row)
{
#pragma GCC unroll 1
    for (int j = 0; j < 4; j++) row[j] = fma(a, B_k[j], row[j]);
#pragma GCC unroll 1
    for (int j = 4; j < 6; j++) row[j] = fma(a, B_k[j], row[j]);
}

/* C = A B */
static void multiply(const double *restrict A, const double *restrict B, double *restrict C)
{
    for (int i = 0; i < 6; i++) {
        double row[6] = {0.0};
        for (int k = 0; k < 6; k++) add_scaled_row(A[6 * i + k], B + 6 * (long)k, row);
        for (int j = 0; j < 6; j++) C[6 * i + j] = row[j];
    }
}

/* C += A B */
static void add_product(const double *restrict A, const double *restrict B, double *restrict C)
{
    for (int i = 0; i < 6; i++) {
        double row[6];
        for (int j = 0; j < 6; j++) row[j] = C[6 * i + j];
        for (int k = 0; k < 6; k++) add_scaled_row(A[6 * i + k], B + 6 * (long)k, row);
        for (int j = 0; j < 6; j++) C[6 * i + j] = row[j];
    }
}

/* y -= A x */
static void subtract_vector(const double *restrict A, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) y[i] = fma(-A[6 * i + k], x[k], y[i]);
}

/* y -= A^T x: a transposed block takes the columns one by one, without sums across a vector register. */
static inline void subtract_transposed(const double *restrict A, const double *restrict x, double *restrict y)
{
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 6; i++) y[i] = fma(-A[6 * k + i], x[k], y[i]);
}

/* x <- A^T x */
static inline void apply_transposed(const double *restrict A, double *restrict x)
{
    double y[6] = {0.0};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 6; i++) y[i] = fma(A[6 * k + i], x[k], y[i]);
    memcpy(x, y, sizeof y);
}

/* x <- A x */
static void apply_block(const double *restrict A, double *restrict x)
{
    double y[6] = {0.0};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) y[i] = fma(A[6 * i + k], x[k], y[i]);
    memcpy(x, y, sizeof y);
}

/* Gauss-Jordan without pivoting: inertia makes the symmetric part positive definite. */
static bool invert(const double *restrict A, double *restrict inverse)
{
    memcpy(inverse, A, BLOCK * sizeof(double));
    for (int k = 0; k < 6; k++) {
        const double pivot = inverse[6 * k + k];
        if (!isnormal(pivot)) return false;
        const double factor = 1.0 / pivot;
        inverse[6 * k + k] = 1.0;
        for (int j = 0; j < 6; j++) inverse[6 * k + j] *= factor;
        for (int i = 0; i < 6; i++) {
            if (i == k) continue;
            const double by = inverse[6 * i + k];
            inverse[6 * i + k] = 0.0;
            add_scaled_row(-by, inverse + 6 * (long)k, inverse + 6 * (long)i);
        }
    }
    return true;
}

static void transpose(double *A)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++) {
            const double kept = A[6 * i + j];
            A[6 * i + j] = A[6 * j + i];
            A[6 * j + i] = kept;
        }
}

/* ---- factors ---- */

hl_status object_blocks_factor(object_blocks *m)
{
    for (int k = 0; k < m->bodies; k++) {
        const int pivot = m->direct ? m->order[k] : k;
        double *inverse = m->inverse + BLOCK * (long)pivot;
        if (!invert(object_block(m, m->diagonal[pivot]), inverse)) return HL_SINGULAR;
        if (!m->direct) {
            transpose(inverse);
            continue;
        }
        for (uint64_t rows = m->later[k]; rows != 0; rows &= rows - 1) {
            const int i = lowest_bit(rows);
            double *L = object_block(m, i * m->nodes + pivot), product[BLOCK], negative[BLOCK];
            multiply(L, inverse, product);
            memcpy(L, product, sizeof product);
            for (int n = 0; n < BLOCK; n++) negative[n] = -product[n];
            for (uint64_t columns = m->later[k]; columns != 0; columns &= columns - 1) {
                const int j = lowest_bit(columns);
                add_product(negative, object_block(m, pivot * m->nodes + j),
                            object_block(m, i * m->nodes + j));
            }
        }
    }
    return HL_OK;
}

void object_blocks_forward(const object_blocks *m, double *b)
{
    for (int k = 0; k < m->bodies; k++) {
        const int pivot = m->order[k];
        for (uint64_t rows = m->later[k]; rows != 0; rows &= rows - 1) {
            const int i = lowest_bit(rows);
            subtract_vector(m->values + BLOCK * (long)(i * m->nodes + pivot), b + 6 * (long)pivot,
                            b + 6 * (long)i);
        }
    }
}

void object_blocks_backward(const object_blocks *m, double *b)
{
    for (int k = m->bodies - 1; k >= 0; k--) {
        const int pivot = m->order[k];
        double *x = b + 6 * (long)pivot;
        for (uint64_t columns = m->later[k]; columns != 0; columns &= columns - 1) {
            const int j = lowest_bit(columns);
            subtract_vector(m->values + BLOCK * (long)(pivot * m->nodes + j), b + 6 * (long)j, x);
        }
        apply_block(m->inverse + BLOCK * (long)pivot, x);
    }
}

/* ---- sweeps ---- */

/* x_i <- A_ii^-1 (b_i - sum A_ij x_j). @return the largest change */
static double sweep_node(const object_blocks *m, int i, const double *b, double *x)
{
    double y[6], change = 0.0;
    memcpy(y, b + 6 * (long)i, sizeof y);
    for (int k = m->row[i]; k < m->row[i + 1]; k++)
        subtract_transposed(m->values + BLOCK * (long)m->row_block[k], x + 6 * (long)m->column[k], y);
    apply_transposed(m->inverse + BLOCK * (long)i, y);
    for (int c = 0; c < 6; c++) change = hl_max(change, fabs(y[c] - x[6 * (long)i + c]));
    memcpy(x + 6 * (long)i, y, sizeof y);
    return change;
}

int object_blocks_solve(object_blocks *m, const double *b, double *x)
{
    const size_t size = (size_t)m->nodes * 6 * sizeof(double);
    if (m->direct) {
        memcpy(x, b, size);
        object_blocks_forward(m, x);
        object_blocks_backward(m, x);
        return 1;
    }
    memset(x, 0, size);
    double first = 0.0;
    int sweeps = 0;
    while (sweeps < MOST_SWEEPS) {
        double change = 0.0;
        for (int k = 0; k < m->nodes; k++)
            change = hl_max(change, sweep_node(m, sweeps % 2 == 0 ? k : m->nodes - 1 - k, b, x));
        if (sweeps++ == 0) first = change;
        if (!(change > hl_max(SWEEP_TOLERANCE * first, SWEEP_FLOOR))) break;
    }
    return sweeps;
}
