/* A plate on the field: Bekker's law, plastic. Cells under it yield towards the sinkage at which the plate is
 * carried, z = (p/k)^(1/n), as long as what they have borne carries less; cells that it covers in part yield
 * in proportion. */
#include "press_internal.h"

#include "field/field_internal.h"
#include "hl/real.h"
#include "terr/press.h"

#include <math.h>

/* What a cell has borne [m]. */
static double firmness_of(const terr_field *field, int column, int row)
{
    const int32_t touched = field->index[field_tile_of(field, column, row)];
    return touched == FIELD_UNTOUCHED
               ? 0.0
               : field->tile[touched].firmness[field_cell_of(column, row)] * FIELD_FIRMNESS_QUANTUM;
}

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
        terr_area_count(field, columns);
        for (int i = columns.first; i <= columns.last; i++) {
            double s, u;
            terr_area_place(&area, i, j, &s, &u);
            const double cover =
                terr_area_cover(half, fabs(s), per_cell) * terr_area_cover(half, fabs(u), per_cell);
            const double wanted = cover * target - firmness_of(field, i, j);
            if (!(wanted > TERR_LEAST_PRESS)) continue; /* most cells: they have borne it */
            const terr_cell cell = terr_field_look(field, i, j);
            const double left = fmin(wanted, (cell.height - lowest) / share);
            if (!(left > TERR_LEAST_PRESS)) continue;
            const terr_aside aside[] = {
                terr_area_aside(&area, rim, u, rim - s), terr_area_aside(&area, -rim, u, rim + s),
                terr_area_aside(&area, s, rim, rim - u), terr_area_aside(&area, s, -rim, rim + u)};
            terr_field_squeeze(field, i, j, share * left, cover * load, aside, 4);
        }
    }
    return before - terr_field_sample(field, x, y).height;
}
