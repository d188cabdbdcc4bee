/* Particles: memory, and functions to add, remove, freeze, wake and query them. */
#include "particles_internal.h"

#include "hl/real.h"
#include "hl/status.h"

#include <stdio.h>

/* Lists reach beyond the diameter by this part of the radius: longer lists against fewer new ones. */
#define SKIN 0.8

/* Away from every particle [m], its square is finite. */
#define NOWHERE 1e15f

/* ---- at load ---- */

static bool check(const terr_particles_def *def, char *why)
{
    const char *wrong = NULL;
    if (def->capacity < 1 || def->capacity > 1000000) wrong = "between 1 and 1000000 particles are expected";
    if (!(def->radius > 0.0 && def->radius <= 1.0)) wrong = "a particle radius of 0 to 1 m is expected";
    if (!(def->step > 0.0)) wrong = "a step above 0 s is expected";
    if (def->soil_count < 1 || def->soil_count > TERR_MAX_SOILS) wrong = "between 1 and 8 soils are expected";
    if (def->tool_count < 0 || def->tool_count > TERR_MAX_TOOLS) wrong = "at most 8 tools are expected";
    if (wrong != NULL) snprintf(why, HL_MESSAGE_LENGTH, "%s", wrong);
    return wrong == NULL;
}

static void new_pairs(pair_list *pairs, int capacity, int pair_capacity, hl_arena *arena)
{
    pairs->row = HL_NEW(arena, int, capacity);
    pairs->end = HL_NEW(arena, int, capacity);
    pairs->first = HL_NEW(arena, int, pair_capacity + LANES);
    pairs->second = HL_NEW(arena, int, pair_capacity + LANES);
    pairs->touched = HL_NEW(arena, uint8_t, pair_capacity + LANES);
    for (int c = 0; c < AXES; c++) pairs->spring[c] = HL_NEW(arena, float, pair_capacity);
}

static void new_touches(touch_list *list, int capacity, int touch_capacity, hl_arena *arena)
{
    list->touches = HL_NEW(arena, touch, touch_capacity);
    list->head = HL_NEW(arena, int, capacity);
}

static void new_state(terr_particles *p, hl_arena *arena)
{
    const int n = p->def.capacity;
    p->position = HL_NEW(arena, quad, n + 1);
    p->velocity = HL_NEW(arena, quad, n);
    p->spin = HL_NEW(arena, quad, n);
    p->built = HL_NEW(arena, quad, n);
    p->recheck = HL_NEW(arena, int, n);
    p->grains = HL_NEW(arena, grain, n);
    p->slot_of = HL_NEW(arena, int, n);
    p->motion = HL_NEW(arena, terr_tool_motion, touched_count(p));
    p->rest.pair = HL_NEW(arena, rest_pair, p->pair_capacity);
    p->rest.touch = HL_NEW(arena, rest_touch, p->touch_capacity);
    new_pairs(&p->pairs, n, p->pair_capacity, arena);
    new_touches(&p->touched, n, p->touch_capacity, arena);
}

static void new_crowd(terr_particles *p, hl_arena *arena)
{
    const int n = p->def.capacity + 2 * LANES;
    p->crowd.slot = HL_NEW(arena, int, n);
    p->touching = HL_NEW(arena, int, p->pair_capacity + LANES);
    p->parted = HL_NEW(arena, int, p->pair_capacity + LANES);
    for (int c = 0; c < AXES; c++) p->crowd.at[c] = HL_NEW(arena, float, n);
    for (int c = 0; c < AXES; c++) p->lined[c] = HL_NEW(arena, float, n);
}

static void new_work(terr_particles *p, hl_arena *arena)
{
    const int n = p->def.capacity;
    p->force = HL_NEW(arena, quad, n);
    p->moment = HL_NEW(arena, quad, n);
    p->roll = HL_NEW(arena, quad, n);
    p->spare = HL_NEW(arena, quad, n);
    p->spare_recheck = HL_NEW(arena, int, n);
    p->spare_head = HL_NEW(arena, int, n);
    p->spare_grains = HL_NEW(arena, grain, n);
    p->places = HL_NEW(arena, touch_place, p->touch_capacity);
    p->order = HL_NEW(arena, int, n + 1);
    p->cell_of = HL_NEW(arena, int, n);
    p->cell_start = HL_NEW(arena, int, p->cell_capacity + 1);
    p->cell_head = HL_NEW(arena, int, p->cell_capacity);
    p->in_cell = HL_NEW(arena, int, n);
    p->now = HL_NEW(arena, int, n + 1);
    p->inside = HL_NEW(arena, int, n + 1);
    p->inside_at = HL_NEW(arena, quad, n + 1);
    p->near_boxes = HL_NEW(arena, box_place, p->def.box_count);
    p->tools = HL_NEW(arena, tool_place, touched_count(p));
    new_crowd(p, arena);
    new_pairs(&p->old_pairs, n, p->pair_capacity, arena);
    new_touches(&p->old_touched, n, p->touch_capacity, arena);
}

hl_status terr_particles_new(const terr_particles_def *def, hl_arena *arena, terr_particles **particles,
                             char *why)
{
    if (!check(def, why)) return HL_BAD_INPUT;
    terr_particles *p = HL_NEW(arena, terr_particles, 1);
    if (p == NULL) return HL_OUT_OF_MEMORY;
    p->def = *def;
    p->law = terr_contact_law(def->step);
    p->radius = (float)def->radius;
    p->reach = (float)((2.0 + SKIN) * def->radius);
    for (int s = 0; s < def->soil_count; s++) {
        p->steel_friction[s] = (float)hl_tan(def->soils[s].steel_friction);
        p->rolling[s] = (float)def->soils[s].rolling_friction;
        p->slope[s] = (float)hl_tan(def->soils[s].repose);
        p->damping[s] = (float)terr_contact_damping(def->soils[s].restitution);
    }
    p->pair_capacity = PAIRS_PER_PARTICLE * def->capacity + CONTACT_BATCH;
    p->touch_capacity = TOUCHES_PER_PARTICLE * def->capacity + CONTACT_BATCH;
    p->cell_capacity = CELLS_LEAST + CELLS_PER_PARTICLE * def->capacity;
    new_state(p, arena);
    new_work(p, arena);
    p->plates = HL_NEW(arena, plates, touched_count(p));
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int t = 0; t < touched_count(p); t++) {
        p->motion[t].rotation = hl_mat3_identity();
        const hl_status status = terr_plates_new(&def->tools[t], def->radius, arena, &p->plates[t]);
        if (status != HL_OK) return status;
    }
    for (int slot = 0; slot < def->capacity; slot++) p->grains[slot].handle = slot;
    for (int c = 0; c < AXES; c++) p->position[no_one(p)].c[c] = NOWHERE;
    p->dirty = true;
    *particles = p;
    return HL_OK;
}

hl_status terr_particles_set_team(terr_particles *p, const hl_team *team, hl_arena *arena)
{
    p->work = (team_work){.team = NULL};
    if (team == NULL) return HL_OK;
    team_work work = {.team = team};
    work.effects = HL_NEW(arena, pair_effect, p->pair_capacity);
    work.ends = HL_NEW(arena, pair_ends, p->pair_capacity);
    work.pairs = HL_NEW(arena, pair_block, hl_blocks_of(p->pair_capacity, BLOCK_PAIRS));
    work.moves = HL_NEW(arena, move_range, hl_blocks_of(p->def.capacity, BLOCK_SLOTS));
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    p->work = work;
    return HL_OK;
}

/* ---- places ---- */

static void swap_quads(quad *a, int i, int j)
{
    const quad kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

static void swap_ints(int *a, int i, int j)
{
    const int kept = a[i];
    a[i] = a[j];
    a[j] = kept;
}

static void terr_particles_swap(terr_particles *p, int i, int j)
{
    if (i == j) return;
    swap_quads(p->position, i, j);
    swap_quads(p->velocity, i, j);
    swap_quads(p->spin, i, j);
    swap_ints(p->recheck, i, j);
    swap_ints(p->touched.head, i, j);
    const grain kept = p->grains[i];
    p->grains[i] = p->grains[j];
    p->grains[j] = kept;
    p->slot_of[p->grains[i].index] = i;
    p->slot_of[p->grains[j].index] = j;
}

static hl_vec3 vector_of(const float *v)
{
    return hl_v3((double)v[0], (double)v[1], (double)v[2]);
}

static hl_vec3 base_of(const terr_particles *p)
{
    return hl_v3(p->base[0], p->base[1], p->base[2]);
}

static hl_vec3 to_world(const terr_tool_motion *motion, hl_vec3 at)
{
    return hl_add(motion->position, hl_mul(&motion->rotation, at));
}

static hl_vec3 position_of(const terr_particles *p, int slot)
{
    const hl_vec3 x = vector_of(p->position[slot].c);
    const int carrier = p->grains[slot].carrier;
    return carrier == TERR_AWAKE ? hl_add(base_of(p), x) : to_world(&p->motion[carrier], x);
}

static hl_vec3 velocity_in(const terr_tool_motion *motion, hl_vec3 at)
{
    return hl_add(motion->velocity, hl_cross(motion->spin, hl_sub(at, motion->position)));
}

/* ---- from outside ---- */

terr_mass terr_particle_mass(const terr_particles *particles, int soil)
{
    const double r = particles->def.radius;
    const terr_soil *s = &particles->def.soils[soil];
    return terr_quanta(4.0 / 3.0 * HL_PI * r * r * r * s->loose_density / s->solid_share);
}

/* Forgets what it touched. */
static void make_new(terr_particles *p, int slot)
{
    p->recheck[slot] = 0;
    p->touched.head[slot] = NO_TOUCH;
    p->grains[slot].listed = -1;
    p->grains[slot].age = 0;
    p->grains[slot].still = 0;
    p->grains[slot].holder = -1;
    p->grains[slot].sunk = false;
}

/* The base near the first particle. */
static void place_base(terr_particles *p, hl_vec3 at)
{
    const double near[AXES] = {at.x, at.y, at.z}, block = (double)BASE_BLOCK;
    for (int c = 0; c < AXES; c++) p->base[c] = isfinite(near[c]) ? block * rint(near[c] / block) : 0.0;
}

int terr_particles_add(terr_particles *p, hl_vec3 position, hl_vec3 velocity, terr_mass mass, int soil)
{
    HL_ASSERT(mass > 0 && soil >= 0 && soil < p->def.soil_count);
    if (p->count == p->def.capacity) return -1;
    if (p->awake == 0) {
        place_base(p, position);
        p->dirty = true;
    }
    const int index = p->count++, slot = p->awake;
    p->grains[index] = (grain){.index = index, .carrier = TERR_AWAKE, .handle = p->grains[index].handle};
    p->slot_of[index] = index;
    terr_particles_swap(p, slot, index);
    p->awake++;
    make_new(p, slot);
    grain *g = &p->grains[slot];
    g->mass = mass;
    p->mass += mass;
    g->soil = (int8_t)soil;
    g->lost = !hl_v3_is_finite(position) || !hl_v3_is_finite(velocity);
    if (g->lost) {
        p->lost++;
        position = base_of(p);
        velocity = hl_v3(0.0, 0.0, 0.0);
    }
    quad_set(p->position[slot].c, hl_sub(position, base_of(p)));
    quad_set(p->velocity[slot].c, velocity);
    quad_set(p->spin[slot].c, hl_v3(0.0, 0.0, 0.0));
    p->position[slot].c[3] = (float)(1.0 / terr_kilograms(mass));
    p->velocity[slot].c[3] = 0.5f * (float)p->def.soils[soil].sliding_friction;
    p->spin[slot].c[3] = 0.5f * p->damping[soil];
    terr_particles_list_add(p, slot);
    return index;
}

/* Move an awake particle behind the awake ones. @return its new slot */
static int terr_particles_move_to_frozen(terr_particles *p, int slot)
{
    terr_particles_list_remove(p, slot);
    terr_particles_swap(p, slot, --p->awake);
    return p->awake;
}

void terr_particles_remove(terr_particles *p, int index)
{
    HL_ASSERT(index >= 0 && index < p->count);
    int slot = p->slot_of[index];
    const grain *g = &p->grains[slot];
    p->mass -= g->mass;
    if (g->lost) p->lost--;
    if (g->carrier == TERR_AWAKE)
        slot = terr_particles_move_to_frozen(p, slot);
    else {
        p->frozen_hash -= terr_particles_hash_frozen(p, slot);
        p->woke = p->dirty = true; /* forget its springs */
    }
    const int last = --p->count;
    terr_particles_swap(p, slot, last);
    const int moved = p->slot_of[last]; /* the particle of the last index takes over the one given back */
    if (index == last) return;
    if (p->grains[moved].carrier != TERR_AWAKE) p->frozen_hash -= terr_particles_hash_frozen(p, moved);
    p->grains[moved].index = index;
    p->slot_of[index] = moved;
    if (p->grains[moved].carrier != TERR_AWAKE) p->frozen_hash += terr_particles_hash_frozen(p, moved);
}

void terr_particles_fix(terr_particles *p, int index)
{
    HL_ASSERT(index >= 0 && index < p->count);
    p->grains[p->slot_of[index]].sunk = true;
}

/* ---- looking ---- */

int terr_particles_count(const terr_particles *particles)
{
    return particles->count;
}

/* Touches of frozen ones are those of long ago. */
static bool is_grounded(const terr_particles *p, int slot)
{
    if (slot >= p->awake) return false;
    for (int t = p->touched.head[slot]; t != NO_TOUCH; t = p->touched.touches[t].next)
        if (p->touched.touches[t].key == key_of_field() && p->touched.touches[t].pressed) return true;
    return false;
}

terr_particle terr_particles_get(const terr_particles *p, int index)
{
    HL_ASSERT(index >= 0 && index < p->count);
    const int slot = p->slot_of[index];
    const grain *g = &p->grains[slot];
    terr_particle seen = {.position = position_of(p, slot),
                          .mass = g->mass,
                          .soil = g->soil,
                          .carrier = g->carrier,
                          .grounded = g->carrier == TERR_AWAKE && is_grounded(p, slot),
                          .still = g->still};
    if (g->carrier == TERR_AWAKE) {
        seen.velocity = vector_of(p->velocity[slot].c);
        seen.spin = vector_of(p->spin[slot].c);
    } else {
        seen.velocity = velocity_in(&p->motion[g->carrier], seen.position);
        seen.spin = p->motion[g->carrier].spin;
    }
    return seen;
}

hl_vec3 terr_particles_place(const terr_particles *p, int index, terr_mass *mass)
{
    HL_ASSERT(index >= 0 && index < p->count);
    const int slot = p->slot_of[index];
    *mass = p->grains[slot].mass;
    return position_of(p, slot);
}

hl_vec3 terr_particles_in_tool(const terr_particles *p, int index, int tool)
{
    const int slot = p->slot_of[index];
    if (p->grains[slot].carrier == tool) return vector_of(p->position[slot].c);
    const terr_tool_motion *motion = &p->motion[tool];
    return hl_mul_transposed(&motion->rotation, hl_sub(position_of(p, slot), motion->position));
}

int terr_particles_find_lost(const terr_particles *p, int from)
{
    if (p->lost == 0) return -1;
    for (int i = from; i < p->count; i++)
        if (p->grains[p->slot_of[i]].lost) return i;
    return -1;
}

terr_mass terr_particles_mass(const terr_particles *p)
{
    return p->mass;
}

terr_particles_counts terr_particles_counted(const terr_particles *p)
{
    return (terr_particles_counts){.count = p->count,
                                   .awake = p->awake,
                                   .capacity = p->def.capacity,
                                   .contacts = p->contacts,
                                   .overflowed = p->overflowed};
}

int64_t terr_particles_most_contacts(const terr_particles *p)
{
    return KISSING_NUMBER / 2 * (int64_t)p->def.capacity;
}

int terr_particles_draw(const terr_particles *p, int most, float *xyzr)
{
    const int count = p->count < most ? p->count : most;
    for (int i = 0; i < count; i++) {
        quad_set(xyzr + 4 * i, position_of(p, p->slot_of[i]));
        xyzr[4 * i + 3] = p->radius;
    }
    return count;
}

int terr_particles_soils(const terr_particles *p, int most, uint8_t *soils)
{
    const int count = p->count < most ? p->count : most;
    for (int i = 0; i < count; i++) soils[i] = (uint8_t)p->grains[p->slot_of[i]].soil;
    return count;
}

/* ---- freezing and waking ---- */

/* Woken particles search for ground and boxes within so many steps, not all in the first one. */
enum { SEARCH_SPREAD = 4 };

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
    p->recheck[slot] = 1 + index % SEARCH_SPREAD;
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
