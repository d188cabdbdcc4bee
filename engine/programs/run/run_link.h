/* The instructor's link of a run: the seat tells how it stands, and does what it is asked for. */
#ifndef RUN_LINK_H
#define RUN_LINK_H

#include "exercises.h"

#include <stdbool.h>
#include <stdint.h>

struct run;

typedef struct run_link run_link;

/** Listen as a seat of this name, from one drive to the next.
 *  @param found   exercises that may be loaded; they outlive the link
 *  @param status  out: the exit status when NULL, which comes after a message */
run_link *run_link_open(const char *seat, const exercises *found, int *status);

/** Join a session, which has not started. @return false: out of memory */
bool run_link_join(run_link *link, struct run *r);

/** Leave it: nothing of it is looked at any more. */
void run_link_leave(run_link *link);

/** Tell something that happened. */
void run_link_event(run_link *link, double time, const char *kind, const char *text);

/** Tell how the run stands, do what was asked for; some times a second, from its main thread. */
void run_link_look(run_link *link, struct run *r);

void run_link_close(run_link *link);

#endif
