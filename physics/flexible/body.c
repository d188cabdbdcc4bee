#include "flex/body.h"

#include <string.h>

typedef struct builder {
    const flex_model *model;
    const flex_modes_set *modes;
    flex_body *body;
    double *G; /* [modes][modes] from the root to the current point */
} builder;

static const double *column_of(const builder *b, int k)
{
    return &b->modes->V[(size_t)k * (size_t)b->modes->n];
}

/* Entry of a mode at three degrees of freedom of a point. */
static void read_shape(const builder *b, int point, int first, int k, double shape[3])
{
    for (int d = 0; d < 3; d++) {
        const int row = b->model->points[point].row[first + d];
        shape[d] = row < 0 ? 0 : column_of(b, k)[row];
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* ---- integrals of the consistent mass matrix ---- */

static void integrate_rigid(const builder *b)
{
    const flex_model *m = b->model;
    flex_body *to = b->body;
    double T[FLEX_RIGID][FLEX_RIGID];
    for (int i = 0; i < FLEX_RIGID; i++)
        for (int j = 0; j < FLEX_RIGID; j++)
            T[i][j] = dot(&m->rigid[(size_t)i * (size_t)m->n], &m->momentum[(size_t)j * (size_t)m->n], m->n);
    to->mass = (T[0][0] + T[1][1] + T[2][2]) / 3;
    /* the momentum of a rotation about e is e x c */
    to->first_moment[0] = (T[1][5] - T[2][4]) / 2;
    to->first_moment[1] = (T[2][3] - T[0][5]) / 2;
    to->first_moment[2] = (T[0][4] - T[1][3]) / 2;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) to->inertia[3 * i + j] = (T[i + 3][j + 3] + T[j + 3][i + 3]) / 2;
}

static void integrate_modes(const builder *b)
{
    const flex_model *m = b->model;
    const int n = b->modes->count;
    for (int k = 0; k < n; k++) {
        for (int d = 0; d < 3; d++) {
            b->body->S[3 * k + d] = dot(&m->momentum[(size_t)d * (size_t)m->n], column_of(b, k), m->n);
            b->body->R[3 * k + d] = dot(&m->momentum[(size_t)(d + 3) * (size_t)m->n], column_of(b, k), m->n);
        }
        b->body->M[k * n + k] = 1;
        b->body->K[k * n + k] = b->modes->omega[k] * b->modes->omega[k];
    }
}

/* ---- sums over the lumps ---- */

static void add_product(double to[9], double mass, const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) to[3 * i + j] += mass * (a[i] * b[j]);
}

static void add_lump(const builder *b, int point)
{
    const flex_point *p = &b->model->points[point];
    const int n = b->modes->count;
    for (int k = 0; k < n; k++) {
        double phi_k[3];
        read_shape(b, point, 0, k, phi_k);
        add_product(&b->body->N[9 * k], p->lump, p->position, phi_k);
        for (int l = 0; l < n; l++) {
            double phi_l[3];
            read_shape(b, point, 0, l, phi_l);
            add_product(&b->body->P[9 * (k * n + l)], p->lump, phi_k, phi_l);
            b->body->C0[k * n + l] += p->lump * b->G[k * n + l];
            b->body->Cx[k * n + l] += p->lump * p->position[0] * b->G[k * n + l];
        }
    }
}

/* ---- foreshortening ---- */

/* v^T (tension) of the element between two points, for the mode k. */
static void pull_shape(const builder *b, int element, int k, double pulled[FLEX_ELEMENT],
                       double shape[FLEX_ELEMENT])
{
    for (int end = 0; end < 2; end++)
        for (int d = 0; d < FLEX_FREEDOMS; d++)
            shape[FLEX_FREEDOMS * end + d] = column_of(b, k)[b->model->points[element + end].row[d]];
    for (int i = 0; i < FLEX_ELEMENT; i++)
        pulled[i] = dot(b->model->tension[element][i], shape, FLEX_ELEMENT);
}

static void shorten(const builder *b, int element)
{
    const int n = b->modes->count;
    double pulled[FLEX_ELEMENT], shape[FLEX_ELEMENT], other[FLEX_ELEMENT], unused[FLEX_ELEMENT];
    for (int k = 0; k < n; k++) {
        pull_shape(b, element, k, pulled, shape);
        for (int l = 0; l <= k; l++) {
            pull_shape(b, element, l, unused, other);
            const double more = dot(pulled, other, FLEX_ELEMENT);
            b->G[k * n + l] += more;
            if (l < k) b->G[l * n + k] += more;
        }
    }
}

/* ---- markers ---- */

static void fill_marker(const builder *b, int point, flex_marker *marker)
{
    const int n = b->modes->count;
    memcpy(marker->position, b->model->points[point].position, sizeof marker->position);
    memcpy(marker->G, b->G, (size_t)n * (size_t)n * sizeof *b->G);
    for (int k = 0; k < n; k++) {
        read_shape(b, point, 0, k, &marker->phi[3 * k]);
        read_shape(b, point, 3, k, &marker->psi[3 * k]);
    }
}

/* ---- the whole ---- */

static flex_body *take(const flex_def *def, const flex_model *model, int n, hl_arena *arena)
{
    const size_t modes = (size_t)n, square = modes * modes;
    flex_body *body = HL_NEW(arena, flex_body, 1);
    if (!body) return NULL;
    *body = (flex_body){.name = def->name,
                        .description = def->description ? def->description : "",
                        .modes = n,
                        .marker_count = model->marker_count};
    body->S = HL_NEW(arena, double, 3 * modes);
    body->R = HL_NEW(arena, double, 3 * modes);
    body->M = HL_NEW(arena, double, square);
    body->K = HL_NEW(arena, double, square);
    body->N = HL_NEW(arena, double, 9 * modes);
    body->P = HL_NEW(arena, double, 9 * square);
    body->C0 = HL_NEW(arena, double, square);
    body->Cx = HL_NEW(arena, double, square);
    body->markers = HL_NEW(arena, flex_marker, model->marker_count);
    for (int i = 0; i < model->marker_count && body->markers; i++) {
        flex_marker *marker = &body->markers[i];
        marker->name = def->nodes[i].name;
        marker->phi = HL_NEW(arena, double, 3 * modes);
        marker->psi = HL_NEW(arena, double, 3 * modes);
        marker->G = HL_NEW(arena, double, square);
    }
    return hl_arena_failed(arena) ? NULL : body;
}

/* The shares of mass and stiffness that give the ratio at both frequencies, or at one if they are equal. */
static void damp(const flex_damping *damping, const flex_modes_set *modes, flex_body *body)
{
    const double first = modes->omega[0], second = modes->omega[modes->count > 1 ? 1 : 0];
    body->damping[0] = damping->mass + 2 * damping->ratio * first * second / (first + second);
    body->damping[1] = damping->stiffness + 2 * damping->ratio / (first + second);
}

flex_body *flex_body_new(const flex_def *def, const flex_model *model, const flex_modes_set *modes,
                         hl_arena *arena)
{
    const size_t square = (size_t)modes->count * (size_t)modes->count;
    builder b = {.model = model, .modes = modes, .body = take(def, model, modes->count, arena)};
    b.G = HL_NEW(arena, double, square);
    if (!b.body || !b.G) return NULL;
    integrate_rigid(&b);
    integrate_modes(&b);
    damp(&def->damping, modes, b.body);
    for (int i = 0; i < model->point_count; i++) {
        if (def->foreshortening && model->tension && i > 0) shorten(&b, i - 1);
        add_lump(&b, i);
        for (int k = 0; k < model->marker_count; k++)
            if (model->markers[k] == i) fill_marker(&b, i, &b.body->markers[k]);
    }
    return b.body;
}
