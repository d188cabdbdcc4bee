/* The inside of a session. */
#ifndef SESSION_INTERNAL_H
#define SESSION_INTERNAL_H

#include "listener.h"
#include "rt/session.h"
#include "terrain_out.h"

typedef struct session_source {
    const char *name;
    int64_t patience; /* ticks of silence after which it is lost; 0: silence is no loss */
    bool lost;
    int64_t heard; /* tick of its last command; -1: it has not spoken */
    bool waits;    /* `next` is to be obeyed in the next tick */
    xch_command next;
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
    int snapshot_every; /* [ticks] */
    bool realtime, ends_at_goal, ends_with_exercise;
    int hits;             /* of the machine, that have been told */
    int64_t notes;        /* likewise */
    int64_t linger;       /* [ticks] from the end of an exercise to that of the run */
    int64_t exercise_end; /* tick; -1: it goes on */
    int64_t woke;         /* when this tick began, CLOCK_MONOTONIC [ns]; 0: not known */
    int source_count, reader_count, listener_count, hook_count, signal_count;
    session_source sources[RT_SOURCES];
    xch_latest *readers[RT_READERS];
    rt_listener listeners[RT_LISTENERS];
    session_hook hooks[RT_HOOKS];
    rt_budget *budget;       /* NULL: nothing is measured */
    rt_terrain_out *terrain; /* NULL: nobody looks at the sand */
    int *owner;              /* source that moved a control last, per control; -1: none */
    double *began;           /* controls before the commands of this tick */
    double *acted;           /* controls of the step that failed, while its state is undone */
    double *signals;         /* of the present state */
    void *good;              /* rigid state of the last good tick */
    xch_ring *events, *acts;
    int64_t event; /* of a device, the oldest that this tick acts on, CLOCK_MONOTONIC [ns]; 0: none */
    xch_snapshot snapshot;
    rt_histogram latency; /* from the events of devices to the ticks that act on them */
    hl_arena *arena;
    rt_session_result result;
    bool loops_open; /* at the last tick */
    /* Released by the session's thread after its last write to anything, acquired by whoever asks for the end
     * and then reads the outcome. */
    atomic_bool ended;
    rt_thread_options thread_options;
    rt_thread thread;
    rt_loop loop;
};

/** Ticks of a duration [s], rounded up. */
int64_t session_ticks(const rt_session *session, double seconds);

/** Post an event. RT. */
void session_post(rt_session *session, xch_event_kind kind, int subject, double value);

/** Read the commands that wait. A control that is moved and brought back between two ticks, a tap on a
 * button, is brought back one tick later, so that the world sees it. RT.
 *  @param paused  there will be no tick: nothing is put off */
void session_read_commands(rt_session *session, bool paused);

/** Find live sources that have fallen silent. RT. */
void session_watch_sources(rt_session *session);

/** Give a snapshot of the present state to every reader. RT. */
void session_publish(rt_session *session, int64_t woke);

/** Tell that the tick has acted on an event, if it has. RT. */
void session_tell_act(rt_session *session);

/** Give a sample of the present state to every listener. RT. */
void session_tell_listeners(rt_session *session);

/** Send what the reader of the sand is due at this tick. RT. */
void session_show_sand(rt_session *session, int64_t tick);

#endif
