/* Separating-axis test of oriented boxes: 000 publication V Eq. (20)-(22); S. Gottschalk, M. C. Lin, D.
 * Manocha, OBBTree: a hierarchical structure for rapid interference detection, SIGGRAPH 1996.
 *
 * Two boxes E (a) and F (b), T from the centre of b to that of a, do not overlap along the unit direction L
 * if
 *
 *   |T . L| > d_E + d_F,   d_E = sum_i e_i |E_i . L|,   d_F = sum_j f_j |F_j . L|           (20)-(22)
 *
 * with three terms a box (the paper draws two dimensions) and absolute values, which it leaves out. They
 * overlap if no face normal and no cross product of two edges separates them: L = E_i, F_j, E_i x F_j. In a's
 * axes everything is made of R_ij = E_i . F_j and T_i = T . E_i. */
#include "contact_internal.h"

/* |E_i x F_j| below which the two edges count as parallel: between parallel edges there is nothing that the
 * faces' axes do not tell, and the direction of so short a product is no longer known to 1e-9. */
static const double PARALLEL = 1e-6;

/* An edge axis must overlap less than the best face axis by this part. Boxes that lie flat on each other have
 * edge axes within rounding of their faces' normal, one point of contact instead of four: without a
 * preference contacts would flicker between the two. */
static const double FACE_PREFERENCE = 0.05;

typedef struct box_pair {
    const contact_box *a, *b;
    double R[3][3];    /* E_i . F_j */
    double size[3][3]; /* |R_ij| */
    double T[3];       /* in a's axes [m] */
    double e[3], f[3];
} box_pair;

static void relate(const contact_box *a, const contact_box *b, box_pair *pair)
{
    const hl_mat3 back = hl_mat3_transposed(&a->axes), R = hl_mat3_mul(&back, &b->axes);
    const hl_vec3 T = hl_mul_transposed(&a->axes, hl_sub(a->centre, b->centre));
    pair->a = a;
    pair->b = b;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            pair->R[i][j] = R.m[i][j];
            pair->size[i][j] = fabs(R.m[i][j]);
        }
        pair->e[i] = box_half(a, i);
        pair->f[i] = box_half(b, i);
    }
    pair->T[0] = T.x;
    pair->T[1] = T.y;
    pair->T[2] = T.z;
}

/* Take an axis if it overlaps less than the best one so far; of equal ones the first stays.
 * `along`: T . L, whose sign turns L to point from b towards a. */
static void offer(box_axis *best, int axis, double overlap, double along)
{
    if (best->axis >= 0 && overlap >= best->overlap) return;
    *best = (box_axis){.axis = axis, .overlap = overlap, .sign = along < 0.0 ? -1.0 : 1.0};
}

/* L = E_i: d_E = e_i, d_F = sum_j f_j |R_ij|, and the same for L = F_j. */
static box_axis best_face(const box_pair *p)
{
    box_axis best = {.axis = -1};
    for (int i = 0; i < 3; i++) {
        const double radius =
            p->e[i] + (p->f[0] * p->size[i][0] + p->f[1] * p->size[i][1] + p->f[2] * p->size[i][2]);
        offer(&best, i, radius - fabs(p->T[i]), p->T[i]);
    }
    for (int j = 0; j < 3; j++) {
        const double radius =
            p->f[j] + (p->e[0] * p->size[0][j] + p->e[1] * p->size[1][j] + p->e[2] * p->size[2][j]);
        const double along = p->T[0] * p->R[0][j] + p->T[1] * p->R[1][j] + p->T[2] * p->R[2][j];
        offer(&best, 3 + j, radius - fabs(along), along);
    }
    return best;
}

/* L = E_i x F_j/|E_i x F_j|. With (i, i1, i2) right-handed, E_i x F_j = R_i1j E_i2 - R_i2j E_i1, and
 * |E_k . (E_i x F_j)| is |R_i2j| for k = i1 and |R_i1j| for k = i2; likewise in b's axes. */
static box_axis best_edge(const box_pair *p)
{
    box_axis best = {.axis = -1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double length = sqrt(p->R[i1][j] * p->R[i1][j] + p->R[i2][j] * p->R[i2][j]);
            if (length < PARALLEL) continue;
            const double along = p->T[i2] * p->R[i1][j] - p->T[i1] * p->R[i2][j];
            const double radius = p->e[i1] * p->size[i2][j] + p->e[i2] * p->size[i1][j] +
                                  p->f[j1] * p->size[i][j2] + p->f[j2] * p->size[i][j1];
            offer(&best, 6 + 3 * i + j, (radius - fabs(along)) / length, along);
        }
    return best;
}

static hl_vec3 axis_direction(const box_pair *p, int axis)
{
    if (axis < 3) return box_direction(p->a, axis);
    if (axis < 6) return box_direction(p->b, axis - 3);
    const int i = (axis - 6) / 3, j = (axis - 6) % 3;
    return hl_normalized(hl_cross(box_direction(p->a, i), box_direction(p->b, j)));
}

static void turn_normal(const box_pair *p, box_axis *best)
{
    if (best->axis >= 0) best->normal = hl_scale(best->sign, axis_direction(p, best->axis));
}

box_axes contact_boxes_axes(const contact_box *a, const contact_box *b, double margin)
{
    box_pair pair;
    relate(a, b, &pair);
    box_axes axes = {.face = best_face(&pair), .edge = {.axis = -1}, .apart = true};
    if (axes.face.overlap < -margin) return axes;
    axes.edge = best_edge(&pair);
    if (axes.edge.axis >= 0 && axes.edge.overlap < -margin) return axes;
    axes.apart = false;
    turn_normal(&pair, &axes.face);
    turn_normal(&pair, &axes.edge);
    return axes;
}

bool contact_edge_is_preferred(const box_axes *axes)
{
    return axes->edge.axis >= 0 &&
           axes->edge.overlap < axes->face.overlap - FACE_PREFERENCE * fabs(axes->face.overlap);
}

bool contact_boxes_overlap(const contact_box *a, const contact_box *b, double *depth, hl_vec3 *normal)
{
    const box_axes axes = contact_boxes_axes(a, b, 0.0);
    if (axes.apart) return false;
    const box_axis *best = contact_edge_is_preferred(&axes) ? &axes.edge : &axes.face;
    *depth = best->overlap;
    *normal = best->normal;
    return true;
}

hl_vec3 contact_box_corner(const contact_box *box, int corner)
{
    const hl_vec3 h = box->half;
    return hl_add(box->centre, hl_mul(&box->axes, hl_v3(corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y,
                                                        corner & 4 ? h.z : -h.z)));
}
