/* Contacts of spheres, capsules and cylinders with a mesh, in the mesh's frame.
 *
 * A capsule touches with its two ends, as spheres, and between them with convex edges and corners of the
 * mesh. A cylinder touches with the points of its rims that are lowest over a face, and with convex edges and
 * corners. An edge or corner counts if the surface around it lies behind it in the direction of the contact:
 * that is, if it is a local minimum of the distance. */
#include "collision/shape_internal.h"

#include "hl/clamp.h"

/* |cosine| of the angle between an edge and the axis: above, the edge touches the side of a cylinder along a
 * part of its length; below, the flat end may lie across it. */
static const double LENGTHWISE = 0.87, CROSSWISE = 0.5;

/* Rim points this far beyond the sides of a triangle still belong to it: none falls between two. [m] */
static const double BESIDE = 1e-9;

/* A direction at right angles to rim and edge must overlap less than side and flat end by this part: see
 * hull_pair.c. */
static const double FACE_PREFERENCE = 0.05;

/* Out along the middle of what meets at an edge or corner counts as longer by this factor. */
static const double LAST_RESORT = 2.0;

static const double NEVER = (double)INFINITY;

/* Numbers of parts for features: rim points are 0 to 7, ends 0 and 1. */
enum { PART_SIDE = 16, PART_FLAT = 20, PART_RIM = 28, MOST_AT_END = 8 };

typedef struct round_query {
    const coll_shape *shape;
    const mb_pose *pose;
    const coll_mesh *mesh;
    hl_vec3 axis, ends[2];
    double behind;
    double stretch; /* ways out longer than this times the shortest do not count */
    bool *refused;  /* out: something is within the cylinder and has no way out */
    coll_list *list;
} round_query;

/* ---- edges and corners ---- */

static void add_at_edge(const round_query *q, int t, int k, hl_vec3 on_mesh, hl_vec3 normal, double depth,
                        int part)
{
    int material;
    if (!coll_mesh_edge_holds(q->mesh, t, k, normal)) return;
    const int64_t feature = coll_mesh_feature_name(q->mesh, t, COLL_EDGE + k, &material);
    coll_list_add(q->list, on_mesh, normal, depth, coll_pair_feature(part, feature), material);
}

/* A capsule: the edge passes the axis between its ends. */
static void edge_across(const round_query *q, int t, int k, hl_vec3 from, hl_vec3 way)
{
    double s, along;
    const hl_vec3 axis = hl_sub(q->ends[1], q->ends[0]);
    if (!coll_segments_closest(q->ends[0], axis, from, way, &s, &along)) return;
    if (s <= 0.0 || s >= 1.0 || along <= 0.0 || along >= 1.0) return;
    const hl_vec3 on_mesh = hl_add_scaled(from, along, way);
    const hl_vec3 apart = hl_sub(hl_add_scaled(q->ends[0], s, axis), on_mesh);
    const double distance = hl_norm(apart);
    if (distance > 0.0)
        add_at_edge(q, t, k, on_mesh, hl_scale(1.0 / distance, apart), q->shape->radius - distance,
                    PART_SIDE);
}

/* ---- an edge and a cylinder ---- */

/* An edge seen from a cylinder: from the axis to a place s of the edge it is flat + s across, along the axis
 * start + s rate. */
typedef struct edge_line {
    int triangle, edge;
    hl_vec3 from, way;
    hl_vec3 flat, across;
    double start, rate;
    double nearest; /* place nearest to the axis, within the edge */
    double beside;  /* the edge is behind the side by this [m]; negative: apart */
    double enters,
        leaves;      /* places where the edge comes within the radius and leaves it; reversed: it does not */
    double under[2]; /* the part within the radius is behind the flat ends by this [m] */
} edge_line;

static void set_line(const round_query *q, edge_line *e)
{
    const hl_vec3 start = hl_sub(e->from, q->pose->position);
    const double radius = q->shape->radius;
    e->start = hl_dot(start, q->axis);
    e->rate = hl_dot(e->way, q->axis);
    e->flat = hl_add_scaled(start, -e->start, q->axis);
    e->across = hl_add_scaled(e->way, -e->rate, q->axis);
    const double a = hl_dot(e->across, e->across), b = hl_dot(e->flat, e->across),
                 c = hl_dot(e->flat, e->flat) - radius * radius, square = b * b - a * c;
    e->nearest = a > 0.0 ? hl_clamp(-b / a, 0.0, 1.0) : 0.5;
    e->beside = radius - hl_norm(hl_add_scaled(e->flat, e->nearest, e->across));
    const double half = a > 0.0 && square > 0.0 ? sqrt(square) / a : 0.0;
    e->enters = a > 0.0 ? hl_max(-b / a - half, 0.0) : 0.0;
    e->leaves = a > 0.0 ? hl_min(-b / a + half, 1.0) : 1.0;
    for (int end = 0; end < 2; end++) {
        const double side = end == 0 ? -1.0 : 1.0;
        e->under[end] = q->shape->half_length - hl_min(side * (e->start + e->enters * e->rate),
                                                       side * (e->start + e->leaves * e->rate));
    }
}

static bool is_interior(double s)
{
    return s > 0.0 && s < 1.0;
}

/* Against the side: where the edge is nearest to the axis; along the side: where the side ends. */
static hl_vec3 side_normal(const edge_line *e, double s)
{
    return hl_normalized(hl_neg(hl_add_scaled(e->flat, s, e->across)));
}

static void add_beside(const round_query *q, const edge_line *e)
{
    const double z = e->start + e->nearest * e->rate, half = q->shape->half_length;
    if (is_interior(e->nearest) && fabs(z) < half && hl_dot(e->across, e->across) > 0.0)
        add_at_edge(q, e->triangle, e->edge, hl_add_scaled(e->from, e->nearest, e->way),
                    side_normal(e, e->nearest), e->beside, PART_SIDE);
    if (fabs(e->rate) <= LENGTHWISE * hl_norm(e->way)) return;
    for (int end = 0; end < 2; end++) {
        const double s = ((end == 0 ? -half : half) - e->start) / e->rate;
        if (is_interior(s))
            add_at_edge(q, e->triangle, e->edge, hl_add_scaled(e->from, s, e->way), side_normal(e, s),
                        q->shape->radius - hl_norm(hl_add_scaled(e->flat, s, e->across)),
                        PART_SIDE + 2 + end);
    }
}

/* Against a flat end: where the edge passes under the rim. */
static void add_under(const round_query *q, const edge_line *e, int end)
{
    const double side = end == 0 ? -1.0 : 1.0, place[2] = {e->enters, e->leaves};
    if (e->beside <= 0.0 || e->enters > e->leaves) return; /* not within the radius */
    for (int i = 0; i < 2; i++)
        if (is_interior(place[i]))
            add_at_edge(q, e->triangle, e->edge, hl_add_scaled(e->from, place[i], e->way),
                        hl_scale(-side, q->axis),
                        q->shape->half_length - side * (e->start + place[i] * e->rate), PART_FLAT + 4 + i);
}

/* Where the edge passes through a flat end: the direction at right angles to the edge and to the rim, if it
 * leads out between side and flat end.
 *  @return how deep the edge is in this direction [m]; infinite: it does not pass, or not near the rim */
static double through_end(const round_query *q, const edge_line *e, int end, hl_vec3 *on_mesh,
                          hl_vec3 *normal)
{
    const double side = end == 0 ? -1.0 : 1.0, s = (side * q->shape->half_length - e->start) / e->rate;
    if (!is_interior(s)) return NEVER;
    const hl_vec3 out = hl_add_scaled(e->flat, s, e->across);
    const double across = hl_norm(out);
    if (across > q->shape->radius || !(across > 0.0)) return NEVER;
    const hl_vec3 radial = hl_scale(1.0 / across, out);
    *normal = hl_normalized(hl_cross(e->way, hl_cross(q->axis, radial)));
    if (hl_dot(*normal, radial) > 0.0) *normal = hl_neg(*normal);
    if (hl_dot(*normal, q->axis) * side > 0.0) return NEVER;
    *on_mesh = hl_add_scaled(e->from, s, e->way);
    return -(q->shape->radius - across) * hl_dot(radial, *normal);
}

/* How far a place is behind the point of a cylinder that is lowest in a direction. */
static double lowest_depth(const round_query *q, hl_vec3 place, hl_vec3 up)
{
    const double tilt = hl_dot(up, q->axis);
    return hl_dot(hl_sub(place, q->pose->position), up) + q->shape->half_length * fabs(tilt) +
           q->shape->radius * sqrt(fmax(1.0 - tilt * tilt, 0.0));
}

static int shortest(const double *ways, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (ways[i] < ways[best]) best = i;
    return best;
}

static bool edge_allows(const round_query *q, const edge_line *e, hl_vec3 normal)
{
    return coll_mesh_edge_holds(q->mesh, e->triangle, e->edge, normal);
}

/* The edge is within the cylinder: out by the shortest of the ways that the surface beside the edge allows.
 */
static void edge_within(const round_query *q, const edge_line *e)
{
    double rim = NEVER;
    hl_vec3 on_mesh = e->from, normal = q->axis;
    for (int end = 0; end < 2; end++) {
        hl_vec3 at = on_mesh, direction = normal;
        const double depth = through_end(q, e, end, &at, &direction);
        if (depth >= rim) continue;
        rim = depth;
        on_mesh = at;
        normal = direction;
    }
    const int end = e->under[0] < e->under[1] ? 0 : 1;
    const hl_vec3 middle = hl_normalized(coll_mesh_edge_normal(q->mesh, e->triangle, e->edge));
    const double bisected = lowest_depth(q, e->from, middle);
    const bool by_side = edge_allows(q, e, side_normal(e, e->nearest)),
               by_end = edge_allows(q, e, hl_scale(end == 0 ? 1.0 : -1.0, q->axis)),
               by_rim = rim < NEVER && edge_allows(q, e, normal);
    const double ways[] = {by_side ? e->beside : NEVER, by_end ? e->under[end] : NEVER,
                           by_rim ? rim / (1.0 - FACE_PREFERENCE) : NEVER, LAST_RESORT * bisected};
    const int way = shortest(ways, 4);
    if (ways[way] > q->stretch * hl_min(rim, hl_min(e->beside, e->under[end]))) {
        *q->refused = true;
        return;
    }
    if (way == 0) add_beside(q, e);
    if (way == 1) add_under(q, e, end);
    if (way == 2) add_at_edge(q, e->triangle, e->edge, on_mesh, normal, rim, PART_RIM);
    if (way == 3)
        add_at_edge(q, e->triangle, e->edge, coll_on_segment(q->pose->position, e->from, e->way), middle,
                    bisected, PART_RIM + 3);
}

/* The edge is outside of the cylinder and beyond one of its flat ends in part: a rim may be what is nearest.
 */
static void edge_at_rim(const round_query *q, const edge_line *e, int end)
{
    const flat_end disc = {q->ends[end], q->axis, q->shape->radius};
    hl_vec3 on_mesh = coll_on_segment(disc.centre, e->from, e->way);
    const hl_vec3 p = coll_end_to_segment(&disc, e->from, e->way, &on_mesh), apart = hl_sub(p, on_mesh);
    const double distance = hl_norm(apart);
    if (distance > 0.0 && hl_norm(hl_sub(p, disc.centre)) >= disc.radius * (1.0 - BESIDE))
        add_at_edge(q, e->triangle, e->edge, on_mesh, hl_scale(1.0 / distance, apart), -distance,
                    PART_RIM + 1 + end);
}

static void edge_outside(const round_query *q, const edge_line *e)
{
    add_beside(q, e);
    for (int end = 0; end < 2; end++) {
        const double side = end == 0 ? -1.0 : 1.0;
        if (e->under[end] <= 0.0 && fabs(e->rate) < CROSSWISE * hl_norm(e->way)) add_under(q, e, end);
        if (hl_max(side * e->start, side * (e->start + e->rate)) >= q->shape->half_length)
            edge_at_rim(q, e, end);
    }
}

static void edge_and_cylinder(const round_query *q, edge_line *e)
{
    set_line(q, e);
    const double half = q->shape->half_length, reach = half + q->list->margin;
    if (e->beside < -q->list->margin) return;
    if (hl_min(e->start, e->start + e->rate) > reach || hl_max(e->start, e->start + e->rate) < -reach) return;
    const double z0 = e->start + e->enters * e->rate, z1 = e->start + e->leaves * e->rate;
    const bool within =
        e->beside > 0.0 && e->enters < e->leaves && hl_max(z0, z1) > -half && hl_min(z0, z1) < half;
    if (within)
        edge_within(q, e);
    else
        edge_outside(q, e);
}

static void try_edge(const round_query *q, int t, int k)
{
    const mesh_triangle *triangle = &q->mesh->triangles[t];
    if (!coll_mesh_owns_edge(q->mesh, t, k)) return;
    const hl_vec3 from = q->mesh->vertices[triangle->corner[k]],
                  way = hl_sub(q->mesh->vertices[triangle->corner[(k + 1) % 3]], from);
    edge_line e = {.triangle = t, .edge = k, .from = from, .way = way};
    if (q->shape->kind == COLL_CYLINDER)
        edge_and_cylinder(q, &e);
    else
        edge_across(q, t, k, from, way);
}

/* A corner: out by the side or the flat end, the shorter first, or in its own direction, whichever the
 * surface around it allows. A capsule's ends find what is beyond its axis. */
static void try_corner(const round_query *q, int t, int k)
{
    const coll_mesh *mesh = q->mesh;
    const int v = mesh->triangles[t].corner[k];
    if (!coll_mesh_owns_corner(mesh, t, k)) return;
    const hl_vec3 at = mesh->vertices[v], from = hl_sub(at, q->pose->position);
    const double z = hl_dot(from, q->axis);
    const hl_vec3 flat = hl_add_scaled(from, -z, q->axis);
    const double across = hl_norm(flat), beside = q->shape->radius - across,
                 under = q->shape->half_length - fabs(z);
    const bool capsule = q->shape->kind == COLL_CAPSULE, within = !capsule && hl_min(beside, under) > 0.0;
    const hl_vec3 inwards = across > 0.0 ? hl_scale(-1.0 / across, flat) : q->axis,
                  up = hl_scale(z < 0.0 ? 1.0 : -1.0, q->axis), own = hl_normalized(mesh->corner_normal[v]);
    const bool by_side = across > 0.0 && under >= 0.0 && coll_mesh_corner_holds(mesh, v, inwards),
               by_end = !capsule && beside >= 0.0 && coll_mesh_corner_holds(mesh, v, up);
    int material;
    const int64_t feature = coll_mesh_feature_name(mesh, t, COLL_CORNER + k, &material);
    if (!capsule && beside < 0.0 && under < 0.0) { /* beyond a rim */
        const double distance = sqrt(beside * beside + under * under);
        const hl_vec3 normal = hl_add(hl_scale(-beside / distance, inwards), hl_scale(-under / distance, up));
        if (coll_mesh_corner_holds(mesh, v, normal))
            coll_list_add(q->list, at, normal, -distance, coll_pair_feature(PART_RIM, feature), material);
        return;
    }
    const double ways[] = {
        by_side ? beside : NEVER, by_end ? under : NEVER,
        within && coll_mesh_corner_holds(mesh, v, own) ? LAST_RESORT * lowest_depth(q, at, own) : NEVER};
    const int way = shortest(ways, 3);
    if (ways[way] == NEVER || (within && ways[way] > q->stretch * hl_min(beside, under))) {
        *q->refused |= within;
        return;
    }
    const hl_vec3 normals[] = {inwards, up, own};
    const double depths[] = {beside, under, ways[2] / LAST_RESORT};
    coll_list_add(q->list, at, normals[way], depths[way], coll_pair_feature(PART_SIDE + 4 * way, feature),
                  material);
}

/* ---- faces ---- */

static bool is_over(const coll_mesh *mesh, const mesh_triangle *triangle, hl_vec3 p)
{
    for (int k = 0; k < 3; k++) {
        const hl_vec3 a = hl_sub(mesh->vertices[triangle->corner[k]], p),
                      b = hl_sub(mesh->vertices[triangle->corner[(k + 1) % 3]], p);
        if (hl_dot(triangle->normal, hl_cross(a, b)) < -BESIDE * hl_norm(hl_sub(b, a))) return false;
    }
    return true;
}

/* A point behind a face counts if this face is the nearest. */
static bool leaves_by(const round_query *q, hl_vec3 p, hl_vec3 normal)
{
    coll_mesh_contact found[MOST_AT_END];
    const int count = coll_mesh_near(q->mesh, p, 0.0, q->behind, MOST_AT_END, found);
    for (int i = 0; i < count; i++)
        if (hl_dot(found[i].normal, normal) > 1.0 - COLL_SAME_PLACE) return true;
    return false;
}

/* Rim points of a cylinder that are lowest over the plane of a triangle, where they are over the triangle. */
static void try_face(const round_query *q, int t)
{
    const mesh_triangle *triangle = &q->mesh->triangles[t];
    const hl_vec3 n = triangle->normal, base = q->mesh->vertices[triangle->corner[0]];
    const double tilt = hl_dot(n, q->axis), flat = sqrt(fmax(1.0 - tilt * tilt, 0.0));
    const double lowest = hl_dot(n, hl_sub(q->pose->position, base)) - q->shape->half_length * fabs(tilt) -
                          q->shape->radius * flat;
    if (lowest > q->list->margin || lowest < -q->behind) return;
    hl_vec3 rim[8];
    coll_rim_points(q->shape, q->pose, hl_neg(n), rim);
    for (int i = 0; i < 8; i++) {
        const double height = hl_dot(n, hl_sub(rim[i], base));
        if (height > q->list->margin || height < -q->behind || !is_over(q->mesh, triangle, rim[i])) continue;
        if (height < 0.0 && !leaves_by(q, rim[i], n)) continue;
        coll_list_add(q->list, hl_add_scaled(rim[i], -height, n), n, -height,
                      coll_pair_feature(i, (int64_t)triangle->number * COLL_FEATURES), triangle->material);
    }
}

static void try_end(const round_query *q, int end)
{
    coll_mesh_contact found[MOST_AT_END];
    const double radius = q->shape->radius;
    const int count =
        coll_mesh_near(q->mesh, q->ends[end], radius + q->list->margin, q->behind, MOST_AT_END, found);
    for (int i = 0; i < count; i++)
        coll_list_add(q->list, found[i].point, found[i].normal, radius - found[i].distance,
                      coll_pair_feature(end, coll_mesh_feature(&found[i])), found[i].material);
}

static void walk_triangles(const round_query *q)
{
    const bool cylinder = q->shape->kind == COLL_CYLINDER;
    const coll_bounds bounds = coll_shape_bounds(q->shape, q->pose, q->list->margin);
    mesh_walk walk = coll_mesh_walk(bounds.low, bounds.high, 0.0);
    for (int first, count; (count = coll_mesh_walk_next(q->mesh, &walk, &first)) > 0;)
        for (int t = first; t < first + count; t++) {
            if (cylinder) try_face(q, t);
            for (int k = 0; k < 3; k++) {
                try_edge(q, t, k);
                try_corner(q, t, k);
            }
        }
}

void coll_round_mesh(const coll_shape *a, const mb_pose *pose, const coll_mesh *mesh, double behind,
                     coll_list *list)
{
    bool refused = false;
    round_query q = {.shape = a,
                     .pose = pose,
                     .mesh = mesh,
                     .axis = coll_axis(pose),
                     .behind = behind,
                     .stretch = 4.0,
                     .refused = &refused,
                     .list = list};
    for (int end = 0; end < 2; end++)
        q.ends[end] = a->kind == COLL_SPHERE ? pose->position : coll_end(a, pose, end);
    if (a->kind != COLL_CYLINDER)
        for (int end = 0; end < (a->kind == COLL_SPHERE ? 1 : 2); end++) try_end(&q, end);
    if (a->kind == COLL_SPHERE) return;
    walk_triangles(&q);
    if (a->kind != COLL_CYLINDER) return;
    for (int turn = 0; turn < 3 && list->count == 0 && refused;
         turn++) { /* a rim askew within an edge or corner */
        q.stretch *= 4.0;
        refused = false;
        walk_triangles(&q);
    }
}
