/* Flow of soil down slopes, after 000 publication V Eq. (15): where the slope is steeper than the angle of
 * repose, soil flows down with the velocity z+ times the slope.
 *
 * Differences from the publication: Eq. (15) moves soil only towards +x and +y, at one rate, regardless of
 * the available soil. Here each pair of neighbours along x and y exchanges a flux that depends on the heights
 * before the step,
 *
 *   q = -C (h_b - h_a) (1 - s_d/|s|),   |s| > s_c,   C = FLOW_RATE dt/d^2
 *
 * The slope |s| in the middle of the pair is computed from the 3 x 2 cells around it, so the criterion and
 * the diffusion are isotropic. s_c is START tan(repose) at rest and STOP tan(repose) in moving soil. s_d =
 * DRIVE tan(repose) brakes moving soil, so that it stops in finite time. Since C <= MOST_SHARE <= 1/4, no
 * pair overshoots s_d. Fluxes are whole quanta: each amount leaves one cell and enters the other. A cell
 * gives at most a quarter of its soil to each neighbour.
 *
 * Cells under loads do not exchange soil (field_tiles.c).
 *
 * A cell computes the pairs with the next column and the next row. A change of a cell wakes its eight
 * neighbours, and thus both cells of each pair whose flux may change. */
#include "field_internal.h"

#include <string.h>

/* Banks of soil with cohesion: they stand where loose soil would flow, a vertical one to the height
 *
 *   h_c = 4 c/(rho g) tan(45 deg + phi/2)
 *
 * (a wedge at the angle 45 deg + phi/2 in equilibrium, Mohr-Coulomb), a slope of length L with a drop of up
 * to L tan(phi) + h_c. A cell of bare bank is checked against the eight directions, up to REACH cells far, as
 * long as the ground between lies below the line of slope tan(phi) from it. Where the drop is larger, some of
 * the cell's soil falls to its neighbour and is loose. */

enum { REACH = 8 };
static const double FILM = 0.002;  /* loose soil on a bank that counts as none [m] */
static const double LEAST = 0.001; /* that falls from a cell: failing ends after finite time [m] */
static const float DIAGONAL = 1.41421356F;

/* Without fminf's care for NaN, which no height is: vectors know this. */
static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

/* Cells of a row from which the surface falls more steeply than `drop` a cell [m]. */
static uint32_t steep_cells(const flow_patch *patch, int row, float drop)
{
    const float *below = &patch->height[row][1], *here = &patch->height[row + 1][1],
                *above = &patch->height[row + 2][1];
    int32_t steep[TERR_TILE];
    for (int i = 0; i < TERR_TILE; i++) {
        const float x = lesser(here[i - 1], here[i + 1]), y = lesser(below[i], above[i]);
        const float d = lesser(lesser(below[i - 1], below[i + 1]), lesser(above[i - 1], above[i + 1]));
        steep[i] = (here[i] - lesser(x, y) > drop) | (here[i] - d > DIAGONAL * drop);
    }
    uint32_t cells = 0;
    for (int i = 0; i < TERR_TILE; i++) cells |= (uint32_t)steep[i] << i;
    return cells;
}

/* Largest drop beyond what the bank bears towards one direction [m]; 0: it bears. */
static double excess(const terr_field *field, const field_law *law, int column, int row, int k)
{
    const double length = field->def.cell * (k < FIELD_FIRST_DIAGONAL ? 1.0 : (double)DIAGONAL);
    const double top = terr_field_height(field, column, row);
    double most = 0.0;
    for (int n = 1; n <= REACH; n++) {
        const int c = column + n * FIELD_AROUND[k][0], r = row + n * FIELD_AROUND[k][1];
        if (!field_inside(field, c, r)) break;
        const double below_line = top - terr_field_height(field, c, r) - n * length * law->slope;
        if (!(below_line > 0.0)) break;
        most = fmax(most, below_line - law->standing);
    }
    return most;
}

static bool wall_at(const terr_field *field, int column, int row)
{
    return field_inside(field, column, row) && field_is_wall(field, column, row);
}

/* Under a load: nothing falls out of it or into it. */
static bool bears_at(const terr_field *field, int column, int row)
{
    if (!field_inside(field, column, row)) return false;
    const int32_t touched = field->index[field_tile_of(field, column, row)];
    return touched != FIELD_UNTOUCHED &&
           (field->view[touched].bears[row % TERR_TILE] >> column % TERR_TILE & 1u) != 0;
}

/* What falls from a cell, and where to. */
static flow_fall fall_of(const terr_field *field, int column, int row, double share)
{
    flow_fall fall = {.column = column, .row = row, .mass = 0};
    const field_column held = field_column_at(field, column, row);
    const field_law *law =
        &field->laws[field->model[field_tile_of(field, column, row)].base[field_cell_of(column, row)]];
    if (held.bank == 0 || law->bank_flows != 0 || held.loose * field->laws[held.soil].loose_height > FILM)
        return fall;
    if (bears_at(field, column, row)) return fall;
    double worst = 0.0;
    for (int k = 0; k < FIELD_NEIGHBOURS; k++) {
        const int c = column + FIELD_AROUND[k][0], r = row + FIELD_AROUND[k][1];
        if (k >= FIELD_FIRST_DIAGONAL && (wall_at(field, c, row) || wall_at(field, column, r)))
            continue; /* no gap */
        if (bears_at(field, c, r)) continue;
        const double more = excess(field, law, column, row, k);
        if (more <= worst) continue;
        worst = more;
        fall.to_column = c;
        fall.to_row = r;
    }
    if (worst > 0.0)
        fall.mass =
            (int32_t)fmin(fmin(fmax(share * worst, LEAST) * law->bank_quanta, held.bank), FIELD_MOST_FLUX);
    return fall;
}

/* Looked cells of a tile that are steeper than the flattest slope on which a bank may give way. */
static void find_steep(const terr_field *field, const flow_patch *patch, flow_slot *slot)
{
    double slope = field->laws[0].slope;
    for (int i = 1; i < field->def.soil_count; i++) slope = fmin(slope, field->laws[i].slope);
    for (int row = 0; row < TERR_TILE; row++)
        slot->steep[row] = slot->open[row] == 0
                               ? 0
                               : slot->open[row] & steep_cells(patch, row, (float)(slope * field->def.cell));
}

/* Find the cells of a tile whose banks give way; those that find no room in the list stay awake.
 * @param share  of the excess that falls in a step [1] */
static void field_bank_find_unstable(const terr_field *field, double share, flow_slot *slot)
{
    const int tile = field->tile[slot->touched].id;
    const int left = tile % field->tile_columns * TERR_TILE, below = tile / field->tile_columns * TERR_TILE;
    field_flow *flow = field->flow;
    for (int row = 0; row < TERR_TILE; row++) {
        const uint32_t cells = slot->steep[row];
        for (int i = 0; i < TERR_TILE && cells >> i != 0; i++) {
            if ((cells >> i & 1u) == 0) continue;
            if (flow->falls == MOST_FALLS) {
                slot->looked[row] &= ~(UINT32_C(1) << i);
                continue;
            }
            const flow_fall fall = fall_of(field, left + i, below + row, share);
            if (fall.mass > 0) flow->fall[flow->falls++] = fall;
        }
    }
}

void field_bank_fall(terr_field *field)
{
    for (int f = 0; f < field->flow->falls; f++) {
        const flow_fall *fall = &field->flow->fall[f];
        const field_place from = field_touch_cell(field, fall->column, fall->row),
                          to = field_touch_cell(field, fall->to_column, fall->to_row);
        if (to.tile == FIELD_UNTOUCHED || field->view[to.tile].give[to.cell] < 0) continue;
        const field_column held = field_column_of(&field->tile[from.tile], from.cell);
        const terr_mass all = (terr_mass)held.bank + held.loose;
        const int32_t mass = fall->mass < all ? fall->mass : (int32_t)all;
        const uint8_t kind = field->model[field->tile[from.tile].id].base[from.cell];
        field_exchange(field, from, mass, 0, 0);
        field_exchange(field, to, 0, mass, kind);
        terr_field_wake(field, fall->column, fall->row);
        terr_field_wake(field, fall->to_column, fall->to_row);
    }
}

/* Of tan(repose): a slope at rest starts to move 1.3 degrees above the angle of repose (at 34), moving soil
 * stops 0.3 degrees below it and is braked as on a slope 0.7 degrees below it. */
static const float START = 1.05F, STOP = 0.99F, DRIVE = 0.975F;
/* A heap L high slumps in about L^2/(pi^2 FLOW_RATE): 0.8 s for 2 m, some free falls [m^2/s]. With d^2/dt
 * below FLOW_RATE/MOST_SHARE, cells of 5 cm at 1 ms, the rate is MOST_SHARE d^2/dt: finer sand flows more
 * slowly, four times so at 2.5 cm. */
static const double FLOW_RATE = 0.5;
static const double MOST_SHARE = 0.2; /* of the explicit diffusion's limit of 1/4 there is some left */
/* ---- tiles and slots ---- */

int32_t field_flow_beside(const terr_field *field, int tile, int right, int up)
{
    const int column = tile % field->tile_columns + right, row = tile / field->tile_columns + up;
    if (column < 0 || row < 0 || column >= field->tile_columns || row >= field->tile_rows)
        return FIELD_UNTOUCHED;
    return field->index[row * field->tile_columns + column];
}

/* Of the last tile that had the slot: 0 but for its rows. */
static void clear_fluxes(flow_slot *slot)
{
    if (slot->rows == 0) return;
    memset(slot->x, 0, sizeof slot->x);
    memset(slot->y, 0, sizeof slot->y);
    slot->rows = slot->right = 0;
    slot->up = false;
}

flow_slot *field_flow_slot(field_flow *flow, int32_t touched)
{
    flow_slot *made = &flow->slot[flow->slots];
    flow->slot_of[touched] = flow->slots++;
    made->touched = touched;
    clear_fluxes(made);
    return made;
}

/* ---- gathering a patch ---- */

/* Part of one row of a tile to one row of the patch.
 * @param from, to, count  columns of the tile and of the patch */
static void gather_cells(const terr_field *field, int32_t touched, int row, int from, int to, int count,
                         flow_patch *patch, int line)
{
    float *height = &patch->height[line][to];
    int32_t *give = &patch->give[line][to];
    float *steep = &patch->steep[line][to];
    if (touched == FIELD_UNTOUCHED) {
        for (int i = 0; i < count; i++) {
            height[i] = 0.0F;
            give[i] = -1;
            steep[i] = field->laws[0].steep;
        }
        return;
    }
    const field_view *view = &field->view[touched];
    const field_tile *tile = &field->tile[touched];
    const int start = row * TERR_TILE + from;
    memcpy(height, &view->height[start], (size_t)count * sizeof *height);
    memcpy(give, &view->give[start], (size_t)count * sizeof *give);
    const bool row_of_one = count == TERR_TILE && field_row_is_uniform(&tile->soil[start]);
    if (field->def.soil_count == 1 || row_of_one) {
        const float all = field->laws[field->def.soil_count == 1 ? 0 : tile->soil[start]].steep;
        for (int i = 0; i < count; i++) steep[i] = all;
    } else
        for (int i = 0; i < count; i++) steep[i] = field->laws[tile->soil[start + i]].steep;
    const uint32_t bears = view->bears[row] >> from;
    if (bears != 0) /* a mask of all ones is -1: nothing passes */
        for (int i = 0; i < count; i++) give[i] |= -(int32_t)(bears >> i & 1u);
    const uint64_t moving = tile->moving[row] >> from & (count == TERR_TILE ? UINT32_MAX : 1u);
    patch->moving[line] |= moving << to;
}

/* Lines that the fluxes of rows with open cells ask for, a bit each: theirs and one on each side. */
static uint64_t lines_about(const uint32_t *open)
{
    uint64_t lines = 0;
    for (int row = 0; row < TERR_TILE; row++) /* row r is line r + 1 */
        lines |= (uint64_t)(open[row] != 0 ? 7u : 0u) << row;
    return lines;
}

static void gather(const terr_field *field, int tile, uint64_t asked, flow_patch *patch)
{
    memset(patch->moving, 0, sizeof patch->moving);
    for (int up = -1; up <= 1; up++) {
        const int32_t left = field_flow_beside(field, tile, -1, up),
                      middle = field_flow_beside(field, tile, 0, up),
                      right = field_flow_beside(field, tile, 1, up);
        const int first = up < 0 ? TERR_TILE - 1 : 0, last = up > 0 ? 0 : TERR_TILE - 1;
        for (int row = first; row <= last; row++) {
            const int line = up * TERR_TILE + row + 1;
            if ((asked >> line & 1u) == 0) continue;
            gather_cells(field, left, row, TERR_TILE - 1, 0, 1, patch, line);
            gather_cells(field, middle, row, 0, 1, TERR_TILE, patch, line);
            gather_cells(field, right, row, 0, TERR_TILE + 1, 1, patch, line);
        }
    }
}

/* Rise from a to b, 0 where the higher one has nothing to give or nothing passes. */
static inline float open_rise(float a, float b, int32_t give_a, int32_t give_b)
{
    const int32_t higher = b < a ? give_a : give_b, lower = b < a ? give_b : give_a;
    return higher > 0 && lower >= 0 ? b - a : 0.0F;
}

/* Rises of the lines that are asked for, and upwards from them where the next one is, too. Whole blocks: what
 * stands behind the patch is not used. */
static void rises(uint64_t asked, flow_patch *patch)
{
    for (int r = 0; r < PATCH; r++) {
        if ((asked >> r & 1u) == 0) continue;
        for (int c = 0; c < RISES; c++)
            patch->rise_x[r][c] = open_rise(patch->height[r][c], patch->height[r][c + 1], patch->give[r][c],
                                            patch->give[r][c + 1]);
        if ((asked >> r & 2u) == 0) continue;
        for (int c = 0; c < RISES; c++)
            patch->rise_y[r][c] = open_rise(patch->height[r][c], patch->height[r + 1][c], patch->give[r][c],
                                            patch->give[r + 1][c]);
    }
}

/* ---- fluxes ---- */

/* A row of pairs of cells a and b. */
typedef struct pairs {
    const float *rise;      /* from a to b [m] */
    const float *across[4]; /* rises beside a and b, at right angles [m] */
    const float *steep_a, *steep_b;
    const int32_t *give_a, *give_b;
    uint32_t moving, looked; /* bits: either moves; a is looked at */
} pairs;

enum { FLOW_BLOCK = 8, FLOW_BLOCK_MASK = 0xff }; /* columns without a cell to be looked at are left out */

/* Fluxes of a block of a row, from a to b [quanta].
 * @param quanta  of a height of soil that flows, times C [1/m] */
static inline void flow_block(const pairs *p, int first, float quanta, int32_t *restrict flux)
{
    const float most = FIELD_MOST_FLUX;
    const float *rises = p->rise + first, *across_0 = p->across[0] + first, *across_1 = p->across[1] + first,
                *across_2 = p->across[2] + first, *across_3 = p->across[3] + first,
                *steep_a = p->steep_a + first, *steep_b = p->steep_b + first;
    const int32_t *give_a = p->give_a + first, *give_b = p->give_b + first;
    const uint32_t moving = p->moving >> first, looked = p->looked >> first;
    for (int i = 0; i < FLOW_BLOCK; i++) {
        const float rise = rises[i];
        const float across = 0.25F * ((across_0[i] + across_1[i]) + (across_2[i] + across_3[i]));
        const float of_a = steep_a[i], of_b = steep_b[i];
        const float slope = sqrtf(rise * rise + across * across) * (rise < 0.0F ? of_a : of_b);
        const float critical = (moving >> i & 1u) != 0 ? STOP : START; /* of |s|/tan(repose), as slope */
        const float driven = slope > critical ? slope : critical;
        float flow = -quanta * rise * (1.0F - DRIVE / driven);
        flow = flow > most ? most : flow;
        flow = flow < -most ? -most : flow;
        const int32_t from_a = give_a[i], from_b = give_b[i], given = rise < 0.0F ? from_a : from_b;
        const int32_t give = given > 0 ? given : 0;
        int32_t whole = (int32_t)flow;
        whole = whole > give ? give : whole;
        whole = whole < -give ? -give : whole;
        whole = slope > critical ? whole : 0;
        flux[i] = whole & -(int32_t)(looked >> i & 1u);
    }
}

/* Fluxes of a row whose `flux` is 0 before. @return whether any is not 0 */
static bool flow_row(const pairs *p, float quanta, int32_t *restrict flux)
{
    for (int first = 0; first < TERR_TILE; first += FLOW_BLOCK)
        if ((p->looked >> first & FLOW_BLOCK_MASK) != 0) flow_block(p, first, quanta, flux + first);
    int32_t any = 0;
    for (int i = 0; i < TERR_TILE; i++) any |= flux[i];
    return any != 0;
}

/* Into a slot without fluxes. */
static void flow_tile(const flow_patch *patch, float quanta, flow_slot *slot)
{
    for (int row = 0; row < TERR_TILE; row++) {
        if (slot->open[row] == 0) continue;
        const int r = row + 1;
        const uint64_t here = patch->moving[r];
        const pairs along_x = {.rise = &patch->rise_x[r][1],
                               .across = {&patch->rise_y[r][1], &patch->rise_y[r - 1][1],
                                          &patch->rise_y[r][2], &patch->rise_y[r - 1][2]},
                               .steep_a = &patch->steep[r][1],
                               .steep_b = &patch->steep[r][2],
                               .give_a = &patch->give[r][1],
                               .give_b = &patch->give[r][2],
                               .moving = (uint32_t)((here | here >> 1) >> 1),
                               .looked = slot->open[row]};
        const pairs along_y = {.rise = &patch->rise_y[r][1],
                               .across = {&patch->rise_x[r][1], &patch->rise_x[r][0],
                                          &patch->rise_x[r + 1][1], &patch->rise_x[r + 1][0]},
                               .steep_a = &patch->steep[r][1],
                               .steep_b = &patch->steep[r + 1][1],
                               .give_a = &patch->give[r][1],
                               .give_b = &patch->give[r + 1][1],
                               .moving = (uint32_t)((here | patch->moving[r + 1]) >> 1),
                               .looked = slot->open[row]};
        if (flow_row(&along_x, quanta, &slot->x[row][1])) slot->rows |= UINT32_C(1) << row;
        if (flow_row(&along_y, quanta, slot->y[row + 1])) slot->rows |= UINT32_C(3) << row;
    }
}

/* ---- which tiles ---- */

/* First touched tile from `from` on, before `end`, that has active cells; `end`: none. */
static int32_t next_waiting(const terr_field *field, int32_t from, int32_t end)
{
    for (int32_t t = from; t < end; t++) {
        const uint64_t word = field->waiting[t / 64] >> (t % 64);
        if (word == 0)
            t |= 63;
        else if ((word & 1u) != 0)
            return t;
    }
    return end;
}

/* Take a tile into the step. */
static void choose(terr_field *field, int32_t touched)
{
    flow_slot *slot = field_flow_slot(field->flow, touched);
    memcpy(slot->looked, field->tile[touched].active, sizeof slot->looked);
    for (int row = 0; row < TERR_TILE; row++)
        slot->open[row] = slot->looked[row] & ~field->view[touched].bears[row];
}

/* The fluxes of chosen tiles, a block each. */
typedef struct fluxes {
    const terr_field *field;
    float quanta;
} fluxes;

/* What leaves the tile to the right and upwards. */
static void note_leaving(flow_slot *slot)
{
    int32_t any = 0;
    if (slot->rows == 0) return;
    for (int row = 0; row < TERR_TILE; row++) slot->right |= (uint32_t)(slot->x[row][TERR_TILE] != 0) << row;
    for (int column = 0; column < TERR_TILE; column++) any |= slot->y[TERR_TILE][column];
    slot->up = any != 0;
}

static void flux_block(void *context, int index)
{
    const fluxes *f = context;
    flow_slot *slot = &f->field->flow->slot[index];
    const uint64_t asked = lines_about(slot->open);
    flow_patch patch;
    gather(f->field, f->field->tile[slot->touched].id, asked, &patch);
    rises(asked, &patch);
    flow_tile(&patch, f->quanta, slot);
    note_leaving(slot);
    if (f->field->cohesive) find_steep(f->field, &patch, slot);
}

int field_flow_active(const field_tile *tile)
{
    int count = 0;
    for (int row = 0; row < TERR_TILE; row++) count += field_count_cells(tile->active[row]);
    return count;
}

/* C of the flux. */
static double flow_share(const terr_field *field)
{
    return fmin(FLOW_RATE * field->def.step * field->per_cell * field->per_cell, MOST_SHARE);
}

/* Quanta that flow for a height of a metre above what brakes them [1/m]; of the lightest soil, so that no
 * column moves further than its share. */
static float flow_quanta(const terr_field *field, double share)
{
    const terr_field_def *def = &field->def;
    double lightest = def->soils[0].loose_density;
    for (int i = 1; i < def->soil_count; i++) lightest = fmin(lightest, def->soils[i].loose_density);
    return (float)(share * def->cell * def->cell * lightest / TERR_QUANTUM);
}

/* Choose the waiting tiles from the cursor on, round once, whole tiles within the budget, at least one. */
static void choose_tiles(terr_field *field, int budget)
{
    field_head *head = &field->head;
    const int32_t ends[2] = {head->tiles, head->cursor < head->tiles ? head->cursor : head->tiles};
    int64_t looked = 0;
    const int32_t start = ends[1] == head->tiles ? 0 : head->cursor;
    for (int turn = 0; turn < 2; turn++) {
        const int32_t end = turn == 0 ? head->tiles : start;
        for (int32_t t = next_waiting(field, turn == 0 ? start : 0, end); t < end;
             t = next_waiting(field, t + 1, end)) {
            const int cells = field_flow_active(&field->tile[t]);
            const bool full =
                field->flow->slots == MOST_TILES || (budget > 0 && looked > 0 && looked + cells > budget);
            if (full) {
                head->cursor = t;
                head->postponed += head->active - looked;
                head->looked = looked;
                return;
            }
            choose(field, t);
            looked += cells;
        }
    }
    head->looked = looked;
}

void field_flow_compute_fluxes(terr_field *field, int budget)
{
    const double share = flow_share(field);
    field_flow *flow = field->flow;
    choose_tiles(field, budget);
    fluxes f = {field, flow_quanta(field, share)};
    hl_team_run(field->team, flow->slots, flux_block, &f);
    if (!field->cohesive) return;
    for (int s = 0; s < flow->slots; s++) field_bank_find_unstable(field, share, &flow->slot[s]);
}
