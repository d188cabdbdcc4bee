/* Broad phase of moving bounds: sort and sweep along x (D. Baraff, Dynamic simulation of non-penetrating
 * rigid bodies, thesis, 1992). Sorting by insertion costs little while bodies keep their order. */
#include "collision/shape.h"

#include "hl/status.h"

struct coll_sweep {
    int most, count;
    int *order; /* of the last step: indices by lower bound */
    int *start; /* of the pairs whose lower index is i, in the sorted list of all */
    int *filled;
};

coll_sweep *coll_sweep_new(int most, hl_arena *arena)
{
    coll_sweep *sweep = HL_NEW(arena, coll_sweep, 1);
    int *order = HL_NEW(arena, int, most), *start = HL_NEW(arena, int, most + 1),
        *filled = HL_NEW(arena, int, most);
    if (hl_arena_failed(arena)) return NULL;
    *sweep = (coll_sweep){.most = most, .order = order, .start = start, .filled = filled};
    return sweep;
}

/* A total order, so that it does not depend on the order before. */
static bool is_before(const coll_bounds *bounds, int i, int j)
{
    return bounds[i].low.x != bounds[j].low.x ? bounds[i].low.x < bounds[j].low.x : i < j;
}

static void sort(coll_sweep *sweep, const coll_bounds *bounds, int count)
{
    if (count != sweep->count)
        for (int i = 0; i < count; i++) sweep->order[i] = i;
    sweep->count = count;
    for (int i = 1; i < count; i++) {
        const int moved = sweep->order[i];
        int k = i;
        for (; k > 0 && is_before(bounds, moved, sweep->order[k - 1]); k--)
            sweep->order[k] = sweep->order[k - 1];
        sweep->order[k] = moved;
    }
}

static bool overlap(const coll_bounds *a, const coll_bounds *b)
{
    return a->low.y <= b->high.y && b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* Into the sorted part of the list that belongs to the lower index; what does not fit is dropped. */
static void insert(const coll_sweep *sweep, int lower, int higher, int (*pairs)[2], int capacity)
{
    const int start = sweep->start[lower];
    int place = start + sweep->filled[lower]++;
    if (place >= capacity) {
        place = capacity;
        if (start >= capacity || pairs[capacity - 1][1] < higher) return;
        place--;
    }
    for (; place > start && pairs[place - 1][1] > higher; place--) pairs[place][1] = pairs[place - 1][1];
    pairs[place][1] = higher;
}

/* Visit all pairs: count them by their lower index (pairs NULL), or write them. */
static void visit(coll_sweep *sweep, const coll_bounds *bounds, int (*pairs)[2], int capacity)
{
    for (int i = 0; i < sweep->count; i++) {
        const int a = sweep->order[i];
        for (int k = i + 1; k < sweep->count && bounds[sweep->order[k]].low.x <= bounds[a].high.x; k++) {
            const int b = sweep->order[k];
            if (!overlap(&bounds[a], &bounds[b])) continue;
            const int lower = a < b ? a : b, higher = a < b ? b : a;
            if (pairs == NULL)
                sweep->start[lower + 1]++;
            else
                insert(sweep, lower, higher, pairs, capacity);
        }
    }
}

int coll_sweep_pairs(coll_sweep *sweep, const coll_bounds *bounds, int count, int (*pairs)[2], int capacity)
{
    HL_ASSERT(count <= sweep->most);
    sort(sweep, bounds, count);
    for (int i = 0; i <= count; i++) sweep->start[i] = 0;
    visit(sweep, bounds, NULL, 0);
    for (int i = 0; i < count; i++) {
        sweep->filled[i] = 0;
        sweep->start[i + 1] += sweep->start[i];
        for (int p = sweep->start[i]; p < sweep->start[i + 1] && p < capacity; p++) pairs[p][0] = i;
    }
    visit(sweep, bounds, pairs, capacity);
    return sweep->start[count];
}
