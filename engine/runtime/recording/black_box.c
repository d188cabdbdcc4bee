/* Saved states on their way to the file, and the black box. */
#include "black_box.h"
#include "recording_writer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- room for states ---- */

/* Memory of one saved state. Reserved addresses without access need no memory, even if all memory of the
 * process is locked; newly accessible pages are written at once, so that the loop never touches a page first.
 */

/* [bytes] Growth comes in such pieces: a system call each, while a field grows by some 100 kB a second. */
static const size_t piece = (size_t)1 << 20;
/* [bytes] Ahead of the present size: the thread may be held up by a slow disk for many seconds. */
static const size_t ahead = (size_t)4 << 20;

/* Whole pieces for a state of this size, twice that and some more; not beyond the capacity. */
static size_t wanted(const rt_state_room *room, size_t size)
{
    const size_t most = room->capacity;
    if (size > most / 2 || 2 * size + ahead + piece > most) return most;
    return (2 * size + ahead) / piece * piece;
}

bool rt_state_buffer_reserve(rt_state_room *room, size_t capacity, size_t size)
{
    room->capacity = capacity > 0 ? capacity : 1;
    atomic_init(&room->ready, 0);
    void *data = mmap(NULL, room->capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    room->data = data == MAP_FAILED ? NULL : data;
    if (!room->data) return false;
    rt_state_buffer_grow(room, size);
    if (rt_state_buffer_fits(room, size)) return true;
    rt_state_buffer_free(room);
    return false;
}

void rt_state_buffer_free(rt_state_room *room)
{
    if (room->data) munmap(room->data, room->capacity);
    room->data = NULL;
}

void rt_state_buffer_grow(rt_state_room *room, size_t size)
{
    const size_t ready = atomic_load_explicit(&room->ready, memory_order_relaxed);
    const size_t more = wanted(room, size);
    if (!room->data || more <= ready) return;
    if (mprotect(room->data + ready, more - ready, PROT_READ | PROT_WRITE) != 0) return;
    memset(room->data + ready, 0, more - ready);
    atomic_store_explicit(&room->ready, more, memory_order_release);
}

bool rt_state_buffer_fits(const rt_state_room *room, size_t size)
{
    return size <= atomic_load_explicit(&room->ready, memory_order_acquire);
}

/* ---- states on their way to the file ---- */

/* The thread that has popped a place from one ring owns its memory until it pushes the place into the other.
 */

enum { NONE = -1 };

bool rt_states_begin(rt_states *states, const world_machine *machine, hl_arena *arena)
{
    const size_t capacity = world_state_capacity(machine), size = world_state_size(machine);
    states->held = NONE;
    states->saved = xch_ring_new(arena, sizeof(rt_saved_state), RT_STATE_PLACES);
    states->free = xch_ring_new(arena, sizeof(int64_t), RT_STATE_PLACES);
    if (!states->saved || !states->free) return false;
    for (int64_t i = 0; i < RT_STATE_PLACES; i++) {
        if (!rt_state_buffer_reserve(&states->rooms[i], capacity, size)) return false;
        (void)xch_ring_push(states->free, &i); /* has room for all */
    }
    return true;
}

void rt_states_end(rt_states *states)
{
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_buffer_free(&states->rooms[i]);
}

bool rt_states_save(rt_states *states, const world_machine *machine, int64_t tick, size_t size)
{
    if (states->held == NONE && !xch_ring_pop(states->free, &states->held)) return false;
    rt_state_room *room = &states->rooms[states->held];
    if (!rt_state_buffer_fits(room, size)) return false; /* it stays held for the next attempt */
    world_state_save(machine, room->data);
    const rt_saved_state saved = {.tick = tick, .size = size, .place = states->held};
    (void)xch_ring_push(states->saved, &saved); /* has room for all */
    states->held = NONE;
    return true;
}

bool rt_states_next(rt_states *states, rt_saved_state *saved)
{
    return xch_ring_pop(states->saved, saved);
}

const void *rt_states_data(const rt_states *states, const rt_saved_state *saved)
{
    return states->rooms[saved->place].data;
}

void rt_states_done(rt_states *states, const rt_saved_state *saved)
{
    (void)xch_ring_push(states->free, &saved->place); /* has room for all */
}

void rt_states_grow(rt_states *states, size_t size)
{
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_buffer_grow(&states->rooms[i], size);
}

/* ---- black box ---- */

hl_status rt_black_box_begin(rt_black_box *box, const rt_recording_info *info, const world_machine *machine,
                             int64_t keep, hl_arena *arena)
{
    const size_t record = rt_record_size(info->control_count, info->block_count);
    const int64_t now = world_machine_tick(machine);
    *box = (rt_black_box){.info = info,
                          .keep = keep,
                          .first = now,
                          .last = now,
                          .record_size = (record + sizeof(double) - 1) / sizeof(double) * sizeof(double),
                          .room = 2 * keep,
                          .state_ticks = {now, -1},
                          .next_state = now + keep};
    box->records = hl_arena_take(arena, (size_t)box->room, box->record_size);
    if (!box->records) return HL_OUT_OF_MEMORY;
    box->state_sizes[0] = world_state_size(machine);
    for (int i = 0; i < 2; i++)
        if (!rt_state_buffer_reserve(&box->states[i], (size_t)info->capacity, box->state_sizes[0]))
            return HL_OUT_OF_MEMORY;
    world_state_save(machine, box->states[0].data);
    return HL_OK;
}

void rt_black_box_end(rt_black_box *box)
{
    for (int i = 0; i < 2; i++) rt_state_buffer_free(&box->states[i]);
}

void rt_black_box_grow(rt_black_box *box, size_t size)
{
    for (int i = 0; i < 2; i++) rt_state_buffer_grow(&box->states[i], size);
}

static unsigned char *record_of(const rt_black_box *box, int64_t tick)
{
    return box->records + (size_t)(tick % box->room) * box->record_size;
}

bool rt_black_box_tick(rt_black_box *box, const void *record, const world_machine *machine, size_t size)
{
    const int64_t tick = ++box->last;
    memcpy(record_of(box, tick), record, rt_record_size(box->info->control_count, box->info->block_count));
    const int older = 1 - box->newest;
    if (tick < box->next_state || !rt_state_buffer_fits(&box->states[older], size)) return false;
    world_state_save(machine, box->states[older].data);
    box->state_sizes[older] = size;
    box->state_ticks[older] = tick;
    box->newest = older;
    box->next_state = tick + box->keep;
    return true;
}

/* The older state if all ticks since it are stored, else the newer one. @return false: the ticks reach back
 * to neither, because a state had to wait for memory */
static bool choose_state(const rt_black_box *box, int *state)
{
    for (int i = 0; i < 2; i++) {
        *state = i == 0 ? 1 - box->newest : box->newest;
        const int64_t tick = box->state_ticks[*state];
        if (tick >= 0 && box->last - tick <= box->room) return true;
    }
    return false;
}

/* Whether the growing blocks are those of the last good tick: not if the step succeeded and a signal after it
 * was not finite. */
static bool at_last_tick(const rt_black_box *box, const world_machine *machine)
{
    const world_block *blocks;
    const int count = world_state_blocks(machine, &blocks);
    if (box->last == box->first) return true;
    const rt_tick last = rt_record_tick(record_of(box, box->last), box->info->control_count);
    for (int i = 0; i < count; i++)
        if (blocks[i].size == 0 && rt_fold_hash(world_block_hash(&blocks[i])) != last.block_hashes[i])
            return false;
    return true;
}

/* The ticks since `begin`, and the state that they lead to. */
static void write_ticks(const rt_black_box *box, rt_writer *writer, int64_t begin,
                        const world_machine *machine, void *state)
{
    for (int64_t tick = begin + 1; tick <= box->last; tick++) {
        const rt_tick one = rt_record_tick(record_of(box, tick), box->info->control_count);
        rt_writer_tick(writer, &one);
    }
    if (!at_last_tick(box, machine)) return;
    world_state_save(machine, state);
    rt_writer_state(writer, box->last, state, world_state_size(machine));
}

hl_status rt_black_box_write(const rt_black_box *box, const char *path, const world_machine *machine,
                             const rt_recording_ending *ending, char *why)
{
    int from;
    rt_writer writer;
    if (!choose_state(box, &from))
        return rt_set_error(HL_OUT_OF_MEMORY, why, "the state grew faster than its buffer");
    const int64_t begin = box->state_ticks[from];
    void *last_state = malloc(world_state_size(machine) + 1);
    if (!last_state) return rt_out_of_memory(why);
    hl_status status =
        rt_writer_begin(&writer, path, box->info, begin, box->states[from].data, box->state_sizes[from]);
    if (status == HL_OK) {
        write_ticks(box, &writer, begin, machine, last_state);
        rt_writer_end(&writer, ending);
        if (writer.failed) status = HL_IO_ERROR;
    }
    free(last_state);
    return status == HL_OK ? HL_OK : rt_set_error(status, why, "%s", writer.why);
}
