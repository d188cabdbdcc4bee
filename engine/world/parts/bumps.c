/* Tires against other machines. Between two machines a tire is a ring: all points within a tube's radius of a
 * flat disc, half a width smaller than the wheel. It touches the shapes and the tires of other machines where
 * they are nearest to each other:
 *
 *   F_n = k delta + c delta_dot >= 0     k, c: radial, of the tire; of two tires in series
 *   F_t = -mu_c F_n v_t/(|v_t| + v_0)    against the slip of the two surfaces
 *
 * delta: depth of the tube in the other. c rises to its value over the first hundredth of the wheel's radius.
 * Forces are those at the beginning of the step, opposite on both machines: tires are soft enough for that
 * (k h^2/m and c h/m below 0.1 of a wheel's mass). What touches wakes. */
#include "parts/parts.h"

#include "hl/clamp.h"

#include <math.h>

static const double CREEP = 0.5; /* [m/s] v_0: c h/m of friction stays below 0.4 of a wheel's mass */

typedef struct world_bumps {
    int count;                /* wheels, then bodies with shapes */
    contact_wrench *wrenches; /* [count] found anew in each tick */
} world_bumps;

static hl_status define(world_machine *machine, world_building *with)
{
    if (machine->world->machine_count == 1) return HL_OK;
    world_bumps *bumps = machine->bumps = HL_NEW(with->arena, world_bumps, 1);
    if (bumps == NULL) return HL_OUT_OF_MEMORY;
    bumps->count = machine->wheels->count + machine->contacts->count;
    bumps->wrenches = HL_NEW(with->arena, contact_wrench, bumps->count);
    return bumps->wrenches == NULL ? HL_OUT_OF_MEMORY : HL_OK;
}

static int body_of(const world_machine *machine, int index)
{
    const int wheels = machine->wheels->count;
    return index < wheels ? machine->wheels->list[index].body : machine->contacts->list[index - wheels].body;
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int i = 0; machine->bumps != NULL && i < machine->bumps->count; i++) {
        const int body = body_of(machine, i);
        world_effort_put(with, contact_wrench_effort(machine->author->mechanism->bodies[body].name, body,
                                                     &machine->bumps->wrenches[i]));
    }
}

const world_part_row world_bumps_row = {.name = "bumps", .define = define, .efforts = put_efforts};

/* ---- shapes ---- */

/* A tire: the disc of radius `core`, and what lies within `tube` of it. */
typedef struct ring {
    hl_vec3 centre, axle;
    double core, tube;
    const world_wheel *wheel;
} ring;

static mb_pose pose_of(const world_machine *machine, int body)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, body);
}

static ring ring_of(const world_machine *machine, int wheel)
{
    const world_wheel *w = &machine->wheels->list[wheel];
    const tire_model *tire = &w->tire.model;
    const mb_pose pose = pose_of(machine, w->body);
    const double tube = fmin(0.5 * tire->width, tire->radius);
    return (ring){pose.position, hl_mul(&pose.rotation, tire->axle), tire->radius - tube, tube, w};
}

static hl_vec3 nearest_on_disc(const ring *r, hl_vec3 point)
{
    const hl_vec3 away = hl_sub(point, r->centre);
    const hl_vec3 flat = hl_add_scaled(away, -hl_dot(away, r->axle), r->axle);
    const double length = hl_norm(flat);
    return hl_add_scaled(r->centre, length > r->core ? r->core / length : 1.0, flat);
}

static hl_vec3 nearest_in_box(const contact_box *box, hl_vec3 point)
{
    const hl_vec3 at = hl_mul_transposed(&box->axes, hl_sub(point, box->centre)), half = box->half;
    const hl_vec3 inside = {hl_clamp(at.x, -half.x, half.x), hl_clamp(at.y, -half.y, half.y),
                            hl_clamp(at.z, -half.z, half.z)};
    return hl_add(box->centre, hl_mul(&box->axes, inside));
}

/* Where a tire meets something. */
typedef struct meeting {
    hl_vec3 point, normal; /* on the other; from it towards the tire */
    double depth;          /* [m] */
} meeting;

/* What a tire meets: a box, or the ring of another tire. */
typedef struct obstacle {
    const contact_box *box; /* NULL: the ring */
    const ring *ring;
} obstacle;

static hl_vec3 middle_of(const obstacle *o)
{
    return o->box != NULL ? o->box->centre : o->ring->centre;
}

static hl_vec3 nearest_to(const obstacle *o, hl_vec3 point)
{
    return o->box != NULL ? nearest_in_box(o->box, point) : nearest_on_disc(o->ring, point);
}

/* From the middle to the farthest point along a direction, without a tube. */
static double extent_of_disc(const ring *r, hl_vec3 direction)
{
    const double cosine = hl_dot(r->axle, direction);
    return r->core * sqrt(fmax(1.0 - cosine * cosine, 0.0));
}

static hl_vec3 box_axis(const contact_box *box, int axis)
{
    return (hl_vec3){box->axes.m[0][axis], box->axes.m[1][axis], box->axes.m[2][axis]};
}

static double extent_of(const obstacle *o, hl_vec3 direction)
{
    if (o->box == NULL) return extent_of_disc(o->ring, direction);
    const double half[3] = {o->box->half.x, o->box->half.y, o->box->half.z};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) sum += half[i] * fabs(hl_dot(box_axis(o->box, i), direction));
    return sum;
}

/* The disc itself is in the other: the way out is the shortest one through a face of the box, or away from
 * the middle of the other tire. */
static bool meet_deep(const ring *tire, const obstacle *o, double tube, meeting *m)
{
    const hl_vec3 apart = hl_sub(tire->centre, middle_of(o));
    const int ways = o->box != NULL ? 3 : 1;
    m->depth = HUGE_VAL;
    for (int i = 0; i < ways; i++) {
        hl_vec3 way = o->box != NULL ? box_axis(o->box, i) : apart;
        const double length = hl_norm(way);
        if (!(length > 0.0)) return false;
        way = hl_scale(copysign(1.0 / length, hl_dot(way, apart)), way);
        const double depth = extent_of(o, way) + extent_of_disc(tire, way) + tube - hl_dot(apart, way);
        if (depth >= m->depth) continue;
        *m = (meeting){hl_add_scaled(tire->centre, -extent_of_disc(tire, way), way), way, depth};
    }
    return true;
}

/* @return false: they are apart */
static bool meet(const ring *tire, const obstacle *o, meeting *m)
{
    enum { ROUNDS = 12 }; /* of projections between two convex sets: some percent of the tube */
    const double their_tube = o->box != NULL ? 0.0 : o->ring->tube, tube = tire->tube + their_tube;
    hl_vec3 here = tire->centre, there = middle_of(o);
    for (int i = 0; i < ROUNDS; i++) {
        there = nearest_to(o, here);
        here = nearest_on_disc(tire, there);
    }
    const hl_vec3 away = hl_sub(here, there);
    const double apart = hl_norm(away);
    if (apart >= tube) return false;
    if (apart < 0.01 * tube) return meet_deep(tire, o, tube, m);
    const hl_vec3 normal = hl_scale(1.0 / apart, away);
    *m = (meeting){hl_add_scaled(there, their_tube, normal), normal, tube - apart};
    return true;
}

/* ---- forces ---- */

static hl_vec3 velocity_at(const world_machine *machine, int body, hl_vec3 point)
{
    const mb_pose pose = pose_of(machine, body);
    return mb_point(machine->mechanism->model, machine->mechanism->work, body, world_in_body(point, &pose))
        .velocity;
}

static void push(world_machine *machine, int index, hl_vec3 force, hl_vec3 point)
{
    contact_wrench *wrench = &machine->bumps->wrenches[index];
    const hl_vec3 arm = hl_sub(point, pose_of(machine, body_of(machine, index)).position);
    wrench->force = hl_add(wrench->force, force);
    wrench->moment = hl_add(wrench->moment, hl_cross(arm, force));
    world_wake(machine);
}

/* In series: 1/(1/a + 1/b); of a stiff shape the tire's own. */
static double series(double a, const double *b)
{
    return b == NULL ? a : a * *b > 0.0 ? 1.0 / (1.0 / a + 1.0 / *b) : 0.0;
}

static void bump(world_machine *machine, int wheel, const ring *tire, world_machine *other, int index,
                 const ring *theirs, const meeting *m)
{
    const tire_model *model = &tire->wheel->tire.model, *second = theirs ? &theirs->wheel->tire.model : NULL;
    const hl_vec3 slip = hl_sub(velocity_at(machine, tire->wheel->body, m->point),
                                velocity_at(other, body_of(other, index), m->point));
    const double closing = -hl_dot(slip, m->normal);
    const double damping = series(model->damping, second ? &second->damping : NULL) *
                           fmin(1.0, m->depth / (0.01 * model->radius));
    const double normal =
        series(model->stiffness, second ? &second->stiffness : NULL) * m->depth + damping * closing;
    if (!(normal > 0.0)) return;
    const hl_vec3 along = hl_add_scaled(slip, closing, m->normal);
    const double friction = tire->wheel->friction.kinetic * normal / (hl_norm(along) + CREEP);
    const hl_vec3 force = hl_add_scaled(hl_scale(normal, m->normal), -friction, along);
    push(machine, wheel, force, m->point);
    push(other, index, hl_scale(-1.0, force), m->point);
}

/* ---- pairs ---- */

static void bump_shapes(world_machine *machine, int wheel, const ring *tire, world_machine *other)
{
    for (int h = 0; h < other->contacts->count; h++) {
        const world_hitter *hitter = &other->contacts->list[h];
        const mb_pose pose = pose_of(other, hitter->body);
        const double reach = hitter->radius + tire->core + tire->tube;
        if (hl_norm(hl_sub(tire->centre, pose.position)) > reach) continue;
        for (int i = 0; i < hitter->shape_count; i++) {
            const contact_box box = world_box_at(&hitter->boxes[i], &pose);
            const obstacle shape = {&box, NULL};
            meeting m;
            if (meet(tire, &shape, &m)) bump(machine, wheel, tire, other, other->wheels->count + h, NULL, &m);
        }
    }
}

static void bump_tires(world_machine *machine, int wheel, const ring *tire, world_machine *other)
{
    for (int w = 0; w < other->wheels->count; w++) {
        const ring theirs = ring_of(other, w);
        const double reach = theirs.core + theirs.tube + tire->core + tire->tube;
        const obstacle second = {NULL, &theirs};
        meeting m;
        if (hl_norm(hl_sub(tire->centre, theirs.centre)) <= reach && meet(tire, &second, &m))
            bump(machine, wheel, tire, other, w, &theirs, &m);
    }
}

/* A sphere about the chassis that holds wheels and shapes. */
static double reach_of(const world_machine *machine)
{
    const hl_vec3 middle = pose_of(machine, machine->chassis->body).position;
    double reach = 0.0;
    for (int w = 0; w < machine->wheels->count; w++) {
        const world_wheel *wheel = &machine->wheels->list[w];
        const double size = wheel->tire.model.radius + wheel->tire.model.width;
        reach = fmax(reach, hl_norm(hl_sub(pose_of(machine, wheel->body).position, middle)) + size);
    }
    for (int h = 0; h < machine->contacts->count; h++) {
        const world_hitter *hitter = &machine->contacts->list[h];
        reach =
            fmax(reach, hl_norm(hl_sub(pose_of(machine, hitter->body).position, middle)) + hitter->radius);
    }
    return reach;
}

static void bump_pair(world_machine *a, world_machine *b)
{
    for (int w = 0; w < a->wheels->count; w++) {
        const ring tire = ring_of(a, w);
        bump_shapes(a, w, &tire, b);
        bump_tires(a, w, &tire, b);
    }
    for (int w = 0; w < b->wheels->count; w++) {
        const ring tire = ring_of(b, w);
        bump_shapes(b, w, &tire, a);
    }
}

void world_find_bumps(world *w)
{
    if (w->machine_count == 1) return;
    double reach[AUTH_MAX_MACHINES];
    for (int i = 0; i < w->machine_count; i++) {
        reach[i] = reach_of(w->machines[i]);
        for (int k = 0; k < w->machines[i]->bumps->count; k++)
            w->machines[i]->bumps->wrenches[k] = (contact_wrench){{0, 0, 0}, {0, 0, 0}};
    }
    for (int i = 0; i < w->machine_count; i++)
        for (int k = i + 1; k < w->machine_count; k++) {
            world_machine *a = w->machines[i], *b = w->machines[k];
            if ((a->asleep && b->asleep) || !a->placed || !b->placed) continue;
            const hl_vec3 apart =
                hl_sub(pose_of(a, a->chassis->body).position, pose_of(b, b->chassis->body).position);
            if (hl_norm(apart) <= reach[i] + reach[k]) bump_pair(a, b);
        }
}
