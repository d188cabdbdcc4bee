/* Sand in place of the real one. Field and particles are the sand itself under other names. */
#include "fake_sand.h"

terr_sand fake_sand(void)
{
    return (terr_sand){.def = {.origin = {-5.0, 2.0}, .cell = 0.1, .columns = 100, .rows = 70}};
}

static const terr_sand *sand_of(const void *part)
{
    return part;
}

terr_field *terr_sand_field(terr_sand *sand)
{
    return (void *)sand;
}

terr_particles *terr_sand_particles(terr_sand *sand)
{
    return (void *)sand;
}

const terr_field_def *terr_field_definition(const terr_field *field)
{
    return &sand_of(field)->def;
}

uint32_t terr_field_version(const terr_field *field, int tile_column, int tile_row)
{
    return sand_of(field)->versions[tile_row * FAKE_SAND_COLUMNS + tile_column];
}

/* Outside the tiles the ground is flat. */
double fake_sand_height(const terr_sand *sand, int column, int row)
{
    const int i = column / TERR_TILE, j = row / TERR_TILE;
    const bool inside = i < FAKE_SAND_COLUMNS && j < FAKE_SAND_ROWS;
    return inside ? 0.001 * column + 0.01 * row + sand->versions[j * FAKE_SAND_COLUMNS + i] : 0.0;
}

double terr_field_height(const terr_field *field, int column, int row)
{
    return fake_sand_height(sand_of(field), column, row);
}

terr_cell terr_field_look(const terr_field *field, int column, int row)
{
    (void)field;
    return (terr_cell){.soil = column % 8, .firmness = 0.005 * (row % 40)};
}

void terr_field_centre(const terr_field *field, int column, int row, double *x, double *y)
{
    const terr_field_def *def = &sand_of(field)->def;
    *x = def->origin[0] + (column + 0.5) * def->cell;
    *y = def->origin[1] + (row + 0.5) * def->cell;
}

int terr_particles_count(const terr_particles *particles)
{
    return sand_of(particles)->grains;
}

int terr_particles_draw(const terr_particles *particles, int most, float *xyzr)
{
    const int grains = sand_of(particles)->grains, count = grains < most ? grains : most;
    for (int i = 0; i < count; i++) {
        xyzr[4 * i] = (float)i;
        xyzr[4 * i + 3] = 0.025F;
    }
    return count;
}

int terr_particles_soils(const terr_particles *particles, int most, uint8_t *soils)
{
    const int grains = sand_of(particles)->grains, count = grains < most ? grains : most;
    for (int i = 0; i < count; i++) soils[i] = (uint8_t)(i % 2);
    return count;
}

int terr_sand_container_count(const terr_sand *sand)
{
    return sand->containers;
}

terr_heap terr_sand_heap(const terr_sand *sand, int container)
{
    static const double floor_heights[4] = {0.0, 0.0, 0.1, 0.1}, heights[4] = {0.0, 0.5, 0.1, 0.1};
    static const uint8_t soils[4] = {0, 1, 0, 0};
    return (terr_heap){
        2, 2, {0.1, 0.1}, floor_heights, heights, soils, sand->heap_version + (uint32_t)container};
}
