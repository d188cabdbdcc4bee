/* Tree of bounds over the triangles of a mesh: a balanced binary tree, split at the median of the middles
 * along the axis on which they spread most. Nodes are in the order of a walk that goes left first and hold
 * where the walk continues if their bounds are missed, so a query needs no stack. Bounds are
 * single-precision, rounded outwards: two nodes a cache line. */
#include "collision/mesh_internal.h"

#include <stdlib.h>

/* A leaf is LEAF_UNIT times its first triangle plus their number. */
enum { LEAF_UNIT = 8 };

/* Three axes as arrays, so that loops run over them. */
typedef struct leaf_entry {
    double low[3], high[3];
    double key; /* twice the middle along the axis of the split [m] */
    int triangle;
} leaf_entry;

typedef struct tree_builder {
    coll_mesh *mesh;
    int *order; /* triangles of the leaves */
    int entries;
} tree_builder;

/* Single-precision bounds that contain a double; conversion rounds to nearest. */
static float below(double x)
{
    const float nearest = (float)x;
    return (double)nearest > x ? nextafterf(nearest, -INFINITY) : nearest;
}

static float above(double x)
{
    const float nearest = (float)x;
    return (double)nearest < x ? nextafterf(nearest, INFINITY) : nearest;
}

static int by_key(const void *left, const void *right)
{
    const leaf_entry *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->triangle - b->triangle;
}

static void sort_along_widest(leaf_entry *entries, int count)
{
    int widest = 0;
    double spread = -1.0;
    for (int k = 0; k < 3; k++) {
        double least = (double)INFINITY, most = -(double)INFINITY;
        for (int i = 0; i < count; i++) {
            least = fmin(least, entries[i].low[k] + entries[i].high[k]);
            most = fmax(most, entries[i].low[k] + entries[i].high[k]);
        }
        if (most - least > spread) {
            spread = most - least;
            widest = k;
        }
    }
    for (int i = 0; i < count; i++) entries[i].key = entries[i].low[widest] + entries[i].high[widest];
    qsort(entries, (size_t)count, sizeof *entries, by_key);
}

static void set_bounds(mesh_node *node, const leaf_entry *entries, int count)
{
    for (int k = 0; k < 3; k++) {
        double low = entries[0].low[k], high = entries[0].high[k];
        for (int i = 1; i < count; i++) {
            low = fmin(low, entries[i].low[k]);
            high = fmax(high, entries[i].high[k]);
        }
        node->low[k] = below(low);
        node->high[k] = above(high);
    }
}

static void add_leaf(tree_builder *b, mesh_node *node, const leaf_entry *entries, int count)
{
    node->leaf = b->entries * LEAF_UNIT + count;
    for (int i = 0; i < count; i++) b->order[b->entries++] = entries[i].triangle;
}

/* The left half has full leaves. The recursion is as deep as the tree. */
static void build(tree_builder *b, leaf_entry *entries, int count, int depth)
{
    coll_mesh *mesh = b->mesh;
    mesh_node *node = &mesh->nodes[mesh->node_count++];
    set_bounds(node, entries, count);
    node->leaf = -1;
    if (depth > mesh->info.tree_depth) mesh->info.tree_depth = depth;
    if (count <= MESH_LEAF) {
        add_leaf(b, node, entries, count);
    } else {
        sort_along_widest(entries, count);
        const int left = (count / 2 + MESH_LEAF - 1) / MESH_LEAF * MESH_LEAF;
        build(b, entries, left, depth + 1);
        build(b, entries + left, count - left, depth + 1);
    }
    node->skip = mesh->node_count;
}

static leaf_entry entry_of(const coll_mesh *mesh, int t)
{
    leaf_entry entry = {.triangle = t};
    for (int c = 0; c < 3; c++) {
        const hl_vec3 v = mesh->vertices[mesh->triangles[t].corner[c]];
        const double at[3] = {v.x, v.y, v.z};
        for (int k = 0; k < 3; k++) {
            entry.low[k] = c == 0 ? at[k] : fmin(entry.low[k], at[k]);
            entry.high[k] = c == 0 ? at[k] : fmax(entry.high[k], at[k]);
        }
    }
    return entry;
}

/* Vertices in the order in which the triangles first use them. */
static void reorder_vertices(coll_mesh *mesh, hl_arena *scratch)
{
    const hl_vec3 *vertices = HL_COPY(scratch, hl_vec3, mesh->vertices, mesh->vertex_count);
    const bool *at_border = HL_COPY(scratch, bool, mesh->at_border, mesh->vertex_count);
    int *place = HL_NEW(scratch, int, mesh->vertex_count); /* plus one; 0: not used so far */
    if (hl_arena_failed(scratch)) return;
    mesh->vertex_count = 0;
    for (int t = 0; t < mesh->info.triangles; t++)
        for (int k = 0; k < 3; k++) {
            int *corner = &mesh->triangles[t].corner[k];
            if (place[*corner] == 0) {
                mesh->vertices[mesh->vertex_count] = vertices[*corner];
                mesh->at_border[mesh->vertex_count] = at_border[*corner];
                place[*corner] = ++mesh->vertex_count;
            }
            *corner = place[*corner] - 1;
        }
    mesh->info.vertices = mesh->vertex_count;
}

static void reorder(coll_mesh *mesh, const int *order, hl_arena *scratch)
{
    const mesh_triangle *triangles = HL_COPY(scratch, mesh_triangle, mesh->triangles, mesh->info.triangles);
    if (triangles == NULL) return;
    for (int i = 0; i < mesh->info.triangles; i++) mesh->place[order[i]] = i;
    for (int i = 0; i < mesh->info.triangles; i++) {
        mesh_triangle *triangle = &mesh->triangles[i];
        *triangle = triangles[order[i]];
        for (int k = 0; k < 3; k++)
            if (triangle->neighbour[k] >= 0) triangle->neighbour[k] = mesh->place[triangle->neighbour[k]];
    }
    reorder_vertices(mesh, scratch);
}

static void build_all(coll_mesh *mesh, hl_arena *scratch)
{
    const int count = mesh->info.triangles;
    leaf_entry *entries = HL_NEW(scratch, leaf_entry, count);
    tree_builder b = {.mesh = mesh, .order = HL_NEW(scratch, int, count)};
    if (hl_arena_failed(scratch)) return;
    for (int t = 0; t < count; t++) entries[t] = entry_of(mesh, t);
    build(&b, entries, count, 1);
    const mesh_node *root = mesh->nodes;
    mesh->info.tree_nodes = mesh->node_count;
    mesh->info.low = hl_v3((double)root->low[0], (double)root->low[1], (double)root->low[2]);
    mesh->info.high = hl_v3((double)root->high[0], (double)root->high[1], (double)root->high[2]);
    reorder(mesh, b.order, scratch);
}

void coll_mesh_tree_build(coll_mesh *mesh, hl_arena *arena)
{
    const size_t leaves = ((size_t)mesh->info.triangles + MESH_LEAF - 1) / MESH_LEAF;
    hl_arena scratch = {0};
    mesh->nodes = HL_NEW(arena, mesh_node, 2 * leaves);
    mesh->place = HL_NEW(arena, int, mesh->info.triangles);
    if (!hl_arena_failed(arena)) build_all(mesh, &scratch);
    if (hl_arena_failed(&scratch)) arena->failed = true;
    hl_arena_free(&scratch);
}

mesh_walk coll_mesh_walk(hl_vec3 low, hl_vec3 high, double reach)
{
    return (mesh_walk){.low = {below(low.x - reach), below(low.y - reach), below(low.z - reach)},
                       .high = {above(high.x + reach), above(high.y + reach), above(high.z + reach)}};
}

static bool meets(const mesh_node *node, const mesh_walk *walk)
{
    return (node->low[0] <= walk->high[0]) & (walk->low[0] <= node->high[0]) &
           (node->low[1] <= walk->high[1]) & (walk->low[1] <= node->high[1]) &
           (node->low[2] <= walk->high[2]) & (walk->low[2] <= node->high[2]);
}

int coll_mesh_leaf(const mesh_node *node, int *first)
{
    if (node->leaf < 0) return 0;
    *first = node->leaf / LEAF_UNIT;
    return node->leaf % LEAF_UNIT;
}

int coll_mesh_walk_next(const coll_mesh *mesh, mesh_walk *walk, int *first)
{
    while (walk->node < mesh->node_count) {
        const mesh_node *node = &mesh->nodes[walk->node];
        if (!meets(node, walk)) {
            walk->node = node->skip;
            continue;
        }
        walk->node++;
        const int many = coll_mesh_leaf(node, first);
        if (many > 0) return many;
    }
    return 0;
}
