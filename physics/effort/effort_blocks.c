/* The small matrices of an effort's coupled states: theta, and the block A = 1 - dt theta x_dot_x that is
 * condensed onto the ports (effort_tangent.c has the rule).
 *
 * Most states of an effort are coupled to few others: a brake's bristle only to itself, and a closed valve
 * separates two volumes. So with each tangent the states are sorted into uncoupled blocks of x_dot_x and
 * theta; the matrices then consist of blocks, most of them scalars. The omitted products are with zeros:
 * results are equal except for rounding. */
#include "multibody/model_internal.h"

#include "hl/dense.h"

#include <string.h>

static const double FIT_0 = 24.0, FIT_1 = 6.0, GAIN_1 = 4.0; /* of S */

/* ---- finding the blocks ---- */

static void join(int *label, int count, int one, int other)
{
    const int low = one < other ? one : other, high = one + other - low;
    for (int k = high; k < count; k++)
        if (label[k] == high) label[k] = low;
}

/* label[i] <- the lowest state of i's block */
static void label_blocks(const effort_model *effort, const double *theta, const double *x_dot_x, int *label)
{
    const int n = effort->coupled, stride = effort->def.states;
    for (int i = 0; i < n; i++) label[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const bool touch = x_dot_x[i * stride + j] != 0.0 || (theta != NULL && theta[i * n + j] != 0.0);
            if (touch && label[i] != label[j]) join(label, n, label[i], label[j]);
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

/* target[rows][columns] += factor left[rows][rows] right[rows][columns] */
static void add_product(double *target, double factor, const double *left, const double *right, int rows,
                        int columns)
{
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < rows; k++) {
            const double scaled = factor * left[i * rows + k];
            if (scaled != 0.0) add_scaled(target + i * columns, scaled, right + k * columns, columns);
        }
}

static bool all_zero(const double *x, int count)
{
    int i = 0;
    while (i < count && x[i] == 0.0) i++;
    return i == count;
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
    memset(S, 0, (size_t)(m * m) * sizeof(double));
    add_product(S, 1.0, Z, Z, m, m);
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
    if (all_zero(gain, ports)) return;
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

/* The block's rows of both gains <- A^-1 dt theta gain, side by side; force_s, force_s_dot += force_x gain.
 * `theta` is the block's. */
static void condense_gains(const effort_model *effort, const effort_tangent *t, const state_block *b,
                           double dt, const double *theta)
{
    const int m = b->size, ports = effort->def.ports, *state = t->order + b->first;
    double *raw = t->scratch + m * m, *weighted = raw + 2 * m * ports;
    const size_t row = (size_t)ports * sizeof(double);
    for (int i = 0; i < m; i++) {
        memcpy(raw + 2 * i * ports, t->gain_s + state[i] * ports, row);
        memcpy(raw + (2 * i + 1) * ports, t->gain_s_dot + state[i] * ports, row);
    }
    if (all_zero(raw, 2 * m * ports)) return;
    memset(weighted, 0, 2 * (size_t)m * row);
    add_product(weighted, dt, theta, raw, m, 2 * ports);
    hl_lu_solve(t->block + b->at, m, t->pivot + b->first, weighted, 2 * ports);
    for (int i = 0; i < m; i++) {
        memcpy(t->gain_s + state[i] * ports, weighted + 2 * i * ports, row);
        memcpy(t->gain_s_dot + state[i] * ports, weighted + (2 * i + 1) * ports, row);
        condense_row(effort, t, state[i], 1.0, t->gain_s + state[i] * ports, t->force_s);
        condense_row(effort, t, state[i], 1.0, t->gain_s_dot + state[i] * ports, t->force_s_dot);
    }
}

static hl_status condense_block(const effort_model *effort, const effort_tangent *t, const state_block *b,
                                double dt)
{
    const int m = b->size, *state = t->order + b->first;
    double *theta = t->scratch, *rate = theta + m * m, *A = t->block + b->at;
    memset(theta, 0, (size_t)(m * m) * sizeof(double));
    for (int i = 0; i < m; i++) theta[i * m + i] = 0.5;
    if (t->theta != NULL) gather(state, m, 1.0, t->theta, effort->coupled, theta);
    gather(state, m, 1.0, t->x_dot_x, effort->def.states, rate);
    memset(A, 0, (size_t)(m * m) * sizeof(double));
    for (int i = 0; i < m; i++) A[i * m + i] = 1.0;
    add_product(A, -dt, theta, rate, m, m);
    if (hl_lu_factor(A, m, t->pivot + b->first) != HL_OK) return HL_SINGULAR;
    condense_gains(effort, t, b, dt, theta);
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
