/* Asserts for mistakes of the programmer. They stay alive in RelWithDebInfo and vanish with NDEBUG.
 * A wrong input file or a run-time trouble is never an assert: see hl/status.h. */
#ifndef HL_ASSERT_H
#define HL_ASSERT_H

#include <assert.h>

#define HL_ASSERT(condition) assert(condition)

#endif
