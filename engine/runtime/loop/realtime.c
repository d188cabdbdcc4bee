/* Threads of real-time and of normal priority, latency probes, locked memory, and processors kept out of deep
 * sleep. */
#include "worker.h"

#include "rt/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* How a normal user gets priority and locked memory. */
#define GET_PERMISSION                                                                                       \
    "join the group realtime (/etc/security/limits.d/headland.conf grants it the right), and log in again "  \
    "(docs/install.md)"

/* ---- threads ---- */

/* All pages of the stack are in memory before the thread works. */
__attribute__((noinline)) static void touch_stack(void)
{
    enum { PAGE = 4096 };
    volatile unsigned char room[RT_STACK_TOUCHED];
    for (size_t i = 0; i < sizeof room; i += PAGE) room[i] = 0;
}

static void *enter(void *argument)
{
    rt_thread *thread = argument;
    pthread_setname_np(pthread_self(), thread->options.name);
    /* The kernel may wake normal threads up to 50 us late to save power; this sets 1 ns. Not for SCHED_FIFO.
     */
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    touch_stack();
    thread->run(thread->context);
    return NULL;
}

static void set_priority(pthread_attr_t *attributes, int priority)
{
    const struct sched_param parameter = {.sched_priority = priority};
    pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(attributes, SCHED_FIFO);
    pthread_attr_setschedparam(attributes, &parameter);
}

static void set_processor(pthread_attr_t *attributes, int cpu)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    pthread_attr_setaffinity_np(attributes, sizeof one, &one);
}

/* @return 0, or the error number */
static int create(rt_thread *thread, bool fifo, bool pinned)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, RT_STACK);
    if (fifo) set_priority(&attributes, thread->options.priority);
    if (pinned) set_processor(&attributes, thread->options.cpu);
    thread->fifo = fifo;
    thread->pinned = pinned;
    const int trouble = pthread_create(&thread->id, &attributes, enter, thread);
    pthread_attr_destroy(&attributes);
    return trouble;
}

static void advise(char *advice, const char *text)
{
    const size_t length = strlen(advice);
    snprintf(advice + length, RT_ADVICE_LENGTH - length, "%s%s", length ? "; " : "", text);
}

bool rt_priority_is_permitted(int priority)
{
    const struct sched_param wanted = {.sched_priority = priority}, ordinary = {.sched_priority = 0};
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted) != 0) return false;
    pthread_setschedparam(pthread_self(), SCHED_OTHER, &ordinary);
    return true;
}

bool rt_thread_start(rt_thread *thread, const rt_thread_options *options, void (*run)(void *context),
                     void *context)
{
    const bool fifo = options->priority > 0, pinned = options->cpu >= 0 && options->cpu < CPU_SETSIZE;
    *thread = (rt_thread){.options = *options, .run = run, .context = context};
    if (options->cpu >= CPU_SETSIZE) advise(thread->advice, "processor not found; any processor is used");
    int trouble = create(thread, fifo, pinned);
    if (trouble == EINVAL && pinned) {
        char text[RT_ADVICE_LENGTH];
        snprintf(text, sizeof text, "processor %d is not available to this process; any processor is used",
                 options->cpu);
        advise(thread->advice, text);
        trouble = create(thread, fifo, false);
    }
    if (trouble == EPERM && fifo) {
        advise(thread->advice, "SCHED_FIFO is not permitted: " GET_PERMISSION);
        trouble = create(thread, false, thread->pinned);
    }
    return trouble == 0;
}

void rt_thread_join(rt_thread *thread)
{
    pthread_join(thread->id, NULL);
}

/* ---- the process ---- */

/* Future pages are locked only without a limit: near a limit, allocations would fail later. */
static bool lock_memory(void)
{
    struct rlimit limit;
    const bool unlimited =
        geteuid() == 0 || (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
    return mlockall(unlimited ? MCL_CURRENT | MCL_FUTURE : MCL_CURRENT) == 0;
}

void rt_process_begin(rt_process *process)
{
    /* While this file is open with 0 in it, processors do not enter sleep states with a wake-up latency. */
    const int32_t latency = 0; /* [us] */
    *process = (rt_process){.locked = lock_memory()};
    if (!process->locked) advise(process->advice, "memory cannot be locked: " GET_PERMISSION);
    process->awake = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    if (process->awake >= 0 && write(process->awake, &latency, sizeof latency) != (ssize_t)sizeof latency) {
        close(process->awake);
        process->awake = -1;
    }
}

void rt_process_end(rt_process *process)
{
    if (process->locked) munlockall();
    if (process->awake >= 0) close(process->awake);
    *process = (rt_process){.awake = -1};
}

/* ---- probes ---- */

static void remember(rt_probe *probe, int64_t planned, int64_t late)
{
    rt_histogram_add(&probe->wake, late);
    if (late < probe->threshold) return;
    probe->beyond++;
    if (probe->listed == RT_PROBE_LATENCIES) return;
    probe->list[probe->listed++] = (rt_latency){.planned = planned, .late = late};
}

static void run_probe(void *context)
{
    rt_probe *probe = context;
    const rt_clock clock = rt_clock_monotonic();
    const int64_t period = probe->period;
    int64_t next = (rt_now() / period + 2) * period + period / 8;
    while (!atomic_load_explicit(&probe->stop, memory_order_relaxed)) {
        clock.sleep_until(clock.context, next);
        const int64_t late = rt_now() - next;
        remember(probe, next, late);
        next += (late / period + 1) * period; /* skip missed points */
    }
}

bool rt_probe_start(rt_probe *probe, int64_t period, int64_t threshold, const rt_thread_options *options)
{
    memset(probe, 0, sizeof *probe);
    probe->period = period;
    probe->threshold = threshold;
    atomic_init(&probe->stop, false);
    return rt_thread_start(&probe->thread, options, run_probe, probe);
}

void rt_probe_stop(rt_probe *probe)
{
    atomic_store_explicit(&probe->stop, true, memory_order_relaxed);
    rt_thread_join(&probe->thread);
}

/* ---- workers: threads of normal priority that empty a ring ---- */

/* 5 ms: a few ticks wait at most */
static const struct timespec between = {.tv_nsec = 5 * 1000 * 1000};

static void *worker_run(void *worker_of)
{
    rt_worker *worker = worker_of;
    while (!atomic_load_explicit(&worker->stop, memory_order_acquire)) {
        worker->work(worker->of);
        nanosleep(&between, NULL);
    }
    worker->work(worker->of);
    return NULL;
}

/* Normal priority and blocked signals, not those of the caller. */
static int create_worker(rt_worker *worker)
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
    trouble = pthread_create(&worker->thread, &attributes, worker_run, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return trouble;
}

bool rt_worker_start(rt_worker *worker, void (*work)(void *of), void *of)
{
    worker->work = work;
    worker->of = of;
    atomic_init(&worker->stop, false);
    return create_worker(worker) == 0;
}

void rt_worker_stop(rt_worker *worker)
{
    atomic_store_explicit(&worker->stop, true, memory_order_release);
    pthread_join(worker->thread, NULL);
}
