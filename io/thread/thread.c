#include "io/thread.h"

#include <signal.h>

static const size_t STACK = 1 << 20; /* [bytes] */

bool io_thread_start(pthread_t *thread, const char *name, void *(*run)(void *context), void *context)
{
    const struct sched_param ordinary = {.sched_priority = 0};
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    pthread_attr_setschedparam(&attributes, &ordinary);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(thread, &attributes, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (started) pthread_setname_np(*thread, name);
    return started;
}
