/* What the files of `headland run` share. */
#ifndef RUN_H
#define RUN_H

#include "cockpit.h"
#include "command/options.h"
#include "machine.h"
#include "picture/frames.h"
#include "rt/deadlines.h"
#include "rt/recorder.h"
#include "rt/session.h"
#include "rt/telemetry.h"
#include "run_attempt.h"
#include "run_link.h"
#include "run_window.h"
#include "xch/director.h"

enum {
    RUN_PATH = TRAIN_PATH + 32,
    RUN_EVENTS = 500,
    RUN_REMARKS = 100,
    RUN_PRIORITY = 80 /* of the physics: above the kernel's interrupt threads, at 50 */
};

#define RUN_LINGER 4.0 /**< [s]: a person reads why the exercise has ended */

/** The command line. */
typedef struct run_request {
    bool headless, rt_report, json;
    double seconds;             /**< [s]; 0: not given */
    const char *speed, *driver; /**< --speed and --operator; NULL: not given */
    const char *out;            /**< folder; NULL: nothing is written */
    const char *frames;         /**< pictures that are asked for; NULL: none */
    int cpu;                    /**< below 0: not given */
    const char *trainee;        /**< whose attempt it is; NULL: nobody's */
    const char *db;             /**< of results; NULL: the user's own */
    bool reference;             /**< the exercise's own script drives, for comparison */
    bool unproved;              /**< attempts are not computed again here: somebody else does */
    const char *seat;           /**< name under which an instructor finds it; NULL: none does */
    const char *exercises;      /**< folder of more exercises that an instructor may load; NULL: none */
    option_list set;
    window_request window;
    cockpit_request cockpit;
    void (*ready)(
        void *context); /**< called when the window of the drive is there, or cannot be; NULL: nobody */
    void *ready_context;
} run_request;

/** What is watched at every tick (run_score.h). */
typedef struct run_score {
    int fuel_used; /**< signal; -1: there is none */
    double fuel_used_before;
    int pressure_count;
    int *pressures; /**< signals */
    double *peaks;  /**< of each of them so far, in its unit */
    double *last;   /**< all signals of the state at the end, in their units: once it has ended */
} run_score;

/** What an instructor did or said. */
typedef struct run_remark {
    int64_t tick;
    const char *kind; /**< "mark", "message", "fault" */
    char text[XCH_DIRECTOR_TEXT + 40];
} run_remark;

/** A run and what came of it. */
typedef struct run {
    run_request request;
    bool realtime;
    double seconds; /**< length [s]; 0: open end */
    machine_files files;
    mb_step_options options;
    world_machine *machine;
    const char *script;      /**< path of the operator's script; NULL: none */
    frames_request pictures; /**< every = 0: none */
    window_choice window_choice;
    hl_arena arena;
    cockpit *cockpit;
    run_window *window; /**< NULL: none */
    run_link *link;     /**< to an instructor; NULL: none */
    run_attempt results;
    bool again;       /**< the drive is to begin anew */
    const char *load; /**< exercise that is to be driven after it; NULL: none */

    /* of a round: the drive can begin anew */
    int round;              /**< from 1 */
    bool paused;            /**< the world stands still */
    int64_t newest_tick;    /**< that has been heard of */
    char folder[RUN_PATH];  /**< its own, from the second on */
    hl_arena session_arena; /**< what is made for it */
    rt_session *session;
    rt_recorder *recorder;
    rt_telemetry *telemetry; /**< NULL: none */
    run_score score;
    int64_t first_tick;
    rt_process process;
    rt_probe probe;
    rt_budget budget;    /**< measured where the report is to tell of it */
    bool probed, locked; /**< locked: the memory was, while it ran */

    /* what came of it */
    rt_recorder_outcome recorded;
    rt_telemetry_outcome rows;
    bool ended; /**< the exercise of an attempt has: `ending` is announced once it is stored */
    xch_event ending;
    int event_count; /**< all of them */
    int events_kept; /**< the first RUN_EVENTS */
    xch_event events[RUN_EVENTS];
    int remark_count;
    run_remark remarks[RUN_REMARKS];
} run;

/** Path of a file in the output folder. */
const char *run_path(const run *r, const char *name, char path[RUN_PATH]);

/** Make the session, from the machine as it stands.
 *  @param status  out: the exit status when false, which comes after a message */
bool run_begin_session(run *r, int *status);

/* ---- run_files.c ---- */

/** Name of the telemetry's file: of an attempt it is packed. */
const char *run_telemetry_name(const run *r);

/** Begin the attempt, where there is one; open recorder and telemetry. @return false after a message */
bool run_files_open(run *r);

/** End them. */
void run_files_close(run *r);

/** Say why something cannot be. @return false */
bool run_cannot(const char *what, const char *why);

/* ---- run_drive.c ---- */

/** Open cockpit, results and windows, drive until the end, close them. @return exit status */
int run_drive(run *r);

/** Let the world stand still, or go on. */
void run_pause(run *r, bool pause);

/** End the drive and begin it anew. */
void run_again(run *r);

/* ---- run_events.c: what happened, in words ---- */

/** What an event says, with the names of what it is about. */
void run_event_text(const run *r, const xch_event *event, char *text, size_t size);

/** What kind of event it is in the results of trainees: "task", "hit", ... NULL: it is not kept there. */
const char *run_event_kind(const run *r, const xch_event *event);

/** Keep something that an instructor did or said. */
void run_remark_add(run *r, const char *kind, const char *text);

/* ---- run.c ---- */

/** Index of the signal FIRST NAME LAST, spaces in the name made underscores; -1: there is none. */
int run_signal_of(const run *r, const char *first, const char *name, const char *last);

/** Drive once, and again where that is asked for.
 *  @param link  to an instructor; NULL: none
 *  @param next  out: RUN_PATH, the exercise that is to be driven then, empty: none
 *  @param last  out, may be NULL: the last attempt in the store; 0: none
 *  @return exit status */
int run_scenario(const run_request *request, const char *path, run_link *link, char *next, int64_t *last);

/* ---- run_frames.c: pictures of a run without a window ---- */

typedef struct run_frames run_frames;

/** Make them ready and let them ride along, before the session starts.
 *  @param status  out: the exit status when NULL, after a message */
run_frames *run_frames_open(run *r, int *status);

/** Draw the picture that is due, if its snapshot and its sand have come.
 *  @param ended  whether the session had ended before the snapshot was read
 *  @return false: it cannot be written */
bool run_frames_take(run_frames *pictures, const xch_snapshot *snapshot, bool ended);

void run_frames_close(run_frames *pictures);

/* ---- run_report.c ---- */

/** Print what came of it, and write report.json where files are wanted.
 *  @return false after a message: the report could not be written */
bool run_report(run *r);

#endif
