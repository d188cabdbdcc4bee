/* The small matrices of an effort's coupled states: theta, and the block A = 1 - dt theta x_dot_x that is
 * condensed onto the ports (effort_tangent.c has the rule).
 *
 * Most states of an effort are coupled to few others: a brake's bristle only to itself, and a closed valve
 * separates two volumes. So with each tangent the states are sorted into uncoupled blocks of x_dot_x and
 * theta; the matrices then consist of blocks, most of them scalars. The omitted products are with zeros:
 * results are equal except for rounding. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <stdint.h>
#include <string.h>

static const double FIT_0 = 24.0, FIT_1 = 6.0, GAIN_1 = 4.0; /* of S */

/* ---- finding the blocks ---- */

static void join(int *label, int count, int one, int other)
{
    const int low = one < other ? one : other, high = one + other - low;
    for (int k = high; k < count; k++)
        if (label[k] == high) label[k] = low;
}

/* Whether one of `count` numbers is not zero: their bits without the sign */
static bool any_nonzero(const double *x, int count)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++) {
        uint64_t one;
        memcpy(&one, x + i, sizeof one);
        bits |= one << 1;
    }
    return bits != 0;
}

enum { CHUNK = 4 };

/* i's block and those of the states whose entries in its row are not zero become one; few are. */
static void join_row(const double *row, int n, int i, int *label)
{
    for (int first = 0; first < n; first += CHUNK) {
        if (first + CHUNK <= n && !any_nonzero(row + first, CHUNK)) continue;
        for (int j = first; j < first + CHUNK && j < n; j++)
            if (row[j] != 0.0 && label[i] != label[j]) join(label, n, label[i], label[j]);
    }
}

/* label[i] <- the lowest state of i's block */
static void label_blocks(const effort_model *effort, const double *theta, const double *x_dot_x, int *label)
{
    const int n = effort->coupled, stride = effort->def.states;
    for (int i = 0; i < n; i++) label[i] = i;
    for (int i = 0; i < n; i++) {
        join_row(x_dot_x + i * stride, n, i, label);
        if (theta != NULL) join_row(theta + i * n, n, i, label);
    }
}

static void list_blocks(const int *label, int count, effort_tangent *t)
{
    int place = 0, at = 0;
    t->block_count = 0;
    for (int i = 0; i < count; i++) {
        if (label[i] != i) continue;
        const int first = place;
        for (int k = i; k < count; k++)
            if (label[k] == i) t->order[place++] = k;
        t->blocks[t->block_count++] = (state_block){first, place - first, at};
        at += (place - first) * (place - first);
    }
}

void mb_effort_find_blocks(const effort_model *effort, bool with_theta, effort_tangent *t)
{
    int *label = t->pivot; /* free until the blocks are factored */
    label_blocks(effort, with_theta ? t->theta : NULL, t->x_dot_x, label);
    list_blocks(label, effort->coupled, t);
}

void mb_effort_forget_theta(effort_tangent *t, int coupled)
{
    for (int i = 0; i < coupled; i++) t->pivot[i] = i;
    list_blocks(t->pivot, coupled, t);
    if (t->theta == NULL) return;
    memset(t->theta, 0, (size_t)(coupled * coupled) * sizeof(double));
    memset(t->last_step, 0, (size_t)coupled * sizeof(double));
    for (int i = 0; i < coupled; i++) t->theta[i * coupled + i] = 0.5;
}

/* ---- dense products ---- */

/* y += a x */
static inline void add_scaled(double *restrict y, double a, const double *restrict x, int count)
{
    for (int i = 0; i < count; i++) y[i] = fma(a, x[i], y[i]);
}

/* target[n][n] <- Z Z, where Z has few entries */
static void square(const double *Z, int n, double *target)
{
    memset(target, 0, (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (Z[i * n + k] != 0.0) add_scaled(target + i * n, Z[i * n + k], Z + k * n, n);
}

/* block[size][size] <- factor times what a matrix of all states, its rows `stride` long, has for `state` */
static void gather(const int *state, int size, double factor, const double *matrix, int stride, double *block)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) block[i * size + j] = factor * matrix[state[i] * stride + state[j]];
}

/* ---- theta ---- */

static double fitted_scalar(double z)
{
    const double denominator = FIT_0 + z * (FIT_1 + z);
    return isnormal(denominator) ? 0.5 + 0.5 * z * (GAIN_1 + z) / denominator : 0.5;
}

static void fit_block(const effort_model *effort, const effort_tangent *t, const state_block *b, double dt)
{
    const int m = b->size, n = effort->coupled, *state = t->order + b->first;
    double *Z = t->scratch, *S = Z + m * m, *D = t->block + b->at;
    gather(state, m, -dt, t->x_dot_x, effort->def.states, Z);
    square(Z, m, S);
    for (int i = 0; i < m * m; i++) {
        D[i] = S[i] + FIT_1 * Z[i];
        S[i] += GAIN_1 * Z[i];
    }
    for (int i = 0; i < m; i++) D[i * m + i] += FIT_0;
    if (hl_lu_factor(D, m, t->pivot + b->first) == HL_OK) {
        hl_lu_solve(D, m, t->pivot + b->first, S, m);
    } else {
        memset(S, 0, (size_t)(m * m) * sizeof(double)); /* an unstable mode met the pole: trapezoidal rule */
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            t->theta[state[i] * n + state[j]] = 0.5 * S[i * m + j] + (i == j ? 0.5 : 0.0);
}

void mb_effort_fit_theta(const effort_model *effort, double half_step, effort_tangent *t)
{
    const int n = effort->coupled, stride = effort->def.states;
    const double dt = 2.0 * half_step;
    memset(t->theta, 0, (size_t)(n * n) * sizeof(double));
    for (const state_block *b = t->blocks; b < t->blocks + t->block_count; b++) {
        const int i = t->order[b->first];
        if (b->size > 1) {
            fit_block(effort, t, b, dt);
        } else {
            t->theta[i * n + i] = fitted_scalar(-dt * t->x_dot_x[i * stride + i]);
        }
    }
}

void mb_effort_undo_theta(const effort_tangent *t, int coupled, double *x)
{
    for (const state_block *b = t->blocks; b < t->blocks + t->block_count; b++) {
        const int m = b->size, *state = t->order + b->first;
        if (m == 1) {
            x[*state] /= t->theta[*state * coupled + *state];
            continue;
        }
        double *theta = t->scratch, *right = theta + m * m;
        gather(state, m, 1.0, t->theta, coupled, theta);
        for (int i = 0; i < m; i++) right[i] = x[state[i]];
        (void)hl_lu_factor(theta, m, t->pivot + b->first); /* fails for numbers that are not finite: the step
                                                              will tell */
        hl_lu_solve(theta, m, t->pivot + b->first, right, 1);
        for (int i = 0; i < m; i++) x[state[i]] = right[i];
    }
}

/* ---- condensation ---- */

/* gain, one state's row <- factor gain, and what the forces on the ports then change by */
static void condense_row(const effort_model *effort, const effort_tangent *t, int state, double factor,
                         double *gain, double *force)
{
    const int ports = effort->def.ports;
    if (!any_nonzero(gain, ports)) return;
    for (int p = 0; p < ports; p++) gain[p] *= factor;
    for (int p = 0; p < ports; p++) {
        const double force_x = t->force_x[p * effort->def.states + state];
        if (force_x != 0.0) add_scaled(force + p * ports, force_x, gain, ports);
    }
}

static hl_status condense_scalar(const effort_model *effort, const effort_tangent *t, const state_block *b,
                                 double dt)
{
    const int i = t->order[b->first], ports = effort->def.ports;
    const double weight = dt * (t->theta == NULL ? 0.5 : t->theta[i * effort->coupled + i]);
    const double A = 1.0 - weight * t->x_dot_x[i * effort->def.states + i];
    if (!isnormal(A)) return HL_SINGULAR;
    t->block[b->at] = A;
    condense_row(effort, t, i, weight / A, t->gain_s + i * ports, t->force_s);
    condense_row(effort, t, i, weight / A, t->gain_s_dot + i * ports, t->force_s_dot);
    return HL_OK;
}

/* raw <- the rows of both gains, side by side, that are not zero; rows <- their places in the block.
 * @return their number */
static int nonzero_gains(const effort_model *effort, const effort_tangent *t, const state_block *b,
                         double *raw, int *rows)
{
    const int ports = effort->def.ports, *state = t->order + b->first;
    int count = 0;
    for (int i = 0; i < b->size; i++) {
        const double *gain_s = t->gain_s + state[i] * ports, *gain_s_dot = t->gain_s_dot + state[i] * ports;
        if (!any_nonzero(gain_s, ports) && !any_nonzero(gain_s_dot, ports)) continue;
        memcpy(raw + 2 * count * ports, gain_s, (size_t)ports * sizeof(double));
        memcpy(raw + (2 * count + 1) * ports, gain_s_dot, (size_t)ports * sizeof(double));
        rows[count++] = i;
    }
    return count;
}

/* The block's rows of both gains <- A^-1 dt theta gain; force_s, force_s_dot += force_x gain. `weights` are
 * the block's dt theta, transposed. */
static void condense_gains(const effort_model *effort, const effort_tangent *t, const state_block *b,
                           const double *weights)
{
    const int m = b->size, ports = effort->def.ports, *state = t->order + b->first;
    double *raw = t->scratch + m * m, *weighted = raw + 2 * m * ports;
    const int count = nonzero_gains(effort, t, b, raw, t->rows);
    if (count == 0) return;
    memset(weighted, 0, 2 * (size_t)(m * ports) * sizeof(double));
    for (int q = 0; q < count; q++)
        for (int i = 0; i < m; i++)
            add_scaled(weighted + 2 * i * ports, weights[t->rows[q] * m + i], raw + 2 * q * ports, 2 * ports);
    hl_lu_solve(t->block + b->at, m, t->pivot + b->first, weighted, 2 * ports);
    for (int i = 0; i < m; i++) {
        double *gain_s = t->gain_s + state[i] * ports, *gain_s_dot = t->gain_s_dot + state[i] * ports;
        memcpy(gain_s, weighted + 2 * i * ports, (size_t)ports * sizeof(double));
        memcpy(gain_s_dot, weighted + (2 * i + 1) * ports, (size_t)ports * sizeof(double));
        condense_row(effort, t, state[i], 1.0, gain_s, t->force_s);
        condense_row(effort, t, state[i], 1.0, gain_s_dot, t->force_s_dot);
    }
}

/* to <- dt theta of the block, transposed */
static void gather_weights(const effort_model *effort, const effort_tangent *t, const state_block *b,
                           double dt, double *to)
{
    const int m = b->size, n = effort->coupled, *state = t->order + b->first;
    if (t->theta == NULL) memset(to, 0, (size_t)(m * m) * sizeof(double));
    for (int i = 0; i < m; i++) {
        if (t->theta == NULL) to[i * m + i] = dt * 0.5;
        for (int j = 0; t->theta != NULL && j < m; j++)
            to[j * m + i] = dt * t->theta[state[i] * n + state[j]];
    }
}

/* A <- 1 - dt theta x_dot_x. x_dot_x has few entries: each adds a multiple of a row to the transposed A. */
static void fill_block(const effort_model *effort, const effort_tangent *t, const state_block *b,
                       const double *weights, double *transposed, double *A)
{
    const int m = b->size, *state = t->order + b->first;
    memset(transposed, 0, (size_t)(m * m) * sizeof(double));
    for (int i = 0; i < m; i++) transposed[i * m + i] = 1.0;
    for (int k = 0; k < m; k++) {
        const double *rate = t->x_dot_x + state[k] * effort->def.states;
        for (int j = 0; j < m; j++)
            if (rate[state[j]] != 0.0) add_scaled(transposed + j * m, -rate[state[j]], weights + k * m, m);
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) A[i * m + j] = transposed[j * m + i];
}

static hl_status condense_block(const effort_model *effort, const effort_tangent *t, const state_block *b,
                                double dt)
{
    const int m = b->size;
    double *weights = t->scratch, *A = t->block + b->at;
    gather_weights(effort, t, b, dt, weights);
    fill_block(effort, t, b, weights, weights + m * m, A);
    if (hl_lu_factor(A, m, t->pivot + b->first) != HL_OK) return HL_SINGULAR;
    condense_gains(effort, t, b, weights);
    return HL_OK;
}

hl_status mb_effort_condense(const effort_model *effort, double half_step, effort_tangent *t)
{
    for (const state_block *b = t->blocks; b < t->blocks + t->block_count; b++) {
        const hl_status status = b->size == 1 ? condense_scalar(effort, t, b, 2.0 * half_step)
                                              : condense_block(effort, t, b, 2.0 * half_step);
        if (status != HL_OK) return status;
    }
    return HL_OK;
}

void mb_effort_solve_states(const effort_tangent *t, double *x)
{
    for (const state_block *b = t->blocks; b < t->blocks + t->block_count; b++) {
        const int m = b->size, *state = t->order + b->first;
        if (m == 1) {
            x[*state] /= t->block[b->at];
            continue;
        }
        double *right = t->scratch;
        for (int i = 0; i < m; i++) right[i] = x[state[i]];
        hl_lu_solve(t->block + b->at, m, t->pivot + b->first, right, 1);
        for (int i = 0; i < m; i++) x[state[i]] = right[i];
    }
}
