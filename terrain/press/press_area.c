/* Cells of a rectangle, row by row. With dx, dy from its middle to a cell's: |s| <= half_length and |u| <=
 * half_width are two pairs of straight lines; in a row, where dy is fixed, each pair bounds dx. */
#include "press_area.h"

#include "hl/real.h"
#include "terr/press.h"

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

/* ---- plates ---- */

/* A plate on the field: Bekker's law, plastic. Cells under it yield towards the sinkage at which the plate is
 * carried, z = (p/k)^(1/n), as long as what they have borne carries less; cells that it covers in part yield
 * in proportion. */

double terr_plate_press(terr_field *field, double x, double y, double side, double force, double lowest,
                        double step)
{
    int column, row;
    if (!(force > 0.0 && side > 0.0 && isfinite(force)) || !terr_field_cell(field, x, y, &column, &row))
        return 0.0;
    const terr_field_def *def = terr_field_definition(field);
    const terr_soil *soil = &def->soils[terr_field_look(field, column, row).soil];
    const double pressure = force / (side * side), share = -hl_expm1(-step / TERR_YIELD_TIME);
    const double target = terr_bekker_sinkage(soil, side, pressure);
    const double load = pressure * def->cell * def->cell; /* on one cell [N] */
    /* at least one cell is covered wholly wherever the plate lies */
    const double half = fmax(0.5 * side, def->cell);
    const double per_cell = 1.0 / def->cell;
    const terr_area area = {x, y, {1.0, 0.0}, half + 0.5 * def->cell, half + 0.5 * def->cell, def};
    const double rim = area.half_width + def->cell; /* where cells take what is pushed out */
    const double before = terr_field_sample(field, x, y).height;
    const terr_span rows = terr_area_rows(&area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(&area, j);
        for (int i = columns.first; i <= columns.last; i++) {
            const terr_cell cell = terr_field_look(field, i, j);
            double s, u;
            terr_area_place(&area, i, j, &s, &u);
            const double cover =
                terr_area_cover(half, fabs(s), per_cell) * terr_area_cover(half, fabs(u), per_cell);
            const double left = fmin(cover * target - cell.firmness, (cell.height - lowest) / share);
            if (!(left > TERR_LEAST_PRESS)) continue;
            const terr_aside aside[] = {
                terr_area_aside(&area, rim, u, rim - s), terr_area_aside(&area, -rim, u, rim + s),
                terr_area_aside(&area, s, rim, rim - u), terr_area_aside(&area, s, -rim, rim + u)};
            terr_field_squeeze(field, i, j, share * left, cover * load, aside, 4);
        }
    }
    return before - terr_field_sample(field, x, y).height;
}
