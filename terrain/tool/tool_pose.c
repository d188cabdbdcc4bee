/* Pose of a tool in a step relative to the columns of the field: vertical lines intersect the planes of its
 * plates at heights that are linear in the position. */
#include "tool_digger.h"

#include <math.h>

/* Of the edge's horizontal share: below it, 78 degrees of roll, there is no ahead. */
static const double LEAST_LEVEL = 0.2;
/* Least upward share of a plate's normal: what stands steeper (88 degrees) has no plan. */
static const double LEAST_FACING = 0.035;

static bool motion_is_finite(const terr_tool_motion *motion)
{
    bool finite = hl_v3_is_finite(motion->position) && hl_v3_is_finite(motion->velocity) &&
                  hl_v3_is_finite(motion->spin);
    for (int i = 0; i < 3; i++) finite = finite && hl_v3_is_finite(hl_mat3_column(&motion->rotation, i));
    return finite;
}

hl_vec3 dig_velocity(const dig_pose *pose, hl_vec3 at)
{
    const terr_tool_motion *motion = &pose->motion;
    return hl_add(motion->velocity, hl_cross(motion->spin, hl_sub(at, motion->position)));
}

/* The coordinate along row `axis` of the tool's frame of the point at `height` over a place:
 * R^T (dx, dy, height). */
static dig_linear coordinate(const hl_mat3 *R, int axis, const dig_linear *height)
{
    const double up = R->m[2][axis];
    return (dig_linear){up * height->at, fma(up, height->x, R->m[0][axis]),
                        fma(up, height->y, R->m[1][axis])};
}

/* A line (dx, dy, t) is on the plane n . R^T (dx, dy, t) = n . a; with the world normal N = R n:
 * t = (n . a - N_x dx - N_y dy)/N_z. At a fixed place t rises with (v + omega x r) . N/N_z. */
static dig_plane plane_of(const terr_plate *plate, const terr_tool_motion *motion, hl_vec3 normal)
{
    const hl_mat3 *R = &motion->rotation;
    const double offset = plate->inside.x * plate->from.x + plate->inside.z * plate->from.z;
    dig_plane plane = {.height = {offset / normal.z, -normal.x / normal.z, -normal.y / normal.z},
                       .length = plate->length};
    const dig_linear x = coordinate(R, 0, &plane.height), z = coordinate(R, 2, &plane.height);
    plane.across = coordinate(R, 1, &plane.height);
    const terr_flat a = plate->along;
    plane.along = (dig_linear){a.x * (x.at - plate->from.x) + a.z * (z.at - plate->from.z),
                               a.x * x.x + a.z * z.x, a.x * x.y + a.z * z.y};
    const hl_vec3 turn = hl_scale(1.0 / normal.z, hl_cross(normal, motion->spin));
    plane.rise = (dig_linear){hl_dot(motion->velocity, normal) / normal.z + turn.z * plane.height.at,
                              turn.x + turn.z * plane.height.x, turn.y + turn.z * plane.height.y};
    return plane;
}

static void find_planes(const terr_shape *shape, dig_pose *pose)
{
    pose->floors = pose->roofs = 0;
    for (int i = 0; i < shape->plates; i++) {
        const terr_plate *plate = &shape->plate[i];
        const hl_vec3 normal = hl_mul(&pose->motion.rotation, hl_v3(plate->inside.x, 0.0, plate->inside.z));
        if (normal.z > LEAST_FACING) pose->floor[pose->floors++] = plane_of(plate, &pose->motion, normal);
        if (normal.z < -LEAST_FACING) pose->roof[pose->roofs++] = plane_of(plate, &pose->motion, normal);
    }
}

static void find_extent(const terr_shape *shape, dig_pose *pose)
{
    pose->lowest = pose->low[0] = pose->low[1] = HUGE_VAL;
    pose->highest = pose->high[0] = pose->high[1] = -HUGE_VAL;
    pose->rear = 0.0;
    for (int i = 0; i < 2 * (shape->plates + 1); i++) {
        const int c = i / 2;
        const terr_flat corner = c < shape->plates ? shape->plate[c].from : shape->lip;
        const double y = i % 2 ? shape->half_width : -shape->half_width;
        const hl_vec3 at = hl_mul(&pose->motion.rotation, hl_v3(corner.x, y, corner.z));
        const hl_vec3 p = hl_add(pose->motion.position, at);
        pose->lowest = fmin(pose->lowest, p.z);
        pose->highest = fmax(pose->highest, p.z);
        pose->low[0] = fmin(pose->low[0], p.x);
        pose->low[1] = fmin(pose->low[1], p.y);
        pose->high[0] = fmax(pose->high[0], p.x);
        pose->high[1] = fmax(pose->high[1], p.y);
        pose->rear = fmin(pose->rear, -dig_behind(pose, p.x, p.y));
    }
}

bool dig_find_pose(const terr_shape *shape, const terr_tool_motion *motion, dig_pose *pose)
{
    if (!motion_is_finite(motion)) return false;
    const hl_mat3 *R = &motion->rotation;
    pose->motion = *motion;
    const hl_vec3 axle = hl_mat3_column(R, 1), level = hl_v3(axle.x, axle.y, 0.0);
    const double share = hl_norm(level);
    if (share < LEAST_LEVEL) return false;
    pose->across = hl_scale(1.0 / share, level);
    pose->slope = axle.z / share;
    pose->ahead = hl_cross(pose->across, hl_v3(0, 0, 1));
    if (hl_dot(hl_mul(R, hl_v3(shape->sense.x, 0.0, shape->sense.z)), pose->ahead) < 0.0) {
        pose->ahead = hl_neg(pose->ahead);
        pose->across = hl_neg(pose->across);
        pose->slope = -pose->slope;
    }
    pose->half_width = shape->half_width * share;
    pose->edge = hl_add(motion->position, hl_mul(R, hl_v3(shape->edge.x, 0.0, shape->edge.z)));
    pose->speed = hl_dot(dig_velocity(pose, pose->edge), pose->ahead);
    find_extent(shape, pose);
    find_planes(shape, pose);
    return true;
}

double dig_behind(const dig_pose *pose, double x, double y)
{
    return (pose->edge.x - x) * pose->ahead.x + (pose->edge.y - y) * pose->ahead.y;
}

double dig_across(const dig_pose *pose, double x, double y)
{
    return (x - pose->edge.x) * pose->across.x + (y - pose->edge.y) * pose->across.y;
}

double dig_edge_height(const dig_pose *pose, double across)
{
    return fma(pose->slope, across, pose->edge.z);
}

static bool over(const dig_plane *plane, double half_width, double dx, double dy)
{
    const double along = dig_at(&plane->along, dx, dy);
    return along >= 0.0 && along <= plane->length && fabs(dig_at(&plane->across, dx, dy)) <= half_width;
}

const dig_plane *dig_floor_at(const dig_pose *pose, double half_width, double x, double y, double *height)
{
    const double dx = x - pose->motion.position.x, dy = y - pose->motion.position.y;
    const dig_plane *lowest = NULL;
    for (int i = 0; i < pose->floors; i++) {
        const dig_plane *plane = &pose->floor[i];
        if (!over(plane, half_width, dx, dy)) continue;
        const double z = pose->motion.position.z + dig_at(&plane->height, dx, dy);
        if (lowest && z >= *height) continue;
        lowest = plane;
        *height = z;
    }
    return lowest;
}

bool dig_is_covered(const dig_pose *pose, double half_width, double x, double y, double low, double high)
{
    const double dx = x - pose->motion.position.x, dy = y - pose->motion.position.y;
    for (int i = 0; i < pose->roofs; i++) {
        if (!over(&pose->roof[i], half_width, dx, dy)) continue;
        const double z = pose->motion.position.z + dig_at(&pose->roof[i].height, dx, dy);
        if (z > low && z < high) return true;
    }
    return false;
}
