/* The soil at a place, of the field or of the heap in a container. */
#include "tool_internal.h"

hl_vec3 dig_bed_in_container(const dig_bed *bed, double x, double y)
{
    const hl_vec3 level = hl_v3(x, y, bed->at->position.z);
    hl_vec3 at = hl_mul_transposed(&bed->at->rotation, hl_sub(level, bed->at->position));
    at.z = bed->heap->def.size[2];
    return at;
}

double dig_bed_world_height(const dig_bed *bed, hl_vec3 at)
{
    return hl_mul(&bed->at->rotation, at).z + bed->at->position.z;
}

int dig_heap_cell(const dig_bed *bed, double x, double y)
{
    const hl_vec3 at = dig_bed_in_container(bed, x, y);
    const int cell = container_cell(bed->heap, at.x, at.y);
    return cell >= 0 && bed->heap->mass[cell] > 0 ? cell : -1;
}

double dig_bed_height(const dig_bed *bed, double x, double y)
{
    if (bed->heap == NULL) return terr_field_sample(bed->field, x, y).height;
    hl_vec3 at = dig_bed_in_container(bed, x, y), normal;
    const int cell = container_cell(bed->heap, at.x, at.y);
    if (cell < 0) return terr_field_sample(bed->field, x, y).height;
    if (!container_surface(bed->heap, at, &at.z, &normal)) at.z = bed->heap->floor[cell];
    return dig_bed_world_height(bed, at);
}

terr_mass dig_bed_take(const dig_bed *bed, const dig_want *want, terr_mass mass)
{
    if (bed->heap != NULL) return container_take(bed->heap, want->column, mass);
    return terr_field_take(bed->field, want->column, want->row, mass);
}

hl_vec3 dig_bed_velocity(const dig_bed *bed, hl_vec3 place)
{
    if (bed->heap == NULL) return hl_v3(0, 0, 0);
    return hl_add(bed->at->velocity, hl_cross(bed->at->spin, hl_sub(place, bed->at->position)));
}
