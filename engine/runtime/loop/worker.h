/* A thread of ordinary priority that empties a ring every few milliseconds, so that the producer needs no
 * system call to wake it. */
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct rt_worker {
    pthread_t thread;
    /** From the owner to the thread: work a last time and end. Relaxed order would do for the flag alone;
     * release and acquire make what stood in the rings before it visible too. */
    atomic_bool stop;
    void (*work)(void *of);
    void *of;
} rt_worker;

/** Start a thread that calls work(of) until it is stopped. It takes no signals: a write beyond a limit on
 * file sizes is then an error and not the end of the program. Not RT.
 *  @param worker  stays where it is until rt_worker_stop
 *  @return false when there can be no thread */
bool rt_worker_start(rt_worker *worker, void (*work)(void *of), void *of);

/** Wait until work(of) has been called once more and the thread has ended. Not RT. */
void rt_worker_stop(rt_worker *worker);

#endif
