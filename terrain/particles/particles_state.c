/* Saved states of particles and their hashes. */
#include "particles_internal.h"

#include "hl/hash.h"

#include <math.h>
#include <string.h>

/* ---- hashes ---- */

/* Hash of the particles: the frozen ones in an updated sum, the awake ones computed each time. */

uint64_t terr_particles_hash_frozen(const terr_particles *p, int slot)
{
    const grain *g = &p->grains[slot];
    const int64_t whole[3] = {g->mass, g->carrier, g->index};
    const uint64_t hash = hl_hash(HL_HASH_START, &p->position[slot], sizeof p->position[slot]);
    return hl_hash(hash, whole, sizeof whole);
}

/* Two words of eight bytes at a time, as hl_hash mixes them: the chains of what a particle has do not wait
 * for each other. */
typedef struct chains {
    uint64_t word[2];
} chains;

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ (hash >> 29);
}

static inline void mix_quad(chains *c, const quad *from)
{
    uint64_t word[2];
    memcpy(word, from, sizeof word);
    for (int k = 0; k < 2; k++) c->word[k] = mix(c->word[k], word[k]);
}

uint64_t terr_particles_hash(const terr_particles *p)
{
    const int64_t counts[2] = {p->count, p->awake};
    chains position = {{HL_HASH_START, 1}}, velocity = {{2, 3}}, spin = {{4, 5}};
    for (int i = 0; i < p->awake; i++) {
        mix_quad(&position, &p->position[i]);
        mix_quad(&velocity, &p->velocity[i]);
        mix_quad(&spin, &p->spin[i]);
    }
    uint64_t hash = hl_hash(HL_HASH_START, counts, sizeof counts);
    hash = hl_hash(hash, p->base, sizeof p->base);
    hash = hl_hash(hash, &position, sizeof position);
    hash = hl_hash(hash, &velocity, sizeof velocity);
    hash = hl_hash(hash, &spin, sizeof spin);
    return hl_hash(hash, &p->frozen_hash, sizeof p->frozen_hash);
}

/* ---- states ---- */

/* State of the particles as a block of bytes of the present size: everything for a bit-exact continuation. */

/* A piece of the state. */
typedef struct piece {
    void *data;
    size_t size;
} piece;

/* Lengths of the arrays. */
typedef struct lengths {
    int count, rows, pairs, dead, touches, rest_pairs, rest_touches;
} lengths;

/* What comes first: it says how long the rest is. */
typedef struct head {
    lengths lengths;
    int awake, lost, contacts, changes;
    bool dirty, froze, woke;
    double base[AXES];
    int64_t overflowed;
    uint64_t frozen_hash;
    grid grid;
    quad moved_low, moved_high, moved, low, high;
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
    list[n++] = (piece){p->pairs.row, bytes(l->rows, sizeof(int))};
    list[n++] = (piece){p->pairs.end, bytes(l->rows, sizeof(int))};
    list[n++] = (piece){p->pairs.first, bytes(l->pairs, sizeof(int))};
    list[n++] = (piece){p->pairs.second, bytes(l->pairs, sizeof(int))};
    for (int c = 0; c < AXES; c++) list[n++] = (piece){p->pairs.spring[c], bytes(l->pairs, sizeof(float))};
    list[n++] = (piece){p->touched.head, bytes(l->count, sizeof(int))};
    list[n++] = (piece){p->touched.touches, bytes(l->touches, sizeof(touch))};
    list[n++] = (piece){p->rest.pair, bytes(l->rest_pairs, sizeof(rest_pair))};
    list[n++] = (piece){p->rest.touch, bytes(l->rest_touches, sizeof(rest_touch))};
    list[n++] = (piece){p->motion, bytes(touched_count(p), sizeof(terr_tool_motion))};
    return n;
}

static lengths lengths_of(const terr_particles *p)
{
    return (lengths){.count = p->count,
                     .rows = p->pairs.rows,
                     .pairs = p->pairs.count,
                     .dead = p->pairs.dead,
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

/* What the head holds just as the particles do. */
#define SHARED_MEMBERS(copy)                                                                                 \
    copy(awake);                                                                                             \
    copy(lost);                                                                                              \
    copy(contacts);                                                                                          \
    copy(changes);                                                                                           \
    copy(grid);                                                                                              \
    copy(moved);                                                                                             \
    copy(dirty);                                                                                             \
    copy(froze);                                                                                             \
    copy(woke);                                                                                              \
    copy(overflowed);                                                                                        \
    copy(frozen_hash);                                                                                       \
    copy(base);                                                                                              \
    copy(moved_low);                                                                                         \
    copy(moved_high);                                                                                        \
    copy(low);                                                                                               \
    copy(high);

static void save_head(const terr_particles *p, head *h)
{
    memset(h, 0, sizeof *h);
    h->lengths = lengths_of(p);
#define SAVE(member) memcpy(&h->member, &p->member, sizeof h->member)
    SHARED_MEMBERS(SAVE)
#undef SAVE
}

static void restore_head(terr_particles *p, const head *h)
{
    p->count = h->lengths.count;
    p->pairs.rows = h->lengths.rows;
    p->pairs.count = h->lengths.pairs;
    p->pairs.dead = h->lengths.dead;
    p->touched.count = h->lengths.touches;
    p->rest.pairs = h->lengths.rest_pairs;
    p->rest.touches = h->lengths.rest_touches;
    p->linked = false;
#define RESTORE(member) memcpy(&p->member, &h->member, sizeof h->member)
    SHARED_MEMBERS(RESTORE)
#undef RESTORE
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
    p->mass = 0;
    for (int i = 0; i < p->count; i++) p->mass += p->grains[i].mass;
    memset(p->pairs.touched, 1, (size_t)p->pairs.count);
}

/* ---- bytes from elsewhere ---- */

static bool within(int value, int low, int high)
{
    return value >= low && value <= high;
}

static bool all_within(const void *list, int count, int low, int high)
{
    for (int i = 0; i < count; i++) {
        int value;
        memcpy(&value, (const char *)list + (size_t)i * sizeof value, sizeof value);
        if (!within(value, low, high)) return false;
    }
    return true;
}

static bool lengths_fit(const terr_particles *p, const head *h)
{
    const lengths *l = &h->lengths;
    const int most = p->def.capacity;
    return within(l->count, 0, most) && within(l->rows, 0, most) && within(l->pairs, 0, p->pair_capacity) &&
           within(l->dead, 0, l->pairs) && within(l->touches, 0, p->touch_capacity) &&
           within(l->rest_pairs, 0, p->pair_capacity) && within(l->rest_touches, 0, p->touch_capacity) &&
           within(h->awake, 0, l->count) && (h->dirty || l->rows == h->awake) &&
           within(h->lost, 0, l->count) && h->changes >= 0;
}

/* Further from the base nothing can be [m]: cells of the grid are numbered by ints. */
#define FAR 1e6f

static bool near_by(const float *at)
{
    return fabsf(at[0]) < FAR && fabsf(at[1]) < FAR && fabsf(at[2]) < FAR;
}

static bool all_near_by(const unsigned char *quads, int count)
{
    for (int i = 0; i < count; i++) {
        quad at;
        memcpy(&at, quads + (size_t)i * sizeof at, sizeof at);
        if (!near_by(at.c)) return false;
    }
    return true;
}

/* The grid's cells are as many as there is room for, and no smaller than the reach of the lists. */
static bool grid_fits(const terr_particles *p, const grid *g)
{
    enum { MOST_BITS = 30 };
    int bits = 0;
    for (int c = 0; c < AXES; c++) {
        if (!within(g->bits[c], 0, MOST_BITS - bits)) return false;
        bits += g->bits[c];
    }
    return (1 << bits) <= p->cell_capacity && near_by(g->low) && g->scale >= 0.0f &&
           g->scale * p->reach < 2.0f;
}

/* Flags are read as bytes: a bool that is neither 0 nor 1 must not be looked at. */
static bool flags_fit(const void *bytes_of, const size_t *offsets, int count)
{
    for (int i = 0; i < count; i++)
        if (((const unsigned char *)bytes_of)[offsets[i]] > 1) return false;
    return true;
}

static bool grain_fits(const terr_particles *p, const lengths *l, const void *from)
{
    static const size_t flags[] = {offsetof(grain, lost), offsetof(grain, sunk)};
    grain g;
    if (!flags_fit(from, flags, 2)) return false;
    memcpy(&g, from, sizeof g);
    return g.mass >= 0 && within(g.index, 0, l->count - 1) && within(g.listed, -1, l->rows - 1) &&
           within(g.handle, 0, p->def.capacity - 1) && within(g.carrier, TERR_AWAKE, p->def.tool_count - 1) &&
           within(g.holder, -1, touched_count(p) - 1) && within(g.soil, 0, p->def.soil_count - 1);
}

/* Each particle has a handle of its own. */
static bool grains_fit(terr_particles *p, const lengths *l, const unsigned char *from)
{
    for (int handle = 0; handle < p->def.capacity; handle++) p->now[handle] = -1;
    for (int slot = 0; slot < l->count; slot++) {
        grain g;
        if (!grain_fits(p, l, from + (size_t)slot * sizeof g)) return false;
        memcpy(&g, from + (size_t)slot * sizeof g, sizeof g);
        if (p->now[g.handle] >= 0) return false;
        p->now[g.handle] = slot;
    }
    return true;
}

static int key_end(const terr_particles *p)
{
    return key_of_tool(p, touched_count(p), 0);
}

/* Touches of a particle lead to older ones, so that they end. */
static bool touches_fit(const terr_particles *p, const lengths *l, const unsigned char *from)
{
    static const size_t flag = offsetof(touch, pressed);
    for (int i = 0; i < l->touches; i++) {
        touch at;
        if (!flags_fit(from + (size_t)i * sizeof at, &flag, 1)) return false;
        memcpy(&at, from + (size_t)i * sizeof at, sizeof at);
        if (!within(at.slot, 0, p->def.capacity - 1) || !within(at.key, 0, key_end(p) - 1) ||
            !within(at.next, NO_TOUCH, i - 1))
            return false;
    }
    return true;
}

static bool rests_fit(const terr_particles *p, const lengths *l, const unsigned char *pairs,
                      const unsigned char *touches)
{
    const int handles = p->def.capacity - 1, tools = p->def.tool_count - 1;
    for (int i = 0; i < l->rest_pairs; i++) {
        rest_pair at;
        memcpy(&at, pairs + (size_t)i * sizeof at, sizeof at);
        if (!within(at.first, 0, handles) || !within(at.second, 0, handles) || !within(at.tool, 0, tools))
            return false;
    }
    for (int i = 0; i < l->rest_touches; i++) {
        rest_touch at;
        memcpy(&at, touches + (size_t)i * sizeof at, sizeof at);
        if (!within(at.handle, 0, handles) || !within(at.tool, 0, tools) ||
            !within(at.key, 0, key_end(p) - 1))
            return false;
    }
    return true;
}

size_t terr_particles_fits(terr_particles *p, const void *from, size_t size)
{
    static const size_t flags[] = {offsetof(head, dirty), offsetof(head, froze), offsetof(head, woke)};
    head h;
    if (size < sizeof h || !flags_fit(from, flags, 3)) return 0;
    memcpy(&h, from, sizeof h);
    if (!lengths_fit(p, &h) || !grid_fits(p, &h.grid) || size < size_of(p, &h.lengths)) return 0;
    const lengths *l = &h.lengths;
    const unsigned char *at = (const unsigned char *)from + sizeof h;
    piece list[PIECES];
    const int n = list_pieces(p, l, list);
    bool good = true;
    for (int k = 0; k < n && good; k++) {
        const void *data = list[k].data;
        if (data == p->position || data == p->built) good = all_near_by(at, l->count);
        if (data == p->grains) good = grains_fit(p, l, at);
        if (data == p->slot_of) good = all_within(at, l->count, 0, l->count - 1);
        if (data == p->pairs.row || data == p->pairs.end) good = all_within(at, l->rows, 0, l->pairs);
        if (data == p->pairs.first) good = all_within(at, l->pairs, 0, p->def.capacity - 1);
        if (data == p->pairs.second) good = all_within(at, l->pairs, 0, no_one(p));
        if (data == p->touched.head) good = all_within(at, l->count, NO_TOUCH, p->touch_capacity - 1);
        if (data == p->touched.touches) good = touches_fit(p, l, at);
        if (data == p->rest.pair) good = rests_fit(p, l, at, at + list[k].size);
        at += list[k].size;
    }
    return good ? size_of(p, l) : 0;
}
