/* Mutated files of one kind: whatever comes in, the reader ends, complains when it refuses, and gives finite
 * numbers and known indices when it accepts. Reproducible: the seed is fixed, a failure names its round,
 * which is its own seed. Run under the sanitizers this also looks for memory errors. */
#ifndef FUZZ_H
#define FUZZ_H

#include "support/check.h"

#include "auth/mechanism.h"

/** A kind of file: its reader, what must hold of whatever the reader accepts, and good files to begin
 * with. */
typedef struct fuzz_subject {
    hl_status (*parse)(const char *text, size_t length, hl_arena *arena, const void **out, hl_report *report);
    void (*check)(const void *made);
    const char *file; /**< a good file */
    const char *text; /**< another one; NULL: none */
    const char *more; /**< a third one, a file; NULL: none */
    uint64_t rounds;  /**< of mutations */
} fuzz_subject;

/** Define parse_KIND: auth_KIND_parse as a subject wants it. */
#define FUZZ_PARSER(kind)                                                                                    \
    static hl_status parse_##kind(const char *text, size_t length, hl_arena *arena, const void **out,        \
                                  hl_report *report)                                                         \
    {                                                                                                        \
        auth_##kind *made = NULL;                                                                            \
        const hl_status status = auth_##kind##_parse(text, length, "fuzz", arena, &made, report);            \
        *out = made;                                                                                         \
        return status;                                                                                       \
    }

/** Those of one program, which the file of its kind defines. */
extern const fuzz_subject fuzz_subjects[];
extern const int fuzz_subject_count;

/** Read a text and check what must hold of what the reader gave or complained. A check that fails ends the
 * program.
 *  @return whether it was accepted */
bool fuzz_try(const fuzz_subject *subject, const void *text, size_t length);

/* ---- what must hold ---- */

/** All numbers are finite. */
void fuzz_finite(const double *values, size_t count);

/** least <= index < count */
void fuzz_known(int index, int least, int count);

/** Of a mechanism, also of the one inside a machine. */
void fuzz_check_mechanism(const auth_mechanism *mechanism);

#endif
