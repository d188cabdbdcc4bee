/* Asserts for programming errors. They are active in RelWithDebInfo and removed with NDEBUG. Errors in input
 * files and run-time failures are never asserts: see hl/status.h. */
#ifndef HL_ASSERT_H
#define HL_ASSERT_H

#include <assert.h>

#define HL_ASSERT(condition) assert(condition)

#endif
