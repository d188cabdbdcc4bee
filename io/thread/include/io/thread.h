/* Threads of input and output: ordinary ones, whatever the thread that starts them is. */
#ifndef IO_THREAD_H
#define IO_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/** Start a thread of ordinary priority that takes no signals, with a stack of 1 MiB: where memory is locked
 * all of a stack is taken.
 *  @param name  for tools, at most 15 letters
 *  @return false: there can be no thread */
bool io_thread_start(pthread_t *thread, const char *name, void *(*run)(void *context), void *context);

#endif
