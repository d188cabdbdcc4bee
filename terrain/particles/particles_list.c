/* Neighbour lists for single particles: added, removed and stray ones.
 *
 * A list has all pairs whose positions at listing were closer than the reach R = diameter + skin. The
 * displacements u_i since then may have a common part m. If |u_i - m| is at most half the skin for two
 * particles, their distance has decreased by at most the skin, so pairs that are not listed do not touch. A
 * stray particle has a larger |u_i - m|. It is listed again at x_i - m, so that its displacement is m. The
 * cost of grains that fall or roll away is thus proportional to their number, and the lists of a whole pile
 * are not rebuilt.
 *
 * The neighbours of one particle are found through the linked cells of the grid, taken in the order of their
 * slots: the result does not depend on the linking. Pairs of a removed or stray particle are marked dead; its
 * new pairs form a row at the end of the list. */
#include "particles_internal.h"

enum {
    CHANGES_MOST = 64,  /* a step; beyond that lists are built anew */
    STRAYS_SHARE = 16,  /* one in so many may stray: a single one costs as much as 16 in a new list */
    STRAYS_LEAST = 16,  /* so many always may */
    DEAD_SHARE = 3,     /* one in so many pairs may be dead */
    PARTNERS_MOST = 64, /* of a particle that is listed singly */
    NONE = -1
};

/* Whoever has come so near to being a stray, of the way, is listed with the strays: they come in lots. */
#define STRAYS_EARLY 0.7f

/* ---- cells ---- */

static int cell_of(const terr_particles *p, const float *at)
{
    const grid *g = &p->grid;
    return grid_cell(g, grid_along(g, 0, at[0]), grid_along(g, 1, at[1]), grid_along(g, 2, at[2]));
}

static void link_cell(terr_particles *p, int slot)
{
    int *head = &p->cell_head[cell_of(p, p->built[slot].c)];
    p->in_cell[slot] = *head;
    *head = slot;
}

static void unlink_cell(terr_particles *p, int slot)
{
    int *at = &p->cell_head[cell_of(p, p->built[slot].c)];
    while (*at != slot) at = &p->in_cell[*at];
    *at = p->in_cell[slot];
}

static void link_all(terr_particles *p)
{
    const int cells = grid_cells(&p->grid);
    for (int cell = 0; cell < cells; cell++) p->cell_head[cell] = NONE;
    for (int i = 0; i < p->pairs.rows; i++) link_cell(p, i);
    p->linked = true;
}

/* ---- neighbours ---- */

typedef struct partners {
    int count;
    bool all; /* there was room */
    int slot[PARTNERS_MOST];
    float spring[PARTNERS_MOST][AXES]; /* of the particle against them */
} partners;

static void add_partner(partners *list, int slot)
{
    if (list->count == PARTNERS_MOST) {
        list->all = false;
        return;
    }
    int at = list->count++;
    for (; at > 0 && list->slot[at - 1] > slot; at--) list->slot[at] = list->slot[at - 1];
    list->slot[at] = slot;
}

static void look_in_cell(const terr_particles *p, int cell, int slot, partners *list)
{
    const float *a = p->built[slot].c;
    for (int j = p->cell_head[cell]; j != NONE; j = p->in_cell[j]) {
        const float *b = p->built[j].c;
        const float dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
        if (dx * dx + dy * dy + dz * dz < p->reach * p->reach && j != slot) add_partner(list, j);
    }
}

/* All that were nearer to a particle than the reach where they were listed, in the order of their slots. */
static void find_partners(const terr_particles *p, int slot, partners *list)
{
    const grid *g = &p->grid;
    int middle[AXES], mask[AXES];
    for (int c = 0; c < AXES; c++) {
        middle[c] = grid_along(g, c, p->built[slot].c[c]);
        mask[c] = (1 << g->bits[c]) - 1;
    }
    list->count = 0;
    list->all = true;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                look_in_cell(p,
                             grid_cell(g, (middle[0] + dx) & mask[0], (middle[1] + dy) & mask[1],
                                       (middle[2] + dz) & mask[2]),
                             slot, list);
}

/* ---- rows ---- */

/* Place of a pair, in whichever row; `sign` of its spring for i against j. */
static int find_either(const terr_particles *p, int i, int j, float *sign)
{
    const int at = terr_particles_find_pair(&p->pairs, i, j);
    *sign = at >= 0 ? 1.0f : -1.0f;
    return at >= 0 ? at : terr_particles_find_pair(&p->pairs, j, i);
}

static void kill_pair(terr_particles *p, int at)
{
    p->pairs.second[at] = no_one(p);
    p->pairs.touched[at] = 0;
    for (int c = 0; c < AXES; c++) p->pairs.spring[c][at] = 0.0f;
    p->pairs.dead++;
}

/* Kill all pairs of a particle; their springs are told. */
static void kill_pairs(terr_particles *p, int slot, partners *list)
{
    find_partners(p, slot, list);
    for (int k = 0; k < list->count; k++) {
        float sign;
        const int at = find_either(p, slot, list->slot[k], &sign);
        for (int c = 0; c < AXES; c++) list->spring[k][c] = at < 0 ? 0.0f : sign * p->pairs.spring[c][at];
        if (at >= 0) kill_pair(p, at);
    }
}

/* Give a particle a row of pairs with all its neighbours. @return false: no room */
static bool add_row(terr_particles *p, int slot, partners *near)
{
    pair_list *pairs = &p->pairs;
    find_partners(p, slot, near);
    if (!near->all || pairs->count + near->count > p->pair_capacity - LANES) return false;
    pairs->row[slot] = pairs->count;
    for (int k = 0; k < near->count; k++) {
        const int at = pairs->count++;
        pairs->first[at] = slot;
        pairs->second[at] = near->slot[k];
        pairs->touched[at] = 1;
        for (int c = 0; c < AXES; c++) pairs->spring[c][at] = 0.0f;
    }
    pairs->end[slot] = pairs->count;
    return true;
}

/* Springs of old partners for those that are still near. */
static void give_springs(terr_particles *p, int slot, const partners *old)
{
    pair_list *pairs = &p->pairs;
    int k = 0;
    for (int at = pairs->row[slot]; at < pairs->end[slot]; at++) {
        while (k < old->count && old->slot[k] < pairs->second[at]) k++;
        if (k == old->count) return;
        if (old->slot[k] != pairs->second[at]) continue;
        for (int c = 0; c < AXES; c++) pairs->spring[c][at] = old->spring[k][c];
    }
}

/* ---- those that come and go ---- */

/* Whether single changes are worth it; otherwise lists are built anew in the next step. */
static bool goes_singly(terr_particles *p)
{
    if (p->dirty) return false;
    p->dirty = ++p->changes > CHANGES_MOST || p->pairs.dead > p->pairs.count / DEAD_SHARE;
    if (!p->dirty && !p->linked) link_all(p);
    return !p->dirty;
}

void terr_particles_list_add(terr_particles *p, int slot)
{
    if (!goes_singly(p)) return;
    partners near;
    quad_store(&p->built[slot], quad_less(quad_load(&p->position[slot]), quad_load(&p->moved)));
    link_cell(p, slot);
    p->pairs.rows = slot + 1;
    p->grains[slot].listed = slot;
    p->dirty = !add_row(p, slot, &near);
    if (p->dirty) p->pairs.row[slot] = p->pairs.end[slot] = 0;
}

/* The particle of one slot gets another one. */
static void rename_slot(terr_particles *p, int from, int to)
{
    pair_list *pairs = &p->pairs;
    partners near;
    find_partners(p, from, &near);
    for (int k = 0; k < near.count; k++) {
        const int at = terr_particles_find_pair(pairs, near.slot[k], from);
        if (at >= 0) pairs->second[at] = to;
    }
    for (int at = pairs->row[from]; at < pairs->end[from]; at++) pairs->first[at] = to;
    pairs->row[to] = pairs->row[from];
    pairs->end[to] = pairs->end[from];
    unlink_cell(p, from);
    p->built[to] = p->built[from];
    link_cell(p, to);
}

void terr_particles_list_remove(terr_particles *p, int slot)
{
    const int last = p->awake - 1;
    if (!goes_singly(p)) return;
    partners near;
    kill_pairs(p, slot, &near);
    unlink_cell(p, slot);
    if (slot != last) rename_slot(p, last, slot);
    p->grains[last].listed = slot;
    p->grains[slot].listed = NONE;
    p->pairs.rows = last;
}

/* ---- strays ---- */

/* Square of the way of a particle against the mean. */
static float strayed(const terr_particles *p, int slot)
{
    const quad_value moved = quad_less(quad_load(&p->position[slot]), quad_load(&p->built[slot]));
    const quad_value u = quad_less(moved, quad_load(&p->moved));
    return quad_dot(u, u);
}

/* @return false: no room */
static bool list_again(terr_particles *p, int slot)
{
    partners old, near;
    if (p->pairs.count + PARTNERS_MOST > p->pair_capacity - LANES) return false;
    kill_pairs(p, slot, &old);
    if (!old.all) return false;
    unlink_cell(p, slot);
    quad_store(&p->built[slot], quad_less(quad_load(&p->position[slot]), quad_load(&p->moved)));
    link_cell(p, slot);
    if (!add_row(p, slot, &near)) return false;
    give_springs(p, slot, &old);
    return true;
}

static bool list_strays(terr_particles *p, float half)
{
    const float early = STRAYS_EARLY * STRAYS_EARLY * half * half;
    const int most = p->awake / STRAYS_SHARE + STRAYS_LEAST;
    int count = 0;
    float farthest = 0.0f;
    for (int i = 0; i < p->awake; i++) {
        const float square = strayed(p, i);
        farthest = square > farthest ? square : farthest;
        p->now[count] = i;
        count += square > early;
    }
    if (farthest <= half * half) return true;
    if (count > most) return false;
    if (!p->linked) link_all(p);
    for (int k = 0; k < count; k++)
        if (!list_again(p, p->now[k])) return false;
    return true;
}

bool terr_particles_lists_are_valid(terr_particles *p)
{
    if (p->dirty || p->pairs.dead > p->pairs.count / DEAD_SHARE) return false;
    const float skin = p->reach - 2.0f * p->radius;
    const quad_value spread = quad_less(quad_load(&p->moved_high), quad_load(&p->moved_low));
    return quad_dot(spread, spread) <= skin * skin || list_strays(p, 0.5f * skin);
}
