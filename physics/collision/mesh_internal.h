/* Private to the collision files: how a mesh is stored, and its tree. */
#ifndef COLLISION_MESH_INTERNAL_H
#define COLLISION_MESH_INTERNAL_H

#include "collision/mesh.h"

/* Two contacts closer than this are one. A neighbour counts as closer if a step of more than half of it into
 * the neighbour shortens the distance. [m] */
#define COLL_SAME_PLACE  1e-6
#define COLL_CLOSER_STEP (0.5 * COLL_SAME_PLACE)

typedef struct mesh_triangle {
    int number; /**< in the definition */
    int corner[3];
    int neighbour[3]; /**< across edge k; -1: border */
    int material;
    int convex; /**< bit k: the surface bends outwards at edge k by more than COLL_FLAT, or edge k is a border
                 */
    hl_vec3 normal;
} mesh_triangle;

/* Sine of the angle between neighbours below which they are flat: their edge is no feature. */
#define COLL_FLAT 1e-9

/* Upward part of the normal from which a face can be stood on: all but walls, whatever their rounding. */
#define COLL_UP 1e-6

/* Angle below which two edges are in one straight line [rad]. */
#define COLL_STRAIGHT 1e-6

/** A node of the tree; nodes are in the order of a walk that goes left first. Bounds are rounded outwards. */
typedef struct mesh_node {
    float low[3], high[3];
    int skip; /**< the next node for a query that does not meet this one */
    int leaf; /**< its first triangle and their number; -1: not a leaf */
} mesh_node;

enum { MESH_LEAF = 4 }; /* most triangles of a leaf */

struct coll_mesh {
    coll_mesh_info info;
    int vertex_count;
    hl_vec3 *vertices;        /**< [m] */
    mesh_triangle *triangles; /**< in the order of the tree's leaves */
    int *place;               /**< of a triangle of the definition in `triangles` */
    int *fan; /**< triangles around vertex v by number: fan[fan_start[v]] to fan[fan_start[v + 1] - 1] */
    int *fan_start;
    hl_vec3 *corner_normal; /**< of a vertex: sum of the normals around it, weighted by their angles */
    bool *at_border;        /**< of a vertex */
    bool *sharp;            /**< of a vertex: convex edges meet there, and not two in a straight line */
    mesh_node *nodes;
    int node_count;
};

/** Build the tree over the triangles, then bring them and their vertices into its order: what lies side by
 * side is read together. Unused vertices are dropped. */
void coll_mesh_tree_build(coll_mesh *mesh, hl_arena *arena);

/** A walk over the leaves that meet a box. */
typedef struct mesh_walk {
    float low[3], high[3];
    int node;
} mesh_walk;

/** Start a walk over all triangles whose bounds may come within `reach` [m] of the box. RT. */
mesh_walk coll_mesh_walk(hl_vec3 low, hl_vec3 high, double reach);

/** The next leaf: its triangles are `first` and those after it.
 *  @return their number; 0: the walk is over. RT. */
int coll_mesh_walk_next(const coll_mesh *mesh, mesh_walk *walk, int *first);

/** Triangles of a leaf: `first` and those after it.
 *  @return their number; 0: the node has two children, the next node and the `skip` of that. RT. */
int coll_mesh_leaf(const mesh_node *node, int *first);

/** Whether the surface around an edge or corner comes closer to a place than the point on it does.
 *  @param arm  from the point to the place [m]. RT. */
bool coll_mesh_edge_comes_closer(const coll_mesh *mesh, int triangle, int edge, hl_vec3 arm);
bool coll_mesh_corner_comes_closer(const coll_mesh *mesh, int vertex, hl_vec3 arm);

/** Unit vector along an edge, as its triangle runs. RT. */
hl_vec3 coll_mesh_edge_way(const coll_mesh *mesh, int triangle, int edge);

/** Outward direction of an edge, not of unit length: the sum of the normals of its triangles. RT. */
hl_vec3 coll_mesh_edge_normal(const coll_mesh *mesh, int triangle, int edge);

/** Add to a list of contacts: merge those at the same place, keep the nearest if the list is full. RT. */
void coll_mesh_keep(coll_mesh_contact *list, int *count, int most, const coll_mesh_contact *contact);

/** Make a feature canonical: of the lowest triangle that shares it, with its number and material.
 *  @param contact  in: its triangle is a place in `triangles`. RT. */
void coll_mesh_name_feature(const coll_mesh *mesh, coll_mesh_contact *contact);

/** coll_mesh_feature of a feature of a triangle, and its material. RT. */
int64_t coll_mesh_feature_name(const coll_mesh *mesh, int triangle, int feature, int *material);

/** True for the one triangle that stands for a convex edge or a sharp corner. RT. */
bool coll_mesh_owns_edge(const coll_mesh *mesh, int triangle, int edge);
bool coll_mesh_owns_corner(const coll_mesh *mesh, int triangle, int corner);

/** Whether the surface around an edge or corner is behind it in the direction `normal`, a unit vector: it is
 * a local minimum of the distance to what comes from there. RT. */
bool coll_mesh_edge_holds(const coll_mesh *mesh, int triangle, int edge, hl_vec3 normal);
bool coll_mesh_corner_holds(const coll_mesh *mesh, int vertex, hl_vec3 normal);

/** Sort by triangle, then feature. RT. */
void coll_mesh_sort(coll_mesh_contact *list, int count);

#endif
