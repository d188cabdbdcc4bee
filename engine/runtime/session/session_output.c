/* Snapshots, samples, acts and events out of a session. */
#include "session_internal.h"
#include "snapshot.h"

/* ---- snapshots ---- */

xch_latest *rt_session_add_reader(rt_session *session)
{
    if (session->reader_count == RT_READERS) return NULL;
    xch_latest *latest = xch_latest_new(session->arena, sizeof(xch_snapshot));
    if (latest) session->readers[session->reader_count++] = latest;
    return latest;
}

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

void rt_session_show(rt_session *session)
{
    session_publish(session, 0);
}

/* ---- samples ---- */

xch_ring *rt_session_add_listener(rt_session *session, const int *signals, int count)
{
    if (session->listener_count == RT_LISTENERS) return NULL;
    rt_listener *listener = &session->listeners[session->listener_count];
    if (!rt_listener_new(listener, session->machine, signals, count, session->arena)) return NULL;
    session->listener_count++;
    return listener->ring;
}

void session_tell_listeners(rt_session *session)
{
    for (int i = 0; i < session->listener_count; i++)
        rt_listener_tell(&session->listeners[i], session->machine, session->signals);
}

/* ---- acts ---- */

xch_ring *rt_session_acts(rt_session *session)
{
    return session->acts;
}

void session_tell_act(rt_session *session)
{
    if (session->event == 0) return;
    const xch_act act = {session->event, world_machine_time(session->machine)};
    (void)xch_ring_push(session->acts, &act);
}

/* ---- events ---- */

xch_ring *rt_session_events(rt_session *session)
{
    return session->events;
}

void session_post(rt_session *session, xch_event_kind kind, int subject, double value)
{
    const xch_event event = {.tick = world_machine_tick(session->machine),
                             .value = value,
                             .kind = (int32_t)kind,
                             .subject = subject};
    if (!xch_ring_push(session->events, &event)) session->result.events_lost++;
}
