/* A thread of ordinary priority that empties a ring. */
#include "worker.h"

#include <signal.h>
#include <time.h>

/* 5 ms: a few ticks at most wait */
static const struct timespec between = {.tv_nsec = 5 * 1000 * 1000};

static void *run(void *worker_of)
{
    rt_worker *worker = worker_of;
    while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
        worker->work(worker->of);
        nanosleep(&between, NULL);
    }
    worker->work(worker->of);
    return NULL;
}

/* Neither the priority nor the signals of whoever starts it. */
static int create(rt_worker *worker)
{
    pthread_attr_t attributes;
    int trouble = pthread_attr_init(&attributes);
    if (trouble) return trouble;
    const struct sched_param ordinary = {.sched_priority = 0};
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    pthread_attr_setschedparam(&attributes, &ordinary);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    trouble = pthread_create(&worker->thread, &attributes, run, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return trouble;
}

bool rt_worker_start(rt_worker *worker, void (*work)(void *of), void *of)
{
    worker->work = work;
    worker->of = of;
    atomic_init(&worker->stop, false);
    return create(worker) == 0;
}

void rt_worker_stop(rt_worker *worker)
{
    atomic_store_explicit(&worker->stop, true, memory_order_release);
    pthread_join(worker->thread, NULL);
}
