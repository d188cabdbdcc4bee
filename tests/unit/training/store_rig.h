/* A store in a folder of its own, and attempts of one exercise in it. */
#ifndef STORE_RIG_H
#define STORE_RIG_H

#include "support/check.h"

#include "train/store.h"

extern const train_exercise rig_slalom; /**< counts every attempt */
extern const train_exercise rig_hopper; /**< counts three */

/** Of a file that is not there yet, in a fresh folder. */
const char *rig_path(void);

/** The folder with all that is in it. A teardown of groups and tests. */
int rig_remove(void **state);

/** rig_path() open for writing, the same store until rig_remove or rig_close. */
train_store *rig_store(void);
void rig_close(void);

/** For lists; emptied by rig_remove. */
extern hl_arena rig_arena;

/** Number of an attempt that has begun. */
int64_t rig_begin(const char *trainee, const train_exercise *exercise);

/** Number of an attempt that has been finished with a score after a time, and its proof. */
int64_t rig_attempt(const char *trainee, const train_exercise *exercise, double score, double time,
                    train_proof proof);

/** The same that failed. */
int64_t rig_failed(const char *trainee, const train_exercise *exercise);

/** A call must be HL_OK; else the store's words are printed. */
#define RIG_OK(call) rig_ok((call), #call)
void rig_ok(hl_status status, const char *call);

/** Run SQL in the file of the store, past the store. */
void rig_sql(const char *sql);

#endif
