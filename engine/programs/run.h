/* What the files of `headland run` share. */
#ifndef RUN_H
#define RUN_H

#include "cockpit.h"
#include "frames.h"
#include "machine.h"
#include "options.h"
#include "rt/deadlines.h"
#include "rt/recorder.h"
#include "rt/session.h"
#include "rt/telemetry.h"
#include "run_window.h"

enum {
    RUN_PATH = 1024,
    RUN_EVENTS = 500,
    RUN_PRIORITY = 80 /* of the physics: above the kernel's interrupt threads, at 50 */
};

/** The command line. */
typedef struct run_request {
    bool headless, rt_report, json;
    double seconds;             /**< [s]; 0: not given */
    const char *speed, *driver; /**< --speed and --operator; NULL: not given */
    const char *out;            /**< folder; NULL: nothing is written */
    const char *frames;         /**< pictures that are asked for; NULL: none */
    int cpu;                    /**< below 0: not given */
    option_list set;
    window_request window;
    cockpit_request cockpit;
} run_request;

/** What is watched at every tick (run_score.h). */
typedef struct run_score {
    int fuel_level; /**< signal; -1: there is none */
    double fuel_at_start;
    int pressure_count;
    int *pressures; /**< signals */
    double *peaks;  /**< of each of them so far, in its unit */
} run_score;

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

    /* of an attempt: the drive can begin anew in its window */
    int attempt;            /**< from 1 */
    char folder[RUN_PATH];  /**< its own, from the second on */
    hl_arena session_arena; /**< what is made for it */
    rt_session *session;
    rt_recorder *recorder;
    rt_telemetry *telemetry; /**< NULL: none */
    run_score score;
    int64_t first_tick;
    rt_process process;
    rt_probe probe;
    bool probed, locked; /**< locked: the memory was, while it ran */

    /* what came of it */
    rt_recorder_outcome recorded;
    rt_telemetry_outcome rows;
    int event_count; /**< all of them */
    int events_kept; /**< the first RUN_EVENTS */
    xch_event events[RUN_EVENTS];
} run;

/** Path of a file in the output folder. */
const char *run_path(const run *r, const char *name, char path[RUN_PATH]);

/** Make the session, from the machine as it stands.
 *  @param status  out: the exit status when false, which comes after a message */
bool run_begin_session(run *r, int *status);

/* ---- run_drive.c ---- */

/** Open recorder and telemetry, drive until the end, close them. @return exit status */
int run_drive(run *r);

/** What an event says, with the names of what it is about. */
void run_event_text(const run *r, const xch_event *event, char *text, size_t size);

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
