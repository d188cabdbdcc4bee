/* The sand for rendering: changed tiles are queued and sent, grains and heaps are published. */
#include "session_output.h"

#include <stdlib.h>

/* ---- the queue ---- */

static int tile_count(const rt_terrain_out *out)
{
    return out->columns * out->rows;
}

static void queue_tile(rt_terrain_out *out, int tile)
{
    if (out->waits[tile]) return;
    out->waits[tile] = true;
    out->queue[(out->first + out->count++) % tile_count(out)] = tile;
}

/* The tile, and the neighbours whose last knots are cells of it. */
static void queue_with_neighbours(rt_terrain_out *out, int tile)
{
    const bool left = tile % out->columns > 0, below = tile >= out->columns;
    queue_tile(out, tile);
    if (left) queue_tile(out, tile - 1);
    if (below) queue_tile(out, tile - out->columns);
    if (left && below) queue_tile(out, tile - out->columns - 1);
}

/* ---- the beginning ---- */

typedef struct distance {
    double square; /* [m^2] */
    int tile;
} distance;

static int nearer(const void *a, const void *b)
{
    const distance *p = a, *q = b;
    return p->square < q->square ? -1 : p->square > q->square ? 1 : p->tile - q->tile;
}

static bool queue_all(rt_terrain_out *out, double x, double y, hl_arena *arena)
{
    const terr_field_def *def = terr_field_definition(terr_sand_field(out->sand));
    const double size = TERR_TILE * def->cell;
    distance *list = HL_NEW(arena, distance, tile_count(out));
    if (!list) return false;
    for (int i = 0; i < tile_count(out); i++) {
        const int column = i % out->columns, row = i / out->columns;
        const double dx = def->origin[0] + (column + 0.5) * size - x;
        const double dy = def->origin[1] + (row + 0.5) * size - y;
        list[i] = (distance){dx * dx + dy * dy, i};
    }
    qsort(list, (size_t)tile_count(out), sizeof *list, nearer);
    for (int i = 0; i < tile_count(out); i++) queue_tile(out, list[i].tile);
    return true;
}

rt_terrain_out *rt_terrain_out_new(terr_sand *sand, double x, double y, hl_arena *arena)
{
    _Static_assert((int)XCH_TILE == (int)TERR_TILE, "tiles travel as they are");
    const terr_field_def *def = terr_field_definition(terr_sand_field(sand));
    rt_terrain_out *out = HL_NEW(arena, rt_terrain_out, 1);
    if (!out) return NULL;
    out->sand = sand;
    out->columns = (def->columns + TERR_TILE - 1) / TERR_TILE;
    out->rows = (def->rows + TERR_TILE - 1) / TERR_TILE;
    out->seen = HL_NEW(arena, uint32_t, tile_count(out));
    out->waits = HL_NEW(arena, bool, tile_count(out));
    out->queue = HL_NEW(arena, int, tile_count(out));
    out->to.tiles = xch_ring_new(arena, sizeof(xch_tile), RT_TILES_WAITING);
    out->to.grains = xch_latest_new(arena, sizeof(xch_grains));
    if (terr_sand_container_count(sand) > 0) out->to.heaps = xch_latest_new(arena, sizeof(xch_heaps));
    if (hl_arena_failed(arena)) return NULL;
    rt_terrain_out_queue_changes(out, tile_count(out));
    out->count = 0; /* in another order */
    for (int i = 0; i < tile_count(out); i++) out->waits[i] = false;
    return queue_all(out, x, y, arena) ? out : NULL;
}

/* ---- in a tick ---- */

void rt_terrain_out_queue_changes(rt_terrain_out *out, int most)
{
    const terr_field *field = terr_sand_field(out->sand);
    const int count = tile_count(out);
    for (int i = 0; i < most && i < count; i++) {
        const int tile = out->next;
        const uint32_t version = terr_field_version(field, tile % out->columns, tile / out->columns);
        if (version != out->seen[tile]) queue_with_neighbours(out, tile);
        out->seen[tile] = version;
        out->next = tile + 1 < count ? tile + 1 : 0;
    }
}

static void fill(rt_terrain_out *out, int index)
{
    const terr_field *field = terr_sand_field(out->sand);
    xch_tile *tile = &out->tile;
    tile->column = index % out->columns;
    tile->row = index / out->columns;
    tile->version = terr_field_version(field, tile->column, tile->row);
    tile->cell = terr_field_definition(field)->cell;
    const int column = TERR_TILE * tile->column, row = TERR_TILE * tile->row;
    terr_field_centre(field, column, row, &tile->origin[0], &tile->origin[1]);
    for (int j = 0; j < XCH_KNOTS; j++)
        for (int i = 0; i < XCH_KNOTS; i++)
            tile->heights[j][i] = (float)terr_field_height(field, column + i, row + j);
    for (int j = 0; j < XCH_TILE; j++)
        for (int i = 0; i < XCH_TILE; i++) {
            const terr_cell cell = terr_field_look(field, column + i, row + j);
            tile->shades[j][i] = xch_shade(cell.soil, cell.firmness);
        }
}

/* Fill in the first queued tile and remove it from the queue. */
static void fill_next(rt_terrain_out *out)
{
    const int tile = out->queue[out->first];
    fill(out, tile);
    out->waits[tile] = false;
    out->first = (out->first + 1) % tile_count(out);
    out->count--;
}

int rt_terrain_out_tiles(rt_terrain_out *out, int most)
{
    int sent = 0;
    for (; sent < most && out->count > 0 && xch_ring_free_places(out->to.tiles) > 0; sent++) {
        fill_next(out);
        (void)xch_ring_push(out->to.tiles, &out->tile); /* there was room */
    }
    return sent;
}

void rt_terrain_out_all(rt_terrain_out *out, void (*take)(void *context, const xch_tile *tile), void *context)
{
    while (out->count > 0) {
        fill_next(out);
        take(context, &out->tile);
    }
}

void rt_terrain_out_grains(rt_terrain_out *out, int64_t tick)
{
    const terr_particles *particles = terr_sand_particles(out->sand);
    xch_grains *grains = xch_latest_begin(out->to.grains);
    grains->tick = tick;
    grains->count = terr_particles_draw(particles, XCH_GRAINS, grains->xyzr);
    (void)terr_particles_soils(particles, XCH_GRAINS, grains->soil);
    grains->left = terr_particles_count(particles) - grains->count;
    xch_latest_publish(out->to.grains);
}

static void fill_heap(const terr_sand *sand, int container, xch_heap *to)
{
    const terr_heap heap = terr_sand_heap(sand, container);
    to->columns = heap.columns;
    to->rows = heap.rows;
    to->version = heap.version;
    to->unused = 0;
    for (int i = 0; i < heap.columns * heap.rows; i++) {
        to->heights[i] = (float)heap.height[i];
        to->soils[i] = (uint8_t)(heap.height[i] > heap.floor[i] ? heap.soils[i] : XCH_NO_SOIL);
    }
}

void rt_terrain_out_heaps(rt_terrain_out *out, int64_t tick)
{
    _Static_assert((int)XCH_HEAPS == (int)TERR_MAX_CONTAINERS, "each container has a heap");
    _Static_assert((int)XCH_HEAP_CELLS == (int)TERR_CONTAINER_CELLS, "each cell has a height");
    if (out->to.heaps == NULL) return;
    const int count = terr_sand_container_count(out->sand);
    uint32_t versions = 0;
    for (int i = 0; i < count; i++) versions += terr_sand_heap(out->sand, i).version;
    if (out->heaps_sent && versions == out->heaps_seen) return;
    xch_heaps *heaps = xch_latest_begin(out->to.heaps);
    heaps->tick = tick;
    heaps->count = count;
    heaps->unused = 0;
    for (int i = 0; i < count; i++) fill_heap(out->sand, i, &heaps->heaps[i]);
    out->heaps_sent = true;
    out->heaps_seen = versions;
    xch_latest_publish(out->to.heaps);
}
