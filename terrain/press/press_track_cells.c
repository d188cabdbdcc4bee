/* Cells under a crawler track: each yields by the law of press_track.c and contributes to the planes of
 * nearby stations.
 *
 * Cells take turns: in each step one of four yields, for the time of four steps, which is short compared with
 * tau.
 *
 * A station's plane is fitted to the cells around it, each weighted by its share of the station's load,
 * because shoes bridge smaller features. If cells are small, every second cell represents its neighbours.
 * Grooves of the grousers are ignored, because steel fills them. */
#include "field/field_internal.h"
#include "press_internal.h"

/* A cell counts for the plane under the shoes as far as less than 1/4 of it lies under a grouser [1]. */
static const double GROOVE_FADE = 4.0;

/* ---- places ---- */

/* Between which stations s lies; they fall from the front. */
typedef struct place {
    int a, b;
    double w;    /* of b */
    double firm; /* weight for planes: beyond the outer stations shoes hang from them more and more freely */
} place;

/* @param i  station behind which s may lie: the cell before lay there */
static place stations_about(const track_belt *b, double s, int i)
{
    const int last = b->track->stations - 1;
    while (i > 0 && b->station[i].s <= s) i--;
    while (i < last && b->station[i + 1].s > s) i++;
    const track_station *at = &b->station[i];
    if (i == last || s >= at->s) {
        const double beyond = fabs(s - at->s) * at->per_end;
        return (place){i, i, 0.0, hl_max(1.0 - beyond, 0.0)};
    }
    return (place){i, i + 1, (at->s - s) * at->per_way, 1.0};
}

/* Share of a cell's length that the grouser nearest to s takes. */
static double groove_at(const track_belt *b, double s)
{
    if (!b->grooves) return 0.0;
    const double shoes = (s - b->first_s + b->track->run) * b->per_shoe;
    const double away = fabs(shoes - nearbyint(shoes)) * b->track->shoe_pitch;
    return terr_area_cover(0.5 * b->area.def->cell, away, b->per_cell);
}

/* Of four neighbours one has its turn in a step. */
static bool has_turn(const track_belt *b, int column, int row)
{
    return (column + 2 * row + b->track->turn) % TERR_TRACK_TURNS == 0;
}

/* Every second cell stands for its neighbours in planes, like the black ones of a chessboard. */
static bool counts(const track_belt *b, int column, int row)
{
    return !b->fine || (column + row) % 2 == 0;
}

/* Part of a row of cells that lies in one tile. */
typedef struct strip {
    int row, first, last; /* columns */
    int tile, cell;       /* that of column `first`, and its place in it */
    int32_t touched;
    uint32_t bears;      /* bit: cell of the tile's row that bears */
    double s, u;         /* of column `first` [m] */
    double per_s, per_u; /* from column to column [m] */
} strip;

static strip strip_from(const track_belt *b, const terr_field *field, int row, int column, int last)
{
    const int end = column | (TERR_TILE - 1), tile = field_tile_of(field, column, row);
    strip part = {.row = row,
                  .first = column,
                  .last = last < end ? last : end,
                  .tile = tile,
                  .cell = field_cell_of(column, row),
                  .touched = field->index[tile],
                  .per_s = b->area.forward[0] * b->area.def->cell,
                  .per_u = -b->area.forward[1] * b->area.def->cell};
    terr_area_place(&b->area, column, row, &part.s, &part.u);
    return part;
}

/* A cell under the belt. */
typedef struct pressed {
    int column;
    place at;
    double s, u;
    double cover;  /* share of it under the belt */
    double groove; /* and under a grouser */
} pressed;

/* What lies in a cell. */
typedef struct surface {
    double height, firmness; /* [m] */
    double bank;             /* share of shear that bank soil bears [1] */
} surface;

static double bank_share(const track_belt *b, int32_t loose, uint8_t soil)
{
    return hl_max(1.0 - loose * b->loose[soil], 0.0);
}

static surface look_at_untouched(const track_belt *b, const terr_field *field, const strip *part, int column)
{
    const field_column held = field_column_at(field, column, part->row);
    return (surface){.height = terr_field_height(field, column, part->row),
                     .firmness = 0.0,
                     .bank = bank_share(b, held.loose, held.soil)};
}

static inline surface look_at(const track_belt *b, const terr_field *field, const strip *part, int column)
{
    if (part->touched == FIELD_UNTOUCHED) return look_at_untouched(b, field, part, column);
    const int cell = part->cell + column - part->first;
    const field_tile *tile = &field->tile[part->touched];
    return (surface){.height = (double)field->view[part->touched].height[cell],
                     .firmness = tile->firmness[cell] * FIELD_FIRMNESS_QUANTUM,
                     .bank = bank_share(b, tile->loose[cell], tile->soil[cell])};
}

/* The belt over a cell. */
typedef struct shoe {
    double rib;    /* how deep the grouser's share in the cell goes [m] */
    double dug;    /* z_s there [m] */
    double bottom; /* [m] */
} shoe;

static shoe shoe_over(const track_belt *b, const pressed *cell)
{
    const track_station *one = &b->station[cell->at.a], *other = &b->station[cell->at.b];
    const double w = cell->at.w, rib = cell->groove * between(one->groove, other->groove, w);
    return (shoe){.rib = rib,
                  .dug = cell->cover * (between(one->dug, other->dug, w) + rib),
                  .bottom = between(one->bottom, other->bottom, w) - rib};
}

/* @return whether it has yielded */
static bool yield_cell(const track_belt *b, terr_field *field, strip *part, const pressed *cell,
                       const shoe *over, const surface *lies)
{
    const double firmness = lies->firmness, dug = over->dug, w = cell->at.w;
    if (!(dug - firmness > TERR_LEAST_PRESS)) return false; /* most cells: they have borne it */
    const track_station *one = &b->station[cell->at.a], *other = &b->station[cell->at.b];
    const double carried = cell->cover * (between(one->carried, other->carried, w) + over->rib);
    const double sinks = b->yield * left(carried, firmness) +
                         between(one->dig, other->dig, w) * left(dug, hl_max(carried, firmness));
    const double depth = hl_min(sinks, lies->height - over->bottom);
    if (!(depth > 0.0)) return false;
    const terr_aside aside[] = {terr_area_aside(&b->area, cell->s, b->rim, b->rim - cell->u),
                                terr_area_aside(&b->area, cell->s, -b->rim, b->rim + cell->u)};
    terr_field_squeeze(field, cell->column, part->row, depth,
                       cell->cover * between(one->load, other->load, w), aside, 2);
    part->touched = field->index[part->tile];
    return true;
}

/* ---- planes ---- */

static void add_weighed(track_fit *sum, double weight, const track_fit *cell)
{
    for (size_t k = 0; k < sizeof sum->of / sizeof sum->of[0]; k++) sum->of[k] += weight * cell->of[k];
}

static void fit_cell(track_belt *b, const pressed *cell, const surface *lies)
{
    const double weight = cell->cover * cell->at.firm * hl_max(1.0 - GROOVE_FADE * cell->groove, 0.0);
    const double s = cell->s, u = cell->u, h = lies->height;
    const track_fit one = {{[FIT_WEIGHT] = 1.0,
                            [FIT_S] = s,
                            [FIT_U] = u,
                            [FIT_H] = h,
                            [FIT_SS] = s * s,
                            [FIT_UU] = u * u,
                            [FIT_SU] = s * u,
                            [FIT_SH] = s * h,
                            [FIT_UH] = u * h,
                            [FIT_FIRMNESS] = lies->firmness,
                            [FIT_BANK] = lies->bank}};
    add_weighed(&b->fit[cell->at.a], weight * (1.0 - cell->at.w), &one);
    if (cell->at.w > 0.0) add_weighed(&b->fit[cell->at.b], weight * cell->at.w, &one);
}

/* ---- strips ---- */

static void press_strip(track_belt *b, terr_field *field, strip *part)
{
    int behind = 0;
    for (int column = part->first; column <= part->last; column++) {
        const int k = column - part->first;
        pressed cell = {.column = column, .s = part->s + k * part->per_s, .u = part->u + k * part->per_u};
        cell.cover = terr_area_cover(b->half_length, fabs(cell.s), b->per_cell) *
                     terr_area_cover(b->half_width, fabs(cell.u), b->per_cell);
        if (!(cell.cover > 0.0)) continue;
        cell.at = stations_about(b, cell.s, behind);
        behind = cell.at.a;
        cell.groove = groove_at(b, cell.s);
        surface lies = look_at(b, field, part, column);
        const shoe over = shoe_over(b, &cell);
        if (over.dug > TERR_LEAST_PRESS && lies.height > over.bottom - TERR_REACH)
            part->bears |= UINT32_C(1) << (column % TERR_TILE);
        if (has_turn(b, column, part->row) && yield_cell(b, field, part, &cell, &over, &lies))
            lies = look_at(b, field, part, column);
        if (counts(b, column, part->row)) fit_cell(b, &cell, &lies);
    }
    if (part->touched != FIELD_UNTOUCHED)
        field_load_row(field, part->touched, part->row % TERR_TILE, part->bears);
}

void press_track_cells(track_belt *b, terr_field *field)
{
    const terr_span rows = terr_area_rows(&b->area);
    for (int j = rows.first; j <= rows.last; j++) {
        const terr_span columns = terr_area_columns(&b->area, j);
        terr_area_count(field, columns);
        for (int first = columns.first; first <= columns.last;) {
            strip part = strip_from(b, field, j, first, columns.last);
            press_strip(b, field, &part);
            first = part.last + 1;
        }
    }
}
