/* A progress bar on stderr. */
#include "progress.h"

#include "interrupt.h"

#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 40 };

progress progress_begin(long total)
{
    return (progress){.shown = total > 0 && isatty(STDERR_FILENO) == 1, .total = total, .permille = -1};
}

void progress_show(progress *bar, long done, const char *label)
{
    if (!bar->shown) return;
    const int permille = (int)((double)done / (double)bar->total * 1000.0);
    if (permille == bar->permille && !label) return;
    bar->permille = permille;
    const int filled = permille * WIDTH / 1000;
    fprintf(stderr, "\r[%.*s%*s] %5.1f %% %-24.24s", filled, "########################################",
            WIDTH - filled, "", permille / 10.0, label ? label : "");
}

static bool advance(void *context, int64_t done, int64_t total)
{
    progress *bar = context;
    if (bar->permille < 0) *bar = progress_begin((long)total);
    progress_show(bar, (long)done, NULL);
    return !interrupt_asked();
}

drv_progress progress_of(progress *bar)
{
    *bar = (progress){.permille = -1};
    return (drv_progress){advance, bar};
}

void progress_end(progress *bar)
{
    if (bar->shown) fprintf(stderr, "\r%*s\r", WIDTH + 36, "");
    bar->shown = false;
}
