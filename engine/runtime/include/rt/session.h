/* A session: a machine driven, in real time or at maximum speed. One thread owns the machine; everybody else
 * speaks to it through rings of commands and hears of it through snapshots and events.
 *
 * A tick:
 *   1 commands of all sources: controls move; lost inputs bring theirs to their safe values
 *   2 the scripted operator, when there is one, moves controls
 *   3 world_machine_step, signals; hits that have begun, what tasks do, and the goal when it is reached,
 *     become events
 *   4 hooks (recorder, telemetry), snapshots, sand for pictures, events
 *
 *   session = rt_session_new(machine, &options, arena);
 *   source = rt_session_add_source(session, "wheel", 0.5, &commands);  ...readers, hooks, operator...
 *   rt_session_start(session);
 *   ... xch_ring_push(commands, ...), xch_latest_read(snapshots, ...) ... until rt_session_ended(session)
 *   rt_session_join(session); */
#ifndef RT_SESSION_H
#define RT_SESSION_H

#include "rt/budget.h"
#include "rt/loop.h"
#include "rt/realtime.h"
#include "rt/recording.h"
#include "world/machine.h"
#include "world/operator.h"
#include "xch/act.h"
#include "xch/command.h"
#include "xch/event.h"
#include "xch/latest.h"
#include "xch/ring.h"
#include "xch/sample.h"
#include "xch/snapshot.h"
#include "xch/terrain.h"

enum {
    RT_SOURCES = 24,
    RT_READERS = 8,
    RT_LISTENERS = 4,
    RT_HOOKS = 8,
    RT_COMMANDS = 256, /**< commands of a source that wait at most */
    RT_EVENTS = 256,   /**< events that wait at most */
    RT_ACTS = 1024     /**< acts that wait at most: pictures of a second */
};

typedef struct rt_session rt_session;

typedef struct rt_session_options {
    bool realtime;           /**< a tick every step size of the machine; else maximum speed */
    double seconds;          /**< length [s]; 0: until the operator's script ends or a stop is asked for */
    int snapshot_every;      /**< ticks between snapshots; 0: 1 */
    int priority;            /**< of rt_session_start's thread in real time: SCHED_FIFO, 1 to 99; 0: none */
    int cpu;                 /**< processor of that thread; below 0: any */
    bool ends_at_goal;       /**< the run has come to its end when the scenario's goal is reached */
    bool ends_with_exercise; /**< and when its exercise is finished or has failed */
    double linger;           /**< so long after that [s]: a person is to read why */
    rt_budget *budget;       /**< begun; it measures the parts of all ticks; NULL: nobody does */
} rt_session_options;

/** What rides along, all called in the session's thread; members may be NULL. */
typedef struct rt_hook {
    void *context;
    /** After every good step. RT. @param signals  all, of the state after the step. @return false: it has
     * stopped recording; an event says so, once */
    bool (*after_tick)(void *context, world_machine *machine, const double *signals);
    /** Maximum speed: whether it can take another tick now; asked between ticks. */
    bool (*ready)(void *context);
    rt_part part; /**< of the tick that it is; 0: none of its own */
} rt_hook;

/** Take the memory of a session at the machine's present state. NULL when memory is exhausted. */
rt_session *rt_session_new(world_machine *machine, const rt_session_options *options, hl_arena *arena);

/* ---- before the first tick ---- */

/** A source of commands.
 *  @param name      for messages; lives as long as the session
 *  @param patience  in real time a source that has spoken and then is silent for so long is lost [s]: it
 * promises to send at least an XCH_COMMAND_ALIVE several times in that; 0: silence is no loss
 *  @param ring      out: of xch_command; the source is its producer
 *  @return index, to stand in its commands; -1 when there are RT_SOURCES, or memory is exhausted */
int rt_session_add_source(rt_session *session, const char *name, double patience, xch_ring **ring);
const char *rt_session_source_name(const rt_session *session, int source);

/** A buffer of xch_snapshot for one reader. NULL when there are RT_READERS, or memory is exhausted. */
xch_latest *rt_session_add_reader(rt_session *session);

/** A listener: chosen signals at every tick.
 *  @param signals  indices; at most XCH_SAMPLED
 *  @return ring of xch_sample for XCH_SAMPLES ticks; ticks that find it full are missing in it. NULL
 * when there are RT_LISTENERS, or memory is exhausted */
xch_ring *rt_session_add_listener(rt_session *session, const int *signals, int count);

/** Tiles and grains of the sand for the one reader that there may be. A tile is sent when it has changed, one
 * a tick at most, those near (x, y) [m] first at the beginning; grains come every 16 ticks.
 *  @return false: there is no sand, or a reader already, or memory is exhausted */
bool rt_session_add_terrain_reader(rt_session *session, double x, double y, xch_terrain *terrain);

/** The whole sand as it lies before the first tick, for the reader of the terrain: without it tiles come
 * through the ring one a tick. Not RT; after rt_session_add_terrain_reader, before rt_session_start. */
void rt_session_whole_terrain(rt_session *session, void (*take)(void *context, const xch_tile *tile),
                              void *context);

/** Send all tiles that have changed, and the grains, so that a picture can show this very tick. To be called
 * by a hook's `ready`, while the world waits, or when the session has ended.
 *  @return false: the ring is full; once more when the reader has taken some out */
bool rt_session_send_terrain(rt_session *session);

/** Let something ride along. False when there are RT_HOOKS. */
bool rt_session_add_hook(rt_session *session, const rt_hook *hook);

/** Let a script drive. NULL: nobody. */
void rt_session_drive(rt_session *session, world_operator *driver);

/** Of xch_event; whoever calls first is its consumer. What finds it full is counted in the snapshots. */
xch_ring *rt_session_events(rt_session *session);

/** Of xch_act, in real time: a tick that acts on events of devices tells so, once. Whoever calls first is its
 * consumer; what finds it full is lost. */
xch_ring *rt_session_acts(rt_session *session);

/* ---- running ---- */

/** Publish the world as it stands before its first tick, so that a picture can be ready when it starts. Not
 * RT; before rt_session_start, after rt_session_add_reader. */
void rt_session_show(rt_session *session);

/** Run in a thread of its own. False when there can be no thread. */
bool rt_session_start(rt_session *session);

/** Wait for the end of that thread. */
void rt_session_join(rt_session *session);

/** Run in the calling thread until the end, instead of start and join. */
void rt_session_run(rt_session *session);

/** From any thread. RT. */
void rt_session_pause(rt_session *session, bool pause);
void rt_session_stop(rt_session *session);

/** Whether there will be no more ticks. From any thread. RT. */
bool rt_session_ended(const rt_session *session);

/** One tick, for whoever brings a loop of his own. RT.
 *  @param woke  when it began, CLOCK_MONOTONIC [ns]; 0: not known
 *  @return false when it was the last one */
bool rt_session_tick(rt_session *session, int64_t woke);

/* ---- after the end ----
 *
 * The machine is at the state of the last good tick; when the session has failed, with the controls of the
 * step that failed: what a black box wants. When it was a signal that was not finite, the sand is one step
 * ahead of that. */

typedef struct rt_session_result {
    rt_end end;          /**< RT_END_FINISHED, RT_END_STOPPED, RT_END_FAILED */
    hl_status status;    /**< why it failed, else HL_OK */
    int signal;          /**< signal that was not finite; -1: none, the step itself failed */
    int64_t events_lost; /**< that found their ring full */
    int64_t goal;        /**< tick at which the scenario's goal was reached first; -1: it was not */
    int64_t open_ticks;  /**< that left closures open: mb_loop_bounds */
    double violation;    /**< largest of any tick, as |Phi| [m, rad or 1] */
} rt_session_result;

rt_session_result rt_session_outcome(const rt_session *session);

/** Ticks, deadlines, histograms. */
const rt_loop *rt_session_loop(const rt_session *session);

/** From the events of devices to the ticks that acted on them, in real time [ns]. */
const rt_histogram *rt_session_latency(const rt_session *session);

/** Whether real-time scheduling was granted. */
const rt_thread *rt_session_thread(const rt_session *session);

#endif
