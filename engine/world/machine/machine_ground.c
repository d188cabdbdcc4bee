/* Where the machine meets the ground and the scenery: found once a tick from the poses of the state, held
 * during the step. */
#include "machine_internal.h"

/* ---- tires ---- */

/* Each disc stands on the plane of the ground under its foot. */
static void sense_wheel(const world_machine *machine, world_wheel *wheel)
{
    const tire_model *tire = &wheel->tire.model;
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, wheel->body);
    const hl_vec3 up = {0, 0, 1};
    for (int d = 0; d < tire->discs; d++) {
        const hl_vec3 foot = tire_disc_foot(tire, &pose, d, up);
        const terr_sample sample = terr_ground_at(machine->ground, foot.x, foot.y);
        wheel->ground.point[d] = hl_v3(foot.x, foot.y, sample.height);
        wheel->ground.normal[d] = sample.normal;
    }
}

/* ---- shapes ---- */

contact_box world_box_at(const contact_box *box, const mb_pose *pose)
{
    return (contact_box){hl_add(pose->position, hl_mul(&pose->rotation, box->centre)),
                         hl_mat3_mul(&pose->rotation, &box->axes), box->half};
}

static hl_vec3 in_body(hl_vec3 point, const mb_pose *pose)
{
    return hl_mul_transposed(&pose->rotation, hl_sub(point, pose->position));
}

/* Ground steeper than this between the middle of a box that hangs above it and a corner is not looked for. */
static const double STEEPEST = 1.0;

/* `height` is the ground's under the box's middle. */
static bool may_touch(const contact_box *box, double height)
{
    const double reach_z = fabs(box->axes.m[2][0]) * box->half.x + fabs(box->axes.m[2][1]) * box->half.y +
                           fabs(box->axes.m[2][2]) * box->half.z;
    return box->centre.z - reach_z - height < STEEPEST * hl_norm(box->half);
}

static void touch_ground(const world_machine *machine, int shape, const contact_box *box, const mb_pose *pose,
                         world_hitter *hitter)
{
    const double height = terr_ground_at(machine->ground, box->centre.x, box->centre.y).height;
    if (!may_touch(box, height)) return;
    for (int i = 0; i < 8; i++) {
        const hl_vec3 point = contact_box_corner(box, i);
        const double away = fabs(point.x - box->centre.x) + fabs(point.y - box->centre.y);
        if (point.z - height > WORLD_NEAR + STEEPEST * away) continue;
        const terr_sample sample = terr_ground_at(machine->ground, point.x, point.y);
        const double depth = (sample.height - point.z) * sample.normal.z;
        if (depth > -WORLD_NEAR)
            world_touch(machine, hitter, shape, -1, in_body(point, pose),
                        hl_v3(point.x, point.y, sample.height), sample.normal, depth);
    }
}

/* @return boxes near that found no room */
static int touch_objects(const world_machine *machine, int shape, const contact_box *box, const mb_pose *pose,
                         world_hitter *hitter)
{
    int near[WORLD_MAX_NEAR];
    const int count = contact_tree_near(machine->tree, box, WORLD_NEAR, WORLD_MAX_NEAR, near);
    for (int i = 0; i < count && i < WORLD_MAX_NEAR; i++) {
        contact_point points[CONTACT_BOX_POINTS];
        const int found = contact_boxes_points(box, &machine->objects[near[i]], WORLD_NEAR, points);
        for (int k = 0; k < found; k++) {
            const hl_vec3 plane = hl_add_scaled(points[k].point, points[k].depth, points[k].normal);
            world_touch(machine, hitter, shape, near[i], in_body(points[k].point, pose), plane,
                        points[k].normal, points[k].depth);
        }
    }
    return count > WORLD_MAX_NEAR ? count - WORLD_MAX_NEAR : 0;
}

static void sense_hitter(const world_machine *machine, world_hitter *hitter)
{
    const mb_pose pose = mb_pose_of(machine->mechanism->model, machine->mechanism->work, hitter->body);
    hitter->set.count = hitter->set.overflow = hitter->left_out = 0;
    for (int i = 0; i < hitter->shape_count; i++) {
        const contact_box box = world_box_at(&hitter->boxes[i], &pose);
        if (hitter->grounded[i] && machine->sand == NULL) touch_ground(machine, i, &box, &pose, hitter);
        if (machine->object_count > 0) hitter->left_out += touch_objects(machine, i, &box, &pose, hitter);
    }
    if (machine->sand != NULL) world_sand_touch(machine, hitter, &pose);
    hitter->left_out += hitter->set.overflow;
}

void world_ground_sense(world_machine *machine)
{
    for (int w = 0; w < machine->wheel_count; w++) sense_wheel(machine, &machine->wheels[w]);
    world_tracks_sense(machine);
    for (int h = 0; h < machine->hitter_count; h++) sense_hitter(machine, &machine->hitters[h]);
    world_contacts_approach(machine);
}
