/* The attempts of a run of `headland run --trainee`: each drive is one, begun and ended in the store of
 * results, its files beside the store. */
#ifndef RUN_ATTEMPT_H
#define RUN_ATTEMPT_H

#include "train/store.h"

#include <stdbool.h>

struct run;

enum { RUN_ATTEMPTS = 64 /* of one run that are proved at its end */ };

typedef struct run_attempt {
    train_store *store; /**< NULL: nothing is stored */
    char path[TRAIN_PATH];
    int64_t trainee, id; /**< id: of the drive that goes on; 0: none */
    train_exercise exercise;
    char hash[17];
    bool spoiled;                /**< something was done to it that others do not get: a fault */
    int count;                   /**< ended ones */
    int64_t last;                /**< of them; 0: there is none */
    int64_t ended[RUN_ATTEMPTS]; /**< the first of them */
} run_attempt;

/** Open the store, find the trainee. Nothing happens where no trainee is asked for.
 *  @param status  out: the exit status when false, which comes after a message */
bool run_attempt_open(struct run *r, int *status);

/** A drive begins, if the disk has room for it: request.out becomes its folder. @return false after a message
 */
bool run_attempt_begin(struct run *r);

/** Bytes for which its recording keeps room on the disk; 0: it is no attempt. */
int64_t run_attempt_reserve(const struct run *r);

/** It has ended, and its recording is closed: keep what came of it, on the disk when the call returns. Where
 * the store cannot take it, it is kept beside the recording until it can. @return false after a message */
bool run_attempt_end(struct run *r);

/** It could not be driven at all. */
void run_attempt_abandon(struct run *r);

/** Compute what was driven again and accept the scores that hold; close the store.
 *  @return false after a message: one does not hold */
bool run_attempt_close(struct run *r);

#endif
