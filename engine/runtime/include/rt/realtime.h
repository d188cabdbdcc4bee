/* Requests to the operating system: threads of real-time priority, locked memory. The threads of `io` are in
 * io/thread.
 *
 * Forbidden on the real-time path, i.e. in each function with "RT" in its comment and in all functions it
 * calls:
 *   - allocating and freeing: malloc, free, and C library functions that do so inside
 *   - locking: mutexes, condition variables, semaphores, spinning on another thread's progress
 *   - system calls: files, sockets, sleeps, signals; printing. Measuring a tick (rt/budget.h) reads the clock
 * without a system call (rt/clock.h)
 *   - loops without a bound that is known at load; recursion without one
 *   - touching memory for the first time: it is allocated and written at load, and locked
 *   - retry loops on atomics: a channel succeeds at once or refuses
 * The only sleep is in the loop (rt/loop.h), between ticks. */
#ifndef RT_REALTIME_H
#define RT_REALTIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    RT_STACK = 2048 * 1024,        /**< of a real-time thread [bytes] */
    RT_STACK_TOUCHED = 512 * 1024, /**< written before the thread's first work [bytes] */
    RT_ADVICE_LENGTH = 400
};

typedef struct rt_thread_options {
    const char *name; /**< at most 15 characters */
    int priority;     /**< SCHED_FIFO, 1 to 99; 0: ordinary scheduling */
    int cpu;          /**< processor to stay on; below 0: any */
} rt_thread_options;

typedef struct rt_thread {
    pthread_t id;
    rt_thread_options options;
    void (*run)(void *context);
    void *context;
    bool fifo;                     /**< SCHED_FIFO was granted */
    bool pinned;                   /**< the processor was granted */
    char advice[RT_ADVICE_LENGTH]; /**< missing rights and how to get them; empty: none */
} rt_thread;

/** Whether SCHED_FIFO is permitted at a priority, 1 to 99. Tries it on the calling thread and then restores
 * its normal priority. Not RT. */
bool rt_priority_is_permitted(int priority);

/** Start a thread with its stack written, with the requested priority and processor as far as permitted.
 *  @param thread  must not move until rt_thread_join
 *  @return false when the thread cannot be started */
bool rt_thread_start(rt_thread *thread, const rt_thread_options *options, void (*run)(void *context),
                     void *context);

/** Wait for its end. */
void rt_thread_join(rt_thread *thread);

/** Rights of the whole process. */
typedef struct rt_process {
    bool locked;                   /**< all pages are locked in memory */
    int awake;                     /**< keeps processors out of deep sleep while open; below 0: not granted */
    char advice[RT_ADVICE_LENGTH]; /**< missing rights and how to get them; empty: none */
} rt_process;

/** Lock the memory and keep the processors awake, as far as permitted. */
void rt_process_begin(rt_process *process);
void rt_process_end(rt_process *process);

#endif
