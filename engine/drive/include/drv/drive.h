/* One drive from its start to its report. */
#ifndef DRV_DRIVE_H
#define DRV_DRIVE_H

#include "drv/attempt.h"
#include "drv/cockpit.h"
#include "drv/display.h"
#include "drv/load.h"
#include "rt/loop.h"
#include "rt/session.h"
#include "xch/messages.h"

/* ---- score ---- */

/* Fuel and peak pressures, watched at every tick: peaks of pressure are shorter than the interval between
 * rows of telemetry. */

typedef struct drv_score {
    int fuel_used; /**< signal; -1: not available */
    double fuel_used_before;
    int pressure_count;
    int *pressures; /**< signals */
    double *peaks;  /**< of each pressure so far, in its unit */
} drv_score;

/** Watch a session that has not started. @return false: out of memory */
bool drv_score_begin(drv_score *score, world_machine *machine, rt_session *session, hl_arena *arena);

/** Fuel used since the start [l]. @param signals all, of the final state */
double drv_fuel_used(const drv_score *score, const double *signals);

/* ---- drive ---- */

/* One drive, and its repetitions. Each part of its data has its own struct; display, inputs and instructor
 * are optional:
 *
 *   drv_world       files, machine, initial state
 *   drv_attempt     the results store
 *   drv_cockpit     input devices, sound, motion platform
 *   drv_display     a window, or its replacement in a test
 *   drv_director    the instructor's link
 *   drv_round       one run: session, recording, score, events, timing */

enum { DRV_PRIORITY = 80 /* of the physics: above the kernel's interrupt threads, at 50 */ };

typedef struct drv_director drv_director;
struct drv_drive;

/** Options of a drive. */
typedef struct drv_options {
    bool realtime;
    bool measure;        /**< compare deadlines with a probe, measure the parts of a tick */
    bool display;        /**< there is a display: an exercise stays on it for some seconds after its end */
    double seconds;      /**< length [s]; 0: the scenario's, else the script's */
    int cpu;             /**< processor of the physics thread; below 0: any */
    int physics_threads; /**< with the physics thread; 0 or 1: it computes alone */
    const char *script;  /**< path of the operator's script; NULL: none */
    const char *out;     /**< folder; NULL: write no files. Attempts have their own folders */
    const char *trainee; /**< NULL: none */
    bool practice;       /**< the exercise is practised (drv_world_practise) */
    drv_settings set;    /**< arguments of --set, for the report */
    drv_pictures_request pictures; /**< for drives without a display; every = 0: none */
    const char *hud;               /**< layout of the pictures; NULL: the scenario's, else the machine's */
    const char *show;              /**< of the pictures: see drv_scene_request */
    const char *assets;            /**< folder of the shipped files */
} drv_options;

/** Files, machine, initial state. */
typedef struct drv_world {
    drv_files files;
    world_machine *machine;
    int64_t first_tick;
    const void *start; /**< initial state of each round */
    hl_arena arena;
} drv_world;

/** Load the files, build the machine, set its controls, save the state. Free it also after a failure.
 *  @param status  out: drv_status if false is returned, after messages */
bool drv_world_load(drv_world *world, const drv_log *log, const char *path, const drv_settings *set,
                    int *status);

/** Practise the loaded exercise, without end and score (world/training.h).
 *  @return false after a message: it is not an exercise */
bool drv_world_practise(drv_world *world, const drv_log *log);

void drv_world_free(drv_world *world);

/** Scheduling of a round. */
typedef struct drv_timing {
    rt_process process;
    rt_probe probe;
    rt_budget budget;    /**< measured if requested */
    rt_team *team;       /**< NULL: the physics thread computes alone */
    bool probed, locked; /**< locked: memory was locked during the run */
} drv_timing;

/** One run, from its start to its end. */
typedef struct drv_round {
    int number;     /**< from 1 */
    hl_arena arena; /**< for its objects */
    double seconds; /**< length [s]; 0: open end */
    rt_session *session;
    int other_count;
    world_operator *others[AUTH_MAX_MACHINES]; /**< drivers of the other machines */
    char folder[DRV_PATH];                     /**< of its files; empty: none */
    drv_record record;
    drv_score score;
    drv_timing timing;
    drv_journal journal;
    bool paused; /**< the world is paused */
    bool ended;  /**< the exercise of an attempt has ended: `ending` is announced after it is stored */
    xch_event ending;
    const double *signals; /**< of the final state, in their units; NULL: not ended */
} drv_round;

/** Called at the end of a round, before the display lingers.
 *  @param report   text of report.json
 *  @param written  whether the file was written, if there is a folder */
typedef void (*drv_tell)(void *context, const struct drv_drive *drive, const char *report, bool written);

typedef struct drv_drive {
    const drv_log *log;
    const drv_options *options;
    drv_world *world;
    drv_attempt *attempt;   /**< open, or without a store */
    drv_cockpit *cockpit;   /**< open; possibly without devices */
    drv_display *display;   /**< NULL: none */
    drv_director *director; /**< NULL: none */
    auth_settings settings; /**< sound and pattern, as chosen */
    drv_progress progress;  /**< of drives without a display: ticks; `advance` NULL: not reported */
    drv_tell tell;          /**< NULL: none */
    void *tell_context;

    drv_round round;
    bool again;       /**< repeat the drive */
    const char *load; /**< exercise to drive next; NULL: none */
} drv_drive;

/** Duration of a drive [s]: from the options, else the scenario unless it is practised, else the script.
 *  @return 0: open end */
double drv_seconds(const drv_options *options, const auth_scenario *scenario, double of_script);

/** Create the session of the first round, so that errors of the script are reported before devices or files
 * are opened.
 *  @param status  out: drv_status if false is returned, after messages */
bool drv_drive_prepare(drv_drive *drive, int *status);

/** Drive until the end, and repeat if requested. @return drv_status */
int drv_drive_run(drv_drive *drive);

/** Free the memory of the last round. */
void drv_drive_free(drv_drive *drive);

/** Pause or resume the world. */
void drv_drive_pause(drv_drive *drive, bool pause);

/** End the drive; earlier requests to repeat it or to load an exercise are cancelled. */
void drv_drive_stop(drv_drive *drive);

/** End the drive and repeat it. */
void drv_drive_again(drv_drive *drive);

/** End the drive and load another exercise. @param path must live on */
void drv_drive_load(drv_drive *drive, const char *path);

/* ---- report ---- */

/* Results of a round: report.json, and the figures of a summary. */

/** The report as JSON, to be freed with free(); NULL when memory is exhausted. The session has ended.
 *  @param hash  of the state at the end */
char *drv_report_json(const drv_drive *drive, uint64_t hash);

/** Simulated time, and wall-clock time without pauses [s]. */
double drv_simulated(const drv_drive *drive);
double drv_wall(const drv_drive *drive);
double drv_real_time_factor(const drv_drive *drive);

/** Why the world stopped. NULL: it did not stop. */
const char *drv_failure_text(const drv_drive *drive, char *text, size_t size);

/** Latency from device events to pictures. NULL: no pictures were shown. */
const rt_histogram *drv_photons(const drv_drive *drive);

/** Intervals between pictures. @param rate  out: pictures a second @return NULL: less than two were shown */
const rt_histogram *drv_picture_intervals(const drv_drive *drive, double *rate);

/** Violation of loops that is not reported [m, rad or 1]. */
double drv_loop_bound(const drv_drive *drive);

/** Final state of a task: "waits", "goes on", "done", "late". */
const char *drv_task_state(const drv_drive *drive, const auth_task *task);

/** "goes on", "finished", "failed" */
const char *drv_exercise_result(const drv_drive *drive);

/** Why the exercise has ended; may be empty. The text may be in the arena. */
const char *drv_exercise_reason(const drv_drive *drive, hl_arena *arena);

/** Whether it was finished with enough points to pass. */
bool drv_exercise_passed(const drv_drive *drive);

/* ---- director ---- */

/* The instructor's link: the seat reports its state and executes requests. */

/** Listen as a seat of this name, for all drives of the program.
 *  @param found   exercises that can be loaded; they outlive it
 *  @param status  out: drv_status if NULL is returned, after a message */
drv_director *drv_director_open(const drv_log *log, const char *seat, const drv_exercises *found,
                                int *status);

/** Join the session of a round before it starts. @return false: out of memory */
bool drv_director_join(drv_director *director, drv_drive *drive);

/** Leave the session: its data are no longer used. */
void drv_director_leave(drv_director *director);

/** Send an event. */
void drv_director_event(drv_director *director, double time, const char *kind, const char *text);

/** Send the state and execute pending requests; called several times a second from the drive's thread. */
void drv_director_look(drv_director *director, drv_drive *drive);

/** Execute a request. */
void drv_director_act(drv_director *director, drv_drive *drive, const xch_director *request);

void drv_director_close(drv_director *director);

#endif
