/* The inside of a session. */
#ifndef SESSION_INTERNAL_H
#define SESSION_INTERNAL_H

#include "rt/session.h"
#include "terrain_out.h"

typedef struct session_source {
    const char *name;
    bool live, lost;
    int64_t heard; /* tick of its last command */
    xch_ring *ring;
} session_source;

typedef struct session_hook {
    rt_hook calls;
    bool told; /* that it has stopped recording */
} session_hook;

struct rt_session {
    world_machine *machine;
    world_operator *driver;
    int64_t last_tick;  /* 0: open end */
    int64_t lost_ticks; /* silence after which a live source is lost; 0: silence is no loss */
    int snapshot_every; /* [ticks] */
    int source_count, reader_count, hook_count, signal_count;
    session_source sources[RT_SOURCES];
    xch_latest *readers[RT_READERS];
    session_hook hooks[RT_HOOKS];
    rt_terrain_out *terrain; /* NULL: nobody looks at the sand */
    int *owner;              /* source that moved a control last, per control; -1: none */
    double *acted;           /* controls of the step that failed, while its state is undone */
    double *signals;         /* of the present state */
    void *good;              /* rigid state of the last good tick */
    xch_ring *events;
    xch_snapshot snapshot;
    hl_arena *arena;
    rt_session_result result;
    /* Released by the session's thread after its last write to anything, acquired by whoever asks for the end
     * and then reads the outcome. */
    atomic_bool ended;
    rt_thread_options thread_options;
    rt_thread thread;
    rt_loop loop;
};

/** Post an event. RT. */
void session_post(rt_session *session, xch_event_kind kind, int subject, double value);

/** Read the commands that wait and watch over the sources. RT. */
void session_read_commands(rt_session *session);

/** Find live sources that have fallen silent. RT. */
void session_watch_sources(rt_session *session);

/** Give a snapshot of the present state to every reader. RT. */
void session_publish(rt_session *session, int64_t woke);

/** Send what the reader of the sand is due at this tick. RT. */
void session_show_sand(rt_session *session, int64_t tick);

#endif
