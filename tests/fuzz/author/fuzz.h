/* Mutated files of one kind: whatever comes in, the reader ends, complains when it refuses, and gives finite
 * numbers and known indices when it accepts. Reproducible: the seed is fixed, a failure names its round,
 * which is its own seed. Run under the sanitizers this also looks for memory errors. */
#ifndef FUZZ_H
#define FUZZ_H

#include "support/check.h"

#include "auth/mechanism.h"

enum { FUZZ_ROOM = 16000 };

typedef struct fuzz_text {
    char bytes[FUZZ_ROOM];
    size_t length;
} fuzz_text;

/** A kind of file: its reader, and what must hold of whatever the reader accepts. */
typedef struct fuzz_subject {
    hl_status (*parse)(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report);
    void (*check)(const void *made);
} fuzz_subject;

/** Read a good file. */
void fuzz_read_seed(fuzz_text *t, const char *path);

/** Good files with up to six changes each. Some must be accepted, not all. */
void fuzz_mutations(const fuzz_subject *subject, const fuzz_text *seeds, size_t count, uint64_t rounds);

/** Garbage of every length from nothing to a page. */
void fuzz_garbage(const fuzz_subject *subject);

/** A good file cut at every third byte. */
void fuzz_truncations(const fuzz_subject *subject, const fuzz_text *seed);

/** Teardown of a test: say which round was the last. */
int fuzz_name_round(void **state);

/* ---- what must hold ---- */

/** All numbers are finite. */
void fuzz_finite(const double *values, size_t count);

/** least <= index < count */
void fuzz_known(int index, int least, int count);

/** Of a mechanism, also of the one inside a machine. */
void fuzz_check_mechanism(const auth_mechanism *mechanism);

#endif
