/* What a link has counted, for its tests. */
#ifndef LINK_COUNTS_H
#define LINK_COUNTS_H

#include "io/instructor.h"

typedef struct link_counts {
    int64_t connections, lines;
    int64_t refused; /**< lines that were malformed or too long */
    int64_t dropped; /**< states that a slow reader missed */
} link_counts;

/** Since it was opened. From any thread. */
link_counts link_counts_of(const io_instructor *link);

#endif
