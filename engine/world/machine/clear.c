/* Whether ground, scenery and other machines leave room for a machine where it starts: a contact law that
 * begins metres inside a box would throw the machine out of it, or let it rest there. */
#include "machine/machine.h"

#include "parts/parts.h"

#include <math.h>

/* [m] Overlap of a shape that its contact law pushes out gently. */
static const double MAY_OVERLAP = 0.01;
/* [m] The outline of a tire or a track is known no better than this. */
static const double MAY_OVERLAP_ROUND = 0.05;

/* The part of a machine that lies deepest in something, and in what. */
typedef struct intrusion {
    double depth; /* [m] */
    const char *kind, *name;
    const char *into_kind, *into_name;
} intrusion;

static void keep_deepest(double depth, double may_overlap, const char *kind, const char *name,
                         intrusion *worst)
{
    if (depth > may_overlap && depth > worst->depth)
        *worst = (intrusion){.depth = depth, .kind = kind, .name = name};
}

/* ---- what takes up room: a machine as boxes ---- */

typedef struct solid {
    contact_box box; /* in the world */
    int body;
    double may_overlap;
    const char *kind, *name;
} solid;

/* A tire stands for two boxes inside its rim, an eighth of a turn apart. */
static contact_box inscribed_box(const contact_box *tire, bool second)
{
    static const double INSCRIBED =
        0.70710678118654752440; /* half the edge of a square in a circle, over r */
    const hl_vec3 axle = hl_mat3_column(&tire->axes, 1), half = tire->half;
    hl_vec3 across = hl_mat3_column(&tire->axes, 0);
    if (second) across = hl_scale(INSCRIBED, hl_add(across, hl_cross(across, axle)));
    const hl_vec3 up = hl_cross(across, axle);
    return (contact_box){tire->centre,
                         {{{across.x, axle.x, up.x}, {across.y, axle.y, up.y}, {across.z, axle.z, up.z}}},
                         {INSCRIBED * half.x, half.y, INSCRIBED * half.z}};
}

static int count_solids(const world_machine *machine)
{
    return machine->author->wheel_count + world_outline_count(machine->author);
}

/* Tires, each twice, then tracks, then shapes. */
static solid solid_at(const world_machine *machine, int index)
{
    const auth_machine *author = machine->author;
    const int wheels = author->wheel_count;
    world_outline part = world_outline_at(author, index < 2 * wheels ? index / 2 : index - wheels);
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, part.body);
    if (part.kind == WORLD_TIRE) part.box = inscribed_box(&part.box, index % 2 == 1);
    const contact_box box = world_box_at(&part.box, &pose);
    if (part.kind == WORLD_TIRE)
        return (solid){box, part.body, MAY_OVERLAP_ROUND, "tire", author->wheels[part.index].name};
    if (part.kind == WORLD_TRACK)
        return (solid){box, part.body, MAY_OVERLAP_ROUND, "track", author->tracks[part.index].name};
    return (solid){box, part.body, MAY_OVERLAP, "body", author->mechanism->bodies[part.body].name};
}

/* ---- where a scenario puts it ---- */

hl_place world_start_place(const world_machine *machine)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    if (machine->start->place.line > 0) return machine->start->place;
    for (int i = 0; i < auth_scenario_others(scenario); i++)
        if (machine->name == auth_scenario_other(scenario, i)->name)
            return auth_scenario_other(scenario, i)->machine_place;
    return scenario->machine_place;
}

/* ---- ground ---- */

static double depth_below(const world_machine *machine, hl_vec3 point)
{
    return terr_ground_at(machine->site->ground, point.x, point.y).height - point.z;
}

/* Shape number `index` of the hitter's body. */
static const auth_shape *shape_of(const world_machine *machine, const world_hitter *hitter, int index)
{
    const auth_shape *shape = machine->author->shapes;
    for (;; shape++)
        if (shape->body == hitter->body && index-- == 0) return shape;
}

/* What touches the ground of a body: the corners of its shapes, on sand the points that it rests on.
 * @param place  out: of the shape that lies deepest */
static void try_ground(const world_machine *machine, const world_hitter *hitter, intrusion *worst,
                       hl_place *place)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    const char *name = machine->author->mechanism->bodies[hitter->body].name;
    for (int i = 0; i < hitter->support_count; i++) {
        const world_support *support = &hitter->supports[i];
        const hl_vec3 point = hl_add(pose.position, hl_mul(&pose.rotation, support->point));
        keep_deepest(depth_below(machine, point) - support->gap, MAY_OVERLAP, "body", name, worst);
    }
    for (int i = 0; machine->site->sand == NULL && i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        const auth_shape *shape = shape_of(machine, hitter, i);
        const double before = worst->depth;
        for (int k = 0; hitter->grounded[i] && k < 8; k++)
            keep_deepest(depth_below(machine, contact_box_corner(&box, k)), MAY_OVERLAP, "shape", shape->name,
                         worst);
        if (worst->depth > before) *place = shape->place;
    }
}

bool world_ground_clear(const world_machine *machine, hl_report *report)
{
    intrusion worst = {.depth = 0.0};
    hl_place place = {1, 1};
    for (int h = 0; h < machine->contacts->count; h++)
        try_ground(machine, &machine->contacts->list[h], &worst, &place);
    if (worst.name == NULL) return true;
    if (machine->site->scenario != NULL) place = world_start_place(machine);
    hl_report_add(report, place,
                  "%s '%s' starts %.2g m below the ground (at most %g m are allowed): move the part, the "
                  "joints that carry it, or 'start' of the scenario",
                  worst.kind, worst.name, worst.depth, MAY_OVERLAP);
    return false;
}

/* ---- objects ---- */

static intrusion find_deepest_in_object(const world_machine *machine, const contact_box *object)
{
    const int count = count_solids(machine);
    intrusion worst = {.depth = 0.0};
    for (int i = 0; i < count; i++) {
        const solid part = solid_at(machine, i);
        double depth;
        hl_vec3 normal;
        if (contact_boxes_overlap(&part.box, object, &depth, &normal))
            keep_deepest(depth, part.may_overlap, part.kind, part.name, &worst);
    }
    return worst;
}

static void complain_of_object(const world_machine *machine, const auth_object *object,
                               const intrusion *worst, hl_report *report)
{
    hl_report_add(report, object->place,
                  "object '%s' stands where the machine%s%s%s starts: %s '%s' is %.2g m inside it: move "
                  "the object or 'start'",
                  object->name, machine->name ? " '" : "", machine->name ? machine->name : "",
                  machine->name ? "'" : "", worst->kind, worst->name, worst->depth);
}

/* By the object's bounding box in its own frame. */
bool world_objects_apart(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 0; i < world_object_count(machine); i++) {
        const auth_object *object = &machine->site->scenario->objects[machine->site->object_count + i];
        hl_vec3 at;
        hl_quat turn;
        world_object_pose(machine, i, &at, &turn);
        const hl_mat3 axes = hl_quat_matrix(turn);
        const hl_vec3 low = world_vec3(object->low), high = world_vec3(object->high);
        const contact_box box = {hl_add(at, hl_mul(&axes, hl_scale(0.5, hl_add(low, high)))), axes,
                                 hl_scale(0.5, hl_sub(high, low))};
        const intrusion worst = find_deepest_in_object(machine, &box);
        if (worst.name == NULL) continue;
        complain_of_object(machine, object, &worst, report);
        clear = false;
    }
    return clear;
}

bool world_objects_clear(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 0; i < machine->site->object_count; i++) {
        const intrusion worst = find_deepest_in_object(machine, &machine->site->objects[i]);
        if (worst.name == NULL) continue;
        complain_of_object(machine, &machine->site->scenario->objects[i], &worst, report);
        clear = false;
    }
    return clear;
}

/* ---- other machines ---- */

static const char *name_of(const world_machine *machine)
{
    const auth_scenario *scenario = world_scenario_of(machine);
    return machine->name != NULL ? machine->name : scenario->machines[scenario->driven].name;
}

static void try_solids(const solid *here, const solid *there, intrusion *worst)
{
    const double before = worst->depth;
    double depth;
    hl_vec3 normal;
    if (!contact_boxes_overlap(&here->box, &there->box, &depth, &normal)) return;
    keep_deepest(depth, fmax(here->may_overlap, there->may_overlap), here->kind, here->name, worst);
    if (worst->depth > before) worst->into_kind = there->kind, worst->into_name = there->name;
}

static intrusion find_deepest_in_machine(const world_machine *machine, const world_machine *other)
{
    const int count = count_solids(machine), other_count = count_solids(other);
    intrusion worst = {.depth = 0.0};
    for (int i = 0; i < count; i++) {
        const solid here = solid_at(machine, i);
        for (int k = 0; k < other_count; k++) {
            const solid there = solid_at(other, k);
            try_solids(&here, &there, &worst);
        }
    }
    return worst;
}

bool world_machines_clear(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 0; machine->world->machines[i] != machine; i++) {
        const world_machine *other = machine->world->machines[i];
        if (!other->placed) continue;
        const intrusion worst = find_deepest_in_machine(machine, other);
        if (worst.name == NULL) continue;
        hl_report_add(report, world_start_place(machine),
                      "machine '%s' starts where machine '%s' stands: its %s '%s' is %.2g m inside %s '%s'; "
                      "move one of them by its 'start'",
                      name_of(machine), name_of(other), worst.kind, worst.name, worst.depth, worst.into_kind,
                      worst.into_name);
        clear = false;
    }
    return clear;
}

/* ---- implements ---- */

/* Only bodies of units before the second one: the others have been checked. */
static intrusion find_deepest_in_units(const world_machine *machine, const world_unit *unit)
{
    const int count = count_solids(machine);
    intrusion worst = {.depth = 0.0};
    for (int i = 0; i < count; i++) {
        const solid here = solid_at(machine, i);
        if (here.body < unit->first || here.body >= unit->end) continue;
        for (int k = 0; k < count; k++) {
            const solid there = solid_at(machine, k);
            if (there.body < unit->first) try_solids(&here, &there, &worst);
        }
    }
    return worst;
}

bool world_units_clear(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 1; i <= machine->author->implement_count; i++) {
        const world_unit unit = world_unit_at(machine, i);
        const intrusion worst = find_deepest_in_units(machine, &unit);
        if (worst.name == NULL) continue;
        hl_report_add(
            report, unit.start->place,
            "implement '%s' starts where the machine or another implement stands: its %s '%s' is %.2g "
            "m inside %s '%s'; move one of them by its 'start'",
            unit.name, worst.kind, worst.name, worst.depth, worst.into_kind, worst.into_name);
        clear = false;
    }
    return clear;
}
