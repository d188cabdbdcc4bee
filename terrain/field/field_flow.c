/* A step of the relaxation: compute fluxes of all waiting cells and collapsing banks (field_flux.c), pass
 * them to the receiving tiles, move all soil at once in whole quanta, mix the kinds of soil, and activate the
 * neighbours of changed cells. */
#include "field_internal.h"

#include <string.h>

/* ---- kinds ---- */

/* @param column, row  counted from the tile's corner: in it, or beside it */
static uint8_t soil_at(const terr_field *field, const field_tile *tile, int column, int row)
{
    if (column >= 0 && row >= 0 && column < TERR_TILE && row < TERR_TILE)
        return tile->soil[row * TERR_TILE + column];
    const int left = tile->id % field->tile_columns * TERR_TILE,
              below = tile->id / field->tile_columns * TERR_TILE;
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
    uint8_t soil = tile->soil[cell], kind[4] = {0};
    bool others = false;
    for (int k = 0; k < 4; k++) {
        if (in[k] <= 0) continue;
        kind[k] = soil_at(field, tile, column + FROM[k][0], row + FROM[k][1]);
        others = others || kind[k] != soil;
    }
    if (!others) return soil; /* as most: there is nothing to draw */
    const field_column before = field_column_of(tile, cell);
    int32_t out = 0;
    for (int k = 0; k < 4; k++) out += in[k] < 0 ? -in[k] : 0;
    int32_t loose = out < before.loose ? before.loose - out : 0;
    uint64_t draw =
        field_mix(field_word(before) ^ field_mix((uint64_t)tile->id * FIELD_CELLS + (uint64_t)cell));
    for (int k = 0; k < 4; k++) {
        if (in[k] <= 0) continue;
        soil = field_mixed(soil, loose, kind[k], in[k], draw);
        loose += in[k];
        draw = field_mix(draw);
    }
    return soil;
}

/* Whether soil that comes into the cells of a row is of their kind, all of it. */
static bool row_keeps_its_kind(const terr_field *field, const flow_slot *slot, int row)
{
    const field_tile *tile = &field->tile[slot->touched];
    const uint8_t *soil = &tile->soil[row * TERR_TILE];
    if (row == 0 || row == TERR_TILE - 1 || !field_row_is_uniform(soil)) return false;
    const uint8_t *below = soil - TERR_TILE, *above = soil + TERR_TILE;
    if (below[0] != soil[0] || above[0] != soil[0] || !field_row_is_uniform(below) ||
        !field_row_is_uniform(above))
        return false;
    return (slot->x[row][0] <= 0 || soil_at(field, tile, -1, row) == soil[0]) &&
           (slot->x[row][TERR_TILE] >= 0 || soil_at(field, tile, TERR_TILE, row) == soil[0]);
}

/* Whether a touched tile holds loose soil of this kind alone; nothing comes from one that is not touched. */
static bool all_of(const terr_field *field, int32_t touched, uint8_t kind)
{
    if (touched == FIELD_UNTOUCHED) return true;
    const uint8_t *soil = field->tile[touched].soil;
    return soil[0] == kind && memcmp(soil, soil + 1, FIELD_CELLS - 1) == 0;
}

/* Kinds of a slot's cells after the step; of all slots before any is moved. */
static void field_flow_kinds(const terr_field *field, flow_slot *slot)
{
    if (slot->rows == 0) return;
    const field_tile *tile = &field->tile[slot->touched];
    const uint8_t first = tile->soil[0];
    if (all_of(field, slot->touched, first) &&
        all_of(field, field_flow_beside(field, tile->id, 1, 0), first) &&
        all_of(field, field_flow_beside(field, tile->id, -1, 0), first) &&
        all_of(field, field_flow_beside(field, tile->id, 0, 1), first) &&
        all_of(field, field_flow_beside(field, tile->id, 0, -1), first)) {
        memset(slot->soil, first, sizeof slot->soil);
        return;
    }
    for (int row = 0; row < TERR_TILE; row++) {
        if ((slot->rows >> row & 1u) == 0) continue;
        if (row_keeps_its_kind(field, slot, row)) {
            memset(slot->soil[row], tile->soil[row * TERR_TILE], TERR_TILE);
            continue;
        }
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
static uint32_t move_row(terr_field *field, flow_slot *slot, int row, const field_row *before,
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
    slot->hash += field_tile_key(tile->id) * sum;
    uint32_t changed = 0;
    for (int i = 0; i < TERR_TILE; i++) {
        const int c = start + i;
        const int32_t give = field_give(tile->bank[c], tile->loose[c], before->bank_flows[i]);
        view->give[c] = change.touched[i] != 0 ? give : view->give[c]; /* that of cells outside stays */
        changed |= (uint32_t)(change.touched[i] != 0) << i;
    }
    return changed;
}

static void write_kinds(terr_field *field, flow_slot *slot, int row)
{
    field_tile *tile = &field->tile[slot->touched];
    uint64_t sum = 0;
    for (int i = 0; i < TERR_TILE; i++) {
        const int c = row * TERR_TILE + i;
        const field_column before = {.soil = tile->soil[c]}, after = {.soil = slot->soil[row][i]};
        sum += field->cell_key[c] * (field_word(after) - field_word(before));
        tile->soil[c] = slot->soil[row][i];
    }
    slot->hash += field_tile_key(tile->id) * sum;
}

/* Looked cells of a row wait no longer; those that changed are moving. */
static void mark_row(const terr_field *field, flow_slot *slot, int row)
{
    if ((slot->looked[row] | slot->changed[row]) == 0) return;
    field_tile *tile = &field->tile[slot->touched];
    const uint32_t ended = slot->looked[row] & tile->active[row];
    const uint32_t moving = (tile->moving[row] & ~slot->looked[row]) | slot->changed[row];
    slot->ended += field_count_cells(ended);
    slot->hash +=
        field_tile_key(tile->id) *
        (field->moving_key[row] * ((uint64_t)moving - tile->moving[row]) - field->active_key[row] * ended);
    tile->active[row] &= ~ended;
    tile->moving[row] = moving;
}

/* Move what flows into and out of a slot's cells. Its changes of hash and count are added afterwards. */
static void field_flow_move(terr_field *field, flow_slot *slot)
{
    slot->hash = 0;
    slot->ended = 0;
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
        mark_row(field, slot, row);
    }
    if (slot->rows != 0) tile->changes++;
}

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
    if (hl_arena_failed(arena)) return NULL;
    for (int t = 0; t < field->capacity; t++) slot_of[t] = NO_SLOT;
    flow->slot = slots;
    flow->slot_of = slot_of;
    return flow;
}

/* ---- passing on ---- */

/* The slot of the tile beside, made when it has none. */
static flow_slot *receiver(terr_field *field, int tile, int right, int up)
{
    field_flow *flow = field->flow;
    const int32_t touched = field_flow_beside(field, tile, right, up);
    if (flow->slot_of[touched] != NO_SLOT) return &flow->slot[flow->slot_of[touched]];
    flow_slot *made = field_flow_slot(flow, touched);
    memset(made->looked, 0, sizeof made->looked);
    return made;
}

/* What leaves a tile to the right and upwards enters the next. */
static void pass_on(terr_field *field, const flow_slot *from)
{
    const int tile = field->tile[from->touched].id;
    if (from->right != 0) {
        flow_slot *to = receiver(field, tile, 1, 0);
        for (int row = 0; row < TERR_TILE; row++) to->x[row][0] = from->x[row][TERR_TILE];
        to->rows |= from->right;
    }
    if (from->up) {
        flow_slot *to = receiver(field, tile, 0, 1);
        memcpy(to->y[0], from->y[TERR_TILE], sizeof to->y[0]);
        to->rows |= 1u;
    }
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
    if (field_flow_active(&field->tile[touched]) == 0)
        field->waiting[touched / 64] &= ~(UINT64_C(1) << (touched % 64));
}

static void kinds_block(void *context, int index)
{
    const terr_field *field = context;
    field_flow_kinds(field, &field->flow->slot[index]);
}

static void move_block(void *context, int index)
{
    terr_field *field = context;
    field_flow_move(field, &field->flow->slot[index]);
}

static void flow_once(terr_field *field, int budget)
{
    field_flow *flow = field->flow;
    flow->slots = flow->falls = 0;
    field_flow_compute_fluxes(field, budget);
    const int looked = flow->slots;
    for (int s = 0; s < looked; s++) pass_on(field, &flow->slot[s]);
    if (field->def.soil_count > 1) hl_team_run(field->team, flow->slots, kinds_block, field);
    hl_team_run(field->team, flow->slots, move_block, field);
    for (int s = 0; s < flow->slots; s++) {
        field->head.hash += flow->slot[s].hash;
        field->head.active -= flow->slot[s].ended;
    }
    field_bank_fall(field);
    for (int s = 0; s < flow->slots; s++) wake_around(field, &flow->slot[s]);
    for (int s = 0; s < flow->slots; s++) {
        forget_waiting(field, flow->slot[s].touched);
        flow->slot_of[flow->slot[s].touched] = NO_SLOT;
    }
}

void terr_field_set_team(terr_field *field, const hl_team *team)
{
    field->team = team;
}

int64_t terr_field_most_looked(const terr_field *field, int budget)
{
    const int64_t tiles = terr_field_count(field).capacity;
    if (budget <= 0) return FIELD_CELLS * tiles;
    const int64_t all = FIELD_CELLS * (tiles < MOST_TILES ? tiles : MOST_TILES);
    const int64_t within = budget > FIELD_CELLS ? budget : FIELD_CELLS; /* one tile at least */
    return within < all ? within : all;
}

void terr_field_relax(terr_field *field, int budget)
{
    field->head.looked = 0;
    if (field->head.active != 0) flow_once(field, budget);
    field_clear_loads(field);
}
