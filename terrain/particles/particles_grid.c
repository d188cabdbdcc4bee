/* Neighbours: the awake particles sorted by the cells of a grid, and the pairs closer than the diameter plus
 * the skin.
 *
 * Cells have this width, so neighbours are in the same cell or the 26 around it; half of them are searched.
 * The number of cells along each axis is a power of two, and the grid wraps around if particles are spread
 * wider: cells with the same index are distinguished by the distance of their particles, which is only
 * slower. */
#include "particles_internal.h"

#include "hl/status.h"

#include <string.h>

enum { CELLS_LEAST_LOG = 2 /* 4: a cell's two neighbours and itself are three places */ };

/* ---- base ---- */

static void shift_base(terr_particles *p)
{
    float shift[AXES];
    bool moves = false;
    for (int c = 0; c < AXES; c++) {
        const float middle = 0.5f * (p->low.c[c] + p->high.c[c]);
        shift[c] = 0.0f;
        if (!(fabsf(middle) > BASE_BLOCK)) continue;
        shift[c] = BASE_BLOCK * rintf(middle / BASE_BLOCK);
        p->base[c] += (double)shift[c];
        p->low.c[c] -= shift[c];
        p->high.c[c] -= shift[c];
        moves = true;
    }
    if (!moves) return;
    for (int i = 0; i < p->awake; i++) {
        grain *g = &p->grains[i];
        for (int c = 0; c < AXES; c++) p->position[i].c[c] -= shift[c];
        for (int c = 0; c < AXES; c++) g->plane[3] -= g->plane[c] * shift[c];
        for (int c = 0; c < 2; c++) g->sampled[c] -= shift[c];
    }
}

static void find_bounds(terr_particles *p)
{
    for (int c = 0; c < AXES; c++) p->low.c[c] = p->high.c[c] = p->awake > 0 ? p->position[0].c[c] : 0.0f;
    for (int i = 1; i < p->awake; i++)
        for (int c = 0; c < AXES; c++) {
            const float x = p->position[i].c[c];
            p->low.c[c] = x < p->low.c[c] ? x : p->low.c[c];
            p->high.c[c] = x > p->high.c[c] ? x : p->high.c[c];
        }
}

/* ---- sort ---- */

static grid lay_grid(const terr_particles *p)
{
    grid g = {.scale = 1.0f / p->reach};
    int sum = 0;
    for (int c = 0; c < AXES; c++) {
        const float cells = (p->high.c[c] - p->low.c[c]) * g.scale + 1.0f;
        g.low[c] = p->low.c[c];
        g.bits[c] = CELLS_LEAST_LOG;
        while ((float)(1 << g.bits[c]) < cells && g.bits[c] < 20) g.bits[c]++;
        sum += g.bits[c];
    }
    while ((1LL << sum) > p->cell_capacity) { /* wrap around what is widest */
        int widest = 0;
        for (int c = 1; c < AXES; c++)
            if (g.bits[c] > g.bits[widest]) widest = c;
        g.bits[widest]--;
        sum--;
    }
    return g;
}

static void count_cells(terr_particles *p, const grid *g)
{
    const int cells = grid_cells(g);
    memset(p->cell_start, 0, (size_t)(cells + 1) * sizeof(int));
    for (int i = 0; i < p->awake; i++) {
        const float *x = p->position[i].c;
        const int cell = grid_cell(g, grid_along(g, 0, x[0]), grid_along(g, 1, x[1]), grid_along(g, 2, x[2]));
        p->cell_of[i] = cell;
        p->cell_start[cell]++;
    }
    int before = 0;
    for (int cell = 0; cell <= cells; cell++) {
        const int here = p->cell_start[cell];
        p->cell_start[cell] = before;
        before += here;
    }
}

/* order[new slot] = old slot. Afterwards cell_start[cell] is the start of the next one: moved back by one. */
static bool sort_slots(terr_particles *p, const grid *g)
{
    const int cells = grid_cells(g);
    bool sorted = true;
    for (int i = 0; i < p->awake; i++) {
        const int slot = p->cell_start[p->cell_of[i]]++;
        p->order[slot] = i;
        sorted = sorted && slot == i;
    }
    memmove(p->cell_start + 1, p->cell_start, (size_t)cells * sizeof(int));
    p->cell_start[0] = 0;
    return sorted;
}

static void permute_quads(quad *restrict to, const quad *restrict from, const int *restrict order, int count)
{
    for (int i = 0; i < count; i++) to[i] = from[order[i]];
}

static void permute_ints(int *restrict to, const int *restrict from, const int *restrict order, int count)
{
    for (int i = 0; i < count; i++) to[i] = from[order[i]];
}

/* Frozen particles lie behind and stay. */
static void permute(terr_particles *p)
{
    const int n = p->awake;
    quad *moving[3] = {p->position, p->velocity, p->spin};
    for (int k = 0; k < 3; k++) {
        permute_quads(p->spare, moving[k], p->order, n);
        memcpy(moving[k], p->spare, (size_t)n * sizeof(quad));
    }
    permute_ints(p->spare_recheck, p->recheck, p->order, n);
    memcpy(p->recheck, p->spare_recheck, (size_t)n * sizeof(int));
    permute_ints(p->spare_head, p->touched.head, p->order, n);
    memcpy(p->touched.head, p->spare_head, (size_t)n * sizeof(int));
    permute_ints(p->spare_head, p->cell_of, p->order, n);
    memcpy(p->cell_of, p->spare_head, (size_t)n * sizeof(int));
    for (int i = 0; i < n; i++) p->spare_grains[i] = p->grains[p->order[i]];
    memcpy(p->grains, p->spare_grains, (size_t)n * sizeof(grain));
    for (int i = 0; i < n; i++) p->slot_of[p->grains[i].index] = i;
}

/* ---- pairs ---- */

/* The runs of slots in a cell and in those where its later neighbours lie: places x - 1 to x + 1 of a row of
 * cells. */
typedef struct runs {
    int count;
    int from[11], to[11];
} runs;

static void add_run(const terr_particles *p, runs *r, int row, int low, int high)
{
    const int from = p->cell_start[row + low], to = p->cell_start[row + high + 1];
    if (from == to) return;
    r->from[r->count] = from;
    r->to[r->count] = to;
    r->count++;
}

static void add_row(const terr_particles *p, const grid *g, runs *r, int x, int y, int z)
{
    const int width = 1 << g->bits[0], y_mask = (1 << g->bits[1]) - 1, z_mask = (1 << g->bits[2]) - 1;
    const int row = (((z & z_mask) << g->bits[1]) + (y & y_mask)) << g->bits[0];
    if (x == 0) {
        add_run(p, r, row, 0, 1);
        add_run(p, r, row, width - 1, width - 1);
    } else if (x == width - 1) {
        add_run(p, r, row, x - 1, x);
        add_run(p, r, row, 0, 0);
    } else {
        add_run(p, r, row, x - 1, x + 1);
    }
}

static void find_runs(const terr_particles *p, const grid *g, int cell, runs *r)
{
    const int width = 1 << g->bits[0], x = cell & (width - 1),
              y = (cell >> g->bits[0]) & ((1 << g->bits[1]) - 1), z = cell >> (g->bits[0] + g->bits[1]),
              row = cell - x;
    const int right = (x + 1) & (width - 1);
    r->count = 0;
    add_run(p, r, row, x, x);
    add_run(p, r, row, right, right);
    add_row(p, g, r, x, y + 1, z);
    for (int dy = -1; dy <= 1; dy++) add_row(p, g, r, x, y + dy, z + 1);
}

/* Coordinates of the awake ones, one after the other: neighbours of a cell are then copied by whole lanes. */
static void spread_axes(terr_particles *p)
{
    float *restrict x = p->lined[0], *restrict y = p->lined[1], *restrict z = p->lined[2];
    for (int i = 0; i < p->awake; i++) {
        x[i] = p->position[i].c[0];
        y[i] = p->position[i].c[1];
        z[i] = p->position[i].c[2];
    }
}

/* Places of slots, behind those that are there; by whole lanes, so that something may follow them.
 * @return their number */
static int join(const terr_particles *p, int count, int from, int to)
{
    const crowd *c = &p->crowd;
    int *restrict slot = c->slot + count;
    for (int k = 0; k < to - from; k += LANES)
        for (int e = 0; e < LANES; e++) slot[k + e] = from + k + e;
    for (int axis = 0; axis < AXES; axis++) {
        float *restrict at = c->at[axis] + count;
        const float *restrict lined = p->lined[axis] + from;
        for (int k = 0; k < to - from; k += LANES)
            for (int e = 0; e < LANES; e++) at[k + e] = lined[k + e];
    }
    return count + to - from;
}

/* All that the particles of a cell may be near to: first themselves, then those of later cells; behind them
 * what is near to nothing. @return their number */
static int gather_crowd(const terr_particles *p, const grid *g, int cell)
{
    runs r;
    find_runs(p, g, cell, &r);
    int count = 0;
    for (int k = 0; k < r.count; k++) count = join(p, count, r.from[k], r.to[k]);
    for (int k = 0; k < LANES; k++) p->crowd.at[0][count + k] = HUGE_VALF;
    return count;
}

/* Those of a crowd near to a place, appended without a branch, LANES at a time; up to as many places
 * behind the last one are overwritten. @return their number */
static inline int list_near(const crowd *c, const float *at, float reach_2, int from, int to, int count,
                            int *restrict second)
{
    const float x = at[0], y = at[1], z = at[2];
    const float *restrict xs = c->at[0], *restrict ys = c->at[1], *restrict zs = c->at[2];
    for (int k = from; k < to; k += LANES) {
        float square[LANES];
        for (int e = 0; e < LANES; e++) {
            const float dx = xs[k + e] - x, dy = ys[k + e] - y, dz = zs[k + e] - z;
            square[e] = dx * dx + dy * dy + dz * dz;
        }
        count += lanes_keep(lanes_below(square, reach_2), &c->slot[k], &second[count]);
    }
    return count;
}

static void list_pairs(terr_particles *p, const grid *g)
{
    const float reach_2 = p->reach * p->reach;
    int count = 0, cell = -1, many = 0, own = 0;
    spread_axes(p);
    for (int i = 0; i < p->awake; i++, own++) {
        p->pairs.row[i] = count;
        if (p->cell_of[i] != cell) {
            cell = p->cell_of[i];
            many = gather_crowd(p, g, cell);
            own = 0;
        }
        /* cut short where the list might overflow; what was not looked at is counted */
        const int room = p->pair_capacity - LANES - count, left = many - own - 1;
        if (left > room) p->overflowed += left - room;
        count = list_near(&p->crowd, p->position[i].c, reach_2, own + 1, left > room ? own + 1 + room : many,
                          count, p->pairs.second);
        for (int k = p->pairs.row[i]; k < count; k++) p->pairs.first[k] = i;
        p->pairs.end[i] = count;
    }
    p->pairs.rows = p->awake;
    p->pairs.dead = 0;
    p->pairs.count = count;
    memset(p->pairs.touched, 1, (size_t)count);
}

/* ---- springs ---- */

int terr_particles_find_pair(const pair_list *list, int i, int j)
{
    const int at = lanes_find(list->second + list->row[i], list->end[i] - list->row[i], j);
    return at < 0 ? -1 : list->row[i] + at;
}

/* The spring of an old pair to the pair of the same particles, if it is listed again. */
static void carry_spring(const pair_list *old, int at, int i, int j, pair_list *new)
{
    /* cells are searched forwards: the first of a pair is the lower slot, unless the grid wraps around */
    const int low = i < j ? i : j, high = i < j ? j : i;
    int to = terr_particles_find_pair(new, low, high), first = low;
    if (to < 0) {
        to = terr_particles_find_pair(new, high, low);
        first = high;
    }
    if (to < 0) return;
    const float sign = first == i ? 1.0f : -1.0f;
    for (int c = 0; c < AXES; c++) new->spring[c][to] = sign * old->spring[c][at];
}

/* Springs of the old list: only pairs that touched in the last step have some. */
static void carry_springs(terr_particles *p)
{
    const pair_list *old = &p->old_pairs;
    pair_list *new = &p->pairs;
    int *now = p->now;
    for (int c = 0; c < AXES; c++) memset(new->spring[c], 0, (size_t) new->count * sizeof(float));
    for (int i = 0; i < old->rows; i++) now[i] = -1;
    now[no_one(p)] = -1; /* of dead pairs, which count as touching after a state was restored */
    for (int i = 0; i < p->awake; i++)
        if (p->grains[i].listed >= 0) now[p->grains[i].listed] = i;
    int *with_spring = p->touching, count = 0;
    for (int k = 0; k < old->count; k++) {
        with_spring[count] = k;
        count += old->touched[k];
    }
    for (int e = 0; e < count; e++) {
        const int k = with_spring[e], i = now[old->first[k]], j = now[old->second[k]];
        if (i >= 0 && j >= 0) carry_spring(old, k, i, j, new);
    }
}

/* Freezing and waking. A frozen particle keeps its place in its tool; the contact springs between particles
 * frozen in one tool, and with this tool, are stored in the tool's axes and restored when both sides wake, so
 * that a heap wakes in the same state. Springs are stored and restored when lists are built, all at once. */

/* ---- springs ---- */

static void to_tool(const terr_tool_motion *motion, const float *world, float *tool)
{
    const hl_vec3 v =
        hl_mul_transposed(&motion->rotation, hl_v3((double)world[0], (double)world[1], (double)world[2]));
    quad_set(tool, v);
}

static void to_world(const terr_tool_motion *motion, const float *tool, float *world)
{
    const hl_vec3 v = hl_mul(&motion->rotation, hl_v3((double)tool[0], (double)tool[1], (double)tool[2]));
    quad_set(world, v);
}

static bool rests_in(const terr_particles *p, int slot, int tool)
{
    return slot >= p->awake && p->grains[slot].carrier == tool;
}

static bool has_spring(const pair_list *pairs, int k)
{
    return pairs->spring[0][k] != 0.0f || pairs->spring[1][k] != 0.0f || pairs->spring[2][k] != 0.0f;
}

static void lay_pairs(terr_particles *p)
{
    const pair_list *pairs = &p->pairs;
    for (int k = 0; k < pairs->count && p->rest.pairs < p->pair_capacity; k++) {
        if (pairs->second[k] == no_one(p) || !has_spring(pairs, k)) continue;
        const int i = p->now[pairs->first[k]], j = p->now[pairs->second[k]];
        if (i < p->awake || j < p->awake || !rests_in(p, j, p->grains[i].carrier)) continue;
        const float spring[AXES] = {pairs->spring[0][k], pairs->spring[1][k], pairs->spring[2][k]};
        rest_pair *kept = &p->rest.pair[p->rest.pairs++];
        *kept = (rest_pair){
            .first = p->grains[i].handle, .second = p->grains[j].handle, .tool = p->grains[i].carrier};
        to_tool(&p->motion[kept->tool], spring, kept->spring);
    }
}

static void lay_touches(terr_particles *p, int slot)
{
    const grain *g = &p->grains[slot];
    for (int t = p->touched.head[slot]; t != NO_TOUCH; t = p->touched.touches[t].next) {
        const touch *at = &p->touched.touches[t];
        if (tool_of_key(p, at->key) != g->carrier || p->rest.touches == p->touch_capacity) continue;
        rest_touch *kept = &p->rest.touch[p->rest.touches++];
        *kept = (rest_touch){.handle = g->handle, .key = at->key, .tool = g->carrier, .side = at->side};
        to_tool(&p->motion[kept->tool], at->spring, kept->spring);
    }
}

/* Lay the springs of what froze aside, before lists are built; give them to what woke, afterwards. */
static void terr_particles_store_springs(terr_particles *p)
{
    if (!p->froze) return;
    for (int i = 0; i < p->pairs.rows; i++) p->now[i] = -1;
    for (int slot = 0; slot < p->count; slot++)
        if (p->grains[slot].listed >= 0) p->now[p->grains[slot].listed] = slot;
    lay_pairs(p);
    for (int slot = p->awake; slot < p->count; slot++) {
        if (p->grains[slot].listed >= 0) lay_touches(p, slot);
        p->grains[slot].listed = -1;
    }
    p->froze = false;
}

static void take_pairs(terr_particles *p)
{
    int kept = 0;
    for (int k = 0; k < p->rest.pairs; k++) {
        const rest_pair pair = p->rest.pair[k];
        const int i = p->now[pair.first], j = p->now[pair.second];
        if (i < 0 || j < 0) continue;
        if (rests_in(p, i, pair.tool) && rests_in(p, j, pair.tool)) p->rest.pair[kept++] = pair;
        if (i >= p->awake || j >= p->awake) continue;
        float spring[AXES], sign = 1.0f;
        int at = terr_particles_find_pair(&p->pairs, i, j);
        if (at < 0) {
            at = terr_particles_find_pair(&p->pairs, j, i);
            sign = -1.0f;
        }
        if (at < 0) continue;
        to_world(&p->motion[pair.tool], pair.spring, spring);
        for (int c = 0; c < AXES; c++) p->pairs.spring[c][at] = sign * spring[c];
    }
    p->rest.pairs = kept;
}

static void take_touches(terr_particles *p)
{
    int kept = 0;
    touch_list *list = &p->touched;
    for (int k = 0; k < p->rest.touches; k++) {
        const rest_touch at = p->rest.touch[k];
        const int slot = p->now[at.handle];
        if (slot < 0) continue;
        if (rests_in(p, slot, at.tool)) p->rest.touch[kept++] = at;
        if (slot >= p->awake || list->count == p->touch_capacity) continue;
        touch *made = &list->touches[list->count];
        *made = (touch){.slot = slot, .key = at.key, .next = list->head[slot], .side = at.side};
        to_world(&p->motion[at.tool], at.spring, made->spring);
        list->head[slot] = list->count++;
    }
    p->rest.touches = kept;
}

static void terr_particles_restore_springs(terr_particles *p)
{
    if (!p->woke) return;
    for (int handle = 0; handle < p->def.capacity; handle++) p->now[handle] = -1;
    for (int slot = 0; slot < p->count; slot++) p->now[p->grains[slot].handle] = slot;
    take_pairs(p);
    take_touches(p);
    p->woke = false;
}

void terr_particles_list(terr_particles *p)
{
    terr_particles_store_springs(p);
    find_bounds(p);
    shift_base(p);
    p->grid = lay_grid(p);
    const grid g = p->grid;
    count_cells(p, &g);
    if (!sort_slots(p, &g)) permute(p);

    const pair_list old = p->pairs;
    p->pairs = p->old_pairs;
    p->old_pairs = old;
    list_pairs(p, &g);
    carry_springs(p);
    terr_particles_restore_springs(p);

    memcpy(p->built, p->position, (size_t)p->awake * sizeof(quad));
    for (int i = 0; i < p->awake; i++) p->grains[i].listed = i;
    for (int c = 0; c < AXES; c++) p->moved_low.c[c] = p->moved_high.c[c] = p->moved.c[c] = 0.0f;
    p->dirty = false;
    p->linked = false;
}
