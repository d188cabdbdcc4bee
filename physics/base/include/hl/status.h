/* Status values and their texts. */
#ifndef HL_STATUS_H
#define HL_STATUS_H

#include <assert.h>

#define HL_STATUS_LIST(X)                                                                                    \
    X(HL_OK, "ok")                                                                                           \
    X(HL_BAD_INPUT, "an authored file or an argument is wrong")                                              \
    X(HL_OUT_OF_MEMORY, "out of memory")                                                                     \
    X(HL_NOT_CONVERGED, "the iteration did not converge")                                                    \
    X(HL_SINGULAR, "a matrix is singular")                                                                   \
    X(HL_NOT_FINITE, "a number is not finite")                                                               \
    X(HL_TOO_STIFF,                                                                                          \
      "a state is too fast for an explicit formulation at this step: take ali3p or a smaller step")          \
    X(HL_RANK_LOST, "its loops lose rank (a dead centre), which this formulation cannot pass: take ali3p")   \
    X(HL_LOOPS_TORN, "its loops came apart")                                                                 \
    X(HL_NOT_ASSEMBLED, "the mechanism cannot be assembled")                                                 \
    X(HL_IO_ERROR, "a file cannot be read or written")

typedef enum hl_status {
#define X(name, text) name,
    HL_STATUS_LIST(X)
#undef X
} hl_status;

/** Text of a status value, never NULL. */
const char *hl_status_text(hl_status status);

/* ---- assert ---- */

/* Asserts for programming errors. They are active in RelWithDebInfo and removed with NDEBUG. Errors in input
 * files and run-time failures are never asserts: see hl/status.h. */

#define HL_ASSERT(condition) assert(condition)

#endif
