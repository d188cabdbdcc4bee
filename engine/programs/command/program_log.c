#include "program_log.h"

#include "assets.h"
#include "options.h"
#include "program.h"
#include "valid/runner.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)PROGRAM_DONE == (int)DRV_DONE && (int)PROGRAM_FAILED == (int)DRV_FAILED &&
                   (int)PROGRAM_USAGE == (int)DRV_USAGE && (int)PROGRAM_ENVIRONMENT == (int)DRV_ENVIRONMENT,
               "results of the library are exit statuses");

static void print(void *context, drv_message kind, const char *text)
{
    (void)context;
    if (kind == DRV_MESSAGE)
        fprintf(stderr, "headland %s: %s\n", options_command(), text);
    else
        fprintf(stderr, "%s\n", text);
}

const drv_log program_log = {.write = print};

static bool plot(const char *folder, const char *script, char *why, size_t why_size)
{
    return valid_gnuplot(folder, script, why, why_size) == VALID_PLOT_OK;
}

drv_results program_store(train_store *store, const char *path)
{
    static char templates[TRAIN_PATH];
    static const char folder[] = "/results";
    const bool found = assets_find(NULL, templates, sizeof templates - sizeof folder);
    if (found) memcpy(templates + strlen(templates), folder, sizeof folder);
    return (drv_results){.log = &program_log,
                         .store = store,
                         .path = path,
                         .plot = plot,
                         .templates = found ? templates : NULL};
}
