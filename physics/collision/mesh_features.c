/* Edges and corners of a mesh: names that all triangles around them agree on, and whether the surface around
 * one comes closer to a place than its own closest point does. */
#include "collision/mesh_internal.h"

hl_vec3 coll_mesh_edge_way(const coll_mesh *mesh, int triangle, int edge)
{
    const mesh_triangle *t = &mesh->triangles[triangle];
    return hl_normalized(hl_sub(mesh->vertices[t->corner[(edge + 1) % 3]], mesh->vertices[t->corner[edge]]));
}

/* Into the neighbour, at right angles to the edge: normal x edge as the neighbour runs along it. */
bool coll_mesh_edge_comes_closer(const coll_mesh *mesh, int triangle, int edge, hl_vec3 arm)
{
    const mesh_triangle *t = &mesh->triangles[triangle];
    if (t->neighbour[edge] < 0) return false;
    const hl_vec3 into =
        hl_cross(coll_mesh_edge_way(mesh, triangle, edge), mesh->triangles[t->neighbour[edge]].normal);
    return hl_dot(into, arm) > COLL_CLOSER_STEP;
}

/* A triangle has its closest point in a corner if the distance grows along both of its edges. */
bool coll_mesh_corner_comes_closer(const coll_mesh *mesh, int vertex, hl_vec3 arm)
{
    const hl_vec3 at = mesh->vertices[vertex];
    for (int i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++)
        for (int k = 0; k < 3; k++) {
            const int other = mesh->triangles[mesh->fan[i]].corner[k];
            if (other == vertex) continue;
            const hl_vec3 way = hl_sub(mesh->vertices[other], at);
            const double along = hl_dot(way, arm);
            if (along > 0.0 && along * along > COLL_CLOSER_STEP * COLL_CLOSER_STEP * hl_dot(way, way))
                return true;
        }
    return false;
}

hl_vec3 coll_mesh_edge_normal(const coll_mesh *mesh, int triangle, int edge)
{
    const mesh_triangle *t = &mesh->triangles[triangle];
    return t->neighbour[edge] < 0 ? t->normal : hl_add(t->normal, mesh->triangles[t->neighbour[edge]].normal);
}

static int edge_towards(const mesh_triangle *triangle, int neighbour, int vertex)
{
    for (int k = 0; k < 3; k++)
        if (triangle->neighbour[k] == neighbour && triangle->corner[(k + 1) % 3] == vertex) return k;
    return 0;
}

static int corner_at(const mesh_triangle *triangle, int vertex)
{
    return triangle->corner[0] == vertex ? 0 : triangle->corner[1] == vertex ? 1 : 2;
}

void coll_mesh_name_feature(const coll_mesh *mesh, coll_mesh_contact *contact)
{
    const mesh_triangle *t = &mesh->triangles[contact->triangle];
    if (contact->feature >= COLL_CORNER) {
        const int vertex = t->corner[contact->feature - COLL_CORNER];
        t = &mesh->triangles[mesh->fan[mesh->fan_start[vertex]]];
        contact->feature = COLL_CORNER + corner_at(t, vertex);
    } else if (contact->feature >= COLL_EDGE) {
        const int k = contact->feature - COLL_EDGE, n = t->neighbour[k];
        if (n >= 0 && mesh->triangles[n].number < t->number) {
            const int start = t->corner[k];
            t = &mesh->triangles[n];
            contact->feature = COLL_EDGE + edge_towards(t, contact->triangle, start);
        }
    }
    contact->triangle = t->number;
    contact->material = t->material;
}

int64_t coll_mesh_feature_name(const coll_mesh *mesh, int triangle, int feature, int *material)
{
    coll_mesh_contact contact = {.triangle = triangle, .feature = feature};
    coll_mesh_name_feature(mesh, &contact);
    *material = contact.material;
    return coll_mesh_feature(&contact);
}

/* ---- convex edges and sharp corners, for shapes that are more than a point ---- */

bool coll_mesh_owns_edge(const coll_mesh *mesh, int triangle, int edge)
{
    const mesh_triangle *t = &mesh->triangles[triangle];
    const int n = t->neighbour[edge];
    return (t->convex >> edge & 1) != 0 && (n < 0 || mesh->triangles[n].number > t->number);
}

bool coll_mesh_owns_corner(const coll_mesh *mesh, int triangle, int corner)
{
    const int v = mesh->triangles[triangle].corner[corner];
    return mesh->sharp[v] && mesh->fan[mesh->fan_start[v]] == triangle;
}

bool coll_mesh_edge_holds(const coll_mesh *mesh, int triangle, int edge, hl_vec3 normal)
{
    const hl_vec3 into = hl_cross(mesh->triangles[triangle].normal, coll_mesh_edge_way(mesh, triangle, edge));
    return hl_dot(coll_mesh_edge_normal(mesh, triangle, edge), normal) > 0.0 &&
           hl_dot(into, normal) <= COLL_CLOSER_STEP &&
           !coll_mesh_edge_comes_closer(mesh, triangle, edge, normal);
}

bool coll_mesh_corner_holds(const coll_mesh *mesh, int vertex, hl_vec3 normal)
{
    return hl_dot(mesh->corner_normal[vertex], normal) > 0.0 &&
           !coll_mesh_corner_comes_closer(mesh, vertex, normal);
}
