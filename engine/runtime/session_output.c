/* Snapshots and events out of a session. */
#include "session_internal.h"
#include "snapshot.h"

void session_publish(rt_session *session, int64_t woke)
{
    if (session->reader_count == 0) return;
    xch_snapshot *snapshot = &session->snapshot;
    snapshot_of(session->machine, session->signals, snapshot);
    snapshot->woke = woke;
    snapshot->step = session->loop.last_step;
    snapshot->missed = session->loop.missed;
    snapshot->slipped = session->loop.slipped;
    snapshot->events_lost = session->result.events_lost;
    for (int i = 0; i < session->reader_count; i++) {
        *(xch_snapshot *)xch_latest_begin(session->readers[i]) = *snapshot;
        xch_latest_publish(session->readers[i]);
    }
}

void session_tell_listeners(rt_session *session)
{
    for (int l = 0; l < session->listener_count; l++)
        rt_listener_tell(&session->listeners[l], session->machine, session->signals);
}

xch_ring *rt_session_add_listener(rt_session *session, const int *signals, int count)
{
    if (session->listener_count == RT_LISTENERS) return NULL;
    rt_listener *listener = &session->listeners[session->listener_count];
    if (!rt_listener_new(listener, session->machine, signals, count, session->arena)) return NULL;
    session->listener_count++;
    return listener->ring;
}

void rt_session_show(rt_session *session)
{
    session_publish(session, 0);
}

void session_show_sand(rt_session *session, int64_t tick)
{
    enum { TURN = 16 /* ticks: 60 pictures a second at 1 ms */, MOST_LOOKS = 256 /* about a microsecond */ };
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return;
    const int share = (terrain->columns * terrain->rows + TURN - 1) / TURN;
    rt_terrain_out_look(terrain, share < MOST_LOOKS ? share : MOST_LOOKS);
    if (tick % TURN == 0)
        rt_terrain_out_grains(terrain, tick);
    else
        (void)rt_terrain_out_tiles(terrain, 1);
}

bool rt_session_send_terrain(rt_session *session)
{
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return true;
    const int tiles = terrain->columns * terrain->rows;
    rt_terrain_out_look(terrain, tiles);
    (void)rt_terrain_out_tiles(terrain, tiles);
    if (terrain->count > 0) return false;
    rt_terrain_out_grains(terrain, world_machine_tick(session->machine));
    return true;
}

bool rt_session_add_terrain_reader(rt_session *session, double x, double y, xch_terrain *terrain)
{
    terr_sand *sand = world_machine_sand(session->machine);
    if (sand == NULL || session->terrain != NULL) return false;
    session->terrain = rt_terrain_out_new(sand, x, y, session->arena);
    if (session->terrain == NULL) return false;
    *terrain = session->terrain->to;
    return true;
}

void session_post(rt_session *session, xch_event_kind kind, int subject, double value)
{
    const xch_event event = {.tick = world_machine_tick(session->machine),
                             .value = value,
                             .kind = (int32_t)kind,
                             .subject = subject};
    if (!xch_ring_push(session->events, &event)) session->result.events_lost++;
}

xch_latest *rt_session_add_reader(rt_session *session)
{
    if (session->reader_count == RT_READERS) return NULL;
    xch_latest *latest = xch_latest_new(session->arena, sizeof(xch_snapshot));
    if (latest) session->readers[session->reader_count++] = latest;
    return latest;
}

xch_ring *rt_session_events(rt_session *session)
{
    return session->events;
}

void rt_session_whole_terrain(rt_session *session, void (*take)(void *context, const xch_tile *tile),
                              void *context)
{
    if (session->terrain != NULL) rt_terrain_out_all(session->terrain, take, context);
}
