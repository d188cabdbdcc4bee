/* The sand field as a ground, and queries of its cells.
 *
 * A quadratic B-spline over the 3 x 3 nearest cells: along one axis, t in [-1/2, 1/2] from the middle of the
 * nearest cell, the weights are (1/2 - t)^2/2, 3/4 - t^2, (1/2 + t)^2/2. Height and slope are continuous; the
 * spline differs from the heights h by (d^2/8) h''. Outside the field the spline uses the heights of the
 * ground around it; over a band of BAND cells it is blended with this ground itself.
 *
 * The ground around the field is the initial ground, joined to what became of the border. Where the border is
 * now D higher than at first (lower: D < 0), the ground at the distance s from it is higher by
 *
 *   E(s) = D (1 - s/W)^2,  W = 2 |D|/tan(repose):
 *
 * the slope of a heap goes on beyond the border and runs out, and a pit has a slope up to the initial ground.
 * Along the border D is the same spline over three cells; beyond a corner it is that of the corner's cell.
 * |D| is the change less UNTOUCHED, limited to depth + RIM_HEAP (field.c): smaller changes than UNTOUCHED are
 * joined by the band alone. */
#include "field_internal.h"

#include "hl/clamp.h"

static const double BAND = 2.0;       /* [cells] */
static const double UNTOUCHED = 0.02; /* [m] (a choice) */

typedef struct spline {
    double height, dx, dy; /* [m], per cell [m] */
} spline;

double field_shape_height(const terr_field *field, int column, int row)
{
    double x, y;
    terr_field_centre(field, column, row, &x, &y);
    return terr_ground_at(field->def.shape, x, y).height;
}

/* Heights of a tile's cells, walls apart. */
static const float *tile_heights(const terr_field *field, int tile)
{
    const int32_t touched = field->index[tile];
    return touched == FIELD_UNTOUCHED ? field->model[tile].surface : field->view[touched].height;
}

/* Height with which a cell of the field counts: under a wall that of the ground that was there. */
static double height_within(const terr_field *field, int column, int row)
{
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    const field_ground *ground = &field->model[tile];
    return (double)(ground->flags[cell] != 0 ? ground->surface[cell] : tile_heights(field, tile)[cell]);
}

/* Weights of three neighbours and their rises. */
static void weigh(double t, double w[3], double dw[3])
{
    const double left = 0.5 - t, right = 0.5 + t;
    w[0] = 0.5 * left * left;
    w[1] = 0.75 - t * t;
    w[2] = 0.5 * right * right;
    dw[0] = -left;
    dw[1] = -2.0 * t;
    dw[2] = right;
}

/* ---- the ground around the field ---- */

/* How far a place is outside of 0 to `cells`, signed, [cells]; a NaN stays one. */
static double beyond(double u, int cells)
{
    if (u < 0.0) return u;
    return u <= cells ? 0.0 : u - cells;
}

/* Change of the border's height [m], and how it grows along the border [m per cell]. */
typedef struct rim_change {
    double height, along;
} rim_change;

/* @param along_row  the side is the first or the last row
 * @param place      along it [cells] */
static rim_change change_of(const terr_field *field, bool along_row, bool last, double place)
{
    const int cells = along_row ? field->def.columns : field->def.rows;
    const int line = last ? (along_row ? field->def.rows : field->def.columns) - 1 : 0;
    const float *initial = field->rim + field_rim_first(field, along_row, last);
    const int middle = (int)hl_clamp(floor(place), 0.0, cells - 1);
    double w[3], dw[3];
    rim_change change = {0.0, 0.0};
    weigh(hl_clamp(place - middle - 0.5, -0.5, 0.5), w, dw);
    for (int k = 0; k < 3; k++) {
        const int i = (int)hl_clamp(middle + k - 1, 0.0, cells - 1);
        const double now = along_row ? height_within(field, i, line) : height_within(field, line, i);
        const double rise = now - (double)initial[i];
        change.height = fma(w[k], rise, change.height);
        change.along = fma(dw[k], rise, change.along);
    }
    return change;
}

/* E and its slopes per cell, at a place in cells that is outside by (out_u, out_v). */
static spline join_rim(const terr_field *field, double u, double v, double out_u, double out_v)
{
    const double cells = sqrt(fma(out_u, out_u, out_v * out_v)), s = cells * field->def.cell;
    if (!(s < field->rim_reach)) return (spline){0}; /* a NaN too */
    const bool along_row = out_v != 0.0;
    rim_change change = change_of(field, along_row, along_row ? out_v > 0.0 : out_u > 0.0, along_row ? u : v);
    if (out_u != 0.0 && out_v != 0.0) change.along = 0.0;
    const double most = 0.5 * field->rim_reach * field->rim_slope;
    const double size = hl_min(fabs(change.height) - UNTOUCHED, most), W = 2.0 * size / field->rim_slope;
    if (!(size > 0.0) || s >= W) return (spline){0};
    const double sign = change.height > 0.0 ? 1.0 : -1.0, left = 1.0 - s / W;
    const double outward = -sign * field->rim_slope * left * field->def.cell / cells; /* over distance */
    const double along = size < most ? change.along * left * (2.0 - left) : 0.0;
    return (spline){.height = sign * size * left * left,
                    .dx = fma(outward, out_u, along_row ? along : 0.0),
                    .dy = fma(outward, out_v, along_row ? 0.0 : along)};
}

/* Height of the ground around the field in the middle of a cell outside [m]. */
static double height_around(const terr_field *field, int column, int row)
{
    const double u = column + 0.5, v = row + 0.5;
    const spline rise = join_rim(field, u, v, beyond(u, field->def.columns), beyond(v, field->def.rows));
    return field_shape_height(field, column, row) + rise.height;
}

/* Height with which a cell counts in the spline. */
static double counted_height(const terr_field *field, int column, int row)
{
    return field_inside(field, column, row) ? height_within(field, column, row)
                                            : height_around(field, column, row);
}

/* ---- the surface ---- */

static spline blend(double tx, double ty, double h[3][3])
{
    double wx[3], wy[3], dwx[3], dwy[3];
    weigh(tx, wx, dwx);
    weigh(ty, wy, dwy);
    spline sum = {0};
    for (int j = 0; j < 3; j++) {
        const double row = fma(wx[0], h[j][0], fma(wx[1], h[j][1], wx[2] * h[j][2]));
        sum.height = fma(wy[j], row, sum.height);
        sum.dx = fma(wy[j], fma(dwx[0], h[j][0], fma(dwx[1], h[j][1], dwx[2] * h[j][2])), sum.dx);
        sum.dy = fma(dwy[j], row, sum.dy);
    }
    return sum;
}

/* The spline at a place in cells from the field's corner. */
static spline spline_at(const terr_field *field, double u, double v)
{
    const double fu = floor(u), fv = floor(v);
    const int column = (int)fu, row = (int)fv;
    double h[3][3];
    const int within_x = column % TERR_TILE, within_y = row % TERR_TILE;
    const bool one_tile = field_inside(field, column, row) && within_x > 0 && within_y > 0 &&
                          within_x < TERR_TILE - 1 && within_y < TERR_TILE - 1;
    const int tile = one_tile ? field_tile_of(field, column, row) : -1;
    if (one_tile && !field->special[tile]) {
        const float *middle = tile_heights(field, tile) + field_cell_of(column, row);
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) h[j][i] = (double)middle[(j - 1) * TERR_TILE + i - 1];
    } else {
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) h[j][i] = counted_height(field, column + i - 1, row + j - 1);
    }
    return blend(u - fu - 0.5, v - fv - 0.5, h);
}

/* Between the spline and the ground around, S(s) = s^2 (3 - 2 s), s = distance/BAND. */
static terr_sample give_way(const terr_field *field, double u, double v, double out_u, double out_v,
                            terr_sample outside)
{
    const spline inside = spline_at(field, u, v);
    const double distance = sqrt(fma(out_u, out_u, out_v * out_v)), s = distance / BAND;
    const double share = s * s * (3.0 - 2.0 * s);
    const double rise = 6.0 * s * (1.0 - s) / (BAND * distance); /* dS/d distance over distance */
    const double step = outside.height - inside.height;
    const double shape_dx = -outside.normal.x / outside.normal.z,
                 shape_dy = -outside.normal.y / outside.normal.z;
    const double per_cell = field->per_cell;
    const double dx =
        (1.0 - share) * inside.dx * per_cell + share * shape_dx + step * rise * out_u * per_cell;
    const double dy =
        (1.0 - share) * inside.dy * per_cell + share * shape_dy + step * rise * out_v * per_cell;
    return (terr_sample){fma(share, step, inside.height), terr_normal(dx, dy), field->def.surface};
}

terr_sample terr_field_sample(const terr_field *field, double x, double y)
{
    const double u = (x - field->def.origin[0]) * field->per_cell,
                 v = (y - field->def.origin[1]) * field->per_cell;
    const double out_u = beyond(u, field->def.columns), out_v = beyond(v, field->def.rows);
    const double outside = fma(out_u, out_u, out_v * out_v);
    if (outside == 0.0) {
        const spline inside = spline_at(field, u, v);
        return (terr_sample){inside.height,
                             terr_normal(inside.dx * field->per_cell, inside.dy * field->per_cell),
                             field->def.surface};
    }
    terr_sample around = terr_ground_at(field->def.shape, x, y);
    const spline rise = join_rim(field, u, v, out_u, out_v);
    if (rise.height != 0.0) {
        const double dx = -around.normal.x / around.normal.z, dy = -around.normal.y / around.normal.z;
        around.normal = terr_normal(fma(rise.dx, field->per_cell, dx), fma(rise.dy, field->per_cell, dy));
        around.height += rise.height;
    }
    if (!(outside < BAND * BAND)) return around; /* a NaN too */
    return give_way(field, u, v, out_u, out_v, around);
}

bool terr_field_reaches(const terr_field *field, double x, double y)
{
    const double u = (x - field->def.origin[0]) * field->per_cell,
                 v = (y - field->def.origin[1]) * field->per_cell;
    const double out_u = beyond(u, field->def.columns), out_v = beyond(v, field->def.rows);
    return out_u * out_u + out_v * out_v < BAND * BAND || join_rim(field, u, v, out_u, out_v).height != 0.0;
}

static terr_sample sample_field(const void *self, double x, double y)
{
    return terr_field_sample(self, x, y);
}

terr_ground terr_field_ground(const terr_field *field)
{
    return (terr_ground){field, sample_field, 0.0};
}

bool terr_field_cell(const terr_field *field, double x, double y, int *column, int *row)
{
    const double u = (x - field->def.origin[0]) * field->per_cell,
                 v = (y - field->def.origin[1]) * field->per_cell;
    if (!(u >= 0.0 && v >= 0.0 && u < field->def.columns && v < field->def.rows)) return false;
    *column = (int)u;
    *row = (int)v;
    return true;
}

void terr_field_centre(const terr_field *field, int column, int row, double *x, double *y)
{
    *x = fma(column + 0.5, field->def.cell, field->def.origin[0]);
    *y = fma(row + 0.5, field->def.cell, field->def.origin[1]);
}

terr_cell terr_field_look(const terr_field *field, int column, int row)
{
    if (!field_inside(field, column, row)) {
        const double height = height_around(field, column, row);
        return (terr_cell){.height = height, .bottom = height};
    }
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    const field_ground *ground = &field->model[tile];
    const field_column held = field_column_at(field, column, row);
    return (terr_cell){.height = field_column_height(field, tile, cell, held),
                       .bottom = (double)ground->bottom[cell],
                       .mass = (terr_mass)held.bank + held.loose,
                       .loose = held.loose,
                       .firmness = held.firmness * FIELD_FIRMNESS_QUANTUM,
                       .soil = held.loose > 0 ? held.soil : ground->base[cell],
                       .wall = ground->flags[cell] == FIELD_WALL};
}

double terr_field_height(const terr_field *field, int column, int row)
{
    if (!field_inside(field, column, row)) return height_around(field, column, row);
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    const int32_t touched = field->index[tile];
    if (touched != FIELD_UNTOUCHED) return (double)field->view[touched].height[cell];
    const field_ground *ground = &field->model[tile];
    return (double)(ground->flags[cell] == FIELD_WALL ? ground->bottom[cell] : ground->surface[cell]);
}

bool field_row_rises(const terr_field *field, int row, int first, int last, double height)
{
    for (int column = first; column <= last; column = (column / TERR_TILE + 1) * TERR_TILE) {
        const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
        const int32_t touched = field->index[tile];
        if (touched == FIELD_UNTOUCHED && field->special[tile]) return true;
        const float *surface =
            touched == FIELD_UNTOUCHED ? field->model[tile].surface : field->view[touched].height;
        const int room = TERR_TILE - column % TERR_TILE, left = last + 1 - column;
        bool rises = false;
        for (int i = 0; i < (left < room ? left : room); i++) rises |= (double)surface[cell + i] > height;
        if (rises) return true;
    }
    return false;
}

/* Weighing the field: all of it, and what lies above a floor. */

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

/* Columns and rows with their middle in a rectangle, from the first on, before the end. */
static void cells_between(const terr_field *field, const double low[2], const double high[2], int first[2],
                          int end[2])
{
    const terr_field_def *def = &field->def;
    for (int k = 0; k < 2; k++) {
        const int cells = k == 0 ? def->columns : def->rows;
        first[k] = first_beyond((low[k] - def->origin[k]) * field->per_cell, cells);
        end[k] = first_beyond((high[k] - def->origin[k]) * field->per_cell, cells);
    }
}

int64_t terr_field_cells_in(const terr_field *field, const double low[2], const double high[2])
{
    int first[2], end[2];
    cells_between(field, low, high, first, end);
    const bool empty = end[0] <= first[0] || end[1] <= first[1];
    return empty ? 0 : (int64_t)(end[0] - first[0]) * (end[1] - first[1]);
}

terr_mass terr_field_mass_above(const terr_field *field, const double low[2], const double high[2],
                                double floor_height)
{
    int first[2], end[2];
    cells_between(field, low, high, first, end);
    terr_mass sum = 0;
    for (int row = first[1]; row < end[1]; row++)
        for (int column = first[0]; column < end[0]; column++) sum += above(field, column, row, floor_height);
    return sum;
}
