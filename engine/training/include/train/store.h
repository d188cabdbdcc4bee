/* The results store: trainees, attempts, what happened in them, their scores, where their recordings are. A
 * SQLite file in WAL mode, every attempt finished in one transaction that is on the disk when the call
 * returns: a power cut loses none. Several processes may use one file at once; whoever finds it locked waits
 * for some seconds. Files of older versions are brought up to date when opened, newer ones refused.
 *
 * An attempt's files lie beside the database: FILE-attempts/ID/recording.hlr, telemetry.csv, report.json. */
#ifndef TRAIN_STORE_H
#define TRAIN_STORE_H

#include "hl/arena.h"
#include "hl/status.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TRAIN_WHY = 512,    /**< room for a message */
    TRAIN_NAME = 80,    /**< most characters of a trainee's name (UTF-8 code points) */
    TRAIN_REASON = 200, /**< most characters of the reason why an attempt is voided */
    TRAIN_PATH = 4096
};

typedef struct train_store train_store;

/** Open or make a store.
 *  @param path   of the database; its folder is made
 *  @param store  out, to be closed; NULL on failure
 *  @param why    out: TRAIN_WHY, what is wrong
 *  @return HL_OK; HL_IO_ERROR: it cannot be opened, made or locked, or the disk is full; HL_BAD_INPUT: it is
 * something else, damaged, or of a newer version; HL_OUT_OF_MEMORY */
hl_status train_store_open(const char *path, train_store **store, char *why);

/** The same for reading alone: nothing is made or brought up to date; a store of an older version is refused
 * with the advice to open it once for writing. */
hl_status train_store_open_read(const char *path, train_store **store, char *why);
void train_store_close(train_store *store);

/** What went wrong in the last call that failed, in words. */
const char *train_store_why(const train_store *store);

/** Where it is when nobody says: $XDG_DATA_HOME or ~/.local/share, /headland/results.db. @return false: there
 * is neither */
bool train_store_default(char path[TRAIN_PATH]);

/** Bytes that the user may still write where a store lies. @return false: it cannot be told */
bool train_disk_space(const char *store_path, int64_t *bytes);

/** Folder of an attempt's files, whether it is there or not. */
void train_attempt_folder(const char *store_path, int64_t attempt, char folder[TRAIN_PATH]);

/** Path of a file in it. */
void train_attempt_file(const char *store_path, int64_t attempt, const char *name, char path[TRAIN_PATH]);

/** Make it, for its owner alone, and sync its entry. @return false: errno says why not */
bool train_attempt_make_folder(const char *store_path, int64_t attempt);

/* ---- trainees ---- */

/** A name as it is kept: white space at its ends gone, inside one space each. @return false: it is empty, too
 * long, no UTF-8, or has control characters; `why` says so */
bool train_name_tidy(const char *name, char tidy[4 * TRAIN_NAME + 1], char *why);

/** The same for the reason of a decision. */
bool train_reason_tidy(const char *reason, char tidy[4 * TRAIN_REASON + 1], char *why);

/** Name under which reference drives are kept. */
#define TRAIN_REFERENCE "Reference"

/** Whether a name is reserved and no trainee may have it: TRAIN_REFERENCE, in any case and spacing.
 *  @param why  out: TRAIN_WHY: the reason, when true */
bool train_name_is_reserved(const char *name, char *why);

typedef struct train_trainee {
    int64_t id;
    const char *name;
    int64_t since; /**< seconds since 1970, UTC */
    int attempts;  /**< finished ones and others */
} train_trainee;

/** The trainee of this name, who is made when there is none. The name is tidied. */
hl_status train_trainee_find(train_store *store, const char *name, int64_t *id);

/** All, by name. @param list  out, in the arena */
hl_status train_trainees(train_store *store, hl_arena *arena, train_trainee **list, int *count);

/** Give a trainee another name; both are tidied. HL_BAD_INPUT: there is no such trainee, another one has the
 * name, or it is reserved. */
hl_status train_trainee_rename(train_store *store, const char *name, const char *to);

/** Take a trainee with all attempts out of the store, so that nothing of them stays in its file. Files of the
 * attempts are the caller's to remove before. HL_BAD_INPUT: there is no such trainee. */
hl_status train_trainee_delete(train_store *store, const char *name);

/* ---- attempts ---- */

typedef enum train_result {
    TRAIN_RUNNING,  /**< it is being driven, or its seat was killed */
    TRAIN_FINISHED, /**< the exercise was finished */
    TRAIN_FAILED,   /**< it failed by its rules */
    TRAIN_STOPPED,  /**< somebody ended it before */
    TRAIN_BROKEN    /**< the world stopped, or the seat was killed */
} train_result;

/** "running", "finished", ... */
const char *train_result_text(train_result result);

typedef enum train_proof {
    TRAIN_PENDING,  /**< not computed again yet */
    TRAIN_ACCEPTED, /**< its recording computes to this very score */
    TRAIN_REFUSED   /**< it does not */
} train_proof;

const char *train_proof_text(train_proof proof);

/** What an attempt is of. */
typedef struct train_exercise {
    const char *name;  /**< of the scenario: what leaderboards are of */
    const char *title; /**< for people */
    const char
        *hash; /**< of the texts of scenario, machine and soils: scores of other texts are not compared */
    const char *machine;  /**< its name */
    const char *variants; /**< "bucket=large, dipper_cylinder=medium"; empty: none */
    int attempts_counted; /**< of the scenario: 0: all */
    bool reference;       /**< driven by the exercise's own script: no rank */
    bool practice;        /**< more attempts than are counted, or a fault was injected: no rank */
} train_exercise;

/** One line of the score. */
typedef struct train_points {
    const char *name, *text, *unit;
    double value, best, worst; /**< NaN: nothing was measured */
    double points, most;
} train_points;

/** Something that happened: task, hit, message, mark, fault. */
typedef struct train_event {
    double time;      /**< of the world [s] */
    const char *kind; /**< "task", "hit", "score", "message", "mark", "fault", "driver", "end" */
    const char *text;
} train_event;

/** What came of an attempt. */
typedef struct train_outcome {
    train_result result;
    const char *reason; /**< why it ended, for people; may be empty */
    double time;        /**< of the world [s] */
    double fuel;        /**< used [l]; NaN: none */
    int hits;
    double score; /**< of 100; 0 unless finished */
    bool passed;
    bool practice; /**< a fault was injected on the way, or the like: no rank, whatever was said at its begin
                    */
    int point_count, event_count;
    const train_points *points;
    const train_event *events;
    const char *state_hash;     /**< at the end, as report.json has it */
    const char *recording_hash; /**< of the file; empty: there is none */
} train_outcome;

/** Whether time, fuel, hits and score are kept: not while it is driven, nor where its seat ended without a
 * word or it could not be driven. */
bool train_outcome_is_stored(const train_outcome *outcome);

/** An attempt begins: it stands in the store as running. @param id  out */
hl_status train_attempt_begin(train_store *store, int64_t trainee, const train_exercise *exercise,
                              int64_t *id);

/** How many attempts of a trainee count already: begun, neither reference nor practice, of this very exercise
 * (name and hash), not voided. */
hl_status train_attempts_counted(train_store *store, int64_t trainee, const train_exercise *exercise,
                                 int *count);

/** It has ended: outcome, points and events in one transaction. HL_BAD_INPUT when it has ended already; one
 * that was only swept may still end. HL_IO_ERROR, as when the disk is full: nothing has changed, try again
 * later (train/store.h). */
hl_status train_attempt_end(train_store *store, int64_t attempt, const train_outcome *outcome);

/** It is taken out, as if it had never begun; its files are the caller's to remove before. */
hl_status train_attempt_drop(train_store *store, int64_t attempt);

/** What computing it again has shown. */
hl_status train_attempt_prove(train_store *store, int64_t attempt, train_proof proof, const char *why);

/** An instructor's decision that an attempt does not count, or counts again. */
typedef struct train_voiding {
    int64_t at;             /**< seconds since 1970, UTC; 0: there is no decision */
    bool voided;            /**< false: the attempt counts again */
    const char *instructor; /**< who decided */
    const char *why;
} train_voiding;

/** Void an attempt, or let it count again. A voided attempt keeps its score and its files, and is left out of
 * leaderboards and of the number of attempts that count. Every decision is kept.
 *  @param decision  its `at` is not read: the time is now; its texts are tidied as names are
 *  @return HL_BAD_INPUT: there is no such attempt, it is still being driven, it is voided or counts already,
 *          or a text is not valid */
hl_status train_attempt_void(train_store *store, int64_t attempt, const train_voiding *decision);

/** All decisions about an attempt, the oldest first. @param list  out, in the arena */
hl_status train_attempt_voidings(train_store *store, int64_t attempt, hl_arena *arena, train_voiding **list,
                                 int *count);

/** Attempts still running whose seat has gone (process and boot are kept with them) become broken. @param
 * count  out, may be NULL */
hl_status train_attempts_close_dead(train_store *store, int *count);

/** An attempt as it is kept. */
typedef struct train_attempt {
    int64_t id, trainee;
    const char *trainee_name;
    int64_t began; /**< seconds since 1970, UTC */
    train_exercise exercise;
    train_outcome outcome; /**< points and events only from train_attempt_read */
    train_proof proof;
    const char *proof_why;
    train_voiding voiding; /**< the last decision: `voided` holds */
} train_attempt;

/** Which attempts: members that are NULL or 0 do not choose. */
typedef struct train_filter {
    const char *trainee, *exercise, *hash;
    int64_t since; /**< id: only later ones */
    int most;      /**< newest first */
} train_filter;

/** Attempts, newest first. */
hl_status train_attempts(train_store *store, const train_filter *filter, hl_arena *arena,
                         train_attempt **list, int *count);

/** One with its points and events. HL_BAD_INPUT: there is none. */
hl_status train_attempt_read(train_store *store, int64_t id, hl_arena *arena, train_attempt **attempt);

/* ---- leaderboard ---- */

typedef struct train_rank {
    int rank; /**< from 1; equal scores share one */
    const char *trainee;
    int attempts; /**< counted ones that have ended */
    double score; /**< that ranks: where the exercise counts N attempts the mean over the best-known N of
                     publication VI: the first N, those that failed with 0; else the best */
    double best, time, fuel, hits; /**< of the best attempt */
    int64_t best_attempt;
} train_rank;

/** Trainees of an exercise by their score, then by time; only accepted attempts count, and no voided ones. Of
 * several hashes of one name the newest at which somebody has finished one. Of the first N attempts those
 * count as 0 that were begun and not finished, or refused; one that is pending is left out. Who has no
 * finished attempt that counts has no rank.
 *  @param all  also attempts that are pending */
hl_status train_leaderboard(train_store *store, const char *exercise, bool all, hl_arena *arena,
                            train_rank **list, int *count);

/** Names of all exercises that have attempts. */
hl_status train_exercises(train_store *store, hl_arena *arena, const char ***names, int *count);

/* ---- folder ---- */

/* The files of attempts: their folders lie below the store (train_attempt_folder) and are opened step by step
 * without following symbolic links, so that nothing elsewhere is written, copied or removed through them. */

/** Open an attempt's folder.
 *  @param folder  of train_attempt_folder
 *  @return descriptor, to be closed; -1: errno says why not; ELOOP, ENOTDIR: it is a link or no folder */
int train_folder_open(const char *folder);

/** Remove an attempt's folder with all that is in it; a link in its place is removed itself.
 *  @param why  out: TRAIN_WHY
 *  @return false: something of it may be left */
bool train_folder_remove(const char *folder, char *why);

/** Copy a file into an attempt's folder, so that it is on the disk. A file that is not there is left out;
 * neither side may be a link, and nothing may be there yet under this name.
 *  @param why  out: TRAIN_WHY */
bool train_folder_copy(const char *from, const char *name, const char *folder, char *why);

/** Begin to write a file in an attempt's folder: it stays under another name until train_folder_put.
 *  @return NULL: why says why not */
FILE *train_folder_begin(const char *folder, const char *name, char *why);

/** End it: it takes the place of what had this name, whole or not at all. */
bool train_folder_put(FILE *file, const char *folder, const char *name, char *why);

/* ---- spool ---- */

/* Outcomes that the store could not take, as when its disk is full or it is locked: they wait as a file,
 * outcome.json, beside the recording, and go into the store when it is opened the next time. */

/** Keep room on the disk for the outcome of an attempt that begins: train_spool_write then finds it when the
 * disk has filled up. Where a file system cannot keep room, nothing is kept.
 *  @param folder  of train_attempt_folder, which is there
 *  @param why     out: TRAIN_WHY, e.g. that the disk is full
 *  @return false: there is no room */
bool train_spool_reserve(const char *folder, char *why);

/** Give the room back: the outcome is in the store, or there will be none. */
void train_spool_release(const char *folder);

/** Put the outcome of an attempt into its folder, where it is on the disk when the call returns.
 *  @param folder  of train_attempt_folder; it is made
 *  @param why     out: TRAIN_WHY, what is wrong
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why);

/** Take in the outcomes that wait, and remove what seats that were killed have not finished writing. What
 * cannot be taken in now stays; train_store_open does the same.
 *  @param count  out, may be NULL: attempts that have ended by it
 *  @return HL_OK; else what went wrong last */
hl_status train_spool_take(train_store *store, int *count);

/* ---- json ---- */

/* Contents of the results store as JSON. */

/** An attempt without its points and events. NULL: out of memory. */
cJSON *train_json_attempt(const train_attempt *attempt);

/** A decision that an attempt is void, or counts again. */
cJSON *train_json_voiding(const train_voiding *decision);

/** An attempt with its points and events. */
cJSON *train_json_whole(const train_attempt *attempt);

/** A trainee, and a row of a leaderboard. */
cJSON *train_json_trainee(const train_trainee *trainee);
cJSON *train_json_rank(const train_rank *rank);

#endif
