#include "model_internal.h"

#include <math.h>
#include <string.h>

/* ---- rigid motions ---- */

/* Displacement of a degree of freedom by a unit translation or rotation about the root. */
static double rigid_entry(const double x[3], int freedom, int motion)
{
    if (motion < 3) return motion == freedom;
    const int axis = motion - 3;
    if (freedom >= 3) return axis == freedom - 3;
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    if (freedom == next) return -x[last];
    return freedom == last ? x[next] : 0;
}

static bool fill_rigid(flex_model *m, hl_arena *arena)
{
    m->rigid = HL_NEW(arena, double, (size_t)FLEX_RIGID *(size_t)m->n);
    m->momentum = HL_NEW(arena, double, (size_t)FLEX_RIGID *(size_t)m->n);
    if (hl_arena_failed(arena)) return false;
    const double *origin = m->points[m->root].position;
    for (int i = 0; i < m->point_count; i++) {
        const flex_point *p = &m->points[i];
        const double x[3] = {p->position[0] - origin[0], p->position[1] - origin[1],
                             p->position[2] - origin[2]};
        for (int d = 0; d < FLEX_FREEDOMS; d++)
            for (int k = 0; k < FLEX_RIGID && p->row[d] >= 0; k++)
                m->rigid[(size_t)k * (size_t)m->n + (size_t)p->row[d]] = rigid_entry(x, d, k);
    }
    flex_matrix_multiply(m->M, m->rigid, m->n, FLEX_RIGID, m->momentum, m->n);
    return true;
}

/* ---- clamping the root ---- */

static bool is_of_root(const flex_model *m, int row)
{
    for (int d = 0; d < FLEX_FREEDOMS; d++)
        if (m->points[m->root].row[d] == row) return true;
    return false;
}

static bool clamp_root(flex_model *m, hl_arena *arena)
{
    m->free = HL_NEW(arena, int, m->n);
    if (!m->free) return false;
    for (int row = 0; row < m->n; row++)
        if (!is_of_root(m, row)) m->free[m->free_count++] = row;
    m->K_free = flex_matrix_part(arena, m->K, m->free, m->free_count, m->free, m->free_count);
    m->M_free = flex_matrix_part(arena, m->M, m->free, m->free_count, m->free, m->free_count);
    return !hl_arena_failed(arena);
}

/* ---- connected nodes ---- */

static void find_point(const flex_model *m, int row, int *point, int *freedom)
{
    for (int i = 0; i < m->point_count; i++)
        for (int d = 0; d < FLEX_FREEDOMS; d++)
            if (m->points[i].row[d] == row) {
                *point = i;
                *freedom = d;
            }
}

/* Spread from the root along the entries of K until nothing is added. `at` [n]: point of a row. */
static void mark_connected(const flex_model *m, const int *at, bool *reached, int *queue)
{
    int waiting = 1;
    queue[0] = m->root;
    reached[m->root] = true;
    while (waiting > 0) {
        const flex_point *p = &m->points[queue[--waiting]];
        for (int d = 0; d < FLEX_FREEDOMS; d++) {
            if (p->row[d] < 0) continue;
            for (int k = m->K->start[p->row[d]]; k < m->K->start[p->row[d] + 1]; k++) {
                const int other = at[m->K->row[k]];
                if (m->K->value[k] == 0 || reached[other]) continue;
                reached[other] = true;
                queue[waiting++] = other;
            }
        }
    }
}

static hl_status check_connected(const flex_model *m, const flex_def *def, hl_report *report)
{
    hl_arena work = {0};
    int *at = HL_NEW(&work, int, m->n), *queue = HL_NEW(&work, int, m->point_count);
    bool *reached = HL_NEW(&work, bool, m->point_count);
    hl_status status = hl_arena_failed(&work) ? HL_OUT_OF_MEMORY : HL_OK;
    if (status == HL_OK) {
        for (int i = 0; i < m->point_count; i++)
            for (int d = 0; d < FLEX_FREEDOMS; d++)
                if (m->points[i].row[d] >= 0) at[m->points[i].row[d]] = i;
        mark_connected(m, at, reached, queue);
        int alone = 0, first = -1;
        for (int i = 0; i < m->point_count; i++)
            if (!reached[i]) {
                if (first < 0) first = i;
                alone++;
            }
        if (alone > 0) {
            hl_report_add(report, def->import ? def->import->stiffness_place : (hl_place){0},
                          "%d of %d nodes are not connected to the root by the stiffness, node %d first; "
                          "remove them, or connect them",
                          alone, m->point_count, m->points[first].id);
            status = HL_BAD_INPUT;
        }
    }
    hl_arena_free(&work);
    return status;
}

static hl_status factor_stiffness(flex_model *m, const flex_def *def, hl_report *report)
{
    int weak, point = 0, freedom = 0;
    double ratio;
    const hl_status status = flex_factor_new(m->K_free, &weak, &ratio, &m->factor);
    if (status != HL_SINGULAR) return status;
    find_point(m, m->free[weak], &point, &freedom);
    hl_report_add(
        report, def->import ? def->import->stiffness_place : (hl_place){0},
        "the stiffness is singular with the root clamped: node %d can move in %s without resistance "
        "(pivot %.3g of its diagonal entry); every node must be held",
        m->points[point].id, flex_freedom_word(freedom), ratio);
    return HL_BAD_INPUT;
}

hl_status flex_model_new(const flex_def *def, hl_arena *arena, hl_report *report, flex_model **model)
{
    flex_model *m = HL_NEW(arena, flex_model, 1);
    *model = NULL;
    if (!m) return HL_OUT_OF_MEMORY;
    hl_status status =
        def->import ? model_of_import(def, arena, report, m) : model_of_beam(def, arena, report, m);
    if (status == HL_OK && (!fill_rigid(m, arena) || !clamp_root(m, arena))) status = HL_OUT_OF_MEMORY;
    if (status == HL_OK && def->import) status = model_check_import(def, arena, report, m);
    if (status == HL_OK) status = check_connected(m, def, report);
    if (status == HL_OK) status = factor_stiffness(m, def, report);
    if (status == HL_OK) *model = m;
    return status;
}

void flex_model_free(flex_model *model)
{
    if (!model) return;
    flex_factor_free(model->factor);
    model->factor = NULL;
}
