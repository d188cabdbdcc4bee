/* Snapshots and events out of a session. */
#include "session_internal.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void copy_signals(const rt_session *session, xch_snapshot *to)
{
    to->signal_count = least(session->signal_count, XCH_SIGNALS);
    to->signals_left = session->signal_count - to->signal_count;
    for (int i = 0; i < to->signal_count; i++) to->signals[i] = session->signals[i];
}

static void copy_poses(const rt_session *session, xch_snapshot *to)
{
    const int bodies = world_body_count(session->machine);
    to->body_count = least(bodies, XCH_BODIES);
    to->bodies_left = bodies - to->body_count;
    for (int i = 0; i < to->body_count; i++) {
        hl_vec3 p;
        hl_quat q;
        world_body_pose(session->machine, i, &p, &q);
        to->bodies[i] = (xch_pose){{(float)p.x, (float)p.y, (float)p.z},
                                   {(float)q.w, (float)q.x, (float)q.y, (float)q.z}};
    }
}

void session_publish(rt_session *session, int64_t woke)
{
    if (session->reader_count == 0) return;
    xch_snapshot *snapshot = &session->snapshot;
    snapshot->tick = world_machine_tick(session->machine);
    snapshot->time = world_machine_time(session->machine);
    snapshot->woke = woke;
    snapshot->missed = session->loop.missed;
    snapshot->slipped = session->loop.slipped;
    snapshot->events_lost = session->result.events_lost;
    copy_signals(session, snapshot);
    copy_poses(session, snapshot);
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
