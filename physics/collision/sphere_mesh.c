/* Contacts of a sphere with a mesh: local minima of the distance from its centre to the surface.
 *
 * Front and behind of an edge or corner are told by the sum of the normals around it, those of a corner
 * weighted by their angles (J. A. Baerentzen, H. Aanaes, Signed distance computation using the angle weighted
 * pseudonormal, IEEE TVCG 11, 2005). All places are relative to the centre, which keeps the digits of small
 * distances. */
#include "collision/mesh_internal.h"

#include "hl/clamp.h"

/* Centres closer than this to an edge or corner have no direction from it. [m] */
static const double NO_DIRECTION = 1e-9;

/* One query. */
typedef struct query {
    const coll_mesh *mesh;
    hl_vec3 centre;
    double front, behind;
    coll_mesh_contact *found;
    int count, most;
    double nearest_front;   /* of what the centre is in front of, within both reaches [m] */
    coll_mesh_contact back; /* the nearest feature that the centre is behind */
    bool has_back;
} query;

/* ---- closest point of a triangle ---- */

enum { TOO_FAR = -1 };

/* Closest point of a triangle, all places relative to the origin. */
typedef struct mesh_closest {
    hl_vec3 point;
    int feature; /* as in coll_mesh_contact, but of this triangle */
} mesh_closest;

static mesh_closest triangle_closest(const hl_vec3 corner[3], hl_vec3 normal, double reach)
{
    mesh_closest best = {.feature = COLL_FACE};
    double best_square = (double)INFINITY;
    bool inside = true;
    for (int k = 0; k < 3; k++) {
        const hl_vec3 a = corner[k], b = corner[(k + 1) % 3];
        const double side = hl_dot(normal, hl_cross(a, b)); /* distance from the edge times its length */
        if (side >= 0.0) continue;
        inside = false;
        const hl_vec3 ab = hl_sub(b, a);
        const double along = -hl_dot(a, ab), square = hl_dot(ab, ab);
        if (side * side > reach * reach * square) return (mesh_closest){.feature = TOO_FAR};
        mesh_closest closest = {hl_add_scaled(a, along / square, ab), COLL_EDGE + k};
        if (along <= 0.0) closest = (mesh_closest){a, COLL_CORNER + k};
        if (along >= square) closest = (mesh_closest){b, COLL_CORNER + (k + 1) % 3};
        const double distance = hl_dot(closest.point, closest.point);
        if (distance >= best_square) continue;
        best_square = distance;
        best = closest;
    }
    if (inside) best.point = hl_scale(hl_dot(normal, corner[0]), normal);
    return best;
}

/* ---- lists of contacts ---- */

/* 0 face, 1 edge, 2 corner */
static int rank(const coll_mesh_contact *contact)
{
    return (contact->feature >= COLL_EDGE) + (contact->feature >= COLL_CORNER);
}

static bool is_preferred(const coll_mesh_contact *a, const coll_mesh_contact *b)
{
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return coll_mesh_feature(a) < coll_mesh_feature(b);
}

void coll_mesh_keep(coll_mesh_contact *list, int *count, int most, const coll_mesh_contact *contact)
{
    int farthest = 0;
    for (int i = 0; i < *count; i++) {
        const hl_vec3 apart = hl_sub(list[i].point, contact->point);
        if (hl_dot(apart, apart) <= COLL_SAME_PLACE * COLL_SAME_PLACE) {
            if (is_preferred(contact, &list[i])) list[i] = *contact;
            return;
        }
        if (list[i].distance > list[farthest].distance) farthest = i;
    }
    if (*count < most)
        list[(*count)++] = *contact;
    else if (contact->distance < list[farthest].distance)
        list[farthest] = *contact;
}

void coll_mesh_sort(coll_mesh_contact *list, int count)
{
    for (int i = 1; i < count; i++) {
        const coll_mesh_contact moved = list[i];
        int j = i;
        for (; j > 0 && coll_mesh_feature(&moved) < coll_mesh_feature(&list[j - 1]); j--)
            list[j] = list[j - 1];
        list[j] = moved;
    }
}

/* ---- one triangle ---- */

static void keep(query *q, coll_mesh_contact *contact)
{
    coll_mesh_name_feature(q->mesh, contact);
    coll_mesh_keep(q->found, &q->count, q->most, contact);
}

/* Of equally near ones the lowest number. */
static void offer_back(query *q, const coll_mesh_contact *contact)
{
    const mesh_triangle *all = q->mesh->triangles;
    if (-contact->distance > q->behind) return;
    if (q->has_back && contact->distance < q->back.distance) return;
    if (q->has_back && contact->distance == q->back.distance &&
        all[contact->triangle].number > all[q->back.triangle].number)
        return;
    q->back = *contact;
    q->has_back = true;
}

static void offer_front(query *q, coll_mesh_contact *contact)
{
    q->nearest_front = hl_min(q->nearest_front, contact->distance);
    if (contact->distance <= q->front) keep(q, contact);
}

static coll_mesh_contact face_contact(const query *q, int t, double height)
{
    const hl_vec3 normal = q->mesh->triangles[t].normal;
    return (coll_mesh_contact){.point = hl_add_scaled(q->centre, -height, normal),
                               .normal = normal,
                               .distance = height,
                               .triangle = t,
                               .feature = COLL_FACE};
}

static void offer_face(query *q, int t, double height)
{
    coll_mesh_contact contact = face_contact(q, t, height);
    if (height < 0.0)
        offer_back(q, &contact);
    else
        offer_front(q, &contact);
}

/* The closest point of the triangle lies on an edge or corner. */
static void offer_rim(query *q, int t, const mesh_closest *closest)
{
    const coll_mesh *mesh = q->mesh;
    const mesh_triangle *triangle = &mesh->triangles[t];
    const hl_vec3 arm = hl_neg(closest->point);
    const double distance = hl_norm(arm);
    if (distance > hl_max(q->front, q->behind)) return;
    const bool is_corner = closest->feature >= COLL_CORNER;
    const int k = closest->feature - (is_corner ? COLL_CORNER : COLL_EDGE), vertex = triangle->corner[k];
    if (is_corner ? coll_mesh_corner_comes_closer(mesh, vertex, arm)
                  : coll_mesh_edge_comes_closer(mesh, t, k, arm))
        return;
    const bool border = is_corner ? mesh->at_border[vertex] : triangle->neighbour[k] < 0;
    const hl_vec3 outward = is_corner ? mesh->corner_normal[vertex] : coll_mesh_edge_normal(mesh, t, k);
    const double side = hl_dot(outward, arm);
    const bool touches = distance < NO_DIRECTION;
    const bool in_front = side > 0.0 || touches || (border && side >= -NO_DIRECTION);
    coll_mesh_contact contact = {.point = hl_add(q->centre, closest->point),
                                 .normal = touches ? hl_normalized(outward) : hl_scale(1.0 / distance, arm),
                                 .distance = in_front ? distance : -distance,
                                 .triangle = t,
                                 .feature = closest->feature};
    if (!in_front) {
        if (!border) offer_back(q, &contact);
        return;
    }
    offer_front(q, &contact);
}

static void offer_triangle(query *q, int t)
{
    const mesh_triangle *triangle = &q->mesh->triangles[t];
    hl_vec3 corner[3];
    corner[0] = hl_sub(q->mesh->vertices[triangle->corner[0]], q->centre);
    const double height = -hl_dot(triangle->normal, corner[0]);
    const double reach = hl_max(q->front, q->behind);
    if (fabs(height) > reach) return;
    for (int k = 1; k < 3; k++) corner[k] = hl_sub(q->mesh->vertices[triangle->corner[k]], q->centre);
    const mesh_closest closest = triangle_closest(corner, triangle->normal, reach);
    if (closest.feature == TOO_FAR) return;
    if (closest.feature == COLL_FACE)
        offer_face(q, t, height);
    else
        offer_rim(q, t, &closest);
}

/* ---- behind ---- */

/* A face that meets at the bottom of a valley, if the centre is behind its plane. */
static void push_out_of(query *q, int t)
{
    const mesh_triangle *triangle = &q->mesh->triangles[t];
    const double height = hl_dot(triangle->normal, hl_sub(q->centre, q->mesh->vertices[triangle->corner[0]]));
    if (height >= 0.0) return;
    coll_mesh_contact contact = face_contact(q, t, height);
    keep(q, &contact);
}

static void push_out(query *q)
{
    const coll_mesh *mesh = q->mesh;
    const mesh_triangle *triangle = &mesh->triangles[q->back.triangle];
    push_out_of(q, q->back.triangle);
    if (q->back.feature >= COLL_CORNER) {
        const int vertex = triangle->corner[q->back.feature - COLL_CORNER];
        for (int i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++)
            push_out_of(q, mesh->fan[i]);
    } else if (q->back.feature >= COLL_EDGE)
        push_out_of(q, triangle->neighbour[q->back.feature - COLL_EDGE]);
}

/* Triangles wait until the walk is over: their memory is fetched meanwhile. */
enum { WAITING = 64 };

/* Returns 0, the number that still wait. */
static int offer_waiting(query *q, const int *waiting, int count)
{
    const coll_mesh *mesh = q->mesh;
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&mesh->vertices[mesh->triangles[waiting[i]].corner[0]]);
    for (int i = 0; i < count; i++) offer_triangle(q, waiting[i]);
    return 0;
}

int coll_mesh_near(const coll_mesh *mesh, hl_vec3 centre, double front, double behind, int most,
                   coll_mesh_contact *found)
{
    query q = {.mesh = mesh,
               .centre = centre,
               .front = front,
               .behind = behind,
               .found = found,
               .most = most,
               .nearest_front = (double)INFINITY};
    mesh_walk walk = coll_mesh_walk(centre, centre, hl_max(front, behind));
    int waiting[WAITING], count = 0;
    for (int first, many; (many = coll_mesh_walk_next(mesh, &walk, &first)) > 0;) {
        for (int i = 0; i < many; i++) {
            __builtin_prefetch(&mesh->triangles[first + i]);
            waiting[count++] = first + i;
        }
        if (count > WAITING - MESH_LEAF) count = offer_waiting(&q, waiting, count);
    }
    offer_waiting(&q, waiting, count);
    if (q.count == 0 && q.has_back && -q.back.distance < q.nearest_front) push_out(&q);
    coll_mesh_sort(found, q.count);
    return q.count;
}
