/* The inside of a session. */
#ifndef SESSION_INTERNAL_H
#define SESSION_INTERNAL_H

#include "rt/session.h"
#include "session_output.h"

typedef struct session_source {
    const char *name;
    int64_t patience; /* ticks without commands after which it counts as lost; 0: never */
    bool lost;
    int64_t heard; /* tick of its last command; -1: none yet */
    bool waits;    /* `next` takes effect in the next tick */
    xch_command next;
    xch_ring *ring;
} session_source;

typedef struct session_hook {
    rt_hook calls;
    bool told; /* the end of its recording has been reported */
} session_hook;

struct rt_session {
    world_machine *machine;
    world_operator *driver;
    int other_count;
    world_operator *const *others; /**< [other_count] that drive other machines */
    int64_t last_tick;             /* 0: open end */
    int snapshot_every;            /* [ticks] */
    bool realtime, ends_at_goal, ends_with_exercise;
    int hits;             /* reported hits of the machine */
    int64_t notes;        /* likewise */
    int64_t incidents;    /* likewise */
    unsigned overturned;  /* bits of the machines that have overturned */
    int64_t couplings;    /* likewise notes of its couplings */
    int64_t slings;       /* likewise notes of its hooks */
    int64_t linger;       /* [ticks] from the end of an exercise to the end of the run */
    int64_t exercise_end; /* tick of the exercise's end; -1: it has not ended */
    int64_t woke;         /* start of this tick, CLOCK_MONOTONIC [ns]; 0: unknown */
    int source_count, reader_count, listener_count, hook_count, signal_count;
    session_source sources[RT_SOURCES];
    xch_latest *readers[RT_READERS];
    rt_listener listeners[RT_LISTENERS];
    session_hook hooks[RT_HOOKS];
    rt_budget *budget;       /* NULL: nothing is measured */
    rt_team *team;           /* NULL: none */
    rt_terrain_out *terrain; /* NULL: no reader of the sand */
    int *owner;              /* [controls] source that last moved the control; -1: none */
    double *began;           /* controls before the commands of this tick */
    double *acted;           /* controls of the failed step, while its state is undone */
    double *signals;         /* of the present state */
    void *good;              /* rigid state of the last good tick */
    xch_ring *events, *acts;
    int64_t event; /* time of the oldest device event that this tick uses, CLOCK_MONOTONIC [ns]; 0: none */
    xch_snapshot snapshot;
    rt_histogram latency; /* time from device events to the ticks that use them */
    hl_arena *arena;
    rt_session_result result;
    bool loops_open; /* at the last tick */
    /* Set by the session's thread with release order after its last write. A thread that reads the outcome
     * tests it first with acquire order. */
    atomic_bool ended;
    atomic_bool moved; /* a command has changed a control */
    rt_thread_options thread_options;
    rt_thread thread;
    rt_loop loop;
};

/** Post an event. RT. */
void session_post(rt_session *session, xch_event_kind kind, int subject, double value);

/** Post an event with a place and a speed. RT. */
void session_post_event(rt_session *session, xch_event event);

/** Send a snapshot of the present state to every reader. RT. */
void session_publish(rt_session *session, int64_t woke);

/** Report the use of a device event by this tick, if there is one. RT. */
void session_push_act(rt_session *session);

/** Send a sample of the present state to every listener. RT. */
void session_publish_samples(rt_session *session);

/** Send the tiles and grains of this tick to the reader of the sand. RT. */
void session_show_sand(rt_session *session, int64_t tick);

#endif
