/* Cells of a rectangle, row by row. With dx, dy from its middle to a cell's: |s| <= half_length and |u| <=
 * half_width are two pairs of straight lines; in a row, where dy is fixed, each pair bounds dx. */
#include "press_area.h"

#include <math.h>

/* Indices of the cells, of `count`, whose middles lie between two places, measured from the grid's origin. */
static terr_span cells_between(double low, double high, double cell, int count)
{
    const double first = fmax(ceil(low / cell - 0.5), 0.0),
                 last = fmin(floor(high / cell - 0.5), count - 1.0);
    if (!(first <= last)) return (terr_span){0, -1}; /* a NaN too */
    return (terr_span){(int)first, (int)last};
}

terr_span terr_area_rows(const terr_area *area)
{
    const double reach =
        fabs(area->forward[1]) * area->half_length + fabs(area->forward[0]) * area->half_width;
    const double y = area->y - area->def->origin[1];
    return cells_between(y - reach, y + reach, area->def->cell, area->def->rows);
}

/* Narrow [low, high] to where |slope dx + offset| <= bound. */
static void clip(double slope, double offset, double bound, double *low, double *high)
{
    static const double LEVEL = 1e-9; /* slopes below this move by nothing that matters over a field */
    if (fabs(slope) < LEVEL) {
        if (fabs(offset) > bound) *high = -(double)INFINITY;
        return;
    }
    const double a = (-bound - offset) / slope, b = (bound - offset) / slope;
    *low = fmax(*low, fmin(a, b));
    *high = fmin(*high, fmax(a, b));
}

terr_span terr_area_columns(const terr_area *area, int row)
{
    const terr_field_def *def = area->def;
    const double dy = def->origin[1] + (row + 0.5) * def->cell - area->y;
    double low = -(double)INFINITY, high = (double)INFINITY;
    clip(area->forward[0], area->forward[1] * dy, area->half_length, &low, &high);
    clip(-area->forward[1], area->forward[0] * dy, area->half_width, &low, &high);
    const double x = area->x - def->origin[0];
    return cells_between(x + low, x + high, def->cell, def->columns);
}

terr_aside terr_area_aside(const terr_area *area, double s, double u, double distance)
{
    const terr_field_def *def = area->def;
    const double x = area->x + area->forward[0] * s - area->forward[1] * u - def->origin[0],
                 y = area->y + area->forward[1] * s + area->forward[0] * u - def->origin[1];
    const double column = floor(x / def->cell), row = floor(y / def->cell);
    const bool inside = column >= 0.0 && row >= 0.0 && column < def->columns && row < def->rows;
    return inside ? (terr_aside){(int)column, (int)row, distance} : (terr_aside){-1, -1, distance};
}
