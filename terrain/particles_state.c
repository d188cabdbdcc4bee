/* State of the particles as a block of bytes: what a bit-exact continuation needs, as long as it is now. */
#include "particles_internal.h"

#include "hl/hash.h"

#include <string.h>

/* A piece of the state. */
typedef struct piece {
    void *data;
    size_t size;
} piece;

/* Lengths of the arrays. */
typedef struct lengths {
    int count, rows, pairs, touches, rest_pairs, rest_touches;
} lengths;

/* What comes first: it says how long the rest is. */
typedef struct head {
    lengths lengths;
    int awake, lost, contacts;
    bool dirty, froze, woke;
    double base[AXES];
    int64_t overflowed;
    uint64_t frozen_hash;
    quad moved_low, moved_high, low, high;
} head;

enum { PIECES = 20 };

static size_t bytes(int count, size_t size)
{
    return (size_t)count * size;
}

static int list_pieces(const terr_particles *p, const lengths *l, piece *list)
{
    int n = 0;
    list[n++] = (piece){p->position, bytes(l->count, sizeof(quad))};
    list[n++] = (piece){p->velocity, bytes(l->count, sizeof(quad))};
    list[n++] = (piece){p->spin, bytes(l->count, sizeof(quad))};
    list[n++] = (piece){p->built, bytes(l->count, sizeof(quad))};
    list[n++] = (piece){p->recheck, bytes(l->count, sizeof(int))};
    list[n++] = (piece){p->grains, bytes(l->count, sizeof(grain))};
    list[n++] = (piece){p->slot_of, bytes(l->count, sizeof(int))};
    list[n++] = (piece){p->pairs.row, bytes(l->rows + 1, sizeof(int))};
    list[n++] = (piece){p->pairs.first, bytes(l->pairs, sizeof(int))};
    list[n++] = (piece){p->pairs.second, bytes(l->pairs, sizeof(int))};
    for (int c = 0; c < AXES; c++) list[n++] = (piece){p->pairs.spring[c], bytes(l->pairs, sizeof(float))};
    list[n++] = (piece){p->touched.head, bytes(l->count, sizeof(int))};
    list[n++] = (piece){p->touched.touches, bytes(l->touches, sizeof(touch))};
    list[n++] = (piece){p->rest.pair, bytes(l->rest_pairs, sizeof(rest_pair))};
    list[n++] = (piece){p->rest.touch, bytes(l->rest_touches, sizeof(rest_touch))};
    list[n++] = (piece){p->motion, bytes(p->def.tool_count, sizeof(terr_tool_motion))};
    return n;
}

static lengths lengths_of(const terr_particles *p)
{
    return (lengths){.count = p->count,
                     .rows = p->pairs.rows,
                     .pairs = p->pairs.count,
                     .touches = p->touched.count,
                     .rest_pairs = p->rest.pairs,
                     .rest_touches = p->rest.touches};
}

static size_t size_of(const terr_particles *p, const lengths *l)
{
    piece list[PIECES];
    const int n = list_pieces(p, l, list);
    size_t size = sizeof(head);
    for (int k = 0; k < n; k++) size += list[k].size;
    return size;
}

size_t terr_particles_state_size(const terr_particles *p)
{
    const lengths now = lengths_of(p);
    return size_of(p, &now);
}

size_t terr_particles_state_capacity(const terr_particles *p)
{
    const lengths most = {.count = p->def.capacity,
                          .rows = p->def.capacity,
                          .pairs = p->pair_capacity,
                          .touches = p->touch_capacity,
                          .rest_pairs = p->pair_capacity,
                          .rest_touches = p->touch_capacity};
    return size_of(p, &most);
}

static void save_head(const terr_particles *p, head *h)
{
    memset(h, 0, sizeof *h);
    h->lengths = lengths_of(p);
    h->awake = p->awake;
    h->lost = p->lost;
    h->contacts = p->contacts;
    h->dirty = p->dirty;
    h->froze = p->froze;
    h->woke = p->woke;
    h->overflowed = p->overflowed;
    h->frozen_hash = p->frozen_hash;
    memcpy(h->base, p->base, sizeof h->base);
    h->moved_low = p->moved_low;
    h->moved_high = p->moved_high;
    h->low = p->low;
    h->high = p->high;
}

static void restore_head(terr_particles *p, const head *h)
{
    p->count = h->lengths.count;
    p->pairs.rows = h->lengths.rows;
    p->pairs.count = h->lengths.pairs;
    p->touched.count = h->lengths.touches;
    p->rest.pairs = h->lengths.rest_pairs;
    p->rest.touches = h->lengths.rest_touches;
    p->awake = h->awake;
    p->lost = h->lost;
    p->contacts = h->contacts;
    p->dirty = h->dirty;
    p->froze = h->froze;
    p->woke = h->woke;
    p->overflowed = h->overflowed;
    p->frozen_hash = h->frozen_hash;
    memcpy(p->base, h->base, sizeof h->base);
    p->moved_low = h->moved_low;
    p->moved_high = h->moved_high;
    p->low = h->low;
    p->high = h->high;
}

void terr_particles_save(const terr_particles *p, void *to)
{
    unsigned char *at = to;
    head h;
    save_head(p, &h);
    memcpy(at, &h, sizeof h);
    at += sizeof h;
    piece list[PIECES];
    const int n = list_pieces(p, &h.lengths, list);
    for (int k = 0; k < n; k++) {
        memcpy(at, list[k].data, list[k].size);
        at += list[k].size;
    }
}

/* Handles that no particle has go to the free places. */
static void name_free_places(terr_particles *p)
{
    for (int handle = 0; handle < p->def.capacity; handle++) p->now[handle] = -1;
    for (int slot = 0; slot < p->count; slot++) p->now[p->grains[slot].handle] = slot;
    int slot = p->count;
    for (int handle = 0; handle < p->def.capacity; handle++)
        if (p->now[handle] < 0) p->grains[slot++].handle = handle;
}

void terr_particles_restore(terr_particles *p, const void *from)
{
    const unsigned char *at = from;
    head h;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    restore_head(p, &h);
    piece list[PIECES];
    const int n = list_pieces(p, &h.lengths, list);
    for (int k = 0; k < n; k++) {
        memcpy(list[k].data, at, list[k].size);
        at += list[k].size;
    }
    name_free_places(p);
}

uint64_t terr_particles_hash_frozen(const terr_particles *p, int slot)
{
    const grain *g = &p->grains[slot];
    const int64_t whole[3] = {g->mass, g->carrier, g->index};
    const uint64_t hash = hl_hash(HL_HASH_START, &p->position[slot], sizeof p->position[slot]);
    return hl_hash(hash, whole, sizeof whole);
}

uint64_t terr_particles_hash(const terr_particles *p)
{
    const int64_t counts[2] = {p->count, p->awake};
    uint64_t hash = hl_hash(HL_HASH_START, counts, sizeof counts);
    hash = hl_hash(hash, p->base, sizeof p->base);
    hash = hl_hash(hash, p->position, bytes(p->awake, sizeof(quad)));
    hash = hl_hash(hash, p->velocity, bytes(p->awake, sizeof(quad)));
    hash = hl_hash(hash, p->spin, bytes(p->awake, sizeof(quad)));
    return hl_hash(hash, &p->frozen_hash, sizeof p->frozen_hash);
}
