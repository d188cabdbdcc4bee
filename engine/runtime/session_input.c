/* Commands into a session: controls that move, sources that are lost and come back. */
#include "session_internal.h"

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
    session->owner[command->control] = source;
}

/* Not more than a ring holds: who pushes while we read does not keep us here. */
static void read_source(rt_session *session, int source)
{
    xch_command command;
    for (int i = 0; i < RT_COMMANDS && xch_ring_pop(session->sources[source].ring, &command); i++)
        obey(session, source, &command);
}

void session_read_commands(rt_session *session)
{
    for (int i = 0; i < session->source_count; i++) read_source(session, i);
}

void session_watch_sources(rt_session *session)
{
    if (session->lost_ticks == 0) return;
    const int64_t tick = world_machine_tick(session->machine);
    for (int i = 0; i < session->source_count; i++)
        if (session->sources[i].live && tick - session->sources[i].heard > session->lost_ticks)
            lose(session, i);
}

int rt_session_add_source(rt_session *session, const char *name, bool live, xch_ring **ring)
{
    if (session->source_count == RT_SOURCES) return -1;
    *ring = xch_ring_new(session->arena, sizeof(xch_command), RT_COMMANDS);
    if (!*ring) return -1;
    session->sources[session->source_count] = (session_source){
        .name = name, .live = live, .heard = world_machine_tick(session->machine), .ring = *ring};
    return session->source_count++;
}

const char *rt_session_source_name(const rt_session *session, int source)
{
    return source >= 0 && source < session->source_count ? session->sources[source].name : "";
}
