/* The clock that input and output go by. */
#ifndef IO_CLOCK_H
#define IO_CLOCK_H

#include <stdint.h>

/** CLOCK_MONOTONIC now [ns], as commands and snapshots have it. From any thread. */
int64_t io_clock_now(void);

#endif
