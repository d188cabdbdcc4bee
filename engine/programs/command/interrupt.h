/* Ending long work early on request, with what was computed kept. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/** From now on the first SIGINT, SIGTERM or SIGHUP is a request to end; a second one ends the program at
 * once. */
void interrupt_begin(void);

/** Whether the request has come. */
bool interrupt_asked(void);

#endif
