/* Cells under loads. The height that counts for flow is h' = h + F(f) (000 publication V Eq. (15), (16)); F
 * of a tire's load is metres, so no soil flows into a loaded cell. Outflow is handled by pressing
 * (field_squeeze.c). Otherwise a rut would be filled from its sides and pressed out again in each step while
 * the tire stands in it.
 *
 * A working tool holds back the soil around it in the same way: no soil flows to its place.
 *
 * Not part of the state: loads are set in each step, before the field flows. */
#include "field_internal.h"

void field_bear_row(terr_field *field, int32_t touched, int row, uint32_t cells)
{
    if (cells == 0) return;
    uint32_t *bears = &field->view[touched].bears[row];
    if (*bears == 0) {
        if (field->bearing == FIELD_MOST_BEARING) return;
        field->bearing_row[field->bearing++] = (field_place){touched, row * TERR_TILE};
    }
    *bears |= cells;
}

void field_hold_row(terr_field *field, int row, int first, int last)
{
    field_wake_block(field, first - 1, row - 1, last + 1, row + 1);
    for (int column = first; column <= last; column = (column / TERR_TILE + 1) * TERR_TILE) {
        const int32_t touched = field->index[field_tile_of(field, column, row)];
        if (touched == FIELD_UNTOUCHED) continue;
        const int from = column % TERR_TILE, left = column - from;
        const int to = last - left < TERR_TILE ? last - left : TERR_TILE - 1;
        field_bear_row(field, touched, row % TERR_TILE,
                       (UINT32_MAX >> (TERR_TILE - 1 - (to - from))) << from);
    }
}

void field_forget_loads(terr_field *field)
{
    for (int i = 0; i < field->bearing; i++) {
        const field_place place = field->bearing_row[i];
        field->view[place.tile].bears[place.cell / TERR_TILE] = 0;
    }
    field->bearing = 0;
}
