/* A progress bar on stderr, when stderr is a terminal; otherwise nothing. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "drv/log.h"

typedef struct progress {
    bool shown;
    long total;
    int permille; /* last drawn */
} progress;

progress progress_begin(long total);

/** Draw when the share has changed; `label` may be NULL. */
void progress_show(progress *bar, long done, const char *label);

/** Progress of a library's computation, shown by a bar; it ends when the user asks for the end
 * (interrupt.h). The bar must outlive it. */
drv_progress progress_of(progress *bar);

/** Wipe the bar away. */
void progress_end(progress *bar);

#endif
