/* The efforts' part of the tangent: with J the rows of an effort's measures and f(s, s_dot) its forces, the
 * states condensed,
 *     d (J^T f)/dz = J^T (K J + C d s_dot/dz) + f . d J/dz,    d (J^T f)/d z_dot = J^T C J,
 * K = force_s, C = force_s_dot. Consecutive ports that join the same two bodies share their columns: such a
 * group is a small dense matrix, and the products are taken group by group.
 *
 * Geometry, f . dJ/dz, of a body's six ports: their wrench is among the composites' forces already
 * (body_ports.c) and turns with the body there. It really stands still in the world: what is missing, for a
 * turn w of the body, is the wrench -w x F, -w x M at the ports' point, a stiffness like any other. */
#include "multibody/model_internal.h"

#include <string.h>

enum { MOST = MB_MAX_EFFORT_PORTS };

/* What the ports' forces change by, row-major [ports][ports]. */
typedef struct port_coupling {
    int ports;
    double by_s[MOST * MOST];    /* stiffness K + damping C: multiplies J */
    double by_rate[MOST * MOST]; /* stiffness C: multiplies d s_dot/dz */
    bool rate_matters[MOST];     /* a column of by_rate is not zero */
} port_coupling;

static void weigh(const effort_tangent *t, int ports, double damping, double stiffness, bool geometry,
                  port_coupling *w)
{
    w->ports = ports;
    memset(w->rate_matters, 0, sizeof w->rate_matters);
    for (int i = 0; i < ports; i++)
        for (int j = 0; j < ports; j++) {
            const int at = i * ports + j;
            w->by_s[at] = stiffness * t->force_s[at] + damping * t->force_s_dot[at];
            w->by_rate[at] = geometry ? stiffness * t->force_s_dot[at] : 0.0;
            w->rate_matters[j] |= w->by_rate[at] != 0.0;
        }
}

/* by_s += stiffness [0, skew(F); 0, skew(M)]: -w x F = F x w */
static void stand_still(int port, const double *force, double stiffness, port_coupling *w)
{
    for (int half = 0; half < MB_BODY_PORTS; half += 3) {
        const hl_mat3 skew = hl_skew(hl_v3(force[half], force[half + 1], force[half + 2]));
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                w->by_s[(port + half + r) * w->ports + port + 3 + c] += stiffness * skew.m[r][c];
    }
}

static inline int whole_vectors(int columns)
{
    return (columns + MB_VECTOR - 1) / MB_VECTOR * MB_VECTOR;
}

/* sum[MB_VECTOR] += sum over i of weights[i * step] rows[i * stride + (0 to MB_VECTOR)] */
static inline void add_rows(double *restrict sum, const double *restrict weights, int step,
                            const double *restrict rows, int stride, int count)
{
    for (int i = 0; i < count; i++) {
        const double weight = weights[i * step];
        const double *restrict row = rows + i * stride;
        for (int k = 0; k < MB_VECTOR; k++) sum[k] = fma(weight, row[k], sum[k]);
    }
}

static bool rates_matter(const effort_model *effort, const port_group *group, const port_coupling *w)
{
    bool any = false;
    for (int k = 0; k < group->count; k++) any |= w->rate_matters[group->first - effort->first_measure + k];
    return any;
}

/* rate_gradient <- d s_dot/dz of the ports of a group that something depends on, where their Jacobian rows
 * stand */
static void fill_rates(const mb_model *model, const effort_model *effort, const port_group *group,
                       const port_coupling *w, mb_work *work)
{
    const int base = model->measures[effort->first_measure].first_entry;
    if (!rates_matter(effort, group, w)) return;
    if (group->body_ports) {
        mb_body_port_rates(model, work, group->first,
                           work->rate_gradient + model->measures[group->first].first_entry - base);
        return;
    }
    for (int m = group->first; m < group->first + group->count; m++)
        mb_measure_second_derivatives(model, work, m, NULL,
                                      work->rate_gradient + model->measures[m].first_entry - base);
}

/* Whether the forces on the ports of g depend on those of h. */
static bool coupled(const port_coupling *w, const port_group *g, const port_group *h, int first_port)
{
    for (int i = g->first - first_port; i < g->first - first_port + g->count; i++)
        for (int j = h->first - first_port; j < h->first - first_port + h->count; j++)
            if (w->by_s[i * w->ports + j] != 0.0 || w->by_rate[i * w->ports + j] != 0.0) return true;
    return false;
}

/* port_rows[count of g][entries of h, whole vectors] <- what the forces on g change by when the columns of h
 * move */
static void force_changes(const mb_model *model, const effort_model *effort, const port_group *g,
                          const port_group *h, const port_coupling *w, mb_work *work)
{
    const bool rates = rates_matter(effort, h, w);
    const int n = model->measures[h->first].entry_count, wide = whole_vectors(n);
    const int at = model->measures[h->first].first_entry,
              base = model->measures[effort->first_measure].first_entry;
    for (int i = 0; i < g->count; i++) {
        const int pair = (g->first - effort->first_measure + i) * w->ports + h->first - effort->first_measure;
        for (int d = 0; d < n; d += MB_VECTOR) {
            double sum[MB_VECTOR] = {0.0};
            add_rows(sum, w->by_s + pair, 1, work->jacobian + at + d, n, h->count);
            if (rates) add_rows(sum, w->by_rate + pair, 1, work->rate_gradient + at - base + d, n, h->count);
            memcpy(work->port_rows + i * wide + d, sum, sizeof sum);
        }
    }
}

/* tangent -= J_g^T port_rows */
static void subtract_block(const mb_model *model, const port_group *g, const port_group *h, mb_work *work)
{
    const measure_model *row = &model->measures[g->first], *column = &model->measures[h->first];
    const int *rows = model->entry_columns + row->first_entry,
              *columns = model->entry_columns + column->first_entry;
    const int n = column->entry_count, wide = whole_vectors(n);
    for (int c = 0; c < row->entry_count; c++)
        for (int d = 0; d < n; d += MB_VECTOR) {
            double sum[MB_VECTOR] = {0.0};
            add_rows(sum, work->jacobian + row->first_entry + c, row->entry_count, work->port_rows + d, wide,
                     g->count);
            for (int k = 0; k < MB_VECTOR && d + k < n; k++)
                hl_ldu_add(work->tangent, rows[c], columns[d + k], -sum[k]);
        }
}

/* tangent -= stiffness * force * d^2 s / dz dz */
static void add_geometry(const mb_model *model, int index, double factor, mb_work *work)
{
    const measure_model *measure = &model->measures[index];
    const int n = measure->entry_count;
    const int *columns = model->entry_columns + measure->first_entry;
    mb_measure_second_derivatives(model, work, index, work->hessian, NULL);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            hl_ldu_add(work->tangent, columns[i], columns[j], -factor * work->hessian[i * n + j]);
}

static void add_group_geometry(const mb_model *model, const port_group *group, double stiffness,
                               mb_work *work)
{
    for (int m = group->first; m < group->first + group->count; m++)
        if (model->measures[m].def.kind != MB_MEASURE_JOINT && work->force[m] != 0.0)
            add_geometry(model, m, stiffness * work->force[m], work);
}

static void add_effort(const mb_model *model, int e, double damping, double stiffness, bool geometry,
                       mb_work *work)
{
    const effort_model *effort = &model->efforts[e];
    const port_group *groups = model->groups + effort->first_group;
    port_coupling w;
    weigh(&work->effort_tangents[e], effort->def.ports, damping, stiffness, geometry, &w);
    for (int g = 0; g < effort->group_count; g++) {
        if (groups[g].body_ports)
            stand_still(groups[g].first - effort->first_measure, work->force + groups[g].first, stiffness,
                        &w);
        if (geometry) fill_rates(model, effort, &groups[g], &w, work);
    }
    for (int g = 0; g < effort->group_count; g++) {
        for (int h = 0; h < effort->group_count; h++)
            if (coupled(&w, &groups[g], &groups[h], effort->first_measure)) {
                force_changes(model, effort, &groups[g], &groups[h], &w, work);
                subtract_block(model, &groups[g], &groups[h], work);
            }
        if (geometry && !groups[g].body_ports) add_group_geometry(model, &groups[g], stiffness, work);
    }
}

void mb_tangent_add_efforts(const mb_model *model, double damping, double stiffness, mb_work *work)
{
    const bool geometry = !(work->skip & MB_SKIP_GEOMETRY);
    for (int e = 0; e < model->effort_count; e++)
        if (!work->effort_tangents[e].idle) add_effort(model, e, damping, stiffness, geometry, work);
}
