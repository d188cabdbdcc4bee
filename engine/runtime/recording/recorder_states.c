/* Saved states between loop and thread. The thread that has taken a place out of a ring owns its memory until
 * it puts it into the other one. */
#include "recorder_states.h"

enum { NONE = -1 };

bool rt_states_begin(rt_states *states, const world_machine *machine, hl_arena *arena)
{
    const size_t capacity = world_state_capacity(machine), size = world_state_size(machine);
    states->held = NONE;
    states->saved = xch_ring_new(arena, sizeof(rt_saved_state), RT_STATE_PLACES);
    states->free = xch_ring_new(arena, sizeof(int64_t), RT_STATE_PLACES);
    if (!states->saved || !states->free) return false;
    for (int64_t i = 0; i < RT_STATE_PLACES; i++) {
        if (!rt_state_room_take(&states->rooms[i], capacity, size)) return false;
        (void)xch_ring_push(states->free, &i); /* has room for all */
    }
    return true;
}

void rt_states_end(rt_states *states)
{
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_room_give_back(&states->rooms[i]);
}

bool rt_states_save(rt_states *states, const world_machine *machine, int64_t tick, size_t size)
{
    if (states->held == NONE && !xch_ring_pop(states->free, &states->held)) return false;
    rt_state_room *room = &states->rooms[states->held];
    if (!rt_state_room_holds(room, size)) return false; /* it stays held for the next attempt */
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
    for (int i = 0; i < RT_STATE_PLACES; i++) rt_state_room_grow(&states->rooms[i], size);
}
