/* Cells under loads. The height that counts for flow is h' = h + F(f) (000 publication V Eq. (15), (16)); F
 * of a tire's load is metres, so nothing flows into a cell that bears one. What would flow out is the matter
 * of pressing (field_squeeze.c). Without this a rut would be filled from its sides and pressed out again in
 * every step for as long as the tire stands in it.
 *
 * Not part of the state: loads are told anew in every step, before the field flows. */
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

void field_forget_loads(terr_field *field)
{
    for (int i = 0; i < field->bearing; i++) {
        const field_place place = field->bearing_row[i];
        field->view[place.tile].bears[place.cell / TERR_TILE] = 0;
    }
    field->bearing = 0;
}
