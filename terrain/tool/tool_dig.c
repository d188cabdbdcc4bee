/* A tool's step in the sand. */
#include "tool_internal.h"

#include <math.h>

/* Pose of a tool in a step relative to the columns of the field: vertical lines intersect the planes of its
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

/* A machine that rocks on its tires moves its edge less than this about the furthest place of it [m]. */
static const double SLACK = 0.05;
/* An edge that is found further than this from where it was has been put there [m]. */
static const double JUMP = 1.0;
/* A tool is at work for so long after its front has advanced [s]: one that rocks while it creeps advances at
 * times. */
static const double WORKS = 2.0;
/* A pile that stands as high as the tool reaches so far ahead of the edge, of that height [1]: its flank is
 * no flatter than 30 degrees. */
static const double PILE = 1.75, PILE_MARGIN = 3.0; /* [1], cells */
/* Behind the tool soil is put down this many cells away from it: its kernel would reach what the edge is
 * cutting. */
static const double BEHIND = 1.5;
/* The plane of the virtual mass sensor stands this many cells behind the edge, past the place where particles
 * are born, but not beyond half of the floor. */
static const double SENSOR_CELLS = 3.0, SENSOR_MOST = 0.5;

terr_digger *terr_digger_new(const terr_tool_def *tool, const terr_field *field, hl_arena *arena)
{
    terr_digger *digger = HL_NEW(arena, terr_digger, 1);
    if (!digger) return NULL;
    digger->def = tool;
    digger->shape = terr_shape_of(tool);
    digger->area = terr_field_definition(field);
    digger->sensor = fmin(SENSOR_CELLS * digger->area->cell, SENSOR_MOST * digger->shape.plate[0].length);
    for (int i = 0; i < digger->area->soil_count; i++)
        dig_add_soil(&digger->area->soils[i], &digger->soil[i]);
    return digger;
}

/* The mass that the tool's plates can sweep up while it is displaced by `way` [kg]. */
static double mass_swept(const terr_digger *digger, double way)
{
    double length = 0.0;
    if (!digger->def->sides) return 0.0;
    for (int i = 0; i < digger->shape.plates; i++) length += digger->shape.plate[i].length;
    return way * length * digger->def->width * digger->area->soils[0].bank_density;
}

/* Take the front along: ahead it is where the edge is at its furthest; otherwise it follows on a slack leash.
 * What lies between the two has been cut before. */
static void find_front(terr_digger *digger, terr_mass particle, terr_cut_front *front)
{
    const dig_pose *pose = &digger->pose;
    hl_vec3 off = hl_sub(pose->edge, front->at);
    if (!front->known || !(hl_norm(off) < JUMP)) {
        *front = (terr_cut_front){.known = true, .at = pose->edge, .idle = WORKS};
        off = hl_v3(0, 0, 0);
    }
    const hl_vec3 before = front->at;
    const double lead = fmax(hl_dot(off, pose->ahead), 0.0);
    front->at = hl_add_scaled(front->at, lead, pose->ahead);
    off = hl_add_scaled(off, -lead, pose->ahead);
    const double away = hl_norm(off);
    if (away > SLACK) {
        front->at = hl_add_scaled(front->at, 1.0 - SLACK / away, off);
        front->uncut = 0.0;
    }
    const double most = DIG_MOST_BORN * terr_kilograms(particle);
    front->lift = fmin(front->lift + mass_swept(digger, hl_norm(hl_sub(front->at, before))), most);
    digger->works = front->idle < WORKS;
    digger->sinks = front->at.z < before.z;
    digger->advance = lead > 0.0 ? fmin(front->uncut + lead, digger->area->cell) : 0.0;
}

terr_dig terr_digger_step(terr_digger *digger, const terr_tool_motion *motion, const terr_payload *carried,
                          terr_field *field, terr_particles *particles, terr_tool_load *load)
{
    load->resistance = (terr_resistance){.cuts = false};
    load->dug = load->depth = 0.0;
    if (!dig_find_pose(&digger->shape, motion, &digger->pose)) {
        load->front = (terr_cut_front){.known = false};
        return (terr_dig){0, 0, 0};
    }
    find_front(digger, terr_particle_mass(particles, 0), &load->front);
    dig_resist(digger, carried, field, load);
    dig_collect_cells(digger, field, &load->front);
    const terr_dig done = dig_create_particles(digger, field, particles, &load->front);
    const bool cuts = digger->advance > 0.0 && load->depth > 0.0;
    load->front.idle = cuts ? 0.0 : fmin(load->front.idle + digger->area->step, WORKS);
    load->dug = terr_kilograms(done.dug);
    return done;
}

bool terr_digger_holds(const terr_digger *digger, hl_vec3 point)
{
    return fabs(point.y) <= digger->shape.half_width && terr_shape_heaps(&digger->shape, point.x, point.z);
}

bool terr_digger_pushes(const terr_digger *digger, const terr_cut_front *front, hl_vec3 place)
{
    if (!front->known || front->idle >= WORKS) return false;
    const dig_pose *pose = &digger->pose;
    const double ahead = -dig_behind(pose, place.x, place.y),
                 reach = fma(PILE, pose->highest - pose->edge.z, PILE_MARGIN * digger->area->cell);
    return ahead > pose->rear - BEHIND * digger->area->cell && ahead < reach &&
           fabs(dig_across(pose, place.x, place.y)) < pose->half_width + reach && place.z > pose->lowest;
}

double terr_digger_sensor(const terr_digger *digger, hl_vec3 point)
{
    const terr_shape *shape = &digger->shape;
    return (shape->edge.x - point.x) * shape->ahead.x + (shape->edge.z - point.z) * shape->ahead.z -
           digger->sensor;
}
