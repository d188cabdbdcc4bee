/* Benchmarks: how long one step of something takes. `headland bench` is a thin shell around this.
 *
 * A group file registers its benchmarks in bench_group_NAME; BENCH_GROUPS at the end of this header makes it
 * known. The runner sets one up, warms it up, then times every step with CLOCK_MONOTONIC; steps below a
 * microsecond are timed in batches, and the note says so. Times are in microseconds. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "hl/arena.h"

#include <stdbool.h>
#include <stdio.h>

enum { BENCH_NAME_LENGTH = 64, BENCH_NOTE_LENGTH = 240 };

typedef struct bench_list bench_list;
typedef struct bench_results bench_results;

/** What came out of one benchmark. */
typedef struct bench_result {
    char name[BENCH_NAME_LENGTH];
    char note[BENCH_NOTE_LENGTH];
    const char *unit;                    /**< "us", or "1" for derived numbers */
    double median, p99, p999, max, mean; /**< NaN where there is none */
    long count;                          /**< steps timed; derived: results used */
    bool failed;                         /**< could not be set up, or a step failed: see the note */
} bench_result;

typedef struct bench_case {
    char name[BENCH_NAME_LENGTH];
    int size, variant; /**< for the group's own use */

    /** Make what is to be timed, all memory from the arena. NULL: failed. */
    void *(*setup)(const struct bench_case *bench, hl_arena *arena);

    /** What a step needs and what does not count, done before every step. Every step is then timed by
     * itself. May be NULL. */
    void (*prepare)(void *subject);

    /** One step; false when it failed. */
    bool (*step)(void *subject);

    /** Steps that belong together and must all be timed, however long they take; 0: none in particular. */
    long whole;

    /** The bar that the step is held to, for the note: it then tells the mean as well. May be NULL. */
    const char *bar;

    /** After the last step: say in `note` what else is worth knowing. May be NULL. */
    void (*finish)(void *subject, char *note, size_t size);

    /** Give back what is not in the arena. May be NULL. */
    void (*teardown)(void *subject);

    /** A number computed from the results so far instead of a timed one; the above are then not used. False
     * when the results it needs were not selected. */
    bool (*derive)(const struct bench_case *bench, const bench_results *results, bench_result *result);
} bench_case;

/** Put a benchmark on the list; it is copied. */
void bench_register(bench_list *list, const bench_case *bench);

/** The folder of the authored files. */
const char *bench_assets(void);

/** Path of the authored file FOLDER/KIND/NAME.yaml, e.g. of "machines" and "tractor", in the arena; empty
 * when it has no room. */
const char *bench_asset(const char *kind, const char *name, hl_arena *arena);

/** A result by name, NULL when it was not run. */
const bench_result *bench_result_find(const bench_results *results, const char *name);

/* ---- the groups: a name here and a file in CMakeLists.txt ---- */

#define BENCH_GROUPS(X)                                                                                      \
    X(chain)                                                                                                 \
    X(chassis)                                                                                               \
    X(collision)                                                                                             \
    X(excavator)                                                                                             \
    X(flexible)                                                                                              \
    X(hud)                                                                                                   \
    X(hydraulics)                                                                                            \
    X(io)                                                                                                    \
    X(machine)                                                                                               \
    X(math)                                                                                                  \
    X(motion)                                                                                                \
    X(object)                                                                                                \
    X(render)                                                                                                \
    X(skidder)                                                                                               \
    X(soil)                                                                                                  \
    X(sound)                                                                                                 \
    X(sparse)                                                                                                \
    X(tractor)

#define X(identifier) void bench_group_##identifier(bench_list *list);
BENCH_GROUPS(X)
#undef X

#endif
