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

#include "contact/contact.h"

#include <math.h>
#include <stdlib.h>

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
static void offer(contact_box_axis *best, int axis, double overlap, double along)
{
    if (best->axis >= 0 && overlap >= best->overlap) return;
    *best = (contact_box_axis){.axis = axis, .overlap = overlap, .sign = along < 0.0 ? -1.0 : 1.0};
}

/* L = E_i: d_E = e_i, d_F = sum_j f_j |R_ij|, and the same for L = F_j. */
static contact_box_axis best_face(const box_pair *p)
{
    contact_box_axis best = {.axis = -1};
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
static contact_box_axis best_edge(const box_pair *p)
{
    contact_box_axis best = {.axis = -1};
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

static void turn_normal(const box_pair *p, contact_box_axis *best)
{
    if (best->axis >= 0) best->normal = hl_scale(best->sign, axis_direction(p, best->axis));
}

contact_box_axes contact_boxes_axes(const contact_box *a, const contact_box *b, double margin)
{
    box_pair pair;
    relate(a, b, &pair);
    contact_box_axes axes = {.face = best_face(&pair), .edge = {.axis = -1}, .apart = true};
    if (axes.face.overlap < -margin) return axes;
    axes.edge = best_edge(&pair);
    if (axes.edge.axis >= 0 && axes.edge.overlap < -margin) return axes;
    axes.apart = false;
    turn_normal(&pair, &axes.face);
    turn_normal(&pair, &axes.edge);
    return axes;
}

bool contact_edge_is_preferred(const contact_box_axes *axes)
{
    return axes->edge.axis >= 0 &&
           axes->edge.overlap < axes->face.overlap - FACE_PREFERENCE * fabs(axes->face.overlap);
}

bool contact_boxes_overlap(const contact_box *a, const contact_box *b, double *depth, hl_vec3 *normal)
{
    const contact_box_axes axes = contact_boxes_axes(a, b, 0.0);
    if (axes.apart) return false;
    const contact_box_axis *best = contact_edge_is_preferred(&axes) ? &axes.edge : &axes.face;
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

/* Broad phase: a balanced binary tree of bounds with sides along the world's axes, split at the median along
 * the longer side (J. L. Bentley, Multidimensional binary search trees used for associative searching, CACM
 * 18, 1975; bounds instead of points).
 *
 * Every leaf is one box. Nodes lie in the order of a walk that goes left first, so the subtree of a node with
 * m leaves takes the 2 m - 1 places from its own on: a query walks forward, and jumps over what it does not
 * meet. It needs no stack. */

typedef struct bounds {
    hl_vec3 low, high; /* [m] */
} bounds;

typedef struct tree_node {
    bounds bounds;
    int leaves; /* in its subtree; 1: a leaf */
    int box;    /* of a leaf */
} tree_node;

struct contact_tree {
    int node_count;
    tree_node *nodes;
};

/* half sides: sum_k e_k |E_k| */
static bounds bounds_of(const contact_box *box)
{
    hl_vec3 half = hl_v3(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        const hl_vec3 e = hl_scale(box_half(box, k), box_direction(box, k));
        half = hl_add(half, hl_v3(fabs(e.x), fabs(e.y), fabs(e.z)));
    }
    return (bounds){hl_sub(box->centre, half), hl_add(box->centre, half)};
}

static bounds bounds_joined(const bounds *a, const bounds *b)
{
    return (bounds){
        hl_v3(fmin(a->low.x, b->low.x), fmin(a->low.y, b->low.y), fmin(a->low.z, b->low.z)),
        hl_v3(fmax(a->high.x, b->high.x), fmax(a->high.y, b->high.y), fmax(a->high.z, b->high.z))};
}

static bool bounds_meet(const bounds *a, const bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* ---- building ---- */

typedef struct leaf {
    bounds bounds;
    double key; /* what the leaves are sorted by: their middle along the axis of the split [m] */
    int box;
} leaf;

/* A total order, so that the tree is the same whatever sorts it. */
static int by_key(const void *left, const void *right)
{
    const leaf *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->box - b->box;
}

static void sort_leaves(leaf *leaves, int count, const bounds *all)
{
    const hl_vec3 side = hl_sub(all->high, all->low);
    for (int i = 0; i < count; i++) {
        const hl_vec3 twice = hl_add(leaves[i].bounds.low, leaves[i].bounds.high);
        leaves[i].key = 0.5 * (side.x >= side.y && side.x >= side.z ? twice.x
                               : side.y >= side.z                   ? twice.y
                                                                    : twice.z);
    }
    qsort(leaves, (size_t)count, sizeof *leaves, by_key);
}

/* The depth of the recursion is the tree's: log2 of the number of boxes, rounded up. */
static void build(leaf *leaves, int count, tree_node *nodes)
{
    nodes->bounds = leaves[0].bounds;
    nodes->leaves = count;
    nodes->box = leaves[0].box;
    if (count == 1) return;
    for (int i = 1; i < count; i++) nodes->bounds = bounds_joined(&nodes->bounds, &leaves[i].bounds);
    sort_leaves(leaves, count, &nodes->bounds);
    const int left = count / 2;
    build(leaves, left, nodes + 1);
    build(leaves + left, count - left, nodes + 2 * left);
}

contact_tree *contact_tree_new(const contact_box *boxes, int count, hl_arena *arena)
{
    contact_tree *tree = HL_NEW(arena, contact_tree, 1);
    if (tree == NULL || count == 0) return tree;
    leaf *leaves = HL_NEW(arena, leaf, count);
    tree->node_count = 2 * count - 1;
    tree->nodes = HL_NEW(arena, tree_node, tree->node_count);
    if (hl_arena_failed(arena)) return NULL;
    for (int i = 0; i < count; i++) leaves[i] = (leaf){.bounds = bounds_of(&boxes[i]), .box = i};
    build(leaves, count, tree->nodes);
    return tree;
}

/* ---- asking ---- */

/* Insert into the sorted list of the `most` lowest. */
static void insert(int box, int held, int most, int *found)
{
    int place = held < most ? held : most;
    if (place == most && (most == 0 || found[most - 1] < box)) return;
    if (place == most) place--;
    for (; place > 0 && found[place - 1] > box; place--) found[place] = found[place - 1];
    found[place] = box;
}

int contact_tree_search(const contact_tree *tree, const contact_box *box, double margin, int most, int *found,
                        int *visited)
{
    const hl_vec3 around = hl_v3(margin, margin, margin);
    bounds asked = bounds_of(box);
    asked.low = hl_sub(asked.low, around);
    asked.high = hl_add(asked.high, around);
    int count = 0;
    *visited = 0;
    for (int n = 0; n < tree->node_count; (*visited)++) {
        const tree_node *node = &tree->nodes[n];
        if (!bounds_meet(&node->bounds, &asked)) {
            n += 2 * node->leaves - 1;
            continue;
        }
        if (node->leaves == 1) insert(node->box, count++, most, found);
        n++;
    }
    return count;
}

int contact_tree_near(const contact_tree *tree, const contact_box *box, double margin, int most, int *found)
{
    int visited;
    return contact_tree_search(tree, box, margin, most, found, &visited);
}

/* The list of a body's points of contact during one step, and the approach speeds that their patches keep
 * from step to step. */

/* The least deep point; of equally deep ones the last. */
static int shallowest(const contact_set *set)
{
    int least = 0;
    for (int k = 1; k < set->count; k++)
        if (set->depth[k] <= set->depth[least]) least = k;
    return least;
}

int contact_set_add(contact_set *set, hl_vec3 point, hl_vec3 plane, hl_vec3 normal, double depth, int patch,
                    const contact_surface *surface)
{
    int place = set->count;
    if (set->count == (set->room > 0 ? set->room : CONTACT_MAX_POINTS)) {
        set->overflow++;
        place = shallowest(set);
        if (depth <= set->depth[place]) return -1;
    } else {
        set->count++;
    }
    set->point[place] = point;
    set->plane[place] = plane;
    set->normal[place] = normal;
    set->moving[place] = hl_v3(0, 0, 0);
    set->depth[place] = depth;
    set->patch[place] = patch;
    set->surface[place] = surface;
    set->approach[place] = HUGE_VAL;
    return place;
}

/* ---- approach speeds ---- */

/* v0 of a patch in the step before, 0: it is not known. */
static double remembered(const contact_memory *memory, int patch)
{
    for (int i = 0; i < memory->count; i++)
        if (memory->patch[i] == patch) return memory->approach[i];
    return 0.0;
}

/* Points of a patch: whether one of them presses, and the largest speeds of those that press, of those that
 * come to press within the step, and of all [m/s]. */
typedef struct patch_speeds {
    bool presses;
    double pressing, coming, any;
} patch_speeds;

static patch_speeds speeds_of(const contact_set *set, int patch, double step, const double *speed)
{
    patch_speeds all = {.presses = false};
    for (int k = 0; k < set->count; k++) {
        if (set->patch[k] != patch) continue;
        const bool presses = set->depth[k] > 0.0;
        all.presses |= presses;
        all.any = fmax(all.any, speed[k]);
        if (presses)
            all.pressing = fmax(all.pressing, speed[k]);
        else if (set->depth[k] + 2.0 * speed[k] * step > 0.0) /* twice: it may become faster */
            all.coming = fmax(all.coming, speed[k]);
    }
    return all;
}

static double patch_approach(const patch_speeds *all, double known)
{
    if (!all->presses) return all->any;
    return fmax(known > 0.0 ? known : all->pressing, all->coming);
}

void contact_set_approach(contact_set *set, contact_memory *memory, double slowest, double step,
                          const mb_pose *pose, hl_vec3 velocity, hl_vec3 turn)
{
    const contact_memory before = *memory;
    double speed[CONTACT_MAX_POINTS];
    for (int k = 0; k < set->count; k++) {
        const hl_vec3 arm = hl_mul(&pose->rotation, set->point[k]);
        speed[k] = -hl_dot(set->normal[k], hl_sub(hl_add(velocity, hl_cross(turn, arm)), set->moving[k]));
    }
    *memory = (contact_memory){.count = 0};
    for (int k = 0; k < set->count; k++) {
        const int patch = set->patch[k];
        double v0 = remembered(memory, patch);
        if (v0 == 0.0) {
            const patch_speeds all = speeds_of(set, patch, step, speed);
            v0 = fmax(slowest, patch_approach(&all, remembered(&before, patch)));
            memory->patch[memory->count] = patch;
            memory->approach[memory->count++] = v0;
        }
        set->approach[k] = v0;
    }
}
