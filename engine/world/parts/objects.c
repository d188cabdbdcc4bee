/* Free objects in a tick of the world. The driven machine stores them for all machines.
 *
 * Contacts are found at the poses of the state, before the machines' steps. Objects that touch a machine are
 * a guest of its step (mb/guest.h), so their load acts in the same step. The other objects are stepped after
 * it. An awake object wakes a machine at rest that it touches. Objects do not move while machines settle at
 * the start.
 *
 * A machine **strikes** an object where their contact begins with HIT_SPEED or more: pushing is no hit. It
 * **holds** objects that touch it and each other, but neither ground nor fixed objects. An object that was
 * held and comes to touch these DROP lower than it was held last, has been dropped. The height at which it is
 * held sinks with the body that it touches: a log that slides out of a grapple has been dropped, too,
 * although it touches the tongs all the way. On sand, an object asleep wakes when soil below it is dug away.
 */
#include "parts/objects.h"

#include "incidents/incidents.h"

#include "hl/hash.h"

#include <math.h>

static const double HIT_SPEED = 0.5; /* [m/s] careful placing of a tool stays below */
static const double APART = 0.5;     /* [s] after this time apart, the next contact is a new hit */
static const double DROP = 0.3;      /* [m] smaller falls do not count as drops */

_Static_assert(sizeof(world_object_note) == 7 * sizeof(double), "no padding: it is hashed");

/* ---- the guest of a machine ---- */

static int begin_guest(void *context, double step, int *active)
{
    const world_object_guest *guest = context;
    return guest->objects->live ? guest->inner.begin(guest->inner.context, step, active) : 0;
}

static hl_status evaluate_guest(void *context, const mb_guest_motion *motions, bool renew, double *force,
                                double *tangent)
{
    const world_object_guest *guest = context;
    return guest->inner.evaluate(guest->inner.context, motions, renew, force, tangent);
}

static double follow_guest(void *context, const double *moves)
{
    const world_object_guest *guest = context;
    return guest->inner.follow(guest->inner.context, moves);
}

static void present_guest(void *context, int body, double *force)
{
    const world_object_guest *guest = context;
    guest->inner.present(guest->inner.context, body, force);
}

mb_guest world_objects_guest(const world_machine *machine)
{
    const world *w = machine->world;
    world_objects *objects = world_objects_of(w);
    if (objects == NULL) return (mb_guest){.count = 0};
    int m = 0;
    while (w->machines[m] != machine) m++;
    world_object_guest *guest = &objects->guests[m];
    return (mb_guest){guest,          guest->inner.count, guest->inner.bodies, begin_guest,
                      evaluate_guest, follow_guest,       present_guest};
}

/* ---- what stands on the ground ---- */

enum { MOST_FEET = 16 };
static const double FOOT = 0.2;   /* [m] side of the square of soil that a corner presses, at most */
static const double LEVEL = 0.03; /* [m] corners within this height above the lowest corner press too */

/* Points of an object that may touch the ground: corners, and places on rims. */
typedef struct feet {
    int count;
    hl_vec3 list[MOST_FEET];
    double lowest;
} feet;

/* Keep the point if it is low enough; drop points that are too high. */
static void add_foot(feet *f, hl_vec3 point)
{
    if (point.z < f->lowest) {
        int kept = 0;
        f->lowest = point.z;
        for (int i = 0; i < f->count; i++)
            if (f->list[i].z <= f->lowest + LEVEL) f->list[kept++] = f->list[i];
        f->count = kept;
    }
    if (point.z <= f->lowest + LEVEL && f->count < MOST_FEET) f->list[f->count++] = point;
}

static hl_vec3 in_world(const mb_pose *pose, double x, double y, double z)
{
    return hl_add(pose->position, hl_mul(&pose->rotation, hl_v3(x, y, z)));
}

/* Ends of the axis; of a cylinder four places of each rim. */
static void add_round(feet *f, const auth_solid *solid, const mb_pose *at)
{
    const double r = solid->radius, half = 0.5 * solid->length;
    const hl_vec3 axis = hl_mat3_column(&at->rotation, solid->axis), down = {0, 0, -1};
    hl_vec3 out = hl_add_scaled(down, -hl_dot(down, axis), axis);
    out = hl_norm(out) > 1e-6 ? hl_normalized(out) : hl_any_orthogonal(axis);
    const hl_vec3 across = hl_cross(axis, out);
    for (int end = -1; end <= 1; end += 2) {
        const hl_vec3 middle = hl_add_scaled(at->position, end * half, axis);
        if (solid->kind != AUTH_SOLID_CYLINDER) {
            add_foot(f, hl_add_scaled(middle, r, down));
            continue;
        }
        for (int side = -1; side <= 1; side += 2) {
            add_foot(f, hl_add_scaled(middle, side * r, out));
            add_foot(f, hl_add_scaled(middle, side * r, across));
        }
    }
}

static void add_solid(feet *f, const auth_solid *solid, const mb_pose *pose)
{
    const hl_mat3 turn = hl_quat_matrix(world_turn(solid->turn));
    const mb_pose at = {in_world(pose, solid->at[0], solid->at[1], solid->at[2]),
                        hl_mat3_mul(&pose->rotation, &turn)};
    if (solid->kind == AUTH_SOLID_BOX)
        for (int i = 0; i < 8; i++)
            add_foot(f,
                     in_world(&at, (i & 1 ? 0.5 : -0.5) * solid->size[0],
                              (i & 2 ? 0.5 : -0.5) * solid->size[1], (i & 4 ? 0.5 : -0.5) * solid->size[2]));
    else if (solid->kind == AUTH_SOLID_HULL)
        for (int i = 0; i < solid->point_count; i++)
            add_foot(f, in_world(&at, solid->points[i][0], solid->points[i][1], solid->points[i][2]));
    else
        add_round(f, solid, &at);
}

static feet feet_of(const world_machine *machine, int index)
{
    const world_objects *objects = machine->objects;
    const auth_object *object = &machine->site->scenario->objects[objects->first + index];
    const mb_pose pose = obj_pose(objects->state, index);
    feet f = {.lowest = HUGE_VAL};
    for (int i = 0; i < object->solid_count; i++) add_solid(&f, &object->solids[i], &pose);
    return f;
}

/* ---- ground that leaves a sleeping object ---- */

enum { WATCHED = 4 };            /* objects in a tick, in turns: all of them in an eighth of a second */
static const double LEFT = 5e-3; /* [m] sum of the feet's gaps grown so much since it fell asleep */

static double gap_below(const world_machine *machine, int index)
{
    const feet f = feet_of(machine, index);
    double sum = 0.0;
    for (int i = 0; i < f.count; i++) {
        bool heaped;
        const terr_sample sample = world_site_surface_at(machine->site, f.list[i].x, f.list[i].y, &heaped);
        sum += fmax(f.list[i].z - sample.height, 0.0);
    }
    return sum;
}

/* The solver does not look at sleeping objects: where soil below one is dug away, it wakes here. One that
 * rests on another object keeps its gap and sleeps on. */
static void wake_undermined(const world_machine *machine)
{
    const world_objects *objects = machine->objects;
    if (objects->gaps == NULL) return;
    const int64_t turn = machine->mechanism->state->tick * WATCHED;
    const int watched = objects->count < WATCHED ? objects->count : WATCHED;
    for (int k = 0; k < watched; k++) {
        const int i = (int)((turn + k) % objects->count);
        double *known = &objects->gaps[i];
        if (obj_is_awake(objects->state, i)) {
            *known = -1.0;
            continue;
        }
        const double gap = gap_below(machine, i);
        if (*known < 0.0) *known = gap;
        if (gap > *known + LEFT) obj_wake(objects->state, i);
    }
}

/* ---- a tick ---- */

/* Speed of the belt, whose lower side runs backwards. */
static hl_vec3 moving_of(const world_machine *machine, int track)
{
    if (track < 0) return hl_v3(0, 0, 0);
    const world_track *t = &machine->tracks->list[track];
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 R = mb_rotation(m->model, m->work, t->body);
    const hl_vec3 axle = hl_mat3_column(&R, 1);
    const hl_vec3 turn = hl_sub(mb_angular_velocity(m->model, m->work, t->author->joint),
                                mb_angular_velocity(m->model, m->work, t->body));
    return hl_v3(-t->track.model.pitch_radius * hl_dot(turn, axle), 0, 0);
}

static void read_motions(const world *w, world_objects *objects)
{
    for (int p = 0; p < objects->port_count; p++) {
        const world_object_port *port = &objects->ports[p];
        const world_machine *machine = w->machines[port->machine];
        const world_mechanism *m = machine->mechanism;
        objects->motions[p] =
            (contact_motion){mb_pose_of(m->model, m->work, port->body),
                             mb_point(m->model, m->work, port->body, hl_v3(0, 0, 0)).velocity,
                             mb_angular_velocity(m->model, m->work, port->body)};
        objects->moving[p] = moving_of(machine, port->track);
    }
}

void world_objects_find(world *w)
{
    world_objects *objects = world_objects_of(w);
    if (objects == NULL) return;
    objects->live = !w->settling;
    if (!objects->live) return;
    wake_undermined(w->machines[0]);
    read_motions(w, objects);
    world_slings_act(w);
    obj_find(objects->work, objects->motions, objects->moving);
    for (int p = 0; p < objects->port_count; p++) {
        hl_vec3 force, moment;
        obj_push_back(objects->work, p, &force, &moment);
        if (hl_norm(force) > 0.0 || hl_norm(moment) > 0.0)
            world_push_body(w->machines[objects->ports[p].machine], objects->ports[p].body, force, moment);
    }
}

hl_vec3 world_objects_force(const world_machine *machine, int body)
{
    const world *w = machine->world;
    const world_objects *objects = world_objects_of(w);
    double force[MB_GUEST_PORTS] = {0.0};
    for (int m = 0; objects != NULL && m < w->machine_count; m++) {
        const mb_guest *guest = &objects->guests[m].inner;
        for (int k = 0; w->machines[m] == machine && k < guest->count; k++)
            if (guest->bodies[k] == body) guest->present(guest->context, k, force);
    }
    return hl_v3(force[0], force[1], force[2]);
}

/* ---- hits, holds, drops, loads ---- */

static double gravity_of(const world_machine *machine)
{
    return hl_norm(world_vec3(machine->author->mechanism->gravity));
}

/* Velocity upwards of a point that moves with a body. */
static double rise_at(const contact_motion *motion, hl_vec3 at)
{
    return hl_add(motion->velocity, hl_cross(motion->turn, hl_sub(at, motion->pose.position))).z;
}

/* A machine touches an object. */
static void note_machine(world *w, const obj_touch *touch)
{
    world_objects *objects = world_objects_of(w);
    world_object_note *note = &objects->notes[touch->body];
    const world_object_port *port = &objects->ports[-2 - touch->other];
    world_machine *machine = w->machines[port->machine];
    const double time = machine->mechanism->state->time, g = gravity_of(machine);
    if (machine->asleep && obj_is_awake(objects->state, touch->body)) world_wake(machine);
    if (g > 0.0) note->load += touch->force.z / g;
    if (touch->begun && touch->approach >= HIT_SPEED && !(time - note->struck < APART)) {
        note->hits++;
        note->blow = world_hit_begin(machine, port->body, objects->first + touch->body);
    }
    note->blow = world_hit_press(machine, (int)note->blow, touch->normal);
    note->struck = time;
}

enum { BY_MACHINE = 1, BY_SITE = 2 /* ground and fixed objects */ };

/* [m/s] Speed of the fastest contact with ground and fixed objects. */
static double impact_speed(const world_objects *objects, int body)
{
    const obj_touch *touches;
    const int count = obj_touches(objects->work, &touches);
    double speed = 0.0;
    for (int i = 0; i < count; i++)
        if (touches[i].body == body && touches[i].other > -2) speed = fmax(speed, touches[i].approach);
    return speed;
}

/* @param rise  velocity upwards of the slowest body that it touches, at its middle [m/s]; infinite: it
 * touches only other objects */
static void note_held(world *w, int body, unsigned by, double rise)
{
    const world_objects *objects = world_objects_of(w);
    world_object_note *note = &objects->notes[body];
    const hl_vec3 at = world_object_middle(w->machines[0], body);
    const double z = at.z;
    const bool was_held = note->held > 0.0;
    note->held = by == BY_MACHINE ? 1.0 : 0.0;
    if (note->held > 0.0)
        note->held_z = was_held && isfinite(rise)
                           ? fmax(z, note->held_z + rise * w->machines[0]->mechanism->options.step)
                           : z;
    if (!(by & BY_SITE)) return;
    if (isfinite(note->held_z) && note->held_z - z >= DROP) {
        note->drops++;
        world_object_dropped(w->machines[0], objects->first + body, at, note->held_z - z,
                             impact_speed(objects, body));
    }
    note->held_z = -HUGE_VAL;
}

/* Marks spread through contacts: a crate on a pallet on forks is held. Each pass except the last adds a mark,
 * and each object has two, so the loop ends. */
static void spread(const world_objects *objects, const obj_touch *touches, int count, unsigned char *by)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < count; i++) {
            const int a = touches[i].body, b = touches[i].other;
            if (a >= objects->count || b < 0 || b >= objects->count || by[a] == by[b]) continue;
            by[a] = by[b] = by[a] | by[b];
            more = true;
        }
    }
}

static void note_touches(world *w)
{
    world_objects *objects = world_objects_of(w);
    const obj_touch *touches;
    const int count = obj_touches(objects->work, &touches);
    if (count == 0 && !obj_any_awake(objects->state)) return;
    unsigned char by[AUTH_MAX_FREE] = {0};
    double rise[AUTH_MAX_FREE];
    for (int i = 0; i < objects->count; i++)
        if (obj_is_awake(objects->state, i)) objects->notes[i].load = 0.0;
    for (int i = 0; i < objects->count; i++) rise[i] = HUGE_VAL;
    for (int i = 0; i < count; i++) /* an object at rest keeps its load until a new contact */
        if (touches[i].body < objects->count && touches[i].other <= -2)
            objects->notes[touches[i].body].load = 0.0;
    for (int i = 0; i < count; i++) {
        const obj_touch *touch = &touches[i];
        if (touch->body >= objects->count) continue;
        if (touch->other <= -2)
            by[touch->body] |= BY_MACHINE;
        else if (touch->other == -1 || touch->other >= objects->count)
            by[touch->body] |= BY_SITE;
        if (touch->other > -2) continue;
        note_machine(w, touch);
        const contact_motion *motion = &objects->motions[-2 - touch->other];
        rise[touch->body] =
            fmin(rise[touch->body], rise_at(motion, world_object_middle(w->machines[0], touch->body)));
    }
    spread(objects, touches, count, by);
    for (int i = 0; i < objects->count; i++)
        if (obj_is_awake(objects->state, i)) note_held(w, i, by[i], rise[i]);
}

/* ---- the step ---- */

void world_objects_step(world *w)
{
    world_objects *objects = world_objects_of(w);
    if (objects == NULL || !objects->live) return;
    obj_step_rest(objects->work);
    obj_accept(objects->work);
    objects->live = false;
    note_touches(w);
    world_objects_note_sounds(w);
}

/* ---- pressing into sand ---- */

/* The feet share the force; soil yields under them as under the corners of a machine. */
static void press_with(const world *w, int index, double force)
{
    const world_machine *machine = w->machines[0];
    const auth_object *object = &w->site.scenario->objects[machine->objects->first + index];
    const double side = fmin(FOOT, fmin(object->size[0], object->size[1]));
    const feet f = feet_of(machine, index);
    for (int i = 0; i < f.count; i++) {
        bool heaped; /* a heap in a container does not yield, nor does the field below it */
        (void)world_site_surface_at(&w->site, f.list[i].x, f.list[i].y, &heaped);
        if (!heaped)
            (void)terr_plate_press(terr_sand_field(w->site.sand), f.list[i].x, f.list[i].y, side,
                                   force / f.count, f.list[i].z, machine->mechanism->options.step);
    }
}

int64_t world_objects_most_covered(const terr_field *field)
{
    return MOST_FEET * terr_plate_most_cells(field, FOOT);
}

void world_objects_press(world *w)
{
    const world_objects *objects = world_objects_of(w);
    if (objects == NULL || w->settling) return;
    const obj_touch *touches;
    const int count = obj_touches(objects->work, &touches);
    for (int i = 0; i < count; i++) {
        const obj_touch *touch = &touches[i];
        if (touch->other != -1 || touch->body >= objects->count || !(touch->force.z > 0.0)) continue;
        press_with(w, touch->body, touch->force.z);
    }
}

/* ---- state ---- */

/* A velocity at the start is a blow at the centre of mass in the first step. */
static void set_off(const world_machine *machine, int index)
{
    const world_objects *objects = machine->objects;
    const auth_object *object = &machine->site->scenario->objects[objects->first + index];
    if (!object->has_velocity) return;
    const coll_mass *mass = &objects->bodies[index].mass;
    const hl_mat3 R = obj_pose(objects->state, index).rotation;
    const hl_vec3 force =
        hl_scale(mass->mass / machine->mechanism->options.step, world_vec3(object->velocity));
    obj_push(objects->state, index, force, hl_cross(hl_mul(&R, mass->centre), force));
}

static void start(world_machine *machine)
{
    world_objects *objects = machine->objects;
    for (int i = 0; objects != NULL && i < objects->count; i++) set_off(machine, i);
    for (int i = 0; objects != NULL && i < objects->count; i++)
        objects->notes[i] = (world_object_note){.held_z = -HUGE_VAL, .struck = -HUGE_VAL, .blow = -1.0};
    for (int i = 0; objects != NULL && objects->gaps != NULL && i < objects->count; i++)
        objects->gaps[i] = -1.0;
}

static bool state_fits(const world_machine *machine, const void *from)
{
    return obj_state_fits(machine->objects->model, from);
}

static bool links_fit(const world_machine *machine, const void *from)
{
    return obj_links_fit(machine->objects->model, from);
}

static void put_blocks(world_machine *machine)
{
    const world_objects *objects = machine->objects;
    if (objects == NULL) return;
    world_block_put(machine, "free objects", obj_state_bytes(objects->state), obj_state_size(objects->model),
                    obj_state_hash, state_fits);
    world_block_put(machine, "slings", obj_link_bytes(objects->state), obj_link_size(objects->model), NULL,
                    links_fit);
    world_block_put(machine, "loads and drops of objects", objects->notes,
                    (size_t)objects->count * sizeof *objects->notes, NULL, NULL);
    if (objects->gaps != NULL)
        world_block_put(machine, "gaps below sleeping objects", objects->gaps,
                        (size_t)objects->count * sizeof *objects->gaps, NULL, NULL);
}

static uint64_t fingerprint(const world_machine *machine, uint64_t hash)
{
    if (machine->objects == NULL) return hash;
    return hl_hash(hash, &machine->objects->fingerprint, sizeof machine->objects->fingerprint);
}

const world_part_row world_objects_row = {.name = "objects",
                                          .define = world_objects_build,
                                          .signals = world_objects_put_signals,
                                          .blocks = put_blocks,
                                          .start = start,
                                          .fingerprint = fingerprint};
