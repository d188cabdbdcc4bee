/* Commands into a session: moves of controls, loss and return of sources. */
#include "session_internal.h"

/* Commands behind a tap that wait with it at most. An axis that trembles between two counts faster than the
 * world ticks is a row of taps too: they are not to pile up, or all of its device would be late. */
static const unsigned most_behind_tap = 4;

/* The controls that the source moved last go to their safe values. */
static void lose(rt_session *session, int source)
{
    session_source *s = &session->sources[source];
    if (s->lost) return;
    s->lost = true;
    const int controls = world_control_count(session->machine);
    for (int i = 0; i < controls; i++) {
        if (session->owner[i] != source) continue;
        world_control_set(session->machine, i, world_control_info(session->machine, i).safe);
        session->owner[i] = -1;
    }
    session_post(session, XCH_EVENT_INPUT_LOST, source, 0.0);
}

static void hear(rt_session *session, int source)
{
    session_source *s = &session->sources[source];
    s->heard = world_machine_tick(session->machine);
    if (!s->lost) return;
    s->lost = false;
    session_post(session, XCH_EVENT_INPUT_BACK, source, 0.0);
}

/* The tick acts on an event of that time. */
static void date(rt_session *session, int64_t event)
{
    if (event <= 0 || session->woke <= 0) return;
    rt_histogram_add(&session->latency, session->woke - event);
    if (session->event == 0 || event < session->event) session->event = event;
}

static void obey(rt_session *session, int source, const xch_command *command)
{
    if (command->kind == XCH_COMMAND_LOST) {
        lose(session, source);
        return;
    }
    hear(session, source);
    if (command->kind != XCH_COMMAND_SET || command->control < 0 ||
        command->control >= world_control_count(session->machine))
        return;
    world_control_set(session->machine, command->control, command->value);
    date(session, command->time);
    session->owner[command->control] = source;
}

/* Whether it undoes what the control has been moved to since the last tick. */
static bool undoes(const rt_session *session, const xch_command *command)
{
    if (command->kind != XCH_COMMAND_SET || command->control < 0 ||
        command->control >= world_control_count(session->machine))
        return false;
    const double began = session->began[command->control];
    return command->value == began && world_control_get(session->machine, command->control) != began;
}

/* The command that was put off, else one out of the ring, into `next`. */
static bool take(session_source *source)
{
    const bool waited = source->waits;
    source->waits = false;
    return waited || xch_ring_pop(source->ring, &source->next);
}

/* Not more than a ring holds: who pushes while we read does not keep us here. */
static void read_source(rt_session *session, int index, bool paused)
{
    session_source *source = &session->sources[index];
    for (int i = 0; i < RT_COMMANDS && take(source); i++) {
        if (!paused && xch_ring_count(source->ring) < most_behind_tap && undoes(session, &source->next)) {
            source->waits = true;
            return;
        }
        obey(session, index, &source->next);
    }
}

void session_read_commands(rt_session *session, bool paused)
{
    const int controls = world_control_count(session->machine);
    for (int i = 0; i < controls; i++) session->began[i] = world_control_get(session->machine, i);
    for (int i = 0; i < session->source_count; i++) read_source(session, i, paused);
}

void session_watch_sources(rt_session *session)
{
    if (!session->realtime) return;
    const int64_t tick = world_machine_tick(session->machine);
    for (int i = 0; i < session->source_count; i++) {
        const session_source *s = &session->sources[i];
        if (s->patience > 0 && s->heard >= 0 && tick - s->heard > s->patience) lose(session, i);
    }
}

int rt_session_add_source(rt_session *session, const char *name, double patience, xch_ring **ring)
{
    if (session->source_count == RT_SOURCES) return -1;
    *ring = xch_ring_new(session->arena, sizeof(xch_command), RT_COMMANDS);
    if (!*ring) return -1;
    session->sources[session->source_count] = (session_source){
        .name = name, .patience = session_ticks(session, patience), .heard = -1, .ring = *ring};
    return session->source_count++;
}

const char *rt_session_source_name(const rt_session *session, int source)
{
    return source >= 0 && source < session->source_count ? session->sources[source].name : "";
}
