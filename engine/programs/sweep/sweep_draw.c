/* Plots of a sweep, drawn by gnuplot as those of `headland validate` are. */
#include "sweep.h"

#include "program.h"
#include "swp/plots.h"
#include "valid/runner.h"

#include <errno.h>
#include <string.h>

static int cannot(const char *path)
{
    fprintf(stderr, "headland sweep: %s: %s\n", path, strerror(errno));
    return PROGRAM_ENVIRONMENT;
}

static int draw(const sweep *s, swp_measure measure, const char *folder)
{
    enum { LONGEST = SWEEP_PATH + 100, TROUBLE = LONGEST + 300 };
    char path[LONGEST], trouble[TROUBLE];
    snprintf(path, sizeof path, "%s/%s.gnuplot", folder, swp_look_of(measure)->plot);
    FILE *script = fopen(path, "w");
    if (!script) return cannot(path);
    swp_plot_script(&s->plan.grid, s->results, measure, script);
    const bool good = !ferror(script);
    if (fclose(script) != 0 || !good) return cannot(path);
    if (valid_gnuplot(folder, path, trouble, sizeof trouble) == VALID_PLOT_OK) return PROGRAM_DONE;
    fprintf(stderr, "headland sweep: %s\n", trouble);
    return PROGRAM_ENVIRONMENT;
}

int sweep_draw(const sweep *s, const char *folder)
{
    for (int m = 0; m < SWP_MEASURES; m++) {
        const swp_measure measure = (swp_measure)m;
        if (!swp_look_of(measure)->plot || !swp_plot_has_bars(&s->plan.grid, s->results, measure)) continue;
        const int status = draw(s, measure, folder);
        if (status != PROGRAM_DONE) return status;
    }
    return PROGRAM_DONE;
}
