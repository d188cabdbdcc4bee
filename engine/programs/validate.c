/* headland validate: the published cases, row by row. */
#include "valid/runner.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/log.h"
#include "program.h"

#include <stdio.h>

static int list_cases(void)
{
    for (int i = 0; i < valid_case_count(); i++)
        printf("%-18s %s\n", valid_case_at(i)->name, valid_case_at(i)->title);
    return PROGRAM_DONE;
}

static bool all_known(const command_line *line)
{
    enum { MOST = 128 };
    const char *names[MOST];
    const int count = valid_case_count() < MOST ? valid_case_count() : MOST;
    for (int i = 0; i < count; i++) names[i] = valid_case_at(i)->name;
    for (int i = 0; i < line->word_count; i++) {
        if (valid_case_find(line->words[i])) continue;
        return drv_say(&program_log, "unknown case '%s'; the nearest is '%s' (--list shows all)",
                       line->words[i], drv_nearest(line->words[i], names, count));
    }
    return true;
}

static void run_cases(valid_results *results, const command_line *line)
{
    const int count = line->word_count ? line->word_count : valid_case_count();
    progress bar = progress_begin(count);
    for (int i = 0; i < count; i++) {
        const valid_case *one = line->word_count ? valid_case_find(line->words[i]) : valid_case_at(i);
        progress_show(&bar, i, one->name);
        valid_results_run(results, one);
    }
    progress_end(&bar);
}

static int draw(const valid_results *results, const char *directory)
{
    char trouble[1400];
    switch (valid_write_plots(results, directory, trouble, sizeof trouble)) {
    case VALID_PLOT_OK:
        return PROGRAM_DONE;
    case VALID_PLOT_FAILED:
    case VALID_PLOT_NO_GNUPLOT:
        break;
    }
    return program_end(PROGRAM_ENVIRONMENT, "%s", trouble);
}

static int validate(const command_line *line, const char *assets, const char *plots, bool json)
{
    valid_results *results = valid_results_new(assets, plots != NULL);
    run_cases(results, line);
    const bool printed = json ? valid_print_json(results, stdout) : valid_print_table(results, stdout);
    int status = printed && valid_results_failed(results) == 0 ? PROGRAM_DONE : PROGRAM_FAILED;
    if (plots) {
        const int drawn = draw(results, plots);
        if (status == PROGRAM_DONE) status = drawn;
    }
    valid_results_free(results);
    return status;
}

static const help_text help = {.summary =
                                   "Run the validation cases. Each printed row has a quantity, the published "
                                   "value, the computed value, and whether they agree within the tolerance.",
                               .arguments = {{"CASE", "name of a case, as listed by --list (default: all)"}},
                               .examples = {"validate --list", "validate pendulum double-pendulum",
                                            "validate pendulum --json --plot plots"},
                               .failed = "a row is outside its tolerance",
                               .page = "docs/validation.md"};

int program_validate(int argc, char **argv)
{
    bool list = false, json = false;
    const char *plots = NULL, *assets = NULL;
    const option options[] = {
        {"list", OPTION_FLAG, &list, NULL, "list the cases"},
        OPTION_JSON(&json),
        {"plot", OPTION_TEXT, &plots, "DIR", "write plots (PNG, SVG, and the gnuplot script) into DIR"},
        {"assets", OPTION_TEXT, &assets, "DIR",
         "folder that holds mechanisms/ (default: $HEADLAND_ASSETS, or where headland is installed)"},
        OPTION_END};
    command_line line = {.command = "validate", .arguments = "[CASE...]", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!all_known(&line)) return PROGRAM_USAGE;
    if (list) return list_cases();
    char folder[1024];
    if (!drv_assets_find(assets, folder, sizeof folder)) {
        return program_end(PROGRAM_ENVIRONMENT,
                           "no folder %s/mechanisms; give the assets with --assets DIR or "
                           "HEADLAND_ASSETS",
                           folder);
    }
    return validate(&line, folder, plots, json);
}
