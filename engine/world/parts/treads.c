/* Tires and tracks against objects of the site, other machines and, where these are not coupled, other units
 * of their machine.
 *
 * Points are found once a tick (contact/wheel.h) and hold during the step, in which their forces are implicit
 * (contact/pair.h). Another machine moves during the step: its planes have their predicted poses at the end
 * of the step, and the opposite forces, evaluated at the beginning of the step, act on it. The contact of two
 * tires or two tracks belongs to the machine that comes first in the world, that of a tire and a track to the
 * machine of the tire. A track that is touched is the box around its stations; its belt counts as at rest. */
#include "parts/parts.h"

#include "collision/shape.h"
#include "contact/wheel.h"
#include "hl/hash.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* [1] Restitution of impacts of tires and tracks, including what carries them. */
static const double RESTITUTION = 0.1;
/* [m/s] v0 at least: slower contacts are damped less, so that a tire on a kerb remains a spring. */
static const double SLOWEST = 0.3;
/* [s] v0 grows by the factor e in this time while a point presses. An impact lasts a fifth of it and is fully
 * damped; a resting or rolling wheel is damped like a tire on the ground. */
static const double BLOW_FORGOTTEN = 1.0;
/* [1] Share of the radius by which a tire on the ground is deflected: there v0 has grown to the end. */
static const double USUAL_DEFLECTION = 0.05;
/* [m] Where boxes adjoin, the edge of one is no obstacle if it lies within the other, enlarged by this. */
static const double JOINT = 1e-3;

enum { MOST_TOUCHED = 8 /* boxes that a tread touches at once; further boxes are ignored */ };
enum { SHAPES = 4096, PARTS = 64 /* numbers of features: (object, shape, part) */ };

/* ---- building ---- */

/* Friction of a tire on a material: from its list, otherwise that on the site's ground. */
static contact_surface surface_on(const auth_tire_friction *list, int count, const tire_friction *firm,
                                  const char *material)
{
    const tire_friction *law = firm;
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].surface, material) == 0) law = &list[i].law;
    return (contact_surface){
        .dissipation = contact_dissipation(RESTITUTION), .kinetic = law->kinetic, .stiction = law->stiction};
}

static bool define_surfaces(const world_machine *machine, world_tread *tread, const auth_tire_friction *list,
                            int count, const tire_friction *firm, hl_arena *arena)
{
    tread->surfaces = HL_NEW(arena, contact_surface, machine->site->material_count);
    for (int i = 0; tread->surfaces != NULL && i < machine->site->material_count; i++)
        tread->surfaces[i] = surface_on(list, count, firm, machine->site->materials[i]);
    return tread->surfaces != NULL;
}

/* Each point has a share of the stiffness, along the surface too. */
static void define_law(world_tread *tread, const auth_body *body, double radius, double stiffness,
                       double damping, double velocity)
{
    const double *inertia = body->inertia;
    tread->calm = damping > 0.0
                      ? contact_dissipation(RESTITUTION) * stiffness * USUAL_DEFLECTION * radius / damping
                      : SLOWEST;
    tread->contact = (contact_pair_data){
        .material = {.stiffness = stiffness},
        .stick = {.stiffness = stiffness, .damping = damping, .velocity = velocity},
        .body = {{body->mass, fmin(inertia[0], fmin(inertia[1], inertia[2]))}, {0.0, 0.0}}};
}

static bool define_tire(world_machine *machine, int w, world_tread *tread, hl_arena *arena)
{
    const world_wheel *wheel = &machine->wheels->list[w];
    const auth_tire *tire = &machine->author->tires[wheel->author->tire];
    const double share = 1.0 / CONTACT_WHEEL_POINTS;
    *tread = (world_tread){.body = wheel->body, .wheel = w, .track = -1};
    define_law(tread, &machine->author->mechanism->bodies[wheel->body], tire->model.radius,
               share * tire->model.stiffness, share * tire->model.damping,
               wheel->firm_on[0]->stribeck_velocity);
    return define_surfaces(machine, tread, tire->friction, tire->friction_count, wheel->firm_on[0], arena);
}

static bool define_track(world_machine *machine, int t, world_tread *tread, hl_arena *arena)
{
    const world_track *track = &machine->tracks->list[t];
    *tread = (world_tread){.body = track->body, .wheel = -1, .track = t};
    const track_model *model = &track->track.model;
    define_law(tread, &machine->author->mechanism->bodies[track->body], model->station[0].radius,
               model->stiffness, model->damping, track->firm_on[0]->stribeck_velocity);
    return define_surfaces(machine, tread, track->author->friction, track->author->friction_count,
                           track->firm_on[0], arena);
}

static hl_status define(world_machine *machine, world_building *with)
{
    const bool alone = !world_touches_machines(machine), objects = machine->site->object_count > 0;
    const int wheels = machine->wheels->count;
    world_treads *treads = machine->treads = HL_NEW(with->arena, world_treads, 1);
    if (treads == NULL) return HL_OUT_OF_MEMORY;
    treads->count = objects || !alone ? wheels + machine->tracks->count : 0;
    treads->list = HL_NEW(with->arena, world_tread, treads->count);
    treads->memories = HL_NEW(with->arena, contact_pair_memory, treads->count);
    treads->wrenches = alone ? NULL : HL_NEW(with->arena, contact_wrench, world_touchable_count(machine));
    if (treads->list == NULL || treads->memories == NULL || (!alone && treads->wrenches == NULL))
        return HL_OUT_OF_MEMORY;
    for (int i = 0; i < treads->count; i++) {
        world_tread *tread = &treads->list[i];
        if (i < wheels ? !define_tire(machine, i, tread, with->arena)
                       : !define_track(machine, i - wheels, tread, with->arena))
            return HL_OUT_OF_MEMORY;
        tread->contact.pair = &tread->pair;
    }
    return HL_OK;
}

/* A body that treads of other machines may touch. */
static int body_of(const world_machine *machine, int index)
{
    const int hitters = machine->contacts->count, wheels = machine->wheels->count;
    if (index < hitters) return machine->contacts->list[index].body;
    index -= hitters;
    return index < wheels ? machine->wheels->list[index].body : machine->tracks->list[index - wheels].body;
}

static mb_measure_def sprocket_of(const world_track *track)
{
    return world_joint_measure(
        (auth_joint_coordinate){.joint = track->author->joint, .coordinate = 0, .angular = true});
}

static void put_efforts(world_machine *machine, world_building *with)
{
    const world_treads *treads = machine->treads;
    for (int i = 0; i < treads->count; i++) {
        world_tread *tread = &treads->list[i];
        const mb_effort_def effort =
            tread->track < 0
                ? contact_pair_effort(machine->wheels->list[tread->wheel].author->name, tread->body,
                                      MB_GROUND, &tread->contact)
                : contact_belt_effort(machine->tracks->list[tread->track].author->name, tread->body,
                                      sprocket_of(&machine->tracks->list[tread->track]), &tread->contact);
        tread->effort = world_effort_put(with, effort);
    }
    for (int i = 0; treads->wrenches != NULL && i < world_touchable_count(machine); i++) {
        const int body = body_of(machine, i);
        world_effort_put(with, contact_wrench_effort(machine->author->mechanism->bodies[body].name, body,
                                                     &treads->wrenches[i]));
    }
}

/* ---- state ---- */

static void put_blocks(world_machine *machine)
{
    for (int i = 0; i < machine->treads->count; i++)
        world_memory_put(machine, "contacts of a tread", &machine->treads->memories[i]);
}

static void forget(world_machine *machine)
{
    for (int i = 0; i < machine->treads->count; i++)
        world_effort_set(machine, machine->treads->list[i].effort)[CONTACT_PAIR_LOSS] = 0.0;
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    for (int i = 0; i < machine->treads->count; i++) {
        const world_tread *tread = &machine->treads->list[i];
        const double law[] = {tread->contact.material.stiffness, tread->contact.stick.damping,
                              tread->contact.stick.velocity};
        hash = hl_hash(hash, law, sizeof law);
        hash =
            hl_hash(hash, tread->surfaces, (size_t)machine->site->material_count * sizeof *tread->surfaces);
    }
    return hash;
}

/* ---- shapes in the world ---- */

static mb_pose pose_of(const world_machine *machine, int body)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, body);
}

static contact_wheel wheel_at(const world_machine *machine, int w)
{
    const world_wheel *wheel = &machine->wheels->list[w];
    const mb_pose pose = pose_of(machine, wheel->body);
    return (contact_wheel){pose.position, hl_mul(&pose.rotation, wheel->tire.model.axle),
                           wheel->tire.model.radius, 0.5 * wheel->tire.model.width};
}

static contact_belt belt_at(const world_machine *machine, int t)
{
    const track_model *model = &machine->tracks->list[t].track.model;
    const mb_pose pose = pose_of(machine, machine->tracks->list[t].body);
    contact_belt belt = {.axle = hl_mat3_column(&pose.rotation, 1),
                         .up = hl_mat3_column(&pose.rotation, 2),
                         .rollers = model->stations,
                         .half_width = 0.5 * model->width};
    for (int i = 0; i < model->stations; i++) {
        belt.centre[i] = hl_add(pose.position, hl_mul(&pose.rotation, model->station[i].centre));
        belt.radius[i] = model->station[i].radius;
    }
    return belt;
}

static hl_vec3 half_of_disc(hl_vec3 axle, double radius, double half_width)
{
    return hl_v3(radius * sqrt(fmax(1.0 - axle.x * axle.x, 0.0)) + half_width * fabs(axle.x),
                 radius * sqrt(fmax(1.0 - axle.y * axle.y, 0.0)) + half_width * fabs(axle.y),
                 radius * sqrt(fmax(1.0 - axle.z * axle.z, 0.0)) + half_width * fabs(axle.z));
}

static contact_box bounds_of_wheel(const contact_wheel *wheel)
{
    return (contact_box){wheel->centre, hl_mat3_identity(),
                         half_of_disc(wheel->axle, wheel->radius, wheel->half_width)};
}

static contact_box bounds_of_belt(const contact_belt *belt)
{
    hl_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = hl_neg(low);
    for (int i = 0; i < belt->rollers; i++) {
        const hl_vec3 c = belt->centre[i], h = half_of_disc(belt->axle, belt->radius[i], belt->half_width);
        low = hl_v3(fmin(low.x, c.x - h.x), fmin(low.y, c.y - h.y), fmin(low.z, c.z - h.z));
        high = hl_v3(fmax(high.x, c.x + h.x), fmax(high.y, c.y + h.y), fmax(high.z, c.z + h.z));
    }
    return (contact_box){hl_scale(0.5, hl_add(low, high)), hl_mat3_identity(),
                         hl_scale(0.5, hl_sub(high, low))};
}

/* ---- points ---- */

/* The rim in contact: a wheel or the belt of a track. */
typedef struct toucher {
    const world_machine *machine;
    world_tread *tread;
    mb_pose pose;
    contact_wheel wheel;
    contact_belt belt;
    contact_box bounds;
    double pitch_radius;
} toucher;

static toucher toucher_of(const world_machine *machine, world_tread *tread)
{
    toucher from = {.machine = machine, .tread = tread, .pose = pose_of(machine, tread->body)};
    if (tread->track < 0) {
        from.wheel = wheel_at(machine, tread->wheel);
        from.bounds = bounds_of_wheel(&from.wheel);
    } else {
        from.belt = belt_at(machine, tread->track);
        from.wheel.radius = from.belt.radius[0];
        from.pitch_radius = machine->tracks->list[tread->track].track.model.pitch_radius;
        from.bounds = bounds_of_belt(&from.belt);
    }
    return from;
}

/* @param weight  part of the stiffness of one point */
static void add_point(const toucher *from, const contact_rim *rim, double weight, int object, int shape,
                      const contact_surface *surface, hl_vec3 moving)
{
    contact_spot spot = {.centre = world_in_body(rim->centre, &from->pose),
                         .radius = rim->radius,
                         .plane = rim->plane,
                         .normal = rim->normal,
                         .moving = moving,
                         .carried = moving,
                         .depth = rim->depth,
                         .weight = weight,
                         .feature = ((int64_t)object * SHAPES + shape) * PARTS + rim->part,
                         .patch = object,
                         .reach = 0.25 * from->wheel.radius,
                         .surface = surface};
    if (from->tread->track >= 0 && !rim->sideways) /* ahead on the lower run, its shoes run back */
        spot.belt = hl_scale(-from->pitch_radius, hl_normalized(hl_cross(from->belt.axle, rim->normal)));
    const int at = contact_pair_add(&from->tread->pair, &spot);
    if (at >= 0) from->tread->object[at] = object;
}

/* ---- objects ---- */

typedef struct touched_box {
    int object, count;
    contact_rim rims[CONTACT_BELT_POINTS];
} touched_box;

static bool contains(const contact_box *box, hl_vec3 point)
{
    const hl_vec3 at = hl_mul_transposed(&box->axes, hl_sub(point, box->centre));
    return fabs(at.x) <= box->half.x + JOINT && fabs(at.y) <= box->half.y + JOINT &&
           fabs(at.z) <= box->half.z + JOINT;
}

/* Whether a point lies on an edge that another, more deeply touched box continues. */
static bool is_joint(const world_site *site, const touched_box *all, int count, int box,
                     const contact_rim *rim)
{
    for (int i = 0; i < count; i++) {
        if (i == box || !contains(&site->objects[all[i].object], rim->plane)) continue;
        for (int k = 0; k < all[i].count; k++) {
            if (all[i].rims[k].part != rim->part) continue;
            const double deeper = all[i].rims[k].depth - rim->depth;
            if (deeper > 0.0 || (deeper == 0.0 && i < box)) return true;
        }
    }
    return false;
}

static void touch_objects(const toucher *from)
{
    const world_site *site = from->machine->site;
    int near[WORLD_MAX_NEAR], count = 0;
    touched_box touched[MOST_TOUCHED];
    const int found = contact_tree_near(site->tree, &from->bounds, WORLD_NEAR, WORLD_MAX_NEAR, near);
    for (int i = 0; i < found && i < WORLD_MAX_NEAR && count < MOST_TOUCHED; i++) {
        const contact_box *box = &site->objects[near[i]];
        touched[count].object = near[i];
        touched[count].count = from->tread->track < 0
                                   ? contact_wheel_box(&from->wheel, box, WORLD_NEAR, touched[count].rims)
                                   : contact_belt_box(&from->belt, box, WORLD_NEAR, touched[count].rims);
        count += touched[count].count > 0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < touched[i].count; k++)
            if (!is_joint(site, touched, count, i, &touched[i].rims[k]))
                add_point(from, &touched[i].rims[k], 1.0, touched[i].object, 0,
                          &from->tread->surfaces[site->object_materials[touched[i].object]], hl_v3(0, 0, 0));
}

/* ---- other machines ---- */

static int number_of(int machine, int index)
{
    return -2 - (machine * WORLD_MOST_HITTERS + index);
}

static hl_vec3 velocity_at(const world_machine *machine, int body, hl_vec3 point)
{
    const mb_pose pose = pose_of(machine, body);
    return mb_point(machine->mechanism->model, machine->mechanism->work, body, world_in_body(point, &pose))
        .velocity;
}

/* Points with a box of another machine. */
static int meet_box(const toucher *from, const contact_box *box, double margin,
                    contact_rim rims[CONTACT_BELT_POINTS])
{
    const double reach = hl_norm(from->bounds.half) + margin;
    if (hl_norm(hl_sub(from->bounds.centre, box->centre)) > hl_norm(box->half) + reach) return 0;
    return from->tread->track < 0 ? contact_wheel_box(&from->wheel, box, margin, rims)
                                  : contact_belt_box(&from->belt, box, margin, rims);
}

static void touch_box(const toucher *from, const contact_box *box, const world_machine *other, int body,
                      int number, int shape, const contact_surface *surface)
{
    contact_rim rims[CONTACT_BELT_POINTS];
    const int count = meet_box(from, box, WORLD_NEAR, rims);
    for (int k = 0; k < count; k++)
        add_point(from, &rims[k], 1.0, number, shape, surface, velocity_at(other, body, rims[k].plane));
}

/* Another machine, or another unit of the same one that is not coupled to the tread's. */
static bool may_touch(const toucher *from, const world_machine *other, int body)
{
    const int own = world_unit_of(from->machine, from->tread->body), unit = world_unit_of(other, body);
    return other != from->machine || (own != unit && !world_units_coupled(other, own, unit));
}

static void touch_shapes(const toucher *from, const world_machine *other, int index)
{
    for (int h = 0; h < other->contacts->count; h++) {
        const world_hitter *hitter = &other->contacts->list[h];
        if (!may_touch(from, other, hitter->body)) continue;
        const mb_pose pose = pose_of(other, hitter->body);
        for (int i = 0; i < hitter->shape_count; i++) {
            const contact_box box = world_box_at(&hitter->boxes[i], &pose);
            touch_box(from, &box, other, hitter->body, number_of(index, h), i,
                      &from->tread->surfaces[hitter->materials[i]]);
        }
    }
}

static contact_box box_of_track(const world_machine *machine, int t)
{
    const world_outline part = world_outline_at(machine->author, machine->author->wheel_count + t);
    const mb_pose pose = pose_of(machine, part.body);
    return world_box_at(&part.box, &pose);
}

static void touch_tracks(const toucher *from, const world_machine *other, int index)
{
    for (int t = 0; t < other->tracks->count; t++) {
        const contact_box box = box_of_track(other, t);
        touch_box(from, &box, other, other->tracks->list[t].body,
                  number_of(index, other->contacts->count + other->wheels->count + t), 0,
                  &from->tread->surfaces[0]);
    }
}

static mb_pose pose_of_cylinder(const contact_wheel *wheel)
{
    const hl_vec3 z = wheel->axle, x = hl_any_orthogonal(z), y = hl_cross(z, x);
    return (mb_pose){wheel->centre, {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}}};
}

static int meet_wheel(const contact_wheel *a, const contact_wheel *b, double margin,
                      coll_point points[COLL_POINTS])
{
    const double reach = a->radius + a->half_width + b->radius + b->half_width + margin;
    if (hl_norm(hl_sub(a->centre, b->centre)) > reach) return 0;
    const coll_shape own = {.kind = COLL_CYLINDER, .radius = a->radius, .half_length = a->half_width},
                     theirs = {.kind = COLL_CYLINDER, .radius = b->radius, .half_length = b->half_width};
    const mb_pose here = pose_of_cylinder(a), there = pose_of_cylinder(b);
    return coll_shapes(&own, &here, &theirs, &there, margin, points);
}

static void touch_wheels(const toucher *from, const world_machine *other, int index)
{
    for (int w = 0; w < other->wheels->count; w++) {
        const contact_wheel theirs = wheel_at(other, w);
        coll_point points[COLL_POINTS];
        const int count = meet_wheel(&from->wheel, &theirs, WORLD_NEAR, points);
        for (int k = 0; k < count; k++) {
            contact_rim rim = {.plane = hl_add_scaled(points[k].point, points[k].depth, points[k].normal),
                               .normal = points[k].normal,
                               .depth = points[k].depth,
                               .part = k};
            contact_wheel_sphere(&from->wheel, points[k].point, &rim);
            add_point(from, &rim, points[k].weight, number_of(index, other->contacts->count + w), 0,
                      &from->tread->surfaces[0], velocity_at(other, other->wheels->list[w].body, rim.plane));
        }
    }
}

static void touch_machines(const toucher *from)
{
    const world *w = from->machine->world;
    const bool tire = from->tread->track < 0;
    bool later = false;
    for (int i = 0; i < w->machine_count; i++) {
        const world_machine *other = w->machines[i];
        if (other->placed || other == from->machine) touch_shapes(from, other, i);
        if (other->placed && other != from->machine) {
            if (tire && later) touch_wheels(from, other, i);
            if (tire || later) touch_tracks(from, other, i);
        }
        later |= other == from->machine;
    }
}

static bool is_touched_by(const toucher *from, const world_machine *other, bool later)
{
    const bool tire = from->tread->track < 0;
    contact_rim rims[CONTACT_BELT_POINTS];
    for (int h = 0; h < other->contacts->count; h++) {
        const world_hitter *hitter = &other->contacts->list[h];
        const mb_pose pose = pose_of(other, hitter->body);
        for (int s = 0; s < hitter->shape_count; s++) {
            const contact_box box = world_box_at(&hitter->boxes[s], &pose);
            if (meet_box(from, &box, 0.0, rims) > 0) return true;
        }
    }
    for (int t = 0; (tire || later) && t < other->tracks->count; t++) {
        const contact_box box = box_of_track(other, t);
        if (meet_box(from, &box, 0.0, rims) > 0) return true;
    }
    for (int k = 0; tire && later && k < other->wheels->count; k++) {
        const contact_wheel theirs = wheel_at(other, k);
        coll_point points[COLL_POINTS];
        if (meet_wheel(&from->wheel, &theirs, 0.0, points) > 0) return true;
    }
    return false;
}

bool world_are_treads_touched(const world_machine *machine)
{
    const world *w = machine->world;
    bool later = false;
    for (int i = 0; i < w->machine_count; i++) {
        const world_machine *other = w->machines[i];
        later |= other == machine;
        for (int own = 0; other != machine && !other->asleep && own < machine->treads->count; own++) {
            const toucher from = toucher_of(machine, &machine->treads->list[own]);
            if (is_touched_by(&from, other, later)) return true;
        }
    }
    return false;
}

/* ---- in a tick ---- */

static double load_of(const world_machine *machine, int index)
{
    if (index >= machine->treads->count || machine->treads->list[index].pair.count == 0) return 0.0;
    const world_tread *tread = &machine->treads->list[index];
    const contact_motion motion = world_body_motion(machine, tread->body);
    return contact_pair_look(&tread->contact, &motion, NULL).force.z;
}

double world_tire_load(const world_machine *machine, int wheel)
{
    return load_of(machine, wheel);
}

double world_track_load(const world_machine *machine, int track)
{
    return load_of(machine, machine->wheels->count + track);
}

static void run_belt(const world_machine *machine, world_tread *tread)
{
    const world_mechanism *m = machine->mechanism;
    if (tread->track < 0) return;
    const int joint = machine->tracks->list[tread->track].author->joint;
    contact_belt_run(&tread->pair, m->state->v[mb_model_column(m->model, joint)]);
}

static void sense_tread(const world_machine *machine, int index)
{
    world_tread *tread = &machine->treads->list[index];
    const toucher from = toucher_of(machine, tread);
    tread->pair.count = tread->pair.overflow = 0;
    if (machine->site->object_count > 0) touch_objects(&from);
    if (world_touches_machines(machine)) touch_machines(&from);
    if (tread->pair.count == 0) return;
    run_belt(machine, tread);
    const contact_motion motion = world_body_motion(machine, tread->body);
    contact_pair_recall(&tread->contact, &machine->treads->memories[index], SLOWEST,
                        machine->mechanism->options.step, &motion, NULL);
    for (int k = 0; k < tread->pair.count; k++)
        if (tread->pair.spot[k].age > 0)
            tread->pair.spot[k].approach =
                fmin(tread->pair.spot[k].approach * (1.0 + machine->mechanism->options.step / BLOW_FORGOTTEN),
                     fmax(tread->pair.spot[k].approach, tread->calm));
}

static void sense(world_machine *machine)
{
    const int count = machine->treads->count;
    int used = world_shape_points(machine);
    for (int i = 0; i < count; i++) {
        contact_pair *pair = &machine->treads->list[i].pair;
        pair->room = world_room_for_points(machine, used, count - 1 - i);
        sense_tread(machine, i);
        used += pair->count;
    }
}

static void push(world_machine *machine, int index, hl_vec3 force, hl_vec3 point)
{
    contact_wrench *wrench = &machine->treads->wrenches[index];
    const hl_vec3 arm = hl_sub(point, pose_of(machine, body_of(machine, index)).position);
    wrench->force = hl_add(wrench->force, force);
    wrench->moment = hl_add(wrench->moment, hl_cross(arm, force));
    world_wake(machine);
}

/* Apply the opposite forces of the beginning of the step; then move the planes to their predicted poses. */
static void push_back(const world_machine *machine, world_tread *tread)
{
    const contact_motion motion = world_body_motion(machine, tread->body);
    for (int k = 0; k < tread->pair.count; k++) {
        const int number = -2 - tread->object[k];
        if (number < 0) continue;
        contact_spot *spot = &tread->pair.spot[k];
        const contact_result force = contact_pair_point(&tread->contact, k, &motion, NULL);
        if (force.touching > 0)
            push(machine->world->machines[number / WORLD_MOST_HITTERS], number % WORLD_MOST_HITTERS,
                 hl_scale(-1.0, force.force), spot->plane);
        spot->plane = hl_add_scaled(spot->plane, machine->mechanism->options.step, spot->carried);
    }
}

static void release(world_machine *machine)
{
    for (int i = 0; world_touches_machines(machine) && i < machine->treads->count; i++)
        if (machine->treads->list[i].pair.count > 0) push_back(machine, &machine->treads->list[i]);
}

static void remember(world_machine *machine)
{
    world_treads *treads = machine->treads;
    bool evaluated = false;
    for (int i = 0; i < treads->count; i++) {
        world_tread *tread = &treads->list[i];
        if (tread->pair.count == 0 && treads->memories[i].count == 0) continue;
        if (!evaluated)
            mb_evaluate_poses(machine->mechanism->model, machine->mechanism->state, machine->mechanism->work);
        evaluated = true;
        run_belt(machine, tread);
        const contact_motion motion = world_body_motion(machine, tread->body);
        contact_pair_remember(&tread->contact, &treads->memories[i], machine->mechanism->options.step,
                              &motion, NULL);
    }
}

const world_part_row world_treads_row = {.name = "treads",
                                         .define = define,
                                         .efforts = put_efforts,
                                         .blocks = put_blocks,
                                         .forget = forget,
                                         .fingerprint = fingerprint,
                                         .sense = sense,
                                         .release = release,
                                         .remember = remember};
