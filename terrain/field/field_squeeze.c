/* Pressing under a wide load: soil that cannot be compacted moves to its sides.
 *
 * 000 publication V Eq. (15) moves soil down the slope of h' = h + F(f). Amid cells under the same load h' is
 * level; its slope is that to the cells beside the load, h' - h over the distance. */
#include "field_internal.h"

/* A cell that soil is pushed to. */
typedef struct target {
    field_place place; /* FIELD_UNTOUCHED: it takes nothing */
    double weight;
} target;

/* @param top  h' [m] */
static target look_aside(terr_field *field, const terr_aside *to, double top)
{
    target aside = {{FIELD_UNTOUCHED, 0}, 0.0};
    if (!field_inside(field, to->column, to->row)) return aside;
    const int tile = field_tile_of(field, to->column, to->row), cell = field_cell_of(to->column, to->row);
    if (field->model[tile].flags[cell] != 0) return aside;
    const int32_t touched = field_touch(field, tile);
    if (touched == FIELD_UNTOUCHED || field->view[touched].give[cell] < 0) return aside;
    const double fall = top - (double)field->view[touched].height[cell];
    aside.place = (field_place){touched, cell};
    aside.weight = fall > 0.0 ? fall / to->distance : 0.0;
    return aside;
}

/* Mass on its way out of a cell, to the last quantum: rounding goes to the steepest. */
static void hand_over(terr_field *field, const terr_aside *to, const target *aside, int count, double sum,
                      int32_t mass, uint8_t kind)
{
    const double per_weight = mass / sum;
    int32_t share[TERR_MAX_ASIDES] = {0}, left = mass;
    int steepest = 0;
    for (int k = 0; k < count; k++) {
        const double part = per_weight * aside[k].weight;
        left -= share[k] = part < left ? (int32_t)part : left;
        if (aside[k].weight > aside[steepest].weight) steepest = k;
    }
    share[steepest] += left;
    for (int k = 0; k < count; k++) {
        if (share[k] == 0) continue;
        field_exchange(field, aside[k].place, 0, share[k], kind);
        terr_field_wake(field, to[k].column, to[k].row);
    }
}

/* @param top  h' [m].  @return how far the surface goes down, at most `depth` [m] */
static double push_out(terr_field *field, field_column *column, uint8_t base, double depth, double top,
                       const terr_aside *to, int count)
{
    target aside[TERR_MAX_ASIDES];
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        aside[k] = look_aside(field, &to[k], top);
        sum += aside[k].weight;
    }
    if (!(sum > 0.0)) return 0.0;
    const uint8_t kind = column->loose > 0 ? column->soil : base;
    const double quanta = column->loose > 0 ? field->laws[kind].loose_quanta : field->laws[kind].bank_quanta;
    const double all = (double)column->bank + column->loose,
                 most = all < FIELD_MOST_FLUX ? all : FIELD_MOST_FLUX;
    const int32_t pushed = (int32_t)(depth * quanta < most ? depth * quanta : most);
    hand_over(field, to, aside, count, sum, pushed, kind);
    const int32_t from_loose = pushed < column->loose ? pushed : column->loose;
    column->loose -= from_loose;
    column->bank -= pushed - from_loose;
    return from_loose * field->laws[column->soil].loose_height +
           (pushed - from_loose) * field->laws[base].bank_height;
}

double terr_field_squeeze(terr_field *field, int column, int row, double depth, double load,
                          const terr_aside *to, int count)
{
    if (!field_inside(field, column, row) || !(depth > 0.0)) return 0.0;
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    if (field->model[tile].flags[cell] != 0) return 0.0;
    const field_place place = field_touch_cell(field, column, row);
    if (place.tile == FIELD_UNTOUCHED) return 0.0;
    const uint8_t base = field->model[tile].base[cell];
    field_column pressed = field_column_of(&field->tile[place.tile], cell);
    double lowered = field_compact(field, base, depth, &pressed);
    if (lowered < depth) {
        const double top = field_column_height(field, tile, cell, pressed) +
                           terr_pressing_height(&field->def.soils[pressed.soil], field->def.cell, load);
        lowered += push_out(field, &pressed, base, depth - lowered, top, to, count);
    }
    if (!(lowered > 0.0)) return 0.0;
    field_raise_firmness(&pressed, lowered);
    field_write(field, place, pressed);
    terr_field_wake(field, column, row);
    return lowered;
}
