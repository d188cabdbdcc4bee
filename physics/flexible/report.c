#include "flex/report.h"

#include <math.h>
#include <string.h>

hl_status flex_reduced_new(const flex_def *def, hl_arena *arena, hl_report *report, flex_reduced *r)
{
    *r = (flex_reduced){0};
    hl_status status = flex_model_new(def, arena, report, &r->model);
    if (status == HL_OK) status = flex_reduce(r->model, &def->reduction, arena, report, &r->modes);
    if (status != HL_OK) return status;
    r->body = flex_body_new(def, r->model, &r->modes, arena);
    return r->body ? HL_OK : HL_OUT_OF_MEMORY;
}

/* ---- frequencies ---- */

/* |a^T b| where a is given in all degrees of freedom and b in the free ones. */
static double correlate(const flex_model *m, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < m->free_count; i++) sum += a[m->free[i]] * b[i];
    return fabs(sum);
}

/* More full modes than reduced ones are compared: a reduction may leave out twist, or a plane. */
static hl_status match_modes(const flex_reduced *r, hl_arena *arena, flex_quality *q)
{
    const flex_model *m = r->model;
    const int n = m->free_count, wanted = 2 * r->modes.count + 10, count = wanted < n ? wanted : n;
    double *omega = HL_NEW(arena, double, count), *shapes = HL_NEW(arena, double, (size_t)n *(size_t)count);
    double *loads = HL_NEW(arena, double, (size_t)n *(size_t)count);
    q->matches = HL_NEW(arena, flex_match, r->modes.count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    const hl_status status = flex_modes(m->K_free, m->M_free, m->factor, count, omega, shapes);
    if (status != HL_OK) return status;
    flex_matrix_multiply(m->M_free, shapes, n, count, loads, n);
    for (int k = 0; k < r->modes.count; k++)
        for (int j = 0; j < count; j++) {
            const double *column = &r->modes.V[(size_t)k * (size_t)m->n];
            const double c = correlate(m, column, &loads[(size_t)j * (size_t)n]);
            if (c > q->matches[k].correlation) q->matches[k] = (flex_match){omega[j], c};
        }
    return HL_OK;
}

/* ---- statics ---- */

static hl_status compare_loads(const flex_reduced *r, hl_arena *arena, flex_quality *q)
{
    const flex_model *m = r->model;
    q->deflections = HL_NEW(arena, flex_deflection, FLEX_FREEDOMS * m->marker_count);
    if (!q->deflections) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < m->marker_count; i++)
        for (int d = 0; d < FLEX_FREEDOMS; d++) {
            flex_deflection *to = &q->deflections[q->deflection_count];
            *to = (flex_deflection){.marker = i, .freedom = d};
            const hl_status status = flex_unit_load(m, &r->modes, m->markers[i], d, &to->full, &to->reduced);
            if (status == HL_OUT_OF_MEMORY) return status;
            if (status == HL_OK) q->deflection_count++;
        }
    return HL_OK;
}

/* ---- mass ---- */

static void sum_lumps(const flex_model *m, flex_quality *q)
{
    for (int i = 0; i < m->point_count; i++) {
        const double mass = m->points[i].lump, *x = m->points[i].position;
        const double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        q->lump_mass += mass;
        for (int d = 0; d < 3; d++) {
            q->lump_moment[d] += mass * x[d];
            for (int e = 0; e < 3; e++)
                q->lump_inertia[3 * d + e] += mass * ((d == e ? square : 0) - x[d] * x[e]);
        }
    }
}

hl_status flex_quality_of(const flex_reduced *reduced, hl_arena *arena, flex_quality *quality)
{
    *quality = (flex_quality){0};
    sum_lumps(reduced->model, quality);
    const hl_status status = match_modes(reduced, arena, quality);
    return status == HL_OK ? compare_loads(reduced, arena, quality) : status;
}
