#include "io/thread.h"

#include <time.h>

static const int64_t SECOND = 1000000000; /* [ns] */

int64_t io_clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}
