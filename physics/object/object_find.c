/* Contacts of a step: bodies that are near each other (bounds), then the points of their shapes at the poses
 * that are predicted for the end of the step, since planes taken at its begin would add energy. */
#include "object_internal.h"

#include <string.h>

static const double REACH = 0.1;         /* of the radius: distance within which a point continues a trace */
static const double MIDDLE_POINTS = 0.5; /* [m] between points of a capsule on uneven ground */

/* Lever of the rolling resistance over the radius [1], unless authored: an estimate for stones, logs and
 * pipes on firm ground. */
static const double ROLLING = 0.02;
/* Rate at which a point that is found too deep gets its depth [m/s]. A choice: 1 mm takes 50 ms, several of
 * the shortest contacts (ten steps), so the body follows without a jump of elastic energy. */
static const double CATCH_UP = 0.02;

/* Odd and above the pairs of pieces: different features of different pieces have different products. */
static const uint64_t FEATURES = OBJ_MAX_PIECES * OBJ_MAX_PIECES + 1;

enum { MOST_MIDDLE = 8 };

/* ---- motions ---- */

static mb_pose pose_ahead(const contact_motion *m, double h)
{
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(hl_scale(h, m->turn)));
    return (mb_pose){hl_add_scaled(m->pose.position, h, m->velocity), hl_mat3_mul(&turn, &m->pose.rotation)};
}

static bool bounds_overlap(const coll_bounds *a, const coll_bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* ---- candidates ---- */

/* Number of a pair of bodies, of a body with a port or with the ground. */
static int64_t candidate_key(const obj_model *model, int a, int b)
{
    const int64_t others = 1 + model->body_count + model->port_count;
    if (b == OBJECT_GROUND) return a * others;
    if (b <= -2) return a * others + 1 + model->body_count + object_port_of(b);
    return a < b ? a * others + 1 + b : b * others + 1 + a;
}

static void add_key(obj_work *work, int a, int b)
{
    if (work->key_count < work->model->most_pairs)
        work->keys[work->key_count++] = candidate_key(work->model, a, b);
    else
        work->report.left_out++;
}

/* Merge sort, nothing to do for sorted keys. */
static void sort_keys(obj_work *work)
{
    int64_t *from = work->keys, *to = work->key_scratch;
    const int n = work->key_count;
    bool sorted = true;
    for (int i = 1; i < n; i++) sorted &= from[i - 1] <= from[i];
    if (sorted) return;
    for (int width = 1; width < n; width *= 2) {
        for (int low = 0; low < n; low += 2 * width) {
            const int middle = low + width < n ? low + width : n,
                      high = low + 2 * width < n ? low + 2 * width : n;
            int i = low, j = middle;
            for (int k = low; k < high; k++)
                to[k] = i < middle && (j >= high || from[i] <= from[j]) ? from[i++] : from[j++];
        }
        int64_t *const other = from;
        from = to;
        to = other;
    }
    if (from != work->keys) memcpy(work->keys, from, (size_t)n * sizeof(int64_t));
}

/* Bodies at rest, and fixed ones, that are near anything that moves. */
static void find_still(obj_work *work, int moving)
{
    const obj_model *model = work->model;
    coll_bounds all = work->sweep_bounds[0];
    work->still_count = 0;
    for (int i = 1; i < moving; i++) {
        const coll_bounds *b = &work->sweep_bounds[i];
        all = object_bounds_join(&all, b);
    }
    for (int i = 0; i < model->body_count; i++)
        if (bounds_overlap(&work->state->bounds[i], &all) && (work->state->flags[i] & OBJECT_AWAKE) == 0)
            work->still[work->still_count++] = i;
}

static void pair_with_still(obj_work *work, int moving)
{
    for (int s = 0; s < work->still_count; s++) {
        const int body = work->still[s];
        bool prepared = false;
        for (int i = 0; i < moving; i++) {
            if (!bounds_overlap(&work->state->bounds[body], &work->sweep_bounds[i])) continue;
            if (!prepared) object_prepare(work, body);
            prepared = true;
            add_key(work, body, work->sweep_code[i]);
        }
    }
}

static mb_pose heap_pose(const mb_pose *port, const obj_heap *heap)
{
    return (mb_pose){hl_add(port->position, hl_mul(&port->rotation, heap->at.position)),
                     hl_mat3_mul(&port->rotation, &heap->at.rotation)};
}

/* Of pieces and heap. */
static coll_bounds port_bounds(const obj_model *model, const object_port *port, const mb_pose *pose,
                               double margin)
{
    const coll_bounds pieces = object_bounds(model, port->first_piece, port->piece_count, pose, margin);
    if (port->heap == NULL) return pieces;
    const mb_pose at = heap_pose(pose, port->heap);
    const hl_vec3 half = hl_scale(0.5, hl_sub(port->heap->high, port->heap->low));
    const hl_vec3 middle = hl_add(at.position, hl_mul(&at.rotation, hl_add(port->heap->low, half)));
    double reach[3];
    for (int i = 0; i < 3; i++)
        reach[i] = fabs(at.rotation.m[i][0]) * half.x + fabs(at.rotation.m[i][1]) * half.y +
                   fabs(at.rotation.m[i][2]) * half.z + margin;
    const hl_vec3 most = hl_v3(reach[0], reach[1], reach[2]);
    const coll_bounds heap = {hl_sub(middle, most), hl_add(middle, most)};
    return object_bounds_join(&pieces, &heap);
}

/* Awake bodies, then ports, with their bounds: what moves. */
static int list_moving(obj_work *work)
{
    const obj_model *model = work->model;
    int count = 0;
    for (int i = 0; i < work->awake_count; i++) {
        const int body = work->awake[i];
        const object_body *b = &model->bodies[body];
        object_prepare(work, body);
        work->sweep_code[count] = body;
        work->sweep_bounds[count++] =
            object_bounds(model, b->first_piece, b->piece_count, &work->ahead[body], work->margin[body]);
    }
    for (int p = 0; p < model->port_count; p++) {
        const object_port *port = &model->ports[p];
        const double margin = object_margin(&work->port_now[p], port->radius, model->step);
        work->port_ahead[p] = pose_ahead(&work->port_now[p], model->step);
        work->margin[model->body_count + p] = margin;
        work->sweep_code[count] = object_port_code(p);
        work->sweep_bounds[count++] = port_bounds(model, port, &work->port_ahead[p], margin);
    }
    return count;
}

/* Whether a body at rest may be near a port, by a sphere about each port: quicker than the bounds of all
 * pieces. */
static bool are_ports_near(const obj_work *work)
{
    const obj_model *model = work->model;
    if (model->port_count == 0) return false;
    const double none = HUGE_VAL;
    coll_bounds all = {hl_v3(none, none, none), hl_v3(-none, -none, -none)};
    for (int p = 0; p < model->port_count; p++) {
        const contact_motion *now = &work->port_now[p];
        const double radius = model->ports[p].radius, most = radius + object_margin(now, radius, model->step);
        const hl_vec3 at = hl_add_scaled(now->pose.position, model->step, now->velocity);
        all.low = hl_v3(hl_min(all.low.x, at.x - most), hl_min(all.low.y, at.y - most),
                        hl_min(all.low.z, at.z - most));
        all.high = hl_v3(hl_max(all.high.x, at.x + most), hl_max(all.high.y, at.y + most),
                         hl_max(all.high.z, at.z + most));
    }
    for (int i = 0; i < model->body_count; i++)
        if (bounds_overlap(&work->state->bounds[i], &all)) return true;
    return false;
}

/* Pairs of bounds that overlap, in work->sweep_pairs; equal bounds have those of the last step. */
static int sweep_bounds(obj_work *work, int moving)
{
    const size_t size = (size_t)moving * sizeof(coll_bounds);
    if (moving == work->swept && memcmp(work->swept_bounds, work->sweep_bounds, size) == 0)
        return work->swept_pairs;
    memcpy(work->swept_bounds, work->sweep_bounds, size);
    work->swept = moving;
    work->swept_pairs =
        coll_sweep_pairs(work->sweep, work->sweep_bounds, moving, work->sweep_pairs, work->model->most_pairs);
    return work->swept_pairs;
}

static void find_candidates(obj_work *work)
{
    const int moving = list_moving(work);
    work->key_count = 0;
    if (moving == 0) return;
    int count = work->awake_count > 0 ? sweep_bounds(work, moving) : 0;
    if (count > work->model->most_pairs) {
        work->report.left_out += count - work->model->most_pairs;
        count = work->model->most_pairs;
    }
    int next = 0;
    for (int i = 0; i < work->awake_count; i++) {
        if (work->model->ground.sample != NULL) add_key(work, work->awake[i], OBJECT_GROUND);
        for (; next < count && work->sweep_pairs[next][0] == i; next++)
            add_key(work, work->awake[i], work->sweep_code[work->sweep_pairs[next][1]]);
    }
    find_still(work, moving);
    pair_with_still(work, moving);
    sort_keys(work);
}

/* ---- points ---- */

/* Points of a candidate, before they are divided by law. */
typedef struct point_list {
    int count, dropped;
    double radius; /* of the round pieces that touch [m] */
    int law[4 * CONTACT_MAX_POINTS];
    contact_spot spot[4 * CONTACT_MAX_POINTS];
} point_list;

/* What a point is between. */
typedef struct sides {
    const mb_pose *now_a, *now_b, *ahead_a, *ahead_b;
    const coll_shape *shape; /* of a */
    int material[2];
    int64_t piece;
    double reach;
    hl_vec3 moving;
} sides;

static const mb_pose GROUND = {{0, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

static hl_vec3 into(const mb_pose *pose, hl_vec3 place)
{
    return hl_mul_transposed(&pose->rotation, hl_sub(place, pose->position));
}

static hl_vec3 out_of(const mb_pose *pose, hl_vec3 local)
{
    return hl_add(pose->position, hl_mul(&pose->rotation, local));
}

static void set_depth(const mb_pose *now_a, const mb_pose *now_b, contact_spot *spot)
{
    const hl_vec3 normal = hl_mul(&now_b->rotation, spot->normal);
    const hl_vec3 apart = hl_sub(out_of(now_b, spot->plane), out_of(now_a, spot->centre));
    spot->depth = hl_dot(normal, apart) + spot->radius;
}

static void add_point(const obj_work *work, const sides *s, const coll_point *point, point_list *list)
{
    if (list->count == 4 * CONTACT_MAX_POINTS) {
        list->dropped++;
        return;
    }
    const int materials = work->model->material_count, law = s->material[0] * materials + s->material[1];
    const bool round = s->shape->kind == COLL_SPHERE || s->shape->kind == COLL_CAPSULE;
    const double radius = round ? s->shape->radius : 0.0;
    contact_spot *spot = &list->spot[list->count];
    list->law[list->count++] = law;
    *spot =
        (contact_spot){.centre = into(s->ahead_a, hl_add_scaled(point->point, radius, point->normal)),
                       .radius = radius,
                       .plane = into(s->ahead_b, hl_add_scaled(point->point, point->depth, point->normal)),
                       .normal = hl_mul_transposed(&s->ahead_b->rotation, point->normal),
                       .moving = s->moving,
                       .weight = point->weight,
                       .feature = (int64_t)(FEATURES * (uint64_t)point->feature + (uint64_t)s->piece),
                       .patch = s->piece,
                       .reach = s->reach,
                       .surface = &work->model->laws[law].law.surface};
    set_depth(s->now_a, s->now_b, spot);
}

/* ---- ground and heaps ---- */

/* The ground, or the heap of a port: its margin, and the frame of the heap at the end of the step. */
typedef struct surface {
    const obj_heap *heap; /* NULL: the ground */
    mb_pose frame;
    double margin;
} surface;

/* Find the point of the surface vertically below or above a point, with its normal and material.
 * @return false: no surface there */
static bool sample_surface(const obj_work *work, const surface *on, hl_vec3 point, hl_vec3 *place,
                           hl_vec3 *normal, int *material)
{
    double height;
    if (on->heap == NULL) {
        const obj_ground *ground = &work->model->ground;
        ground->sample(ground->context, point.x, point.y, &height, normal, material);
        *place = hl_v3(point.x, point.y, height);
        return true;
    }
    hl_vec3 up;
    const hl_vec3 local = into(&on->frame, point);
    if (!on->heap->sample(on->heap->context, local, &height, &up)) return false;
    *place = out_of(&on->frame, hl_v3(local.x, local.y, height));
    *normal = hl_mul(&on->frame.rotation, up);
    *material = on->heap->material;
    return true;
}

static void touch_surface(const obj_work *work, sides *s, hl_vec3 centre, double radius, int64_t feature,
                          const surface *on, point_list *list)
{
    hl_vec3 normal, place;
    if (!sample_surface(work, on, centre, &place, &normal, &s->material[1])) return;
    if (radius > 0.0) { /* where the sphere is lowest over this slope */
        const hl_vec3 lowest = hl_add_scaled(centre, -radius, normal);
        if (!sample_surface(work, on, lowest, &place, &normal, &s->material[1])) return;
    }
    const double margin = on->margin, depth = hl_dot(normal, hl_sub(place, centre)) + radius;
    if (!(depth >= -margin)) return;
    const coll_point point = {.point = hl_add_scaled(centre, -radius, normal),
                              .normal = normal,
                              .depth = depth,
                              .weight = 1.0,
                              .feature = feature};
    add_point(work, s, &point, list);
}

static void capsule_on(const obj_work *work, sides *s, const mb_pose *at, const surface *on, point_list *list)
{
    const double half = s->shape->half_length;
    int parts = (int)(2.0 * half / MIDDLE_POINTS);
    parts = parts < 1 ? 1 : parts > MOST_MIDDLE ? MOST_MIDDLE : parts;
    for (int i = 0; i <= parts; i++)
        touch_surface(work, s, out_of(at, hl_v3(0, 0, half * (2.0 * i / parts - 1.0))), s->shape->radius, i,
                      on, list);
}

/* The lowest points of both rims over the local slope, and those at right angles. */
static void cylinder_on(const obj_work *work, sides *s, const mb_pose *at, const surface *on,
                        point_list *list)
{
    coll_point points[COLL_POINTS];
    hl_vec3 normal, place;
    if (!sample_surface(work, on, at->position, &place, &normal, &s->material[1])) return;
    const int count =
        coll_shape_plane(s->shape, at, place, normal, s->shape->radius + s->shape->half_length, points);
    for (int i = 0; i < count; i++) touch_surface(work, s, points[i].point, 0.0, points[i].feature, on, list);
}

/* What lies on a round piece, or is round, rolls. */
static void note_round(const coll_shape *shape, point_list *list)
{
    const bool round =
        shape->kind == COLL_SPHERE || shape->kind == COLL_CAPSULE || shape->kind == COLL_CYLINDER;
    if (round) list->radius = hl_max(list->radius, shape->radius);
}

/* Whether a piece whose contacts are corners or places of its rims is farther above the ground than the
 * margin. */
static bool is_above_ground(const obj_work *work, const obj_piece *piece, const mb_pose *at, double margin)
{
    const obj_ground *ground = &work->model->ground;
    if (piece->shape.kind == COLL_SPHERE || piece->shape.kind == COLL_CAPSULE) return false;
    const double above = coll_shape_bounds(&piece->shape, at, 0.0).low.z - ground->highest;
    return ground->upright > 0.0 && above * ground->upright > margin;
}

/* @param now,ahead  of the body that carries the surface */
static void find_on(const obj_work *work, int body, const surface *on, const mb_pose *now,
                    const mb_pose *ahead, point_list *list)
{
    const object_body *b = &work->model->bodies[body];
    for (int p = 0; p < b->piece_count; p++) {
        const obj_piece *piece = &work->model->pieces[b->first_piece + p];
        const mb_pose at = object_piece_pose(&work->ahead[body], piece);
        const int before = list->count;
        if (on->heap == NULL) note_round(&piece->shape, list);
        if (on->heap == NULL && is_above_ground(work, piece, &at, on->margin)) continue;
        sides s = {&work->now[body].pose, now, &work->ahead[body], ahead,         &piece->shape,
                   {piece->material, 0},  p,   REACH * b->radius,  hl_v3(0, 0, 0)};
        switch (piece->shape.kind) {
        case COLL_SPHERE:
            touch_surface(work, &s, at.position, piece->shape.radius, 0, on, list);
            break;
        case COLL_CAPSULE:
            capsule_on(work, &s, &at, on, list);
            break;
        case COLL_CYLINDER:
            cylinder_on(work, &s, &at, on, list);
            break;
        case COLL_BOX:
        case COLL_HULL:
            for (int v = 0; v < coll_hull_corners(piece->shape.hull); v++)
                touch_surface(work, &s, out_of(&at, coll_hull_corner(piece->shape.hull, v)), 0.0, v, on,
                              list);
            break;
        }
        if (list->count > before) note_round(&piece->shape, list);
    }
}

static void find_on_ground(const obj_work *work, int body, point_list *list)
{
    const surface ground = {.margin = work->margin[body]};
    find_on(work, body, &ground, &GROUND, &GROUND, list);
}

static void find_on_heap(const obj_work *work, int body, int port, point_list *list)
{
    const obj_heap *heap = work->model->ports[port].heap;
    if (heap == NULL || work->model->bodies[body].mass == 0.0) return;
    const surface on = {.heap = heap,
                        .frame = heap_pose(&work->port_ahead[port], heap),
                        .margin = work->margin[body] + work->margin[work->model->body_count + port]};
    find_on(work, body, &on, &work->port_now[port].pose, &work->port_ahead[port], list);
}

/* ---- pairs ---- */

/* A body or a port in a search. */
typedef struct side {
    const mb_pose *now, *ahead;
    int first_piece, piece_count;
    double margin, mass, radius;
} side;

static side side_of(const obj_work *work, int code)
{
    const obj_model *model = work->model;
    if (code <= -2) {
        const int p = object_port_of(code);
        const object_port *port = &model->ports[p];
        return (side){&work->port_now[p].pose,
                      &work->port_ahead[p],
                      port->first_piece,
                      port->piece_count,
                      work->margin[model->body_count + p],
                      port->lower.mass,
                      port->radius};
    }
    const object_body *b = &model->bodies[code];
    return (side){&work->now[code].pose,
                  &work->ahead[code],
                  b->first_piece,
                  b->piece_count,
                  work->margin[code],
                  b->mass,
                  b->radius};
}

static void find_between(const obj_work *work, int a, int b, point_list *list)
{
    const obj_model *model = work->model;
    const side of_a = side_of(work, a), of_b = side_of(work, b);
    const double margin = of_a.margin + of_b.margin;
    const hl_vec3 moving = b <= -2 && work->moving != NULL ? work->moving[object_port_of(b)] : hl_v3(0, 0, 0);
    for (int p = 0; p < of_a.piece_count; p++) {
        const obj_piece *piece_a = &model->pieces[of_a.first_piece + p];
        const mb_pose pose_a = object_piece_pose(of_a.ahead, piece_a);
        const coll_bounds bounds_a = coll_shape_bounds(&piece_a->shape, &pose_a, margin);
        for (int q = 0; q < of_b.piece_count; q++) {
            const obj_piece *piece_b = &model->pieces[of_b.first_piece + q];
            const mb_pose pose_b = object_piece_pose(of_b.ahead, piece_b);
            coll_point points[COLL_POINTS];
            if (of_a.piece_count + of_b.piece_count > 2) {
                const coll_bounds bounds_b = coll_shape_bounds(&piece_b->shape, &pose_b, 0.0);
                if (!bounds_overlap(&bounds_a, &bounds_b)) continue;
            }
            const int count = coll_shapes(&piece_a->shape, &pose_a, &piece_b->shape, &pose_b, margin, points);
            const sides s = {of_a.now,
                             of_b.now,
                             of_a.ahead,
                             of_b.ahead,
                             &piece_a->shape,
                             {piece_a->material, piece_b->material},
                             p * OBJ_MAX_PIECES + q,
                             REACH * hl_min(of_a.radius, of_b.radius),
                             moving};
            for (int k = 0; k < count; k++) add_point(work, &s, &points[k], list);
            if (count == 0) continue;
            note_round(&piece_a->shape, list);
            note_round(&piece_b->shape, list);
        }
    }
}

/* ---- laws of a pair ---- */

static contact_body inertia_of(const obj_work *work, int code)
{
    if (code == OBJECT_GROUND) return (contact_body){0.0, 0.0};
    if (code <= -2) return work->model->ports[object_port_of(code)].lower;
    const object_body *b = &work->model->bodies[code];
    return (contact_body){b->mass, b->least_inertia};
}

/* Stiffness limited by the reduced mass; friction for a quarter of the weight of the lighter body at a point.
 */
static void set_laws(const obj_work *work, object_pair *pair)
{
    const object_law *law = &work->model->laws[pair->law[0] * work->model->material_count + pair->law[1]];
    const contact_body a = inertia_of(work, pair->a), b = inertia_of(work, pair->b);
    const double both = (a.mass > 0.0 ? 1.0 / a.mass : 0.0) + (b.mass > 0.0 ? 1.0 / b.mass : 0.0);
    const double lighter = a.mass > 0.0 && (b.mass == 0.0 || a.mass < b.mass) ? a.mass : b.mass;
    const double weight = work->model->weight;
    pair->data.material = law->law.normal;
    if (both > 0.0) pair->data.material.stiffness = hl_min(law->law.normal.stiffness, law->limit / both);
    pair->data.stick = contact_stick_of((lighter > 0.0 ? lighter : 1.0) * weight / 4.0, weight,
                                        law->law.stick_time, 1.0, law->law.surface.kinetic);
    pair->data.body[0] = pair->moving[0] ? a : (contact_body){0.0, 0.0};
    pair->data.body[1] = pair->b <= -2 || pair->moving[1] ? b : (contact_body){0.0, 0.0};
}

/* Set v0, bristles and ages from the memory of the last step. */
void object_recall(obj_work *work, object_pair *pair)
{
    contact_traces traces;
    hl_vec3 centre[CONTACT_MAX_POINTS + OBJECT_LANES];
    double speed[CONTACT_MAX_POINTS + OBJECT_LANES];
    contact_spot *spots = work->spots + pair->first;
    pair->entry = object_memory_find(work->state, pair->key, work->entry);
    const int entries = object_memory_traces(work->state, pair->entry, &traces);
    if (pair->entry >= 0) work->entry = pair->entry + entries;
    set_laws(work, pair);
    const bool is_held = !pair->moving[0] && !pair->moving[1],
               known = pair->group == work->group_count; /* as in the last step */
    pair->group = work->group_count;
    work->group_count += (pair->count + OBJECT_LANES - 1) / OBJECT_LANES;
    if (!known) object_points_copy(work, pair);
    object_points_approach(work, pair, centre, speed);
    contact_points_recall(&traces, centre, speed, work->model->slowest, CATCH_UP, is_held, work->model->step,
                          spots, pair->count);
    object_energy_begin(work, pair, &traces, centre, speed);
    object_points_continue(work, pair);
}

/* Points of one law become a pair; the deepest are kept. */
static void add_pair(obj_work *work, int64_t key, int a, int b, int law, const point_list *list)
{
    const obj_model *model = work->model;
    contact_pair points; /* not cleared */
    points.count = points.room = points.overflow = 0;
    if (work->pair_count == model->most_pairs || work->spot_count + CONTACT_MAX_POINTS > model->most_spots) {
        work->report.left_out += list->count;
        return;
    }
    for (int k = 0; k < list->count; k++)
        if (list->law[k] == law) contact_pair_add(&points, &list->spot[k]);
    const int materials = model->material_count;
    const double authored = model->laws[law].law.rolling, rolling = authored < 0.0   ? 0.0
                                                                    : authored > 0.0 ? authored
                                                                                     : ROLLING;
    work->report.left_out += points.overflow;
    work->pairs[work->pair_count++] = (object_pair){.key = key * materials * materials + law,
                                                    .a = a,
                                                    .b = b,
                                                    .law = {law / materials, law % materials},
                                                    .first = work->spot_count,
                                                    .rolling = rolling * list->radius,
                                                    .count = points.count,
                                                    .group = -1,
                                                    .system = -1};
    memcpy(work->spots + work->spot_count, points.spot, (size_t)points.count * sizeof(contact_spot));
    work->spot_count += points.count;
}

/* The heavier body is b, whatever their order in the definition; ports and the ground are b. */
void object_narrow(obj_work *work, int64_t key)
{
    const obj_model *model = work->model;
    const int64_t others = 1 + model->body_count + model->port_count;
    const int lower = (int)(key / others), code = (int)(key % others);
    int a = lower, b = code - 1;
    point_list list;
    list.count = list.dropped = 0;
    list.radius = 0.0;
    if (code == 0) {
        b = OBJECT_GROUND;
        find_on_ground(work, a, &list);
    } else {
        if (code > model->body_count)
            b = object_port_code(code - 1 - model->body_count);
        else {
            const double mass_a = model->bodies[a].mass, mass_b = model->bodies[b].mass;
            if (mass_a == 0.0 || (mass_b > 0.0 && mass_a > mass_b)) {
                a = b;
                b = lower;
            }
        }
        find_between(work, a, b, &list);
        if (b <= -2) find_on_heap(work, a, object_port_of(b), &list);
    }
    work->report.left_out += list.dropped;
    const int laws = model->material_count * model->material_count;
    int done = -1;
    for (int left = list.count; left > 0;) { /* laws in ascending order */
        int law = laws;
        for (int k = 0; k < list.count; k++)
            if (list.law[k] > done && list.law[k] < law) law = list.law[k];
        add_pair(work, key, a, b, law, &list);
        for (int k = 0; k < list.count; k++) left -= list.law[k] == law;
        done = law;
    }
}

/* ---- points of the step before ---- */

static void begin_search(obj_work *work)
{
    int64_t *const keys = work->keys;
    object_pair *const pairs = work->pairs;
    contact_spot *const spots = work->spots;
    mb_pose *const ahead = work->ahead;
    double *const margin = work->margin;
    work->keys = work->old_keys, work->old_keys = keys;
    work->pairs = work->old_pairs, work->old_pairs = pairs;
    work->spots = work->old_spots, work->old_spots = spots;
    work->ahead = work->last_ahead, work->last_ahead = ahead;
    work->margin = work->last_margin, work->last_margin = margin;
    const bool complete = work->report.left_out == 0;
    work->old_key_count = complete ? work->key_count : 0;
    work->old_pair_count = complete ? work->pair_count : 0;
    work->old_key = work->old_pair = 0;
    work->key_count = work->pair_count = work->spot_count = work->group_count = work->entry = 0;
}

/* Points that stayed at one place for two steps are there already: the lists take turns. */
static void copy_pair(obj_work *work, const object_pair *old)
{
    object_pair *pair = &work->pairs[work->pair_count++];
    contact_spot *spots = work->spots + work->spot_count;
    const bool stays = old->first == work->spot_count;
    if (!stays || !old->kept) memcpy(spots, work->old_spots + old->first, (size_t)old->count * sizeof *spots);
    *pair = *old;
    pair->kept = stays;
    pair->first = work->spot_count;
    pair->system = -1;
    work->spot_count += old->count;
    for (int k = 0; k < old->count; k++) {
        spots[k].approach = HUGE_VAL;
        spots[k].bristle = hl_v3(0, 0, 0);
        spots[k].age = 0;
        spots[k].late = 0.0;
    }
}

/* Take over the pairs of two bodies that are where they were. @return false: they must be found */
static bool take_over(obj_work *work, int64_t key)
{
    const obj_model *model = work->model;
    const int64_t others = 1 + model->body_count + model->port_count,
                  laws = (int64_t)model->material_count * model->material_count;
    const int first = (int)(key / others), code = (int)(key % others);
    while (work->old_key < work->old_key_count && work->old_keys[work->old_key] < key) work->old_key++;
    if (work->old_key == work->old_key_count || work->old_keys[work->old_key] != key) return false;
    if (code == 0 || code > model->body_count || !work->same[first] || !work->same[code - 1]) return false;
    while (work->old_pair < work->old_pair_count && work->old_pairs[work->old_pair].key < key * laws)
        work->old_pair++;
    for (; work->old_pair < work->old_pair_count && work->old_pairs[work->old_pair].key < (key + 1) * laws;
         work->old_pair++) {
        if (work->pair_count == model->most_pairs ||
            work->spot_count + CONTACT_MAX_POINTS > model->most_spots)
            work->report.left_out += work->old_pairs[work->old_pair].count;
        else
            copy_pair(work, &work->old_pairs[work->old_pair]);
    }
    return true;
}

static void list_awake(obj_work *work)
{
    for (int i = 0; i < work->awake_count; i++) work->moves[work->awake[i]] = false;
    work->awake_count = 0;
    if (!obj_any_awake(work->state)) return;
    for (int i = 0; i < work->model->body_count; i++)
        if ((work->state->flags[i] & OBJECT_AWAKE) != 0) work->awake[work->awake_count++] = i;
}

void object_find_pairs(obj_work *work)
{
    begin_search(work);
    object_wake_linked(work);
    work->report = (obj_report){.awake = 0};
    work->still_count = 0;
    list_awake(work);
    if (work->awake_count == 0 && work->model->link_count == 0 && !are_ports_near(work)) return;
    find_candidates(work);
    for (int i = 0; i < work->key_count; i++)
        if (!take_over(work, work->keys[i])) object_narrow(work, work->keys[i]);
    object_add_links(work);
}
