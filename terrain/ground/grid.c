/* Heights on a grid, bilinear between the knots, with a, b in [0, 1] within the cell:
 *
 *   h = h00 + (h10 - h00) a + (h01 - h00) b + (h11 - h10 - h01 + h00) a b
 *
 * Outside, the place is moved to the edge: there the height does not change along the direction of the
 * move. */
#include "terr/ground.h"

#include "hl/assert.h"

typedef struct grid_ground {
    terr_ground ground;
    terr_grid grid;
} grid_ground;

/* Where a coordinate lies along one side of the grid. */
typedef struct grid_place {
    int cell;
    double within; /* of the cell, 0 to 1 */
    double scale;  /* d within/d coordinate [1/m], 0 outside */
} grid_place;

static grid_place locate(double coordinate, double origin, double spacing, int knots)
{
    const double u = (coordinate - origin) / spacing, last = knots - 1;
    if (!(u >= 0.0)) return (grid_place){0, 0.0, 0.0}; /* a NaN too */
    if (u > last) return (grid_place){knots - 2, 1.0, 0.0};
    const int cell = u < last ? (int)u : knots - 2; /* the last knot belongs to the last cell */
    return (grid_place){cell, u - cell, 1.0 / spacing};
}

static terr_sample sample_grid(const void *self, double x, double y)
{
    const terr_grid *grid = &((const grid_ground *)self)->grid;
    const grid_place i = locate(x, grid->origin[0], grid->spacing, grid->columns),
                     j = locate(y, grid->origin[1], grid->spacing, grid->rows);
    const double *h = grid->heights + (size_t)j.cell * (size_t)grid->columns + i.cell;
    const double h00 = h[0], along_x = h[1] - h00, along_y = h[grid->columns] - h00,
                 twist = (h[grid->columns + 1] - h[grid->columns]) - along_x;
    const double height =
        fma(along_x, i.within, fma(along_y, j.within, fma(twist, i.within * j.within, h00)));
    return (terr_sample){
        height, terr_normal(fma(twist, j.within, along_x) * i.scale, fma(twist, i.within, along_y) * j.scale),
        grid->surface};
}

const terr_ground *terr_ground_grid(const terr_grid *grid, hl_arena *arena)
{
    HL_ASSERT(grid->columns >= 2 && grid->rows >= 2 && grid->spacing > 0.0);
    grid_ground *made = HL_NEW(arena, grid_ground, 1);
    if (made == NULL) return NULL;
    made->grid = *grid;
    made->ground = (terr_ground){made, sample_grid};
    return &made->ground;
}
