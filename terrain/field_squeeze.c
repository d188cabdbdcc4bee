/* Pressing under a wide load: what cannot be compacted leaves to its sides.
 *
 * 000 publication V Eq. (15) moves soil down the slope of h' = h + F(f). Amid cells under the same load h' is
 * level; its slope is that to the cells beside the load, h' - h over the distance. */
#include "field_internal.h"

static bool takes_soil(const terr_field *field, const terr_aside *to)
{
    if (!field_inside(field, to->column, to->row)) return false;
    const int tile = field_tile_of(field, to->column, to->row), cell = field_cell_of(to->column, to->row);
    if (field->model[tile].flags[cell] != 0) return false;
    const int32_t touched = field->index[tile];
    return touched == FIELD_UNTOUCHED || field->view[touched].give[cell] >= 0;
}

/* Mass on its way out of a cell, to the last quantum: rounding goes to the steepest. */
static void hand_over(terr_field *field, const terr_aside *to, const double *weight, int count, double sum,
                      int32_t mass, uint8_t kind)
{
    int32_t share[TERR_MAX_ASIDES] = {0}, left = mass;
    int steepest = 0;
    for (int k = 0; k < count; k++) {
        left -= share[k] = (int32_t)(mass * (weight[k] / sum));
        if (weight[k] > weight[steepest]) steepest = k;
    }
    share[steepest] += left;
    for (int k = 0; k < count; k++) {
        if (share[k] == 0) continue;
        field_exchange(field, field_touch_cell(field, to[k].column, to[k].row), 0, share[k], kind);
        terr_field_wake(field, to[k].column, to[k].row);
    }
}

/* @param top  h' [m].  @return how far the surface went down, at most `depth` [m] */
static double push_out(terr_field *field, field_place place, double depth, double top, const terr_aside *to,
                       int count)
{
    double weight[TERR_MAX_ASIDES] = {0.0}, sum = 0.0;
    for (int k = 0; k < count; k++) {
        if (!takes_soil(field, &to[k]) ||
            field_touch_cell(field, to[k].column, to[k].row).tile == FIELD_UNTOUCHED)
            continue;
        weight[k] = fmax(top - terr_field_height(field, to[k].column, to[k].row), 0.0) / to[k].distance;
        sum += weight[k];
    }
    if (!(sum > 0.0)) return 0.0;
    const int tile = field->tile[place.tile].id;
    const field_column before = field_column_of(&field->tile[place.tile], place.cell);
    const uint8_t base = field->model[tile].base[place.cell], kind = before.loose > 0 ? before.soil : base;
    const double quanta = before.loose > 0 ? field->laws[kind].loose_quanta : field->laws[kind].bank_quanta;
    const double all = fmin((double)before.bank + before.loose, FIELD_MOST_FLUX);
    const int32_t pushed = (int32_t)fmin(depth * quanta, all);
    hand_over(field, to, weight, count, sum, pushed, kind);
    field_column after = before;
    const int32_t from_loose = pushed < before.loose ? pushed : before.loose;
    after.loose -= from_loose;
    after.bank -= pushed - from_loose;
    field_write(field, place, after);
    return field_column_height(field, tile, place.cell, before) -
           field_column_height(field, tile, place.cell, after);
}

double terr_field_squeeze(terr_field *field, int column, int row, double depth, double load,
                          const terr_aside *to, int count)
{
    if (!field_inside(field, column, row) || !(depth > 0.0)) return 0.0;
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    if (field->model[tile].flags[cell] != 0) return 0.0;
    const field_place place = field_touch_cell(field, column, row);
    if (place.tile == FIELD_UNTOUCHED) return 0.0;
    double lowered = field_compact(field, place, depth);
    if (lowered < depth) {
        const terr_soil *soil = &field->def.soils[field->tile[place.tile].soil[cell]];
        const double top =
            terr_field_height(field, column, row) + terr_pressing_height(soil, field->def.cell, load);
        lowered += push_out(field, place, depth - lowered, top, to, count);
    }
    if (!(lowered > 0.0)) return 0.0;
    field_firm_up(field, place, lowered);
    terr_field_wake(field, column, row);
    return lowered;
}
