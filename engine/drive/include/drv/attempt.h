/* The attempts of a run with a trainee: each drive is one, begun and ended in the store of results, its files
 * beside the store. */
#ifndef DRV_ATTEMPT_H
#define DRV_ATTEMPT_H

#include "drv/journal.h"
#include "drv/outcome.h"
#include "drv/record.h"
#include "train/store.h"

enum { DRV_ATTEMPTS = 64 /* of one run, which are proved at its end */ };

typedef struct drv_attempt {
    const drv_log *log;
    train_store *store; /**< NULL: nothing is stored */
    char path[TRAIN_PATH];
    int64_t trainee, id; /**< id: of the drive that goes on; 0: none */
    train_exercise exercise;
    char hash[DRV_HASH];
    char folder[DRV_PATH];       /**< of the drive that goes on */
    bool spoiled;                /**< a fault was injected: others do not get it */
    int count;                   /**< attempts that have ended */
    int64_t last;                /**< of them; 0: none */
    int64_t ended[DRV_ATTEMPTS]; /**< the first of them */
} drv_attempt;

/** Whose attempts they are. */
typedef struct drv_attempt_request {
    const char *trainee; /**< NULL: nothing is stored */
    const char *db;      /**< path of the store; NULL: the user's own */
    bool reference;      /**< a script drives, for comparison */
    const char *script;  /**< that drives; NULL: none */
} drv_attempt_request;

/** Open a store for changes, made if there is none; attempts of seats that have gone become broken.
 *  @param db      path; NULL: the user's own
 *  @param path    out: of the store
 *  @param status  out: drv_status when false, which comes after a message */
bool drv_store_open(const drv_log *log, const char *db, char path[TRAIN_PATH], train_store **store,
                    int *status);

/** Open the store and find the trainee. Without a trainee nothing happens.
 *  @param machine  its name
 *  @param status   out: drv_status when false, which comes after a message */
bool drv_attempt_open(drv_attempt *attempt, const drv_log *log, const drv_attempt_request *request,
                      const drv_files *files, const char *machine, hl_arena *arena, int *status);

/** Begin an attempt, if the disk has room for it: `folder` is then its own. Nothing happens without a store.
 *  @param seconds  length of the drive [s]; 0: open end
 *  @param script   that drives, noted among the remarks; NULL: none
 *  @return false after a message; drv_attempt_abandon then ends what has begun */
bool drv_attempt_begin(drv_attempt *attempt, double seconds, const char *script, drv_journal *journal);

/** Bytes kept free on the disk for its recording; 0: it is no attempt. */
int64_t drv_attempt_reserve(const drv_attempt *attempt, double seconds);

/** End it, after its recording was closed: the outcome is on the disk when the call returns. If the store
 * cannot take it, it is kept beside the recording until it can.
 *  @param end    of the drive
 *  @param arena  for the outcome
 *  @return false after a message */
bool drv_attempt_end(drv_attempt *attempt, const drv_files *files, world_machine *machine, rt_end end,
                     const drv_journal *journal, hl_arena *arena);

/** End an attempt that could not be driven at all. */
void drv_attempt_abandon(drv_attempt *attempt);

/** Compute an attempt that has ended again, and keep the verdict.
 *  @param why  out: TRAIN_WHY; empty: there is nothing to say
 *  @return TRAIN_PENDING: it could not be told, see `why` */
train_proof drv_attempt_prove(const drv_attempt *attempt, int64_t id, const drv_progress *progress,
                              char why[TRAIN_WHY]);

/** Close the store, if it is open. */
void drv_attempt_close(drv_attempt *attempt);

#endif
