/* The results store: trainees, attempts, their events and scores. A SQLite file in WAL mode: each attempt
 * ends in one transaction that is on the disk when the call returns, so a power cut loses no ended attempt.
 * Several processes may use one file; a process waits some seconds for a locked one. Files of older versions
 * are migrated when opened, newer ones are refused.
 *
 * The files of an attempt are beside the database: FILE-attempts/ID/recording.hlr, telemetry.csv,
 * report.json. */
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

/** Open or create a store.
 *  @param path   of the database; its folder is created
 *  @param store  out, to be closed; NULL after a failure
 *  @param why    out: TRAIN_WHY, the error
 *  @return HL_OK; HL_IO_ERROR: it cannot be opened, created or locked, or the disk is full; HL_BAD_INPUT: not
 * a store, damaged, or a newer version; HL_OUT_OF_MEMORY */
hl_status train_store_open(const char *path, train_store **store, char *why);

/** The same only for reading: nothing is created or migrated; a store of an older version is refused with the
 * advice to open it once for writing. */
hl_status train_store_open_read(const char *path, train_store **store, char *why);
void train_store_close(train_store *store);

/** Message of the last failed call. */
const char *train_store_why(const train_store *store);

/** Default path: /headland/results.db in $XDG_DATA_HOME or ~/.local/share. @return false: neither is set */
bool train_store_default(char path[TRAIN_PATH]);

/** Free bytes for the user on the disk of a store. @return false: unknown */
bool train_disk_space(const char *store_path, int64_t *bytes);

/** Path of the folder of an attempt's files, which need not exist. */
void train_attempt_folder(const char *store_path, int64_t attempt, char folder[TRAIN_PATH]);

/** Path of a file in it. */
void train_attempt_file(const char *store_path, int64_t attempt, const char *name, char path[TRAIN_PATH]);

/** Create it, for its owner alone, and sync its entry. @return false: errno says why */
bool train_attempt_make_folder(const char *store_path, int64_t attempt);

/* ---- trainees ---- */

/** Normalise a name: no white space at its ends, single spaces inside. @return false, with `why`: empty, too
 * long, not UTF-8, or with control characters */
bool train_name_tidy(const char *name, char tidy[4 * TRAIN_NAME + 1], char *why);

/** The same for the reason of a decision. */
bool train_reason_tidy(const char *reason, char tidy[4 * TRAIN_REASON + 1], char *why);

/** Name of the trainee of reference drives. */
#define TRAIN_REFERENCE "Reference"

/** Whether a name is reserved: TRAIN_REFERENCE, in any case and spacing.
 *  @param why  out: TRAIN_WHY: the reason, if true */
bool train_name_is_reserved(const char *name, char *why);

typedef struct train_trainee {
    int64_t id;
    const char *name;
    int64_t since; /**< seconds since 1970, UTC */
    int attempts;  /**< all attempts */
} train_trainee;

/** Find the trainee of this name, or create one. The name is normalised. */
hl_status train_trainee_find(train_store *store, const char *name, int64_t *id);

/** All, by name. @param list  out, in the arena */
hl_status train_trainees(train_store *store, hl_arena *arena, train_trainee **list, int *count);

/** Rename a trainee; both names are normalised. HL_BAD_INPUT: no such trainee, the new name is taken or
 * reserved. */
hl_status train_trainee_rename(train_store *store, const char *name, const char *to);

/** Delete a trainee with all attempts, so that no trace stays in the store's file. The caller removes the
 * files of the attempts before. HL_BAD_INPUT: no such trainee. */
hl_status train_trainee_delete(train_store *store, const char *name);

/* ---- attempts ---- */

typedef enum train_result {
    TRAIN_RUNNING,  /**< it is being driven, or its seat was killed */
    TRAIN_FINISHED, /**< the exercise was finished */
    TRAIN_FAILED,   /**< it failed by its rules */
    TRAIN_STOPPED,  /**< it was ended before */
    TRAIN_BROKEN    /**< the world stopped, or the seat was killed */
} train_result;

/** "running", "finished", ... */
const char *train_result_text(train_result result);

typedef enum train_proof {
    TRAIN_PENDING,  /**< not replayed yet */
    TRAIN_ACCEPTED, /**< the replay of its recording gives this score */
    TRAIN_REFUSED   /**< the replay gives another score */
} train_proof;

const char *train_proof_text(train_proof proof);

/** The exercise of an attempt. */
typedef struct train_exercise {
    const char *name;  /**< of the scenario: leaderboards are for this name */
    const char *title; /**< for people */
    const char
        *hash; /**< of the texts of scenario, machine and soils: only scores of equal texts are compared */
    const char *machine;  /**< its name */
    const char *variants; /**< "bucket=large, dipper_cylinder=medium"; empty: none */
    int attempts_counted; /**< of the scenario: 0: all */
    bool reference;       /**< driven by the exercise's script: no rank */
    bool practice;        /**< beyond the counted attempts, or a fault was injected: no rank */
} train_exercise;

/** One line of the score. */
typedef struct train_points {
    const char *name, *text, *unit;
    double value, best, worst; /**< NaN: not measured */
    double points, most;
} train_points;

/** An event: task, hit, message, mark, fault. */
typedef struct train_event {
    double time; /**< of the world [s] */
    const char *
        kind; /**< "task", "hit", "coupling", "sling", "score", "message", "mark", "fault", "driver", "end" */
    const char *text;
} train_event;

/** The outcome of an attempt. */
typedef struct train_outcome {
    train_result result;
    const char *reason; /**< reason of the end, for people; may be empty */
    double time;        /**< of the world [s] */
    double fuel;        /**< used [l]; NaN: none */
    int hits;
    double score; /**< of 100; 0 unless finished */
    bool passed;
    bool practice; /**< e.g. a fault was injected: no rank, whatever its begin says
                    */
    int point_count, event_count;
    const train_points *points;
    const train_event *events;
    const char *state_hash;     /**< of the final state, as in report.json */
    const char *recording_hash; /**< of the file; empty: no recording */
} train_outcome;

/** Whether time, fuel, hits and score are stored: not while it is driven, nor if its seat was killed or it
 * could not be driven. */
bool train_outcome_is_stored(const train_outcome *outcome);

/** Begin an attempt: it is stored as running. @param id out */
hl_status train_attempt_begin(train_store *store, int64_t trainee, const train_exercise *exercise,
                              int64_t *id);

/** Number of counted attempts of a trainee: begun, neither reference nor practice, of this exercise (name and
 * hash), not voided. */
hl_status train_attempts_counted(train_store *store, int64_t trainee, const train_exercise *exercise,
                                 int *count);

/** End an attempt: outcome, points and events in one transaction. HL_BAD_INPUT: it has already ended (an
 * attempt that was only swept may still end). HL_IO_ERROR, e.g. the disk is full: nothing is changed, try
 * again later (train/store.h). */
hl_status train_attempt_end(train_store *store, int64_t attempt, const train_outcome *outcome);

/** Delete an attempt; the caller removes its files before. */
hl_status train_attempt_drop(train_store *store, int64_t attempt);

/** Store the result of a replay. */
hl_status train_attempt_prove(train_store *store, int64_t attempt, train_proof proof, const char *why);

/** An instructor's decision that an attempt does not count, or counts again. */
typedef struct train_voiding {
    int64_t at;             /**< seconds since 1970, UTC; 0: no decision */
    bool voided;            /**< false: the attempt counts again */
    const char *instructor; /**< name */
    const char *why;
} train_voiding;

/** Void an attempt, or count it again. A voided attempt keeps its score and files, but is not in leaderboards
 * and is not counted. All decisions are stored.
 *  @param decision  its `at` is ignored: the time is now; its texts are normalised as names are
 *  @return HL_BAD_INPUT: no such attempt, it is still running, nothing would change, or a text is not valid
 */
hl_status train_attempt_void(train_store *store, int64_t attempt, const train_voiding *decision);

/** All decisions about an attempt, the oldest first. @param list  out, in the arena */
hl_status train_attempt_voidings(train_store *store, int64_t attempt, hl_arena *arena, train_voiding **list,
                                 int *count);

/** Running attempts whose seat (process and boot) is dead become broken. @param
 * count  out, may be NULL */
hl_status train_attempts_close_dead(train_store *store, int *count);

/** A stored attempt. */
typedef struct train_attempt {
    int64_t id, trainee;
    const char *trainee_name;
    int64_t began; /**< seconds since 1970, UTC */
    train_exercise exercise;
    train_outcome outcome; /**< points and events only from train_attempt_read */
    train_proof proof;
    const char *proof_why;
    train_voiding voiding; /**< the last decision */
} train_attempt;

/** Selects attempts; members that are NULL or 0 select all. */
typedef struct train_filter {
    const char *trainee, *exercise, *hash;
    int64_t since; /**< id: only later ones */
    int most;      /**< newest first */
} train_filter;

/** Attempts, newest first. */
hl_status train_attempts(train_store *store, const train_filter *filter, hl_arena *arena,
                         train_attempt **list, int *count);

/** An attempt with its points and events. HL_BAD_INPUT: no such attempt. */
hl_status train_attempt_read(train_store *store, int64_t id, hl_arena *arena, train_attempt **attempt);

/* ---- leaderboard ---- */

typedef struct train_rank {
    int rank; /**< from 1; equal scores share a rank */
    const char *trainee;
    int attempts; /**< counted attempts that have ended */
    double score; /**< that ranks: if the exercise counts N attempts, the mean of the first N with 0 for
                     failed ones (publication VI); else the best */
    double best, time, fuel, hits; /**< of the best attempt */
    int64_t best_attempt;
} train_rank;

/** Trainees of an exercise by score, then by time; only accepted attempts count, and no voided ones. Of
 * several hashes of one name the newest with a finished attempt. Of the first N attempts, unfinished and
 * refused ones count as 0, pending ones are left out. Trainees without a counted finished attempt have no
 * rank.
 *  @param all  include pending attempts */
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

/* Outcomes that could not be stored, e.g. because the disk is full or the store is locked, are saved as
 * outcome.json beside the recording, and imported when the store is opened next. */

/** Reserve room on the disk for the outcome of a new attempt, for train_spool_write if the disk is full
 * later. Without effect on file systems that cannot reserve room.
 *  @param folder  of train_attempt_folder, which exists
 *  @param why     out: TRAIN_WHY, e.g. the disk is full @return false: no room */
bool train_spool_reserve(const char *folder, char *why);

/** Release the room: the outcome is stored, or there will be none. */
void train_spool_release(const char *folder);

/** Write the outcome of an attempt into its folder; it is on the disk when the call returns.
 *  @param folder  of train_attempt_folder; it is created
 *  @param why     out: TRAIN_WHY, the error
 *  @return HL_OK, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status train_spool_write(const char *folder, const train_outcome *outcome, char *why);

/** Import waiting outcomes, and remove unfinished files of killed seats. Outcomes that cannot be imported
 * stay; train_store_open does the same.
 *  @param count  out, may be NULL: attempts that have ended by it @return HL_OK, or the last error */
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
