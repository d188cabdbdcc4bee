/* Fitting costs to measured ticks: least squares without negative costs. A part has few terms, so all sets of
 * terms are tried. */
#include "rt/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS = 6 /* of a part */ };

/* A column whose part that is independent of the others is below this share of it is left out: counts that
 * were proportional in all ticks cannot be told apart, and one of them gets the cost. */
static const double DEPENDENT = 1e-9;

/* Normal equations of a part; counts are in units of their largest. */
typedef struct equations {
    int count;
    int term[MOST_TERMS];
    double scale[MOST_TERMS];
    double matrix[MOST_TERMS][MOST_TERMS], right[MOST_TERMS];
} equations;

/* ---- measured ticks ---- */

static const int32_t *counts_of(const rt_cost_samples *s, int tick)
{
    return s->counts + (size_t)tick * WORLD_COUNTS;
}

static double time_of(const rt_cost_samples *s, int run, int tick, int part)
{
    return (double)s->us[((size_t)run * (size_t)s->stride + (size_t)tick) * RT_PARTS + (size_t)part];
}

/* Shortest of all runs: without interruptions. */
static double shortest(const rt_cost_samples *s, int tick, int part)
{
    double least = time_of(s, 0, tick, part);
    for (int run = 1; run < s->runs; run++) least = fmin(least, time_of(s, run, tick, part));
    return least;
}

static double largest(const rt_cost_samples *s, world_count count)
{
    int32_t most = 0;
    for (int t = 0; t < s->ticks; t++)
        if (counts_of(s, t)[count] > most) most = counts_of(s, t)[count];
    return (double)most;
}

/* ---- equations ---- */

/* The terms of a part whose counts occur. */
static void choose_terms(equations *e, const rt_cost_samples *s, int part)
{
    for (int i = 0; i < RT_TERMS; i++) {
        if ((int)rt_term_at(i).part != part) continue;
        const double most = largest(s, rt_term_at(i).count);
        if (most <= 0.0 || e->count == MOST_TERMS) continue;
        e->term[e->count] = i;
        e->scale[e->count++] = most;
    }
}

static void assemble(equations *e, const rt_cost_samples *s, int part)
{
    for (int t = 0; t < s->ticks; t++) {
        const double time = shortest(s, t, part);
        double row[MOST_TERMS];
        for (int i = 0; i < e->count; i++)
            row[i] = (double)counts_of(s, t)[rt_term_at(e->term[i]).count] / e->scale[i];
        for (int i = 0; i < e->count; i++) {
            e->right[i] += row[i] * time;
            for (int k = 0; k < e->count; k++) e->matrix[i][k] += row[i] * row[k];
        }
    }
}

/* Solve for the terms of a set by Cholesky's method; the others are 0.
 * @return the decrease of the sum of squares; below 0: the terms are dependent, or one is negative */
static double solve(const equations *e, unsigned set, double *x)
{
    double L[MOST_TERMS][MOST_TERMS] = {{0}}, y[MOST_TERMS] = {0};
    for (int i = 0; i < e->count; i++) {
        x[i] = 0.0;
        if ((set >> i & 1u) == 0) continue;
        y[i] = e->right[i];
        for (int k = 0; k <= i; k++) {
            if ((set >> k & 1u) == 0) continue;
            double sum = e->matrix[i][k];
            for (int j = 0; j < k; j++) sum -= L[i][j] * L[k][j];
            if (i == k && !(sum > DEPENDENT * e->matrix[i][i])) return -1.0;
            L[i][k] = i == k ? sqrt(sum) : sum / L[k][k];
        }
        for (int k = 0; k < i; k++) y[i] -= L[i][k] * y[k];
        y[i] /= L[i][i];
    }
    double gain = 0.0;
    for (int i = e->count; i-- > 0;) {
        if ((set >> i & 1u) == 0) continue;
        x[i] = y[i];
        for (int k = i + 1; k < e->count; k++) x[i] -= L[k][i] * x[k];
        x[i] /= L[i][i];
        if (x[i] < 0.0) return -1.0;
        gain += x[i] * e->right[i];
    }
    return gain;
}

static void fit_part(const rt_cost_samples *s, int part, rt_costs *costs)
{
    equations e = {0};
    double best = 0.0;
    choose_terms(&e, s, part);
    if (e.count < 1 || e.count > MOST_TERMS) return;
    assemble(&e, s, part);
    for (unsigned set = 1; set < 1u << e.count; set++) {
        double x[MOST_TERMS] = {0};
        const double gain = solve(&e, set, x);
        if (!(gain > best)) continue;
        best = gain;
        for (int i = 0; i < e.count; i++) costs->us[e.term[i]] = x[i] / e.scale[i];
    }
}

/* ---- spreads ---- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Parts from `first` on, before `end`. */
typedef struct range {
    int first, end;
} range;

static double estimate_of(const rt_cost_samples *s, int tick, range parts, const rt_costs *costs)
{
    int64_t counts[WORLD_COUNTS];
    double us[RT_PARTS], sum = 0.0;
    for (int i = 0; i < WORLD_COUNTS; i++) counts[i] = counts_of(s, tick)[i];
    (void)rt_costs_estimate(costs, counts, us);
    for (int i = parts.first; i < parts.end; i++) sum += us[i];
    return sum;
}

/* In the first run. */
static double taken(const rt_cost_samples *s, int tick, range parts)
{
    double sum = 0.0;
    for (int i = parts.first; i < parts.end; i++) sum += time_of(s, 0, tick, i);
    return sum;
}

/* @param estimates, ratios  scratch: [ticks] */
static double spread_of(const rt_cost_samples *s, range parts, const rt_costs *costs, double *estimates,
                        double *ratios)
{
    double most = 0.0;
    size_t count = 0;
    for (int t = 0; t < s->ticks; t++) most = fmax(most, estimates[t] = estimate_of(s, t, parts, costs));
    for (int t = 0; t < s->ticks; t++) {
        if (!(estimates[t] > 0.0 && estimates[t] >= 0.5 * most)) continue;
        ratios[count++] = taken(s, t, parts) / estimates[t];
    }
    if (count == 0) return 1.0;
    qsort(ratios, count, sizeof *ratios, compare);
    const size_t rank = (size_t)ceil(RT_COST_QUANTILE * (double)count);
    return fmax(1.0, ratios[rank > 0 ? rank - 1 : 0]);
}

hl_status rt_costs_fit(const rt_cost_samples *samples, rt_costs *costs)
{
    memset(costs, 0, sizeof *costs);
    if (samples->ticks < 1 || samples->runs < 1) return HL_BAD_INPUT;
    double *estimates = malloc((size_t)samples->ticks * sizeof *estimates);
    double *ratios = malloc((size_t)samples->ticks * sizeof *ratios);
    if (estimates && ratios) {
        for (int part = 0; part < RT_PARTS; part++) fit_part(samples, part, costs);
        for (int part = 0; part < RT_PARTS; part++)
            costs->spread[part] = spread_of(samples, (range){part, part + 1}, costs, estimates, ratios);
        costs->tick_spread = spread_of(samples, (range){0, RT_PARTS}, costs, estimates, ratios);
    }
    const bool good = estimates && ratios;
    free(estimates);
    free(ratios);
    return good ? HL_OK : HL_OUT_OF_MEMORY;
}
