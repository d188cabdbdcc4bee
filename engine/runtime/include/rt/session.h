/* A session drives a machine and measures the time of each part of its ticks. */
#ifndef RT_SESSION_H
#define RT_SESSION_H

#include "rt/loop.h"
#include "rt/recording.h"
#include "rt/team.h"
#include "world/budget.h"
#include "world/incident.h"
#include "world/machine.h"
#include "world/operator.h"
#include "xch/messages.h"
#include "xch/ring.h"
#include "xch/snapshot.h"
#include "xch/terrain.h"

/* ---- budget ---- */

/* The budget of a tick: the time of each part. The clock is read at the end of each part, so the parts add up
 * to the tick; interruptions count in the part they interrupt. */

/** Parts of a tick, in their order. */
typedef enum rt_part {
    RT_PART_COMMANDS, /**< commands of all sources, lost inputs, the script */
    RT_PART_WORLD,    /**< from here on as world_part (world/machine.h) */
    RT_PART_SIGNALS = RT_PART_WORLD + (int)WORLD_PARTS, /**< all signals; saving the last good state */
    RT_PART_NEWS,      /**< hits, tasks and goal as events; hooks without a separate part */
    RT_PART_RECORDER,  /**< hash, frame, periodically a copy of the state */
    RT_PART_TELEMETRY, /**< rows */
    RT_PART_SAMPLES,   /**< for sound, motion, forces */
    RT_PART_SNAPSHOT,  /**< for rendering */
    RT_PART_SAND,      /**< tiles and grains for rendering */
    RT_PARTS
} rt_part;

typedef struct rt_budget {
    rt_clock clock;
    int64_t began, last;          /**< start of the present tick; of its present part [ns] */
    int64_t spent[RT_PARTS];      /**< in the present tick [ns] */
    int64_t total[RT_PARTS];      /**< in all ticks [ns] */
    int64_t longest[RT_PARTS];    /**< in the longest tick [ns] */
    rt_histogram parts[RT_PARTS]; /**< of every tick */
    rt_histogram tick;            /**< of all parts together */
    int64_t counts[WORLD_COUNTS]; /**< of the present tick */
    int64_t most[WORLD_COUNTS];   /**< largest of all ticks */
    double sums[WORLD_COUNTS];    /**< over all ticks */
} rt_budget;

/** Reset the measurement. */
void rt_budget_begin(rt_budget *budget, rt_clock clock);

/** Start of a tick; end of a part; end of the tick. A part may end several times in a tick; its times are
 * added. RT. @param budget NULL: no measurement */
void rt_budget_tick(rt_budget *budget);
void rt_budget_ended(rt_budget *budget, rt_part part);
void rt_budget_finish(rt_budget *budget);

/** Count what the last step of the world did; before rt_budget_finish, in no part of the tick. RT.
 *  @param budget NULL: no measurement */
void rt_budget_count(rt_budget *budget, const world_machine *machine);

/** Mean time of a part in a tick [ns]; 0 without ticks. */
double rt_budget_mean(const rt_budget *budget, rt_part part);

/** Its name in files, e.g. "newton", and its description. */
const char *rt_part_key(rt_part part);
const char *rt_part_text(rt_part part);

/* ---- session ---- */

/* A session drives a machine, in real time or at maximum speed. One thread owns the machine; other threads
 * send commands through rings and receive snapshots and events.
 *
 * A tick:
 *   1 commands of all sources: controls are set; controls of lost inputs are set to their safe values
 *   2 the scripted operator, if any, sets controls
 *   3 world_machine_step, signals; new hits, changes of tasks, and reaching the goal become events
 *   4 hooks (recorder, telemetry), snapshots, sand for rendering, events
 *
 *   session = rt_session_new(machine, &options, arena);
 *   source = rt_session_add_source(session, "wheel", 0.5, &commands);  ...readers, hooks, operator...
 *   rt_session_start(session);
 *   ... xch_ring_push(commands, ...), xch_latest_read(snapshots, ...) ... until rt_session_is_ended(session)
 *   rt_session_join(session); */

enum {
    RT_SOURCES = 24,
    RT_READERS = 8,
    RT_LISTENERS = 4,
    RT_HOOKS = 8,
    RT_COMMANDS = 256, /**< maximum number of waiting commands of a source */
    RT_EVENTS = 256,   /**< maximum number of waiting events */
    RT_ACTS = 1024     /**< maximum number of waiting acts: about a second */
};

typedef struct rt_session rt_session;

typedef struct rt_session_options {
    bool realtime;           /**< true: one tick per step size of the machine; false: maximum speed */
    double seconds;          /**< length [s]; 0: until the operator script ends or a stop is requested */
    int snapshot_every;      /**< ticks between snapshots; 0: 1 */
    int priority;            /**< of rt_session_start's thread in real time: SCHED_FIFO, 1 to 99; 0: none */
    int cpu;                 /**< processor of that thread; below 0: any */
    bool ends_at_goal;       /**< the run ends when the scenario's goal is reached */
    bool ends_with_exercise; /**< the run ends when its exercise is finished or has failed */
    double linger;           /**< delay after that [s], to read the result */
    rt_budget *budget;       /**< started; measures the parts of all ticks; NULL: no measurement */
    rt_team *team;           /**< computes parts of the steps; it runs until rt_session_join; NULL: none */
} rt_session_options;

/** Hooks, all called in the session's thread; members may be NULL. */
typedef struct rt_hook {
    void *context;
    /** After each successful step. RT. @param signals  all, at the state after the step. @return false: the
     * hook has stopped recording; this is reported once as an event */
    bool (*after_tick)(void *context, world_machine *machine, const double *signals);
    /** Maximum speed: whether it can accept another tick now; called between ticks. */
    bool (*ready)(void *context);
    rt_part part; /**< its part of the tick; 0: none */
} rt_hook;

/** Allocate a session at the machine's present state. NULL when memory is exhausted. */
rt_session *rt_session_new(world_machine *machine, const rt_session_options *options, hl_arena *arena);

/* ---- before the first tick ---- */

/** A source of commands.
 *  @param name      for messages; lives as long as the session
 *  @param patience  in real time, a source that has sent a command and is then silent for this time is lost
 *                   [s]; it must send XCH_COMMAND_ALIVE several times in this period; 0: no timeout
 *  @param ring      out: of xch_command; the source is its producer
 *  @return index for its commands; -1 for more than RT_SOURCES, or when memory is exhausted */
int rt_session_add_source(rt_session *session, const char *name, double patience, xch_ring **ring);
const char *rt_session_source_name(const rt_session *session, int source);

/** A buffer of xch_snapshot for one reader. NULL for more than RT_READERS, or when memory is exhausted. */
xch_latest *rt_session_add_reader(rt_session *session);

/** A listener: selected signals at every tick.
 *  @param signals  indices; at most XCH_SAMPLED
 *  @return ring of xch_sample for XCH_SAMPLES ticks; ticks are dropped while it is full. NULL for more than
 *          RT_LISTENERS, or when memory is exhausted */
xch_ring *rt_session_add_listener(rt_session *session, const int *signals, int count);

/** Tiles and grains of the sand for a single reader. Changed tiles are sent, at most one in a tick, initially
 * those near (x, y) [m] first; grains are sent every 16 ticks.
 *  @return false: there is no sand, there already is a reader, or memory is exhausted */
bool rt_session_add_terrain_reader(rt_session *session, double x, double y, xch_terrain *terrain);

/** Send the whole initial sand to the reader of the terrain; otherwise the ring brings one tile in a tick.
 * Not RT; after rt_session_add_terrain_reader, before rt_session_start. */
void rt_session_send_whole_terrain(rt_session *session, void (*take)(void *context, const xch_tile *tile),
                                   void *context);

/** Send all changed tiles and the grains, so that a frame can show this tick. Call it from a hook's
 * `ready`, while the world waits, or after the end of the session.
 *  @return false: the ring is full; call again after the reader has emptied it */
bool rt_session_send_terrain(rt_session *session);

/** Add a hook. False for more than RT_HOOKS. */
bool rt_session_add_hook(rt_session *session, const rt_hook *hook);

/** Set the script that drives. NULL: none. */
void rt_session_drive(rt_session *session, world_operator *driver);

/** Set the scripts that drive other machines of the world. The end of such a script does not end the run.
 * Before the start.
 *  @param drivers  [count], in the order in which they act; outlives the session */
void rt_session_drive_others(rt_session *session, world_operator *const *drivers, int count);

/** Ring of xch_event; the first caller is its consumer. Events dropped because it is full are counted in the
 * snapshots. */
xch_ring *rt_session_events(rt_session *session);

/** Ring of xch_act, in real time: one entry for each tick that uses events of devices. The first caller is
 * its consumer; entries are dropped while it is full. */
xch_ring *rt_session_acts(rt_session *session);

/* ---- running ---- */

/** Publish the world before its first tick, so that a frame can be drawn at the start. Not RT; before
 * rt_session_start, after rt_session_add_reader. */
void rt_session_publish_start(rt_session *session);

/** Run in a separate thread. False when the thread cannot be started. */
bool rt_session_start(rt_session *session);

/** Wait for the end of that thread. */
void rt_session_join(rt_session *session);

/** Run in the calling thread until the end, instead of start and join. */
void rt_session_run(rt_session *session);

/** From any thread. RT. */
void rt_session_pause(rt_session *session, bool pause);
void rt_session_stop(rt_session *session);

/** Whether a command has changed a control since the start, also while paused. From any thread. RT. */
bool rt_session_is_moved(const rt_session *session);

/** Whether the last tick has ended. From any thread. RT. */
bool rt_session_is_ended(const rt_session *session);

/** One tick, for callers with their own loop. RT.
 *  @param woke  its start, CLOCK_MONOTONIC [ns]; 0: unknown
 *  @return false when it was the last one */
bool rt_session_tick(rt_session *session, int64_t woke);

/** The event of an incident. RT. */
xch_event rt_incident_event(const world_incident *what);

/* ---- after the end ----
 *
 * The machine is at the state of the last good tick; after a failure, with the controls of the failed step,
 * as a black box needs. If a signal was not finite, the sand is one step ahead. */

typedef struct rt_session_result {
    rt_end end;          /**< RT_END_FINISHED, RT_END_STOPPED, RT_END_FAILED */
    hl_status status;    /**< reason of a failure, otherwise HL_OK */
    int signal;          /**< signal that was not finite; -1: the step itself failed */
    int64_t events_lost; /**< lost because the ring was full */
    int64_t goal;        /**< tick at which the scenario's goal was first reached; -1: not reached */
    int64_t open_ticks;  /**< ticks with loop violations above mb_loop_bounds */
    double violation;    /**< largest of any tick, as |Phi| [m, rad or 1] */
} rt_session_result;

rt_session_result rt_session_outcome(const rt_session *session);

/** Ticks, deadlines, histograms. */
const rt_loop *rt_session_loop(const rt_session *session);

/** Time from device events to the ticks that used them, in real time [ns]. */
const rt_histogram *rt_session_latency(const rt_session *session);

/** Whether real-time scheduling was granted. */
const rt_thread *rt_session_thread(const rt_session *session);

#endif
