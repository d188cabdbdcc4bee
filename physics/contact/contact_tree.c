/* Broad phase: a balanced binary tree of bounds with sides along the world's axes, split at the median along
 * the longer side (J. L. Bentley, Multidimensional binary search trees used for associative searching, CACM
 * 18, 1975; bounds instead of points).
 *
 * Every leaf is one box. Nodes lie in the order of a walk that goes left first, so the subtree of a node with
 * m leaves takes the 2 m - 1 places from its own on: a query walks forward, and jumps over what it does not
 * meet. It needs no stack. */
#include "contact_internal.h"

#include <stdlib.h>

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
