/* Weighing the field: all of it, and what lies above a floor. */
#include "field_internal.h"

#include "hl/clamp.h"

/* [m] Heights are kept as floats, whose steps are some tenths of a micrometre at heights of metres: a bottom
 * that stands on the floor may lie so much below it. */
static const double ROUNDING = 1e-6;

terr_mass terr_field_weigh(const terr_field *field)
{
    terr_mass sum = 0;
    for (int row = 0; row < field->def.rows; row++)
        for (int column = 0; column < field->def.columns; column++) {
            const field_column held = field_column_at(field, column, row);
            sum += (terr_mass)held.bank + held.loose;
        }
    return sum;
}

/* Soil of a cell above a height: loose soil lies on top. */
static terr_mass above(const terr_field *field, int column, int row, double floor_height)
{
    if (terr_field_height(field, column, row) <= floor_height) return 0;
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    const field_ground *ground = &field->model[tile];
    const field_column held = field_column_at(field, column, row);
    const terr_mass all = (terr_mass)held.bank + held.loose;
    if ((double)ground->bottom[cell] >= floor_height - ROUNDING) return all;
    const double depth = field_column_height(field, tile, cell, held) - floor_height;
    const double loose = depth * field->laws[held.soil].loose_quanta;
    if (loose <= held.loose) return loose > 0.0 ? (terr_mass)rint(loose) : 0;
    const double below = depth - held.loose * field->laws[held.soil].loose_height;
    const terr_mass bank = (terr_mass)rint(below * field->laws[ground->base[cell]].bank_quanta);
    return bank < held.bank ? held.loose + bank : all;
}

/* First cell whose middle lies at or beyond a place, `place` in cells from the field's border; 0 to `cells`.
 */
static int first_beyond(double place, int cells)
{
    return (int)hl_clamp(ceil(place - 0.5), 0.0, cells);
}

terr_mass terr_field_mass_above(const terr_field *field, const double low[2], const double high[2],
                                double floor_height)
{
    const terr_field_def *def = &field->def;
    int first[2], end[2];
    for (int k = 0; k < 2; k++) {
        const int cells = k == 0 ? def->columns : def->rows;
        first[k] = first_beyond((low[k] - def->origin[k]) * field->per_cell, cells);
        end[k] = first_beyond((high[k] - def->origin[k]) * field->per_cell, cells);
    }
    terr_mass sum = 0;
    for (int row = first[1]; row < end[1]; row++)
        for (int column = first[0]; column < end[0]; column++) sum += above(field, column, row, floor_height);
    return sum;
}

/* ---- loads ---- */

/* Cells under loads. The height that counts for flow is h' = h + F(f) (000 publication V Eq. (15), (16)); F
 * of a tire's load is metres, so no soil flows into a loaded cell. Outflow is handled by pressing
 * (field_squeeze.c). Otherwise a rut would be filled from its sides and pressed out again in each step while
 * the tire stands in it.
 *
 * A working tool holds back the soil around it in the same way: no soil flows to its place.
 *
 * Not part of the state: loads are set in each step, before the field flows. */

void field_load_row(terr_field *field, int32_t touched, int row, uint32_t cells)
{
    if (cells == 0) return;
    uint32_t *bears = &field->view[touched].bears[row];
    if (*bears == 0) {
        if (field->bearing == FIELD_MOST_BEARING) return;
        field->bearing_row[field->bearing++] = (field_place){touched, row * TERR_TILE};
    }
    *bears |= cells;
}

void field_block_row(terr_field *field, int row, int first, int last)
{
    field_activate_block(field, first - 1, row - 1, last + 1, row + 1);
    for (int column = first; column <= last; column = (column / TERR_TILE + 1) * TERR_TILE) {
        const int32_t touched = field->index[field_tile_of(field, column, row)];
        if (touched == FIELD_UNTOUCHED) continue;
        const int from = column % TERR_TILE, left = column - from;
        const int to = last - left < TERR_TILE ? last - left : TERR_TILE - 1;
        field_load_row(field, touched, row % TERR_TILE,
                       (UINT32_MAX >> (TERR_TILE - 1 - (to - from))) << from);
    }
}

void field_clear_loads(terr_field *field)
{
    for (int i = 0; i < field->bearing; i++) {
        const field_place place = field->bearing_row[i];
        field->view[place.tile].bears[place.cell / TERR_TILE] = 0;
    }
    field->bearing = 0;
}
