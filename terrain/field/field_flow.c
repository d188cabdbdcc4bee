/* A step of the relaxation: compute fluxes of all waiting cells (field_flux.c), pass them to the receiving
 * tiles, move all soil at once (field_flow_move.c), let banks fall, and activate the neighbours of changed
 * cells. */
#include "field_flow.h"

#include <string.h>

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

/* ---- tiles and slots ---- */

int32_t field_flow_beside(const terr_field *field, int tile, int right, int up)
{
    const int column = tile % field->tile_columns + right, row = tile / field->tile_columns + up;
    if (column < 0 || row < 0 || column >= field->tile_columns || row >= field->tile_rows)
        return FIELD_UNTOUCHED;
    return field->index[row * field->tile_columns + column];
}

flow_slot *field_flow_slot(field_flow *flow, int32_t touched)
{
    flow_slot *made = &flow->slot[flow->slots];
    flow->slot_of[touched] = flow->slots++;
    made->touched = touched;
    return made;
}

/* ---- passing on ---- */

/* The slot of the tile beside, made when it has none. */
static flow_slot *receiver(terr_field *field, int tile, int right, int up)
{
    field_flow *flow = field->flow;
    const int32_t touched = field_flow_beside(field, tile, right, up);
    if (flow->slot_of[touched] != NO_SLOT) return &flow->slot[flow->slot_of[touched]];
    flow_slot *made = field_flow_slot(flow, touched);
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

static void flow_once(terr_field *field, int budget)
{
    field_flow *flow = field->flow;
    flow->slots = flow->falls = 0;
    field_flow_compute_fluxes(field, budget);
    const int looked = flow->slots;
    for (int s = 0; s < looked; s++) pass_on(field, &flow->slot[s]);
    if (field->def.soil_count > 1)
        for (int s = 0; s < flow->slots; s++) field_flow_kinds(field, &flow->slot[s]);
    for (int s = 0; s < flow->slots; s++) field_flow_move(field, &flow->slot[s]);
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
    field_clear_loads(field);
}
