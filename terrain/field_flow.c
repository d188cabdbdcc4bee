/* Flow of soil down slopes, after 000 publication V Eq. (15): where the slope is steeper than the angle of
 * repose, matter flows down it with a velocity z+ times the slope.
 *
 * Departures: (15) moves soil towards +x and +y only, by one rate, whatever there is. Here every pair of
 * neighbours along x and y exchanges a flux that follows from the heights before the step,
 *
 *   q = -C (h_b - h_a) (1 - s_d/|s|),   |s| > s_c,   C = FLOW_RATE dt/d^2
 *
 * with the slope |s| in the middle of the pair from the 3 x 2 cells around it: the criterion is the same in
 * all directions, as is diffusion with this flux. s_c is START tan(repose) at rest and STOP tan(repose) where
 * soil moves, s_d = DRIVE tan(repose) is what moving soil is braked with: it stops in finite time. Since
 * C <= MOST_SHARE <= 1/4 no pair passes beyond s_d. Fluxes are whole quanta, given and taken in one, and a
 * cell gives at most a quarter of what it has to each neighbour.
 *
 * Cells under loads exchange nothing (field_loads.c).
 *
 * A cell looks after its pairs with the next column and the next row. Whatever changes a cell wakes its eight
 * neighbours, hence both ends of every pair whose flux it can change. */
#include "field_flow.h"

#include <string.h>

/* Of tan(repose): a slope at rest starts to move 1.3 degrees above the angle of repose (at 34), moving soil
 * stops 0.3 degrees below it and is braked as on a slope 0.7 degrees below it. */
static const float START = 1.05F, STOP = 0.99F, DRIVE = 0.975F;
/* A heap L high slumps in about L^2/(pi^2 FLOW_RATE): 0.8 s for 2 m, some free falls [m^2/s]. With d^2/dt
 * below FLOW_RATE/MOST_SHARE, cells of 5 cm at 1 ms, the rate is MOST_SHARE d^2/dt: finer sand flows more
 * slowly, four times so at 2.5 cm. */
static const double FLOW_RATE = 0.5;
static const double MOST_SHARE = 0.2; /* of the explicit diffusion's limit of 1/4 there is some left */

static int slots_for(int capacity)
{
    return capacity < MOST_SLOTS ? capacity : MOST_SLOTS;
}

double field_flow_bytes(int capacity)
{
    return (double)sizeof(field_flow) + (double)slots_for(capacity) * sizeof(flow_slot) +
           (double)capacity * sizeof(int32_t);
}

field_flow *field_flow_new(const terr_field *field, hl_arena *arena)
{
    field_flow *flow = HL_NEW(arena, field_flow, 1);
    flow_slot *slots = HL_NEW(arena, flow_slot, slots_for(field->capacity));
    int32_t *slot_of = HL_NEW(arena, int32_t, field->capacity);
    if (flow == NULL || slots == NULL || slot_of == NULL) return NULL;
    for (int t = 0; t < field->capacity; t++) slot_of[t] = NO_SLOT;
    flow->slot = slots;
    flow->slot_of = slot_of;
    return flow;
}

/* ---- gathering a patch ---- */

/* The touched tile beside a tile, or FIELD_UNTOUCHED: nothing passes there. */
static int32_t beside(const terr_field *field, int tile, int right, int up)
{
    const int column = tile % field->tile_columns + right, row = tile / field->tile_columns + up;
    if (column < 0 || row < 0 || column >= field->tile_columns || row >= field->tile_rows)
        return FIELD_UNTOUCHED;
    return field->index[row * field->tile_columns + column];
}

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
    if (field->def.soil_count == 1)
        for (int i = 0; i < count; i++) steep[i] = field->laws[0].steep;
    else
        for (int i = 0; i < count; i++) steep[i] = field->laws[tile->soil[start + i]].steep;
    const uint32_t bears = view->bears[row] >> from;
    if (bears != 0) /* a mask of all ones is -1: nothing passes */
        for (int i = 0; i < count; i++) give[i] |= -(int32_t)(bears >> i & 1u);
    const uint64_t moving = tile->moving[row] >> from & (count == TERR_TILE ? UINT32_MAX : 1u);
    patch->moving[line] |= moving << to;
}

/* Lines of a patch. */
typedef struct lines {
    int first, last;
} lines;

/* Lines that the fluxes of the looked rows, one at least, ask for: theirs and one on each side. */
static lines lines_about(const uint32_t *looked)
{
    lines found = {0, TERR_TILE - 1};
    while (looked[found.first] == 0) found.first++;
    while (looked[found.last] == 0) found.last--;
    found.last += 2; /* row r is line r + 1 */
    return found;
}

static void gather(const terr_field *field, int tile, lines asked, flow_patch *patch)
{
    memset(patch->moving, 0, sizeof patch->moving);
    for (int up = -1; up <= 1; up++) {
        const int32_t left = beside(field, tile, -1, up), middle = beside(field, tile, 0, up),
                      right = beside(field, tile, 1, up);
        const int first = up < 0 ? TERR_TILE - 1 : 0, last = up > 0 ? 0 : TERR_TILE - 1;
        for (int row = first; row <= last; row++) {
            const int line = up * TERR_TILE + row + 1;
            if (line < asked.first || line > asked.last) continue;
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

static void rises(lines asked, flow_patch *patch)
{
    for (int r = asked.first; r <= asked.last; r++)
        for (int c = 0; c < PATCH - 1; c++)
            patch->rise_x[r][c] = open_rise(patch->height[r][c], patch->height[r][c + 1], patch->give[r][c],
                                            patch->give[r][c + 1]);
    for (int r = asked.first; r < asked.last; r++)
        for (int c = 0; c < PATCH; c++)
            patch->rise_y[r][c] = open_rise(patch->height[r][c], patch->height[r + 1][c], patch->give[r][c],
                                            patch->give[r + 1][c]);
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

/* @param quanta  of a height of soil that flows, times C [1/m]
 *  @param flux   out: from a to b [quanta]
 *  @return whether any is not 0 */
static bool flow_row(const pairs *p, float quanta, int32_t *restrict flux)
{
    const float most = FIELD_MOST_FLUX;
    const float *rises = p->rise, *across_0 = p->across[0], *across_1 = p->across[1],
                *across_2 = p->across[2], *across_3 = p->across[3], *steep_a = p->steep_a,
                *steep_b = p->steep_b;
    const int32_t *give_a = p->give_a, *give_b = p->give_b;
    const uint32_t moving = p->moving, looked = p->looked;
    int32_t any = 0;
    for (int i = 0; i < TERR_TILE; i++) {
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
        whole &= -(int32_t)(looked >> i & 1u);
        flux[i] = whole;
        any |= whole;
    }
    return any != 0;
}

static void flow_tile(const flow_patch *patch, float quanta, flow_slot *slot)
{
    slot->rows = 0;
    for (int row = 0; row < TERR_TILE; row++) {
        const int r = row + 1;
        const uint64_t here = patch->moving[r];
        slot->x[row][0] = 0;
        if (slot->looked[row] == 0) {
            memset(slot->x[row], 0, sizeof slot->x[row]);
            memset(slot->y[row + 1], 0, sizeof slot->y[row + 1]);
            continue;
        }
        const pairs along_x = {.rise = &patch->rise_x[r][1],
                               .across = {&patch->rise_y[r][1], &patch->rise_y[r - 1][1],
                                          &patch->rise_y[r][2], &patch->rise_y[r - 1][2]},
                               .steep_a = &patch->steep[r][1],
                               .steep_b = &patch->steep[r][2],
                               .give_a = &patch->give[r][1],
                               .give_b = &patch->give[r][2],
                               .moving = (uint32_t)((here | here >> 1) >> 1),
                               .looked = slot->looked[row]};
        const pairs along_y = {.rise = &patch->rise_y[r][1],
                               .across = {&patch->rise_x[r][1], &patch->rise_x[r][0],
                                          &patch->rise_x[r + 1][1], &patch->rise_x[r + 1][0]},
                               .steep_a = &patch->steep[r][1],
                               .steep_b = &patch->steep[r + 1][1],
                               .give_a = &patch->give[r][1],
                               .give_b = &patch->give[r + 1][1],
                               .moving = (uint32_t)((here | patch->moving[r + 1]) >> 1),
                               .looked = slot->looked[row]};
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

static flow_slot *slot_new(field_flow *flow, int32_t touched)
{
    flow_slot *made = &flow->slot[flow->slots];
    flow->slot_of[touched] = flow->slots++;
    made->touched = touched;
    return made;
}

static int count_bits(uint32_t word)
{
    int count = 0;
    for (; word != 0; word &= word - 1) count++;
    return count;
}

/* The fluxes of a tile.
 * @return cells looked at */
static int look_at(terr_field *field, int32_t touched, float quanta, double share)
{
    field_flow *flow = field->flow;
    const field_tile *tile = &field->tile[touched];
    flow_slot *slot = slot_new(flow, touched);
    int looked = 0;
    memcpy(slot->looked, tile->active, sizeof slot->looked);
    for (int row = 0; row < TERR_TILE; row++) looked += count_bits(slot->looked[row]);
    memset(slot->y[0], 0, sizeof slot->y[0]);
    const lines asked = lines_about(slot->looked);
    gather(field, tile->id, asked, &flow->patch);
    rises(asked, &flow->patch);
    flow_tile(&flow->patch, quanta, slot);
    if (field->cohesive) field_bank_look(field, &flow->patch, share, slot);
    return looked;
}

static int active_cells(const field_tile *tile)
{
    int count = 0;
    for (int row = 0; row < TERR_TILE; row++) count += count_bits(tile->active[row]);
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

/* Look at the waiting tiles from the cursor on, round once, whole tiles within the budget, at least one. */
static void look(terr_field *field, int budget)
{
    const double share = flow_share(field);
    const float quanta = flow_quanta(field, share);
    field_head *head = &field->head;
    const int32_t ends[2] = {head->tiles, head->cursor < head->tiles ? head->cursor : head->tiles};
    int64_t looked = 0;
    const int32_t start = ends[1] == head->tiles ? 0 : head->cursor;
    for (int turn = 0; turn < 2; turn++) {
        const int32_t end = turn == 0 ? head->tiles : start;
        for (int32_t t = next_waiting(field, turn == 0 ? start : 0, end); t < end;
             t = next_waiting(field, t + 1, end)) {
            const int cells = active_cells(&field->tile[t]);
            const bool full =
                field->flow->slots == MOST_TILES || (budget > 0 && looked > 0 && looked + cells > budget);
            if (full) {
                head->cursor = t;
                head->postponed += head->active - looked;
                head->looked = looked;
                return;
            }
            looked += look_at(field, t, quanta, share);
        }
    }
    head->looked = looked;
}

/* ---- passing on ---- */

/* The slot of the tile beside, made when it has none. */
static flow_slot *receiver(terr_field *field, int tile, int right, int up)
{
    field_flow *flow = field->flow;
    const int32_t touched = beside(field, tile, right, up);
    if (flow->slot_of[touched] != NO_SLOT) return &flow->slot[flow->slot_of[touched]];
    flow_slot *made = slot_new(flow, touched);
    made->rows = 0;
    memset(made->x, 0, sizeof made->x);
    memset(made->y, 0, sizeof made->y);
    memset(made->looked, 0, sizeof made->looked);
    return made;
}

/* What leaves a tile to the right and upwards enters the next. */
static void pass_on(terr_field *field, const flow_slot *from)
{
    const int tile = field->tile[from->touched].id;
    uint32_t rows = 0;
    for (int row = 0; row < TERR_TILE; row++) rows |= (uint32_t)(from->x[row][TERR_TILE] != 0) << row;
    if (rows != 0) {
        flow_slot *to = receiver(field, tile, 1, 0);
        for (int row = 0; row < TERR_TILE; row++) to->x[row][0] = from->x[row][TERR_TILE];
        to->rows |= rows;
    }
    int32_t any = 0;
    for (int column = 0; column < TERR_TILE; column++) any |= from->y[TERR_TILE][column];
    if (any != 0) {
        flow_slot *to = receiver(field, tile, 0, 1);
        memcpy(to->y[0], from->y[TERR_TILE], sizeof to->y[0]);
        to->rows |= 1u;
    }
}

/* ---- kinds ---- */

static uint8_t soil_beside(const terr_field *field, int tile, int column, int row)
{
    const int left = tile % field->tile_columns * TERR_TILE, below = tile / field->tile_columns * TERR_TILE;
    return field_column_at(field, left + column, below + row).soil;
}

/* Kind of a cell after the step, from the kinds before it: each inflow in turn is mixed in. */
static uint8_t kind_after(const terr_field *field, const flow_slot *slot, int column, int row)
{
    const field_tile *tile = &field->tile[slot->touched];
    const int cell = row * TERR_TILE + column;
    const int32_t in[4] = {slot->x[row][column], -slot->x[row][column + 1], slot->y[row][column],
                           -slot->y[row + 1][column]};
    static const int FROM[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const field_column before = field_column_of(tile, cell);
    int32_t out = 0;
    for (int k = 0; k < 4; k++) out += in[k] < 0 ? -in[k] : 0;
    int32_t loose = out < before.loose ? before.loose - out : 0;
    uint8_t soil = before.soil;
    uint64_t draw =
        field_mix(field_word(before) ^ field_mix((uint64_t)tile->id * FIELD_CELLS + (uint64_t)cell));
    for (int k = 0; k < 4; k++) {
        if (in[k] <= 0) continue;
        const uint8_t kind = soil_beside(field, tile->id, column + FROM[k][0], row + FROM[k][1]);
        soil = field_mixed(soil, loose, kind, in[k], draw);
        loose += in[k];
        draw = field_mix(draw);
    }
    return soil;
}

/* Whether a touched tile holds loose soil of this kind alone; nothing comes from one that is not touched. */
static bool all_of(const terr_field *field, int32_t touched, uint8_t kind)
{
    if (touched == FIELD_UNTOUCHED) return true;
    const uint8_t *soil = field->tile[touched].soil;
    return soil[0] == kind && memcmp(soil, soil + 1, FIELD_CELLS - 1) == 0;
}

static void find_kinds(const terr_field *field, flow_slot *slot)
{
    const field_tile *tile = &field->tile[slot->touched];
    const uint8_t first = tile->soil[0];
    if (all_of(field, slot->touched, first) && all_of(field, beside(field, tile->id, 1, 0), first) &&
        all_of(field, beside(field, tile->id, -1, 0), first) &&
        all_of(field, beside(field, tile->id, 0, 1), first) &&
        all_of(field, beside(field, tile->id, 0, -1), first)) {
        memset(slot->soil, first, sizeof slot->soil);
        return;
    }
    for (int row = 0; row < TERR_TILE; row++) {
        if ((slot->rows >> row & 1u) == 0) continue;
        for (int column = 0; column < TERR_TILE; column++)
            slot->soil[row][column] = kind_after(field, slot, column, row);
    }
}

/* ---- moving the soil ---- */

static inline int32_t positive(int32_t a)
{
    return a > 0 ? a : 0;
}

/* A row of cells while it changes. */
typedef struct row_change {
    int32_t touched[TERR_TILE];                                     /* 0: nothing came or went */
    int32_t bank[TERR_TILE], loose[TERR_TILE], firmness[TERR_TILE]; /* what was added */
} row_change;

/* What comes and goes: loose soil goes first, what comes is loose. */
static void exchange_row(const flow_slot *slot, int row, int32_t *restrict bank, int32_t *restrict loose,
                         row_change *restrict change)
{
    const int32_t *left = slot->x[row], *right = left + 1, *below = slot->y[row], *above = slot->y[row + 1];
    for (int i = 0; i < TERR_TILE; i++) {
        const int32_t l = left[i], r = right[i], b = below[i], a = above[i], had = loose[i];
        const int32_t out = (positive(-l) + positive(r)) + (positive(-b) + positive(a));
        const int32_t in = (positive(l) + positive(-r)) + (positive(b) + positive(-a));
        const int32_t from_loose = out < had ? out : had;
        change->touched[i] = in | out;
        change->loose[i] = in - from_loose;
        change->bank[i] = from_loose - out;
        loose[i] = had + change->loose[i];
        bank[i] += change->bank[i];
    }
}

/* Heights and firmness afterwards, as field_column_height and field_firmness_after say. */
static void settle_row(const field_row *before, const field_row *after, const float *restrict bottom,
                       const int32_t *restrict bank, const int32_t *restrict loose,
                       int32_t *restrict firmness, float *restrict height, row_change *restrict change)
{
    for (int i = 0; i < TERR_TILE; i++) {
        const double h = (double)bottom[i] + bank[i] * before->bank[i] + loose[i] * after->loose[i];
        const double had = (loose[i] - change->loose[i]) * before->loose[i];
        const double rise = change->bank[i] * before->bank[i] + (loose[i] * after->loose[i] - had);
        const double left = firmness[i] - fabs(rise) * (1.0 / FIELD_FIRMNESS_QUANTUM);
        const int32_t firm = (int32_t)(left > 0.0 ? left : 0.0);
        change->firmness[i] = firm - firmness[i];
        firmness[i] = firm;
        height[i] = (float)h;
    }
}

/* @return bits of the cells that changed */
static uint32_t move_row(terr_field *field, const flow_slot *slot, int row, const field_row *before,
                         const field_row *after)
{
    field_tile *tile = &field->tile[slot->touched];
    field_view *view = &field->view[slot->touched];
    const int start = row * TERR_TILE;
    row_change change;
    exchange_row(slot, row, &tile->bank[start], &tile->loose[start], &change);
    settle_row(before, after, &field->model[tile->id].bottom[start], &tile->bank[start], &tile->loose[start],
               &tile->firmness[start], &view->height[start], &change);
    const uint64_t *key = &field->cell_key[start];
    uint64_t sum = 0;
    for (int i = 0; i < TERR_TILE; i++)
        sum += key[i] * field_word((field_column){change.bank[i], change.loose[i], change.firmness[i], 0});
    field->head.hash += field_tile_key(tile->id) * sum;
    uint32_t changed = 0;
    for (int i = 0; i < TERR_TILE; i++) {
        const int c = start + i;
        const int32_t give = field_give(tile->bank[c], tile->loose[c], before->bank_flows[i]);
        view->give[c] = change.touched[i] != 0 ? give : view->give[c]; /* that of cells outside stays */
        changed |= (uint32_t)(change.touched[i] != 0) << i;
    }
    return changed;
}

static void write_kinds(terr_field *field, const flow_slot *slot, int row)
{
    field_tile *tile = &field->tile[slot->touched];
    uint64_t sum = 0;
    for (int i = 0; i < TERR_TILE; i++) {
        const int c = row * TERR_TILE + i;
        const field_column before = {.soil = tile->soil[c]}, after = {.soil = slot->soil[row][i]};
        sum += field->cell_key[c] * (field_word(after) - field_word(before));
        tile->soil[c] = slot->soil[row][i];
    }
    field->head.hash += field_tile_key(tile->id) * sum;
}

static void move_tile(terr_field *field, flow_slot *slot)
{
    field_tile *tile = &field->tile[slot->touched];
    for (int row = 0; row < TERR_TILE; row++) {
        slot->changed[row] = 0;
        if ((slot->rows >> row & 1u) != 0) {
            const bool one = field->def.soil_count == 1;
            field_row before, after;
            field_row_laws(field, tile->id, row, &tile->soil[row * TERR_TILE], &before);
            if (!one) field_row_laws(field, tile->id, row, slot->soil[row], &after);
            slot->changed[row] = move_row(field, slot, row, &before, one ? &before : &after);
            if (!one) write_kinds(field, slot, row);
        }
        field_rest(field, slot->touched, row, slot->looked[row]);
        field_set_moving(field, slot->touched, row,
                         (tile->moving[row] & ~slot->looked[row]) | slot->changed[row]);
    }
    if (slot->rows != 0) tile->changes++;
}

/* ---- waking ---- */

static void wake_beside(terr_field *field, int tile, int right, int up, const uint64_t *rows, int first,
                        int last)
{
    const int column = tile % field->tile_columns + right, above = tile / field->tile_columns + up;
    if (column < 0 || above < 0 || column >= field->tile_columns || above >= field->tile_rows) return;
    const int other = above * field->tile_columns + column;
    int32_t touched = FIELD_UNTOUCHED;
    for (int r = first; r <= last; r++) {
        /* bit 0 of a row: the last column of the tile on the left; bit 33: the first one on the right */
        const uint32_t cells = right < 0   ? (uint32_t)(rows[r] & 1u) << (TERR_TILE - 1)
                               : right > 0 ? (uint32_t)(rows[r] >> (TERR_TILE + 1) & 1u)
                                           : (uint32_t)(rows[r] >> 1);
        const int row = r - 1 - up * TERR_TILE;
        const uint32_t inside = cells & field_row_mask(field, other, row);
        if (inside == 0) continue;
        if (touched == FIELD_UNTOUCHED) touched = field_touch(field, other);
        if (touched == FIELD_UNTOUCHED) return;
        field_activate(field, touched, row, inside);
    }
}

/* Cells that changed wake themselves and their eight neighbours. */
static void wake_around(terr_field *field, const flow_slot *slot)
{
    const int tile = field->tile[slot->touched].id;
    uint64_t wide[PATCH + 2] = {0}, rows[PATCH];
    uint64_t any = 0;
    for (int row = 0; row < TERR_TILE; row++) {
        const uint64_t cells = (uint64_t)slot->changed[row] << 1;
        wide[row + 2] = cells | cells << 1 | cells >> 1;
        any |= cells;
    }
    if (any == 0) return;
    for (int r = 0; r < PATCH; r++) rows[r] = wide[r] | wide[r + 1] | wide[r + 2];
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++)
            wake_beside(field, tile, right, up, rows, up < 0 ? 0 : (up > 0 ? PATCH - 1 : 1),
                        up < 0 ? 0 : (up > 0 ? PATCH - 1 : PATCH - 2));
}

static void forget_waiting(terr_field *field, int32_t touched)
{
    if (active_cells(&field->tile[touched]) == 0)
        field->waiting[touched / 64] &= ~(UINT64_C(1) << (touched % 64));
}

static void flow_once(terr_field *field, int budget)
{
    field_flow *flow = field->flow;
    flow->slots = flow->falls = 0;
    look(field, budget);
    const int looked = flow->slots;
    for (int s = 0; s < looked; s++) pass_on(field, &flow->slot[s]);
    if (field->def.soil_count > 1)
        for (int s = 0; s < flow->slots; s++) find_kinds(field, &flow->slot[s]);
    for (int s = 0; s < flow->slots; s++) move_tile(field, &flow->slot[s]);
    field_bank_fall(field);
    for (int s = 0; s < flow->slots; s++) wake_around(field, &flow->slot[s]);
    for (int s = 0; s < flow->slots; s++) {
        forget_waiting(field, flow->slot[s].touched);
        flow->slot_of[flow->slot[s].touched] = NO_SLOT;
    }
}

void terr_field_relax(terr_field *field, int budget)
{
    field->head.looked = 0;
    if (field->head.active != 0) flow_once(field, budget);
    field_forget_loads(field);
}
