/* Changes of a cell from outside: removing, depositing and pressing soil. */
#include "field_internal.h"

/* Reach of a put [cells]: bounds its work. */
enum { MOST_REACH = 8 };

terr_mass terr_field_take(terr_field *field, int column, int row, terr_mass mass)
{
    if (!field_inside(field, column, row) || mass <= 0) return 0;
    const field_place place = field_touch_cell(field, column, row);
    if (place.tile == FIELD_UNTOUCHED) return 0;
    const field_column held = field_column_of(&field->tile[place.tile], place.cell);
    const terr_mass all = (terr_mass)held.bank + held.loose;
    const terr_mass taken = mass < all ? mass : all;
    if (taken == 0) return 0;
    field_exchange(field, place, taken, 0, 0);
    field->head.mass -= taken;
    terr_field_wake(field, column, row);
    return taken;
}

/* ---- put ---- */

typedef struct kernel {
    int left, below, columns, rows;
    double weight[2 * MOST_REACH + 2][2 * MOST_REACH + 2];
    double sum;
    int nearest_column, nearest_row; /* the cell nearest to the middle of those with weight */
} kernel;

static bool is_touched(const terr_field *field, int column, int row)
{
    return field->index[field_tile_of(field, column, row)] != FIELD_UNTOUCHED;
}

static bool takes(const terr_field *field, int column, int row)
{
    if (!field_inside(field, column, row)) return false;
    const int tile = field_tile_of(field, column, row);
    const int32_t touched = field->index[tile];
    return touched == FIELD_UNTOUCHED
               ? (field->model[tile].flags[field_cell_of(column, row)] & FIELD_OUTSIDE) == 0
               : field->view[touched].give[field_cell_of(column, row)] >= 0;
}

/* A paraboloid 1 - r^2/R^2, which fades at its rim: moving it moves the soil continuously.
 * @param walls, untouched  whether they and cells of such tiles get their share */
static void spread(const terr_field *field, double u, double v, double reach, bool walls, bool untouched,
                   kernel *k)
{
    k->left = (int)floor(u - reach);
    k->below = (int)floor(v - reach);
    k->columns = (int)floor(u + reach) - k->left + 1;
    k->rows = (int)floor(v + reach) - k->below + 1;
    k->sum = 0.0;
    k->nearest_column = k->nearest_row = 0;
    double largest = 0.0;
    for (int j = 0; j < k->rows; j++)
        for (int i = 0; i < k->columns; i++) {
            const int column = k->left + i, row = k->below + j;
            const double dx = (column + 0.5 - u) / reach, dy = (row + 0.5 - v) / reach;
            const double w = 1.0 - dx * dx - dy * dy;
            k->weight[j][i] = 0.0;
            if (!(w > 0.0) || !takes(field, column, row) || (!walls && field_is_wall(field, column, row)) ||
                (!untouched && !is_touched(field, column, row)))
                continue;
            k->weight[j][i] = w;
            k->sum += w;
            if (w <= largest) continue;
            largest = w;
            k->nearest_column = i;
            k->nearest_row = j;
        }
}

static void spread_somewhere(const terr_field *field, double u, double v, double reach, bool untouched,
                             kernel *k)
{
    spread(field, u, v, reach, false, untouched, k);
    if (k->sum == 0.0) spread(field, u, v, reach, true, untouched, k);
}

/* All tiles under the kernel. */
static bool touch_kernel(terr_field *field, const kernel *k)
{
    for (int j = 0; j < k->rows; j++)
        for (int i = 0; i < k->columns; i++)
            if (k->weight[j][i] > 0.0 &&
                field_touch_cell(field, k->left + i, k->below + j).tile == FIELD_UNTOUCHED)
                return false;
    return true;
}

static void put_cell(terr_field *field, int column, int row, int32_t mass, int soil)
{
    if (mass == 0) return;
    field_exchange(field, field_touch_cell(field, column, row), 0, mass, (uint8_t)soil);
}

bool terr_field_put(terr_field *field, double x, double y, double radius, terr_mass mass, int soil)
{
    int column, row;
    if (!terr_field_cell(field, x, y, &column, &row) || mass < 0 || mass > FIELD_MOST_PUT) return false;
    /* Half a diagonal more than the disc, so that the cell that holds the middle always has weight. */
    static const double HALF_DIAGONAL = 0.7071067811865476; /* [cells] */
    const double wanted = radius * field->per_cell + HALF_DIAGONAL;
    const double reach = wanted > HALF_DIAGONAL ? fmin(wanted, MOST_REACH) : 1.0;
    const double u = (x - field->def.origin[0]) * field->per_cell,
                 v = (y - field->def.origin[1]) * field->per_cell;
    kernel k;
    spread_somewhere(field, u, v, reach, true, &k);
    if (!touch_kernel(field, &k)) spread_somewhere(field, u, v, reach, false, &k); /* no tile is free */
    if (k.sum == 0.0) return false;
    terr_mass left = mass;
    for (int j = 0; j < k.rows; j++)
        for (int i = 0; i < k.columns; i++) {
            if (k.weight[j][i] == 0.0 || (i == k.nearest_column && j == k.nearest_row)) continue;
            const int32_t share = (int32_t)((double)mass * (k.weight[j][i] / k.sum));
            put_cell(field, k.left + i, k.below + j, share, soil);
            left -= share;
        }
    put_cell(field, k.left + k.nearest_column, k.below + k.nearest_row, (int32_t)left, soil);
    field->head.mass += mass;
    field_activate_block(field, k.left - 1, k.below - 1, k.left + k.columns, k.below + k.rows);
    return true;
}

/* ---- press ---- */

/* Loose soil of a column becomes bank soil. RT.
 *  @param base  kind of the column's bank soil
 *  @return how far the surface goes down, at most `depth` [m] */
static double field_compact(const terr_field *field, uint8_t base, double depth, field_column *column)
{
    /* [m] of a quantum */
    const double gain = field->laws[column->soil].loose_height - field->laws[base].bank_height;
    if (!(gain > 0.0) || column->loose == 0) return 0.0;
    const double wanted = depth / gain, room = (double)(INT32_MAX - column->bank);
    const double most = column->loose < room ? column->loose : room;
    const int32_t pressed = (int32_t)(wanted < most ? wanted : most);
    column->loose -= pressed;
    column->bank += pressed;
    return pressed * gain;
}

/* Soil of a cell pushed into neighbours in proportion to how much steeper h' falls towards them (Eq. 15).
 * @return how far the surface went down, at most `depth` [m] */
static double push_aside(terr_field *field, field_place place, int column, int row, double depth,
                         double pressed_height, bool (*loaded)(const void *context, int column, int row),
                         const void *context)
{
    static const double PER_DISTANCE[2] = {1.0, 0.7071067811865476}; /* [1/cell] */
    const int tile = field->tile[place.tile].id;
    const double h = terr_field_height(field, column, row) + pressed_height;
    double weight[FIELD_NEIGHBOURS] = {0}, sum = 0.0;
    for (int k = 0; k < FIELD_NEIGHBOURS; k++) {
        const int c = column + FIELD_AROUND[k][0], r = row + FIELD_AROUND[k][1];
        if (!takes(field, c, r) || field_is_wall(field, c, r)) continue;
        const double under = loaded != NULL && loaded(context, c, r) ? pressed_height : 0.0;
        const double fall =
            (h - terr_field_height(field, c, r) - under) * PER_DISTANCE[k >= FIELD_FIRST_DIAGONAL];
        if (!(fall > 0.0) || field_touch_cell(field, c, r).tile == FIELD_UNTOUCHED) continue;
        weight[k] = fall;
        sum += fall;
    }
    if (sum == 0.0) return 0.0;
    const field_column before = field_column_of(&field->tile[place.tile], place.cell);
    const double quantum_height = before.loose > 0
                                      ? field->laws[before.soil].loose_height
                                      : field->laws[field->model[tile].base[place.cell]].bank_height;
    const double all = fmin((double)before.bank + before.loose, FIELD_MOST_FLUX);
    const double mass = fmin(depth / quantum_height, all);
    const uint8_t kind = before.loose > 0 ? before.soil : field->model[tile].base[place.cell];
    int32_t pushed = 0;
    for (int k = 0; k < FIELD_NEIGHBOURS; k++) {
        const int32_t share = (int32_t)(mass * (weight[k] / sum));
        if (share == 0) continue;
        const int c = column + FIELD_AROUND[k][0], r = row + FIELD_AROUND[k][1];
        field_exchange(field, field_touch_cell(field, c, r), 0, share, kind);
        pushed += share;
    }
    field_column after = before;
    const int32_t from_loose = pushed < before.loose ? pushed : before.loose;
    after.loose -= from_loose;
    after.bank -= pushed - from_loose;
    field_write(field, place, after);
    return field_column_height(field, tile, place.cell, before) -
           field_column_height(field, tile, place.cell, after);
}

/* A column has borne a load that lowered it. RT. */
static void field_raise_firmness(field_column *column, double depth)
{
    const double firmness = column->firmness + depth / FIELD_FIRMNESS_QUANTUM;
    column->firmness = firmness < INT32_MAX ? (int32_t)firmness : INT32_MAX;
}

double terr_field_press(terr_field *field, int column, int row, double depth, double load,
                        bool (*loaded)(const void *context, int column, int row), const void *context)
{
    if (!field_inside(field, column, row) || !(depth > 0.0) || field_is_wall(field, column, row)) return 0.0;
    const field_place place = field_touch_cell(field, column, row);
    if (place.tile == FIELD_UNTOUCHED) return 0.0;
    const field_tile *tile = &field->tile[place.tile];
    field_column pressed = field_column_of(tile, place.cell);
    double lowered = field_compact(field, field->model[tile->id].base[place.cell], depth, &pressed);
    if (lowered > 0.0) field_write(field, place, pressed);
    if (lowered < depth) {
        const terr_soil *soil = &field->def.soils[field->tile[place.tile].soil[place.cell]];
        const double height = terr_pressing_height(soil, field->def.cell, load);
        lowered += push_aside(field, place, column, row, depth - lowered, height, loaded, context);
    }
    if (!(lowered > 0.0)) return 0.0;
    pressed = field_column_of(tile, place.cell);
    field_raise_firmness(&pressed, lowered);
    field_write(field, place, pressed);
    field_activate_block(field, column - 2, row - 2, column + 2,
                         row + 2); /* what was pushed changed neighbours */
    return lowered;
}

/* Pressing under a wide load: soil that cannot be compacted moves to its sides.
 *
 * 000 publication V Eq. (15) moves soil down the slope of h' = h + F(f). Amid cells under the same load h' is
 * level; its slope is that to the cells beside the load, h' - h over the distance. */

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

double field_squeeze(terr_field *field, int column, int row, double depth, double load, const terr_aside *to,
                     int count)
{
    if (!field_inside(field, column, row) || !(depth > 0.0)) return 0.0;
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    if (field->model[tile].flags[cell] != 0) return 0.0;
    const field_place place = field_touch_cell(field, column, row);
    if (place.tile == FIELD_UNTOUCHED) return 0.0;
    field->yielded++;
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
    return lowered;
}

double terr_field_squeeze(terr_field *field, int column, int row, double depth, double load,
                          const terr_aside *to, int count)
{
    const double lowered = field_squeeze(field, column, row, depth, load, to, count);
    if (lowered > 0.0) terr_field_wake(field, column, row);
    return lowered;
}
