/* Threads of real-time priority, locked memory, processors kept awake. */
#include "rt/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* How an ordinary user gets both priority and locked memory. */
#define GET_PERMISSION                                                                                       \
    "join the group realtime (/etc/security/limits.d/headland.conf grants it the right), and log in again "  \
    "(docs/install.md)"

/* ---- threads ---- */

/* Every page that the thread will use is there before its first work. */
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
    /* Ordinary threads are woken up to 50 us late to save power; this asks for 1 ns. SCHED_FIFO has none. */
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    touch_stack();
    thread->run(thread->context);
    return NULL;
}

static void ask_priority(pthread_attr_t *attributes, int priority)
{
    const struct sched_param parameter = {.sched_priority = priority};
    pthread_attr_setinheritsched(attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(attributes, SCHED_FIFO);
    pthread_attr_setschedparam(attributes, &parameter);
}

static void ask_processor(pthread_attr_t *attributes, int cpu)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    pthread_attr_setaffinity_np(attributes, sizeof one, &one);
}

/* Create with what is asked for; the error number when that is refused. */
static int create(rt_thread *thread, bool fifo, bool pinned)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, RT_STACK);
    if (fifo) ask_priority(&attributes, thread->options.priority);
    if (pinned) ask_processor(&attributes, thread->options.cpu);
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

/* Pages to come are locked only where there is no limit to them: near one, memory would be refused later. */
static bool lock_memory(void)
{
    struct rlimit limit;
    const bool unlimited =
        geteuid() == 0 || (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
    return mlockall(unlimited ? MCL_CURRENT | MCL_FUTURE : MCL_CURRENT) == 0;
}

void rt_process_begin(rt_process *process)
{
    /* While this file is open with 0 in it, processors take no sleep that needs time to wake from. */
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
