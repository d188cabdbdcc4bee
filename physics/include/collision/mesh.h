/* Triangle meshes for contacts with spheres, points and other shapes.
 *
 * A contact of a sphere is a local minimum of the distance from its centre to the surface: the closest point
 * of a triangle counts if none of the triangles that share the edge or corner on which it lies comes closer.
 * Flat neighbours then give one contact, a valley two, a ridge or a corner one. (Paper 004 uses the face onto
 * which the centre projects, otherwise an edge, never a corner. Near an edge it then finds additional
 * contacts with this edge, on which a rolling ball bounces.)
 *
 * A mesh has its own frame; callers transform centres and contacts. */
#ifndef COLLISION_MESH_H
#define COLLISION_MESH_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/vec3.h"

#include <stdint.h>

/** Plain data of a mesh; the arrays need to live only during the call of coll_mesh_new. */
typedef struct coll_mesh_def {
    int vertex_count, triangle_count;
    const hl_vec3 *vertices;   /**< [m]; vertices at the same place count as one */
    const int (*triangles)[3]; /**< indices of vertices, counter-clockwise seen from outside of the solid */
    const int *materials;      /**< of each triangle; NULL: all 0 */
    const int *lines;          /**< of each triangle in its file, places of complaints; NULL: unknown */
} coll_mesh_def;

typedef struct coll_mesh coll_mesh;

/** Check a definition and build the mesh: normals, neighbours, bounds and a tree of bounds. Open borders are
 * allowed. Not RT.
 *  @param report  receives the errors, with the number of the triangle or edge: indices out of range,
 *                 triangles without area, edges with more than two triangles, neighbours whose windings
 *                 disagree
 *  @return NULL: an error, or out of memory */
coll_mesh *coll_mesh_new(const coll_mesh_def *def, hl_report *report, hl_arena *arena);

/** Figures of a mesh, for reports. */
typedef struct coll_mesh_info {
    int triangles, vertices; /**< vertices at the same place counted once; unused ones not */
    int edges, border_edges; /**< a border edge has one triangle; a closed mesh has none */
    int borders;             /**< connected lines of border edges: the outline, holes */
    int tree_nodes, tree_depth;
    hl_vec3 low, high; /**< bounds [m] */
} coll_mesh_info;

coll_mesh_info coll_mesh_describe(const coll_mesh *mesh);

/** Warn of what is allowed but improbable, each with its place and figure: triangles lower than a millimetre
 * and a thousandth of their longest edge; edges where the surface turns back by more than 150 degrees
 * outwards, as on spikes and blades, which shapes can pass between the points that are tested; of a solid,
 * holes: its border edges, their number and the first. Not RT.
 *  @param solid     the mesh should enclose a volume
 *  @param warnings  see hl_report_begin_warnings */
void coll_mesh_warn(const coll_mesh *mesh, bool solid, hl_report *warnings);

/** Corners of a triangle [m]. RT. */
void coll_mesh_corners(const coll_mesh *mesh, int triangle, hl_vec3 corners[3]);

/** Unit normal of a triangle. RT. */
hl_vec3 coll_mesh_normal(const coll_mesh *mesh, int triangle);

/** Parts of a triangle. Edge k goes from corner k to corner (k + 1) % 3. */
enum { COLL_FACE = 0, COLL_EDGE = 1, COLL_CORNER = 4, COLL_FEATURES = 7 };

/** A contact of a sphere with a mesh, in the mesh's frame. */
typedef struct coll_mesh_contact {
    hl_vec3 point;   /**< on the surface [m] */
    hl_vec3 normal;  /**< unit vector, from the surface to the centre; of a face: the face's */
    double distance; /**< of the centre from the surface [m]; negative: behind a face */
    int triangle;    /**< of the triangles that share the edge or corner: the lowest */
    int feature;     /**< of this triangle: COLL_FACE, COLL_EDGE + k, COLL_CORNER + k */
    int material;    /**< of this triangle */
} coll_mesh_contact;

/** A number for the feature of a contact, the same from step to step. */
static inline int64_t coll_mesh_feature(const coll_mesh_contact *contact)
{
    return (int64_t)contact->triangle * COLL_FEATURES + contact->feature;
}

/** Contacts of a sphere, or of a point, with a mesh, by triangle, then feature. Contacts within a micrometre
 * of each other are one: a face before an edge before a corner, then the lowest triangle.
 *
 * Edges and corners count only from the front. If no contact from the front is found, and the centre is
 * behind the nearest face, this face counts; behind the bottom of a valley all faces that meet there.
 *  @param front   contacts at most this far from the centre count [m]: radius plus margin
 *  @param behind  a centre at most this far behind a face is pushed out [m]
 *  @param most    capacity of `found` > 0; of more contacts the nearest are kept
 *  @return their number. RT. */
int coll_mesh_near(const coll_mesh *mesh, hl_vec3 centre, double front, double behind, int most,
                   coll_mesh_contact *found);

#endif
