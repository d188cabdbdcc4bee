/* The tables of the store, and how files of older versions come to them. */
#ifndef TRAIN_STORE_SCHEMA_H
#define TRAIN_STORE_SCHEMA_H

#include "train/store.h"

enum {
    TRAIN_APPLICATION = 0x48646c64, /* "Hdld": the application_id in the file's head */
    TRAIN_VERSION = 3               /* user_version of files that this program writes */
};

/** Step i leads from version i to version i + 1: statements of SQL. A step that was in use is never changed;
 * what is to be different comes in a further one. */
extern const char *const train_migrations[TRAIN_VERSION];

/** Look whether it is a store, of which version.
 *  @param version  out: 0: it is empty
 *  @return HL_BAD_INPUT: it is something else, or newer */
hl_status train_store_version(train_store *store, int *version);

/** Bring it up to date, in one transaction. */
hl_status train_store_migrate(train_store *store);

#endif
