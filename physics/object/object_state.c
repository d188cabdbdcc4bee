/* State of free bodies: one block of memory without padding, and the memory of contacts in it. */
#include "object_internal.h"

#include "hl/hash.h"

#include <string.h>

_Static_assert(sizeof(object_state) == 42 * sizeof(double), "no padding: it is hashed");
_Static_assert(sizeof(memory_entry) == 8 * sizeof(double), "no padding: it is hashed");
_Static_assert(sizeof(memory_chunk) == CHUNK_TRACES * 14 * sizeof(double), "no padding: it is hashed");

/* ---- layout ---- */

/* Offsets of the parts; returns the whole size. */
static size_t lay_out(size_t bodies, size_t ports, size_t entries, char *block, obj_state *state)
{
    const size_t sizes[9] = {sizeof(object_head),
                             bodies * sizeof(object_state),
                             bodies * sizeof(coll_bounds),
                             bodies * sizeof(int64_t),
                             bodies * sizeof(int64_t),
                             ports * sizeof(port_push),
                             entries * sizeof(memory_entry),
                             entries * sizeof(memory_chunk),
                             entries * sizeof(int64_t)};
    size_t at[10] = {0};
    for (int i = 0; i < 9; i++) at[i + 1] = at[i] + sizes[i];
    if (state != NULL) {
        state->head = (object_head *)(void *)(block + at[0]);
        state->bodies = (object_state *)(void *)(block + at[1]);
        state->bounds = (coll_bounds *)(void *)(block + at[2]);
        state->flags = (int64_t *)(void *)(block + at[3]);
        state->seals = (int64_t *)(void *)(block + at[4]);
        state->pushes = (port_push *)(void *)(block + at[5]);
        state->entries = (memory_entry *)(void *)(block + at[6]);
        state->chunks = (memory_chunk *)(void *)(block + at[7]);
        state->free_slots = (int64_t *)(void *)(block + at[8]);
    }
    return at[9];
}

static size_t lay_out_for(const obj_model *model, char *block, obj_state *state)
{
    return lay_out((size_t)model->body_count, (size_t)model->port_count, (size_t)model->entry_capacity, block,
                   state);
}

size_t obj_state_size(const obj_model *model)
{
    return lay_out_for(model, NULL, NULL);
}

void *obj_state_bytes(obj_state *state)
{
    return state->head;
}

mb_pose object_state_pose(const object_state *body)
{
    return (mb_pose){body->place, hl_quat_matrix(body->turn)};
}

void object_state_rest(obj_state *state, int body)
{
    const object_body *b = &state->model->bodies[body];
    const mb_pose pose = object_state_pose(&state->bodies[body]);
    state->bounds[body] =
        object_bounds(state->model, b->first_piece, b->piece_count, &pose, OBJECT_STILL_MARGIN);
    state->seals[body] = (int64_t)hl_hash(HL_HASH_START, &state->bodies[body], sizeof(object_state));
}

static bool new_links(obj_state *state, hl_arena *arena)
{
    const int count = state->model->link_count;
    state->links = HL_NEW(arena, object_link_state, count);
    if (hl_arena_failed(arena)) return false;
    for (int i = 0; i < count; i++) state->links[i] = (object_link_state){.body = -1.0};
    return true;
}

obj_state *obj_state_new(const obj_model *model, hl_arena *arena)
{
    obj_state *state = HL_NEW(arena, obj_state, 1);
    const size_t size = lay_out_for(model, NULL, NULL);
    char *block = HL_NEW(arena, char, size);
    if (hl_arena_failed(arena)) return NULL;
    *state = (obj_state){.model = model, .size = size};
    lay_out_for(model, block, state);
    if (!new_links(state, arena)) return NULL;
    *state->head = (object_head){.body_count = model->body_count,
                                 .port_count = model->port_count,
                                 .capacity = model->entry_capacity,
                                 .free_count = model->entry_capacity};
    for (int i = 0; i < model->entry_capacity; i++) state->free_slots[i] = model->entry_capacity - 1 - i;
    for (int i = 0; i < model->body_count; i++) {
        object_state *body = &state->bodies[i];
        body->place = model->start[i].position;
        body->turn = hl_quat_from_matrix(&model->start[i].rotation);
        if (model->awake[i]) {
            state->flags[i] = OBJECT_AWAKE;
            body->acceleration = model->gravity;
        }
        object_state_rest(state, i);
    }
    return state;
}

uint64_t obj_state_hash(const void *bytes)
{
    const object_head *head = bytes;
    union {
        const void *from;
        char *block;
    } view = {.from = bytes}; /* read only */
    obj_state state = {.model = NULL};
    lay_out((size_t)head->body_count, (size_t)head->port_count, (size_t)head->capacity, view.block, &state);
    uint64_t hash = hl_hash(HL_HASH_START, head, sizeof *head);
    hash = hl_hash(hash, state.flags, (size_t)head->body_count * sizeof *state.flags);
    for (int64_t i = 0; i < head->body_count; i++)
        if ((state.flags[i] & OBJECT_AWAKE) != 0)
            hash = hl_hash(hash, &state.bodies[i], sizeof *state.bodies);
        else
            hash = hl_hash(hash, &state.seals[i], sizeof *state.seals);
    return hl_hash(hash, state.pushes, (size_t)head->port_count * sizeof *state.pushes);
}

static bool indices_fit(const obj_model *model, const obj_state *state)
{
    const int64_t capacity = model->entry_capacity, bodies = model->body_count,
                  laws = (int64_t)model->material_count * model->material_count,
                  keys = bodies * (1 + bodies + model->port_count) * laws * PAIR_CHUNKS;
    for (int64_t i = 0; i < state->head->entry_count; i++) {
        const memory_entry *entry = &state->entries[i];
        if (entry->key < 0 || entry->key >= keys || entry->slot < 0 || entry->slot >= capacity ||
            entry->count < 0 || entry->count > CHUNK_TRACES || (i > 0 && entry->key <= entry[-1].key))
            return false;
    }
    for (int64_t i = 0; i < state->head->free_count; i++)
        if (state->free_slots[i] < 0 || state->free_slots[i] >= capacity) return false;
    return true;
}

bool obj_state_fits(const obj_model *model, const void *bytes)
{
    obj_state state = {.model = model};
    object_head head;
    memcpy(&head, bytes, sizeof head);
    if (head.body_count != model->body_count || head.port_count != model->port_count ||
        head.capacity != model->entry_capacity || head.entry_count < 0 || head.free_count < 0 ||
        head.entry_count + head.free_count != head.capacity)
        return false;
    union {
        const void *from;
        char *block;
    } view = {.from = bytes}; /* read only */
    lay_out_for(model, view.block, &state);
    for (int i = 0; i < model->body_count; i++) {
        const int64_t flags = state.flags[i];
        if (flags < 0 || flags > (OBJECT_AWAKE | OBJECT_BENDING | OBJECT_BROKEN) ||
            ((flags & OBJECT_AWAKE) != 0 && model->bodies[i].mass == 0.0))
            return false;
    }
    return indices_fit(model, &state);
}

/* ---- memory of contacts ---- */

/* First entry whose key is at least `key`. */
static int lower_bound(const obj_state *state, int64_t key)
{
    int low = 0, high = (int)state->head->entry_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (state->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_entry_of(const obj_state *state, int64_t at, int64_t key)
{
    return at >= 0 && at < state->head->entry_count && state->entries[at].key == key;
}

int object_memory_find(const obj_state *state, int64_t pair_key, int guess)
{
    const int64_t key = pair_key * PAIR_CHUNKS;
    if (is_entry_of(state, guess, key)) return guess;
    const int at = lower_bound(state, key);
    return is_entry_of(state, at, key) ? at : -1;
}

int object_memory_traces(const obj_state *state, int entry, contact_traces *traces)
{
    traces->count = 0;
    if (entry < 0) return 0;
    const int64_t key = state->entries[entry].key;
    int chunks = 0;
    for (; is_entry_of(state, entry + chunks, key + chunks); chunks++) {
        const memory_entry *e = &state->entries[entry + chunks];
        for (int64_t k = 0; k < e->count; k++)
            traces->trace[traces->count++] = &state->chunks[e->slot].trace[k];
    }
    return chunks;
}

/* Of what decides about later steps. */
static int64_t seal_of(const memory_entry *entry, const memory_chunk *chunk)
{
    uint64_t hash = hl_hash(HL_HASH_START, &entry->key, sizeof entry->key);
    for (int64_t k = 0; k < entry->count; k++) {
        const contact_trace *t = &chunk->trace[k];
        const double numbers[5] = {t->approach, t->pressed, t->bristle.x, t->bristle.y, t->bristle.z};
        hash = hl_hash(hl_hash(hash, &t->feature, sizeof t->feature), numbers, sizeof numbers);
    }
    return (int64_t)hash;
}

static void change_seal(obj_state *state, memory_entry *entry, int64_t seal)
{
    state->head->seals = (int64_t)((uint64_t)state->head->seals - (uint64_t)entry->seal + (uint64_t)seal);
    entry->seal = seal;
}

/* Zero what is no longer used, so that equal states have equal bytes. */
static void free_entry(obj_state *state, int64_t at)
{
    object_head *head = state->head;
    change_seal(state, &state->entries[at], 0);
    memset(&state->chunks[state->entries[at].slot], 0, sizeof(memory_chunk));
    state->free_slots[head->free_count++] = state->entries[at].slot;
}

static void remove_entries(obj_state *state, int at, int count)
{
    object_head *head = state->head;
    for (int i = 0; i < count; i++) free_entry(state, at + i);
    memmove(state->entries + at, state->entries + at + count,
            (size_t)(head->entry_count - at - count) * sizeof(memory_entry));
    head->entry_count -= count;
    memset(state->entries + head->entry_count, 0, (size_t)count * sizeof(memory_entry));
}

static bool insert_entry(obj_state *state, int at, int64_t key)
{
    object_head *head = state->head;
    if (head->free_count == 0) return false;
    memmove(state->entries + at + 1, state->entries + at,
            (size_t)(head->entry_count - at) * sizeof(memory_entry));
    head->entry_count++;
    state->entries[at] = (memory_entry){.key = key, .slot = state->free_slots[--head->free_count]};
    state->free_slots[head->free_count] = 0;
    return true;
}

bool object_memory_write(obj_state *state, int64_t pair_key, int guess, const contact_pair_memory *memory,
                         double normal, double energy, double scale)
{
    const int64_t key = pair_key * PAIR_CHUNKS;
    const int first = is_entry_of(state, guess, key) ? guess : lower_bound(state, key);
    const int needed = (int)(memory->count + CHUNK_TRACES - 1) / CHUNK_TRACES;
    int have = 0;
    while (is_entry_of(state, first + have, key + have)) have++;
    if (have > needed) remove_entries(state, first + needed, have - needed);
    for (; have < needed; have++)
        if (!insert_entry(state, first + have, key + have)) break;
    const int kept = have < needed ? have : needed;
    for (int c = 0; c < kept; c++) {
        memory_entry *entry = &state->entries[first + c];
        memory_chunk *chunk = &state->chunks[entry->slot];
        const int64_t left = memory->count - c * CHUNK_TRACES;
        const int64_t count = left < CHUNK_TRACES ? left : CHUNK_TRACES;
        if (entry->count > count) memset(chunk, 0, sizeof *chunk);
        entry->count = count;
        memcpy(chunk->trace, memory->trace + c * CHUNK_TRACES, (size_t)count * sizeof(contact_trace));
        change_seal(state, entry, seal_of(entry, chunk));
    }
    if (kept > 0) {
        state->entries[first].normal = normal;
        state->entries[first].energy = energy;
        state->entries[first].scale = scale;
    }
    return kept == needed;
}

void object_memory_drop(obj_state *state, const bool *stale)
{
    object_head *head = state->head;
    int64_t kept = 0;
    for (int64_t i = 0; i < head->entry_count; i++) {
        if (stale[i])
            free_entry(state, i);
        else
            state->entries[kept++] = state->entries[i];
    }
    memset(state->entries + kept, 0, (size_t)(head->entry_count - kept) * sizeof(memory_entry));
    head->entry_count = kept;
}

/* ---- looking and pushing ---- */

mb_pose obj_pose(const obj_state *state, int body)
{
    mb_pose pose = object_state_pose(&state->bodies[body]);
    pose.position = hl_sub(pose.position, hl_mul(&pose.rotation, state->model->bodies[body].centre));
    return pose;
}

hl_vec3 obj_turn(const obj_state *state, int body)
{
    const object_state *b = &state->bodies[body];
    const hl_mat3 rotation = hl_quat_matrix(b->turn);
    return hl_mul(&rotation, b->spin);
}

hl_vec3 obj_velocity(const obj_state *state, int body)
{
    const object_state *b = &state->bodies[body];
    const hl_mat3 rotation = hl_quat_matrix(b->turn);
    const hl_vec3 arm = hl_mul(&rotation, state->model->bodies[body].centre);
    return hl_sub(b->velocity, hl_cross(hl_mul(&rotation, b->spin), arm));
}

bool obj_is_awake(const obj_state *state, int body)
{
    return (state->flags[body] & OBJECT_AWAKE) != 0;
}

bool obj_any_awake(const obj_state *state)
{
    int64_t flags = 0;
    for (int i = 0; i < state->model->body_count; i++) flags |= state->flags[i];
    return (flags & OBJECT_AWAKE) != 0;
}

bool obj_is_broken(const obj_state *state, int body)
{
    return (state->flags[body] & OBJECT_BROKEN) != 0;
}

void obj_wake(obj_state *state, int body)
{
    const object_body *b = &state->model->bodies[body];
    const bool held = b->anchored && (state->flags[body] & (OBJECT_BENDING | OBJECT_BROKEN)) == 0;
    if (b->mass == 0.0 || held) return;
    state->flags[body] |= OBJECT_AWAKE;
    state->bodies[body].rest = 0.0;
}

void obj_push(obj_state *state, int body, hl_vec3 force, hl_vec3 moment)
{
    object_state *b = &state->bodies[body];
    obj_wake(state, body);
    if (!obj_is_awake(state, body)) return; /* held by the ground */
    const hl_mat3 rotation = hl_quat_matrix(b->turn);
    const hl_vec3 origin = hl_neg(hl_mul(&rotation, state->model->bodies[body].centre));
    b->push_force = hl_add(b->push_force, force);
    b->push_moment = hl_add(b->push_moment, hl_add(moment, hl_cross(origin, force)));
}
