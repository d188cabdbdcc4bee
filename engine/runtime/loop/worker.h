/* A thread of normal priority that empties a ring every few milliseconds, so that the producer needs no
 * system call to wake it. */
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct rt_worker {
    pthread_t thread;
    /** Set by the owner: the thread works once more and ends. Relaxed order would suffice for the flag;
     * release and acquire also make the earlier data of the rings visible. */
    atomic_bool stop;
    void (*work)(void *of);
    void *of;
} rt_worker;

/** Start a thread that calls work(of) until it is stopped. It blocks signals, so a write beyond the limit of
 * file sizes is an error and does not end the program. Not RT.
 *  @param worker  must not move until rt_worker_stop
 *  @return false: no thread could be started */
bool rt_worker_start(rt_worker *worker, void (*work)(void *of), void *of);

/** Wait until work(of) has been called once more and the thread has ended. Not RT. */
void rt_worker_stop(rt_worker *worker);

#endif
