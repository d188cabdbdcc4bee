#include "io/thread.h"

#include <signal.h>
#include <time.h>

static const size_t STACK = 1 << 20; /* [bytes] */

static bool start(pthread_t *thread, int policy, int priority, void *(*run)(void *context), void *context)
{
    const struct sched_param wanted = {.sched_priority = priority};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, policy);
    pthread_attr_setschedparam(&attributes, &wanted);
    const bool started = pthread_create(thread, &attributes, run, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool io_thread_start(pthread_t *thread, const char *name, int priority, void *(*run)(void *context),
                     void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started =
        start(thread, SCHED_FIFO, priority, run, context) || start(thread, SCHED_OTHER, 0, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pthread_setname_np(*thread, name);
    return started;
}

static const int64_t SECOND = 1000000000; /* [ns] */

int64_t io_clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}
