/* The clock of the real-time loop, as a pair of functions that tests can replace. */
#ifndef RT_CLOCK_H
#define RT_CLOCK_H

#include <stdint.h>

typedef struct rt_clock {
    void *context;
    int64_t (*now)(void *context);                           /**< [ns] */
    void (*sleep_until)(void *context, int64_t nanoseconds); /**< returns at once if the time has passed */
} rt_clock;

/** CLOCK_MONOTONIC. Reading it does not enter the kernel where the C library has a fast path for it (Linux on
 * x86-64 with the tsc clock source). */
rt_clock rt_clock_monotonic(void);

/** Present time of this clock [ns]. From any thread. */
int64_t rt_now(void);

/** Seconds as whole nanoseconds. */
int64_t rt_nanoseconds(double seconds);

#endif
