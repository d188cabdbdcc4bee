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
