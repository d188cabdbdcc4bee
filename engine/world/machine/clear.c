/* Whether ground and scenery leave room for the machine where it starts: a contact law that begins metres
 * inside a box would throw the machine out of it, or let it rest there. */
#include "machine/machine.h"

#include "parts/contacts.h"
#include "parts/tracks.h"
#include "parts/wheels.h"

#include <math.h>

/* [m] Overlap of a shape that its contact law pushes out gently. */
static const double MAY_OVERLAP = 0.01;
/* [m] The outline of a tire or a track is known no better than this. */
static const double MAY_OVERLAP_ROUND = 0.05;

/* The part of the machine that lies deepest in an object. */
typedef struct intrusion {
    double depth; /* [m] */
    const char *kind, *name;
} intrusion;

static void keep_deepest(double depth, double may_overlap, const char *kind, const char *name,
                         intrusion *worst)
{
    if (depth > may_overlap && depth > worst->depth) *worst = (intrusion){depth, kind, name};
}

static void try(const contact_box *part, const contact_box *object, double may_overlap, const char *kind,
                const char *name, intrusion *worst)
{
    double depth;
    hl_vec3 normal;
    if (contact_boxes_overlap(part, object, &depth, &normal))
        keep_deepest(depth, may_overlap, kind, name, worst);
}

/* A tire stands for two boxes inside its rim, an eighth of a turn apart. */
static void try_wheel(const world_machine *machine, const world_wheel *wheel, const contact_box *object,
                      intrusion *worst)
{
    static const double INSCRIBED =
        0.70710678118654752440; /* half the edge of a square in a circle, over r */
    const tire_model *tire = &wheel->tire.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, wheel->body);
    const hl_vec3 axle = hl_mul(&pose.rotation, tire->axle);
    hl_vec3 across = hl_any_orthogonal(axle);
    for (int i = 0; i < 2; i++) {
        const hl_vec3 up = hl_cross(across, axle);
        const contact_box box = {
            pose.position,
            {{{across.x, axle.x, up.x}, {across.y, axle.y, up.y}, {across.z, axle.z, up.z}}},
            {INSCRIBED * tire->radius, 0.5 * tire->width, INSCRIBED * tire->radius}};
        try(&box, object, MAY_OVERLAP_ROUND, "tire", wheel->author->name, worst);
        across = hl_scale(INSCRIBED, hl_add(across, up));
    }
}

/* A track stands for the box about its stations. */
static void try_track(const world_machine *machine, const world_track *track, const contact_box *object,
                      intrusion *worst)
{
    const track_model *model = &track->track.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, track->body);
    hl_vec3 low = model->station[0].centre, high = low;
    for (int i = 0; i < model->stations; i++) {
        const track_station *wheel = &model->station[i];
        low.x = fmin(low.x, wheel->centre.x - wheel->radius);
        low.z = fmin(low.z, wheel->centre.z - wheel->radius);
        high.x = fmax(high.x, wheel->centre.x + wheel->radius);
        high.z = fmax(high.z, wheel->centre.z + wheel->radius);
    }
    const hl_vec3 half = hl_scale(0.5, hl_sub(high, low));
    const contact_box box = {
        hl_scale(0.5, hl_add(low, high)), hl_mat3_identity(), {half.x, 0.5 * model->width, half.z}};
    const contact_box there = world_box_at(&box, &pose);
    try(&there, object, MAY_OVERLAP_ROUND, "track", track->author->name, worst);
}

static void try_hitter(const world_machine *machine, const world_hitter *hitter, const contact_box *object,
                       intrusion *worst)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    const char *name = machine->author->mechanism->bodies[hitter->body].name;
    for (int i = 0; i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        try(&box, object, MAY_OVERLAP, "body", name, worst);
    }
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
    if (machine->site->scenario != NULL) place = machine->start->place;
    hl_report_add(report, place,
                  "%s '%s' starts %.2g m below the ground; at most %g m are expected: move the part, the "
                  "joints that carry it, or 'start' of the scenario",
                  worst.kind, worst.name, worst.depth, MAY_OVERLAP);
    return false;
}

/* ---- objects ---- */

bool world_objects_clear(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 0; i < machine->site->object_count; i++) {
        intrusion worst = {.depth = 0.0};
        for (int w = 0; w < machine->wheels->count; w++)
            try_wheel(machine, &machine->wheels->list[w], &machine->site->objects[i], &worst);
        for (int t = 0; t < machine->tracks->count; t++)
            try_track(machine, &machine->tracks->list[t], &machine->site->objects[i], &worst);
        for (int h = 0; h < machine->contacts->count; h++)
            try_hitter(machine, &machine->contacts->list[h], &machine->site->objects[i], &worst);
        if (worst.name == NULL) continue;
        const auth_object *object = &machine->site->scenario->objects[i];
        hl_report_add(
            report, object->place,
            "object '%s' stands where the machine starts: %s '%s' is %.2g m inside it; another place "
            "of the object or of 'start' is expected",
            object->name, worst.kind, worst.name, worst.depth);
        clear = false;
    }
    return clear;
}
