/* Geometry of tools: validation, volume, interior and heap. */
#include "tool_internal.h"

#include "hl/real.h"

#include <math.h>
#include <stddef.h>

/* A profile whose area is below this share of its squared length is a straight blade: it has no inside. */
static const double STRAIGHT = 1e-6;
/* Height of the heap over the mouth's length: a slope of 35 degrees, about what soils stand at, rises by that
 * much over half of it [1]. */
static const double HEAP = 0.35;
static const double LEAST_PLATE = 1e-3; /* [m] */
static const double LARGEST = 50.0;     /* [m]: no tool is larger */

/* ---- checks ---- */

static double twice_area(const terr_tool_def *def)
{
    double sum = 0.0;
    for (int i = 0; i < def->corners; i++) {
        const double *a = def->profile[i], *b = def->profile[(i + 1) % def->corners];
        sum = fma(a[0], b[1], sum - b[0] * a[1]);
    }
    return sum;
}

static double length_of(const terr_tool_def *def)
{
    double sum = 0.0;
    for (int i = 1; i < def->corners; i++)
        sum += hl_hypot(def->profile[i][0] - def->profile[i - 1][0],
                        def->profile[i][1] - def->profile[i - 1][1]);
    return sum;
}

static double side_of(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static bool cross(const double *a, const double *b, const double *c, const double *d)
{
    return side_of(a, b, c) * side_of(a, b, d) < 0.0 && side_of(c, d, a) * side_of(c, d, b) < 0.0;
}

/* Whether two sides of the profile closed by its mouth cross. */
static bool crosses_itself(const terr_tool_def *def)
{
    const int n = def->corners;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (cross(def->profile[i], def->profile[(i + 1) % n], def->profile[j], def->profile[(j + 1) % n]))
                return true;
    return false;
}

static const char *profile_wrong(const terr_tool_def *def)
{
    if (def->corners < 2 || def->corners > TERR_PROFILE_MOST)
        return "the profile needs 2 to 16 corners, from the cutting edge to the lip";
    for (int i = 0; i < def->corners; i++)
        if (!(fabs(def->profile[i][0]) <= LARGEST && fabs(def->profile[i][1]) <= LARGEST))
            return "a corner of the profile must lie within 50 m of the tool's origin";
    for (int i = 1; i < def->corners; i++)
        if (!(hl_hypot(def->profile[i][0] - def->profile[i - 1][0],
                       def->profile[i][1] - def->profile[i - 1][1]) >= LEAST_PLATE))
            return "two corners of the profile are less than 1 mm apart";
    const double *edge = def->profile[0], *lip = def->profile[def->corners - 1];
    if (!(hl_hypot(lip[0] - edge[0], lip[1] - edge[1]) >= LEAST_PLATE))
        return "the mouth, from the lip to the edge, is shorter than 1 mm";
    if (crosses_itself(def)) return "the profile, closed from lip to edge, crosses itself";
    return NULL;
}

const char *terr_tool_validate(const terr_tool_def *def)
{
    const char *why = profile_wrong(def);
    if (why) return why;
    if (!(def->width > 0.0 && def->width <= LARGEST)) return "width must be above 0, at most 50 m";
    if (!(def->thickness > 0.0 && def->thickness < def->width))
        return "thickness must be above 0 and below the width";
    if (def->teeth < 0) return "teeth: expected 0 (a plain edge) or more";
    if (def->teeth == 0) return NULL;
    if (!(def->tooth_width > 0.0 && def->tooth_length > 0.0 && def->tooth_length <= LARGEST))
        return "teeth need a width and a length above 0";
    if (def->teeth * def->tooth_width > def->width) return "the teeth together are wider than the tool";
    return NULL;
}

double terr_tool_volume(const terr_tool_def *def)
{
    return 0.5 * fabs(twice_area(def)) * def->width;
}

/* ---- shape ---- */

static terr_flat unit(double x, double z)
{
    const double n = sqrt(fma(x, x, z * z));
    return n > 0.0 ? (terr_flat){x / n, z / n} : (terr_flat){0.0, 0.0};
}

static bool is_straight(const terr_tool_def *def)
{
    const double length = length_of(def);
    return fabs(twice_area(def)) <= STRAIGHT * length * length;
}

/* +1: the inner side is to the left of who walks from the edge to the lip, z up and x to the right. */
static double inner_side(const terr_tool_def *def)
{
    if (!is_straight(def)) return twice_area(def) > 0.0 ? 1.0 : -1.0;
    /* straight: the side of positive x, of a level one the upper side */
    const double *edge = def->profile[0], *lip = def->profile[def->corners - 1];
    const double dx = lip[0] - edge[0], dz = lip[1] - edge[1];
    if (fabs(dz) > STRAIGHT * fabs(dx)) return dz < 0.0 ? 1.0 : -1.0;
    return dx > 0.0 ? 1.0 : -1.0;
}

static void find_plates(const terr_tool_def *def, double side, terr_shape *shape)
{
    shape->plates = def->corners - 1;
    shape->low = shape->high = (terr_flat){def->profile[0][0], def->profile[0][1]};
    for (int i = 0; i < def->corners; i++) {
        const double *p = def->profile[i];
        shape->low = (terr_flat){fmin(shape->low.x, p[0]), fmin(shape->low.z, p[1])};
        shape->high = (terr_flat){fmax(shape->high.x, p[0]), fmax(shape->high.z, p[1])};
        if (i == shape->plates) break;
        const double dx = def->profile[i + 1][0] - p[0], dz = def->profile[i + 1][1] - p[1];
        const terr_flat along = unit(dx, dz);
        shape->plate[i] = (terr_plate){.from = {p[0], p[1]},
                                       .along = along,
                                       .inside = {-side * along.z, side * along.x},
                                       .length = sqrt(fma(dx, dx, dz * dz))};
    }
}

/* A circle over the mouth's chord L with a segment of height s: R = L^2/(8 s) + s/2, its centre R - s below
 * the chord's middle. */
static void find_mouth(const terr_tool_def *def, double side, terr_shape *shape)
{
    const double *edge = def->profile[0], *lip = def->profile[def->corners - 1];
    shape->edge = (terr_flat){edge[0], edge[1]};
    shape->lip = (terr_flat){lip[0], lip[1]};
    const double dx = edge[0] - lip[0], dz = edge[1] - lip[1], chord = sqrt(fma(dx, dx, dz * dz));
    /* Walking on from the lip to the edge the outside is on the other hand; a straight blade has nothing
     * behind its mouth: its soil lies on the inner side of the plate itself. */
    const terr_flat on = unit(dx, dz);
    const bool straight = is_straight(def);
    shape->outwards = straight ? shape->plate[0].inside : (terr_flat){side * on.z, -side * on.x};
    shape->mouth = chord;
    shape->ahead = (terr_flat){-shape->plate[0].along.x, -shape->plate[0].along.z};
    shape->sense = (terr_flat){shape->ahead.x + shape->outwards.x, shape->ahead.z + shape->outwards.z};
    const double height = HEAP * chord;
    shape->heap_radius = chord * chord / (8.0 * height) + 0.5 * height;
    const double below = shape->heap_radius - height;
    shape->heap = (terr_flat){0.5 * (edge[0] + lip[0]) - below * shape->outwards.x,
                              0.5 * (edge[1] + lip[1]) - below * shape->outwards.z};
}

terr_shape terr_shape_of(const terr_tool_def *def)
{
    terr_shape shape = {.half_width = 0.5 * def->width};
    const double side = inner_side(def);
    find_plates(def, side, &shape);
    find_mouth(def, side, &shape);
    return shape;
}

/* A ray to positive x crosses the border of a polygon an odd number of times from inside. */
static bool ray_crosses(terr_flat a, terr_flat b, double x, double z)
{
    return (a.z > z) != (b.z > z) && x < a.x + (z - a.z) / (b.z - a.z) * (b.x - a.x);
}

bool terr_shape_encloses(const terr_shape *shape, double x, double z)
{
    if (x < shape->low.x || x > shape->high.x || z < shape->low.z || z > shape->high.z) return false;
    bool inside = ray_crosses(shape->lip, shape->edge, x, z);
    for (int i = 0; i < shape->plates; i++) {
        const terr_flat next = i + 1 < shape->plates ? shape->plate[i + 1].from : shape->lip;
        if (ray_crosses(shape->plate[i].from, next, x, z)) inside = !inside;
    }
    return inside;
}

bool terr_shape_heaps(const terr_shape *shape, double x, double z)
{
    if (terr_shape_encloses(shape, x, z)) return true;
    const double height = (x - shape->edge.x) * shape->outwards.x + (z - shape->edge.z) * shape->outwards.z;
    const double dx = x - shape->heap.x, dz = z - shape->heap.z;
    return height >= 0.0 && fma(dx, dx, dz * dz) <= shape->heap_radius * shape->heap_radius;
}

/* ---- pose ----
 *
 * Pose of a tool in a step relative to the columns of the field: vertical lines intersect the planes of its
 * plates at heights that are linear in the position. */

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
