/* What a session publishes: snapshots, samples for listeners, sand, events. */
#include "session_internal.h"

#include <stddef.h>
#include <string.h>

/* ---- snapshots ---- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void copy_signals(const world_machine *machine, const double *signals, xch_snapshot *to)
{
    const int count = world_signal_count(machine);
    to->signal_count = least(count, XCH_SIGNALS);
    to->signals_left = count - to->signal_count;
    for (int i = 0; i < to->signal_count; i++) to->signals[i] = signals[i];
}

static xch_pose pose_of(hl_vec3 p, hl_quat q)
{
    return (xch_pose){{(float)p.x, (float)p.y, (float)p.z}, {(float)q.w, (float)q.x, (float)q.y, (float)q.z}};
}

static void copy_objects(const world_machine *machine, xch_snapshot *to)
{
    to->object_count = least(world_object_count(machine), XCH_OBJECTS);
    to->unused = 0;
    for (int i = 0; i < to->object_count; i++) {
        hl_vec3 p;
        hl_quat q;
        world_object_pose(machine, i, &p, &q);
        to->objects[i] = pose_of(p, q);
    }
}

static void copy_poses(const world_machine *machine, xch_snapshot *to)
{
    const int bodies = world_body_count(machine);
    to->body_count = least(bodies, XCH_BODIES);
    to->bodies_left = bodies - to->body_count;
    for (int i = 0; i < to->body_count; i++) {
        hl_vec3 p;
        hl_quat q;
        world_body_pose(machine, i, &p, &q);
        to->bodies[i] = pose_of(p, q);
    }
}

void snapshot_of(const world_machine *machine, const double *signals, xch_snapshot *to)
{
    to->tick = world_machine_tick(machine);
    to->time = world_machine_time(machine);
    copy_signals(machine, signals, to);
    copy_poses(machine, to);
    copy_objects(machine, to);
}

/* ---- listeners ---- */

bool rt_listener_new(rt_listener *listener, const world_machine *machine, const int *signals, int count,
                     hl_arena *arena)
{
    if (count > XCH_SAMPLED) return false;
    const size_t size = offsetof(xch_sample, values) + (size_t)count * sizeof(double);
    listener->ring = xch_ring_new(arena, size, XCH_SAMPLES);
    if (listener->ring == NULL) return false;
    listener->count = count;
    for (int i = 0; i < count; i++) {
        listener->signals[i] = signals[i];
        listener->si[i] = world_signal_info(machine, signals[i]).si;
    }
    return true;
}

void rt_listener_push(const rt_listener *listener, const world_machine *machine, const double *signals)
{
    xch_sample sample; /* of its values only the first `count` are used, and copied */
    sample.tick = world_machine_tick(machine);
    sample.time = world_machine_time(machine);
    sample.count = listener->count;
    sample.unused = 0;
    for (int i = 0; i < listener->count; i++)
        sample.values[i] = signals[listener->signals[i]] * listener->si[i];
    (void)xch_ring_push(listener->ring, &sample);
}

/* ---- sand of a session ---- */

bool rt_session_add_terrain_reader(rt_session *session, double x, double y, xch_terrain *terrain)
{
    terr_sand *sand = world_machine_sand(session->machine);
    if (sand == NULL || session->terrain != NULL) return false;
    session->terrain = rt_terrain_out_new(sand, x, y, session->arena);
    if (session->terrain == NULL) return false;
    *terrain = session->terrain->to;
    return true;
}

void rt_session_send_whole_terrain(rt_session *session, void (*take)(void *context, const xch_tile *tile),
                                   void *context)
{
    if (session->terrain != NULL) rt_terrain_out_all(session->terrain, take, context);
}

void session_show_sand(rt_session *session, int64_t tick)
{
    enum { TURN = 16 /* ticks: 60 pictures a second at 1 ms */, MOST_LOOKS = 256 /* about a microsecond */ };
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return;
    const int share = (terrain->columns * terrain->rows + TURN - 1) / TURN;
    rt_terrain_out_queue_changes(terrain, share < MOST_LOOKS ? share : MOST_LOOKS);
    if (tick % TURN == 0)
        rt_terrain_out_grains(terrain, tick);
    else if (tick % TURN == TURN / 2 && terrain->to.heaps != NULL)
        rt_terrain_out_heaps(terrain, tick);
    else
        (void)rt_terrain_out_tiles(terrain, 1);
}

bool rt_session_send_terrain(rt_session *session)
{
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return true;
    const int tiles = terrain->columns * terrain->rows;
    rt_terrain_out_queue_changes(terrain, tiles);
    (void)rt_terrain_out_tiles(terrain, tiles);
    if (terrain->count > 0) return false;
    rt_terrain_out_grains(terrain, world_machine_tick(session->machine));
    rt_terrain_out_heaps(terrain, world_machine_tick(session->machine));
    return true;
}

/* ---- what a tick publishes ---- */

xch_latest *rt_session_add_reader(rt_session *session)
{
    if (session->reader_count == RT_READERS) return NULL;
    xch_latest *latest = xch_latest_new(session->arena, sizeof(xch_snapshot));
    if (latest) session->readers[session->reader_count++] = latest;
    return latest;
}

void snapshot_copy(const xch_snapshot *from, xch_snapshot *to)
{
    memcpy(to, from, offsetof(xch_snapshot, signals) + (size_t)from->signal_count * sizeof *from->signals);
    memcpy(to->bodies, from->bodies, (size_t)from->body_count * sizeof *from->bodies);
    memcpy(to->objects, from->objects, (size_t)from->object_count * sizeof *from->objects);
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
        snapshot_copy(snapshot, xch_latest_begin(session->readers[i]));
        xch_latest_publish(session->readers[i]);
    }
}

void rt_session_publish_start(rt_session *session)
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

void session_publish_samples(rt_session *session)
{
    for (int i = 0; i < session->listener_count; i++)
        rt_listener_push(&session->listeners[i], session->machine, session->signals);
}

/* ---- acts ---- */

xch_ring *rt_session_acts(rt_session *session)
{
    return session->acts;
}

void session_push_act(rt_session *session)
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

void session_post_event(rt_session *session, xch_event event)
{
    event.tick = world_machine_tick(session->machine);
    if (!xch_ring_push(session->events, &event)) session->result.events_lost++;
}

void session_post(rt_session *session, xch_event_kind kind, int subject, double value)
{
    session_post_event(session, (xch_event){.value = value, .kind = (int16_t)kind, .subject = subject});
}
