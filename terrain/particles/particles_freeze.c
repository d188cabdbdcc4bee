/* Freezing and waking. A frozen particle keeps its place in its tool; the contact springs between particles
 * frozen in one tool, and with this tool, are stored in the tool's axes and restored when both sides wake, so
 * that a heap wakes in the same state. Springs are stored and restored when lists are built, all at once. */
#include "particles_internal.h"

#include "hl/status.h"

/* Woken ones look for ground and boxes within so many steps, not all in the first one: what was not felt
 * when frozen may wait. */
enum { LOOKS_SPREAD = 4 };

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

void terr_particles_store_springs(terr_particles *p)
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

void terr_particles_restore_springs(terr_particles *p)
{
    if (!p->woke) return;
    for (int handle = 0; handle < p->def.capacity; handle++) p->now[handle] = -1;
    for (int slot = 0; slot < p->count; slot++) p->now[p->grains[slot].handle] = slot;
    take_pairs(p);
    take_touches(p);
    p->woke = false;
}

/* ---- one particle ---- */

void terr_particles_freeze(terr_particles *p, int index, int tool)
{
    HL_ASSERT(index >= 0 && index < p->count && tool >= 0 && tool < p->def.tool_count);
    const int awake = p->slot_of[index];
    if (p->grains[awake].carrier != TERR_AWAKE) return;
    const hl_vec3 at = terr_particles_in_tool(p, index, tool);
    p->dirty = true; /* its springs are needed until lists are built */
    const int slot = terr_particles_move_to_frozen(p, awake);
    p->grains[slot].carrier = (int16_t)tool;
    quad_set(p->position[slot].c, at);
    p->frozen_hash += terr_particles_hash_frozen(p, slot);
    p->froze = true;
}

void terr_particles_wake(terr_particles *p, int index)
{
    HL_ASSERT(index >= 0 && index < p->count);
    const int frozen = p->slot_of[index], carrier = p->grains[frozen].carrier;
    if (carrier == TERR_AWAKE) return;
    p->frozen_hash -= terr_particles_hash_frozen(p, frozen);
    const terr_particle seen = terr_particles_get(p, index);
    const int slot = p->awake++;
    terr_particles_swap(p, slot, frozen);
    grain *g = &p->grains[slot];
    if (g->listed < 0) p->touched.head[slot] = NO_TOUCH;
    p->recheck[slot] = 1 + index % LOOKS_SPREAD;
    g->carrier = TERR_AWAKE;
    g->age = 0;
    g->sunk = false;
    g->still = 0;
    g->holder = -1;
    quad_set(p->position[slot].c, hl_sub(seen.position, hl_v3(p->base[0], p->base[1], p->base[2])));
    quad_set(p->velocity[slot].c, seen.velocity);
    quad_set(p->spin[slot].c, seen.spin);
    p->woke = true;
    p->dirty = true;
}
