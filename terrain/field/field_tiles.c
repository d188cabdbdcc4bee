/* Tiles and cells of the sand field: allocating tiles at the first change, reading and writing cells, waking
 * them, and the hash.
 *
 * The hash is a sum over cells of key(tile) key(cell) word modulo 2^64, where word is linear in the content
 * of the cell (a multilinear hash of M. Dietzfelbinger's family, with keys from splitmix64). So a change
 * costs one product. Untouched tiles do not contribute; touched tiles contribute their difference from the
 * model. */
#include "field_internal.h"

#include <string.h>

/* ---- hash ---- */

uint64_t field_mix(uint64_t word) /* splitmix64, see hl/random.h */
{
    word += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

static uint64_t touch_word(int tile, int32_t touched)
{
    return field_mix(field_mix((uint64_t)tile) + (uint64_t)touched);
}

static uint64_t tile_hash(const terr_field *field, int32_t touched)
{
    const field_tile *tile = &field->tile[touched];
    uint64_t sum = 0;
    for (int c = 0; c < FIELD_CELLS; c++) {
        const field_column now = field_column_of(tile, c), first = field_column_initial(field, tile->id, c);
        sum += field->cell_key[c] * (field_word(now) - field_word(first));
    }
    for (int r = 0; r < TERR_TILE; r++)
        sum += field->active_key[r] * tile->active[r] + field->moving_key[r] * tile->moving[r];
    return touch_word(tile->id, touched) + field_tile_key(tile->id) * sum;
}

uint64_t field_hash_anew(const terr_field *field)
{
    uint64_t hash = 0;
    for (int32_t t = 0; t < field->head.tiles; t++) hash += tile_hash(field, t);
    return hash;
}

/* ---- columns ---- */

static inline int32_t quanta_of(double height, double quanta)
{
    return (int32_t)((height > 0.0 ? height : 0.0) * quanta + 0.5);
}

field_column field_column_initial(const terr_field *field, int tile, int cell)
{
    const field_ground *ground = &field->model[tile];
    field_column column = {.soil = ground->top[cell]};
    const double surface = (double)ground->surface[cell], bottom = (double)ground->bottom[cell];
    if (ground->flags[cell] != 0) return column;
    const double bank_depth = field->def.depth - field->def.loose_depth;
    column.bank = quanta_of(bank_depth, field->laws[ground->base[cell]].bank_quanta);
    column.loose = quanta_of(surface - bottom - bank_depth, field->laws[column.soil].loose_quanta);
    return column;
}

double field_column_height(const terr_field *field, int tile, int cell, field_column column)
{
    const field_ground *ground = &field->model[tile];
    return (double)ground->bottom[cell] + column.bank * field->laws[ground->base[cell]].bank_height +
           column.loose * field->laws[column.soil].loose_height;
}

field_column field_column_at(const terr_field *field, int column, int row)
{
    const int tile = field_tile_of(field, column, row), cell = field_cell_of(column, row);
    const int32_t touched = field->index[tile];
    return touched == FIELD_UNTOUCHED ? field_column_initial(field, tile, cell)
                                      : field_column_of(&field->tile[touched], cell);
}

static void view_cell(terr_field *field, int32_t touched, int cell)
{
    const field_tile *tile = &field->tile[touched];
    const field_ground *ground = &field->model[tile->id];
    field_view *view = &field->view[touched];
    view->height[cell] = (float)field_column_height(field, tile->id, cell, field_column_of(tile, cell));
    view->give[cell] =
        (ground->flags[cell] & FIELD_OUTSIDE) != 0
            ? -1
            : field_give(tile->bank[cell], tile->loose[cell], field->laws[ground->base[cell]].bank_flows);
}

static void fill_row(const field_law *bank, const field_law *loose, field_row *laws)
{
    const double bank_height = bank->bank_height, loose_height = loose->loose_height;
    const int32_t flows = bank->bank_flows;
    for (int i = 0; i < TERR_TILE; i++) {
        laws->bank[i] = bank_height;
        laws->loose[i] = loose_height;
        laws->bank_flows[i] = flows;
    }
}

void field_row_laws(const terr_field *field, int tile, int row, const uint8_t *soil, field_row *laws)
{
    const uint8_t *base = &field->model[tile].base[row * TERR_TILE];
    const bool one = field->def.soil_count == 1;
    if (one || (field_row_is_uniform(base) && field_row_is_uniform(soil))) {
        fill_row(&field->laws[one ? 0 : base[0]], &field->laws[one ? 0 : soil[0]], laws);
        return;
    }
    for (int i = 0; i < TERR_TILE; i++) {
        const field_law *bank = &field->laws[base[i]], *loose = &field->laws[soil[i]];
        laws->bank[i] = bank->bank_height;
        laws->loose[i] = loose->loose_height;
        laws->bank_flows[i] = bank->bank_flows;
    }
}

/* As view_cell, a row at a time. */
static void field_view_tile(terr_field *field, int32_t touched)
{
    const field_tile *tile = &field->tile[touched];
    const field_ground *ground = &field->model[tile->id];
    field_view *view = &field->view[touched];
    view->key = field_tile_key(tile->id);
    for (int row = 0; row < TERR_TILE; row++) {
        const int start = row * TERR_TILE;
        const int32_t *bank = &tile->bank[start], *loose = &tile->loose[start];
        const float *bottom = &ground->bottom[start];
        float *restrict height = &view->height[start];
        int32_t *restrict give = &view->give[start];
        field_row laws;
        field_row_laws(field, tile->id, row, &tile->soil[start], &laws);
        for (int i = 0; i < TERR_TILE; i++) {
            height[i] = (float)((double)bottom[i] + bank[i] * laws.bank[i] + loose[i] * laws.loose[i]);
            give[i] = field_give(bank[i], loose[i], laws.bank_flows[i]);
        }
    }
    if (!field->special[tile->id]) return;
    for (int c = 0; c < FIELD_CELLS; c++)
        if ((ground->flags[c] & FIELD_OUTSIDE) != 0) view->give[c] = -1;
}

void field_write(terr_field *field, field_place place, field_column column)
{
    field_tile *tile = &field->tile[place.tile];
    const int c = place.cell;
    const uint64_t change = field_word_of(column.bank - tile->bank[c], column.loose - tile->loose[c],
                                          column.firmness - tile->firmness[c], column.soil - tile->soil[c]);
    field->head.hash += field->view[place.tile].key * (field->cell_key[c] * change);
    tile->bank[c] = column.bank;
    tile->loose[c] = column.loose;
    tile->firmness[c] = column.firmness;
    tile->soil[c] = column.soil;
    tile->changes++;
    view_cell(field, place.tile, c);
}

uint8_t field_mixed(uint8_t soil, int32_t loose, uint8_t kind, int32_t in, uint64_t draw)
{
    if (kind == soil || in == 0) return soil;
    return draw % ((uint64_t)loose + (uint64_t)in) < (uint64_t)in ? kind : soil;
}

void field_exchange(terr_field *field, field_place place, terr_mass out, int32_t in, uint8_t kind)
{
    const field_tile *tile = &field->tile[place.tile];
    const field_column before = field_column_of(tile, place.cell);
    field_column after = before;
    const int32_t from_loose = out < before.loose ? (int32_t)out : before.loose;
    after.loose = before.loose - from_loose;
    after.bank = before.bank - (int32_t)(out - from_loose);
    if (in != 0 && kind != before.soil) {
        const uint64_t where = (uint64_t)tile->id * FIELD_CELLS + (uint64_t)place.cell;
        const uint64_t draw = field_mix(field_word(before) ^ field_mix(where));
        after.soil = field_mixed(before.soil, after.loose, kind, in, draw);
    }
    after.loose += in;
    if (before.firmness > 0)
        after.firmness = field_firmness_after(before.firmness,
                                              field_column_height(field, tile->id, place.cell, after) -
                                                  field_column_height(field, tile->id, place.cell, before));
    field_write(field, place, after);
}

/* ---- touching ---- */

/* As field_column_initial, all cells at once. */
static void lay_initial(const terr_field *field, field_tile *tile)
{
    const field_ground *ground = &field->model[tile->id];
    const double bank_depth = field->def.depth - field->def.loose_depth;
    const bool one = field->def.soil_count == 1;
    for (int c = 0; c < FIELD_CELLS; c++) {
        const field_law *bank = &field->laws[one ? 0 : ground->base[c]],
                        *loose = &field->laws[one ? 0 : ground->top[c]];
        const double depth = (double)ground->surface[c] - (double)ground->bottom[c] - bank_depth;
        const int32_t open = ground->flags[c] == 0 ? -1 : 0;
        tile->bank[c] = quanta_of(bank_depth, bank->bank_quanta) & open;
        tile->loose[c] = quanta_of(depth, loose->loose_quanta) & open;
    }
    memcpy(tile->soil, ground->top, sizeof tile->soil);
}

int32_t field_touch_first(terr_field *field, int tile)
{
    if (field->head.tiles == field->capacity) {
        field->head.refused++;
        return FIELD_UNTOUCHED;
    }
    const int32_t touched = field->head.tiles++;
    field->index[tile] = touched;
    field_tile *fresh = &field->tile[touched];
    memset(fresh, 0, sizeof *fresh);
    fresh->id = tile;
    fresh->changes = 1;
    lay_initial(field, fresh);
    field_view_tile(field, touched);
    field->head.hash += touch_word(tile, touched);
    return touched;
}

/* ---- waking ---- */

void field_activate(terr_field *field, int32_t touched, int row, uint32_t cells)
{
    field_tile *tile = &field->tile[touched];
    const uint32_t fresh = cells & ~tile->active[row];
    if (fresh == 0) return;
    tile->active[row] |= fresh;
    field->head.active += field_count_cells(fresh);
    field->head.hash += field->view[touched].key * (field->active_key[row] * fresh);
    field->waiting[touched / 64] |= UINT64_C(1) << (touched % 64);
}

uint32_t field_row_mask(const terr_field *field, int tile, int row)
{
    const int left = tile % field->tile_columns * TERR_TILE, below = tile / field->tile_columns * TERR_TILE;
    if (below + row >= field->def.rows) return 0;
    const int columns = field->def.columns - left;
    return columns >= TERR_TILE ? UINT32_MAX : (UINT32_C(1) << columns) - 1;
}

/* Cells of one tile, counted from its corner. */
static void wake_in_tile(terr_field *field, int32_t touched, int left, int below, int right, int above)
{
    const uint32_t cells = (UINT32_MAX >> (TERR_TILE - 1 - (right - left))) << left;
    for (int row = below; row <= above; row++) field_activate(field, touched, row, cells);
}

static int lower_of(int a, int b)
{
    return a < b ? a : b;
}

bool field_is_touched_block(const terr_field *field, int left, int below, int right, int above)
{
    const int last = lower_of(right, field->def.columns - 1) / TERR_TILE,
              top = lower_of(above, field->def.rows - 1) / TERR_TILE;
    for (int j = below > 0 ? below / TERR_TILE : 0; j <= top; j++)
        for (int i = left > 0 ? left / TERR_TILE : 0; i <= last; i++)
            if (field->index[j * field->tile_columns + i] == FIELD_UNTOUCHED) return false;
    return true;
}

void field_activate_block(terr_field *field, int left, int below, int right, int above)
{
    if (left < 0) left = 0;
    if (below < 0) below = 0;
    if (right >= field->def.columns) right = field->def.columns - 1;
    if (above >= field->def.rows) above = field->def.rows - 1;
    for (int row = below; row <= above; row = (row / TERR_TILE + 1) * TERR_TILE)
        for (int column = left; column <= right; column = (column / TERR_TILE + 1) * TERR_TILE) {
            const int32_t touched = field_touch(field, field_tile_of(field, column, row));
            if (touched == FIELD_UNTOUCHED) continue;
            const int across = column % TERR_TILE, up = row % TERR_TILE;
            const int last = right - (column - across), top = above - (row - up);
            wake_in_tile(field, touched, across, up, last < TERR_TILE ? last : TERR_TILE - 1,
                         top < TERR_TILE ? top : TERR_TILE - 1);
        }
}

/* Most cells lie with all their neighbours in a touched tile. */
static bool wake_within(terr_field *field, int column, int row)
{
    const int x = column % TERR_TILE, y = row % TERR_TILE;
    if (column < 0 || row < 0 || column + 1 >= field->def.columns || row + 1 >= field->def.rows || x == 0 ||
        y == 0 || x == TERR_TILE - 1 || y == TERR_TILE - 1)
        return false;
    const int32_t touched = field->index[field_tile_of(field, column, row)];
    if (touched == FIELD_UNTOUCHED) return false;
    const uint32_t cells = UINT32_C(7) << (x - 1);
    const uint32_t *active = field->tile[touched].active;
    for (int r = y - 1; r <= y + 1; r++)
        if ((active[r] & cells) != cells) field_activate(field, touched, r, cells);
    return true;
}

void terr_field_wake(terr_field *field, int column, int row)
{
    if (wake_within(field, column, row)) return;
    field_activate_block(field, column - 1, row - 1, column + 1, row + 1);
}

/* ---- loads ---- */

/* Cells under loads. The height that counts for flow is h' = h + F(f) (000 publication V Eq. (15), (16)); F
 * of a tire's load is metres, so no soil flows into a loaded cell. Outflow is handled by pressing
 * (field_change.c). Otherwise a rut would be filled from its sides and pressed out again in each step while
 * the tire stands in it.
 *
 * A working tool holds back the soil around it in the same way: no soil flows to its place.
 *
 * Not part of the state: loads are set in each step, before the field flows. */

void field_load_row(terr_field *field, int32_t touched, int row, uint32_t cells)
{
    if (cells == 0) return;
    uint32_t *bears = &field->view[touched].bears[row];
    if (*bears == 0) {
        if (field->bearing == FIELD_MOST_BEARING) return;
        field->bearing_row[field->bearing++] = (field_place){touched, row * TERR_TILE};
    }
    *bears |= cells;
}

void field_block_row(terr_field *field, int row, int first, int last)
{
    field_activate_block(field, first - 1, row - 1, last + 1, row + 1);
    for (int column = first; column <= last; column = (column / TERR_TILE + 1) * TERR_TILE) {
        const int32_t touched = field->index[field_tile_of(field, column, row)];
        if (touched == FIELD_UNTOUCHED) continue;
        const int from = column % TERR_TILE, left = column - from;
        const int to = last - left < TERR_TILE ? last - left : TERR_TILE - 1;
        field_load_row(field, touched, row % TERR_TILE,
                       (UINT32_MAX >> (TERR_TILE - 1 - (to - from))) << from);
    }
}

void field_clear_loads(terr_field *field)
{
    for (int i = 0; i < field->bearing; i++) {
        const field_place place = field->bearing_row[i];
        field->view[place.tile].bears[place.cell / TERR_TILE] = 0;
    }
    field->bearing = 0;
}

/* Saving and restoring the sand field, its counts and its hash. A saved state is the head and the touched
 * tiles in the order in which they were touched. */
size_t terr_field_state_size(const terr_field *field)
{
    return sizeof(field_head) + (size_t)field->head.tiles * sizeof(field_tile);
}

size_t terr_field_state_capacity(const terr_field *field)
{
    return sizeof(field_head) + (size_t)field->capacity * sizeof(field_tile);
}

void terr_field_save(const terr_field *field, void *to)
{
    memcpy(to, &field->head, sizeof field->head);
    memcpy((char *)to + sizeof field->head, field->tile, (size_t)field->head.tiles * sizeof(field_tile));
}

static bool any_active(const field_tile *tile)
{
    uint32_t any = 0;
    for (int r = 0; r < TERR_TILE; r++) any |= tile->active[r];
    return any != 0;
}

void terr_field_restore(terr_field *field, const void *from)
{
    field_clear_loads(field);
    for (int32_t t = 0; t < field->head.tiles; t++) field->index[field->tile[t].id] = FIELD_UNTOUCHED;
    memcpy(&field->head, from, sizeof field->head);
    memcpy(field->tile, (const char *)from + sizeof field->head,
           (size_t)field->head.tiles * sizeof(field_tile));
    memset(field->waiting, 0, ((size_t)field->capacity + 63) / 64 * sizeof *field->waiting);
    for (int32_t t = 0; t < field->head.tiles; t++) {
        field->index[field->tile[t].id] = t;
        if (any_active(&field->tile[t])) field->waiting[t / 64] |= UINT64_C(1) << (t % 64);
        field_view_tile(field, t);
    }
}

/* Whether a tile is one of this field, and its cells hold what cells can. */
static bool tile_fits(const terr_field *field, const field_tile *tile)
{
    if (tile->id < 0 || tile->id >= field->tile_columns * field->tile_rows) return false;
    int32_t signs = 0;
    uint8_t kinds = 0;
    for (int c = 0; c < FIELD_CELLS; c++) {
        signs |= tile->bank[c] | tile->loose[c] | tile->firmness[c];
        kinds |= tile->soil[c] >= field->def.soil_count;
    }
    return signs >= 0 && kinds == 0;
}

size_t terr_field_state_is_valid(const terr_field *field, const void *from, size_t size)
{
    field_head head;
    if (size < sizeof head) return 0;
    memcpy(&head, from, sizeof head);
    if (head.tiles < 0 || head.tiles > field->capacity || head.cursor < 0 || head.cursor > head.tiles)
        return 0;
    const size_t whole = sizeof head + (size_t)head.tiles * sizeof(field_tile);
    if (size < whole) return 0;
    for (int32_t t = 0; t < head.tiles; t++) {
        field_tile tile;
        memcpy(&tile, (const char *)from + sizeof head + (size_t)t * sizeof tile, sizeof tile);
        if (!tile_fits(field, &tile)) return 0;
    }
    return whole;
}

uint64_t terr_field_hash(const terr_field *field)
{
    return field_mix(field->head.hash + field_mix((uint64_t)field->head.cursor));
}

terr_field_counts terr_field_count(const terr_field *field)
{
    const field_head *head = &field->head;
    return (terr_field_counts){.mass = head->mass,
                               .initial = field->initial,
                               .active = head->active,
                               .looked = head->looked,
                               .postponed = head->postponed,
                               .refused = head->refused,
                               .tiles = head->tiles,
                               .capacity = field->capacity};
}

uint32_t terr_field_version(const terr_field *field, int tile_column, int tile_row)
{
    if (tile_column < 0 || tile_row < 0 || tile_column >= field->tile_columns || tile_row >= field->tile_rows)
        return 0;
    const int32_t touched = field->index[tile_row * field->tile_columns + tile_column];
    return touched == FIELD_UNTOUCHED ? 0 : field->tile[touched].changes;
}
