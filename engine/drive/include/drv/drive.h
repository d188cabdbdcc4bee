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

/* What is watched at every tick for the report: fuel, and the highest pressures, which have their peaks
 * between the rows of any table. */

typedef struct drv_score {
    int fuel_used; /**< signal; -1: there is none */
    double fuel_used_before;
    int pressure_count;
    int *pressures; /**< signals */
    double *peaks;  /**< of each of them so far, in its unit */
} drv_score;

/** Watch a session that is about to begin. @return false: out of memory */
bool drv_score_begin(drv_score *score, world_machine *machine, rt_session *session, hl_arena *arena);

/** Fuel since the start [l]. @param signals  all, of the state at the end */
double drv_fuel_used(const drv_score *score, const double *signals);

/* ---- drive ---- */

/* One drive: a machine, who drives it, what it writes, what came of it; and the next one, when it begins
 * anew. Everything that a drive owns stands in a part of its own; displays, inputs and the instructor are
 * optional:
 *
 *   drv_world       what was loaded and built, and the state at the start
 *   drv_attempt     the results store
 *   drv_cockpit     input devices, sound, motion platform
 *   drv_display     a window, or what a test puts in its place
 *   drv_director    the instructor's link
 *   drv_round       from a start to an end: session, recording, score, events, timing */

enum { DRV_PRIORITY = 80 /* of the physics: above the kernel's interrupt threads, at 50 */ };

typedef struct drv_director drv_director;
struct drv_drive;

/** What is asked for. */
typedef struct drv_options {
    bool realtime;
    bool measure;        /**< deadlines are compared with a probe's, and the parts of a tick are timed */
    bool display;        /**< a person looks: after its end an exercise stays for some seconds */
    double seconds;      /**< length [s]; 0: the scenario's, else the script's */
    int cpu;             /**< processor of the physics; below 0: any */
    const char *script;  /**< path of the operator's script; NULL: none */
    const char *out;     /**< folder; NULL: nothing is written. Attempts have folders of their own */
    const char *trainee; /**< NULL: none */
    drv_settings set;    /**< as given, for the report */
    drv_pictures_request pictures; /**< of drives without a display; every = 0: none */
    const char *hud;               /**< layout of the pictures; NULL: the scenario's, else the machine's */
    const char *assets;            /**< folder of the files that ship */
} drv_options;

/** What was loaded and built. */
typedef struct drv_world {
    drv_files files;
    world_machine *machine;
    int64_t first_tick;
    const void *start; /**< state that each round begins with */
    hl_arena arena;
} drv_world;

/** Load, build, set controls, keep the state. Free it in any case.
 *  @param status  out: drv_status when false, which comes after messages */
bool drv_world_load(drv_world *world, const drv_log *log, const char *path, const drv_settings *set,
                    int *status);

void drv_world_free(drv_world *world);

/** Scheduling of a round. */
typedef struct drv_timing {
    rt_process process;
    rt_probe probe;
    rt_budget budget;    /**< measured if it is asked for */
    bool probed, locked; /**< locked: the memory was, while it ran */
} drv_timing;

/** From a start to an end. */
typedef struct drv_round {
    int number;     /**< from 1 */
    hl_arena arena; /**< of what is made for it */
    double seconds; /**< length [s]; 0: open end */
    rt_session *session;
    int other_count;
    world_operator *others[AUTH_MAX_MACHINES]; /**< that drive the machines beside the driven one */
    char folder[DRV_PATH];                     /**< of its files, if there are some */
    drv_record record;
    drv_score score;
    drv_timing timing;
    drv_journal journal;
    bool paused; /**< the world stands still */
    bool ended;  /**< the exercise of an attempt has: `ending` is announced once it is stored */
    xch_event ending;
    const double *signals; /**< of the state at the end, in their units; NULL: it has not ended */
} drv_round;

/** What is done at the end of a round, before an exercise lingers.
 *  @param report   text of report.json
 *  @param written  whether it was written, if there is a folder */
typedef void (*drv_tell)(void *context, const struct drv_drive *drive, const char *report, bool written);

typedef struct drv_drive {
    const drv_log *log;
    const drv_options *options;
    drv_world *world;
    drv_attempt *attempt;   /**< open, or without a store */
    drv_cockpit *cockpit;   /**< open; there may be nothing in it */
    drv_display *display;   /**< NULL: none */
    drv_director *director; /**< NULL: none */
    auth_settings settings; /**< sound and pattern, as chosen */
    drv_progress progress;  /**< of drives without a display: ticks; `advance` NULL: not reported */
    drv_tell tell;          /**< NULL: none */
    void *tell_context;

    drv_round round;
    bool again;       /**< the drive is to begin anew */
    const char *load; /**< exercise that is to be driven after it; NULL: none */
} drv_drive;

/** Choose how long a drive is, from the options, the scenario and the script.
 *  @return 0: open end */
double drv_seconds(const drv_options *options, const auth_scenario *scenario, double of_script);

/** Make the session of the first round, so that mistakes of the script show before anything is opened.
 *  @param status  out: drv_status when false, which comes after messages */
bool drv_drive_prepare(drv_drive *drive, int *status);

/** Drive until the end, and again where that is asked for. @return drv_status */
int drv_drive_run(drv_drive *drive);

/** Free what the last round has made. */
void drv_drive_free(drv_drive *drive);

/** Let the world stand still, or go on. */
void drv_drive_pause(drv_drive *drive, bool pause);

/** End the drive; what was wished before, to begin anew or to load an exercise, is taken back. */
void drv_drive_stop(drv_drive *drive);

/** End the drive and begin it anew. */
void drv_drive_again(drv_drive *drive);

/** End the drive, for another exercise. @param path  lives on */
void drv_drive_load(drv_drive *drive, const char *path);

/* ---- report ---- */

/* What came of a round: report.json, and the figures that a summary for people is made of. */

/** The report as JSON, to be freed with free(); NULL when memory is exhausted. The session has ended.
 *  @param hash  of the state at the end */
char *drv_report_json(const drv_drive *drive, uint64_t hash);

/** Time that was simulated, and that it took without pauses [s]. */
double drv_simulated(const drv_drive *drive);
double drv_wall(const drv_drive *drive);
double drv_real_time_factor(const drv_drive *drive);

/** A quantile of a histogram [us]. */
double drv_quantile(const rt_histogram *histogram, double share);

/** Why the world stopped. NULL: it did not. */
const char *drv_failure_text(const drv_drive *drive, char *text, size_t size);

/** From events of devices to pictures. NULL: nothing was shown. */
const rt_histogram *drv_photons(const drv_drive *drive);

/** By how much loops may be open without a note [m, rad or 1]. */
double drv_loop_bound(const drv_drive *drive);

/** State of a task at the end: "waits", "goes on", "done", "late". */
const char *drv_task_state(const drv_drive *drive, const auth_task *task);

/** "goes on", "finished", "failed" */
const char *drv_exercise_result(const drv_drive *drive);

/** Why the exercise has ended; may be empty. The text may be in the arena. */
const char *drv_exercise_reason(const drv_drive *drive, hl_arena *arena);

/** Whether it was finished with the points that pass. */
bool drv_exercise_passed(const drv_drive *drive);

/* ---- director ---- */

/* The instructor's side of a drive: the seat tells how it stands, and does what it is asked for. */

/** Listen as a seat of this name, from one drive to the next.
 *  @param found   exercises that may be loaded; they outlive it
 *  @param status  out: drv_status when NULL, which comes after a message */
drv_director *drv_director_open(const drv_log *log, const char *seat, const drv_exercises *found,
                                int *status);

/** Join the session of a drive's round, which has not started. @return false: out of memory */
bool drv_director_join(drv_director *director, drv_drive *drive);

/** Leave it: nothing of it is looked at any more. */
void drv_director_leave(drv_director *director);

/** Tell something that happened. */
void drv_director_event(drv_director *director, double time, const char *kind, const char *text);

/** Tell how the drive stands, do what was asked for; some times a second, from the drive's thread. */
void drv_director_look(drv_director *director, drv_drive *drive);

/** Do one thing that was asked for. */
void drv_director_act(drv_director *director, drv_drive *drive, const xch_director *request);

void drv_director_close(drv_director *director);

#endif
