/* An attempt of a trainee at an exercise: its briefing, journal, recording and outcome. */
#ifndef DRV_ATTEMPT_H
#define DRV_ATTEMPT_H

#include "auth/scenario.h"
#include "drv/load.h"
#include "hl/arena.h"
#include "rt/recording.h"
#include "rt/session.h"
#include "rt/telemetry.h"
#include "train/store.h"
#include "world/machine.h"
#include "xch/messages.h"

/* ---- briefing ---- */

/* Texts of the page before a drive: tasks, what ends it, what scores, and the trainee's earlier attempts. */

enum { DRV_LINES = AUTH_MAX_TASKS + AUTH_MAX_COMPONENTS };

/** Lines of a page. */
typedef struct drv_lines {
    hl_arena *arena;
    int count;
    const char *list[DRV_LINES];
} drv_lines;

/** Add a line, printf-like. Lines beyond DRV_LINES are left out. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void drv_lines_add(drv_lines *lines, const char *format, ...);

typedef struct drv_briefing {
    const char *text; /**< the scenario's; line ends inside a paragraph are spaces */
    drv_lines tasks, rules, scores;
} drv_briefing;

/** Texts go into the arena. */
drv_briefing drv_briefing_of(const auth_scenario *scenario, hl_arena *arena);

/** A trainee's results in an exercise: "best 83.0; 2 of 3 attempts left"; empty: no attempts.
 *  @param list  attempts of the trainee at the exercise
 *  @param hash  of the present texts of the exercise: attempts with other texts are neither compared nor
 * counted (see train_attempts_counted)
 *  @param most  attempts that count; 0: all */
void drv_standing(const train_attempt *list, int count, const char *hash, int most, char *text, size_t size);

/* ---- outcome ---- */

/* Exercise and outcome of an attempt, from authored texts and the present world: the same when driving and
 * when proving a drive. */

/** The exercise; neither reference nor practice.
 *  @param hash     of drv_texts_hash; must live on
 *  @param choices  of the machine's variants
 *  @return false: out of memory */
bool drv_exercise_of(const auth_scenario *scenario, const char *machine, const auth_choice *choices,
                     int choice_count, const char *hash, hl_arena *arena, train_exercise *exercise);

/** Result of an attempt. Without tasks the scenario's goal decides; the signals must have been evaluated. An
 * attempt that ends after the scenario's own time is stopped.
 *  @param end  of the drive */
train_result drv_result_of(const auth_scenario *scenario, const world_machine *machine, rt_end end);

/** Reason of its end, for people. NULL: out of memory.
 *  @param end  of the drive */
const char *drv_reason_of(const auth_scenario *scenario, const world_machine *machine, rt_end end,
                          hl_arena *arena);

/** The outcome, without the hash of the recording, the marks and messages of an instructor, and faults.
 * Practice if it was stopped in its first ten seconds. Evaluates the signals.
 *  @param end  of the drive
 *  @return false: out of memory */
bool drv_outcome_of(const auth_scenario *scenario, world_machine *machine, rt_end end, hl_arena *arena,
                    train_outcome *outcome);

/** Whether the control of a fault differs from its initial value. RT. */
bool drv_is_faulty(const world_machine *machine);

/* ---- journal ---- */

/* Events of a drive: from the session, and from the instructor. */

enum { DRV_EVENTS = 500, DRV_REMARKS = 100, DRV_EVENT_TEXT = 200 };

/** An action or message of an instructor, or the name of the driving script. */
typedef struct drv_remark {
    int64_t tick;
    const char *kind; /**< "mark", "message", "fault", "driver", "end" */
    char text[XCH_DIRECTOR_TEXT + 40];
} drv_remark;

/** Zero-initialise. */
typedef struct drv_journal {
    int64_t newest_tick; /**< of the last snapshot that was read: the tick of new remarks */
    int event_count;     /**< all of them */
    int kept;            /**< the first DRV_EVENTS */
    xch_event events[DRV_EVENTS];
    int remark_count;
    drv_remark remarks[DRV_REMARKS];
} drv_journal;

/** Count an event, and store it if there is room. */
void drv_journal_add(drv_journal *journal, const xch_event *event);

/** Store a remark, at the newest tick. Remarks beyond DRV_REMARKS are dropped. */
void drv_remark_add(drv_journal *journal, const char *kind, const char *text);

/** Text of an event, with the names of its objects. */
void drv_event_text(const drv_files *files, const rt_session *session, const xch_event *event, char *text,
                    size_t size);

/** Text of an incident, for people: what has happened, where, and how fast unless the speed is NaN.
 *  @param event  XCH_EVENT_OVERTURNED to XCH_EVENT_DROPPED */
void drv_incident_text(const auth_scenario *scenario, const xch_event *event, char *text, size_t size);

/** Its kind in the results of trainees, "overturned" to "dropped"; NULL: another event. */
const char *drv_incident_kind(const xch_event *event);

/** Kind of an event in the results of trainees: "task", "hit", "overturned" ... NULL: not stored there. */
const char *drv_event_kind(const drv_files *files, const xch_event *event);

/** Whether the driver is informed. Begin, end and pauses are visible anyway; overruns may be many and are
 * counted in the report. */
bool drv_event_is_news(const xch_event *event);

/** Whether it ends the exercise. */
bool drv_event_is_result(const xch_event *event);

/* ---- record ---- */

/* Files written during a drive: recording, black box and telemetry. */

enum { DRV_PATH = TRAIN_PATH + 32 };

typedef struct drv_record {
    const char *folder; /**< NULL: only a black box in the current folder, if the world stops */
    bool packed;        /**< telemetry is compressed */
    rt_recorder *recorder;
    rt_telemetry *telemetry;      /**< NULL: none */
    rt_recorder_outcome recorded; /**< set when closed */
    rt_telemetry_outcome rows;    /**< likewise */
} drv_record;

typedef struct drv_record_setup {
    const drv_log *log;
    const drv_files *files;
    world_machine *machine; /**< in its initial state */
    rt_session *session;    /**< has not started */
    const char *folder; /**< created if needed; results of an earlier drive in it are removed; NULL: none */
    bool packed;        /**< for attempts */
    int64_t reserve;    /**< bytes reserved on the disk for the recording; 0: none */
} drv_record_setup;

/** Open recorder and telemetry as hooks of the session. @return false after a message */
bool drv_record_open(drv_record *record, const drv_record_setup *setup, hl_arena *arena);

/** Close them; the session has ended. */
void drv_record_close(drv_record *record, world_machine *machine, const rt_session *session);

/** Name of the telemetry's file. */
const char *drv_telemetry_name(const drv_record *record);

/** Path of a file in the folder. */
const char *drv_record_path(const drv_record *record, const char *name, char path[DRV_PATH]);

/* ---- attempt ---- */

/* The attempts of a trainee in one run: each drive is an attempt in the results store, with files beside the
 * store. */

enum { DRV_ATTEMPTS = 64 /* most attempts of a run that are proved at its end */ };

typedef struct drv_attempt {
    const drv_log *log;
    train_store *store; /**< NULL: nothing is stored */
    char path[TRAIN_PATH];
    int64_t trainee, id; /**< id: of the present drive; 0: none */
    train_exercise exercise;
    char hash[DRV_HASH];
    char folder[DRV_PATH];       /**< of the present drive */
    bool spoiled;                /**< a fault was injected: the attempt is practice */
    int count;                   /**< attempts that have ended */
    int64_t last;                /**< of them; 0: none */
    int64_t ended[DRV_ATTEMPTS]; /**< the first of them */
} drv_attempt;

/** Trainee and store. */
typedef struct drv_attempt_request {
    const char *trainee; /**< NULL: nothing is stored */
    const char *db;      /**< path of the store; NULL: the user's own */
    bool reference;      /**< a script drives, for comparison */
    const char *script;  /**< of the driver; NULL: none */
} drv_attempt_request;

/** Open a store for writing, and create it if it is missing; running attempts of dead seats become broken.
 *  @param db      path; NULL: the user's own
 *  @param path    out: of the store
 *  @param status  out: drv_status if false is returned, after a message */
bool drv_store_open(const drv_log *log, const char *db, char path[TRAIN_PATH], train_store **store,
                    int *status);

/** Open the store and find the trainee. Without a trainee nothing happens.
 *  @param machine  its name
 *  @param status   out: drv_status if false is returned, after a message */
bool drv_attempt_open(drv_attempt *attempt, const drv_log *log, const drv_attempt_request *request,
                      const drv_files *files, const char *machine, hl_arena *arena, int *status);

/** Begin an attempt, if the disk has room for it; `folder` is then its folder. Nothing happens without a
 * store.
 *  @param seconds  length of the drive [s]; 0: open end
 *  @param script   of the driver, added to the remarks; NULL: none
 *  @return false after a message; drv_attempt_abandon then ends the attempt */
bool drv_attempt_begin(drv_attempt *attempt, double seconds, const char *script, drv_journal *journal);

/** Bytes reserved on the disk for its recording; 0: not an attempt. */
int64_t drv_attempt_reserve(const drv_attempt *attempt, double seconds);

/** End an attempt after its recording was closed: the outcome is on the disk when the call returns. If the
 * store cannot be written, the outcome is saved beside the recording and stored later.
 *  @param end    of the drive
 *  @param arena  for the outcome
 *  @return false after a message */
bool drv_attempt_end(drv_attempt *attempt, const drv_files *files, world_machine *machine, rt_end end,
                     const drv_journal *journal, hl_arena *arena);

/** End an attempt that could not be driven at all. */
void drv_attempt_abandon(drv_attempt *attempt);

/** Replay an attempt that has ended, and store the verdict.
 *  @param why  out: TRAIN_WHY; empty: no remark
 *  @return TRAIN_PENDING: it could not be proved, see `why` */
train_proof drv_attempt_prove(const drv_attempt *attempt, int64_t id, const drv_progress *progress,
                              char why[TRAIN_WHY]);

/** Close the store, if it is open. */
void drv_attempt_close(drv_attempt *attempt);

#endif
