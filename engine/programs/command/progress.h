/* A progress bar on stderr, when stderr is a terminal; otherwise nothing. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

typedef struct progress {
    bool shown;
    long total;
    int permille; /* last drawn */
} progress;

progress progress_begin(long total);

/** Draw when the share has changed; `label` may be NULL. */
void progress_show(progress *bar, long done, const char *label);

/** Wipe the bar away. */
void progress_end(progress *bar);

#endif
