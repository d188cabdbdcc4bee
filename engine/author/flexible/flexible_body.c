/* Reading reduced bodies. */
#include "auth/flexible.h"

#include "reader/format.h"

/* Pairs of modes k <= l. */
static int pair_count(int modes)
{
    return modes * (modes + 1) / 2;
}

/* ---- reading ---- */

typedef struct marker_file {
    flex_marker marker;
    int phi_count, psi_count, G_count;
} marker_file;

/* The descriptor, and what is only known while it is read. */
typedef struct body_file {
    auth_flexible_body made; /* first: what the reader returns */
    double *pairs;           /* P of k <= l */
    marker_file *markers;
    int S_count, R_count, M_count, K_count, N_count, P_count, C0_count, Cx_count;
} body_file;

#define NUMBERS(key, T, m, count_, ...) QUANTITIES_AS(key, T, m, count_, NUMBER, ANY, 0, 0, __VA_ARGS__)

static const auth_field marker_fields[] = {
    NAME(flex_marker, "Name of the node"),
    VECTOR_AS("position", marker_file, marker.position, LENGTH, ANY, "Place of the node, undeformed"),
    NUMBERS("phi", marker_file, marker.phi, phi_count, "x, y, z of each mode"),
    NUMBERS("psi", marker_file, marker.psi, psi_count, "Rotation about x, y, z of each mode"),
    NUMBERS("G", marker_file, marker.G, G_count, "Foreshortening by bending, row by row"),
};
static const auth_table marker = AUTH_TABLE(marker_file, marker_fields, .what = "marker");

static bool check_count(const auth_item *item, const char *key, int count, int expected, int modes)
{
    if (count == expected) return true;
    COMPLAIN(item, key, "'%s' has %d entries; %d are expected with %d modes", key, count, expected, modes);
    return false;
}

static bool check_symmetric(const auth_item *item, const char *key, const double *matrix, int n)
{
    for (int k = 0; k < n; k++)
        for (int l = 0; l < k; l++) {
            if (matrix[k * n + l] == matrix[l * n + k]) continue;
            COMPLAIN(item, key, "'%s' is not symmetric: entries %d and %d differ; equal values are expected",
                     key, k * n + l + 1, l * n + k + 1);
            return false;
        }
    return true;
}

static bool check_square(const auth_item *item, const char *key, int count, const double *matrix, int n)
{
    return check_count(item, key, count, n * n, n) && check_symmetric(item, key, matrix, n);
}

static bool check_lengths(const auth_item *item, const body_file *f)
{
    const flex_body *b = &f->made.body;
    const int n = b->modes;
    return check_count(item, "S", f->S_count, 3 * n, n) && check_count(item, "R", f->R_count, 3 * n, n) &&
           check_square(item, "M", f->M_count, b->M, n) && check_square(item, "K", f->K_count, b->K, n) &&
           check_count(item, "N", f->N_count, 9 * n, n) &&
           check_count(item, "P", f->P_count, 9 * pair_count(n), n) &&
           check_square(item, "C0", f->C0_count, b->C0, n) && check_square(item, "Cx", f->Cx_count, b->Cx, n);
}

static bool check_marker(const auth_item *item, const marker_file *m, int n)
{
    return check_count(item, "phi", m->phi_count, 3 * n, n) &&
           check_count(item, "psi", m->psi_count, 3 * n, n) &&
           check_square(item, "G", m->G_count, m->marker.G, n);
}

/* P of all pairs: P_lk is the transpose of P_kl. */
static void unfold_pairs(const double *pairs, int n, double *P)
{
    for (int k = 0; k < n; k++)
        for (int l = k; l < n; l++, pairs += 9)
            for (int i = 0; i < 9; i++) {
                P[9 * (k * n + l) + i] = pairs[i];
                P[9 * (l * n + k) + 3 * (i % 3) + i / 3] = pairs[i];
            }
}

static const auth_field *find_markers(void);

static void check_body(auth_item *item)
{
    body_file *f = item->out;
    flex_body *b = &f->made.body;
    const size_t modes = (size_t)b->modes;
    b->name = f->made.name;
    b->description = f->made.description;
    if (!check_lengths(item, f)) return;
    for (int i = 0; i < b->marker_count; i++) {
        const auth_item of = auth_list_item(item, find_markers(), i);
        if (!check_marker(&of, &f->markers[i], b->modes)) return;
    }
    b->P = HL_NEW(item->reader->arena, double, 9 * modes * modes);
    b->markers = HL_NEW(item->reader->arena, flex_marker, b->marker_count);
    if (hl_arena_failed(item->reader->arena)) {
        *item->reader->starved = true;
        return;
    }
    unfold_pairs(f->pairs, b->modes, b->P);
    for (int i = 0; i < b->marker_count; i++) b->markers[i] = f->markers[i].marker;
}

static const auth_field fields[] = {
    HEAD(auth_flexible_body, "flexible-body"),
    COUNT_AS("modes", body_file, made.body.modes, "Number of modes; all lists follow from it",
             SPAN("1 to 24")),
    QUANTITY_AS("mass", body_file, made.body.mass, MASS, POSITIVE, "Mass"),
    VECTOR_AS("first_moment", body_file, made.body.first_moment, NUMBER, ANY, "Mass times centre, kg m"),
    VECTOR_AS("inertia", body_file, made.body.inertia, NUMBER, ANY,
              "Inertia about the root, row by row, kg m^2"),
    NUMBERS("S", body_file, made.body.S, S_count, "Integral of phi dm of each mode"),
    NUMBERS("R", body_file, made.body.R, R_count, "Integral of x cross phi dm of each mode"),
    NUMBERS("M", body_file, made.body.M, M_count, "Modal mass, row by row"),
    NUMBERS("K", body_file, made.body.K, K_count, "Modal stiffness, row by row"),
    NUMBERS("N", body_file, made.body.N, N_count, "Sum of m x phi_k^T of each mode k, row by row"),
    NUMBERS("P", body_file, pairs, P_count,
            "Sum of m phi_k phi_l^T of each pair of modes k <= l, row by row"),
    NUMBERS("C0", body_file, made.body.C0, C0_count, "Sum of m G, row by row"),
    NUMBERS("Cx", body_file, made.body.Cx, Cx_count, "Sum of m x G, row by row"),
    VECTOR_AS("damping", body_file, made.body.damping, NUMBER, NOT_NEGATIVE,
              "Share of the mass, 1/s, and of the stiffness, s"),
    LIST_AS("markers", body_file, markers, made.body.marker_count, marker, 0, FLEX_MAX_MARKERS,
            "List of nodes to which something can be attached"),
};

const auth_table auth_flexible_body_table = AUTH_TABLE(body_file, fields, .check = check_body);

static const auth_field *find_markers(void)
{
    return auth_find_field(&auth_flexible_body_table, "markers");
}

AUTH_FORMAT(flexible_body, body, FLEXIBLE_BODY, NULL)
