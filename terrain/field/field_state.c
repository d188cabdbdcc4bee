/* Saving and restoring the sand field, its counts and its hash. A saved state is the head and the touched
 * tiles in the order in which they were touched. */
#include "field_internal.h"

#include <string.h>

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
