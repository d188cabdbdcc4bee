/* Whether the scenery leaves room for the machine where it starts: a contact law that begins metres inside a
 * box would throw the machine out of it, or let it rest there. */
#include "machine_internal.h"

/* [m] What may overlap: a tire's or a shape's outline is known no better, and so little is pushed out gently.
 */
static const double MAY_OVERLAP = 0.05;

/* The part of the machine that lies deepest in an object. */
typedef struct intrusion {
    double depth; /* [m] */
    const char *kind, *name;
} intrusion;

static void try(const contact_box *part, const contact_box *object, const char *kind, const char *name,
                intrusion *worst)
{
    double depth;
    hl_vec3 normal;
    if (contact_boxes_overlap(part, object, &depth, &normal) && depth > worst->depth)
        *worst = (intrusion){depth, kind, name};
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
        try(&box, object, "tire", wheel->author->name, worst);
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
    try(&there, object, "track", track->author->name, worst);
}

static void try_hitter(const world_machine *machine, const world_hitter *hitter, const contact_box *object,
                       intrusion *worst)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    const char *name = machine->author->mechanism->bodies[hitter->body].name;
    for (int i = 0; i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        try(&box, object, "body", name, worst);
    }
}

bool world_objects_clear(const world_machine *machine, hl_report *report)
{
    bool clear = true;
    for (int i = 0; i < machine->object_count; i++) {
        intrusion worst = {.depth = MAY_OVERLAP};
        for (int w = 0; w < machine->wheel_count; w++)
            try_wheel(machine, &machine->wheels[w], &machine->objects[i], &worst);
        for (int t = 0; t < machine->track_count; t++)
            try_track(machine, &machine->tracks[t], &machine->objects[i], &worst);
        for (int h = 0; h < machine->hitter_count; h++)
            try_hitter(machine, &machine->hitters[h], &machine->objects[i], &worst);
        if (worst.name == NULL) continue;
        const auth_object *object = &machine->scenario->objects[i];
        hl_report_add(
            report, object->place,
            "object '%s' stands where the machine starts: %s '%s' is %.2g m inside it; another place "
            "of the object or of 'start' is expected",
            object->name, worst.kind, worst.name, worst.depth);
        clear = false;
    }
    return clear;
}
