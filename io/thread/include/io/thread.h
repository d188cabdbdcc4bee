/* Threads of input and output, and the clock that they go by. */
#ifndef IO_THREAD_H
#define IO_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- clock ---- */

/* The clock that input and output go by. */

/** CLOCK_MONOTONIC now [ns], as commands and snapshots have it. From any thread. */
int64_t io_clock_now(void);

/* ---- thread ---- */

/* Threads of input and output. They do little at a time, and somebody waits for it: where that is permitted
 * they go before everything but the physics. */

/** SCHED_FIFO, below the physics' 80, above the kernel's interrupt threads at 50. A platform that is told
 * late jerks, a lever that is heard late is not noticed so soon, sound has 30 ms in its queue. */
enum { IO_MOTION_PRIORITY = 75, IO_INPUT_PRIORITY = 70, IO_SOUND_PRIORITY = 60 };

/** Start a thread that takes no signals, with a stack of 1 MiB: where memory is locked all of a stack is
 * taken.
 *  @param name      for tools, at most 15 letters
 *  @param priority  where it may not have that, it is an ordinary thread, whoever starts it
 *  @return false: there can be no thread */
bool io_thread_start(pthread_t *thread, const char *name, int priority, void *(*run)(void *context),
                     void *context);

#endif
