/* Building the sand field: check the definition, allocate memory, initialise the ground tile by tile. */
#include "field_internal.h"

#include "hl/real.h"

#include <stdio.h>
#include <string.h>

static const double SMALLEST_CELL = 0.02, LARGEST_CELL = 0.25;  /* [m] */
static const double HEAVIEST = 2048.0, HEAVIEST_LOOSE = 1024.0; /* what a cell can hold [kg] */
static const double RIM_HEAP = 3.0; /* highest heap at the border that the ground around joins fully [m] */
static const double LEAST_REPOSE = 0.015, MOST_REPOSE = 1.2; /* [rad] */

/* ---- definition ---- */

static int tiles_along(int cells)
{
    return (cells + TERR_TILE - 1) / TERR_TILE;
}

static double tile_count(const terr_field_def *def)
{
    return (double)tiles_along(def->columns) * tiles_along(def->rows);
}

static int capacity_of(const terr_field_def *def)
{
    const double all = tile_count(def);
    const int most = def->tile_capacity > 0 ? def->tile_capacity : FIELD_DEFAULT_TILES;
    return most < all ? most : (int)all;
}

double terr_field_bytes(const terr_field_def *def)
{
    const double model = tile_count(def) * (sizeof(field_ground) + sizeof(bool) + sizeof(int32_t));
    const int capacity = capacity_of(def);
    return (double)sizeof(terr_field) + model + (double)capacity * (sizeof(field_tile) + sizeof(field_view)) +
           field_flow_bytes(capacity);
}

static bool finite_pair(const double pair[2])
{
    return isfinite(pair[0]) && isfinite(pair[1]);
}

static bool between(double value, double low, double high) /* false for a NaN */
{
    return value >= low && value <= high;
}

static const char *wrong_measures(const terr_field_def *def)
{
    if (!between(def->cell, SMALLEST_CELL, LARGEST_CELL)) return "cells of 0.02 m to 0.25 m are expected";
    if (def->columns < 1 || def->rows < 1) return "at least one column and one row of cells are expected";
    if ((double)def->columns * def->rows > FIELD_MOST_CELLS)
        return "too large: at most 67108864 cells are expected; take larger cells or a smaller field";
    if (!finite_pair(def->origin)) return "a finite origin is expected";
    if (!(def->depth > 0.0) || !isfinite(def->depth)) return "a depth above 0 is expected";
    if (!between(def->loose_depth, 0.0, def->depth)) return "a loose depth of 0 to the depth is expected";
    if (!(def->step > 0.0) || !isfinite(def->step)) return "a step above 0 is expected";
    if (def->tile_capacity < 0) return "a tile capacity of 0 or more is expected";
    if (def->soil_count < 1 || def->soil_count > TERR_MAX_SOILS) return "1 to 8 soils are expected";
    if (def->shape == NULL || def->soils == NULL) return "an initial ground and a soil are expected";
    return NULL;
}

static const char *wrong_soil(const terr_soil *soil)
{
    if (!(soil->loose_density > 0.0) || !isfinite(soil->loose_density) || !(soil->bank_density > 0.0) ||
        !isfinite(soil->bank_density))
        return "a soil's densities above 0 are expected";
    if (!between(soil->repose, LEAST_REPOSE, MOST_REPOSE))
        return "a soil's angle of repose of 0.015 to 1.2 rad is expected";
    if (!between(soil->friction_angle, 0.0, MOST_REPOSE))
        return "a soil's friction angle of 0 to 1.2 rad is expected";
    if (!(soil->cohesion >= 0.0) || !isfinite(soil->cohesion)) return "a cohesion of 0 or more is expected";
    return NULL;
}

static const char *wrong_things(const terr_field_def *def)
{
    for (int i = 0; i < def->soil_count; i++) {
        const char *wrong = wrong_soil(&def->soils[i]);
        if (wrong != NULL) return wrong;
    }
    for (int i = 0; i < def->pile_count; i++) {
        const terr_pile *pile = &def->piles[i];
        if (!finite_pair(pile->at) || !(pile->height >= 0.0) || !isfinite(pile->height))
            return "a pile's place and its height of 0 or more are expected";
        if (pile->soil < 0 || pile->soil >= def->soil_count) return "a pile's soil is not in the list";
    }
    for (int i = 0; i < def->patch_count; i++) {
        const terr_patch *patch = &def->patches[i];
        if (!finite_pair(patch->low) || !finite_pair(patch->high)) return "a patch's corners are expected";
        if (patch->soil < 0 || patch->soil >= def->soil_count) return "a patch's soil is not in the list";
    }
    for (int i = 0; i < def->wall_count; i++) {
        const terr_wall *wall = &def->walls[i];
        if (!finite_pair(wall->centre) || !finite_pair(wall->half) || !isfinite(wall->heading) ||
            !isfinite(wall->top))
            return "a wall's finite measures are expected";
    }
    return NULL;
}

/* ---- laws ---- */

static double tangent(double angle)
{
    double sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    return sine / cosine;
}

static void make_law(const terr_field_def *def, const terr_soil *soil, field_law *law)
{
    static const double EIGHTH = 0.7853981633974483096; /* of a turn [rad] */
    const double area = def->cell * def->cell;
    law->bank_height = TERR_QUANTUM / (area * soil->bank_density);
    law->loose_height = TERR_QUANTUM / (area * soil->loose_density);
    law->bank_quanta = area * soil->bank_density / TERR_QUANTUM;
    law->loose_quanta = area * soil->loose_density / TERR_QUANTUM;
    const double repose = tangent(soil->repose), friction = tangent(soil->friction_angle);
    law->steep = (float)(1.0 / (def->cell * repose));
    law->bank_flows = soil->cohesion > 0.0 ? 0 : -1;
    law->slope = friction > repose ? friction : repose;
    law->standing = 4.0 * soil->cohesion / (soil->bank_density * TERR_GRAVITY) *
                    tangent(EIGHTH + 0.5 * soil->friction_angle);
}

/* ---- initial ground ---- */

/* A rectangle of cells. */
typedef struct cell_range {
    int low[2], high[2]; /* columns and rows, high excluded */
} cell_range;

static int clamp_cell(double u, int most)
{
    if (!(u > 0.0)) return 0;
    return u < most ? (int)u : most;
}

static cell_range range_around(const terr_field *field, const double centre[2], double reach)
{
    const int most[2] = {field->def.columns, field->def.rows};
    cell_range range;
    for (int k = 0; k < 2; k++) {
        const double u = (centre[k] - field->def.origin[k]) * field->per_cell, r = reach * field->per_cell;
        range.low[k] = clamp_cell(u - r - 1.0, most[k]);
        range.high[k] = clamp_cell(u + r + 2.0, most[k]);
    }
    return range;
}

static void lay_tile(const terr_field *field, field_ground *ground, int tile, bool *special)
{
    const int left = tile % field->tile_columns * TERR_TILE, below = tile / field->tile_columns * TERR_TILE;
    for (int c = 0; c < FIELD_CELLS; c++) {
        const int column = left + c % TERR_TILE, row = below + c / TERR_TILE;
        const double height = field_shape_height(field, column, row);
        const bool inside = field_inside(field, column, row);
        ground->surface[c] = (float)height;
        ground->bottom[c] = (float)(inside ? height - field->def.depth : height);
        if (inside) continue;
        ground->flags[c] = FIELD_OUTSIDE;
        *special = true;
    }
}

static void lay_patch(const terr_field *field, field_ground *model, const terr_patch *patch)
{
    const terr_field_def *def = &field->def;
    for (int row = 0; row < def->rows; row++)
        for (int column = 0; column < def->columns; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            if (!between(x, patch->low[0], patch->high[0]) || !between(y, patch->low[1], patch->high[1]))
                continue;
            field_ground *ground = &model[field_tile_of(field, column, row)];
            const int cell = field_cell_of(column, row);
            ground->base[cell] = ground->top[cell] = (uint8_t)patch->soil;
        }
}

/* Where piles overlap the higher one counts. `model` holds what earlier piles left. */
static void lay_pile(const terr_field *field, field_ground *model, const terr_pile *pile)
{
    const double slope = tangent(field->def.soils[pile->soil].repose);
    const cell_range range = range_around(field, pile->at, pile->height / slope);
    for (int row = range.low[1]; row < range.high[1]; row++)
        for (int column = range.low[0]; column < range.high[0]; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            const double dx = x - pile->at[0], dy = y - pile->at[1];
            const double above = pile->height - slope * sqrt(fma(dx, dx, dy * dy));
            if (!(above > 0.0)) continue;
            field_ground *ground = &model[field_tile_of(field, column, row)];
            const int cell = field_cell_of(column, row);
            const float surface = (float)((double)ground->bottom[cell] + field->def.depth + above);
            if (surface <= ground->surface[cell]) continue;
            ground->surface[cell] = surface;
            ground->top[cell] = (uint8_t)pile->soil;
        }
}

/* Cells whose middle is in the box, which counts as at least a cell thick: soil finds no gap. A pile under a
 * wall is not there; a wall that the ground buries is none. */
static void lay_wall(const terr_field *field, field_ground *model, bool *special, const terr_wall *wall)
{
    const double least = 0.5 * field->def.cell;
    const double half[2] = {fmax(fabs(wall->half[0]), least), fmax(fabs(wall->half[1]), least)};
    double sine, cosine;
    hl_sincos(wall->heading, &sine, &cosine);
    const cell_range range = range_around(field, wall->centre, half[0] + half[1]);
    for (int row = range.low[1]; row < range.high[1]; row++)
        for (int column = range.low[0]; column < range.high[0]; column++) {
            double x, y;
            terr_field_centre(field, column, row, &x, &y);
            const double dx = x - wall->centre[0], dy = y - wall->centre[1];
            if (fabs(fma(cosine, dx, sine * dy)) > half[0] || fabs(fma(cosine, dy, -sine * dx)) > half[1])
                continue;
            const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
            field_ground *ground = &model[tile];
            const float shape = (float)field_shape_height(field, column, row), top = (float)wall->top;
            if (top <= shape || ((ground->flags[cell] & FIELD_WALL) != 0 && top <= ground->bottom[cell]))
                continue;
            ground->surface[cell] = shape;
            ground->bottom[cell] = top;
            ground->flags[cell] = FIELD_WALL;
            special[tile] = true;
        }
}

/* What the ground around the field joins. */
static void lay_rim(const terr_field *field, float *rim)
{
    const int columns = field->def.columns, rows = field->def.rows;
    for (int last = 0; last < 2; last++) {
        float *row = rim + field_rim_first(field, true, last),
              *column = rim + field_rim_first(field, false, last);
        for (int i = 0; i < columns; i++) row[i] = (float)field_shape_height(field, i, last * (rows - 1));
        for (int j = 0; j < rows; j++) column[j] = (float)field_shape_height(field, last * (columns - 1), j);
    }
}

static void lay_ground(terr_field *field, field_ground *model, bool *special)
{
    for (int t = 0; t < field->tile_columns * field->tile_rows; t++)
        lay_tile(field, &model[t], t, &special[t]);
    for (int i = 0; i < field->def.patch_count; i++) lay_patch(field, model, &field->def.patches[i]);
    for (int i = 0; i < field->def.pile_count; i++) lay_pile(field, model, &field->def.piles[i]);
    for (int i = 0; i < field->def.wall_count; i++) lay_wall(field, model, special, &field->def.walls[i]);
}

/* Heaviest cell, as whole and of loose soil [kg]; NaN when some height is not finite. */
static void heaviest(const terr_field *field, double *all, double *loose)
{
    const terr_field_def *def = &field->def;
    const double area = def->cell * def->cell, bank = def->depth - def->loose_depth;
    *all = *loose = 0.0;
    for (int t = 0; t < field->tile_columns * field->tile_rows; t++) {
        const field_ground *ground = &field->model[t];
        for (int c = 0; c < FIELD_CELLS; c++) {
            if (ground->flags[c] != 0) continue;
            const double depth = (double)ground->surface[c] - (double)ground->bottom[c] - bank;
            const double top = area * depth * def->soils[ground->top[c]].loose_density;
            const double whole = fma(area * bank, def->soils[ground->base[c]].bank_density, top);
            if (!(whole <= *all)) *all = whole;
            if (!(top <= *loose)) *loose = top;
            if (!isfinite(whole)) return;
        }
    }
}

static hl_status check_weight(const terr_field *field, char *why)
{
    double all, loose;
    heaviest(field, &all, &loose);
    if (all < HEAVIEST && loose < HEAVIEST_LOOSE) return HL_OK;
    snprintf(why, HL_MESSAGE_LENGTH,
             "a cell of the sand field weighs %.6g kg, %.6g kg of it loose; less than %g kg and %g kg are "
             "expected: take smaller cells or less depth",
             all, loose, HEAVIEST, HEAVIEST_LOOSE);
    return HL_BAD_INPUT;
}

/* ---- making ---- */

static bool take_memory(terr_field *field, hl_arena *arena, field_ground **model, bool **special, float **rim)
{
    const int tiles = field->tile_columns * field->tile_rows, capacity = field->capacity;
    *model = HL_NEW(arena, field_ground, tiles);
    *special = HL_NEW(arena, bool, tiles);
    *rim = HL_NEW(arena, float, field_rim_cells(field));
    field->index = HL_NEW(arena, int32_t, tiles);
    field->tile = HL_NEW(arena, field_tile, capacity);
    field->view = HL_NEW(arena, field_view, capacity);
    field->waiting = HL_NEW(arena, uint64_t, (capacity + 63) / 64);
    field->flow = field_flow_new(field, arena);
    field->model = *model;
    field->special = *special;
    field->rim = *rim;
    return !hl_arena_failed(arena);
}

static void make_keys(terr_field *field)
{
    uint64_t n = 1;
    for (int c = 0; c < FIELD_CELLS; c++) field->cell_key[c] = field_mix(~n++) | 1u;
    for (int r = 0; r < TERR_TILE; r++) {
        field->active_key[r] = field_mix(~n++) | 1u;
        field->moving_key[r] = field_mix(~n++) | 1u;
    }
}

static void measure(const terr_field_def *def, terr_field *field)
{
    field->def = *def;
    field->per_cell = 1.0 / def->cell;
    field->tile_columns = tiles_along(def->columns);
    field->tile_rows = tiles_along(def->rows);
    field->capacity = capacity_of(def);
    for (int i = 0; i < def->soil_count; i++) {
        make_law(def, &def->soils[i], &field->laws[i]);
        field->cohesive = field->cohesive || def->soils[i].cohesion > 0.0;
    }
    field->rim_slope = tangent(def->soils[0].repose);
    field->rim_reach = 2.0 * (def->depth + RIM_HEAP) / field->rim_slope;
    make_keys(field);
}

hl_status terr_field_new(const terr_field_def *def, hl_arena *arena, terr_field **field, char *why)
{
    const char *wrong = wrong_measures(def);
    if (wrong == NULL) wrong = wrong_things(def);
    if (wrong != NULL) {
        snprintf(why, HL_MESSAGE_LENGTH, "sand field: %s", wrong);
        return HL_BAD_INPUT;
    }
    terr_field *made = HL_NEW(arena, terr_field, 1);
    if (made == NULL) return HL_OUT_OF_MEMORY;
    measure(def, made);
    field_ground *model;
    bool *special;
    float *rim;
    if (!take_memory(made, arena, &model, &special, &rim)) return HL_OUT_OF_MEMORY;
    for (int t = 0; t < made->tile_columns * made->tile_rows; t++) made->index[t] = FIELD_UNTOUCHED;
    lay_ground(made, model, special);
    lay_rim(made, rim);
    const hl_status status = check_weight(made, why);
    if (status != HL_OK) return status;
    made->initial = made->head.mass = terr_field_weigh(made);
    *field = made;
    return HL_OK;
}

const terr_field_def *terr_field_definition(const terr_field *field)
{
    return &field->def;
}

terr_mass terr_quanta(double kilograms)
{
    return (terr_mass)floor(kilograms / TERR_QUANTUM + 0.5);
}
