/* Digging in the heap of a container. The tool's floor passes under the columns of the heap as under those of
 * the field. The container must be nearly level: heights are those of the world, and columns stand upright.
 *
 * Soil over the floor flows into the tool by the law of the field (tool_birth.c). A floor on its way down
 * takes none: it would scoop through its plate. The heap is loose and is neither pressed nor pushed aside;
 * what remains stands where it stood. */
#include "tool_internal.h"

#include "hl/clamp.h"

#include <math.h>

/* Least cosine of the container's tilt [1]: nothing is dug beyond 30 deg. Columns are looked at as upright:
 * they are then longer by 1/0.87 = 15 %, the most that is accepted, and soils flow off such a slope anyhow.
 */
static const double LEAST_UPRIGHT = 0.87;
/* Speed at which a floor goes down and takes no soil [m/s]; below, it is the play of a tool that slides along
 * (FALLING of tool_cells.c). */
static const double DESCENT = 0.02;
/* Layer over the floor that stays [m]: soil under a floor must not come to lie on it (LAYER of tool_cells.c).
 */
static const double KEPT_LAYER = 0.01;

/* ---- cells ---- */

static void look_at_cell(terr_digger *digger, const dig_bed *bed, int cell)
{
    const container *c = bed->heap;
    const dig_pose *pose = &digger->pose;
    const hl_vec3 middle = container_middle(c, cell);
    const hl_vec3 top =
        hl_add(bed->at->position, hl_mul(&bed->at->rotation, hl_v3(middle.x, middle.y, c->height[cell])));
    const double behind = dig_behind(pose, top.x, top.y), half_width = digger->shape.half_width;
    double under;
    const dig_plane *plane = dig_floor_at(pose, half_width, top.x, top.y, &under);
    if (plane == NULL || behind < 0.5 * c->pitch[0]) return;
    const double falling =
        -dig_at(&plane->rise, top.x - pose->motion.position.x, top.y - pose->motion.position.y);
    const double above = fmin(top.z - under, c->height[cell] - c->floor[cell]);
    if (falling > DESCENT || above <= KEPT_LAYER) return;
    if (dig_is_covered(pose, half_width, top.x, top.y, under, top.z)) return;
    dig_want *want = dig_place_for_flowed(digger);
    if (want == NULL) return;
    *want = (dig_want){.column = cell,
                       .soil = c->soil[cell],
                       .mass = terr_quanta(above * c->area * c->soils[c->soil[cell]].loose_density),
                       .x = top.x,
                       .y = top.y,
                       .behind = behind,
                       .surface = top.z};
    if (want->mass > c->mass[cell]) want->mass = c->mass[cell];
}

/* Range of cells along an axis under the plan of the tool, whose corners are given. @return false: none */
static bool range_of(const container *c, int axis, const double corner[4], int range[2])
{
    const int count = axis == 0 ? c->columns : c->rows;
    const double low = fmin(fmin(corner[0], corner[1]), fmin(corner[2], corner[3]));
    const double high = fmax(fmax(corner[0], corner[1]), fmax(corner[2], corner[3]));
    const double origin = -0.5 * c->def.size[axis];
    if (!(high > origin && low < -origin)) return false;
    range[0] = (int)hl_clamp((low - origin) / c->pitch[axis], 0.0, count - 1);
    range[1] = (int)hl_clamp((high - origin) / c->pitch[axis], 0.0, count - 1);
    return true;
}

/* Whether the tool reaches into the container, and the cells under it. */
static bool find_cells(const terr_digger *digger, const dig_bed *bed, int columns[2], int rows[2])
{
    const dig_pose *pose = &digger->pose;
    double x[4], y[4], top = -HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        const hl_vec3 at = dig_bed_in_container(bed, i & 1 ? pose->high[0] : pose->low[0],
                                                i & 2 ? pose->high[1] : pose->low[1]);
        x[i] = at.x;
        y[i] = at.y;
    }
    if (!range_of(bed->heap, 0, x, columns) || !range_of(bed->heap, 1, y, rows)) return false;
    for (int row = rows[0]; row <= rows[1]; row++)
        for (int column = columns[0]; column <= columns[1]; column++)
            top = fmax(top, bed->heap->height[row * bed->heap->columns + column]);
    return pose->lowest < dig_bed_world_height(bed, hl_v3(0, 0, top));
}

/* ---- the step ---- */

terr_dig terr_digger_scoop(terr_digger *digger, const terr_payload *carried, container *heap,
                           const terr_tool_motion *at, terr_field *field, terr_particles *particles,
                           terr_tool_load *load)
{
    const terr_dig none = {0, 0, 0};
    const dig_bed bed = {field, heap, at};
    int columns[2], rows[2];
    if (!load->front.known || heap->total == 0 || at->rotation.m[2][2] < LEAST_UPRIGHT ||
        !find_cells(digger, &bed, columns, rows))
        return none;
    terr_tool_load in_heap = {.depth = 0.0};
    dig_resist(digger, carried, &bed, &in_heap);
    if (in_heap.depth > load->depth) {
        load->depth = in_heap.depth;
        load->resistance = in_heap.resistance;
    }
    digger->finals = digger->cuts = digger->flowed = 0;
    for (int row = rows[0]; row <= rows[1]; row++)
        for (int column = columns[0]; column <= columns[1]; column++)
            if (heap->mass[row * heap->columns + column] > 0)
                look_at_cell(digger, &bed, row * heap->columns + column);
    if (digger->flowed == 0) return none;
    const double uncut = load->front.uncut; /* of the field */
    const terr_dig done = dig_create_particles(digger, &bed, particles, &load->front);
    load->front.uncut = uncut;
    return done;
}
