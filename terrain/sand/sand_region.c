/* The region of a tool's load. Testing a polygon for each particle in each step would be the most expensive
 * part; a grid over the profile's plane has the result wherever no border passes. */
#include "sand_parts.h"

#include "hl/real.h"
#include "tool/tool_shape.h"

enum { CELLS_ACROSS = 64 }; /* of the longer side: borders pass through a tenth of the cells */

static const double HALF_DIAGONAL = 0.7071067811865476; /* of a cell */

/* ---- distance to the border ---- */

static double distance_to_segment(terr_flat a, terr_flat b, double x, double z)
{
    const double dx = b.x - a.x, dz = b.z - a.z, square = dx * dx + dz * dz;
    const double share = square > 0.0 ? ((x - a.x) * dx + (z - a.z) * dz) / square : 0.0;
    const double s = share < 0.0 ? 0.0 : share < 1.0 ? share : 1.0;
    return hl_hypot(x - a.x - s * dx, z - a.z - s * dz);
}

/* The border consists of plates, the mouth and an arc above it. */
static double distance_to_border(const terr_shape *shape, double x, double z)
{
    double least = distance_to_segment(shape->lip, shape->edge, x, z);
    for (int i = 0; i < shape->plates; i++) {
        const terr_flat next = i + 1 < shape->plates ? shape->plate[i + 1].from : shape->lip;
        least = fmin(least, distance_to_segment(shape->plate[i].from, next, x, z));
    }
    return fmin(least, fabs(hl_hypot(x - shape->heap.x, z - shape->heap.z) - shape->heap_radius));
}

/* ---- making ---- */

/* The heap above the mouth stays within half a mouth of the mouth's middle. */
static double half_mouth(const terr_shape *shape)
{
    return 0.5 * hl_hypot(shape->lip.x - shape->edge.x, shape->lip.z - shape->edge.z);
}

static bool lay_grid(const terr_shape *shape, const terr_digger *digger, hl_arena *arena, sand_region *region)
{
    const double half = half_mouth(shape);
    const double x = 0.5 * (shape->lip.x + shape->edge.x), z = 0.5 * (shape->lip.z + shape->edge.z);
    const double high[2] = {fmax(shape->high.x, x + half), fmax(shape->high.z, z + half)};
    region->low[0] = fmin(shape->low.x, x - half);
    region->low[1] = fmin(shape->low.z, z - half);
    const double cell = fmax(high[0] - region->low[0], high[1] - region->low[1]) / CELLS_ACROSS;
    region->per_cell = 1.0 / cell;
    region->columns = (int)((high[0] - region->low[0]) / cell) + 1;
    region->rows = (int)((high[1] - region->low[1]) / cell) + 1;
    region->kind = HL_NEW(arena, uint8_t, region->columns * region->rows);
    if (!region->kind) return false;
    for (int j = 0; j < region->rows; j++)
        for (int i = 0; i < region->columns; i++) {
            const hl_vec3 at =
                hl_v3(region->low[0] + (i + 0.5) * cell, 0.0, region->low[1] + (j + 0.5) * cell);
            const bool border = distance_to_border(shape, at.x, at.z) <= HALF_DIAGONAL * cell;
            const sand_kind sure = terr_digger_holds(digger, at) ? SAND_INSIDE : SAND_OUTSIDE;
            region->kind[j * region->columns + i] = (uint8_t)(border ? SAND_BORDER : sure);
        }
    return true;
}

bool terr_sand_region(const terr_tool_def *tool, const terr_digger *digger, double particle_radius,
                      hl_arena *arena, sand_region *region)
{
    const terr_shape shape = terr_shape_of(tool);
    const double half = hl_hypot(0.5 * (shape.high.x - shape.low.x), 0.5 * (shape.high.z - shape.low.z));
    region->middle = hl_v3(0.5 * (shape.low.x + shape.high.x), 0.0, 0.5 * (shape.low.z + shape.high.z));
    region->radius =
        hl_hypot(half, shape.half_width) + half_mouth(&shape) + 2.0 * SAND_LAYER * particle_radius;
    region->outwards = hl_v3(shape.outwards.x, 0.0, shape.outwards.z);
    region->edge = hl_v3(shape.edge.x, 0.0, shape.edge.z);
    region->inwards = hl_v3(shape.plate[0].inside.x, 0.0, shape.plate[0].inside.z);
    region->half_width = shape.half_width;
    region->sensor_0 = terr_digger_sensor(digger, hl_v3(0, 0, 0));
    region->sensor = hl_v3(terr_digger_sensor(digger, hl_v3(1, 0, 0)) - region->sensor_0,
                           terr_digger_sensor(digger, hl_v3(0, 1, 0)) - region->sensor_0,
                           terr_digger_sensor(digger, hl_v3(0, 0, 1)) - region->sensor_0);
    return lay_grid(&shape, digger, arena, region);
}

/* ---- zones ---- */

/* Mass of soil in a box, as field and as particles, each quantum once. */

static bool within(hl_vec3 at, hl_vec3 low, hl_vec3 high)
{
    return at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y && at.z >= low.z && at.z < high.z;
}

terr_mass terr_sand_mass_in(const terr_sand *sand, hl_vec3 low, hl_vec3 high)
{
    const double from[2] = {low.x, low.y}, to[2] = {high.x, high.y};
    terr_mass sum = terr_field_mass_above(sand->field, from, to, low.z);
    const int count = terr_particles_count(sand->particles);
    for (int i = 0; i < count; i++) {
        terr_mass mass;
        if (!within(terr_particles_place(sand->particles, i, &mass), low, high)) continue;
        sum += i < sand->core.known ? terr_sand_left_of(sand, i, mass) : mass;
    }
    return sum;
}
