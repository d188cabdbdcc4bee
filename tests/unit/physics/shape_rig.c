#include "shape_rig.h"

#include "support/check.h"

mb_pose rig_shape_pose(uint64_t *seed, double spread)
{
    const rig_pose pose = rig_random_pose(seed, spread);
    return (mb_pose){pose.at, pose.axes};
}

static double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * 0.5 * (1.0 + check_random(seed));
}

coll_shape rig_shape(coll_kind kind, uint64_t *seed, hl_arena *arena)
{
    coll_shape shape = {.kind = kind, .radius = between(seed, 0.1, 0.5)};
    if (kind == COLL_CAPSULE || kind == COLL_CYLINDER) shape.half_length = between(seed, 0.1, 0.6);
    if (kind == COLL_BOX)
        return coll_box(hl_v3(between(seed, 0.1, 0.6), between(seed, 0.1, 0.6), between(seed, 0.1, 0.6)),
                        arena);
    if (kind == COLL_HULL) {
        static hl_report report;
        hl_vec3 points[20];
        for (int i = 0; i < 20; i++) points[i] = hl_scale(0.5, hl_normalized(rig_random_vector(seed, 1.0)));
        hl_report_begin(&report, "hull");
        shape = (coll_shape){.kind = kind, .hull = coll_hull_new(points, 20, &report, arena)};
        if (shape.hull == NULL) fail_msg("%s", report.list[0].text);
    }
    return shape;
}

static double clamped(double x, double most)
{
    return fmin(fmax(x, -most), most);
}

static hl_vec3 nearest_of_hull(const coll_hull *hull, hl_vec3 p)
{
    const coll_mesh *mesh = coll_hull_mesh(hull);
    hl_vec3 best = p;
    double least = (double)INFINITY;
    bool inside = true;
    for (int t = 0; t < coll_mesh_describe(mesh).triangles; t++) {
        hl_vec3 corners[3];
        coll_mesh_corners(mesh, t, corners);
        if (hl_dot(coll_mesh_normal(mesh, t), hl_sub(p, corners[0])) <= 0.0) continue;
        inside = false;
        const hl_vec3 on = rig_closest(corners, p);
        if (hl_norm(hl_sub(on, p)) >= least) continue;
        least = hl_norm(hl_sub(on, p));
        best = on;
    }
    return inside ? p : best;
}

hl_vec3 rig_shape_nearest(const coll_shape *shape, const mb_pose *pose, hl_vec3 place)
{
    const hl_vec3 p = hl_mul_transposed(&pose->rotation, hl_sub(place, pose->position));
    hl_vec3 on = p;
    if (shape->kind == COLL_SPHERE || shape->kind == COLL_CAPSULE) {
        const hl_vec3 core = hl_v3(0, 0, clamped(p.z, shape->half_length)), arm = hl_sub(p, core);
        if (hl_norm(arm) > shape->radius) on = hl_add_scaled(core, shape->radius / hl_norm(arm), arm);
    } else if (shape->kind == COLL_CYLINDER) {
        const double across = sqrt(p.x * p.x + p.y * p.y), scale = fmin(1.0, shape->radius / across);
        on = hl_v3(scale * p.x, scale * p.y, clamped(p.z, shape->half_length));
    } else if (shape->kind == COLL_BOX)
        on = hl_v3(clamped(p.x, shape->half.x), clamped(p.y, shape->half.y), clamped(p.z, shape->half.z));
    else
        on = nearest_of_hull(shape->hull, p);
    return hl_add(pose->position, hl_mul(&pose->rotation, on));
}

double rig_shape_outside(const coll_shape *shape, const mb_pose *pose, hl_vec3 place)
{
    return hl_norm(hl_sub(rig_shape_nearest(shape, pose, place), place));
}

double rig_shape_distance(const coll_shape *a, const mb_pose *pose_a, const coll_shape *b,
                          const mb_pose *pose_b)
{
    hl_vec3 p = pose_a->position;
    double distance = (double)INFINITY;
    for (int turn = 0; turn < 3000; turn++) {
        const hl_vec3 q = rig_shape_nearest(b, pose_b, p);
        p = rig_shape_nearest(a, pose_a, q);
        const double now = hl_norm(hl_sub(p, q));
        if (now < 1e-9) return 0.0;
        if (turn % 50 == 49) {
            if (distance - now < 1e-10) return now;
            distance = now;
        }
    }
    return distance;
}
