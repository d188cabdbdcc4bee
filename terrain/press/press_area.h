/* The cells under a load: a rectangle on the field, in any direction. */
#ifndef TERR_PRESS_AREA_H
#define TERR_PRESS_AREA_H

#include "terr/field.h"

typedef struct terr_area {
    double x, y;                    /* middle [m] */
    double forward[2];              /* horizontal unit vector: s runs along it, u to its left */
    double half_length, half_width; /* along s and u [m] */
    const terr_field_def *def;
} terr_area;

typedef struct terr_span {
    int first, last; /* empty: last < first */
} terr_span;

/* Rows with cells whose middles lie in the area, and the columns of such cells in one of these rows. RT. */
terr_span terr_area_rows(const terr_area *area);
terr_span terr_area_columns(const terr_area *area, int row);

/* Middle of a cell in the area's frame: s along, u to the left [m]. RT. */
static inline void terr_area_place(const terr_area *area, int column, int row, double *s, double *u)
{
    const terr_field_def *def = area->def;
    const double dx = def->origin[0] + (column + 0.5) * def->cell - area->x,
                 dy = def->origin[1] + (row + 0.5) * def->cell - area->y;
    *s = area->forward[0] * dx + area->forward[1] * dy;
    *u = area->forward[0] * dy - area->forward[1] * dx;
}

/* The cell at a place of the area's frame, `distance` away. RT. @return outside the field: one that takes
 * nothing */
terr_aside terr_area_aside(const terr_area *area, double s, double u, double distance);

/* Share of a cell's breadth that a strip of this half-width covers, its middle `distance` away, both along a
 * line: 1 inside, 0 outside, linear over one cell between; `per_cell` is 1/d [1/m]. */
static inline double terr_area_cover(double half_width, double distance, double per_cell)
{
    const double share = (half_width - distance) * per_cell + 0.5;
    const double some = share > 0.0 ? share : 0.0; /* so written, neither is a jump */
    return some < 1.0 ? some : 1.0;
}

/* A surface this near to where it yields to has come to rest: exponentials never would [m]. A tenth of the
 * 0.1 mm to which sinkages are compared with Bekker's. */
#define TERR_LEAST_PRESS 1e-5

/* Time constant of yielding, tau [s]: loads settle within the 50 to 100 ms in which dry sand is seen to come
 * to rest under a dropped weight (estimate), and slowly enough for steps of some ms that the load, known only
 * at the step's beginning, follows the ground. */
#define TERR_YIELD_TIME 0.015

#endif
