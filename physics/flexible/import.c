/* Bodies of another program: matrices and a node table, checked. */
#include "model_internal.h"

#include <math.h>

static const double SYMMETRIC = 1e-9; /* of the square root of both diagonal entries */
static const double RIGID = 1e-4;     /* matrices are printed with a few digits */

/* ---- matrices ---- */

static flex_matrix *matrix_of(const flex_entries *e, hl_arena *arena)
{
    if (!e->is_symmetric) return flex_matrix_new(arena, e->size, e->count, e->row, e->column, e->value);
    int *row = HL_NEW(arena, int, 2 * e->count), *column = HL_NEW(arena, int, 2 * e->count), count = 0;
    double *value = HL_NEW(arena, double, 2 * e->count);
    if (hl_arena_failed(arena)) return NULL;
    for (int k = 0; k < e->count; k++)
        for (int mirror = 0; mirror < (e->row[k] == e->column[k] ? 1 : 2); mirror++) {
            row[count] = mirror ? e->column[k] : e->row[k];
            column[count] = mirror ? e->row[k] : e->column[k];
            value[count++] = e->value[k];
        }
    return flex_matrix_new(arena, e->size, count, row, column, value);
}

static bool check_symmetric(const flex_matrix *m, const char *what, hl_place place, hl_report *report)
{
    for (int j = 0; j < m->n; j++)
        for (int k = m->start[j]; k < m->start[j + 1]; k++) {
            const int i = m->row[k];
            const double here = m->value[k], there = flex_matrix_at(m, j, i);
            const double scale = sqrt(fabs(flex_matrix_at(m, i, i) * flex_matrix_at(m, j, j)));
            if (fabs(here - there) <= SYMMETRIC * fmax(scale, fabs(here))) continue;
            hl_report_add(report, place,
                          "%s is not symmetric: row %d, column %d is %.9g, row %d, column %d is %.9g; equal "
                          "values are expected",
                          what, i + 1, j + 1, here, j + 1, i + 1, there);
            return false;
        }
    return true;
}

static bool check_sizes(const flex_import *import, hl_report *report)
{
    if (import->mass.size == import->stiffness.size) return true;
    hl_report_add(report, import->mass_place,
                  "the mass matrix has %d rows, the stiffness matrix %d; the same number is expected",
                  import->mass.size, import->stiffness.size);
    return false;
}

/* ---- nodes ---- */

/* Every row of the matrices must belong to one degree of freedom of one node. */
static hl_status check_rows(const flex_import *import, hl_report *report)
{
    hl_arena work = {0};
    const int n = import->stiffness.size, before = report->count;
    int *owner = HL_NEW(&work, int, n);
    if (!owner) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < import->node_count; i++)
        for (int d = 0; d < FLEX_FREEDOMS; d++) {
            const int row = import->nodes[i].row[d];
            if (row < 0) continue;
            if (row >= n)
                hl_report_add(report, import->stiffness_place,
                              "node %d names row %d; the matrices have %d rows", import->nodes[i].id, row + 1,
                              n);
            else if (owner[row])
                hl_report_add(report, import->stiffness_place,
                              "nodes %d and %d both name row %d of the matrices", owner[row] - 1,
                              import->nodes[i].id, row + 1);
            else
                owner[row] = import->nodes[i].id + 1;
        }
    for (int row = 0; row < n && report->count == before; row++)
        if (!owner[row])
            hl_report_add(
                report, import->stiffness_place,
                "row %d of the matrices belongs to no node; every row must be named in the node table",
                row + 1);
    hl_arena_free(&work);
    return report->count == before ? HL_OK : HL_BAD_INPUT;
}

/* Index of a node; -1: there is no such node. */
static int find_id(const flex_import *import, int id)
{
    for (int i = 0; i < import->node_count; i++)
        if (import->nodes[i].id == id) return i;
    return -1;
}

static bool find_root(const flex_import *import, hl_report *report, int *root)
{
    *root = find_id(import, import->root);
    if (*root < 0) {
        hl_report_add(report, import->root_place,
                      "the root %d is not a node of the node table; one of its %d nodes is expected",
                      import->root, import->node_count);
        return false;
    }
    for (int d = 0; d < 3; d++)
        if (import->nodes[*root].row[d] < 0) {
            hl_report_add(report, import->root_place,
                          "the root %d cannot be clamped: it has no degree of freedom along %s", import->root,
                          flex_freedom_word(d));
            return false;
        }
    return true;
}

static bool place_markers(const flex_def *def, hl_report *report, flex_model *m)
{
    const int before = report->count;
    for (int i = 0; i < def->node_count; i++) {
        m->markers[i] = find_id(def->import, def->nodes[i].id);
        if (m->markers[i] < 0)
            hl_report_add(report, def->nodes[i].place, "node '%s': %d is not in the node table",
                          def->nodes[i].name, def->nodes[i].id);
        else if (m->markers[i] == m->root)
            hl_report_add(report, def->nodes[i].place, "node '%s': %d is the root, which is clamped",
                          def->nodes[i].name, def->nodes[i].id);
    }
    return report->count == before;
}

/* ---- rigid motions ---- */

/* A third of the momentum of each translation is the tributary mass of a node. */
static bool share_mass(const flex_import *import, flex_model *m, hl_report *report)
{
    double mass[3] = {0};
    for (int i = 0; i < m->point_count; i++)
        for (int d = 0; d < 3; d++) {
            const int row = m->points[i].row[d];
            if (row < 0) continue;
            const double share = m->momentum[(size_t)d * (size_t)m->n + (size_t)row];
            m->points[i].lump += share / 3;
            mass[d] += share;
        }
    const double least = fmin(mass[0], fmin(mass[1], mass[2])), most = fmax(mass[0], fmax(mass[1], mass[2]));
    if (least > 0 && most - least <= RIGID * most) return true;
    hl_report_add(report, import->mass_place,
                  "the mass is %.9g kg along x, %.9g kg along y and %.9g kg along z; one positive mass is "
                  "expected",
                  mass[0], mass[1], mass[2]);
    return false;
}

/* A body that floats is not held by its own stiffness: rigid translations need no force. */
static bool check_floating(const flex_import *import, const flex_model *m, const double *forces,
                           hl_report *report)
{
    for (int motion = 0; motion < 3; motion++)
        for (int i = 0; i < m->point_count; i++)
            for (int d = 0; d < FLEX_FREEDOMS; d++) {
                const int row = m->points[i].row[d];
                if (row < 0) continue;
                const double force = forces[(size_t)motion * (size_t)m->n + (size_t)row];
                if (fabs(force) <= RIGID * fabs(flex_matrix_at(m->K, row, row))) continue;
                hl_report_add(report, import->stiffness_place,
                              "a translation of the whole body along %s loads node %d in %s by %.3g N/m; the "
                              "matrix of a body without supports is expected",
                              flex_freedom_word(motion), m->points[i].id, flex_freedom_word(d), force);
                return false;
            }
    return true;
}

hl_status model_check_import(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *m)
{
    double *forces = HL_NEW(arena, double, 3 * (size_t)m->n);
    if (!forces) return HL_OUT_OF_MEMORY;
    flex_matrix_multiply(m->K, m->rigid, m->n, 3, forces, m->n);
    const bool good = share_mass(def->import, m, report) && check_floating(def->import, m, forces, report);
    return good ? HL_OK : HL_BAD_INPUT;
}

/* ---- the whole ---- */

static void copy_points(const flex_import *import, flex_model *m)
{
    for (int i = 0; i < import->node_count; i++) {
        const flex_import_node *from = &import->nodes[i];
        flex_point *to = &m->points[i];
        to->id = from->id;
        for (int d = 0; d < 3; d++) to->position[d] = from->position[d] - import->nodes[m->root].position[d];
        for (int d = 0; d < FLEX_FREEDOMS; d++) to->row[d] = from->row[d];
    }
}

hl_status model_of_import(const flex_def *def, hl_arena *arena, hl_report *report, flex_model *m)
{
    const flex_import *import = def->import;
    if (!check_sizes(import, report) || !find_root(import, report, &m->root)) return HL_BAD_INPUT;
    const hl_status rows = check_rows(import, report);
    if (rows != HL_OK) return rows;
    m->n = import->stiffness.size;
    m->point_count = import->node_count;
    m->points = HL_NEW(arena, flex_point, m->point_count);
    m->marker_count = def->node_count;
    m->markers = HL_NEW(arena, int, def->node_count);
    m->K = matrix_of(&import->stiffness, arena);
    m->M = matrix_of(&import->mass, arena);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    copy_points(import, m);
    const bool good = place_markers(def, report, m) &&
                      check_symmetric(m->K, "the stiffness matrix", import->stiffness_place, report) &&
                      check_symmetric(m->M, "the mass matrix", import->mass_place, report);
    return good ? HL_OK : HL_BAD_INPUT;
}
