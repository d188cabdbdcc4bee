/* Distances between parts of a machine and segments: axes of buried utilities and of persons. */
#include "incidents/incidents.h"

#include <math.h>

/* ---- solids ---- */

static world_solid finished(world_solid solid)
{
    solid.reach = hl_norm(solid.half);
    return solid;
}

static bool has_tool(const auth_machine *author, int body)
{
    for (int t = 0; t < author->tool_count; t++)
        if (author->tools[t].body == body) return true;
    return false;
}

static world_solid of_outline(const auth_machine *author, const world_outline *outline)
{
    return finished((world_solid){.body = outline->body,
                                  .disc = outline->kind == WORLD_TIRE,
                                  .carries = outline->kind == WORLD_SHAPE && has_tool(author, outline->body),
                                  .centre = outline->box.centre,
                                  .axes = outline->box.axes,
                                  .half = outline->box.half});
}

/* From the edge of its profile to the tips of its teeth, as wide as the tool. */
static world_solid of_edge(const auth_tool *tool)
{
    const double *edge = tool->profile[0], *next = tool->profile[1];
    const double length = tool->teeth > 0 ? tool->tooth_length : 0.0;
    const hl_vec3 ahead = hl_normalized(hl_v3(edge[0] - next[0], 0.0, edge[1] - next[1]));
    const hl_vec3 middle = hl_add_scaled(hl_v3(edge[0], 0.0, edge[1]), 0.5 * length, ahead);
    const hl_mat3 frame = {{{ahead.x, 0.0, -ahead.z}, {0.0, 1.0, 0.0}, {ahead.z, 0.0, ahead.x}}};
    const hl_mat3 turn = hl_quat_matrix(world_turn(tool->turn));
    return finished((world_solid){.body = tool->body,
                                  .edge = true,
                                  .carries = true,
                                  .centre = hl_add(world_vec3(tool->at), hl_mul(&turn, middle)),
                                  .axes = hl_mat3_mul(&turn, &frame),
                                  .half = hl_v3(0.5 * length, 0.5 * tool->width, 0.0)});
}

bool world_solids_define(const world_machine *machine, world_solids *solids, hl_arena *arena)
{
    const auth_machine *author = machine->author;
    const int parts = world_outline_count(author);
    *solids = (world_solids){.list = HL_NEW(arena, world_solid, author->tool_count + parts)};
    if (solids->list == NULL) return false;
    for (int t = 0; t < author->tool_count; t++) solids->list[solids->count++] = of_edge(&author->tools[t]);
    for (int i = 0; i < parts; i++) {
        const world_outline outline = world_outline_at(author, i);
        solids->list[solids->count++] = of_outline(author, &outline);
    }
    return true;
}

/* ---- distances ---- */

static mb_pose pose_of(const world_machine *machine, int body)
{
    return mb_pose_of(machine->mechanism->model, machine->mechanism->work, body);
}

static hl_vec3 between(const hl_vec3 segment[2], double share)
{
    return hl_add_scaled(segment[0], share, hl_sub(segment[1], segment[0]));
}

/* The place of a solid that is nearest to a point, in its frame. */
static hl_vec3 nearest_in(const world_solid *solid, hl_vec3 p)
{
    const hl_vec3 h = solid->half;
    const double y = fmin(fmax(p.y, -h.y), h.y);
    if (!solid->disc) return hl_v3(fmin(fmax(p.x, -h.x), h.x), y, fmin(fmax(p.z, -h.z), h.z));
    const double away = sqrt(p.x * p.x + p.z * p.z), share = away > h.x ? h.x / away : 1.0;
    return hl_v3(share * p.x, y, share * p.z);
}

/* Half the derivative of the squared distance with respect to the position on the segment. The squared
 * distance to a convex solid is convex, so the derivative never decreases. */
static double slope_in(const world_solid *solid, const hl_vec3 segment[2], double share)
{
    const hl_vec3 p = between(segment, share);
    return hl_dot(hl_sub(p, nearest_in(solid, p)), hl_sub(segment[1], segment[0]));
}

/* Where the distance is least: the root of its slope by the secant, with half the weight of an end that stays
 * (Illinois). Beside a box the slope is linear in pieces, so a few iterations suffice. */
static double least_share(const world_solid *solid, const hl_vec3 segment[2])
{
    enum { TURNS = 24 };
    static const double NEAR = 1e-9;
    double low = 0.0, high = 1.0, at_low = slope_in(solid, segment, 0.0),
           at_high = slope_in(solid, segment, 1.0), share = 0.0;
    if (at_low >= 0.0) return 0.0;
    if (at_high <= 0.0) return 1.0;
    for (int i = 0, side = 0; i < TURNS && high - low > NEAR; i++) {
        share = low - at_low * (high - low) / (at_high - at_low);
        const double slope = slope_in(solid, segment, share);
        if (fabs(slope) <= NEAR * at_high) return share;
        if (slope < 0.0) {
            low = share, at_low = slope;
            if (side < 0) at_high *= 0.5;
            side = -1;
        } else {
            high = share, at_high = slope;
            if (side > 0) at_low *= 0.5;
            side = 1;
        }
    }
    return share;
}

void world_solids_place(const world_machine *machine, world_solids *solids)
{
    for (int i = 0; i < solids->count; i++) {
        world_solid *solid = &solids->list[i];
        const mb_pose pose = pose_of(machine, solid->body);
        solid->at = hl_add(pose.position, hl_mul(&pose.rotation, solid->centre));
        solid->turn = hl_mat3_mul(&pose.rotation, &solid->axes);
    }
}

double world_gap_bound(const world_solid *solid, const hl_vec3 segment[2])
{
    const hl_vec3 way = hl_sub(segment[1], segment[0]), from = hl_sub(solid->at, segment[0]);
    const double length = hl_dot(way, way);
    const double share = length > 0.0 ? fmin(fmax(hl_dot(from, way) / length, 0.0), 1.0) : 0.0;
    return hl_norm(hl_add_scaled(from, -share, way)) - solid->reach;
}

world_gap world_gap_of(const world_solid *solid, const hl_vec3 segment[2])
{
    const hl_vec3 inside[2] = {hl_mul_transposed(&solid->turn, hl_sub(segment[0], solid->at)),
                               hl_mul_transposed(&solid->turn, hl_sub(segment[1], solid->at))};
    const double share = least_share(solid, inside);
    const hl_vec3 on_segment = between(inside, share), on_solid = nearest_in(solid, on_segment);
    return (world_gap){hl_norm(hl_sub(on_segment, on_solid)), between(segment, share),
                       hl_add(solid->at, hl_mul(&solid->turn, on_solid))};
}

double world_speed_at(const world_machine *machine, int body, hl_vec3 at)
{
    const world_mechanism *m = machine->mechanism;
    const mb_pose pose = pose_of(machine, body);
    return hl_norm(mb_point(m->model, m->work, body, world_in_body(at, &pose)).velocity);
}
